"""What a journal comes to: the facts that are laid down beside it, and found again by every release.

Law: the catalogue, the records and the commands by their public names alone, and JSON values.
Games' own modules are not known here, so that whatever becomes of them the facts are asked for in
the same way.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from door.play.books import PlaceRow
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import read_ledger
from door.screens.door import GameDoor

GAMES = ("game", "daily_game")
FACT = re.compile(r"-?\d+|(?<![\w-])[RWBGYKOV-]{4,5}(?![\w-])")
"""Numbers, and the pegs of a code: what is told of a move whatever the words around it are."""


def lines_of(journal: Path) -> list[dict[str, Any]]:
    """The journal's lines, in order."""
    paths = sorted(journal.glob("*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_bytes().splitlines()]


def facts_of(journal: Path, doors: Mapping[str, GameDoor], cache: Path) -> dict[str, Any]:
    """Everything that stands in the lines and in the tables made of them, as JSON gives it back."""
    lines = lines_of(journal)
    ledger = read_ledger(journal, doors, cache)
    facts = {
        "lines": Counter(line["kind"] for line in lines),
        "head": ledger.head,
        "scores": {line["id"]: line["score"] for line in lines if line["kind"] in GAMES},
        "standings": _standings(ledger),
        "winners": {
            f"{slug} {month}": _rows(ledger.months.winner_rows(month, slug))
            for month, slug in ledger.months.winners
        },
        "daily": _daily(ledger),
        "tallies": ledger.tallies,
    }
    found: dict[str, Any] = json.loads(json.dumps(facts))
    return found


def _rows(rows: Iterable[PlaceRow]) -> list[list[Any]]:
    return [[row.caller, row.score, row.games] for row in rows]


def _standings(ledger: Ledger) -> dict[str, Any]:
    """By door, month and ranking."""
    return {
        f"{slug} {month} {ranking}": _rows(ledger.months.places(month, slug, ranking).rows())
        for slug in ledger.doors
        for month in ledger.months.played_months(slug)
        for ranking in ("total", "best")
    }


def _daily(ledger: Ledger) -> dict[str, Any]:
    """The daily deals' tables by door, of every day and of every month."""
    deals, tables = ledger.deals, {}
    for slug, door in ledger.doors.items():
        fewer = door.INFO.fewer_is_better
        for day in deals.days if door.INFO.daily else ():
            tables[f"{slug} {day}"] = _rows(deals.tables.of_day(day, slug, fewer).rows())
            of_month = deals.tables.of_month(day[:7], slug, fewer)
            tables[f"{slug} {day[:7]}"] = _rows(of_month.rows())
    return {name: rows for name, rows in tables.items() if rows}


def told(replay: str) -> list[str]:
    """The facts of what `door replay` says of the moves, in their order; its head has its own."""
    return FACT.findall(replay.partition("\n\n")[2])


def kept(laid: Any, now: Any) -> bool:
    """Whether all that was laid down is there still; a table may have learnt to tell more."""
    if isinstance(laid, dict) and isinstance(now, dict):
        return all(name in now and kept(value, now[name]) for name, value in laid.items())
    return bool(laid == now)
