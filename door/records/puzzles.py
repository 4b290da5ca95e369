"""The day's puzzle out of last month's journal.

Law: it reads one file of the journal and changes nothing.  For a process beside the board: a month may be
long.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from door.midend.door import GameDoor
from door.midend.doors import find
from door.midend.puzzle import Puzzle, order, puzzle_from
from door.records.journal.lines import Fields, month_before
from door.records.journal.tail import read_lines

TRIED: Final = 100
"""Games looked at, at most."""


def puzzle_of(folder: Path, slug: str, day: str) -> Puzzle | None:
    """The day's puzzle at that door, None where last month has no game to take one from.

    A game whose turn was in the month before is passed over, and so is a line that cannot be played."""
    door, path = find(slug), folder / f"{month_before(day[:7])}.jsonl"
    if not isinstance(door, GameDoor) or door.game.sharp is None or not path.exists():
        return None
    turns: dict[str, Fields] = {}
    games: list[Fields] = []
    head = ""
    for entry, _ in read_lines(path, path.stem):
        fields, head = entry.fields, entry.hash
        if fields.get("door") == slug and isinstance(fields.get("id"), str):
            if fields.get("kind") == "turn":
                turns[fields["id"]] = fields
            elif fields.get("kind") == "game" and fields["id"] in turns:
                games.append(fields)
    for line in order(games, day, head)[:TRIED]:
        try:
            words = turns[line["id"]].get("words", ())
            puzzle = puzzle_from(door.game, line, words, day, door.INFO.complete)
        except Exception:  # a line that was edited by hand, which the audit tells
            continue
        if puzzle is not None:
            return puzzle
    return None
