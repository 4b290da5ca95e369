"""Letters: a mailbox for each caller and one for the sysop, each a document of JSON lines, and the lines that
callers write.

Guarantees: a letter is on the disk before its sender gets an answer, and stays until it is deleted or
too old. A full box takes letters from the sysop only, and no sender can fill one alone. A sysop may edit or
delete boxes at any time, so text is cleaned when it is written and again when it is read. A failing disk
gives callers a sentence. All functions wait for the disk, so run them in a thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import ceil
from typing import Any, Final, Literal

from door.records.access.limits import quota
from door.records.journal.lines import caller_key, month_before, stamp
from door.records.part import Part
from door.records.store import Change, Store, StoreError
from door.records.store.rows import Edit, Refuse, Row, Rows, all_edited, why_unsaved
from door.term.charset import clean
from door.ui.texts import MaybeSaid, Said, from_recipe, tr

LOG: Final = logging.getLogger("door.records")
WIDTH: Final = 70
"""Most characters of a line."""

NO_WAIT: Final = ("joined", "waits", "validated", "draft")
"""Kinds of line that the board writes. They neither wait for the minute nor start it."""

EVERY_SECONDS: Final = 60.0


class LetterBook(Rows):
    """Lines with a `handle` and the time `t` (RFC 3339 UTC)."""

    def all(self) -> tuple[Row, ...]:
        """Return the lines, newest last; none if they can't be read."""
        try:
            return self.read()
        except StoreError as error:
            LOG.error("%s cannot be read: %s", self.name, error)
            return ()

    def add(self, line: Row, moment: datetime, refuse: Refuse = lambda lines: "") -> MaybeSaid:
        """Add a line; return "" or why not: its caller has added one just now, or `refuse` gives a reason."""

        def refusal_of(lines: Sequence[Row]) -> MaybeSaid:
            own = line.get("about") in NO_WAIT
            return refuse(lines) or ("" if own else too_soon(lines, str(line["handle"]), moment))

        return self._try(lambda: self.append({**line, "t": stamp(moment)}, refusal_of))

    def put(self, change: Edit) -> MaybeSaid:
        """Replace the lines; return "" or a sentence why that failed."""
        return self._try(lambda: self.edit(change))

    def _try(self, work: Callable[[], MaybeSaid | None]) -> MaybeSaid:
        try:
            return work() or ""
        except StoreError as error:
            return why_unsaved(self.name, error)


def too_soon(lines: Sequence[Row], handle: str, moment: datetime) -> MaybeSaid:
    """Return why that caller can't add a line at that moment, or ""."""
    key = caller_key(handle)
    own = (line for line in reversed(lines) if caller_key(str(line.get("handle"))) == key)
    last = next((line for line in own if line.get("about") not in NO_WAIT), None)
    past = None if last is None else seconds_since(last, moment)
    wait = 0.0 if past is None else EVERY_SECONDS - past
    return tr.mail.one_a_minute(seconds=tr.count.seconds(n=ceil(wait))) if 0 < wait <= EVERY_SECONDS else ""


def seconds_since(line: Row, moment: datetime) -> float | None:
    """Return the age of a line, None if its time can't be read."""
    try:
        return (moment - datetime.fromisoformat(str(line.get("t")))).total_seconds()
    except (ValueError, TypeError):
        return None


def texts(value: Any) -> tuple[str, ...]:
    """Return a list of lines, cleaned."""
    return tuple(clean(str(item), WIDTH) for item in value) if isinstance(value, list) else ()


def in_english(text: str) -> str:
    """Return a line as it is written to a file: cleaned, and a sentence of the board in shipped English."""
    return clean(text.in_english if isinstance(text, Said) else text, WIDTH).rstrip()


def recipe(text: str) -> Any:
    """Return the recipe to keep with such a line, so that everybody can read it in their own language."""
    return text.recipe if isinstance(text, Said) else None


def for_reader(text: str, kept: Any) -> str:
    """Return a line in the language of this context's reader. An edited line stays as it is."""
    said = from_recipe(kept)
    if not (isinstance(said, Said) and in_english(said) == text):
        return clean(text, WIDTH)
    whole = clean(said, 4 * WIDTH)
    return whole if len(whole) <= WIDTH else f"{whole[: WIDTH - 1]}»"


