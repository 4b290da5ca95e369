"""The callers' files: which exist, and their contents, cached.

Guarantees: the folder is listed again when it has changed, and a file is read again when its time or size
has. The cache is bounded. Several threads may read at once. Only `give_name` writes, in steps that may be
repeated: the file is moved, so that there is one caller at all times, and then gets the new handle.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Final

from door.records.callers.caller_file import Caller, CallerError, key_of, looks_of, parse_caller, write_caller
from door.records.files.disk import make_folder, open_to_read, read_file, replace_file, signature
from door.records.files.plain_yaml import YamlError, dump, parse
from door.records.journal.lines import reason
from door.ui.catalogue import tr
from door.ui.texts import reason_of

SUFFIX: Final = ".yaml"
LARGEST: Final = 64 * 1024
GRAIN: Final = 50_000_000
"""Nanoseconds within which two changes of a folder may have the same time."""

TRUSTED: Final = 60.0
"""Seconds until the folder is listed again although only we seem to have written."""

MOST: Final = 5_000
"""Most callers to cache, about 1 KB each."""

_Sign = tuple[int, ...]


class CallerFolder:
    """The folder `callers/`, and `removed/` in it, whose files reserve handles. All errors are
    CallerErrors, one sentence each."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder, self.removed, self._most = folder, folder / "removed", most
        self._names, self._gone = _Names(folder), _Names(self.removed)
        self._known: dict[str, tuple[_Sign, Caller | CallerError]] = {}
        self._writing = Lock()
        self._place = f"{folder}/"  # faster than a Path for each file

    def __len__(self) -> int:
        """The number of cached callers."""
        return len(self._known)

    def names(self) -> dict[str, str]:
        """Return the callers' file names, by the handle's key."""
        for name in self._names.look():
            self._known.pop(name, None)
        return self._names.files

    def removed_names(self) -> dict[str, str]:
        """Return the files that reserve the handles of renamed or removed callers, by the handle's key."""
        self._gone.look()
        return self._gone.files

    def alike(self, handle: str) -> tuple[Set[str], Set[str]]:
        """Return the keys of callers and reserved handles that look like that handle, as last listed."""
        looks = looks_of(handle)
        return self._names.alike(looks), self._gone.alike(looks)

    def listed(self, handle: str) -> bool:
        """True if the caller's file was in the last listing."""
        return key_of(handle) in self._names.files

    def find(self, key: str) -> Caller | None:
        """Return the caller, or None. A known file is read first, because listing thousands of files at every
        log-on would hold everybody up."""
        name = self._names.files.get(key)
        found = self.read(name) if name else None
        if found is None and (name := self.names().get(key)):
            found = self.read(name)
        return found

    def remembered(self, key: str) -> Caller | None:
        """Return the cached caller without a look at the disk, or `find` them."""
        held = self._known.get(self._names.files.get(key, ""))
        return held[1] if held and isinstance(held[1], Caller) else self.find(key)

    def path_of(self, key: str) -> Path | None:
        """Return the path of the caller's file, or None."""
        name = self._names.files.get(key)
        if name is None or not (self.folder / name).exists():
            name = self.names().get(key)
        return None if name is None else self.folder / name

    def forget(self) -> None:
        """List the folders again at the next look."""
        self._names.forget()
        self._gone.forget()

    def write(self, caller: Caller, at_once: bool = True) -> None:
        """Write the caller's file, under the lock. Raises CallerError if a file is there that can't be read:
        the sysop has to repair it. Unless `at_once`, a power cut may bring the old file back."""
        key = key_of(caller.handle)
        self.find(key)
        path = self.folder / self._names.files.get(key, f"{caller.handle}{SUFFIX}")
        data = write_caller(caller).encode()
        with telling(path), self._names.writing(path.name):
            replace_file(path, data, at_once=at_once)
        if len(data) <= LARGEST:
            with suppress(OSError):
                self._known[path.name] = (signature(path), caller)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock for writing."""
        with telling(self.folder), self._writing:
            make_folder(self.folder)
            yield

    def read(self, name: str) -> Caller | None:
        """Return the caller in that file, or None. An unchanged file isn't read again."""
        found = self._look(name)
        self._known.pop(name, None)  # newest last, because the first is forgotten first
        if found is None:
            return None
        self._known[name] = found
        while len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return _caller(found[1])

    def written(self, part: str) -> Iterator[tuple[int, str]]:
        """Yield when the files were written, in nanoseconds, with the handles that have `part` in their key;
        nothing if the folder can't be read."""
        try:
            entries = list(os.scandir(self.folder))
        except OSError:
            return
        for entry in entries:
            handle = entry.name.removesuffix(SUFFIX)
            if handle != entry.name and not handle.startswith(".") and part in key_of(handle):
                with suppress(OSError):  # renamed or removed just now
                    yield entry.stat().st_mtime_ns, handle

    def each(self, part: str = "") -> Iterator[tuple[Caller | None, str]]:
        """Yield every caller with `part` in their key, by handle, or a sentence about a damaged file. A long
        list doesn't evict cached callers."""
        for key, name in sorted(self.names().items()):
            try:
                found = self._look(name) if part in key else None
                if found is not None and len(self._known) < self._most:
                    self._known[name] = found
                yield (_caller(found[1]) if found else None), ""
            except CallerError as error:
                yield None, reason_of(error)

    def _look(self, name: str) -> tuple[_Sign, Caller | CallerError] | None:
        try:
            sign = signature(self._place + name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CallerError(tr.records.file_unreadable(file=name, reason=reason(error))) from None
        held = self._known.get(name)
        return held if held and held[0] == sign else (sign, _load(self._place, name))


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn an OSError about the file into a CallerError."""
    try:
        yield
    except OSError as error:
        raise CallerError(tr.records.file_unwritable(file=path.name, reason=reason(error))) from None


def _caller(found: Caller | CallerError) -> Caller:
    if isinstance(found, CallerError):
        raise CallerError(reason_of(found))
    return found


def _load(place: str, name: str) -> Caller | CallerError:
    """Return the file's caller, or why it can't be read."""
    try:
        # By name, without a stat call, which is 20 % faster than by Path.
        with open_to_read(place + name) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            return CallerError(tr.records.file_too_large(file=name, kilobytes=LARGEST // 1024))
        text = data.decode("utf-8-sig")  # twice as fast as `read_text`
        caller = parse_caller(text.replace("\r\n", "\n").replace("\r", "\n"), name)
    except CallerError as error:
        return error
    except UnicodeDecodeError:
        return CallerError(tr.records.file_no_text(file=name))
    except OSError as error:
        return CallerError(tr.records.file_unreadable(file=name, reason=reason(error)))
    if key_of(caller.handle) != key_of(name.removesuffix(SUFFIX)):
        return CallerError(tr.records.other_handle(file=name, handle=repr(caller.handle)))
    return caller


class _Names:
    """The .yaml files of a folder by their callers' keys, and which handles look alike.

    The folder is listed again when it has changed. Our own writes change no name, or a known one, so no
    listing follows them. Lookalikes are worked out at the first question.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sign: object = None
        self._listed, self._trusting = 0.0, False
        self._alike: dict[str, list[str]] | None = None
        self._looking = Lock()
        self.files: dict[str, str] = {}

    def forget(self) -> None:
        """List the folder at the next look, even if its time is the same."""
        self._sign = None

    @contextmanager
    def writing(self, name: str) -> Iterator[None]:
        """Wrap the writing of a file of that name. The callers' lock keeps other names from changing."""
        before = None
        with suppress(OSError):
            before = self._state()
        yield
        with self._looking, suppress(OSError):
            if before and before == self._sign:
                self._take(name)
                self._sign, self._trusting = self._state(), True

    def _state(self) -> tuple[int, int]:
        state = self._folder.stat()
        return state.st_mtime_ns, state.st_ino

    def alike(self, looks: str) -> Set[str]:
        """Return the keys whose handles look like that (see `looks_of`), as of the last listing."""
        with self._looking:
            if self._alike is None:
                self._alike = {}
                for key in self.files:
                    self._alike.setdefault(looks_of(key), []).append(key)
            return frozenset(self._alike.get(looks, ()))

    def look(self) -> Set[str]:
        """Update `files`; return the names of files that are gone.

        A folder that was changed just now is listed again the next time, because a change within the
        clock's grain could be missed. A file that came from outside during our write is seen within
        `TRUSTED` seconds.
        """
        with self._looking:
            try:
                sign = self._state()
                old = self._trusting and time.monotonic() - self._listed > TRUSTED
                if self._sign == sign and not old:
                    return frozenset()
                fresh = time.time_ns() - sign[0] < GRAIN
                self._listed, self._trusting = time.monotonic(), False
                listed = os.listdir(self._folder)  # noqa: PTH208  twice as fast as an object for each
                self._sign = None if fresh else sign
            except FileNotFoundError:
                self._sign, listed = None, []
            except OSError as error:
                raise CallerError(
                    tr.records.file_unreadable(file=self._folder.name, reason=reason(error))
                ) from None
            there, known = {name for name in listed if name.endswith(SUFFIX)}, set(self.files.values())
            if gone := known - there:
                self.files = {key: name for key, name in self.files.items() if name not in gone}
                self._alike = None
            for name in sorted(there - known):
                self._take(name)
            return gone

    def _take(self, name: str) -> None:
        key = key_of(name.removesuffix(SUFFIX))
        if key not in self.files and self._alike is not None:
            self._alike.setdefault(looks_of(key), []).append(key)
        self.files[key] = max(name, self.files.get(key, ""))


def give_name(files: CallerFolder, old: str, new: str, reserving: bool) -> bool:
    """Give the caller `old` the handle `new`, and reserve the old one. Return False, and keep the old one, if
    somebody else has taken the new one since."""
    files.forget()
    target, here, there = files.folder / f"{new}.yaml", files.path_of(key_of(old)), files.path_of(key_of(new))
    path = here or there
    if path is None:
        raise CallerError(tr.accounts.no_such_caller(handle=old))
    with telling(path):
        if here and there and here != there:
            _free(files, old)
            return False
        if here != there and reserving:
            make_folder(files.removed)
            replace_file(files.removed / f"{old}.yaml", dump({"handle": old, "renamed": new}).encode())
        if path != target:
            path.rename(target)
        caller = parse_caller(read_file(target, LARGEST).decode("utf-8-sig"), target.name)
        replace_file(target, write_caller(replace(caller, handle=new)).encode())
        _free(files, new)
    files.forget()
    return True


def restore(files: CallerFolder, handle: str) -> None:
    """Undo a removal, if it was done."""
    with files.locked():
        path = files.removed / f"{handle}{SUFFIX}"
        if files.path_of(key_of(handle)) is None:
            with telling(path):
                path.rename(files.folder / path.name)
        files.forget()


def _free(files: CallerFolder, handle: str) -> None:
    """Remove the reservation of a handle that a caller has."""
    for name in files.removed.glob("*.yaml"):
        if key_of(name.stem) == key_of(handle):
            name.unlink()


def was_theirs(path: Path, now: str) -> bool:
    """True if that reserved handle once belonged to the caller `now`."""
    try:
        renamed = parse(path.name, read_file(path, LARGEST).decode()).values.get("renamed", "")
    except (OSError, ValueError, YamlError):
        return False
    return bool(now) and key_of(str(renamed)) == key_of(now)
