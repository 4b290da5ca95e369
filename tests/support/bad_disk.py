"""A disk that refuses, or a process that is killed, at any call to the system."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from door.records.files import disk

CALLS = ("write", "fsync", "replace", "unlink", "ftruncate")
"""Calls that change the disk."""


class Killed(BaseException):
    """Stands in for a kill: nothing of ours runs after it but what frees descriptors."""


def full() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Unsynced:
    """What a power cut would lose, by inode: `data` of files, and `names` in folders. Names that are deleted
    may come back."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.data, self.names = set[int](), set[int]()
        write, fsync, opened, replace = os.write, os.fsync, os.open, Path.replace

        def note_write(fd: int, data: Any) -> int:
            self.data.add(os.fstat(fd).st_ino)
            return write(fd, data)

        def note_fsync(fd: int) -> None:
            fsync(fd)
            for lost in (self.data, self.names):
                lost.discard(os.fstat(fd).st_ino)

        def note_open(path: Any, flags: int, *args: Any, **named: Any) -> int:
            if flags & os.O_CREAT and not os.path.lexists(path):
                self.names.add(Path(path).parent.stat().st_ino)
            return opened(path, flags, *args, **named)

        def note_replace(draft: Path, path: Path) -> Path:
            assert not path.exists() or draft.stat().st_ino not in self.data, "neither may be left of the two"
            self.names.add(path.parent.stat().st_ino)
            return replace(draft, path)

        patch.setattr(os, "write", note_write)
        patch.setattr(os, "fsync", note_fsync)
        patch.setattr(os, "open", note_open)
        patch.setattr(Path, "replace", note_replace)


class Fault:
    """Lets `after` calls to the system through, and then kills, or refuses as a full disk does, perhaps only
    `once`."""

    def __init__(
        self, patch: pytest.MonkeyPatch, after: int, error: Callable[[], BaseException], once: bool = False
    ) -> None:
        self.left, self.error, self.once, self.is_on = after, error, once, True
        for name in CALLS:
            patch.setattr(disk.os, name, self._guarded(getattr(os, name)))
        patch.setattr(Path, "replace", self._guarded(Path.replace))
        patch.setattr(Path, "unlink", self._guarded(Path.unlink))

    def _guarded(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if self.is_on and self.left <= 0:
                self.is_on = not self.once
                raise self.error()
            self.left -= 1
            return real(*args, **named)

        return call
