"""The forum: callers' threads about a door or anything else, and each caller's reading marks. A thread is a
document of JSON lines, with an index of its posts in memory.

Guarantees: the first line is the thread's head, and every other line a post, with a number that never
changes. A post is one append, synced. Everything else rewrites one thread. A sysop may edit or delete files
at any time, and lines that aren't posts are skipped. A file without a head is set aside, with a line in the
log.

Text is cleaned when it is written and again when it is read. Posts of callers whom a reader ignores are
neither shown nor counted. A caller's own posts are never new. A post is kept for `days`, and a thread that
the board began and nobody answered for `QUIET_DAYS`. Nothing here counts in any standings. A failing disk
gives callers a sentence. All functions wait for the store, so run them in a thread.
"""

from __future__ import annotations

import json
import logging
import secrets
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import RLock
from typing import Any, Final, Literal, NamedTuple
from zlib import crc32

from door.records.access.limits import quota
from door.records.community.letters import for_reader, in_english, lines_of, recipe, row_of
from door.records.journal.lines import caller_key, decode, stamp
from door.records.part import Part
from door.records.store import Change, Conflict, Forbidden, Odd, Store, StoreError, Unit
from door.records.store.rows import Row, encode_rows, why_unsaved
from door.term.charset import clean
from door.ui.texts import MaybeSaid, Said, tr

LOG: Final = logging.getLogger("door.records")
# -- threads as documents --------------------------------------------------------------------------

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

    def index_of(self, number: int) -> int:
        """Return the index of the first post that has at least that number."""
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
        """Return the posts with the indexes from `first` to before `end` of the thread's document."""
        return [decode(body[at : body.index(b"\n", at)]) for at in self._starts[first:end]]


class Threads:
    """The threads in a store. All methods raise StoreError."""

    def __init__(self, store: Store) -> None:
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
        """Return the posts with the indexes from `first` to before `end`; none if they have just changed."""
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

    def delete_all_of(self, handle: str) -> int:
        """Delete every post of a caller, and threads that have no other. Return how many posts."""
        key, count = caller_key(handle), 0
        for thread in self.all():
            if own := sum(caller_key(who) == key for who in thread.writers):
                self.edit(thread.id, lambda head, posts: (head, _posts_of_others(posts, key)))
                count += own
        return count

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


def _posts_of_others(posts: Iterable[Row], key: str) -> list[Row]:
    return [one for one in posts if caller_key(str(one["handle"])) != key]


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
        """Return the index of the first post that the caller hasn't read."""
        if thread.id in self.read:
            return thread.index_of(self.read[thread.id] + 1)
        return bisect_right(thread.times, self.since)

    def to_change(self, handle: str, alive: Collection[str]) -> Change:
        """Return the change that writes the marks. Threads that aren't `alive` are left out."""
        kept = {"since": self.since, "read": {id: n for id, n in self.read.items() if id in alive}}
        return Change("put", MARKS, caller_key(handle), None, json.dumps(kept).encode() + b"\n")


class MarksCache:
    """The marks of the callers in a store. Marks that aren't written yet stay in memory."""

    def __init__(self, store: Store) -> None:
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


# -- the forum -------------------------------------------------------------------------------------

GENERAL: Final = "general"
"""The area that belongs to no door."""

TITLE: Final = 60
"""Most characters of a title."""

MOST: Final = 20_000
"""Most posts in a thread."""

QUIET_DAYS: Final = 14


class ForumReader(NamedTuple):
    """A reader: their handle ("" for a guest), their first call (RFC 3339), and the keys of callers they
    ignore."""

    handle: str
    since: str = ""
    ignored: frozenset[str] = frozenset()


class Announcement(NamedTuple):
    """A thread of the board's own in an area. Only one is `about` a thing."""

    area: str
    about: str
    title: Said
    lines: tuple[Said, ...]


class Unread(NamedTuple):
    """How many posts are new to a caller, and the ids of their threads."""

    posts: int = 0
    threads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """A thread in a list. `new`: posts that the reader has not read. `t`: when the last one was written
    (RFC 3339). `first`: the number of the first new post, or of the last post.
    """

    id: str
    area: str
    title: str
    by: str
    posts: int
    new: int
    t: str
    last_by: str
    first: int


@dataclass(frozen=True, slots=True)
class ForumPost:
    """A post. `handle` is "" for the board's own."""

    number: int
    handle: str
    lines: tuple[str, ...]
    t: str


class Window(NamedTuple):
    """Some posts of a thread, in order. `last` is the number of the thread's last post."""

    thread: ThreadRow
    posts: tuple[ForumPost, ...]
    last: int


