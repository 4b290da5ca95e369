"""Everything that the board keeps of a caller, as one JSON value.

Guarantees: no secret is in it: no password's hash, no one-time word, no address of a feed. Others' words are
in it only if they were written to this caller. Nothing is changed. It waits for the store and needs a thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from door.records.callers.caller_file import Caller
from door.records.community.forum import Threads
from door.records.journal.files import journal_months, scan
from door.records.journal.journal import Journal
from door.records.journal.lines import Fields, caller_key, decode
from door.records.store import Store
from door.records.store.rows import Row, Rows

FORMAT: Final = 1
SECRET: Final = ("password", "word")
"""Fields of a caller's file that nobody gets."""

ROWS: Final = ("letters", "drafts", "feedback", "puzzle", "visits", "lines")
"""Kinds of documents whose rows have callers' handles."""

OF_OTHERS: Final = ("feed", "off")
"""Fields of a subscription that are secret addresses."""


def export(caller: Caller, journal: Journal, made: str) -> dict[str, Any]:
    """Return what the board keeps of a caller, at the time `made`. Raises RecordsError and OSError."""
    store, key = journal.store, caller_key(caller.handle)
    file = {name: value for name, value in asdict(caller).items() if name not in SECRET}
    games = list(lines_of(journal, caller.handle))
    return {
        "format": FORMAT, "handle": caller.handle, "made": made, "file": file,
        **{kind: list(_rows(store, kind, key)) for kind in ROWS},
        "posts": list(_posts(store, key)),
        "outside": list(_outside(store, key)),
        "journal": games,
    }  # fmt: skip


def _rows(store: Store, kind: str, key: str) -> Iterator[Row]:
    """Yield the rows of the caller's own document, and those that they have written in others'."""
    for name in store.keys(kind):
        for row in Rows(store, kind, name).read():
            if caller_key(name) == key or key in (_key(row, "handle"), _key(row, "caller")):
                yield {"in": name, **row}


def _key(row: Row, field: str) -> str:
    return caller_key(str(row.get(field, "")))


def _posts(store: Store, key: str) -> Iterator[Row]:
    threads = Threads(store)
    for thread in threads.all():
        if any(caller_key(who) == key for who in thread.writers):
            for row in threads.read(thread, 0, len(thread.numbers)):
                if _key(row, "handle") == key:
                    yield {"thread": thread.id, "title": thread.head.get("title", ""), **row}


def _outside(store: Store, key: str) -> Iterator[Row]:
    """Yield the caller's subscription without its secrets, and the notices to them."""
    own = [row for row in Rows(store, "outside", "callers").read() if _key(row, "handle") == key]
    yield from ({name: value for name, value in row.items() if name not in OF_OTHERS} for row in own)
    ids = {row.get("id") for row in own}
    yield from (row for row in Rows(store, "outside", "notices").read() if row.get("to") in ids)


def lines_of(journal: Journal, handle: str) -> Iterator[Fields]:
    """Yield the journal's lines about a caller, also under earlier handles, which nobody else ever had."""
    folder = journal.folder
    months = journal_months(folder)
    renames = [decode(raw[:-1]) for raw in scan(folder, months) if b'"kind":"rename"' in raw]
    keys = {caller_key(handle)}
    for line in reversed(renames):
        if caller_key(str(line.get("to"))) in keys:
            keys.add(caller_key(str(line.get("caller"))))
    for raw in scan(folder, months):
        if _names(fields := decode(raw[:-1])) & keys:
            yield fields


def _names(fields: Fields) -> set[str]:
    """Return the keys of the callers whom a line is about."""
    seats = fields.get("seats")
    named = [fields.get("caller"), fields.get("to"), *(seats if isinstance(seats, list) else ())]
    top = fields.get("top")
    named += [one.get("caller") for one in (top if isinstance(top, list) else ()) if isinstance(one, dict)]
    return {caller_key(one) for one in named if isinstance(one, str)}
