"""Values of callers and closed months that stay on disk until they are asked for.

Guarantees: values since the last cache are in memory, all others in one file for all shelves. That file is
never changed: a new cache writes a new one. A line of the file is JSON, `["shelf","key",value]`. Behind the
lines are an index of their places and lengths, by the CRC-32 of the text before the value, and the hash of
the journal's last line. A closed month's table is packed once. Renames and removals since then are applied
when it is read.
"""

from __future__ import annotations

import json
import os
import re
import struct
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping
from functools import partial
from itertools import islice
from mmap import mmap
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

from door.records.files.disk import open_regular, opened, write_all
from door.records.ledger.contest import NOTHING, Made, Places, Sum

PIECE: Final = 1_000_000
"""Bytes to read or write at a time. Each call frees Python's lock for a moment that is too short for the
event loop, so small pieces would starve it."""

READ: Final = 1_000
"""Most values of a shelf to cache."""

_SIGN: Final = re.compile(rb'\["[^"]*","(?:[^"\\]|\\.)*",')
_SLOT: Final = struct.Struct("=QQ")
_GONE: Final = object()

Late = Mapping[tuple[str, str], Callable[[Any], Any]]
"""Makes values by shelf and key while the file is written, from the old value (None for none)."""


class ShelfFile:
    """The file of all shelves; its lines take `end` bytes. Raises OSError, or ValueError if it isn't the file
    of the ledger that ends with the line of hash `head`."""

    def __init__(self, path: Path, end: int, head: str) -> None:
        self.end = end
        self._file = os.fdopen(open_regular(path), "rb", PIECE)
        size = os.fstat(self._file.fileno()).st_size
        self.slots = (size - end - len(head)) // _SLOT.size
        if self.slots < 1 or self._read(size - len(head), len(head)) != head.encode():
            raise ValueError("other books")

    def _read(self, at: int, size: int) -> bytes:
        return os.pread(self._file.fileno(), size, at)

    def find(self, sign: bytes) -> Any:
        """Return the value of the line that begins with `sign`. Raises KeyError."""
        for slot in range(crc32(sign), crc32(sign) + self.slots):
            place = self._read(self.end + slot % self.slots * _SLOT.size, _SLOT.size)
            at, size = _SLOT.unpack(place) if len(place) == _SLOT.size else (0, 0)
            line = self._read(at, size)
            if line.startswith(sign):
                return json.loads(line)[2]
            if not line:
                break
        raise KeyError(sign)

    def lines(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield every line, and its beginning."""
        self._file.seek(0)
        at = 0
        for line in self._file:
            at += len(line)
            if at > self.end:
                break
            if found := _SIGN.match(line):
                yield found[0], line


class Shelf(MutableMapping[str, Any]):
    """A shelf. All of it is `new`, in memory, until there is a `file`. Up to `most` of its values are
    cached."""

    def __init__(self, name: str, most: int = READ) -> None:
        self.name, self._most = name, most
        self.file: ShelfFile | None = None
        self.new: dict[str, Any] = {}
        self._read: dict[str, Any] = {}

    def still(self) -> Shelf:
        """Return a copy that doesn't change."""
        now = Shelf(self.name, self._most)
        now.file, now.new = self.file, dict(self.new)
        return now

    def put_in(self, file: ShelfFile | None, still: Shelf | None = None) -> None:
        """Switch to `file`, which now holds everything on this shelf (or in its snapshot `still`)."""
        stand = (self if still is None else still).new  # a shelf's truth value would read the file
        left = {key: value for key, value in self.new.items() if stand.get(key, stand) is not value}
        self.file, self.new = file, left | dict.fromkeys(stand.keys() - self.new.keys(), _GONE)
        self._read.clear()

    def __getitem__(self, key: str) -> Any:
        if key in self.new or not self.file:
            if (value := self.new[key]) is _GONE:
                raise KeyError(key)
            return value
        if key not in self._read:
            if len(self._read) >= self._most:
                self._read.clear()
            self._read[key] = self.file.find(_sign(self.name, key))
        return self._read[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._read.pop(key, None)
        self.new[key] = value

    def __delitem__(self, key: str) -> None:
        self[key]
        self[key] = _GONE
        if not self.file:
            del self.new[key]

    def move(self, old: str, new: str) -> None:
        """Move a value to another key, whose old value is dropped."""
        moved = self.pop(old, None)
        self.pop(new, None)
        if moved is not None:
            self[new] = moved

    def __iter__(self) -> Iterator[str]:
        for sign, _ in self.file.lines() if self.file else ():
            name, key = json.loads(sign[:-1] + b"]")
            if name == self.name and key not in self.new:
                yield key
        yield from (key for key, value in self.new.items() if value is not _GONE)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def write_shelves(path: Path, shelves: Collection[Shelf], head: str, late: Late | None = None) -> ShelfFile:
    """Write a new file of all shelves, and fsync it. Values in `late` are made while it is written, to save
    memory. Raises OSError."""
    places, data, end = array("Q"), bytearray(), 0
    with opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as fd:
        for sign, line in _lines(shelves, late or {}):
            places.extend((crc32(sign), end, len(line)))
            data += line
            end += len(line)
            if len(data) > PIECE:
                write_all(fd, bytes(data))
                data.clear()
        write_all(fd, bytes(data))
        write_all(fd, _index(places))
        write_all(fd, head.encode())
        os.fsync(fd)
    return ShelfFile(path, end, head)


def _lines(shelves: Collection[Shelf], late: Late) -> Iterator[tuple[bytes, bytes]]:
    """Yield every line of the new file with its beginning, lines of the old file first."""
    (file,) = {shelf.file for shelf in shelves}
    new = {_sign(shelf.name, key): value for shelf in shelves for key, value in shelf.new.items()}
    makes = {_sign(*place): make for place, make in late.items()}
    for sign, line in file.lines() if file else ():
        if sign in new:
            continue
        make = makes.pop(sign, None)
        yield sign, _line(sign, make(json.loads(line)[2])) if make else line
    for sign, value in new.items():
        if make := makes.pop(sign, None):
            yield sign, _line(sign, make(None if value is _GONE else value))
        elif value is not _GONE:
            yield sign, _line(sign, value)
    for sign, make in makes.items():
        yield sign, _line(sign, make(None))


def _index(places: array[int]) -> memoryview:
    """Return the index: slots of place and length, twice as many as lines; the length is 0 if a slot is free.
    Its pages are allocated as they are written, because all at once would hold up the event loop."""
    slots = 2 * len(places) // 3 + 1
    room = memoryview(mmap(-1, slots * _SLOT.size))
    index, each = room.cast("Q"), iter(places)
    for check, at, size in zip(each, each, each, strict=True):
        slot = check % slots
        while index[2 * slot + 1]:
            slot = (slot + 1) % slots
        index[2 * slot], index[2 * slot + 1] = at, size
    return room


def _sign(name: str, key: str) -> bytes:
    return f'["{name}",{json.dumps(key)},'.encode()


def _line(sign: bytes, value: Any) -> bytes:
    return sign + json.dumps(value, separators=(",", ":")).encode() + b"]\n"


# -- closed months -------------------------------------------------------------------------------


MONTHS_SHOWN: Final = 12
"""Months of a caller that are kept one by one."""

ROWS: Final = 500
"""Rows of a table to pack at a time."""

TABLES_READ: Final = 4
"""Most closed tables to cache."""


class Table(NamedTuple):
    """A month at a door, by caller's key: the sums of scores, the sums of marks by `among`, and the parts
    of the scores."""

    scores: dict[str, Sum]
    marks: dict[str, dict[str, Sum]]
    luck: dict[str, Made]


class Own(NamedTuple):
    """A caller's month at a door; `place` is 0 for none."""

    month: str
    place: int
    score: int
    games: int
    luck: Made = NOTHING


class Parcel(NamedTuple):
    """A declared month at a door that is about to be packed. It doesn't change any more."""

    month: str
    door: str
    places: Places
    table: Table

    def clear(self) -> None:
        """Free the rows one by one: 40,000 at once hold up the event loop for 20 ms."""
        self.places.clear()
        tables: tuple[dict[str, Any], ...] = (self.table.scores, self.table.luck, *self.table.marks.values())
        for rows in tables:
            while rows:
                rows.popitem()


class Past(NamedTuple):
    """A caller's closed months at a door, summed up: games, highest and lowest score, and the newest months,
    oldest first."""

    games: int
    high: int
    low: int
    months: tuple[Own, ...] = ()

    def plus(self, scores: Sum, own: Own) -> Past:
        """Return the summary with one more month."""
        months = sorted((*self.months, own))[-MONTHS_SHOWN:]
        return Past(
            self.games + scores.games, max(self.high, scores.high), min(self.low, scores.low), tuple(months)
        )


class Closed:
    """The closed months, on two of the ledger's shelves: `tables` by month and door, `pasts` by caller's key.
    `moved` counts renames and removals."""

    def __init__(self, tables: Shelf, pasts: Shelf) -> None:
        self.tables, self.pasts = tables, pasts
        self.moved = 0
        self._moves: list[tuple[str, str]] = []
        self._read: dict[str, Table] = {}

    def shelved(self, parcels: Iterable[Parcel]) -> Late:
        """Return the values to put on the shelves for those months."""
        late: dict[tuple[str, str], Callable[[Any], Any]] = {}
        months: dict[str, list[Parcel]] = {}
        for parcel in parcels:
            made = partial(_packed, parcel.table, len(self._moves))
            late[self.tables.name, f"{parcel.month} {parcel.door}"] = made
            for key in parcel.table.scores:
                months.setdefault(key, []).append(parcel)
        for key, own in months.items():
            late[self.pasts.name, key] = partial(_with, key, own)
        return late

    def look_again(self) -> None:
        """Forget cached tables: the shelf file has been replaced."""
        self._read.clear()

    def past(self, key: str, door: str) -> Past | None:
        """Return a caller's summary at a door, None before their first month was declared."""
        return _past(self.pasts.get(key, {}).get(door))

    def table(self, month: str, door: str) -> Table:
        """Return a closed month's table under the callers' current keys; an empty one if it isn't closed."""
        name = f"{month} {door}"
        if name not in self._read:
            while len(self._read) >= TABLES_READ:
                del self._read[next(iter(self._read))]
            self._read[name] = self._table(*self.tables.get(name, (0, "")))
        return self._read[name]

    def luck(self, month: str, door: str) -> Mapping[str, Made]:
        """Return the luck of a closed month's callers, by key."""
        return self.table(month, door).luck

    def _table(self, at: int, packed: str) -> Table:
        if not packed:
            return Table({}, {}, {})
        scores, marks, luck = json.loads(zlib.decompress(b64decode(packed)))
        table = Table(_sums(scores), {among: _sums(rows) for among, rows in marks.items()}, {
            key: Made._make(made) for key, made in luck.items()
        })  # fmt: skip
        for old, new in self._moves[at:]:
            for rows in (table.scores, *table.marks.values()) if new else ():
                _move(rows, old, new)
            _move(table.luck, old, new)
        return table

    def move(self, old: str, new: str) -> None:
        """Give a caller's months another key. Data that the new key had is dropped."""
        self.pasts.move(old, new)
        self._note(old, new)

    def bury(self, key: str) -> None:
        """Forget the parts of a removed caller's scores."""
        if key in self.pasts:
            pasts = {door: self.past(key, door) for door in self.pasts[key]}
            self.pasts[key] = {
                door: past._replace(months=tuple(own._replace(luck=NOTHING) for own in past.months))
                for door, past in pasts.items()
                if past
            }
        self._note(key, "")

    def _note(self, old: str, new: str) -> None:
        self.moved += 1
        if self.tables.new or self.tables.file:
            self._moves.append((old, new))
        self._read.clear()

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        return self._moves

    def load(self, kept: Any) -> None:
        self._moves = [(str(old), str(new)) for old, new in kept]


def _past(kept: Any) -> Past | None:
    """Convert a shelf's value, new or read from disk."""
    if kept is None or isinstance(kept, Past):
        return kept
    games, high, low, months = kept
    return Past(games, high, low, tuple(Own._make((*own, Made._make(luck))) for *own, luck in months))


def _with(key: str, parcels: Iterable[Parcel], stood: Any) -> dict[str, Any]:
    """Return a caller's summaries with those months added to the old value."""
    kept = dict(stood or {})
    for month, door, places, table in parcels:
        scores, row, luck = table.scores[key], places.of(key), table.luck.get(key, NOTHING)
        own = Own(month, row.place, int(row.score), row.games, luck) if row else Own(month, 0, 0, 0, luck)
        past = _past(kept.get(door))
        kept[door] = past.plus(scores, own) if past else Past(scores.games, scores.high, scores.low, (own,))
    return kept


def _packed(table: Table, moves: int, stood: Any) -> list[Any]:
    """Return a packed table, for its shelf."""
    packer = zlib.compressobj(1)
    pieces = [packer.compress(piece.encode()) for piece in _pieces(table)]
    return [moves, b64encode(b"".join([*pieces, packer.flush()])).decode()]


def _pieces(table: Table) -> Iterator[str]:
    """Yield the table's JSON in pieces, so that other threads get their turns."""
    yield "["
    yield from _rows(table.scores)
    yield ",{"
    for at, (among, rows) in enumerate(table.marks.items()):
        yield f"{',' * bool(at)}{json.dumps(among)}:"
        yield from _rows(rows)
    yield "},"
    yield from _rows(table.luck)
    yield "]"


def _rows(rows: Mapping[str, Any]) -> Iterator[str]:
    left, before = iter(rows.items()), "{"
    while some := [*islice(left, ROWS)]:
        yield before + ",".join(f"{json.dumps(key)}:{json.dumps(row)}" for key, row in some)
        before = ","
    yield "}" if before == "," else "{}"


def _sums(rows: Mapping[str, Any]) -> dict[str, Sum]:
    return {key: Sum._make(row) for key, row in rows.items()}


def _move(rows: dict[str, Any], old: str, new: str) -> None:
    moved = rows.pop(old, None)
    rows.pop(new, None)
    if new and moved is not None:
        rows[new] = moved
