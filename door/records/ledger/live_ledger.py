"""The ledger of a journal that grows, and its cache, so that a start doesn't read ten years of journal.

Guarantees: only the journal's writer thread adds lines, in the journal's order. Everybody else asks through
`read`, and never sees half a line counted. The guard is never held while the disk is waited for.

The cache, `data/cache/ledger.jsonl` and the file of rarely used values that it names (`Shelf`), can be
deleted at any time. It is the ledger after some line, and valid if the journal still has a line with that
hash in that place. A cache that doesn't fit, is torn, or was made by another version or with other doors, is
ignored. The audit never uses it.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, TypeVar

from door import __version__
from door.games.analysis import Account
from door.play.replay import GameReader
from door.records.files.disk import delete_drafts, make_folder, open_to_read, replace_file
from door.records.journal.files import START, JournalOffset, journal_months, lines_since
from door.records.journal.journal import Journal, JournalFollower
from door.records.journal.lines import JournalLine, digest, reason
from door.records.ledger.ledger import KnownGame, Ledger
from door.records.ledger.months import declared_months, parcel
from door.records.ledger.shelf import Shelf, ShelfFile, write_shelves
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
NAME: Final = "ledger.jsonl"
HEAD: Final = 65_536
"""Most bytes of the first line."""

WORTH: Final = 500
"""With fewer new lines than this, reading the journal is cheaper than writing the cache."""

MANY: Final = 200_000
"""Write the cache after so many lines on the way, so that an interrupted start goes on from there."""

OFTEN: Final = 1_000
"""Report progress after so many lines."""

DEAR: Final = 25
"""Writing 25 slots of the shelf file costs as much as reading one line. Don't write the cache for less."""

SHELVES: Final = "shelves-{}.jsonl"
NOTABLE: Final = 10_000_000
"""Log it if more bytes than this are read; they take some seconds."""


@dataclass(slots=True)
class Folded:
    """A ledger, the offset behind the last line it has counted, and the length of that line with its newline.
    `fresh` counts the lines that no cache has."""

    ledger: Ledger
    offset: JournalOffset = START
    last: int = 0
    fresh: int = 0

    def take(self, entry: JournalLine) -> None:
        """Count the journal's next line."""
        self.ledger.take(entry.fields, entry.hash)
        (month, at), self.last = self.offset, len(entry.raw) + 1
        self.offset = (month, at + self.last) if entry.month <= month else (entry.month, self.last)
        self.fresh += 1


Progress = Callable[[int, int], None]
"""Called now and then with the bytes that are read, and all bytes to read."""


def read_ledger(
    folder: Path, doors: Mapping[str, GameReader], cache: Path, progress: Progress | None = None
) -> Ledger:
    """Return the ledger of the whole journal. Raises OSError."""
    return fold(folder, doors, cache, progress).ledger


def fold(
    folder: Path, doors: Mapping[str, GameReader], cache: Path, progress: Progress | None = None
) -> Folded:
    """Read the journal from the cache's last line on, and write the cache if it is worth it. Raises
    OSError."""
    if known := read_cache(folder, doors, cache) or read_cache(folder, doors, cache):
        try:
            return _fold_on(known, folder, cache, progress)
        except Exception as error:  # values are read late, and any may be damaged
            LOG.error("%s/%s is damaged and is made again from the journal: %r.", cache.name, NAME, error)
    return _fold_on(Folded(Ledger(doors)), folder, cache, progress)


