"""What each caller has read in the forum: a document per caller."""

from __future__ import annotations

import json
import logging
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from door.records.community.threads import Thread
from door.records.journal.lines import caller_key, decode
from door.records.store import Blocking, Change, Odd

LOG: Final = logging.getLogger("door.records")
KIND: Final = "marks"
CACHED: Final = 500
"""Callers whose marks are in memory."""


@dataclass(slots=True)
class Marks:
    """What a caller has read: everything until `since` (seconds since 1970), and in a thread up to that
    number."""

    since: float
    read: dict[str, int] = field(default_factory=dict)
    changed: bool = False

    def first_new(self, thread: Thread) -> int:
        """Return the place of the first post that the caller hasn't read."""
        if thread.id in self.read:
            return thread.place(self.read[thread.id] + 1)
        return bisect_right(thread.times, self.since)

    def written(self, handle: str, alive: Collection[str]) -> Change:
        """Return the change that writes the marks. Threads that aren't `alive` are left out."""
        kept = {"since": self.since, "read": {id: n for id, n in self.read.items() if id in alive}}
        return Change("put", KIND, caller_key(handle), None, json.dumps(kept).encode() + b"\n")


class MarksCache:
    """The marks of the callers in a store. Marks that aren't written yet stay in memory."""

    def __init__(self, store: Blocking) -> None:
        self._store = store
        self._known: dict[str, Marks] = {}

    def of(self, handle: str, first_call: str, now: datetime) -> Marks:
        """Return a caller's marks. Without a document, they have read everything before their first call."""
        key = caller_key(handle)
        if key not in self._known:
            for old in [one for one, marks in self._known.items() if not marks.changed][:-CACHED]:
                del self._known[old]
            self._known[key] = self._load(key) or Marks(_seconds(first_call, now))
        return self._known[key]

    def _load(self, key: str) -> Marks | None:
        try:
            doc = self._store.get(KIND, key) if key else None
        except Odd as error:
            LOG.error("forum/%s cannot be read: %s", key, error)
            return None
        kept = decode(doc.body) if doc else {}
        since, read = kept.get("since"), kept.get("read")
        if isinstance(since, int | float) and isinstance(read, dict):
            return Marks(since, {id: n for id, n in read.items() if isinstance(n, int)})
        return None


def _seconds(t: str, otherwise: datetime) -> float:
    try:
        return datetime.fromisoformat(t).timestamp()
    except (ValueError, OverflowError, OSError):
        return otherwise.timestamp()


def move_marks(store: Blocking, old: str, new: str) -> Iterator[Change]:
    """Yield the changes that move a renamed caller's marks."""
    key, to = caller_key(old), caller_key(new)
    if key != to and (doc := store.get(KIND, key)):
        yield Change("delete", KIND, key, None)
        yield Change("put", KIND, to, None, doc.body)


def remove_marks(handle: str) -> Change:
    return Change("delete", KIND, caller_key(handle), None)
