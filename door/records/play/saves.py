"""Games in progress: one document for each caller and door, exact to the last move.

Guarantees: the first line describes the game, with its secret seed, and is written with the line that charges
the turn. Each move is one more line, written before the screen shows it. A torn last line is dropped.

Names of documents contain no special characters of handles. Moves that the disk refuses stay in memory and
are written with the next one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from door.games.chance import Chance, chance_for
from door.records.journal.lines import Fields, RecordsError, caller_key, stamp
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
from door.records.store.kinds import DOC_KINDS
from door.ui.texts import MaybeSaid, tr

LOG: Final = logging.getLogger("door.records")

DocKey = tuple[str, str]
"""A save's kind and key in the store."""

_FIELD_TYPES: Final[Mapping[str, type]] = {
    "id": str, "door": str, "caller": str, "seats": list, "options": dict, "seed": str, "commit": str,
    "day": str, "t": str,
}  # fmt: skip


class SaveError(RecordsError):
    """The saved game can't be used. The text is one plain sentence."""


class SaveBusy(SaveError):
    """The save can't be opened right now."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a save. `options` are complete and as JSON has them, and `seed` is in hex. The game
    began at `t`. `words` are the caller's for the dice."""

    id: str
    door: str
    caller: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    seed: str = field(repr=False)
    commit: str
    day: str
    t: str
    words: tuple[str, ...] = ()

    @property
    def chance(self) -> Chance:
        return chance_for(self.seed, self.words)

    def line(self, kind: str, moment: datetime, **fields: Any) -> Fields:
        """Return a line of the journal about this game."""
        about = {"id": self.id, "door": self.door, "caller": self.caller}
        return {"kind": kind, "t": stamp(moment), **about, **fields}


@lru_cache(maxsize=4096)  # every menu needs one for each door
def save_name(slug: str, caller: str) -> str:
    """Return the save's key: readable, and practically unique for any handle."""
    key = caller_key(caller)
    readable = re.sub(r"[^a-z0-9]", "_", f"{slug}.{key}".lower())
    return f"{readable[:40]}.{hashlib.sha256(f'{slug}/{key}'.encode()).hexdigest()[:16]}"


class Save:
    """A game in play here: header and moves, and the `version` that the store has, 0 if it has none yet."""

    def __init__(
        self, store: Store, doc_key: DocKey, header: Header, moves: tuple[str, ...] = (), version: int = 0
    ) -> None:
        self.store, self.doc_key, self.header, self.moves, self.version = (
            store, doc_key, header, list(moves), version,
        )  # fmt: skip
        self._kept = len(moves)  # moves that the store has
        self.is_over = False
        """True if its end is being booked, so that a move may come too late."""
        self.is_elsewhere = False
        """True if another host has other moves of it, or its end, so that it can't go on here."""

    @property
    def name(self) -> str:
        return _name(*self.doc_key)

    @property
    def owes(self) -> bool:
        """True if the store doesn't have all of it, and can still get it."""
        return not self.is_elsewhere and (not self.version or self._kept < len(self.moves))

    def flush(self) -> MaybeSaid:
        """Write moves that wait; return "", or a sentence if the disk refused."""
        if not self.version:  # its beginning waits, too
            return ""
        try:
            self.write()
        except StoreRefused as error:
            return tr.play.game_cannot_be_saved(why=str(error))
        except Conflict as error:
            return tr.play.game_cannot_be_saved(why=error)
        except Unanswered:
            return tr.play.disk_refuses_writing()
        return ""

    def write(self) -> None:
        """Write moves that wait. A database that has crashed may have lost some, which are written again.

        Raises StoreRefused, Unanswered, or Conflict if another host has changed or ended the game.
        """
        if change := self.owed():
            try:
                [version] = self.store.write(Unit([change], unsynced=True))
                self.has_added(change, version)
            except Conflict:
                change = self.put(self.find_version())
                if self.is_elsewhere:
                    raise
                [version] = self.store.write(Unit([change], unsynced=True))
                self.has_begun(change, version)

    def find_version(self) -> int:
        """Return the version in the store, 0 for none, and note if it is another host's. On a board with
        hosts only the end of its game deletes it."""
        doc = self.store.get(*self.doc_key)
        if not self.put(0).body.startswith(doc.body) if doc else self.store.host:
            self.is_elsewhere = True
        return doc.version if doc else 0

    def owed(self) -> Change | None:
        """Return the change that adds the moves that wait, None if none do."""
        if self._kept == len(self.moves):
            return None
        return Change("add", *self.doc_key, self.version, b"".join(map(_line, self.moves[self._kept :])))

    def has_added(self, written: Change, version: int) -> None:
        """Note that the store has these moves now."""
        self.version, self._kept = version, self._kept + written.body.count(b"\n")

    def put(self, version: int | None) -> Change:
        header = {name: getattr(self.header, name) for name in Header.__slots__}
        return Change("put", *self.doc_key, version, b"".join(map(_line, (header, *self.moves))))

    def has_begun(self, written: Change, version: int) -> None:
        """Note that the store has it now."""
        self.version, self._kept = version, written.body.count(b"\n") - 1

    def set_aside(self) -> str:
        """Keep it for the sysop, so that the next game can begin; return a clause about it."""
        return _set_aside(self.store, *self.doc_key) if self.version else "it has no file"

    def delete(self) -> None:
        """Delete it, if the disk lets us, and nobody has changed it."""
        with suppress(StoreRefused, Conflict):
            self.store.write(Unit([Change("delete", *self.doc_key, self.version)]))


