"""The results of the board's events: a flat file of JSON lines.

Nothing else depends on it, and the sysop may delete it at any time.
"""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from door.records.files.jsonl import JsonlFile, Line
from door.records.journal.lines import reason
from door.term.charset import clean

LOG: Final = logging.getLogger("door.records")
NAME: Final = "events.jsonl"
KEPT: Final = 500
SAID: Final = 200
DONE: Final = "done"
"""The result of an event that went well."""


@dataclass(frozen=True, slots=True)
class EventRun:
    """A run of an event that began at `t` (RFC 3339 UTC) and took so many `seconds`. `ended` is its result,
    and `said` the last line it printed."""

    name: str
    t: str
    seconds: int
    ended: str
    said: str = ""


class EventRuns:
    """The file in the folder `data`."""

    def __init__(self, data: Path) -> None:
        self._book = JsonlFile(data / NAME, KEPT)

    def note(self, run: EventRun) -> None:
        """Add a run. Raises OSError."""
        self._book.append(asdict(run))

    def last(self) -> dict[str, EventRun]:
        """Return each event's last run by its name; none if the file can't be read."""
        try:
            runs = map(_run, self._book.read())
        except OSError as error:
            LOG.error("%s cannot be read: %s", NAME, reason(error))
            return {}
        return {run.name: run for run in runs if run}


def _run(line: Line) -> EventRun | None:
    match line:
        case {"name": str(name), "t": str(t), "seconds": int(seconds), "ended": str(ended)}:
            return EventRun(name, t, seconds, clean(ended, SAID), clean(str(line.get("said", "")), SAID))
    return None
