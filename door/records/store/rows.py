"""Documents of JSON lines that callers add to: the wall, the last callers, letters.

Guarantees: no standings depend on such a document, so a sysop may cut or edit its file at any time, and
foreign lines are skipped. A change that meets somebody else's is made again. A document with a limit (`keep`)
is cut to its last lines when it has twice as many, or more than `MOST_BYTES`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from door.records.journal.lines import decode
from door.records.store import Change, Conflict, Doc, Forbidden, Odd, Store, StoreError, Unanswered, Unit
from door.ui.texts import MaybeSaid, Said, tr

LOG: Final = logging.getLogger("door.records")
MOST_BYTES: Final = 1 << 20

Row = dict[str, Any]
Refuse = Callable[[Sequence[Row]], MaybeSaid]
Edit = Callable[[Sequence[Row]], Sequence[Row]]


class Rows:
    """The document `key` of that kind. It keeps `keep` lines, 0 for all. Added lines are synced if they are
    `lasting`. All methods wait for the store, and raise StoreRefused."""

    def __init__(self, store: Store, kind: str, key: str, keep: int = 0, lasting: bool = False) -> None:
        self.store, self.kind, self.key, self.keep, self.lasting = store, kind, key, keep, lasting
        self._read: tuple[int, tuple[Row, ...]] = 0, ()

    @property
    def name(self) -> str:
        """What a log calls it."""
        return f"{self.kind}/{self.key}"

    def read(self) -> tuple[Row, ...]:
        """Return the lines, newest last; none for a missing document."""
        return self._rows(self.store.get(self.kind, self.key))[-self.keep :]

    def append(self, row: Row, refuse: Refuse = lambda rows: "") -> MaybeSaid:
        """Append a line, unless `refuse` returns a sentence against it, given the lines so far. Return that
        sentence, or ""."""
        data = encode_rows([row])
        row = decode(data)
        while True:
            doc = self.store.get(self.kind, self.key)
            version, rows = doc.version if doc else 0, self._rows(doc)
            if reason := refuse(rows[-self.keep :]):
                return reason
            change = Change("add", self.kind, self.key, version, data)
            is_long = len(rows) >= 2 * self.keep or (doc and len(doc.body) + len(data) > MOST_BYTES)
            if self.keep and is_long:
                kept = encode_rows([*rows, row][-self.keep :])
                change = Change("put", self.kind, self.key, version, kept)
            try:
                [version] = self.store.write(Unit([change], unsynced=not self.lasting))
            except Conflict:
                continue
            self._read = version, (*rows, row) if change.do == "add" else (*rows, row)[-self.keep :]
            return ""

    def edit(self, change: Edit) -> None:
        """Replace all lines; foreign lines are lost."""
        while changes := self.edit_changes(change):
            try:
                self.store.write(Unit(changes))
            except Conflict:
                continue
            return

    def edit_changes(self, edit: Edit) -> list[Change]:
        """Return the change that `edit` makes to the lines; none if it makes none."""
        doc = self.store.get(self.kind, self.key)
        rows = self._rows(doc)
        if (kept := list(edit(rows))) == list(rows):
            return []
        return [Change("put", self.kind, self.key, doc.version if doc else 0, encode_rows(kept))]

    def _rows(self, doc: Doc | None) -> tuple[Row, ...]:
        if doc is None:
            return ()
        held = self._read
        if held[0] != doc.version:
            held = self._read = doc.version, rows_in(doc)
        return held[1]


def all_edited(books: Iterable[Rows], edit: Edit) -> Iterator[Change]:
    """Yield the changes that `edit` makes to several documents. One that can't be read must not hold the
    others up."""
    for book in books:
        try:
            yield from book.edit_changes(edit)
        except (Odd, Forbidden) as error:
            LOG.error("%s: %s", book.name, error)


def rows_in(doc: Doc) -> tuple[Row, ...]:
    """Return a document's lines, without foreign ones."""
    return tuple(filter(None, map(decode, doc.body.splitlines())))


def why_unsaved(what: str, error: StoreError) -> Said:
    """Log that `what` was not written, or may not have been; return a sentence for the caller."""
    if isinstance(error, Unanswered):
        LOG.error("%s may not have been written: %s", what, error.why)
        return tr.common.may_be_saved()
    LOG.error("%s cannot be written: %s", what, error)
    return tr.mail.board_cannot_write()


def encode_rows(rows: Iterable[Row]) -> bytes:
    return b"".join(
        json.dumps(row, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace") + b"\n" for row in rows
    )