class Saves:
    """The saves of a kind: "save", or "deal" for daily deals."""

    def __init__(self, store: Store, kind: str = "save") -> None:
        self.store, self.kind = store, kind

    def doc_key(self, slug: str, caller: str) -> DocKey:
        """Return the key of the caller's save at that door, or of a day's game with that id."""
        return self.kind, save_name(slug, caller)

    def load(self, doc_key: DocKey, slug: str = "") -> Save | None:
        """Load the game that waits there, or return None.

        Raises SaveBusy if it can't be read just now, SaveError if it is damaged or not a game of the door
        `slug` ("" for any door).
        """
        folder, file = DOC_KINDS[self.kind].folder, _name(*doc_key).partition("/")[2]
        try:
            doc = self.store.get(*doc_key)
        except Odd as error:
            raise SaveError(tr.records.save_damaged(folder=folder, file=file, reason=str(error))) from None
        except StoreRefused as error:
            raise SaveBusy(tr.records.save_unreadable(folder=folder, file=file, reason=str(error))) from error
        if doc is None:
            return None
        header, moves = _parse(doc.body, doc_key)
        if slug not in ("", header.door):
            raise SaveError(tr.records.save_of_other_door(folder=folder, file=file))
        return Save(self.store, doc_key, header, moves, doc.version)

    def doc_keys(self) -> list[DocKey]:
        return [(self.kind, key) for key in self.store.keys(self.kind)]

    def peek(self, doc_key: DocKey) -> tuple[Header, tuple[str, ...]] | None:
        """Return the saved game there and its moves; None if it is missing, damaged or forbidden. Raises
        StoreRefused."""
        try:
            save = self.load(doc_key)
        except SaveError as error:
            if isinstance(error.__cause__, StoreRefused) and not isinstance(error.__cause__, Forbidden):
                raise error.__cause__ from None  # it isn't lost
            LOG.error("%s", error)
            return None
        return (save.header, tuple(save.moves)) if save else None

    def rename_changes(self, old: str, new: str, slugs: Iterable[str]) -> Iterator[Change]:
        """Return the changes that move a renamed caller's games along, unless games have been begun under
        the new handle."""
        for slug in slugs:
            here, there = self.doc_key(slug, old), self.doc_key(slug, new)
            if here != there and not self.store.get(*there) and (doc := self.store.get(*here)):
                yield Change("put", *there, 0, doc.body)
                yield Change("delete", *here, doc.version)

    def removal_changes(self, caller: str, slugs: Iterable[str]) -> Iterator[Change]:
        """Return the changes that delete a removed caller's games."""
        return (Change("delete", *self.doc_key(slug, caller), None) for slug in slugs)

    def sweep(
        self, is_open: Callable[[str], bool], is_over: Callable[[str], bool], told: bool = False
    ) -> list[str]:
        """Delete saves of booked games; return a sentence for each.

        A game that the journal doesn't know is set aside: the board died before its turn was charged, or the
        journal is wrong. A damaged save stays so that its caller can be `told`, or is set aside.
        """
        try:
            keys = self.doc_keys()
        except StoreRefused as error:
            return [tr.records.cannot_be_read(file=DOC_KINDS[self.kind].folder, reason=str(error))]
        return [note for doc_key in keys if (note := self._swept(doc_key, is_open, is_over, told))]

    def _swept(
        self, doc_key: DocKey, is_open: Callable[[str], bool], is_over: Callable[[str], bool], told: bool
    ) -> str:
        try:
            save = self.load(doc_key)
        except SaveBusy as error:
            return str(error)
        except SaveError as error:
            if told:
                return tr.records.caller_is_told(why=error)
            return set_aside(self.store, doc_key, error)
        if save is None or is_open(save.header.id):
            return ""
        if not is_over(save.header.id):  # the journal may come from an older backup
            done = save.set_aside()
        else:
            done = "it was deleted"
            save.delete()
        return f"{save.name}: no turn is open for this game; {done}."


