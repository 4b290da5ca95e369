"""The best games of a day and of its month, door by door, as the journal has them.

Law: for a thread: it reads a month's file, or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from door.games.game import QUIT
from door.records.journal.grammar import fits
from door.records.journal.lines import Fields, day_of, decode

SIGNS: Final = (b'"kind":"game"', b'"kind":"turn"')


class Best(NamedTuple):
    """The best game of a door in a time: its `game` line, and the `turn` line that began it ({} where
    that is not in these months)."""

    day: bool
    game: Fields
    turn: Fields


def best_games(
    folder: Path, day: str, months: Iterable[str], zone: ZoneInfo, better: Callable[[str], bool]
) -> tuple[Best, ...]:
    """The best games of that day ("YYYY-MM-DD"), then those of its month that are others; one a door.

    `months` are the files to be read; `better` says of a door (its slug) that the higher score is."""
    turns: dict[str, Fields] = {}
    of_day: dict[str, Fields] = {}
    of_month: dict[str, Fields] = {}
    for fields in _lines(folder, months):
        if fields["kind"] == "turn":
            turns[fields["id"]] = fields
        elif fields["moves"] and fields["moves"][-1] != QUIT:
            sign = 1 if better(fields["door"]) else -1
            tables = [of_month] if fields["month"] == day[:7] else []
            if day_of(datetime.fromisoformat(fields["t"]), zone) == day:
                tables.append(of_day)
            for table in tables:
                known = table.get(fields["door"])
                if known is None or sign * fields["score"] > sign * known["score"]:
                    table[fields["door"]] = fields
    chosen = [(True, game) for game in of_day.values()]
    chosen += [(False, game) for game in of_month.values() if game not in of_day.values()]
    return tuple(Best(is_day, game, turns.get(game["id"], {})) for is_day, game in chosen)


def _lines(folder: Path, months: Iterable[str]) -> Iterator[Fields]:
    for month in months:
        path = folder / f"{month}.jsonl"
        if not path.is_file():
            continue
        with path.open("rb") as file:
            for raw in file:
                if any(sign in raw for sign in SIGNS):
                    fields = decode(raw)
                    if fields.get("kind") in ("game", "turn") and fits(fields):
                        yield fields
