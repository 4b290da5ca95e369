"""A file into which callers write lines, one a minute each. A failing disk gives them a sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from math import ceil
from typing import Any, Final

from door.records.files.jsonl import JsonlFile, Line, Refuse
from door.records.journal.lines import caller_key, reason, stamp
from door.term.charset import clean
from door.ui.texts import MaybeSaid, Said, from_recipe, tr

LOG: Final = logging.getLogger("door.records")
WIDTH: Final = 70
"""Most characters of a line."""

NO_WAIT: Final = ("joined", "waits", "validated", "draft")
"""Kinds of line that the board writes. They neither wait for the minute nor start it."""

EVERY_SECONDS: Final = 60.0


class Book(JsonlFile):
    """Lines with a `handle` and the time `t` (RFC 3339 UTC)."""

    def all(self) -> tuple[Line, ...]:
        """Return the lines, newest last; none if they can't be read."""
        try:
            return self.read()
        except OSError as error:
            LOG.error("%s cannot be read: %s", self.path.name, reason(error))
            return ()

    def add(self, line: Line, moment: datetime, refuse: Refuse = lambda lines: "") -> MaybeSaid:
        """Add a line; return "" or why not: its caller has added one just now, or `refuse` gives a reason."""

        def refused(lines: Sequence[Line]) -> MaybeSaid:
            own = line.get("about") in NO_WAIT
            return refuse(lines) or ("" if own else too_soon(lines, str(line["handle"]), moment))

        return self._try(lambda: self.append({**line, "t": stamp(moment)}, refused))

    def put(self, change: Callable[[Sequence[Line]], Sequence[Line]]) -> MaybeSaid:
        """Replace the lines; return "" or a sentence why that failed."""
        return self._try(lambda: self.edit(change))

    def _try(self, work: Callable[[], MaybeSaid | None]) -> MaybeSaid:
        try:
            return work() or ""
        except OSError as error:
            LOG.error("%s cannot be written: %s", self.path.name, reason(error))
            return tr.mail.board_cannot_write()


def too_soon(lines: Sequence[Line], handle: str, moment: datetime) -> MaybeSaid:
    """Return why that caller can't add a line at that moment, or ""."""
    key = caller_key(handle)
    own = (line for line in reversed(lines) if caller_key(str(line.get("handle"))) == key)
    last = next((line for line in own if line.get("about") not in NO_WAIT), None)
    past = None if last is None else seconds_since(last, moment)
    wait = 0.0 if past is None else EVERY_SECONDS - past
    return tr.mail.one_a_minute(seconds=tr.count.seconds(n=ceil(wait))) if 0 < wait <= EVERY_SECONDS else ""


def seconds_since(line: Line, moment: datetime) -> float | None:
    """Return the age of a line, None if its time can't be read."""
    try:
        return (moment - datetime.fromisoformat(str(line.get("t")))).total_seconds()
    except (ValueError, TypeError):
        return None


def texts(value: Any) -> tuple[str, ...]:
    """Return a list of lines, cleaned."""
    return tuple(clean(str(item), WIDTH) for item in value) if isinstance(value, list) else ()


def in_english(text: str) -> str:
    """Return a line as it is written to a file: cleaned, and a sentence of the board in shipped English."""
    return clean(text.shipped if isinstance(text, Said) else text, WIDTH).rstrip()


def recipe(text: str) -> Any:
    """Return the recipe to keep with such a line, so that everybody can read it in their own language."""
    return text.recipe if isinstance(text, Said) else None


def for_reader(text: str, kept: Any) -> str:
    """Return a line in the language of this context's reader. An edited line stays as it is."""
    said = from_recipe(kept)
    if not (isinstance(said, Said) and in_english(said) == text):
        return clean(text, WIDTH)
    whole = clean(said, 4 * WIDTH)
    return whole if len(whole) <= WIDTH else f"{whole[: WIDTH - 1]}»"
