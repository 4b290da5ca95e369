"""Stored matches: a document each, with the terms in its first line and an event in every other.

Guarantees: the first line holds the seed. A written event has happened; a torn last line has not. The events
that begin and end a game are written with the journal's lines about it, whole or not at all.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from door.games.contract import Door
from door.play.match.events import after
from door.play.match.values import Match, Refusal, Terms, has_stood, is_clock, is_live, new_match
from door.play.runaway import call_in_time
from door.records.journal.grammar import is_time
from door.records.journal.lines import Fields, RecordsError, decode, stamp
from door.records.store import (
    Change,
    Conflict,
    Forbidden,
    Odd,
    Store,
    StoreError,
    StoreRefused,
    Unanswered,
    Unit,
)
from door.ui.texts import reason_of, tr

LOG: Final = logging.getLogger("door.records")
ALIVE_MS: Final = 60_000
"""Silence after which the board must have been down. It notes once a minute that it is up."""

TALK_BYTES: Final = 1 << 20
"""Bytes above which a match's file takes only events that the game needs. Each start reads all of it."""

TALK: Final = frozenset({"say", "offer", "decline", "sit", "stand"})
"""Events that callers can repeat without end."""

MOST_SEATS: Final = 100
"""Far more than any game has. A file with more is damaged."""

_FIELD_TYPES: Final[Mapping[str, type]] = {
    "door": str, "options": dict, "seats": int, "clock": str, "rated": bool, "race": bool, "to": str,
    "words": bool, "id": str, "by": str, "seed": str, "commit": str, "t": str,
}  # fmt: skip


class TableError(RecordsError):
    """A match that can't be read or written. The text is one plain sentence."""


class TableBusy(TableError):
    """A match that can't be read right now."""


@dataclass(slots=True)
class TableFile:
    """A match, and what the store has of it: `version`, and `size` in bytes. Its clock was stopped for the
    first `leaps` of the board's leaps."""

    files: TableFiles
    game: Door
    match: Match
    version: int
    size: int
    leaps: int = 0
    guard: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def name(self) -> str:
        return f"{self.match.terms.id}.jsonl"

    def take(self, data: bytes) -> None:
        """Apply the lines of `data`. Raises TableError if the game refuses one."""
        match = self.match
        for line in data.splitlines():
            try:
                match = _next(self.game, match, decode(line))
            except Exception as error:  # any error in the rules
                why = error if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
                raise TableError(
                    tr.records.table_event_refused(file=self.name, number=match.n + 1, why=why)
                ) from None
        self.match = match

    def add(self, event: Fields, t: Callable[[], str], n: int | None = None) -> Match:
        """Write an event and return the match after it.

        Raises Refusal if the event is impossible or `n` isn't the last event any more, TableError if the
        disk refuses it, Conflict if another host has written one. Then nothing has changed.
        """
        with self.guard:
            if n is not None and n != self.match.n:
                raise Refusal(tr.tables.changed_meanwhile())
            if self.size > TALK_BYTES and event["do"] in TALK:
                raise Refusal(tr.tables.enough_said())
            match, data = self.plan_event(event, t())
            self.version = self.files.write(self, match, data)
            self.size += len(data)
            self.match = match
        return match

    def plan_event(self, event: Fields, t: str) -> tuple[Match, bytes]:
        """Return the match after an event, and the event as a line. Raises Refusal or TableError."""
        line = {**event, "t": max(t, self.match.t)}
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        return self._after(line), text.encode("utf-8", "replace") + b"\n"

    def pause_for(self, leaps: Sequence[tuple[datetime, datetime]], t: Callable[[], str]) -> None:
        """Stop the match's clock for the leaps of the board's time that it doesn't know yet."""
        while self.leaps < len(leaps):
            leap, match = leaps[self.leaps], self.match
            start, end = (match.ms_at(stamp(moment)) for moment in leap)
            least = start if is_live(match.clock) else start + ALIVE_MS
            if match.stage == "play" and least < end and not has_stood(match, start, end):
                with suppress(Refusal):
                    self.add({"do": "pause", "from": start, "to": end}, t)
            self.leaps += 1

    def _after(self, event: Fields) -> Match:
        """Return the match after an event. A fault in the game's rules becomes a TableError."""
        try:
            return call_in_time(after, self.game, self.match, event)
        except Refusal:
            raise
        except Exception as error:
            info = self.game.info
            LOG.error("%s: door=%s has a fault: %r", self.name, info.slug, error, exc_info=error)
            raise TableError(tr.records.rules_have_fault(door=info.name())) from None


class Planned(NamedTuple):
    """A change that adds an event to a match, and the match after it."""

    file: TableFile
    match: Match
    change: Change


