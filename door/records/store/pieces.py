"""Documents made of pieces: files of lines, to which lines are added. Waiting games and matches are such.

Guarantees: a new document is on the disk whole, or not at all. What a disk refuses of a piece is cut off
again. A torn line at the end is not a piece, and is cut off before the next one is added.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from door.records.files.disk import give_name, open_file, open_regular, read_open, sync_folder, write_all


class Pieces:
    """A document, whose whole pieces have `size` bytes. The file is opened when it is needed."""

    def __init__(self, path: Path, size: int, fd: int = -1) -> None:
        self.path, self.size, self._fd = path, size, fd

    @property
    def is_open(self) -> bool:
        """True if the file is open."""
        return self._fd >= 0

    @classmethod
    def create(cls, path: Path, data: bytes) -> Pieces:
        """Write a new document, synced. Raises FileExistsError if the name is taken, or OSError."""
        draft = path.with_name(f".{secrets.token_hex(8)}.new")
        fd = open_file(draft, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL)
        try:
            write_all(fd, data)
            os.fsync(fd)
            give_name(draft, path)
            sync_folder(path.parent)
        except OSError:
            os.close(fd)
            raise
        finally:
            draft.unlink(missing_ok=True)
        return cls(path, len(data), fd)

    @classmethod
    def load(cls, path: Path, most: int) -> tuple[Pieces, bytes]:
        """Open a document and return its whole pieces. Raises OddFile if it isn't a file or has more than
        `most` bytes, or OSError."""
        fd = open_regular(path, os.O_RDWR | os.O_APPEND)
        try:
            data = whole(read_open(fd, path, most))
        except BaseException:
            os.close(fd)
            raise
        return cls(path, len(data), fd), data

    def add(self, data: bytes, lasting: bool = False) -> None:
        """Add whole lines, synced if they are `lasting`. Raises OSError; then nothing has changed."""
        if self._fd < 0:
            self._fd = open_regular(self.path, os.O_RDWR | os.O_APPEND)
        try:
            if os.fstat(self._fd).st_size > self.size:
                os.ftruncate(self._fd, self.size)
            write_all(self._fd, data)
            if lasting:
                os.fsync(self._fd)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._fd, self.size)
            raise
        self.size += len(data)

    def sync(self) -> None:
        """Wait until everything is on the disk. Raises OSError."""
        os.fsync(self._fd)

    def delete(self) -> None:
        """Delete the file, unless another document has taken its name."""
        with suppress(OSError):
            if os.path.samestat(os.fstat(self._fd), self.path.stat()):
                self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def whole(data: bytes) -> bytes:
    """Return the data without a torn line at its end."""
    return data[: data.rfind(b"\n") + 1]
