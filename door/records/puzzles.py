"""The day's puzzle, from last month's journal.

It reads two files of the journal (the second for later handles) and changes nothing. It runs in a worker
process, because a month may be long.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from door.midend.door import GameDoor
from door.midend.doors import find
from door.midend.replay import Puzzle, has_puzzles, order, puzzle_from
from door.records.journal.files import read_lines
from door.records.journal.lines import Fields, caller_key, decode, month_before

TRIED: Final = 100
"""Most games to look at."""

HANDLES: Final = ("rename", "remove")
"""The kinds of line that change handles."""


def puzzle_of(folder: Path, slug: str, day: str) -> tuple[Puzzle | None, str]:
    """Return the day's puzzle at that door, or None without a suitable game last month, and the current
    handle of its player, "" if they have left. Games whose turn is in an earlier month are skipped, and so
    are lines that can't be played."""
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
        except Exception:  # a hand-edited line, which the audit reports
            continue
    return None, ""


def _handles(path: Path) -> list[Fields]:
    """Return the handle changes of a month."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        lines = [decode(raw) for raw in file if b'"kind":"re' in raw]
    return [fields for fields in lines if fields.get("kind") in HANDLES]


def _now(caller: str, since: Sequence[Fields]) -> str:
    """Return a caller's handle after all changes."""
    for change in since:
        if caller_key(str(change.get("caller"))) == caller_key(caller):
            caller = str(change.get("to", ""))
    return caller
