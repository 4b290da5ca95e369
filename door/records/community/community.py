"""The wall and the last calls.

Guarantees: text is cleaned when it is written and again when it is read, because a sysop may edit the file.
Nothing here counts in any standings. All functions wait for the disk, so run them in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from door.records.community.letters import (
    DAY,
    LOG,
    LetterBook,
    for_reader,
    in_english,
    recipe,
    seconds_since,
    texts,
)
from door.records.journal.lines import caller_key
from door.records.part import Part
from door.records.store import Blocking, StoreError
from door.records.store.rows import Row
from door.term.charset import clean
from door.ui.texts import MaybeSaid, tr

WALL_KEEPS, CALLS_KEPT = 200, 50
MOST_A_DAY: Final = 20
"""Most lines by one caller on the wall in 24 hours."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A line on the wall; `t` is RFC 3339 UTC, here and below."""

    handle: str
    text: str
    t: str


@dataclass(frozen=True, slots=True)
class LastCall:
    """A finished call: when it began, on which node, whole minutes, and the doors opened."""

    handle: str
    t: str
    node: int
    minutes: int
    doors: tuple[str, ...] = ()


class Wall(Part):
    """The callers' one-liners."""

    def __init__(self, store: Blocking, now: Callable[[], datetime]) -> None:
        self._now, self._lines = now, LetterBook(store, "lines", "oneliners", WALL_KEEPS)

    def oneliners(self) -> tuple[Posted, ...]:
        """Return the wall, newest last."""
        return tuple(found for line in self._lines.all() if (found := _wall_line(line)))

    def post(self, handle: str, text: str) -> MaybeSaid:
        """Put a line on the wall; return "" or a sentence why not."""
        kept, said = in_english(text).strip(), recipe(text)
        if not kept:
            return tr.people.wall_line_empty()
        now = self._now()
        line = {"handle": handle, "text": kept} | ({"said": said} if said else {})
        return self._lines.add(line, now, lambda lines: _enough(lines, handle, now))


class LastCalls(Part):
    """The last calls."""

    def __init__(self, store: Blocking) -> None:
        self._lines = LetterBook(store, "lines", "lastcalls", CALLS_KEPT)

    def last_calls(self) -> tuple[LastCall, ...]:
        """Return the last calls, newest last."""
        return tuple(found for line in self._lines.all() if (found := _call(line)))

    def note_call(self, call: LastCall) -> None:
        try:
            self._lines.append(asdict(call))
        except StoreError as error:
            LOG.error("%s cannot be written: %s", self._lines.name, error)


def _enough(lines: Sequence[Row], handle: str, now: datetime) -> MaybeSaid:
    """Say that the caller has put enough on the wall, or return ""."""
    key = caller_key(handle)
    own = [line for line in lines if caller_key(str(line.get("handle"))) == key]
    ages = [seconds_since(line, now) for line in own]
    count = sum(age is not None and 0 <= age < DAY for age in ages)
    return tr.people.enough_wall_lines(lines=tr.count.lines(n=count)) if count >= MOST_A_DAY else ""


# -- lines as values ------------------------------------------------------------------------


def _wall_line(line: Row) -> Posted | None:
    match line:
        case {"handle": str(handle), "text": str(text), "t": str(t)}:
            return Posted(clean(handle, 40), for_reader(text, line.get("said")), t)
    return None


def _call(line: Row) -> LastCall | None:
    match line:
        case {"handle": str(handle), "t": str(t), "node": int(node), "minutes": int(minutes)}:
            return LastCall(clean(handle, 40), t, node, minutes, texts(line.get("doors")))
    return None
