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
