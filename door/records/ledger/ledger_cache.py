"""The ledger kept from one start to the next, so that a start need not read ten years.

Law: `data/cache/ledger.jsonl` holds nothing that the journal does not, nor does the file that it names,
where what is seldom asked for stands (`Shelf`); both may be deleted at any
time.  It is the ledger as it stood after some line, and it is believed where the journal still has
that line in that place: its hash is one of all the lines before it.  A cache that does not fit, is
torn, or is another version's or other doors', is as good as not there: the journal is read from its
first line.  Whether the lines before it are still what they were, the audit tells, which never looks
here.
"""

from __future__ import annotations

import json
import logging
import os
from collections import Counter
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Final

from door import __version__
from door.midend.api import Door
from door.records.files.disk import delete_drafts, make_folder, open_regular, replace_file
from door.records.journal.files import START, JournalFiles, Place
from door.records.journal.lines import Entry, digest, reason
from door.records.ledger.ledger import Ledger
from door.records.ledger.months import declared, parcel
from door.records.ledger.shelf import Shelf, ShelfFile, write_shelves
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
NAME: Final = "ledger.jsonl"
HEAD: Final = 65_536
"""Bytes of its first line, at most."""

WORTH: Final = 500
"""Lines that a start reads faster from the journal than it takes to keep them."""

MANY: Final = 200_000
"""Lines after which what was read is kept on the way: 500,000 games took 311 MB without, and a start that is
broken off goes on from there."""

DEAR: Final = 25
"""Slots of the books' file that are written in the time of reading a line anew: after a crash 100,000 callers
do not wait 4 s for books to be kept which hold a day more."""

SHELVES: Final = "books-{}.jsonl"
NOTABLE: Final = 10_000_000
"""Bytes that take some seconds to fold: whoever waits is told."""


@dataclass(slots=True)
class Folded:
    """A ledger, the place in the journal behind the last line of it, and that line's length with its
    newline; `fresh` counts the lines that no cache knows."""

    ledger: Ledger
    place: Place = START
    last: int = 0
    fresh: int = 0

    def take(self, entry: Entry, place: Place) -> None:
        """The journal's next line, and the place behind it."""
        self.ledger.fold((entry,))
        self.place, self.last = place, len(entry.raw) + 1
        self.fresh += 1


def read_ledger(files: JournalFiles, doors: Mapping[str, Door], cache: Path) -> Ledger:
    """The ledger of the whole journal; OSError where that cannot be read."""
    return fold(files, doors, cache).ledger


def fold(files: JournalFiles, doors: Mapping[str, Door], cache: Path) -> Folded:
    """All of the journal, from what the cache has of it on, and kept there again where that is worth
    it; OSError where the journal cannot be read."""
    if known := kept(files, doors, cache) or kept(files, doors, cache):
        try:
            return _fold_on(known, files, cache)
        except Exception as error:  # its values are read when they are needed: any of them may be damaged
            LOG.error("%s/%s is damaged and is made again from the journal: %r.", cache.name, NAME, error)
    return _fold_on(Folded(Ledger(doors)), files, cache)


def _fold_on(folded: Folded, files: JournalFiles, cache: Path) -> Folded:
    if (left := _left(files, folded.place)) > NOTABLE:
        LOG.warning("%d MB of journal are read line by line; that takes a while.", left // 1_000_000)
    odd: Counter[str] = Counter()
    for entry, place in files.since(folded.place):
        folded.take(entry, place)
        if not entry.fields:
            odd[files.path(entry.month).name] += 1
        if not folded.fresh % MANY:
            keep(folded, cache)
    for name, count in odd.items():
        LOG.error("%s: skipped %s; run `door audit` to list them.", name, tr.count.unreadable_lines(n=count))
    file = folded.ledger.names.file
    if folded.fresh > (file.slots // DEAR if file else 0):
        keep(folded, cache)
    return folded


def _left(files: JournalFiles, place: Place) -> int:
    """Bytes of the journal that are not folded yet."""
    sizes = (files.path(month).stat().st_size for month in files.months() if month >= place[0])
    return sum(sizes) - place[1]


def kept(files: JournalFiles, doors: Mapping[str, Door], cache: Path) -> Folded | None:
    """What the cache has, if it is whole and the journal has its last line."""
    try:
        with os.fdopen(open_regular(cache / NAME), "rb") as file:
            made, month, end, last, name, lines = json.loads(file.readline(HEAD))
            if made != _maker(doors):
                return None
            ledger = json.loads(file.read())
        shelves = ShelfFile(cache / Path(name).name, lines, str(ledger["head"]))
        folded = Folded(Ledger.from_json(doors, ledger, shelves), (month, end), last)
        with files.path(month).open("rb") as file:
            file.seek(end - last)
            line = file.read(last)
    except Exception:  # whatever is in a file that is damaged
        return None
    return folded if line[-1:] == b"\n" and digest(line[:-1]) == folded.ledger.head else None


def keep(folded: Folded, cache: Path) -> None:
    """Keeps the ledger for the next start, where that is worth it; a disk that refuses is a line in
    the log."""
    if folded.fresh < WORTH:
        return
    ledger, path = folded.ledger, cache / SHELVES.format(token_hex(4))
    try:
        make_folder(cache)
        file = put_away(ledger, path, nullcontext())
        assert file, "nobody was renamed meanwhile"
        rows = [[_maker(ledger.doors), *folded.place, folded.last, path.name, file.end], ledger.to_json()]
        data = b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)
        replace_file(cache / NAME, data, lasting=False)
        for old in (f".{NAME}.*", SHELVES.format("*")):
            delete_drafts(cache, old)
        folded.fresh = 0
    except OSError as error:
        LOG.warning("%s/%s was not kept: %s.", cache.name, NAME, reason(error))


def put_away(ledger: Ledger, path: Path, guard: AbstractContextManager[object]) -> ShelfFile | None:
    """Puts what is new on the shelves in a new file, with the months that were declared since; OSError.

    Whoever asks the ledger through `guard` meanwhile waits while one table or shelf is copied at most.  None
    where a caller was renamed or removed before it was done, and nothing is another.
    """
    months, closed, still = ledger.months, ledger.closed, dict[str, Shelf]()
    with guard:
        moved, due = closed.moved, declared(months)
    parcels = []
    for place in due:
        with guard:
            parcels.append(parcel(months, ledger.luck, *place))
    for name, shelf in ledger.shelves.items():
        with guard:
            still[name] = shelf.still()
    file = write_shelves(path, still.values(), ledger.head, closed.shelved(parcels))
    with guard:
        if closed.moved != moved:
            return None
        for place in due:
            months.drop(*place, ledger.luck)
        for name in ("pasts", "closed"):
            ledger.shelves[name].put_in(file, still.pop(name))
    for name, stood in still.items():
        with guard:
            ledger.shelves[name].put_in(file, stood)
    for one in parcels:
        one.clear()
    return file


def _maker(doors: Mapping[str, Door]) -> list[str]:
    """Another version of the board, or other doors, may fold the same lines otherwise."""
    return [__version__, *sorted(doors)]
