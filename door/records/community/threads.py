"""The forum's documents: each thread is JSON lines, with an index of its posts in memory.

Guarantees: the first line is the thread's head, and every other line a post, with a number that never
changes. A post is one append, synced. Everything else rewrites one thread. A sysop may edit or delete files
at any time, and lines that aren't posts are skipped. A file without a head is set aside, with a line in the
log.
"""

from __future__ import annotations

import json
import logging
import secrets
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import RLock
from typing import Final
from zlib import crc32

from door.records.journal.lines import caller_key, decode
from door.records.store import Blocking, Change, Conflict, Forbidden, Odd, StoreError, Unit
from door.records.store.rows import Row, encode_rows
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
KIND: Final = "thread"


class Thread:
    """A thread: its `head`, and for each post its number, its time in seconds since 1970, and its
    writer."""

    def __init__(self, id: str, head: Row) -> None:
        self.id, self.head, self.version = id, head, 0
        self.numbers, self.times, self.writers = array("I"), array("d"), list[str]()
        self._starts, self._size, self._sum = array("Q"), 0, 0  # of the bytes that are in the index

    @property
    def last(self) -> int:
        return self.numbers[-1] if self.numbers else 0

    def place(self, number: int) -> int:
        """Return the place of the first post that has at least that number."""
        return bisect_left(self.numbers, number)

    def take_in(self, body: bytes, names: dict[str, str]) -> bool:
        """Add the posts that are new in the document. Return False if anything before them has changed.
        `names` are the handles in use, so that each is in memory once."""
        if crc32(body[: self._size]) != self._sum or len(body) < self._size:
            return False
        at = self._size or body.index(b"\n") + 1
        for raw in body[at:].split(b"\n")[:-1]:
            match decode(raw):
                case {"n": int(number), "handle": str(who), "t": str(t), "lines": list()}:
                    if self.last < number < 1 << 31 and (moment := _seconds(t)) is not None:
                        self.numbers.append(number)
                        self.times.append(moment)
                        self.writers.append(names.setdefault(who, who))
                        self._starts.append(at)
            at += len(raw) + 1
        self._size, self._sum = at, crc32(body[self._size : at], self._sum)
        return True

    def posts(self, body: bytes, first: int, end: int) -> list[Row]:
        """Return the posts in the places from `first` to before `end` of the thread's document."""
        return [decode(body[at : body.index(b"\n", at)]) for at in self._starts[first:end]]


