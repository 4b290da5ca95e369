"""File operations: replace whole files, lock them, and keep them private to the board's user.

Every file and folder of a board is made here. A file that root makes belongs to the owner of its folder, and
a file that root replaces keeps its owner. So the sysop's commands never lock the board's own account out.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
FILE: Final = 0o600
FOLDER: Final = 0o700
NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
"""Errors of a file system without hard links."""

ASIDE: Final = ".broken"
"""The suffix of something that was in our way and is kept for the sysop."""

DRAFT_SECONDS: Final = 60.0
"""Age after which a draft was left by a killed process."""


def make_folder(folder: Path, mode: int = FOLDER) -> None:
    """Make a folder and its missing parents, by default for the board's user alone. Raises OSError."""
    try:
        try:
            folder.mkdir(mode=mode)
        except FileNotFoundError:
            make_folder(folder.parent, mode)
            folder.mkdir(mode=mode)
    except FileExistsError:
        if not folder.is_dir():  # "File exists" would say nothing
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
    else:
        if os.geteuid() == 0:
            with descriptor(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW) as fd:
                give(fd, folder.parent)


def open_file(path: Path, flags: int, mode: int = FILE) -> int:
    """Open a file. If root makes it, it gets its folder's owner and group."""
    flags |= os.O_CLOEXEC
    if not flags & os.O_CREAT or os.geteuid():
        return os.open(path, flags, mode)
    try:
        fd = os.open(path, flags | os.O_EXCL, mode)
    except FileExistsError:
        if flags & os.O_EXCL:
            raise
        return os.open(path, flags & ~os.O_CREAT)
    give(fd, path.parent)
    return fd


def give(file: int | Path, like: Path) -> None:
    """Give a file, perhaps an open one, the owner and group of another one, as far as the system lets us."""
    with suppress(OSError):
        owner = like.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def fingerprint(state: os.stat_result) -> tuple[int, ...]:
    """Return what changes whenever the file is written; a later writing makes it greater."""
    return state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino


@contextmanager
def descriptor(path: Path, flags: int, mode: int = FILE) -> Iterator[int]:
    fd = open_file(path, flags, mode)
    try:
        yield fd
    finally:
        os.close(fd)


def sync_folder(folder: Path) -> None:
    """fsync the directory so that new names survive a crash."""
    with descriptor(folder, os.O_RDONLY | os.O_DIRECTORY) as fd:
        os.fsync(fd)


def write_all(fd: int, data: bytes | memoryview) -> None:
    """Write every byte. Raises OSError if the disk takes fewer."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def replace_file(
    path: Path,
    data: bytes,
    lasting: bool = True,
    mode: int = FILE,
    at_once: bool = True,
    ready: Callable[[int], None] | None = None,
) -> None:
    """Replace a whole file, so that a reader sees the old one or the new one.

    The owner and group stay. The old file stays if `ready` raises, or if an OSError (which names `path`) is
    raised. `ready` is called with the new file's descriptor just before the replacement. `lasting` syncs the
    content. `at_once` syncs the folder too; otherwise a power cut may bring the old file back.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    with naming(path):
        try:
            with descriptor(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode) as fd:
                give(fd, path)
                write_all(fd, data)
                if lasting:
                    os.fsync(fd)
                if ready:
                    ready(fd)
            try:
                draft.replace(path)
            except IsADirectoryError:
                LOG.warning("%s is a folder; it was kept as %s.", path, set_aside(path).name)
                draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
        if lasting and at_once:
            sync_folder(path.parent)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Make an OSError name the intended file, not its draft."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        del error.filename2  # if it were None, the text would end in "-> None"
        raise


def delete_drafts(folder: Path, pattern: str) -> None:
    """Delete drafts that killed processes left, as far as the system lets us. A recent one may still be in
    use."""
    drafts = list[Path]()
    with suppress(OSError):
        drafts += folder.glob(pattern)
    for draft in drafts:
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > DRAFT_SECONDS:
                draft.unlink()


class OddFile(OSError):
    """Not a regular file of reasonable size, but a folder, a FIFO, a link to itself, or far too large."""


