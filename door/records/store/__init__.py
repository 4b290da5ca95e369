"""Stores of the data that a board must not lose: the journal's lines, and documents.

Guarantees, which `tests/records/test_store_contract.py` checks for every kind of store:

    A write names what it was decided on: the last line, and the versions of documents. If any of that
    has changed, nothing is written, and Conflict says that it must be decided again.
    A unit is written whole or not at all, also if the process is killed. Once `write` has returned, it lasts.
    The journal's files are there for readers in every case; a database has them as a mirror.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from door.records.journal.lines import JournalLine, RecordsError
from door.ui.texts import reason_of, tr

T = TypeVar("T")
MOST_SAID = 5_850
"""Most bytes of a message. Encrypted and with its host's name, a database's notification has room for it."""


def message_bytes(message: Any) -> bytes:
    """Return a message to other hosts, or a part of one, as JSON. A letter of a caller's handle has two to
    four bytes there, and not six."""
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")


class StoreError(RecordsError):
    """The store can't do this."""


class Conflict(StoreError):
    """Something else was written first. Nothing was written: read again, and decide again."""


class StoreRefused(StoreError):
    """The disk or the database refuses. Nothing was written, and nothing will be. The text is the reason, as
    the end of a sentence."""

    def __init__(self, why: str) -> None:
        Exception.__init__(self, why)


class Unanswered(StoreError):
    """The database has not answered yet: the unit may be written, and `late` will say. The text is a sentence
    for the caller, and `why` the reason as the end of one."""

    def __init__(self, why: str, late: Future[Any]) -> None:
        super().__init__(tr.common.may_be_saved())
        self.why, self.late = why, late


def as_reason(error: RecordsError) -> str:
    """Return an error's text as the end of a sentence, if it has one."""
    return error.why if isinstance(error, Unanswered) else str(reason_of(error))


class Odd(StoreRefused):
    """Something is in a document's place that isn't one: a folder, a FIFO, far too many bytes."""


class Forbidden(StoreRefused):
    """The system doesn't let us read or write this document."""


class Doc(NamedTuple):
    """A document's content, and its version, a number that every write changes. No document is version 0."""

    version: int
    body: bytes


class Change(NamedTuple):
    """`put` replaces a document or makes it, `add` writes `body` behind it, and `delete` removes it.

    `version` is the document's version when the decision was made, 0 for a new document. With None, a `put`
    or `delete` doesn't look at the version.
    """

    do: Literal["put", "add", "delete"]
    kind: str
    key: str
    version: int | None
    body: bytes = b""


class Lease(NamedTuple):
    """A name that is ours. Each lease has a greater `fence` than all earlier ones."""

    name: str
    fence: int


class Unit(NamedTuple):
    """Changes and lines that are written together. The lines come behind the line whose hash is `after`, or
    ZERO at the beginning.

    A unit that may be lost with the power, but not with the process, is written `unsynced`.
    """

    changes: Sequence[Change] = ()
    lines: Sequence[JournalLine] = ()
    after: str = ""
    unsynced: bool = False


async def off_loop(store: Store, work: Callable[..., T], *args: Any) -> T:
    """Do something with the store on an event loop, in a thread if it may wait."""
    return work(*args) if store.never_waits else await asyncio.to_thread(work, *args)


def unit_as_json(unit: Unit) -> str:
    """Return a unit as JSON, with bytes in base64."""
    changes = [[*change[:4], b64encode(change.body).decode()] for change in unit.changes]
    lines = [[line.month, b64encode(line.raw).decode(), line.hash] for line in unit.lines]
    return json.dumps({"changes": changes, "lines": lines, "after": unit.after})


class Store(Protocol):
    """Its methods are for threads, because they wait, except `send`, `say`, `listen` and `now`. Nothing waits
    if the store `never_waits`: a folder on this machine, whose files an event loop may touch.

    All methods raise StoreRefused if the disk or the database refuses.
    """

    data: Path
    """The board's folder on this machine, which has the journal's files."""
    never_waits: bool
    host: str
    """The name of this host, "" if it is the only one."""

    def open(self) -> list[str]:
        """Open the store and repair the results of a crash; return a sentence for each repair."""

    def advice(self) -> str:
        """Return a sentence about what the sysop had better change about the store, or ""."""

    def close(self) -> None:
        """Release everything."""

    def head(self) -> JournalLine | None:
        """Return the journal's last line."""

    def lock_head(self) -> JournalLine | None:
        """Return the last line. Nobody else's lines come behind it until our next unit is written, or for a
        second. Meant for a caller that has got Conflict. Another host that asks for its turn waits."""

    def write(self, unit: Unit) -> list[int]:
        """Write all of a unit, or nothing; return the documents' new versions, one for each change (0 for
        `delete`). Raises Conflict, or Unanswered. If the connection breaks it finds out first whether the
        unit was written."""

    def send(self, unit: Unit) -> Future[list[int]]:
        """Begin to write a unit; its result comes later. Raises StoreRefused if the store is closed."""

    def get(self, kind: str, key: str) -> Doc | None:
        """Return a document as it is now. Raises Odd."""

    def keys(self, kind: str, part: str = "") -> list[str]:
        """Return the keys of a kind that contain `part`, in order."""

    def states(self, kind: str) -> dict[str, Any]:
        """Return something for each document of a kind, by key, that changes whenever the document does. The
        last written document has the greatest."""

    def name(self, kind: str, key: str) -> str:
        """Return the name of a document's file, for messages."""

    def set_aside(self, kind: str, key: str) -> str:
        """Take a damaged document out of the way, and keep it for the sysop; return its new name."""

    def take(self, name: str) -> Lease | None:
        """Take a name, or return None while a living host has it."""

    def holds(self, lease: Lease) -> bool:
        """True if the lease is still ours."""

    def release(self, lease: Lease) -> None:
        """Give a name back. A lease that doesn't hold any more changes nothing."""

    def say(self, message: Mapping[str, Any]) -> None:
        """Tell the other hosts something that may be lost. Raises StoreError if it has more than `MOST_SAID`
        bytes."""

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Have `heard` called with each message of another host, in that host's order, on the event loop that
        runs now: {"from": …, "do": …}. {"do": "line"}: there are new lines. {"do": "end", "why": sentence}:
        this host can't go on with the store."""

    def now(self) -> datetime:
        """Return the store's time."""
