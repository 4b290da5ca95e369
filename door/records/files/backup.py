"""Backups: a board's folders in a compressed tar file, with a manifest as its last member.

Guarantees: the journal is cut at a line's end, and the other files belong to it, if nobody writes to the
journal during `add_documents`. A restored folder has exactly the files of the manifest, with their hashes.
Nothing is restored from a file that is incomplete, damaged, or of a release that we can't read.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import shutil
import stat
import tarfile
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from door.records.files.disk import make_folder, open_file, open_to_read, replace_file, write_all
from door.records.files.homes import MOST_FILES, every_home, home_entries, open_entry
from door.records.files.owner import NOTE, refuse_newer
from door.records.journal.files import journal_months, line_ends
from door.records.journal.lines import RecordsError
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
DATA: Final = "data"
HOMES: Final = "homes"
ROOTS: Final = ("config", "ansi_art", "news", "pages", DATA, HOMES)
"""The folders of a backup, wherever the board keeps them."""

LEFT_OUT: Final = ("cache", "bulletins", "control", "web", "tmp")
"""Folders of the data that the board makes again."""

MANIFEST: Final = "MANIFEST.json"
FORMAT: Final = 1
LARGEST_MANIFEST: Final = 256 << 20
PIECE: Final = 1 << 20
LARGEST_HOME: Final = 1000 << 20
"""Bytes of a home that a backup has at most, which is the highest limit of a home."""


NOTED: Final = "backed-up"
"""The file in the data folder whose time is that of the last backup."""


def note_backup(data: Path) -> None:
    """Note that a backup has been written. Raises OSError."""
    replace_file(data / NOTED, b"", lasting=False)


def time_of_last(data: Path) -> float:
    """Return when the last backup was written, in Unix time, or 0."""
    try:
        return (data / NOTED).stat().st_mtime
    except OSError:
        return 0.0


class BadBackup(RecordsError):
    """A file can't be restored. The text says why."""