def _name(kind: str, key: str) -> str:
    return f"{DOC_KINDS[kind].folder}/{key}{DOC_KINDS[kind].suffix}"


def _parse(data: bytes, doc_key: DocKey) -> tuple[Header, tuple[str, ...]]:
    try:
        tree, *moves = [json.loads(line) for line in data.splitlines()]
        if not all(isinstance(tree[name], kind) for name, kind in _FIELD_TYPES.items()):
            raise ValueError("a value is of another kind")
        known = {name: tree[name] for name in _FIELD_TYPES}
        header = Header(**{**known, "seats": tuple(tree["seats"]), "words": tuple(tree.get("words", ()))})
        bytes.fromhex(header.seed)
        if not all(isinstance(text, str) for text in (*moves, *header.seats, *header.words)):
            raise ValueError("a move, a seat or a word must be text")
        return header, tuple(moves)
    except (ValueError, TypeError, KeyError, RecursionError):
        folder, _, file = _name(*doc_key).rpartition("/")
        raise SaveError(tr.records.no_save(folder=folder, file=file)) from None


def set_aside(store: Store, doc_key: DocKey, error: SaveError) -> str:
    """Take a save that can't be read out of the way, so that the next game can begin; return a sentence."""
    told = _set_aside(store, *doc_key)
    return f"{error} {told[0].upper()}{told[1:]}."


def _set_aside(store: Store, kind: str, key: str) -> str:
    try:
        return f"it was kept as {store.set_aside(kind, key)}"
    except StoreRefused as error:
        return f"it cannot be set aside: {error}"


def _line(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


# -- moves on their way to a database, which an event loop can't wait for ------------------------


PATIENT: Final = 1.0
"""Seconds that a caller waits for a move to be kept. Then the game goes on in memory."""

Kept = asyncio.Future[MaybeSaid]
"""Done when a save's moves are kept, with "" or a sentence for its caller."""


class Moves:
    """The moves that wait to be written to `store`. Those of all games go in one unit, and the next ones wait
    for its end. A save's moves are added in order, each once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._waiting: dict[Save, Kept] = {}
        self._writer: asyncio.Task[None] | None = None

    def keep(self, save: Save) -> Kept:
        """Write the save's moves soon."""
        if self._writer is None:
            # without the context of a call, which the task would keep
            self._writer = asyncio.create_task(self._write_all(), name="moves", context=Context())
        return self._waiting.setdefault(save, asyncio.get_running_loop().create_future())

    async def close(self) -> None:
        """Wait a moment for what is being written."""
        if self._writer:
            await asyncio.wait([self._writer], timeout=PATIENT)

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, {}
                try:
                    await self._write(batch)
                except Conflict:
                    for save, kept in batch.items():  # somebody else has changed one of the saves
                        await self._alone(save, kept)
                except StoreError as error:
                    _tell(batch, error)
        finally:
            self._writer = None

    async def _write(self, batch: dict[Save, Kept]) -> None:
        owed = {save: change for save in batch if (change := save.owed())}
        if owed:
            versions = await asyncio.wrap_future(self.store.send(Unit([*owed.values()], unsynced=True)))
            for (save, change), version in zip(owed.items(), versions, strict=True):
                save.has_added(change, version)
        _tell(batch)

    async def _alone(self, save: Save, kept: Kept) -> None:
        try:
            if not save.is_over:
                await asyncio.to_thread(save.write)
            _tell({save: kept})
        except StoreError as error:
            _tell({save: kept}, error)


def _tell(batch: dict[Save, Kept], error: StoreError | None = None) -> None:
    note: MaybeSaid = ""
    if error:
        is_late = isinstance(error, Unanswered)
        note = tr.play.disk_refuses_writing() if is_late else tr.play.game_cannot_be_saved(why=error)
    if isinstance(error, StoreRefused):
        note = tr.play.disk_refuses_writing()
    for kept in batch.values():
        if not kept.done():
            kept.set_result(note)
