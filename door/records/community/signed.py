"""Documents in which callers' handles stand, in one list for renames and removals.

Guarantees: a rename signs everything anew. Lines that a removed caller has written for others stay, but not
under the handle, because somebody else may take it. A document that can't be read holds nothing else up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from door.records.community.forum import MARKS, Threads
from door.records.community.letters import JOINING, in_english, recipe
from door.records.journal.lines import caller_key
from door.records.store import Change, Forbidden, Odd, Store
from door.records.store.rows import Row, Rows, all_edited, encode_rows, rows_in
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")


def _left_signature(handle: str) -> Row:
    """Return the signature of a caller who has left: "Ann (removed)", in each reader's language."""
    named = tr.mail.removed_caller(who=handle)
    return {"handle": in_english(named), "by": recipe(named)}


class Signed(NamedTuple):
    """Documents of a `kind`, whose rows have a caller's handle in a `field`.

    - `own`: a caller's own document has their key. It moves with them, and goes if they leave.
    - `goes(row)`: the row goes if its caller leaves. Otherwise `left(handle)` takes the place of the handle.
    """

    kind: str
    field: str = "handle"
    own: bool = False
    goes: Callable[[Row], bool] = lambda row: row.get("about") in (*JOINING, "draft")
    left: Callable[[str], Row] = _left_signature


SIGNED: Final = (
    Signed("letters", own=True),
    Signed("drafts", own=True),
    Signed("feedback"),
    Signed("puzzle", "caller", goes=lambda row: False, left=lambda handle: {"caller": ""}),
)


def signature_changes(store: Store, old: str, new: str) -> Iterator[Change]:
    """Yield the changes of all documents for a caller who is called `new` from now on, or leaves ("")."""
    key, to = caller_key(old), caller_key(new)
    for one in SIGNED:
        yield from _rows_changes(store, one, old, new)
    yield from _thread_changes(store, key, {"handle": new} if new else _left_signature(old))
    if key != to:
        yield from _marks_changes(store, key, to)
    yield from _subscriber_changes(store, key, new)


def _is_of(row: Row, key: str, field: str = "handle") -> bool:
    return caller_key(str(row.get(field))) == key


def _rows_changes(store: Store, one: Signed, old: str, new: str) -> Iterator[Change]:
    key, to = caller_key(old), caller_key(new)
    name = {one.field: new} if new else one.left(old)

    def sign_rows(rows: Sequence[Row]) -> list[Row]:
        kept = [row for row in rows if new or not (_is_of(row, key, one.field) and one.goes(row))]
        return [row | name if _is_of(row, key, one.field) else row for row in kept]

    moves = one.own and key != to
    if moves and (doc := store.get(one.kind, key)):
        yield Change("delete", one.kind, key, doc.version)
        if new:
            yield Change("put", one.kind, to, None, encode_rows(sign_rows(rows_in(doc))))
    others = [at for at in store.keys(one.kind) if not (moves and at == key)]
    yield from all_edited([Rows(store, one.kind, at) for at in others], sign_rows)


def _thread_changes(store: Store, key: str, name: Row) -> Iterator[Change]:
    def sign(row: Row) -> Row:
        return row | name if _is_of(row, key) else row

    def sign_thread(head: Row, posts: Sequence[Row]) -> tuple[Row, list[Row]]:
        return sign(head), [*map(sign, posts)]

    threads = Threads(store)
    for thread in threads.all():
        if any(caller_key(str(who)) == key for who in (*thread.writers, thread.head.get("handle"))):
            yield from threads.edit_changes(thread, sign_thread)


def _marks_changes(store: Store, key: str, to: str) -> Iterator[Change]:
    """Yield the changes that move or delete what a caller has read in the forum."""
    doc: Any = None
    try:
        doc = store.get(MARKS, key) if to else None
    except (Odd, Forbidden) as error:
        LOG.error("forum/%s cannot be read: %s", key, error)
    if doc or not to:
        yield Change("delete", MARKS, key, None)
    if doc:
        yield Change("put", MARKS, to, None, doc.body)


def _subscriber_changes(store: Store, key: str, new: str) -> Iterator[Change]:
    """Yield the changes that sign a caller's subscription anew, or delete it with its notices."""
    book = Rows(store, "outside", "callers")
    if new:
        yield from all_edited(
            [book], lambda rows: [r | {"handle": new} if _is_of(r, key) else r for r in rows]
        )
    elif ids := {row.get("id") for row in book.read() if _is_of(row, key)}:
        yield from Rows(store, "outside", "notices").edit_changes(
            lambda rows: [row for row in rows if row.get("to") not in ids]
        )
        yield from book.edit_changes(lambda rows: [row for row in rows if not _is_of(row, key)])
