"""The kinds of documents, and the file that each document is in a board's data folder."""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from door.records.store import StoreError
from door.ui.texts import tr

KILO: Final = 1024
MEGA: Final = 1024 * KILO


BOARD_ID: Final = "board-id"
"""The file in the data folder that names the board in a database."""


class DocKind(NamedTuple):
    """Documents of this kind are files in `folder`, with that `suffix` and at most so many bytes.

    `torn` says that a last line without its end was never written; elsewhere a sysop may have left it.
    `by_journal` says that the next start repairs a crash between these documents and the journal's lines.
    """

    folder: str
    suffix: str
    most: int
    torn: bool = False
    by_journal: bool = False
    single: bool = False
    """True if there is one document, whose key is "" and whose file has the suffix as its name."""

    folds: bool = False
    """True if the keys are handles, which are the same in any case. Lists have them folded. A new file is
    named as its key is spelled."""


DOC_KINDS: Final = {
    "caller": DocKind("callers", ".yaml", 64 * KILO, folds=True),
    "gone": DocKind("callers/removed", ".yaml", 64 * KILO, folds=True),  # handles that stay taken
    "holder": DocKind("callers/keys", ".txt", KILO),  # a caller's handle, by the hash of their public key
    "save": DocKind("saves", ".jsonl", 4 * MEGA, torn=True, by_journal=True),
    "deal": DocKind("daily", ".jsonl", 4 * MEGA, torn=True, by_journal=True),
    "seed": DocKind("daily", ".seed", KILO, by_journal=True),
    "table": DocKind("tables", ".jsonl", 16 * MEGA, torn=True, by_journal=True),
    "alive": DocKind("tables", ".alive", KILO, single=True),  # when the board was last up
    "letters": DocKind("letters", ".jsonl", 64 * MEGA),
    "drafts": DocKind("letters/drafts", ".jsonl", 64 * MEGA),
    "feedback": DocKind("feedback", ".jsonl", 64 * MEGA),
    "visits": DocKind("external", ".jsonl", 64 * MEGA),
    "puzzle": DocKind("puzzles", ".jsonl", 64 * MEGA),  # a month's answers at a door
    "outside": DocKind("outside", ".jsonl", 64 * MEGA),  # subscribers and their notices
    "thread": DocKind("forum", ".jsonl", 64 * MEGA, torn=True),
    "marks": DocKind("forum/read", ".json", MEGA),  # what a caller has read
    "announced": DocKind(
        "forum", "announced", KILO, single=True
    ),  # the last day with threads of the board's own
    "lines": DocKind("", ".jsonl", 64 * MEGA),  # wall, last calls, events
    "list": DocKind("", ".json", 4 * MEGA),  # bans, strikes
    "key": DocKind("keys", "", 16 * KILO),  # SSH host keys, which each host has as files, too
}


def key_of(handle: str) -> str:
    """Return the `caller_key` of a handle as somebody typed it, or as a file is named."""
    return unicodedata.normalize("NFC", handle).casefold()


def listed_key(kind: str, key: str) -> str:
    """Return a document's key as lists have it."""
    return key_of(key) if DOC_KINDS[kind].folds else key


@lru_cache(4096)  # each move needs one
def file_of(data: Path, kind: str, key: str) -> Path:
    """Return the path of a document. Raises StoreError if a file can't have that name."""
    if DOC_KINDS[kind].single is bool(key) or key.startswith(".") or "/" in key or "\0" in key:
        raise StoreError(tr.records.no_such_key(key=repr(key)))
    return data / DOC_KINDS[kind].folder / f"{key}{DOC_KINDS[kind].suffix}"


# -- files by folded names -----------------------------------------------------------------------


GRAIN: Final = 50_000_000
"""Nanoseconds within which two changes of a folder may have the same time."""

TRUSTED: Final = 60.0
"""Seconds until the folder is listed again although only we seem to have written."""


class Listing:
    """The files in `folder` that end with `suffix`: their names by key, as last listed. Of two files with the
    same key, the last by name counts. Several threads may ask at once."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder, self._suffix = folder, suffix
        self._prefix = f"{folder}/"  # faster than a Path for each file
        self._sign: object = None
        self._listed, self._trusting = 0.0, False
        self._looking = Lock()
        self._sorted: list[str] | None = []
        self.names: dict[str, str] = {}

    def path_of(self, key: str) -> str | None:
        """Return the path of the file that has that key, by the last listing."""
        name = self.names.get(key_of(key))
        return self._prefix + name if name else None

    def keys(self) -> list[str]:
        """Return all keys, in order. It is the same list as long as nothing changes."""
        self.look()
        with self._looking:
            if self._sorted is None:
                self._sorted = sorted(self.names)
            return self._sorted

    def look(self) -> None:
        """List the folder if it has changed. Raises OSError.

        A folder that was changed just now is listed again the next time, because a change within the clock's
        grain could be missed. A file that came from outside during our write is seen within `TRUSTED`
        seconds.
        """
        with self._looking:
            try:
                sign = self._state()
                old = self._trusting and time.monotonic() - self._listed > TRUSTED
                if self._sign == sign and not old:
                    return
                fresh = time.time_ns() - sign[0] < GRAIN
                self._listed, self._trusting = time.monotonic(), False
                listed = os.listdir(self._folder)  # noqa: PTH208  twice as fast as an object for each
                self._sign = None if fresh else sign
            except FileNotFoundError:
                self._sign, listed = None, []
            there = {name for name in listed if name.endswith(self._suffix) and name[0] != "."}
            known = set(self.names.values())
            if gone := known - there:
                self.names = {key: name for key, name in self.names.items() if name not in gone}
                known -= gone
                self._sorted = None
            if there != known:
                for name in sorted(there - known):
                    self._take(name)

    @contextmanager
    def writing(self, name: str) -> Iterator[None]:
        """Wrap the writing of a file of ours, so that it needs no new listing."""
        before = None
        with suppress(OSError):
            before = self._state()
        yield
        with self._looking, suppress(OSError):
            if before and before == self._sign:
                self._take(name)
                self._sign, self._trusting = self._state(), True

    def delete(self, name: str) -> None:
        """Delete a file of ours, if it is there. Raises OSError."""
        (self._folder / name).unlink(missing_ok=True)
        self.doubt()

    def doubt(self) -> None:
        """List the folder at the next look: its clock may be too coarse to show that a file has gone."""
        self._sign = None

    def _state(self) -> tuple[int, int]:
        state = self._folder.stat()
        return state.st_mtime_ns, state.st_ino

    def _take(self, name: str) -> None:
        key = key_of(name.removesuffix(self._suffix))
        if key not in self.names:
            self._sorted = None
        self.names[key] = max(name, self.names.get(key, ""))