def _fold_on(folded: Folded, folder: Path, cache: Path, progress: Progress | None) -> Folded:
    if (left := _bytes_left(folder, folded.offset)) > NOTABLE:
        LOG.warning("%d MB of journal are read line by line; that takes a while.", left // 1_000_000)
    odd: Counter[str] = Counter()
    done = 0
    for entry, _ in lines_since(folder, folded.offset):
        folded.take(entry)
        done += folded.last
        if progress and not folded.fresh % OFTEN:
            progress(done, left)
        if not entry.fields:
            odd[f"{entry.month}.jsonl"] += 1
        if not folded.fresh % MANY:
            keep(folded, cache)
    for name, count in odd.items():
        LOG.error("%s: skipped %s; run `door audit` to list them.", name, tr.count.unreadable_lines(n=count))
    file = folded.ledger.names.file
    if folded.fresh > (file.slots // DEAR if file else 0):
        keep(folded, cache)
    return folded


def _bytes_left(folder: Path, offset: JournalOffset) -> int:
    """Return how many bytes of the journal are not counted yet."""
    left = (folder / f"{month}.jsonl" for month in journal_months(folder) if month >= offset[0])
    return sum(path.stat().st_size for path in left) - offset[1]


def read_cache(folder: Path, doors: Mapping[str, GameReader], cache: Path) -> Folded | None:
    """Return the cache's ledger, None if it isn't whole or the journal doesn't have its last line."""
    try:
        with open_to_read(cache / NAME) as file:
            made, month, end, last, name, lines = json.loads(file.readline(HEAD))
            if made != _maker(doors):
                return None
            ledger = json.loads(file.read())
        shelves = ShelfFile(cache / Path(name).name, lines, str(ledger["head"]))
        folded = Folded(Ledger.from_json(doors, ledger, shelves), (month, end), last)
        return folded if _has_last(folder, folded) else None
    except Exception:  # any error of a damaged file
        return None


def _has_last(folder: Path, folded: Folded) -> bool:
    """True if the journal still has the last line that was counted, in its place. Raises OSError."""
    month, end = folded.offset
    with (folder / f"{month}.jsonl").open("rb") as file:
        file.seek(end - folded.last)
        line = file.read(folded.last)
    return line[-1:] == b"\n" and digest(line[:-1]) == folded.ledger.head


def keep(folded: Folded, cache: Path) -> None:
    """Write the cache for the next start, if it is worth it. Log it if the disk refuses."""
    if folded.fresh < WORTH:
        return
    ledger, path = folded.ledger, cache / SHELVES.format(token_hex(4))
    try:
        make_folder(cache)
        file = pack_closed(ledger, path, nullcontext())
        assert file, "nobody was renamed meanwhile"
        rows = [[_maker(ledger.doors), *folded.offset, folded.last, path.name, file.end], ledger.to_json()]
        data = b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)
        replace_file(cache / NAME, data, lasting=False)
        for old in (f".{NAME}.*", SHELVES.format("*")):
            delete_drafts(cache, old)
        folded.fresh = 0
    except OSError as error:
        LOG.warning("%s/%s was not kept: %s.", cache.name, NAME, reason(error))


def pack_closed(ledger: Ledger, path: Path, guard: AbstractContextManager[object]) -> ShelfFile | None:
    """Write the shelves to a new file, with the months declared since. Raises OSError.

    Questions through `guard` wait for the copy of one table or shelf at most. Return None, without a
    change, if a caller was renamed or removed meanwhile.
    """
    months, closed, still = ledger.months, ledger.closed, dict[str, Shelf]()
    with guard:
        moved, due = closed.renames, declared_months(months)
    parcels = []
    for key in due:
        with guard:
            parcels.append(parcel(months, ledger.luck, *key))
    for name, shelf in ledger.shelves.items():
        with guard:
            still[name] = shelf.snapshot()
    file = write_shelves(path, still.values(), ledger.head, closed.shelf_values(parcels))
    with guard:
        if closed.renames != moved:
            return None
        for key in due:
            months.drop(*key, ledger.luck)
        for name in ("pasts", "closed"):
            ledger.shelves[name].attach(file, still.pop(name))
    for name, stood in still.items():
        with guard:
            ledger.shelves[name].attach(file, stood)
    for one in parcels:
        one.clear()
    return file


def _maker(doors: Mapping[str, GameReader]) -> list[str]:
    """Return the version and the doors: others may count the same lines differently."""
    return [__version__, *sorted(f"{slug} {door.INFO.package}".strip() for slug, door in doors.items())]


# -- the growing ledger --------------------------------------------------------------------------


T = TypeVar("T")


class LiveLedger(JournalFollower):
    """The ledger of `journal`; `cache` is the folder that keeps it between starts."""

    def __init__(self, journal: Journal, doors: Mapping[str, GameReader], cache: Path) -> None:
        self.journal, self.doors, self.cache = journal, doors, cache
        self.version = 0
        self.progress: Progress | None = None
        self._folded = Folded(Ledger(doors))
        self._guard = threading.RLock()
        journal.follower = self

    def read(self, question: Callable[[Ledger], T]) -> T:
        """Ask the ledger; the answer must not be a part of it that changes."""
        with self._guard:
            return question(self._folded.ledger)

    @contextmanager
    def knowing(self, id: str, position: Any, account: Account | None) -> Iterator[KnownGame]:
        """While a game's line is written, count it without a replay of its own: these are its last position
        and its account. Yield what says how it counted."""
        with self._guard:
            self._folded.ledger.known[id] = known = KnownGame(position, account)
        try:
            yield known
        finally:
            with self._guard:
                self._folded.ledger.known.pop(id, None)

    # -- for the journal's writer

    def reread(self) -> None:
        """Count the whole journal. Raises OSError."""
        folded = fold(self.journal.folder, self.doors, self.cache, self.progress)
        with self._guard:
            self._folded, self.is_stale = folded, False
            self.version += 1

    def follow(self) -> None:
        """Count lines that somebody else has written. Raises OSError."""
        folded = self._folded
        try:
            goes_on = folded.offset == START or _has_last(self.journal.folder, folded)
        except FileNotFoundError:
            goes_on = False
        if goes_on:
            self.count([entry for entry, _ in lines_since(self.journal.folder, folded.offset)])
        else:
            LOG.warning("The journal was changed under the running board; it is read anew.")
            self.reread()

    def count(self, entries: Sequence[JournalLine]) -> None:
        """Count lines that have been written. If that fails halfway, the ledger has to be read again."""
        for entry in entries:
            with self._guard:
                self.version += 1
                try:
                    self._folded.take(entry)
                except Exception as error:
                    LOG.error("A line could not be counted, and the ledger is rebuilt: %r.", error)
                    self.is_stale = True
                    return

    def pack_closed(self) -> None:
        """Move declared months from memory to a file of this process, while others ask: for a thread. The
        file has no name, so it is gone with the process."""
        ledger, path = self._folded.ledger, self.cache / f"shelves.{token_hex(4)}"
        if not self.read(lambda ledger: declared_months(ledger.months)):
            return
        try:
            pack_closed(ledger, path, self._guard)
        except OSError as error:
            LOG.warning("Last month stays in memory: %s.", reason(error))
        finally:
            with suppress(OSError):
                path.unlink()

    def keep(self) -> None:
        """Write the cache for the next start, if it is worth it."""
        with self._guard:
            if not self.is_stale:
                keep(self._folded, self.cache)