def row_of(handle: str, lines: Sequence[str], now: datetime) -> Row:
    """Return a letter or a post as it is written; {} if it has no text."""
    kept = [in_english(line) for line in lines[:LETTER_LINES]]
    said = [recipe(line) for line in lines[:LETTER_LINES]]
    row: Row = {"handle": handle, "lines": kept, "t": stamp(now)}
    return row | ({"said": said} if any(said) else {}) if any(kept) else {}


def lines_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the lines of a letter or a post, in the language of this context's reader."""
    lines, said = texts(row.get("lines"))[:LETTER_LINES], row.get("said")
    return tuple(map(for_reader, lines, [*said, *[None] * len(lines)])) if isinstance(said, list) else lines


# -- mailboxes -----------------------------------------------------------------------------------


LETTER_LINES: Final = 20
MOST: Final = 50
"""Most letters in a caller's mailbox."""

RESERVED: Final = 10
"""Letters from the sysop that a full mailbox still takes."""

MOST_OF_ONE: Final = 10
"""Most letters of one sender in a caller's mailbox."""

MOST_IN_SYSOPS: Final = 500
"""Most letters, pages and notices of new callers in the sysop's box in a month."""

MOST_TO_SYSOP: Final = 30
"""Most letters and pages of one sender in the sysop's box in a month."""

SYSOP: Final = ""
"""The name of the sysop's box."""

DAY: Final = 24 * 60 * 60

About = Literal["", "joined", "waits", "validated", "page", "draft"]
"""Kinds of message: a letter, a new caller, a caller who waits for validation, notice of a validation, a
page for the sysop, or the caller's own unfinished letter."""

