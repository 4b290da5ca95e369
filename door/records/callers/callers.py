"""The board's callers: a document each, in a folder a YAML file, which the sysop may read and edit.

Guarantees: a document is replaced whole, by the version that the change was decided on, and one that can't be
read is never overwritten. A handle stays taken after its caller was renamed or removed.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from door.records.access.failed_logons import block_of
from door.records.callers.caller_file import (
    NEW_LEVEL,
    Caller,
    CallerError,
    check_handle,
    check_key,
    looks_of,
    refused_by_store,
    write_caller,
)
from door.records.callers.known import MOST, KnownCallers, KnownDoc, spelt
from door.records.callers.once import fits_once
from door.records.callers.passwords import Name, Passwords, check_password_rule
from door.records.files.plain_yaml import dump
from door.records.journal.lines import caller_key, stamp
from door.records.store import Change, Conflict, Doc, Store, StoreRefused, Unanswered, Unit, as_reason
from door.records.store.kinds import key_of
from door.ui.texts import reason_of, tr

__all__ = ["Caller", "CallerError", "Callers", "check_handle"]

LOG: Final = logging.getLogger("door.records")
MOST_KEYS: Final = 20
"""Most SSH keys of a caller."""


class Callers(KnownCallers):
    """The callers in `store`, to be looked up and changed."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords | None = None,
        reserved: Collection[str] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        most: int = MOST,
    ) -> None:
        super().__init__(store, reserved, most)
        self._passwords, self._now = passwords or Passwords.at_cost(), now
        self.changed: Callable[[str], object] = lambda handle: None
        """Called in any thread, with the handle of a caller whom we have changed."""
        self._changing = ThreadPoolExecutor(1, "callers")

    def add(self, caller: Caller) -> Caller:
        """Add a caller whose handle needs no check; return the one there is, if any."""
        try:
            return self._write(caller, 0)
        except Conflict:
            return self.get_or_raise(caller.handle)

    def change(
        self, handle: str, edit: Callable[[Caller], Caller], at_once: bool = True,
        along: Callable[[], Iterable[Change]] = tuple,
    ) -> Caller:  # fmt: skip
        """Edit the caller as their file is now, so that no other edit is lost. Unless `at_once`, a power cut
        may undo it. The changes that `along` returns are written with it."""
        while True:
            found = self._look_or_raise(handle)
            caller = found.whole()
            edited = edit(caller)
            if edited == caller:
                return edited
            with suppress(Conflict):
                return self._write(edited, found.doc.version, not at_once, along())

    def _write(
        self, caller: Caller, version: int, unsynced: bool = False, along: Iterable[Change] = ()
    ) -> Caller:
        """Write the caller's file. Raises Conflict."""
        change = caller_change(caller, version)
        try:
            new, *_ = self.store.write(Unit([change, *along], unsynced=unsynced))
        except StoreRefused as error:
            name = self.store.name("caller", caller.handle)
            raise refused_by_store(error, tr.records.file_unwritable(file=name, reason=error)) from None
        except Unanswered as error:
            error.late.add_done_callback(lambda late: self._hear_late(caller.handle, late))
            raise CallerError(reason_of(error)) from None
        self._keep(key_of(caller.handle), KnownDoc(Doc(new, change.body), caller))
        self.changed(caller.handle)
        return caller

    def _hear_late(self, handle: str, late: Future[object]) -> None:
        """Tell others of a change that the database has carried out after all."""
        if not late.exception():
            self.forget(handle)
            self.changed(handle)

    async def edit(self, handle: str, edit: Callable[[Caller], Caller], at_once: bool = True) -> Caller:
        """Do `change` in a thread of its own. Changes wait for each other and for the disk, and must not
        block the shared threads."""
        return await asyncio.get_running_loop().run_in_executor(
            self._changing, copy_context().run, self.change, handle, edit, at_once
        )

    def create(self, caller: Caller) -> Caller:
        """Add a caller. Raises CallerError with the rule that the handle breaks."""
        handle = spelt(caller.handle)
        try:  # nobody may come between who looks like this one
            lease = self.store.take(f"new/{looks_of(handle)}")
        except StoreRefused as error:
            raise self._unreadable("", error) from None
        if lease is None:
            raise CallerError(tr.accounts.handle_taken(handle=handle))
        try:
            if fault := self.check_handle(handle):
                raise CallerError(fault)
            created = caller.created or stamp(self._now())
            return self._write(replace(caller, handle=handle, created=created), 0)
        except Conflict:
            raise CallerError(tr.accounts.handle_taken(handle=handle)) from None
        finally:
            with suppress(StoreRefused):
                self.store.release(lease)

    # -- renamed and removed

    def renaming(self, handle: str, to: str) -> list[Change]:
        """Return the changes that give a caller another handle. The old one stays taken. Raises CallerError
        with the rule that the new one breaks."""
        found = self._look_or_raise(handle)
        caller = found.whole()
        if fault := self.check_handle(to, but=handle):
            raise CallerError(fault)
        old, same = caller.handle, key_of(to) == key_of(handle)
        named = caller_change(replace(caller, handle=to), found.doc.version if same else 0)
        if same:
            return [named]
        held = [_held_by(to, key) for key in map(_key_of, caller.keys) if self._holds(old, key)]
        gone = dump({"handle": old, "renamed": to}).encode()
        return [
            named,
            Change("put", "gone", old, None, gone),
            Change("delete", "caller", old, found.doc.version),
            Change("delete", "gone", to, None),
            *held,
        ]

    def removing(self, handle: str) -> list[Change]:
        """Return the changes that remove a caller. The handle stays taken."""
        found = self._look_or_raise(handle)
        caller, doc = found.whole(), found.doc
        key = caller.handle
        held = [one for one in map(_key_of, caller.keys) if self._holds(key, one)]
        return [
            Change("put", "gone", key, None, doc.body),
            Change("delete", "caller", key, doc.version),
            *(Change("delete", "holder", _hash(one), None) for one in held),
        ]

    def _holds(self, handle: str, key: bytes) -> bool:
        holder = self.holder(key)
        return holder is not None and holder.handle == handle

    def forgetting(self, handle: str, to: str) -> Iterator[Change]:
        """Yield the changes that put `to` in the handle's place among those whom callers ignore."""
        key = caller_key(handle)
        for one in self.ignoring(handle):
            found = self._look(one, evicts=False)
            if found and isinstance(caller := found.caller, Caller) and caller.ignores(handle):
                names = (to if caller_key(name) == key else name for name in caller.ignored)
                changed = replace(caller, ignored=tuple(filter(None, names)))
                yield caller_change(changed, found.doc.version)

    # -- keys and passwords

    def holder(self, key: bytes) -> Caller | None:
        """Return the caller who has that public key in their file, or None. A key that the sysop wrote there
        is found after the caller has used it once, under their handle."""
        try:
            doc = self.store.get("holder", _hash(key))
        except StoreRefused as error:
            LOG.error("callers/keys: %s", error)
            return None
        caller = self.find(doc.body.decode("utf-8", "replace")) if doc else None
        return caller if caller and _has(caller, key) else None

    def note_holder(self, handle: str, key: bytes) -> None:
        """Note that the caller has that public key, so that `holder` finds them. The first one keeps
        it."""
        caller = self.find(handle)
        if caller and _has(caller, key) and not self.holder(key):
            try:
                self.store.write(Unit([_held_by(caller.handle, key)], unsynced=True))
            except (StoreRefused, Unanswered) as error:
                LOG.error("callers/keys: %s", as_reason(error))

    def add_key(self, handle: str, line: str) -> Caller:
        """Add an OpenSSH public key line. Raises CallerError if it is invalid."""
        line = " ".join(line.split())
        if fault := check_key(line):
            raise CallerError(fault)

        def with_key(caller: Caller) -> Caller:
            if _held(caller, line):
                return caller
            if len(caller.keys) >= MOST_KEYS:
                raise CallerError(tr.accounts.too_many_keys(most=MOST_KEYS))
            return replace(caller, keys=(*caller.keys, line))

        key = base64.b64decode(line.split()[1])
        held = () if self.holder(key) else (_held_by(self.get_or_raise(handle).handle, key),)
        return self.change(handle, with_key, along=lambda: held)

    async def register(
        self, handle: str, password: str, level: int = NEW_LEVEL, address: str = "", unvalidated: bool = False
    ) -> Caller:
        """Add a new caller. Raises CallerError with the rule that handle or password breaks.

        Here and below `address` is the caller's: an address that asks often waits for the others.
        """
        if fault := await asyncio.to_thread(self.check_handle, handle):
            raise CallerError(fault)
        hashed = await _hash_password(self._passwords, password, _whose(address, handle))
        new = Caller(handle, password=hashed, level=level, unvalidated=unvalidated)
        return await asyncio.to_thread(self.create, new)

    async def check_password(self, handle: str, password: str, address: str = "") -> bool:
        """True if it is that caller's password. Unknown handles take as long as known ones."""
        return await self.is_password(await self.look_up(handle), handle, password, address)

    async def is_password(self, caller: Caller | None, handle: str, password: str, address: str = "") -> bool:
        """Check the password of a caller who was looked up before. Pass None if nobody was found."""
        known = caller.password if caller else ""
        right = await self._passwords.verify(known, password, _whose(address, handle))
        if right and caller and self._passwords.stale(known):
            try:
                hashed = await _hash_password(self._passwords, password, _whose(address, handle))
                await self.edit(handle, lambda caller: replace(caller, password=hashed))
            except CallerError as error:  # the old hash is just as valid
                LOG.warning("a password's hash is kept as it was: %s", error)
        return right

    def is_word(self, caller: Caller, typed: str) -> bool:
        """True if that is the caller's one-time word now."""
        return fits_once(caller, typed, self._now())

    async def set_password(
        self, handle: str, password: str, address: str = "", word: str | None = None
    ) -> Caller:
        """Set the caller's password, which ends their one-time word. Raises CallerError with the rule that it
        breaks, or if `word` isn't the one-time word of the caller's file any more."""
        hashed = await _hash_password(self._passwords, password, _whose(address, handle))

        def with_password(caller: Caller) -> Caller:
            if fault := check_password_rule(password, caller.sysop):
                raise CallerError(fault)
            if word is not None and caller.word != word:
                raise CallerError(tr.logon.word_used())
            return replace(caller, password=hashed, word="")

        return await self.edit(handle, with_password)


def caller_change(caller: Caller, version: int) -> Change:
    """Return the change that writes a caller whose document has that version."""
    return Change("put", "caller", caller.handle, version, write_caller(caller).encode())


def _whose(address: str, handle: str) -> tuple[str, str]:
    """Return the key by which password checks take turns."""
    return block_of(address), key_of(handle)


async def _hash_password(passwords: Passwords, password: str, who: Name) -> str:
    if fault := check_password_rule(password):
        raise CallerError(fault)
    return await passwords.hash(password, who)


def _held(caller: Caller, line: str) -> bool:
    return any(line.split()[:2] == key.split()[:2] for key in caller.keys)


def _key_of(line: str) -> bytes:
    """Return the public key in a line of a caller's file; b"" if there is none."""
    try:
        return base64.b64decode(line.split()[1], validate=True)
    except (IndexError, ValueError):
        return b""


def _has(caller: Caller, key: bytes) -> bool:
    return any(_key_of(line) == key for line in caller.keys)


def _hash(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()


def _held_by(handle: str, key: bytes) -> Change:
    return Change("put", "holder", _hash(key), None, handle.encode())
