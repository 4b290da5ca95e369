"""The callers' files as they are now: which there are, and what each one says.

Law: nothing is written here.  A folder is listed again when it has changed, a file is read again when
its time or size has; what is known of files is bounded, and forgotten with them.  Several threads
may look at once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Set
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from door.records.callers.caller_file import Caller, CallerError, parse_caller
from door.records.callers.handles import key_of, looks_of
from door.records.files.disk import lock_file, make_folder, open_regular, signature
from door.records.journal.lines import reason

SUFFIX: Final = ".yaml"
LARGEST: Final = 64 * 1024
GRAIN: Final = 50_000_000
"""Nanoseconds within which two changes of a folder may bear the same time."""

TRUSTED: Final = 60.0
"""Seconds until names are listed again where only we are known to have written."""

MOST: Final = 5_000
"""Files whose callers are remembered, about 1 KB each; to read one takes 2 ms."""

_Sign = tuple[int, ...]


class CallerFolder:
    """The folder `callers/`, and in it `removed/` with what reserves handles.  All errors are
    CallerError, a sentence each."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder, self.removed, self._most = folder, folder / "removed", most
        self._names, self._gone = _Names(folder), _Names(self.removed)
        self._known: dict[str, tuple[_Sign, Caller | CallerError]] = {}
        self._writing = Lock()
        self._place = f"{folder}/"  # a path for each look at a file takes longer than to look

    def __len__(self) -> int:
        """Files whose callers are remembered."""
        return len(self._known)

    def names(self) -> dict[str, str]:
        """The names of the callers' files, by the handle's key."""
        for name in self._names.look():
            self._known.pop(name, None)
        return self._names.files

    def removed_names(self) -> dict[str, str]:
        """The files that reserve the handles of callers who were renamed or removed, by the handle's key."""
        self._gone.look()
        return self._gone.files

    def alike(self, handle: str) -> tuple[Set[str], Set[str]]:
        """The keys of the callers whose handles look like that one, and of those who were renamed
        or removed, as of the last look at the folders."""
        looks = looks_of(handle)
        return self._names.alike(looks), self._gone.alike(looks)

    def listed(self, handle: str) -> bool:
        """Whether that caller's file was there at the last look: finding it takes no listing."""
        return key_of(handle) in self._names.files

    def find(self, key: str) -> Caller | None:
        """That caller, or None.  A file found before is looked for there first: files hardly
        ever move, and listing thousands of them at every log-on would hold everybody up."""
        name = self._names.files.get(key)
        found = self.read(name) if name else None
        if found is None and (name := self.names().get(key)):
            found = self.read(name)
        return found

    def remembered(self, key: str) -> Caller | None:
        """That caller as their file was last read, without a look at the disk; as `find` where it was not."""
        held = self._known.get(self._names.files.get(key, ""))
        return held[1] if held and isinstance(held[1], Caller) else self.find(key)

    def path_of(self, key: str) -> Path | None:
        """Where that caller's file is."""
        name = self._names.files.get(key)
        if name is None or not (self.folder / name).exists():
            name = self.names().get(key)
        return None if name is None else self.folder / name

    def forget(self) -> None:
        """The folders are listed again at the next look."""
        self._names.forget()
        self._gone.forget()

    def place_of(self, caller: Caller) -> Path:
        """Where that caller's file belongs.  One that is there and cannot be read is the sysop's to mend:
        CallerError."""
        key = key_of(caller.handle)
        self.find(key)
        return self.folder / self._names.files.get(key, f"{caller.handle}{SUFFIX}")

    def writing(self, path: Path) -> AbstractContextManager[None]:
        """Around the writing of a caller's file, under the lock."""
        return self._names.writing(path.name)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the lock of all that is written here."""
        with telling(self.folder), self._writing:  # threads wait here, and do not nap as they would below
            make_folder(self.folder)
            with lock_file(self.folder / ".lock"):
                yield

    def read(self, name: str) -> Caller | None:
        """The caller of the file of that name; what is known of its present state is not read again."""
        found = self._look(name)
        self._known.pop(name, None)  # the newest last, so that the oldest is forgotten first
        if found is None:
            return None
        self._known[name] = found
        while len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return _caller(found[1])

    def know(self, path: Path, caller: Caller, written: os.stat_result) -> None:
        """Takes in what was just written there, if it still is there: to read it again takes 0.6 ms."""
        with suppress(OSError):
            changed, _, *rest = sign = signature(path)  # its place was taken after it was written
            if (changed, *rest) == (written.st_mtime_ns, written.st_size, written.st_ino) and rest[
                0
            ] <= LARGEST:
                self._known[path.name] = (sign, caller)

    def each(self, part: str = "") -> Iterator[tuple[Caller | None, str]]:
        """Every caller with that in their key, by handle, or what is wrong with their file.  A list of
        thousands drives nobody out who is remembered because they are on line."""
        for key, name in sorted(self.names().items()):
            try:
                found = self._look(name) if part in key else None
                if found is not None and len(self._known) < self._most:
                    self._known[name] = found
                yield (_caller(found[1]) if found else None), ""
            except CallerError as error:
                yield None, str(error)

    def _look(self, name: str) -> tuple[_Sign, Caller | CallerError] | None:
        try:
            sign = signature(self._place + name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CallerError(f"{name}: cannot be read: {reason(error)}.") from None
        held = self._known.get(name)
        return held if held and held[0] == sign else (sign, _load(self._place, name))


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """What the system refuses of that file becomes a sentence, a CallerError."""
    try:
        yield
    except OSError as error:
        raise CallerError(f"{path.name}: cannot be written: {reason(error)}.") from None


def _caller(found: Caller | CallerError) -> Caller:
    if isinstance(found, CallerError):
        raise CallerError(str(found))
    return found


def _load(place: str, name: str) -> Caller | CallerError:
    """The file's caller, or why it cannot be read."""
    try:
        # By its name: with a path of each, and its size asked first, 100,000 take 4 s instead of 3.3.
        with os.fdopen(open_regular(place + name), "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            return CallerError(f"{name}: larger than {LARGEST // 1024} KB, it was not read.")
        text = data.decode("utf-8-sig")  # half of what `read_text` takes
        caller = parse_caller(text.replace("\r\n", "\n").replace("\r", "\n"), name)
    except CallerError as error:
        return error
    except UnicodeDecodeError:
        return CallerError(f"{name}: not UTF-8 text.")
    except OSError as error:
        return CallerError(f"{name}: cannot be read: {reason(error)}.")
    if key_of(caller.handle) != key_of(name.removesuffix(SUFFIX)):
        return CallerError(f"{name}: the handle in it, {caller.handle!r}, is not the file's name.")
    return caller


class _Names:
    """The .yaml files of a folder by their callers' keys, and which of those look alike.

    The folder is listed again when it has changed.  What we write in place of a file changes no name, and of
    a new file we know its own: among 100,000 callers an unknown handle after a log-on costs 0.1 ms instead of
    240, of which 40 are the listing.  A name takes 0.2 KB, and who looks alike is found out when it is first
    asked for: 0.7 KB before.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sign: object = None
        self._listed, self._trusting = 0.0, False
        self._alike: dict[str, list[str]] | None = None
        self._looking = Lock()
        self.files: dict[str, str] = {}

    def forget(self) -> None:
        """The folder is listed at the next look, whatever its time says."""
        self._sign = None

    @contextmanager
    def writing(self, name: str) -> Iterator[None]:
        """Writes a file of that name, under the callers' lock: no other name comes or goes."""
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
        """The keys of the callers whose handles look so (see `looks_of`), as of the last look."""
        with self._looking:
            if self._alike is None:
                self._alike = {}
                for key in self.files:
                    self._alike.setdefault(looks_of(key), []).append(key)
            return frozenset(self._alike.get(looks, ()))

    def look(self) -> Set[str]:
        """Brings `files` up to date; the names of the files that are gone.

        A change within the clock's own grain could be missed: a folder touched just now is
        listed again the next time.  So could a file that came from outside while we wrote one, without
        the lock: it is seen within `TRUSTED` seconds.
        """
        with self._looking:
            try:
                sign = self._state()
                old = self._trusting and time.monotonic() - self._listed > TRUSTED
                if self._sign == sign and not old:
                    return frozenset()
                fresh = time.time_ns() - sign[0] < GRAIN
                self._listed, self._trusting = time.monotonic(), False
                listed = os.listdir(self._folder)  # noqa: PTH208  half of what an object for each costs
                self._sign = None if fresh else sign
            except FileNotFoundError:
                self._sign, listed = None, []
            except OSError as error:
                raise CallerError(f"{self._folder.name}: cannot be read: {reason(error)}.") from None
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