class Backup:
    """Writes a backup to an open file. `roots` are the board's folders by their names in `ROOTS`.

    Call `add_documents` while nobody writes to the journal, then `finish`, and `close` even if they fail.
    """

    def __init__(self, fd: int, roots: Mapping[str, Path]) -> None:
        os.ftruncate(fd, 0)
        os.lseek(fd, 0, os.SEEK_SET)
        self._fd, self._roots = fd, roots
        self._journal = roots[DATA] / "journal"
        self._out = os.fdopen(os.dup(fd), "wb")
        self._tar = tarfile.open(fileobj=self._out, mode="w:gz", format=tarfile.PAX_FORMAT, compresslevel=6)  # noqa: SIM115
        self._hashes: dict[str, str] = {}
        self._ends: dict[str, int] = {}

    def add_documents(self) -> None:
        """Add every file except the journal's months, and note where these end."""
        months = {self._journal / f"{month}.jsonl": month for month in journal_months(self._journal)}
        documents = [  # all at once: a game that starts meanwhile has no line in the journal yet
            (str(PurePosixPath(name, path.relative_to(root))), path)
            for name, root in self._roots.items()
            if name != HOMES
            for path in _files(root, LEFT_OUT if name == DATA else ())
            if path not in months
        ]
        for path, month in months.items():
            with open_to_read(path) as file:
                self._ends[month] = next(line_ends(file, os.fstat(file.fileno()).st_size))
        for name, path in documents:
            self._add(name, path)

    def finish(self) -> int:
        """Add the journal up to the noted ends, the callers' homes, and the manifest. Return the number of
        files."""
        for month, end in self._ends.items():
            path = self._journal / f"{month}.jsonl"
            self._add(f"{DATA}/journal/{path.name}", path, end)
        for home in every_home(self._roots[HOMES]) if HOMES in self._roots else ():
            self._add_home(home)
        manifest = {"format": FORMAT, **NOTE, "made": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"}
        text = json.dumps({**manifest, "files": self._hashes}, indent=0, sort_keys=True).encode()
        self._put(MANIFEST, io.BytesIO(text), len(text), 0o600, time.time())
        self._tar.close()
        self._out.close()
        os.fsync(self._fd)
        return len(self._hashes)

    def close(self) -> None:
        """Write nothing more. The collector would, and print an error of the disk to the sysop."""
        for file in (self._tar, self._out):
            with suppress(OSError):
                file.close()

    def _add(self, name: str, path: Path, size: int | None = None) -> None:
        """Add a file, or its first `size` bytes. One that has just been deleted is left out."""
        try:
            file = open_to_read(path)
        except FileNotFoundError:
            return
        with file:
            state = os.fstat(file.fileno())
            if size is None:  # it may grow or be cut while we copy it
                content = file.read()
                source, size = _Hashing(io.BytesIO(content)), len(content)
            else:
                source = _Hashing(file)
            self._put(name, source, size, state.st_mode & 0o777, state.st_mtime)
        self._hashes[name] = source.digest.hexdigest()

    def _add_home(self, home: Path) -> None:
        """Add a home's regular files: hidden ones too, and nothing behind a link.

        Programs write there as they like, so each file has the size that it had when we opened it.
        """
        left = LARGEST_HOME
        with suppress(FileNotFoundError):  # its caller was removed just now
            for count, entry in enumerate(home_entries(home)):
                if count == MOST_FILES:
                    LOG.warning("backup: the rest of %s is left out after %d files", home, count)
                    return
                fd = open_entry(entry)
                if fd is None:
                    continue
                with os.fdopen(fd, "rb") as file:
                    state = os.fstat(fd)
                    if state.st_size > left:
                        LOG.warning(
                            "backup: %s is left out, because its home is too large", home / entry.path
                        )
                        continue
                    left -= state.st_size
                    name = str(PurePosixPath(HOMES, home.parent.name, home.name, entry.path))
                    source = _Hashing(_Padded(file))
                    self._put(name, source, state.st_size, state.st_mode & 0o777, state.st_mtime)
                self._hashes[name] = source.digest.hexdigest()

    def _put(self, name: str, source: Any, size: int, mode: int, mtime: float) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode, member.mtime = size, mode, int(mtime)
        self._tar.addfile(member, source)


class _Hashing:
    """A file that hashes what is read from it."""

    def __init__(self, file: IO[bytes] | _Padded) -> None:
        self._file, self.digest = file, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.digest.update(data)
        return data


class _Padded:
    """A file that never ends: it may have been cut since we know its size."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        return self._file.read(size).ljust(size, b"\0")


def _files(root: Path, left_out: tuple[str, ...]) -> Iterator[Path]:
    """Yield the regular files of a folder, also behind links, without hidden ones: locks and drafts."""
    for folder, folders, names in os.walk(root, followlinks=False):
        hidden = {name for name in folders if name.startswith(".")}
        gone = {*hidden, *left_out} if Path(folder) == root else hidden
        folders[:] = sorted(set(folders) - gone)
        for name in sorted(names):
            path = Path(folder, name)
            if not name.startswith(".") and stat.S_ISREG(_mode(path)):
                yield path


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0


# -- and back ----------------------------------------------------------------------------------


def restore(file: IO[bytes], target: Path) -> dict[str, Any]:
    """Write a backup's files to a folder that is new or empty. Return the manifest.

    Raises BadBackup, or OSError, and then leaves nothing behind.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadBackup(tr.records.restore_in_use(target=target))
    was_there = target.exists()
    make_folder(target, 0o755)
    try:
        return _unpack(file, target)
    except (tarfile.TarError, EOFError, zlib.error, OSError) as error:
        _clear(target, was_there)
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise BadBackup(tr.records.backup_damaged(why=error)) from None
    except BaseException:
        _clear(target, was_there)
        raise


def _clear(target: Path, keep: bool) -> None:
    for path in target.iterdir() if keep else ():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if not keep:
        shutil.rmtree(target, ignore_errors=True)


def _unpack(file: IO[bytes], target: Path) -> dict[str, Any]:
    hashes: dict[str, str] = {}
    with tarfile.open(fileobj=file, mode="r:gz") as tar:
        for member in tar:
            if member.name == MANIFEST and member.isreg():
                manifest = _manifest(tar, member)
                break
            _check(member, hashes)
            source = tar.extractfile(member)
            assert source is not None  # a regular file
            hashes[member.name] = _write(source, target, member.name, member.mode)
        else:
            raise BadBackup(tr.records.backup_incomplete())
    if differ := sorted(set(hashes.items()) ^ set(manifest["files"].items())):
        raise BadBackup(tr.records.backup_differs(name=differ[0][0]))
    os.sync()
    return manifest


def _manifest(tar: tarfile.TarFile, member: tarfile.TarInfo) -> dict[str, Any]:
    source = tar.extractfile(member)
    try:
        manifest = json.loads(source.read(LARGEST_MANIFEST) if source else b"")
        files = manifest["files"].items()
        if manifest["format"] != FORMAT or not all(isinstance(hash, str) for _, hash in files):
            raise ValueError
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError):
        raise BadBackup(tr.records.backup_other_format(ours=NOTE["release"])) from None
    refuse_newer(Path(str(tar.name or "backup")), manifest)
    return dict(manifest)


def _check(member: tarfile.TarInfo, seen: Mapping[str, str]) -> None:
    """Raise BadBackup unless this is a file that a board's backup has."""
    parts = member.name.split("/")
    if not member.isreg():
        raise BadBackup(tr.records.backup_not_a_file(name=_printable(member.name)))
    if len(parts) < 2 or parts[0] not in ROOTS or {"", ".", ".."} & {*parts} or "\0" in member.name:
        raise BadBackup(tr.records.backup_wrong_path(name=_printable(member.name)))
    if member.name in seen:
        raise BadBackup(tr.records.backup_differs(name=_printable(member.name)))


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name[:200])


def _write(source: IO[bytes], target: Path, name: str, mode: int) -> str:
    """Write a file, and return its hash. The data are for the board's account alone."""
    path = target / name
    make_folder(path.parent, 0o700 if name.startswith((f"{DATA}/", f"{HOMES}/")) else 0o755)
    digest = hashlib.sha256()
    fd = open_file(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o644 | 0o600)
    try:
        while data := source.read(PIECE):
            digest.update(data)
            write_all(fd, data)
    finally:
        os.close(fd)
    return digest.hexdigest()
