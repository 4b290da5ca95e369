"""The callers' files as they are now: which there are, and what each one says.

Law: nothing is written here.  A folder is listed again when it has changed, a file is read again when
its time or size has; what is known of files is bounded, and forgotten with them.  Several threads
may look at once.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from door.records.callerfile import Caller, CallerError, parse_caller
from door.records.handles import key_of
from door.records.lines import reason

LARGEST: Final = 64 * 1024
GRAIN: Final = 50_000_000
"""Nanoseconds within which two changes of a folder may bear the same time."""

MOST: Final = 5_000
"""Files whose callers are remembered, about 1 KB each; to read one takes 2 ms."""

_Sign = tuple[int, ...]
_Names = tuple[object, dict[str, str]]


class CallerFolder:
    """The folder `callers/`, and in it `removed/` with what reserves handles.  All errors are
    CallerError, a sentence each."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder, self.removed, self._most = folder, folder / "removed", most
        self._names: _Names = (None, {})
        self._gone: _Names = (None, {})
        self._known: OrderedDict[str, tuple[_Sign, Caller | CallerError]] = OrderedDict()

    def __len__(self) -> int:
        """Files whose callers are remembered."""
        return len(self._known)

    def names(self) -> dict[str, str]:
        """The names of the callers' files, by the handle's key."""
        before, self._names = self._names, _listing(self.folder, self._names)
        if self._names is not before:
            there = set(self._names[1].values())
            for name in list(self._known):
                if name not in there:
                    self._known.pop(name, None)
        return self._names[1]

    def removed_names(self) -> dict[str, str]:
        """The files that reserve the handles of callers who were renamed or removed, by the handle's key."""
        self._gone = _listing(self.removed, self._gone)
        return self._gone[1]

    def path_of(self, key: str) -> Path | None:
        """Where that caller's file is.  One found before is looked for there first: files hardly
        ever move, and listing thousands of them at every log-on would hold everybody up."""
        name = self._names[1].get(key)
        if name is None or not (self.folder / name).exists():
            name = self.names().get(key)
        return None if name is None else self.folder / name

    def forget(self) -> None:
        """The folders are listed again at the next look."""
        self._names = self._gone = (None, {})

    def read(self, path: Path) -> Caller | None:
        """The file's caller; what is known of its present state is not read again."""
        found = self._look(path)
        self._known.pop(path.name, None)  # the newest last, so that the oldest is forgotten first
        if found is None:
            return None
        self._known[path.name] = found
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return _caller(found[1])

    def written(self, path: Path, caller: Caller) -> None:
        """That caller was just put into the file: whoever reads the same in it gets the same object."""
        self._known[path.name] = ((), caller)

    def each(self) -> Iterator[tuple[Caller | None, str]]:
        """Every caller by handle, or what is wrong with their file.  A list of thousands drives nobody
        out who is remembered because they are on line."""
        for _, name in sorted(self.names().items()):
            try:
                found = self._look(self.folder / name)
                if found is not None and len(self._known) < self._most:
                    self._known[name] = found
                yield (_caller(found[1]) if found else None), ""
            except CallerError as error:
                yield None, str(error)

    def _look(self, path: Path) -> tuple[_Sign, Caller | CallerError] | None:
        try:
            state = path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CallerError(f"{path.name}: cannot be read: {reason(error)}.") from None
        sign = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
        held = self._known.get(path.name)
        if held is not None and held[0] == sign:
            return held
        fresh = _load(path, state.st_size)
        return sign, held[1] if held is not None and held[1] == fresh else fresh


def _caller(found: Caller | CallerError) -> Caller:
    if isinstance(found, CallerError):
        raise CallerError(str(found))
    return found


def _load(path: Path, size: int) -> Caller | CallerError:
    """The file's caller, or why it cannot be read."""
    try:
        if size > LARGEST:
            return CallerError(f"{path.name}: larger than {LARGEST // 1024} KB, it was not read.")
        caller = parse_caller(path.read_text("utf-8-sig"), path.name)
    except CallerError as error:
        return error
    except UnicodeDecodeError:
        return CallerError(f"{path.name}: not UTF-8 text.")
    except OSError as error:
        return CallerError(f"{path.name}: cannot be read: {reason(error)}.")
    if key_of(caller.handle) != key_of(path.stem):
        return CallerError(f"{path.name}: the handle in it, {caller.handle!r}, is not the file's name.")
    return caller


def _listing(folder: Path, known: _Names) -> _Names:
    """The folder's .yaml files by their callers' keys, read again when the folder has changed.

    A change within the clock's own grain could be missed: a folder touched just now is
    listed again the next time.
    """
    try:
        state = folder.stat()
        sign = (state.st_mtime_ns, state.st_ino)
        if known[0] == sign:
            return known
        fresh = time.time_ns() - state.st_mtime_ns < GRAIN
        return (None if fresh else sign, {key_of(p.stem): p.name for p in sorted(folder.glob("*.yaml"))})
    except FileNotFoundError:
        return (None, {})
    except OSError as error:
        raise CallerError(f"{folder.name}: cannot be read: {reason(error)}.") from None
