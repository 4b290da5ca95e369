"""The day's puzzle out of last month's journal.

Law: it reads two files of the journal, of the second who goes by what handle since, and changes nothing.
For a process beside the board: a month may be long.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from door.midend.door import GameDoor
from door.midend.doors import find
from door.midend.puzzle import Puzzle, has_puzzles, order, puzzle_from
from door.records.journal.files import read_lines
from door.records.journal.lines import Fields, caller_key, decode, month_before

TRIED: Final = 100
"""Games looked at, at most."""

HANDLES: Final = ("rename", "remove")
"""The lines by which callers come to other handles, or leave."""


def puzzle_of(folder: Path, slug: str, day: str) -> tuple[Puzzle | None, str]:
    """The day's puzzle at that door, None where last month has no game to take one from, and the handle by
    which whoever played it goes now, "" where they have left.

    A game whose turn was in the month before is passed over, and so is a line that cannot be played."""
    door, path = find(slug), folder / f"{month_before(day[:7])}.jsonl"
    if not isinstance(door, GameDoor) or not has_puzzles(door.game) or not path.exists():
        return None, ""
    turns: dict[str, Fields] = {}
    games: list[Fields] = []
    handles: list[Fields] = []
    known: dict[str, int] = {}
    head = ""
    for entry, _ in read_lines(path, path.stem):
        fields, head = entry.fields, entry.hash
        if fields.get("kind") in HANDLES:
            handles.append(fields)
        if fields.get("door") == slug and isinstance(fields.get("id"), str):
            if fields.get("kind") == "turn":
                turns[fields["id"]] = fields
            elif fields.get("kind") == "game" and fields["id"] in turns:
                games.append(fields)
                known[fields["id"]] = len(handles)
    for line in order(games, day, head)[:TRIED]:
        try:
            words = turns[line["id"]].get("words", ())
            puzzle = puzzle_from(door.game, line, words, day, door.INFO.complete)
            if puzzle is not None:
                since = [*handles[known[line["id"]] :], *_handles(folder / f"{day[:7]}.jsonl")]
                return puzzle, _now(line["caller"], since)
        except Exception:  # a line that was edited by hand, which the audit tells
            continue
    return None, ""


def _handles(path: Path) -> list[Fields]:
    """Those of a month."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        lines = [decode(raw) for raw in file if b'"kind":"re' in raw]
    return [fields for fields in lines if fields.get("kind") in HANDLES]


def _now(caller: str, since: Sequence[Fields]) -> str:
    """The handle of a caller after all those."""
    for change in since:
        if caller_key(str(change.get("caller"))) == caller_key(caller):
            caller = str(change.get("to", ""))
    return caller
