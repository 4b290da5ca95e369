"""Callers who get notices outside the board when it is their turn, and their last notices.

There are two documents of JSON lines. `outside/callers` has a line for each subscriber, with secrets, so only
the sysop may read it. `outside/notices` has the notices. Both are in memory too, so a lookup never waits for
the store. Functions that read or write a document need a thread.
"""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from door.records.journal.lines import caller_key
from door.records.store import Store, StoreError
from door.records.store.rows import Row, Rows

LOG: Final = logging.getLogger("door.records")
SHOWN: Final = 20
"""Notices in a caller's feed."""

KEPT: Final = 1000
"""Notices of all callers on disk."""


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A caller who gets notices outside the board.

    - `id` stays the same through renames. `language` is a code, or "" for the board's.
    - `feed` is the secret in their feed's address. `off` is the secret in the address that turns e-mail off.
    - `webhook` and `mail` are addresses. `form` is the webhook's: "text" or "json".
    - `mailed` are the times of the last e-mails, RFC 3339 in UTC. `failed` is the time since when the mail
      server has refused them for this caller alone, or "".
    """

    handle: str
    id: str = ""
    language: str = ""
    feed: str = ""
    webhook: str = ""
    form: str = "text"
    mail: str = ""
    off: str = ""
    mailed: tuple[str, ...] = ()
    failed: str = ""


@dataclass(frozen=True, slots=True)
class OutsideNotice:
    """A notice to a subscriber (their id) at the time `t`, RFC 3339 in UTC.

    `said` is the sentence's recipe. `about` is the table's id, or "" for a letter.
    """

    to: str
    t: str
    said: Any
    about: str = ""


def new_secret() -> str:
    """Return 128 random bits for an address."""
    return secrets.token_urlsafe(16)


class Subscribers:
    """The subscribers of the board. Call `look` first, and whenever their document may have changed."""

    def __init__(self, store: Store) -> None:
        self._callers = Rows(store, "outside", "callers", lasting=True)
        self._notices = Rows(store, "outside", "notices", KEPT)
        self._lines: Sequence[Row] | None = None
        self._trouble = ""
        self._by: dict[str, Mapping[str, Subscriber]] = {"key": {}, "id": {}, "feed": {}, "off": {}}
        self._last: dict[str, deque[OutsideNotice]] = {}
        self._kept: Sequence[Row] | None = None
        self._unkept = deque[OutsideNotice](maxlen=KEPT)

    def look(self) -> None:
        """Read subscribers and notices again if they have changed. If that fails, they stay as they were."""
        try:
            self._recall(self._notices.read())
            lines = self._callers.read()
        except StoreError as error:
            if (why := str(error)) != self._trouble:
                LOG.error("outside/ cannot be read: %s", why)
            self._trouble = why
            return
        self._trouble = ""
        if lines is self._lines:
            return
        found = [one for line in lines if (one := _subscriber(line))]
        self._lines, self._by = lines, {
            "key": {caller_key(one.handle): one for one in found},
            "id": {one.id: one for one in found},
            "feed": {one.feed: one for one in found if one.feed},
            "off": {one.off: one for one in found if one.off},
        }  # fmt: skip
        self._last = {id: last for id, last in self._last.items() if id in self._by["id"]}

    def _recall(self, rows: Sequence[Row]) -> None:
        if rows == self._kept:
            return
        last: dict[str, deque[OutsideNotice]] = {}
        for row in rows:
            match row:
                case {"to": str(to), "t": str(t), "said": said, "about": str(about)}:
                    last.setdefault(to, deque(maxlen=SHOWN)).append(OutsideNotice(to, t, said, about))
        for notice in self._unkept:
            last.setdefault(notice.to, deque(maxlen=SHOWN)).append(notice)
        self._kept, self._last = rows, last

    # -- looking up

    def of(self, handle: str) -> Subscriber | None:
        return self._by["key"].get(caller_key(handle))

    def by_id(self, id: str) -> Subscriber | None:
        return self._by["id"].get(id)

    def by_feed(self, secret: str) -> Subscriber | None:
        return self._by["feed"].get(secret)

    def by_off(self, secret: str) -> Subscriber | None:
        return self._by["off"].get(secret)

    def every(self) -> Iterable[Subscriber]:
        return tuple(self._by["key"].values())

    def notices(self, id: str) -> tuple[OutsideNotice, ...]:
        """Return a subscriber's last notices, newest last."""
        return tuple(self._last.get(id, ()))

    # -- changing

    def note(self, notice: OutsideNotice) -> None:
        """Keep a notice in memory. `write_down` puts it into the store."""
        self._unkept.append(notice)
        self._last.setdefault(notice.to, deque(maxlen=SHOWN)).append(notice)

    def write_down(self, notice: OutsideNotice) -> None:
        """Put a notice into the store. An error is only logged: standings don't depend on notices."""
        try:
            self._notices.append(asdict(notice))
            with suppress(ValueError):
                self._unkept.remove(notice)
        except StoreError as error:
            LOG.error("%s cannot be written: %s", self._notices.name, error)

    def change(self, handle: str, edit: Callable[[Subscriber], Subscriber]) -> Subscriber:
        """Edit a caller's subscription as it is now. Raises StoreError; then nothing has changed."""
        key, after = caller_key(handle), Subscriber(handle)

        def edit_rows(lines: Sequence[Row]) -> list[Row]:
            nonlocal after
            own = next((line for line in lines if _is_of(line, key)), None)
            after = edit((_subscriber(own) if own else None) or Subscriber(handle, secrets.token_hex(8)))
            kept = [_line(after)] if after.feed or after.webhook or after.mail or after.off else []
            return [*(line for line in lines if not _is_of(line, key)), *kept]

        self._callers.edit(edit_rows)
        self.look()
        return after


def _is_of(line: Row, key: str) -> bool:
    return caller_key(str(line.get("handle"))) == key


def _line(one: Subscriber) -> Row:
    """Return the line, without empty values."""
    return {key: value for key, value in asdict(one).items() if value}


def _subscriber(line: Row) -> Subscriber | None:
    """Return a line as a subscriber, or None if it isn't one."""
    known = {field.name: line[field.name] for field in fields(Subscriber) if field.name in line}
    mailed = known.pop("mailed", [])
    texts = (*mailed, *known.values()) if isinstance(mailed, list | tuple) else (None,)
    if not (known.get("handle") and known.get("id") and all(isinstance(text, str) for text in texts)):
        return None
    return Subscriber(**known, mailed=tuple(mailed))