class TableFiles:
    """The matches in `store`; `games` by slug. `known` are the matches of a running board, by id, and
    `renamed` the ids of those in which a caller was renamed or removed since it looked.

    `lines` returns those that the journal lacks of a match. `book` writes a change that begins or ends one,
    with these lines, and returns the document's new version. Without it nothing goes to the journal.
    """

    def __init__(
        self, store: Store, games: dict[str, Door],
        book: Callable[[Match, Change], int] | None = None,
        lines: Callable[[Match, datetime], Sequence[Fields]] = lambda match, moment: (),
    ) -> None:  # fmt: skip
        self.store, self.games, self.lines = store, games, lines
        self.book = book or (lambda match, change: store.write(Unit([change]))[0])
        self.known: dict[str, TableFile] = {}
        self.renamed: set[str] = set()
        self._faults: dict[str, str] = {}  # of files that can't be read

    def create(self, terms: Terms) -> TableFile:
        """Write a new match. Raises TableError if the disk refuses it."""
        data = json.dumps(asdict(terms), separators=(",", ":")).encode() + b"\n"
        try:
            [version] = self.store.write(Unit([Change("put", "table", terms.id, 0, data)]))
        except StoreError as error:
            raise _unwritten(error) from None
        return TableFile(self, self.games[terms.door], new_match(terms), version, len(data))

    def write(self, file: TableFile, match: Match, data: bytes) -> int:
        """Write an event, after which the match is `match`; return the new version. Raises TableError, or
        Conflict if another host has written one first."""
        change = Change("add", "table", match.terms.id, file.version, data)
        try:
            if match.stage != file.match.stage:
                return self.book(match, change)
            # Its opponent is told at once, so a database must not lose it in a crash.
            return self.store.write(Unit([change], unsynced=self.store.never_waits))[0]
        except Conflict:
            raise
        except RecordsError as error:
            raise _unwritten(error) from None

    def ids(self) -> set[str]:
        """Return the ids of all matches. Raises StoreRefused if they can't be read."""
        return set(self.store.keys("table"))

    def load_new(self) -> tuple[set[str], dict[str, TableFile], list[str]]:
        """Return the ids of all files, the matches that are not known yet, and a sentence for each file that
        can't be read, once. For a thread."""
        ids, loaded, notes = self.ids(), dict[str, TableFile](), list[str]()
        for id in sorted(ids - self.known.keys()):
            try:
                loaded[id] = self.load(id)
                self._faults.pop(id, None)
            except Exception as error:  # damaged, or unreadable just now
                if self._faults.get(id) != str(error):
                    self._faults[id] = str(error)
                    notes.append(str(error))
        return ids, loaded, notes

    def load(self, id: str) -> TableFile:
        """Read a match from its file. Raises TableError if it can't be read, or if this release's games
        can't resume it. The file stays."""
        name = f"{id}.jsonl"
        try:
            version, data = self.store.get("table", id) or (0, b"")
        except StoreRefused as error:
            raise TableBusy(tr.records.table_unreadable(file=name, reason=str(error))) from None
        head, _, events = data.partition(b"\n")
        terms = _terms(decode(head))
        if terms is None or terms.id != id:
            raise TableError(tr.records.no_table_file(file=name))
        game = self.games.get(terms.door)
        if game is None:
            raise TableError(tr.records.table_no_game(file=name, door=repr(terms.door)))
        try:
            file = TableFile(self, game, new_match(_whole(terms, game)), version, len(data))
        except KeyError as error:
            raise TableError(tr.records.table_no_option(file=name, door=terms.door, option=error)) from None
        except Exception as error:  # any error of the game with its values
            raise TableError(tr.records.table_damaged(file=name, why=error)) from None
        file.take(events)
        return file

    def changes(self, event: Fields, t: str) -> list[Planned]:
        """Return the changes that add an event to every match that allows it. A match that can't be read
        stays as it is."""
        found = list[Planned]()
        for id in sorted(self.ids()):
            with suppress(TableError, Refusal, Odd, Forbidden):
                doc, file = self.store.get("table", id), self.known.get(id)
                if file is None or doc is None or doc.version != file.version:
                    file = self.load(id)
                match, data = file.plan_event(event, t)
                found.append(Planned(file, match, Change("add", "table", id, file.version, data)))
        return found

    def take(self, done: Iterable[Planned], versions: Iterable[int]) -> None:
        """Note that these changes were written. A match that has gone on since is newer."""
        for (file, match, change), version in zip(done, versions, strict=True):
            if (known := self.known.get(id := change.key)) and known.version == change.version:
                size = file.size + len(change.body)
                self.known[id] = TableFile(self, file.game, match, version, size, file.leaps)
            self.renamed.add(id)

    def live_at(self, t: str) -> None:
        """Note that a board is up at that time."""
        with suppress(StoreError):
            if t > self.alive():
                self.store.write(Unit([Change("put", "alive", "", None, t.encode())], unsynced=True))

    def alive(self) -> str:
        """Return when a board was last up, as far as it was noted, or ""."""
        try:
            doc = self.store.get("alive", "")
            t = doc.body.decode("ascii") if doc else ""
        except (StoreRefused, ValueError):
            return ""
        return t if _is_moment(t) else ""

    def delete(self, id: str) -> None:
        self.store.write(Unit([Change("delete", "table", id, None)]))


def _unwritten(error: RecordsError) -> TableError:
    why = reason_of(error)
    return TableError(why if isinstance(error, Unanswered) else tr.tables.cannot_be_written(why=why))


def _terms(tree: dict[str, Any]) -> Terms | None:
    """Return the terms in a match's first line, or None if they are invalid."""
    try:
        terms = Terms(**tree)
        bytes.fromhex(terms.seed)
    except (TypeError, ValueError):
        return None
    kinds = all(isinstance(getattr(terms, name), kind) for name, kind in _FIELD_TYPES.items())
    sound = kinds and _is_moment(terms.t) and is_clock(terms.clock) and 2 <= terms.seats <= MOST_SEATS
    return terms if sound else None


def _is_moment(t: object) -> bool:
    return is_time(t) and t[17:19] != "60"


def _next(game: Door, match: Match, event: dict[str, Any]) -> Match:
    if not _is_moment(event.get("t")):
        raise ValueError("it has no time")
    return after(game, match, event)


def _whole(terms: Terms, game: Door) -> Terms:
    """Return the terms with the options as the game has them: tuples for JSON's lists."""
    return replace(terms, options=game.info.complete(terms.options))
