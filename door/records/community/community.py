"""What callers leave for each other and for the sysop: one-liners, who called, letters.

Law: text is cleaned on its way in and again on its way out, since a sysop may have edited the
file.  Nothing here counts for any table.  Each of the functions waits for the disk: they are
for a thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any, Final

from door.records.files.jsonl import JsonlFile, Line
from door.records.journal.lines import caller_key, month_before, reason, stamp
from door.term.charset import clean

LOG: Final = logging.getLogger("door.records")
WIDTH: Final = 70
LETTER_LINES: Final = 20
EVERY_SECONDS: Final = 60.0
WALL_KEEPS, CALLS_KEPT = 200, 50
NOTHING: Final = "Nothing to send."
HELD: Final = "The board cannot write to its disk just now. Please try again later."


@dataclass(frozen=True, slots=True)
class Posted:
    """A line on the wall; `t` is RFC 3339 UTC, here and below."""

    handle: str
    text: str
    t: str


@dataclass(frozen=True, slots=True)
class LastCall:
    """A call that is over: when it began, on which node, whole minutes, the doors that were opened."""

    handle: str
    t: str
    node: int
    minutes: int
    doors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to the sysop."""

    handle: str
    lines: tuple[str, ...]
    t: str


class Community:
    """The files under the folder `data`."""

    def __init__(self, data: Path, now: Callable[[], datetime]) -> None:
        self._letters, self._now = data / "feedback", now
        self._wall = JsonlFile(data / "oneliners.jsonl", WALL_KEEPS)
        self._calls = JsonlFile(data / "lastcalls.jsonl", CALLS_KEPT)

    def oneliners(self) -> tuple[Posted, ...]:
        """The wall, newest last."""
        return tuple(found for line in _all(self._wall) if (found := _posted(line)))

    def post(self, handle: str, text: str) -> str:
        """Puts a line on the wall; "" or the sentence why not."""
        text = clean(text, WIDTH).strip()
        if not text:
            return "Nothing to put on the wall."
        return self._add(self._wall, {"handle": handle, "text": text})

    def last_calls(self) -> tuple[LastCall, ...]:
        """The calls that ended last, newest last."""
        return tuple(found for line in _all(self._calls) if (found := _call(line)))

    def has_news(self, handle: str, since: str) -> bool:
        """Whether somebody else has called or written on the wall since then (RFC 3339 UTC)."""
        key = caller_key(handle)
        found: list[Posted | LastCall] = [*self.oneliners(), *self.last_calls()]
        return any(one.t > since and caller_key(one.handle) != key for one in found)

    def note_call(self, call: LastCall) -> None:
        """Keeps that a call was made."""
        try:
            self._calls.append(asdict(call))
        except OSError as error:
            LOG.error("%s cannot be written: %s", self._calls.path.name, reason(error))

    def letters(self) -> tuple[Letter, ...]:
        """The sysop's letters of this month and the last, newest last."""
        month = self._now().strftime("%Y-%m")
        found = [line for at in (month_before(month), month) for line in _all(self._month(at))]
        return tuple(letter for line in found if (letter := _letter(line)))

    def may_post(self, handle: str) -> str:
        """Why that caller cannot put a line on the wall just now, or ""."""
        return _too_soon(_all(self._wall), handle, self._now())

    def may_write(self, handle: str) -> str:
        """Why that caller cannot leave a letter just now, or ""."""
        moment = self._now()
        return _too_soon(_all(self._month(moment.strftime("%Y-%m"))), handle, moment)

    def write(self, handle: str, lines: Sequence[str]) -> str:
        """Leaves a letter for the sysop; "" or the sentence why not."""
        kept = [clean(line, WIDTH).rstrip() for line in lines[:LETTER_LINES]]
        if not any(kept):
            return NOTHING
        month = self._now().strftime("%Y-%m")
        return self._add(self._month(month), {"handle": handle, "lines": kept})

    def _month(self, month: str) -> JsonlFile:
        return JsonlFile(self._letters / f"{month}.jsonl")

    def _add(self, book: JsonlFile, line: Line) -> str:
        moment = self._now()
        line = {**line, "t": stamp(moment)}
        try:
            return book.append(line, lambda lines: _too_soon(lines, str(line["handle"]), moment))
        except OSError as error:
            LOG.error("%s cannot be written: %s", book.path.name, reason(error))
            return HELD


def _all(book: JsonlFile) -> tuple[Line, ...]:
    try:
        return book.read()
    except OSError as error:
        LOG.error("%s cannot be read: %s", book.path.name, reason(error))
        return ()


def _too_soon(lines: Sequence[Line], handle: str, moment: datetime) -> str:
    """One line a minute from the same caller."""
    key = caller_key(handle)
    last = next((line for line in reversed(lines) if caller_key(str(line.get("handle"))) == key), None)
    if last is None:
        return ""
    try:
        past = (moment - datetime.fromisoformat(str(last.get("t")))).total_seconds()
    except (ValueError, TypeError):
        return ""
    wait = EVERY_SECONDS - past
    return f"One a minute, please: wait {ceil(wait)} seconds." if 0 < wait <= EVERY_SECONDS else ""


# -- lines as values ------------------------------------------------------------------------


def _posted(line: Line) -> Posted | None:
    match line:
        case {"handle": str(handle), "text": str(text), "t": str(t)}:
            return Posted(clean(handle, 40), clean(text, WIDTH), t)
    return None


def _call(line: Line) -> LastCall | None:
    match line:
        case {"handle": str(handle), "t": str(t), "node": int(node), "minutes": int(minutes)}:
            return LastCall(clean(handle, 40), t, node, minutes, _texts(line.get("doors")))
    return None


def _letter(line: Line) -> Letter | None:
    match line:
        case {"handle": str(handle), "t": str(t)}:
            return Letter(clean(handle, 40), _texts(line.get("lines"))[:LETTER_LINES], t)
    return None


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(clean(str(item), WIDTH) for item in value) if isinstance(value, list) else ()