def open_regular(path: Path | str, flags: int = os.O_RDONLY) -> int:
    """Open an existing file. Raises OddFile if it is not a regular file, OSError if it can't be opened.
    Never waits for a FIFO."""
    try:
        fd = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        if error.errno in (errno.EISDIR, errno.ELOOP, errno.ENXIO):
            raise OddFile(error.errno, error.strerror, str(path)) from None
        raise
    mode = os.fstat(fd).st_mode
    if stat.S_ISREG(mode):
        return fd
    os.close(fd)
    if stat.S_ISDIR(mode):
        raise OddFile(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OddFile(errno.EINVAL, tr.records.not_regular(), str(path))


def read_file(path: Path, most: int) -> bytes:
    """Return a file's content. Raises OddFile if it is not a regular file or has more than `most` bytes,
    OSError if it can't be read."""
    with open_to_read(path) as file:
        if (size := os.fstat(file.fileno()).st_size) > most:
            raise OddFile(errno.EFBIG, tr.records.too_large(bytes=f"{size:,}"), str(path))
        return file.read()


def open_to_read(path: Path | str) -> BinaryIO:
    """Open a regular file. Raises as `open_regular`."""
    return os.fdopen(open_regular(path), "rb")


def read_regular(path: Path) -> bytes:
    """Return a file's content. Raises as `open_regular`."""
    with open_to_read(path) as file:
        return file.read()


def give_name(draft: Path, path: Path) -> None:
    """Give a finished draft its name. Raises FileExistsError if the name is taken, or OSError.

    On a file system without hard links (FAT, some network shares) the name is only checked first.
    """
    try:
        os.link(draft, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        draft.rename(path)


def is_odd(path: Path) -> bool:
    """True if something other than a file has that name. An unused name is not odd."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return error.errno == errno.ELOOP


def set_aside(path: Path) -> Path:
    """Rename something that is in our way; return its new path. Raises OSError."""
    aside = path.with_name(path.name + ASIDE)
    while aside.exists():
        aside = path.with_name(f"{path.name}.{secrets.token_hex(2)}{ASIDE}")
    return path.rename(aside)


def cut_off(path: Path, start: int, end: str) -> None:
    """Move a file's content from byte `start` on to the end of another file, whose name ends with `end`."""
    with descriptor(path, os.O_RDWR) as fd:
        os.lseek(fd, start, os.SEEK_SET)
        with descriptor(path.with_name(path.name + end), os.O_WRONLY | os.O_APPEND | os.O_CREAT) as kept:
            while piece := os.read(fd, 1 << 20):
                write_all(kept, piece)
            os.fsync(kept)
        if start:
            os.ftruncate(fd, start)
            os.fsync(fd)
    if not start:
        path.unlink()


def replace_if_new(path: Path, data: bytes) -> None:
    """Write a file unless it has this content already. It isn't synced, because it can be made again."""
    with suppress(OSError):
        if read_file(path, len(data)) == data:
            return
    replace_file(path, data, lasting=False)


@contextmanager
def lock_file(path: Path, patience: float = 10.0) -> Iterator[None]:
    """Hold the lock of `path` against other processes and threads.

    Raises OSError if it can't be locked, TimeoutError (an OSError) if somebody holds it longer than
    `patience` seconds. A lock ends with its process.
    """
    fd = open_lock(path)
    try:
        _wait_for(fd, patience)
        yield
    finally:
        os.close(fd)


def open_lock(path: Path) -> int:
    """Open the file to be locked. Raises OSError."""
    try:
        return open_file(path, os.O_RDWR | os.O_CREAT)
    except OSError:
        return open_file(path, os.O_RDONLY)  # a read-only disk can still be locked


def _wait_for(fd: int, patience: float) -> None:
    limit, nap = time.monotonic() + patience, 0.0005
    while not try_lock(fd):
        if time.monotonic() > limit:
            raise TimeoutError(0, tr.records.lock_held())
        time.sleep(nap)
        nap = min(nap * 2, 0.01)


def try_lock(fd: int) -> bool:
    """Take the file's lock; False if somebody else has it."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
