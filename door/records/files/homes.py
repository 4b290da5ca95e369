"""A home for each caller at an external door: HOMES/SLUG/ID, a folder that the program may use.

The board's data have mode 700, so a program with a user of its own can't reach a folder in them. The homes
are beside the data. Only the board can list them, and only its program's user can read a home.

Guarantees: the id is random and stays in the caller's file, so a rename changes nothing, and no handle
becomes a path. We follow no link in a home, open no pipe, and bound how many files and folders we read.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from door.records.files.disk import make_folder
from door.records.journal.lines import RecordsError
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
KEY: Final = "home"
"""The key of a home's id among what a caller's file has of the door."""

DEEPEST: Final = 32
"""Folders inside each other that we look into."""

MOST_FILES: Final = 10_000
"""Files and folders above which a home is full."""

LEAST: Final = 4096
"""Bytes that an entry counts at least."""

_ID: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)
_REMOVED: Final = ".removed-"
_TOP: Final = PurePosixPath()


class HomeEntry(NamedTuple):
    """Something in a home: its name in the open folder `parent`, its path from the home, its lstat."""

    parent: int
    name: str
    path: PurePosixPath
    state: os.stat_result


def new_id() -> str:
    return secrets.token_hex(8)


def home_path(root: Path, slug: str, id: str) -> Path:
    """Return where that home is. Raises RecordsError if the id is not one of ours."""
    if not _ID.fullmatch(id):
        raise RecordsError(tr.records.wrong_home(id=repr(id[:40]), door=slug))
    return root / slug / id


def make_home(root: Path, slug: str, id: str, ids: tuple[int, int] | None) -> Path:
    """Make the home if it isn't there, and give it to that user, None for the board's own.

    A home of another user, such as one from a backup, is given with all that was that user's. Raises
    OSError, or RecordsError for a wrong id.
    """
    home = home_path(root, slug, id)
    make_folder(home)
    for folder in (root, home.parent):
        folder.chmod(0o711)
    _clear_removed(home.parent)
    fd = _open_folder(home)
    try:
        os.fchmod(fd, 0o700)  # raises for a home of another user, unless we are root
        owner = os.fstat(fd).st_uid
        if ids is not None and owner != ids[0]:
            for entry in _entries(fd):
                linked = stat.S_ISREG(entry.state.st_mode) and entry.state.st_nlink > 1
                if entry.state.st_uid == owner and not linked:
                    os.chown(entry.name, *ids, dir_fd=entry.parent, follow_symlinks=False)
            os.fchown(fd, *ids)
    finally:
        os.close(fd)
    return home


def is_full(home: Path, megabytes: int) -> bool:
    """True if the home has that many megabytes, or more files or deeper folders than we look at.

    A home that does not exist is empty. Raises OSError if it can't be read.
    """
    size = 0
    try:
        for count, entry in enumerate(home_entries(home), 1):
            size += max(LEAST, entry.state.st_size)
            deep = len(entry.path.parts) > DEEPEST
            if size >= megabytes << 20 or count > MOST_FILES or deep:
                return True
    except FileNotFoundError:
        return False
    return False


def home_entries(home: Path) -> Iterator[HomeEntry]:
    """Yield all that is in a home, without following a link. Raises OSError if it can't be opened."""
    fd = _open_folder(home)
    try:
        yield from _entries(fd)
    finally:
        os.close(fd)


def open_entry(entry: HomeEntry) -> int | None:
    """Open a regular file of the home's owner to read it; None for anything else, or if it has gone."""
    if not stat.S_ISREG(entry.state.st_mode) or entry.state.st_uid != os.fstat(entry.parent).st_uid:
        return None
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        fd = os.open(entry.name, flags, dir_fd=entry.parent)
    except OSError:
        return None
    state = os.fstat(fd)
    if stat.S_ISREG(state.st_mode) and os.path.samestat(state, entry.state):  # inodes are used again
        return fd
    os.close(fd)
    return None


def every_home(root: Path) -> Iterator[Path]:
    """Yield the homes of all doors and callers."""
    for folder in _folders(root):
        yield from (home for home in _folders(folder) if _ID.fullmatch(home.name))


def remove_homes(root: Path, doors: Mapping[str, Mapping[str, str]]) -> None:
    """Remove the homes that a caller's file has ids of. The log names a home that can't be removed."""
    for folder in _folders(root):
        id = doors.get(folder.name, {}).get(KEY, "")
        home = folder / id
        if not _ID.fullmatch(id) or not home.is_dir():
            continue
        try:  # under another name first: a program that still saves can't bring it back
            home.rename(folder / f"{_REMOVED}{id}")
        except OSError as error:
            LOG.error("%s can't be removed: %s", home, error.strerror)
        _clear_removed(folder)


def _clear_removed(folder: Path) -> None:
    for left in folder.glob(f"{_REMOVED}*"):
        try:
            shutil.rmtree(left)
        except (OSError, RecursionError) as error:
            LOG.error("%s can't be removed: %s", left, error)


def _folders(root: Path) -> list[Path]:
    """Return the folders in a folder, by name, without links; none if it can't be read."""
    try:
        with os.scandir(root) as found:
            return sorted(Path(one.path) for one in found if one.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _open_folder(name: str | Path, parent: int | None = None) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(name, flags, dir_fd=parent)


def _entries(fd: int, path: PurePosixPath = _TOP) -> Iterator[HomeEntry]:
    """Yield a folder's entries and those of its folders. One that has gone meanwhile is left out."""
    with os.scandir(fd) as found:
        for name in (one.name for one in found):
            try:
                state = os.stat(name, dir_fd=fd, follow_symlinks=False)
                inner = _open_folder(name, fd) if stat.S_ISDIR(state.st_mode) else None
            except OSError:
                continue
            yield HomeEntry(fd, name, path / name, state)
            if inner is not None:
                try:
                    if len(path.parts) < DEEPEST:
                        yield from _entries(inner, path / name)
                finally:
                    os.close(inner)