JOINING: Final[tuple[About, ...]] = ("joined", "waits")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter from `handle`. `id` is unique in its box."""

    handle: str
    lines: tuple[str, ...]
    t: str
    id: str = ""
    read: bool = False
    about: About = ""


class Letters(Part):
    """The mailboxes. A caller's letters are kept for `days`. A box has the handle in its caller's file as its
    name."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], days: Callable[[], int] = lambda: 60
    ) -> None:
        self._store, self._now, self._days = store, now, days
        self._sent = quota("letter")
        self._months: dict[str, LetterBook] = {}  # the sysop's files, which the desk reads once a second

    def box(self, whose: str) -> tuple[Letter, ...]:
        """Return the letters, newest last. The sysop's are this month's and last month's."""
        lines = [line for book in self._books(whose) for line in book.all()]
        return tuple(letter for line in self._current(whose, lines) if (letter := _letter(line)))

    def unread(self, whose: str) -> int:
        return sum(not letter.read for letter in self.box(whose))

    def send(
        self, sender: str, to: str, lines: Sequence[str], about: About = "", by_sysop: bool = False
    ) -> MaybeSaid:
        """Leave a letter; return "" or a sentence why not."""
        now = self._now()
        line = row_of(sender, lines, now)
        if not line:
            return tr.mail.letter_empty()
        by_board = by_sysop or about in NO_WAIT
        if not by_board and (reason := self._sent.why_not(sender, now)):
            return reason
        line |= {"about": about} if about else {}
        reason = self._books(to)[-1].add(line, now, lambda there: self._full(sender, to, there, by_board))
        if not by_board and not reason:
            self._sent.count(sender, now)
        return reason

    def mark_read(self, whose: str, id: str) -> MaybeSaid:
        """Mark a letter as read; return "" or a sentence why that failed."""
        return self._change(
            whose, lambda lines: [{**line, "read": True} if _id(line) == id else line for line in lines]
        )

    def delete(self, whose: str, id: str) -> MaybeSaid:
        """Delete a letter; return "" or a sentence why that failed."""
        return self._change(whose, lambda lines: [line for line in lines if _id(line) != id])

    def sweep(self) -> None:
        """Delete old letters from the callers' boxes."""
        for book in _boxes(self._store):
            book.put(partial(self._current, book.key))

    # -- not finished

    def drafts(self, whose: str) -> tuple[Letter, ...]:
        """Return the caller's unfinished letters. The handle of each is its recipient."""
        lines = self._current(whose, _book(self._store, "drafts", whose).all())
        return tuple(letter for line in lines if (letter := _letter(line)))

    def keep_draft(self, whose: str, to: str, lines: Sequence[str]) -> MaybeSaid:
        """Keep an unfinished letter to `to` in place of the last one. An empty one is deleted. Return "" or
        a sentence why that failed."""
        book, key = _book(self._store, "drafts", whose), caller_key(to)
        kept = [clean(line, WIDTH) for line in lines[:LETTER_LINES]]
        draft = {"handle": to, "lines": kept, "about": "draft", "t": stamp(self._now())}
        return book.put(
            lambda there: (
                [at for at in there if caller_key(str(at.get("handle"))) != key] + [draft] * any(kept)
            )
        )

    def _change(self, whose: str, change: Edit) -> MaybeSaid:
        return next(filter(None, [book.put(change) for book in self._books(whose)]), "")

    def _current(self, whose: str, lines: Sequence[Row]) -> Sequence[Row]:
        now, most = self._now(), self._days() * DAY
        return lines if whose == SYSOP else [at for at in lines if (seconds_since(at, now) or 0) <= most]

    def _full(self, sender: str, whose: str, lines: Sequence[Row], by_sysop: bool) -> MaybeSaid:
        kept, key = self._current(whose, lines), caller_key(sender)
        if whose == SYSOP and len(kept) >= MOST_IN_SYSOPS:
            return tr.mail.sysops_box_full()
        if by_sysop:
            return tr.mail.mailbox_full(who=whose) if whose != SYSOP and len(kept) >= MOST + RESERVED else ""
        count = sum(caller_key(str(line.get("handle"))) == key for line in kept)
        if whose == SYSOP:
            enough = count >= MOST_TO_SYSOP
            return tr.mail.enough_letters_to_sysop(letters=tr.count.letters(n=count)) if enough else ""
        if len(kept) >= MOST:
            return tr.mail.mailbox_full(who=whose)
        if count < MOST_OF_ONE:
            return ""
        return tr.mail.enough_letters(who=whose, letters=tr.count.letters(n=count))

    def _books(self, whose: str) -> list[LetterBook]:
        """Return the files of that box; new letters go into the last one."""
        if whose != SYSOP:
            return [_book(self._store, "letters", whose)]
        month = self._now().strftime("%Y-%m")
        last = month_before(month)
        self._months = {
            at: self._months.get(at) or LetterBook(self._store, "feedback", at, lasting=True)
            for at in (last, month)
        }
        return list(self._months.values())


def validation_changes(store: Store, handle: str) -> Iterator[Change]:
    """Yield the changes that delete what tells the sysop that a new caller waits for validation."""
    key = caller_key(handle)

    def others(rows: Sequence[Row]) -> list[Row]:
        return [at for at in rows if at.get("about") != "waits" or caller_key(str(at.get("handle"))) != key]

    yield from all_edited(_feedback(store), others)


def _feedback(store: Store) -> list[LetterBook]:
    return [LetterBook(store, "feedback", at) for at in store.keys("feedback")]


def _boxes(store: Store) -> list[LetterBook]:
    """Return all boxes, including the ones of unfinished letters."""
    return [_book(store, kind, key) for kind in ("letters", "drafts") for key in store.keys(kind)]


def _book(store: Store, kind: str, whose: str) -> LetterBook:
    return LetterBook(store, kind, caller_key(whose), MOST + RESERVED, lasting=True)


def _id(line: Row) -> str:
    return f"{line.get('t')} {line.get('handle')}"


def _letter(line: Row) -> Letter | None:
    match line:
        case {"handle": str(handle), "t": str(t)}:
            about = line.get("about", "")
            return Letter(
                clean(for_reader(handle, line.get("by")), 40), lines_of(line), t, _id(line),
                line.get("read") is True, about if about in (*JOINING, "page", "draft") else "",
            )  # fmt: skip
    return None