class Forum(Part):
    """The threads in a store. Posts are kept for `days`."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], days: Callable[[], int] = lambda: 365
    ) -> None:
        self._store, self._now, self._days, self._threads = store, now, days, Threads(store)
        self._posts = quota("post")
        self._begun = quota("thread")
        self._marks = MarksCache(store)

    # -- reading

    def thread_rows(self, reader: ForumReader, area: str = "") -> tuple[ThreadRow, ...]:
        """Return the threads of an area, or of all, the one with the newest post first."""
        with self._threads.guard:
            marks = self._marks_of(reader)
            every = [one for one in self._threads.all() if area in ("", one.head["area"]) and one.numbers]
            every.sort(key=lambda one: one.times[-1], reverse=True)
            return tuple(row for one in every if (row := _row(one, reader, marks)))

    def unread(self, reader: ForumReader) -> Unread:
        """Count the new posts."""
        with self._threads.guard:
            marks = self._marks_of(reader)
            threads = self._threads.all() if reader.handle else []
            counts = {one.id: _new(one, reader, marks)[0] for one in threads}
        return Unread(sum(counts.values()), frozenset(id for id, count in counts.items() if count))

    def window(
        self, reader: ForumReader, id: str, number: int, count: int, back: bool = False
    ) -> Window | None:
        """Return at most `count` posts from that number on, or (`back`) the ones before it. Number 0 is the
        row's `first`. Return None if the thread is gone."""
        with self._threads.guard:
            thread, marks = self._threads.find(id), self._marks_of(reader)
            row = _row(thread, reader, marks) if thread else None
            if thread is None or row is None:
                return None
            deaf, at = _deaf(thread, reader.ignored), thread.index_of(number or row.first)
            wanted = range(at - 1, -1, -1) if back else range(at, len(thread.numbers))
            shown = (one for one in wanted if thread.writers[one] not in deaf)
            indexes = sorted(islice(shown, count))
            found = self._read(thread, indexes)
            last = next(
                (at for at in reversed(range(len(thread.numbers))) if thread.writers[at] not in deaf), 0
            )
            return Window(row, found, thread.numbers[last])

    def _read(self, thread: Thread, indexes: Sequence[int]) -> tuple[ForumPost, ...]:
        """Read these posts. Ignored ones between them are read too, but in one go."""
        if not indexes:
            return ()
        try:
            rows = self._threads.read(thread, indexes[0], indexes[-1] + 1)
        except StoreError as error:
            LOG.error("forum/%s cannot be read: %s", thread.id, error)
            rows = []
        return tuple(post for at in indexes if rows and (post := _post(rows[at - indexes[0]])))

    def next_new(self, reader: ForumReader, but: str = "") -> ThreadRow | None:
        """Return the thread with new posts that has waited longest, another one than `but`."""
        found = (
            [row for row in self.thread_rows(reader) if row.new and row.id != but] if reader.handle else []
        )
        return found[-1] if found else None

    # -- writing

    def _why_not(self, handle: str, by_sysop: bool = False, begins: bool = False) -> MaybeSaid:
        """Return the reason why that caller can't write now, or ""."""
        if by_sysop:
            return ""
        now = self._now()
        return self._posts.why_not(handle, now) or (self._begun.why_not(handle, now) if begins else "")

    def begin(
        self, handle: str, area: str, title: str, lines: Sequence[str], by_sysop: bool = False
    ) -> MaybeSaid:
        """Begin a thread; return "" or why not."""
        named = clean(title, TITLE).strip()
        post = row_of(handle, lines, self._now())
        if not (named and post):
            return tr.mail.letter_empty()
        if reason := self._why_not(handle, by_sysop, begins=True):
            return reason
        head = {"title": named, "area": area, "handle": handle}
        unit = Unit([self._threads.create(head, {"n": 1, **post})])
        return self._try(lambda: self._store.write(unit)) or self._count(handle, begins=True)

    def post(self, handle: str, id: str, lines: Sequence[str], by_sysop: bool = False) -> MaybeSaid:
        """Add a post to a thread; return "" or why not."""
        post = row_of(handle, lines, self._now())
        if not post:
            return tr.mail.letter_empty()
        with self._threads.guard:
            thread = self._threads.find(id)
            if thread is None:
                return tr.forum.no_such_thread()
            if len(thread.numbers) >= MOST:
                return tr.forum.thread_full(posts=MOST)
            if why := self._why_not(handle, by_sysop) or self._try(
                lambda: self._threads.append(id, lambda thread: {"n": thread.last + 1, **post})
            ):
                return why
        return self._count(handle)

    def announce(self, day: str, threads: Iterable[Announcement]) -> None:
        """Begin the board's threads about a day ("YYYY-MM-DD"), once. Raises StoreError."""
        try:
            done = self._store.get("announced", "")
        except (Odd, Forbidden) as error:
            done, kept = None, self._store.set_aside("announced", "")
            LOG.error("forum/announced: %s; it was kept as %s", error, kept)
        if done and done.body.decode("utf-8", "replace").strip() >= day:
            return
        changes = [Change("put", "announced", "", done.version if done else 0, f"{day}\n".encode())]
        known = {(one.head["area"], one.head.get("about")) for one in self._threads.all()}
        for area, about, title, lines in threads:
            if (area, about) not in known:
                said = {"title": in_english(title), "said": recipe(title), "about": about}
                post = {"n": 1, **row_of("", lines, self._now())}
                changes.append(self._threads.create({**said, "area": area, "handle": ""}, post))
        with suppress(Conflict):  # another host has begun them
            self._store.write(Unit(changes))

    def _count(self, handle: str, begins: bool = False) -> Literal[""]:
        for counted in (self._posts, self._begun)[: 1 + begins]:
            counted.count(handle, self._now())
        return ""

    # -- the sysop's

    def delete_post(self, id: str, number: int) -> MaybeSaid:
        """Delete a post, and its thread if it was the only one; return "" or why that failed."""
        return self._try(
            lambda: self._threads.edit(
                id, lambda head, posts: (head, [one for one in posts if one["n"] != number])
            )
        )

    def delete(self, id: str) -> MaybeSaid:
        """Delete a thread; return "" or why that failed."""
        return self._try(lambda: self._threads.delete(id))

    def move(self, id: str, area: str) -> MaybeSaid:
        """Move a thread to an area; return "" or why that failed."""
        return self._try(lambda: self._threads.edit(id, lambda head, posts: ({**head, "area": area}, posts)))

    def sweep(self) -> None:
        """Delete old posts, and threads of the board's own that nobody has answered."""
        now = self._now()
        oldest, quiet = (now - timedelta(days=days) for days in (self._days(), QUIET_DAYS))
        for thread in self._threads.all():
            unanswered = "about" in thread.head and not any(thread.writers)
            limit = max(oldest, quiet) if unanswered else oldest
            at = bisect_right(thread.times, limit.timestamp())
            first = thread.numbers[at] if at < len(thread.numbers) else thread.last + 1

            def drop_old(head: Row, posts: list[Row], first: int = first) -> tuple[Row, list[Row]]:
                return head, [one for one in posts if one["n"] >= first]

            if at:
                self._try(lambda id=thread.id, kept=drop_old: self._threads.edit(id, drop_old))  # type: ignore[misc]

    def _try(self, work: Callable[[], object]) -> MaybeSaid:
        try:
            work()
        except KeyError:
            return tr.forum.no_such_thread()
        except StoreError as error:
            return why_unsaved("forum", error)
        return ""

    # -- what callers have read

    def mark(self, reader: ForumReader, id: str, number: int) -> None:
        """Note that the caller has read a thread up to that post. `keep_marks` writes it."""
        with self._threads.guard:
            marks = self._marks_of(reader)
            if reader.handle and number > marks.read.get(id, 0):
                marks.read[id], marks.changed = number, True

    def mark_all(self, reader: ForumReader) -> None:
        """Note that the caller has read everything."""
        with self._threads.guard:
            marks = self._marks_of(reader)
            marks.since, marks.read, marks.changed = self._now().timestamp(), {}, True

    def keep_marks(self, reader: ForumReader) -> None:
        """Write what the caller has read, if that has changed."""
        with self._threads.guard:
            marks = self._marks_of(reader)
            if not (marks.changed and reader.handle):
                return
            marks.changed = False
            change = marks.to_change(reader.handle, {one.id for one in self._threads.all()})
        try:
            self._store.write(Unit([change], unsynced=True))
        except StoreError as error:
            LOG.error("forum/%s cannot be written: %s", change.key, error)

    def _marks_of(self, reader: ForumReader) -> ReadMarks:
        return self._marks.of(reader.handle, reader.since, self._now())


