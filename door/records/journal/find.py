"""Games in the journal: one by the beginning of its id, and the latest that have ended.

Law: files are only read, and by anybody.  What a caller may not see is not in the journal yet: a daily deal's
games are written when its day is laid open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, NamedTuple

from door.records.journal.grammar import COMPUTER, fits
from door.records.journal.lines import Fields, RecordsError, caller_key, decode
from door.records.journal.tail import journal_months

SHOWN: Final = 5
TURNS: Final = ("turn", "daily_turn", "table")
GAMES: Final = ("game", "daily_game", "match")
MONTHS: Final = 13
"""How far back the latest games are looked for: this month and a year."""

_ENDED: Final = tuple(f'"kind":"{kind}"'.encode() for kind in (*GAMES, "table", "rename"))
_ID: Final = re.compile(rb'"id":"([^"\\]{1,64})"')


def find_game(folder: Path, id: str) -> tuple[Fields, Fields]:
    """The line with which the game began whose id begins so (or {}), and that with which it ended: `turn` and
    `game`, those of a daily deal, or `table` and `match`.

    RecordsError where there is none that is finished, or more than one.
    """
    turns: dict[str, Fields] = {}
    games: dict[str, Fields] = {}
    for fields in _lines(folder, id):
        (turns if fields["kind"] in TURNS else games).setdefault(fields["id"], fields)
    found = [id] if id in games else list(games)
    if not found:
        if turns:
            raise RecordsError(_not_yet(next(iter(turns.values()))))
        near = _nearest(folder, id)
        raise RecordsError(
            f"There is no game {id!r} on the books.{f' The nearest is {near}.' if near else ''}"
        )
    if len(found) > 1:
        more = ", …" if len(found) > SHOWN else ""
        raise RecordsError(f"{len(found)} games begin with {id!r}: {', '.join(found[:SHOWN])}{more}.")
    return turns.get(found[0], {}), games[found[0]]


def _not_yet(turn: Fields) -> str:
    """Why a game that was begun cannot be shown."""
    if turn["kind"] != "daily_turn":
        return f"The game {turn['id']} is not finished yet."
    return (
        f"The game {turn['id']} is of the daily deal of {turn.get('day')}, and can be replayed when the "
        "board lays that day open: an hour after its midnight, board time."
    )


def _lines(folder: Path, id: str) -> Iterator[Fields]:
    """The lines of games whose id begins that way; only lines that hold it at all are parsed."""
    sign = id.encode()
    for month in journal_months(folder) if id else ():
        with (folder / f"{month}.jsonl").open("rb") as file:
            for raw in file:
                fields = decode(raw) if not id.isascii() or sign in raw else {}
                if fields.get("kind") in (*TURNS, *GAMES) and str(fields.get("id", "")).startswith(id):
                    yield fields


def _nearest(folder: Path, id: str) -> str:
    """The id of a finished game that is most like that one, "" where none is like it."""
    signs = _ENDED[: len(GAMES)]
    best = (0.5, "")
    seek = SequenceMatcher(b=id)
    for month in journal_months(folder) if id else ():
        with (folder / f"{month}.jsonl").open("rb") as file:
            for raw in file:
                found = _ID.search(raw) if any(sign in raw for sign in signs) else None
                if found is None:
                    continue
                near = found[1].decode(errors="replace")
                seek.set_seq1(near[: max(len(id), 1)])
                if seek.real_quick_ratio() > best[0] and seek.quick_ratio() > best[0]:
                    best = max(best, (seek.ratio(), near))
    return best[1]


# -- the latest ------------------------------------------------------------------------------


class Ended(NamedTuple):
    """A game on the books: `t` when it ended (RFC 3339 UTC), `seats` who played, a score for each at a
    table; `day` is the deal's, "" for no daily deal."""

    id: str
    t: str
    door: str
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    day: str = ""
    month: str = ""


class Wanted(NamedTuple):
    """Which games: those at a `door`, of a `caller`, of a `month` (YYYY-MM); "" for any."""

    door: str = ""
    caller: str = ""
    month: str = ""


def latest_games(folder: Path, wanted: Wanted, most: int) -> tuple[Ended, ...]:
    """At most so many games that have ended, the latest first.  A caller's are found under the handles they
    went by earlier, too."""
    keys = {caller_key(wanted.caller)}
    found: list[Ended] = []
    matches: dict[str, Fields] = {}
    for fields in _back(folder, wanted.month):
        kind = fields["kind"]
        if kind == "rename":
            if caller_key(fields["to"]) in keys and wanted.caller:
                keys.add(caller_key(fields["caller"]))
        elif kind == "match":
            if len(found) < most:
                matches[fields["id"]] = fields
        elif kind == "table":
            match = matches.pop(fields["id"], None)
            if match is not None:
                found += _if_wanted(_of_table(fields, match), wanted, keys)
        elif len(found) < most:
            found += _if_wanted(_of_game(fields), wanted, keys)
        if len(found) >= most and not matches:
            break
    return tuple(sorted(found, key=lambda one: one.t, reverse=True)[:most])


def _of_game(f: Fields) -> Ended:
    day = f.get("day", "")
    return Ended(f["id"], f["t"], f["door"], tuple(f["seats"]), (f["score"],), day, f.get("month", day[:7]))


def _of_table(table: Fields, f: Fields) -> Ended:
    return Ended(f["id"], f["t"], table["door"], tuple(f["seats"]), tuple(f["scores"]), month=f["t"][:7])


def _if_wanted(one: Ended, wanted: Wanted, keys: set[str]) -> list[Ended]:
    people = {caller_key(seat) for seat in one.seats if not seat.startswith(COMPUTER)}
    right = wanted.door in ("", one.door) and wanted.month in ("", one.month)
    return [one] if right and (not wanted.caller or people & keys) else []


def _back(folder: Path, month: str) -> Iterator[Fields]:
    """The sound lines of games that ended, and of tables and handles, the latest first; those of a `month`
    stand in its file, or in the next where it was laid open then."""
    months = journal_months(folder)
    if month:
        months = [one for one in months if one >= month][:2] + [one for one in months if one < month][-1:]
    for one in sorted(months, reverse=True)[:MONTHS]:
        with (folder / f"{one}.jsonl").open("rb") as file:
            lines = [raw for raw in file if any(sign in raw for sign in _ENDED)]
        for fields in map(decode, reversed(lines)):
            if fields.get("kind") in (*GAMES, "table", "rename") and fits(fields):
                yield fields
