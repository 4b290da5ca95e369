"""Finding one game in the journal by the beginning of its id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from door.records.journal.lines import Fields, RecordsError, decode
from door.records.journal.tail import journal_months

SHOWN: Final = 5
TURNS: Final = ("turn", "daily_turn")
GAMES: Final = ("game", "daily_game")


def find_game(folder: Path, id: str) -> tuple[Fields, Fields]:
    """The `turn` line (or {}) and the `game` line, daily ones too, of the game whose id begins so.

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
        raise RecordsError(f"There is no game {id!r} on the books.")
    if len(found) > 1:
        more = ", …" if len(found) > SHOWN else ""
        raise RecordsError(f"{len(found)} games begin with {id!r}: {', '.join(found[:SHOWN])}{more}.")
    return turns.get(found[0], {}), games[found[0]]


def _not_yet(turn: Fields) -> str:
    """Why a game that was begun cannot be shown."""
    if turn["kind"] == "turn":
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