def _row(thread: Thread, reader: ForumReader, marks: ReadMarks) -> ThreadRow | None:
    """Return the thread as its reader sees it, None if every post is of callers they ignore."""
    deaf = _deaf(thread, reader.ignored)
    shown = (
        [at for at, who in enumerate(thread.writers) if who not in deaf]
        if deaf
        else range(len(thread.writers))
    )
    if not shown:
        return None
    new, first = _new(thread, reader, marks) if reader.handle else (0, 0)
    head, last = thread.head, shown[-1]
    return ThreadRow(
        thread.id, head["area"], clean(for_reader(head["title"], head.get("said")), TITLE),
        clean(str(head.get("handle", "")), 40), len(shown), new,
        stamp(datetime.fromtimestamp(thread.times[last], UTC)), clean(thread.writers[last], 40),
        first or thread.numbers[last],
    )  # fmt: skip


def _new(thread: Thread, reader: ForumReader, marks: ReadMarks) -> tuple[int, int]:
    """Return how many posts are new, and the number of the first."""
    first = marks.first_new(thread)
    if first >= len(thread.numbers):
        return 0, 0
    deaf = _deaf(thread, reader.ignored | {caller_key(reader.handle)})
    new = [at for at in range(first, len(thread.numbers)) if thread.writers[at] not in deaf]
    return len(new), thread.numbers[new[0]] if new else 0


def _deaf(thread: Thread, keys: frozenset[str]) -> set[str]:
    """Return the writers of a thread whose keys are among those."""
    return {who for who in set(thread.writers) if caller_key(who) in keys} if keys else set()


def _post(line: Mapping[str, Any]) -> ForumPost | None:
    match line:
        case {"n": int(number), "handle": str(handle), "t": str(t)}:
            return ForumPost(number, clean(for_reader(handle, line.get("by")), 40), lines_of(line), t)
    return None
