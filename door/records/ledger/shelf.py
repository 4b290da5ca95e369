"""Values of callers and closed months that stay on disk until they are asked for.

Guarantees: values since the last cache are in memory, all others in one file for all shelves. That file is
never changed: a new cache writes a new one. A line of the file is JSON, `["shelf","key",value]`. Behind the
lines are an index of their places and lengths, by the CRC-32 of the text before the value, and the hash of
the journal's last line.
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

from door.records.files.disk import descriptor, open_regular, write_all

PIECE: Final = 1_000_000
"""Bytes to read or write at a time. Each call frees Python's lock for a moment that is too short for the
event loop, so small pieces would starve it."""

READ: Final = 1_000
"""Most values of a shelf to cache."""

_SIGN: Final = re.compile(rb'\["[^"]*","(?:[^"\\]|\\.)*",')
_SLOT: Final = struct.Struct("=QQ")
_GONE: Final = object()

LazyValues = Mapping[tuple[str, str], Callable[[Any], Any]]
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

    def snapshot(self) -> Shelf:
        """Return a copy that doesn't change."""
        now = Shelf(self.name, self._most)
        now.file, now.new = self.file, dict(self.new)
        return now

    def attach(self, file: ShelfFile | None, snapshot: Shelf | None = None) -> None:
        """Switch to `file`, which now holds everything on this shelf (or in its `snapshot`)."""
        stand = (self if snapshot is None else snapshot).new  # a shelf's truth value would read the file
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


def write_shelves(
    path: Path, shelves: Collection[Shelf], head: str, late: LazyValues | None = None
) -> ShelfFile:
    """Write a new file of all shelves, and fsync it. Values in `late` are made while it is written, to save
    memory. Raises OSError."""
    places, data, end = array("Q"), bytearray(), 0
    with descriptor(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as fd:
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


def _lines(shelves: Collection[Shelf], late: LazyValues) -> Iterator[tuple[bytes, bytes]]:
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
