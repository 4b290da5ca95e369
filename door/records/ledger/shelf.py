"""What the books say of one caller or of one closed month, on the disk until it is asked for.

Law: a shelf is a mapping from text to a JSON value.  What was put there since the books were kept is in
memory, everything else in one file for all shelves, which is never written again: books that are kept later
are another file.  A value that was taken from a shelf is put back to change it.

The file: a line of JSON for each value, `[shelf, key, value]`; an index, by the CRC-32 of what stands before
the value, of the lines' places and lengths; and the hash of the journal's last line.
"""

from __future__ import annotations

import json
import os
import re
import struct
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from mmap import mmap
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from door.records.files.disk import open_regular, opened, write_all

PIECE: Final = 1_000_000
"""Bytes that are read and written at a time.  Each read and write frees Python's lock for a moment, too short
for the event loop to wake: with 8 KB at a time the loop waited for up to 105 ms."""

READ: Final = 1_000
"""Values of a shelf that are at hand once they were read: a name takes 5 µs, and a title has twenty."""

_SIGN: Final = re.compile(rb'\["[^"]*","(?:[^"\\]|\\.)*",')
_SLOT: Final = struct.Struct("=QQ")
_GONE: Final = object()

Late = Mapping[tuple[str, str], Callable[[Any], Any]]
"""Values by shelf and key, made when they are written, of what stood there before (None for nothing)."""


class ShelfFile:
    """The file of all shelves, whose lines take `end` bytes.  OSError where it cannot be read, ValueError
    where it is not that of the books which end with the line of hash `head`."""

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
        """The value behind that beginning of a line; KeyError where there is none."""
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
        """Every line, and its beginning."""
        self._file.seek(0)
        at = 0
        for line in self._file:
            at += len(line)
            if at > self.end:
                break
            if found := _SIGN.match(line):
                yield found[0], line


class Shelf(MutableMapping[str, Any]):
    """One shelf; all of it is `new`, in memory, until there is a `file`.  Of what is read from there
    `most` values are at hand."""

    def __init__(self, name: str, most: int = READ) -> None:
        self.name, self._most = name, most
        self.file: ShelfFile | None = None
        self.new: dict[str, Any] = {}
        self._read: dict[str, Any] = {}

    def still(self) -> Shelf:
        """What is on it now, whatever is put there later."""
        now = Shelf(self.name, self._most)
        now.file, now.new = self.file, dict(self.new)
        return now

    def put_in(self, file: ShelfFile | None, still: Shelf | None = None) -> None:
        """All of it stands in that file, or what was `still` on it."""
        stand = (self if still is None else still).new  # to ask a shelf whether it is empty reads the file
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
        """What stands under `old` stands under `new` from now on, in place of what stood there."""
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
    """A new file of all that the shelves of one file hold, on the disk to stay; OSError.  What is `late` is
    made when it is written: 41,000 callers' pasts would take 160 MB."""
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
    """Every line of the new file, and its beginning: those that stood in the old one first."""
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
    """Slots of places and lengths, twice as many as there are lines (checksum, place and length each); the
    length is 0 where one is free.  Each page of the ten megabytes comes when it is written: all at once they
    hold up the event loop for 18 ms."""
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