class Threads:
    """The threads in a store. All methods raise StoreError."""

    def __init__(self, store: Blocking) -> None:
        self.store, self.guard = store, RLock()
        self._known: dict[str, tuple[object, Thread | None]] = {}  # None: it can't be read
        self._names: dict[str, str] = {}

    def all(self) -> list[Thread]:
        with self.guard:
            states = self.store.states(KIND)
            self._known = {id: known for id, known in self._known.items() if id in states}
            for id, state in states.items():
                if id not in self._known or self._known[id][0] != state:
                    self._known[id] = state, self._load(id)
            return [thread for _, thread in self._known.values() if thread]

    def find(self, id: str) -> Thread | None:
        """Return the thread as it is in the store, or None."""
        with self.guard:
            self.all()
            return self._known.get(id, ((), None))[1]

    def read(self, thread: Thread, first: int, end: int) -> list[Row]:
        """Return the posts in the places from `first` to before `end`; none if they have just changed."""
        doc = self.store.get(KIND, thread.id)
        return thread.posts(doc.body, first, end) if doc and doc.version == thread.version else []

    def create(self, head: Row, post: Row) -> Change:
        """Return the change that makes a new thread with its first post."""
        return Change("put", KIND, secrets.token_hex(8), 0, encode_rows([head, post]))

    def append(self, id: str, post: Callable[[Thread], Row]) -> None:
        """Add what `post` returns for the thread, behind its other posts. Raises KeyError if it is gone."""
        with self.guard:
            while thread := self.find(id):
                change = Change("add", KIND, id, thread.version, encode_rows([post(thread)]))
                try:
                    self.store.write(Unit([change]))
                except Conflict:
                    continue
                return
        raise KeyError(id)

    def edit(self, id: str, change: Callable[[Row, list[Row]], tuple[Row, Sequence[Row]]]) -> None:
        """Replace the thread's head and posts. A thread without posts is deleted."""
        with self.guard:
            while (thread := self.find(id)) and (changes := self.edit_changes(thread, change)):
                try:
                    self.store.write(Unit(changes))
                except Conflict:
                    continue
                return

    def edit_changes(
        self, thread: Thread, change: Callable[[Row, list[Row]], tuple[Row, Sequence[Row]]]
    ) -> list[Change]:
        """Return the change that `edit` writes; none if it makes none."""
        posts = self.read(thread, 0, len(thread.numbers))
        head, kept = change(thread.head, posts)
        if kept and (head, kept) == (thread.head, posts):
            return []
        if not kept:
            return [Change("delete", KIND, thread.id, thread.version)]
        return [Change("put", KIND, thread.id, thread.version, encode_rows((head, *kept)))]

    def delete(self, id: str) -> None:
        self.store.write(Unit([Change("delete", KIND, id, None)]))

    def _load(self, id: str) -> Thread | None:
        """Read a thread, or what is new in it. One that isn't a thread is set aside."""
        try:
            doc = self.store.get(KIND, id)
        except Odd as error:
            self._set_aside(id, str(error))
            return None
        except StoreError as error:
            LOG.error("forum/%s cannot be read: %s", id, error)
            return None
        if doc is None:
            return None
        thread = self._known[id][1] if id in self._known else None
        if thread is None or not thread.take_in(doc.body, self._names):
            first, newline, _ = doc.body.partition(b"\n")
            thread = Thread(id, decode(first))
            titled = isinstance(thread.head.get("title"), str) and isinstance(thread.head.get("area"), str)
            if not (newline and titled):
                self._set_aside(id, tr.forum.no_head())
                return None
            thread.take_in(doc.body, self._names)
        thread.version = doc.version
        return thread

    def _set_aside(self, id: str, why: str) -> None:
        kept = self.store.set_aside(KIND, id)
        LOG.error("forum/%s is not a thread (%s). It was kept as %s.", id, why, kept)


def _seconds(t: str) -> float | None:
    try:
        return datetime.fromisoformat(t).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


# -- what callers have read: a document for each -------------------------------------------------


MARKS: Final = "marks"
CACHED: Final = 500
"""Callers whose marks are in memory."""


@dataclass(slots=True)
class ReadMarks:
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

    def to_change(self, handle: str, alive: Collection[str]) -> Change:
        """Return the change that writes the marks. Threads that aren't `alive` are left out."""
        kept = {"since": self.since, "read": {id: n for id, n in self.read.items() if id in alive}}
        return Change("put", MARKS, caller_key(handle), None, json.dumps(kept).encode() + b"\n")


class MarksCache:
    """The marks of the callers in a store. Marks that aren't written yet stay in memory."""

    def __init__(self, store: Blocking) -> None:
        self._store = store
        self._known: dict[str, ReadMarks] = {}

    def of(self, handle: str, first_call: str, now: datetime) -> ReadMarks:
        """Return a caller's marks. Without a document, they have read everything before their first call."""
        key = caller_key(handle)
        if key not in self._known:
            for old in [one for one, marks in self._known.items() if not marks.changed][:-CACHED]:
                del self._known[old]
            since = _seconds(first_call)
            self._known[key] = self._load(key) or ReadMarks(now.timestamp() if since is None else since)
        return self._known[key]

    def _load(self, key: str) -> ReadMarks | None:
        try:
            doc = self._store.get(MARKS, key) if key else None
        except (Odd, Forbidden) as error:
            LOG.error("forum/%s cannot be read: %s", key, error)
            return None
        kept = decode(doc.body) if doc else {}
        since, read = kept.get("since"), kept.get("read")
        if isinstance(since, int | float) and isinstance(read, dict):
            return ReadMarks(since, {id: n for id, n in read.items() if isinstance(n, int)})
        return None
