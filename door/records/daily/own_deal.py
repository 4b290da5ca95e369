"""A caller's own game of a daily deal that is laid open, out of the journal.

Law: it reads at most two files of the journal and changes nothing; for a process beside the board.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from door.records.journal.files import read_lines
from door.records.journal.lines import Fields, caller_key


def own_deal(folder: Path, slug: str, day: str, caller: str) -> Fields | None:
    """The `daily_game` line, None where there is none.  A day is laid open on the next, or later."""
    after = (date.fromisoformat(day) + timedelta(days=1)).strftime("%Y-%m")
    for month in sorted({day[:7], after}):
        path = folder / f"{month}.jsonl"
        for entry, _ in read_lines(path, month) if path.exists() else ():
            match entry.fields:
                case {"kind": "daily_game", "door": door, "day": on, "caller": str(who)}:
                    if (door, on, caller_key(who)) == (slug, day, caller_key(caller)):
                        return entry.fields
    return None
