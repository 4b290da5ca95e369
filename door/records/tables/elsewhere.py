"""Which callers are at which match in the other processes on this folder.

Guarantees: each process writes a file of its own, `tables/.here/ID`, which it locks as long as it lives. A
file without a lock belonged to a killed process. Nothing is fsynced.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from door.records.files.disk import make_folder, open_file, open_regular, try_lock, write_all

FOLDER: Final = ".here"
LARGEST: Final = 1 << 20

Here = Mapping[str, frozenset[str]]
"""The keys of the callers who play at a match and have it on their screens, by its id."""


class Others(NamedTuple):
    """The callers at matches in other processes, and the matches of killed processes."""

    here: Here
    killed: frozenset[str]


class Elsewhere:
    """The files under `folder`, one of them this process's."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._name = folder / FOLDER, secrets.token_hex(8)
        self._fd, self._told = -1, dict[str, frozenset[str]]()

    def tell(self, here: Here) -> None:
        """Write which callers are at matches in this process. Raises OSError."""
        if here == self._told:
            return
        data = json.dumps({id: sorted(keys) for id, keys in here.items()}).encode() + b"\n"
        if self._fd < 0:
            self._begin()
        os.lseek(self._fd, 0, os.SEEK_SET)
        write_all(self._fd, data)  # readers take the first line
        os.ftruncate(self._fd, len(data))
        self._told = dict(here)

    def _begin(self) -> None:
        """Make the file. It gets its name once it is locked, so that it never looks abandoned."""
        make_folder(self._folder)
        draft = self._folder / f".{self._name}"
        self._fd = open_file(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        try_lock(self._fd)
        draft.rename(self._folder / self._name)

    def look(self) -> Others:
        """Read the other processes' files, and delete the ones of killed processes."""
        here, killed = dict[str, frozenset[str]](), set[str]()
        with suppress(FileNotFoundError):
            for name in sorted(os.listdir(self._folder)):  # noqa: PTH208
                if name == self._name or name.startswith("."):
                    continue
                with suppress(OSError):
                    said, lives = self._said(self._folder / name)
                    killed |= set() if lives else set(said)
                    for id, keys in said.items() if lives else ():
                        here[id] = here.get(id, frozenset()) | keys
        return Others(here, frozenset(killed))

    @staticmethod
    def _said(path: Path) -> tuple[Here, bool]:
        """Return the contents of a file, and True if its process lives."""
        fd = open_regular(path)
        try:
            lives = not try_lock(fd)
            data = os.read(fd, LARGEST)
            if not lives:
                path.unlink(missing_ok=True)
        finally:
            os.close(fd)
        return _here(data.partition(b"\n")[0]), lives

    def close(self) -> None:
        """Delete this process's file."""
        if self._fd >= 0:
            with suppress(OSError):
                (self._folder / self._name).unlink()
            os.close(self._fd)
            self._fd, self._told = -1, {}


def _here(data: bytes) -> Here:
    try:
        tree: Any = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    items = tree.items() if isinstance(tree, dict) else ()
    return {id: frozenset(map(str, keys)) for id, keys in items if isinstance(keys, list)}
