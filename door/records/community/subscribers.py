"""Callers who get notices outside the board when it is their turn, and their last notices.

The data folder's `outside/` has two flat files. `callers.jsonl` has a line for each subscriber, with secrets,
so only the sysop may read it. `notices.jsonl` has the notices. Both are in memory too, so a lookup never
waits for the disk. Functions that read or write a file need a thread.
"""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from door.records.files.jsonl import LARGEST, JsonlFile, Line
from door.records.journal.lines import caller_key, reason

LOG: Final = logging.getLogger("door.records")
FOLDER: Final = "outside"
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
    - `mailed` are the times of the last e-mails, RFC 3339 in UTC.
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

    @property
    def is_subscribed(self) -> bool:
        """True if at least one channel is on."""
        return bool(self.feed or self.webhook or self.mail)


@dataclass(frozen=True, slots=True)
class Notice:
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
    """The subscribers of the board with that data folder. Call `look` first, and whenever the file may have
    changed."""

    def __init__(self, data: Path) -> None:
        self._callers, self._notices = _callers(data), JsonlFile(data / FOLDER / "notices.jsonl", KEPT)
        self._lines: Sequence[Line] | None = None
        self._trouble = ""
        self._by: dict[str, Mapping[str, Subscriber]] = {"key": {}, "id": {}, "feed": {}, "off": {}}
        self._last: dict[str, deque[Notice]] = {}

    def look(self) -> None:
        """Read the subscribers again if their file has changed, and the notices the first time. If that
        fails, they stay as they were."""
        try:
            if self._lines is None:
                self._recall()
            lines = self._callers.read()
        except OSError as error:
            if (why := reason(error)) != self._trouble:
                LOG.error("%s/ cannot be read: %s", FOLDER, why)
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

    def _recall(self) -> None:
        for line in self._notices.read():
            match line:
                case {"to": str(to), "t": str(t), "said": said, "about": str(about)}:
                    self._last.setdefault(to, deque(maxlen=SHOWN)).append(Notice(to, t, said, about))

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

    def notices(self, id: str) -> tuple[Notice, ...]:
        """Return a subscriber's last notices, newest last."""
        return tuple(self._last.get(id, ()))

    # -- changing

    def note(self, notice: Notice) -> None:
        """Keep a notice in memory. `write_down` puts it on the disk."""
        self._last.setdefault(notice.to, deque(maxlen=SHOWN)).append(notice)

    def write_down(self, notice: Notice) -> None:
        """Put a notice on the disk. An error is only logged, because standings don't depend on notices."""
        try:
            self._notices.append(asdict(notice))
        except OSError as error:
            LOG.error("%s cannot be written: %s", self._notices.path.name, reason(error))

    def change(self, handle: str, edit: Callable[[Subscriber], Subscriber]) -> Subscriber:
        """Edit a caller's subscription as the file has it now. Raises OSError; then nothing has changed."""
        key = caller_key(handle)
        own = next((line for line in self._callers.read() if _is_of(line, key)), None)
        before = (_subscriber(own) if own else None) or Subscriber(handle, secrets.token_hex(8))
        after = edit(before)
        if own is None:
            self._callers.append(_line(after))
        else:
            kept = [_line(after)] if after.is_subscribed or after.off else []
            self._callers.edit(lambda lines: [*(line for line in lines if not _is_of(line, key)), *kept])
        self.look()
        return after


def rename(data: Path, old: str, new: str) -> None:
    """Let a caller's subscription go with them. Raises OSError; may be repeated."""
    key = caller_key(old)
    _callers(data).edit(
        lambda lines: [{**line, "handle": new} if _is_of(line, key) else line for line in lines]
    )


def drop(data: Path, handle: str) -> None:
    """Delete a removed caller's subscription and notices. Raises OSError; may be repeated."""
    key, book = caller_key(handle), _callers(data)
    ids = {line.get("id") for line in book.read() if _is_of(line, key)}
    if ids:
        JsonlFile(data / FOLDER / "notices.jsonl").edit(
            lambda lines: [line for line in lines if line.get("to") not in ids]
        )
        book.edit(lambda lines: [line for line in lines if not _is_of(line, key)])


def _callers(data: Path) -> JsonlFile:
    return JsonlFile(data / FOLDER / "callers.jsonl", most=LARGEST)


def _is_of(line: Line, key: str) -> bool:
    return caller_key(str(line.get("handle"))) == key


def _line(one: Subscriber) -> Line:
    """Return the line, without empty values."""
    return {key: value for key, value in asdict(one).items() if value}


def _subscriber(line: Line) -> Subscriber | None:
    """Return a line as a subscriber, or None if it isn't one."""
    known = {field.name: line[field.name] for field in fields(Subscriber) if field.name in line}
    mailed = known.pop("mailed", [])
    texts = (*mailed, *known.values()) if isinstance(mailed, list | tuple) else (None,)
    if not (known.get("handle") and known.get("id") and all(isinstance(text, str) for text in texts)):
        return None
    return Subscriber(**known, mailed=tuple(mailed))
