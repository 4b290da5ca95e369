"""The board's callers: a YAML file for each, which the sysop may read and edit.

Guarantees: the file is the caller. Its name is the handle, it is read again whenever it has changed
(`CallerFolder`), it is replaced whole, and one that can't be read is never overwritten. A handle stays
taken after its caller was renamed or removed.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import unicodedata
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from door.records.access.failed_logons import block_of
from door.records.callers.caller_file import (
    NEW_LEVEL,
    Caller,
    CallerError,
    check_handle,
    check_key,
    key_of,
)
from door.records.callers.caller_folder import CallerFolder, give_name, telling, was_theirs
from door.records.callers.passwords import Name, Passwords, check_password_rule
from door.records.files.disk import make_folder
from door.records.journal.lines import stamp
from door.ui.texts import MaybeSaid, tr

__all__ = ["Caller", "CallerError", "Callers", "check_handle"]

LOG: Final = logging.getLogger("door.records")
MOST_KEYS: Final = 20
"""Most SSH keys of a caller."""


class Callers:
    """The folder `callers/`. All errors are CallerErrors, one sentence each."""

    def __init__(
        self,
        folder: Path,
        passwords: Passwords | None = None,
        reserved: Collection[str] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.files = CallerFolder(folder)
        self.folder, self.removed, self.listed = folder, self.files.removed, self.files.listed
        self.reserved = reserved
        self._passwords = passwords or Passwords.at_cost()
        self._now = now
        self._told: dict[str, str] = {}
        self._changing = ThreadPoolExecutor(1, "callers")

    # -- looking up

    def find(self, handle: str, anew: bool = True) -> Caller | None:
        """Return the caller of that handle in any case, or None. Without `anew` a cached file isn't looked at
        again.

        A file that can't be read counts as no caller here, and is logged once for each of its states. Its
        handle stays taken.
        """
        try:
            return self.read(handle) if anew else self.files.remembered(key_of(handle))
        except CallerError as error:
            if self._told.get(key_of(handle)) != str(error):
                self._told[key_of(handle)] = str(error)
                LOG.error("callers/%s", error)
            return None

    def read(self, handle: str) -> Caller | None:
        """Return the caller of that handle, or None. Raises CallerError if their file can't be read."""
        return self.files.find(key_of(handle))

    def known(self, handle: str) -> Caller:
        """Return the caller of that handle. Raises CallerError if nobody has it."""
        caller = self.read(handle)
        if caller is None:
            raise CallerError(tr.accounts.no_such_caller(handle=handle))
        return caller

    def each(
        self, part: str = "", fault: Callable[[str], object] = lambda sentence: None
    ) -> Iterator[Caller]:
        """Yield every caller with `part` in their handle, by handle. `fault` is called with a sentence for
        each file that can't be read."""
        for caller, sentence in self.files.each(key_of(part)):
            if caller:
                yield caller
            if sentence:
                fault(sentence)

    def check_handle(self, text: str, reserved: Collection[str] = (), but: str = "") -> MaybeSaid:
        """Return the rule that a new handle breaks, or that somebody other than `but` has it, as a
        sentence, or ""."""
        handle = _spelt(text)
        return check_handle(handle, (*self.reserved, *reserved)) or self.taken(handle, but)

    def taken(self, handle: str, but: str = "") -> MaybeSaid:
        """Return why a good handle is not available, as a sentence, or ""."""
        key, own = key_of(handle), key_of(but)
        names, gone = self.files.names(), self.files.removed_names()
        if (key in names and key != own) or (key in gone and not was_theirs(self.removed / gone[key], but)):
            return tr.accounts.handle_taken(handle=handle)
        living, reserved = self.files.alike(handle)
        if ((living - {own}) | reserved) - {key}:
            return tr.accounts.handle_too_similar(handle=handle)
        return ""

    def gone(self, handle: str) -> bool:
        """True if that handle's caller was renamed or removed. Raises CallerError for unreadable folders."""
        key = key_of(handle)
        return self.files.path_of(key) is None and key in self.files.removed_names()

    # -- changing

    def save(self, caller: Caller) -> None:
        """Write the caller's file. Raises CallerError if that fails, or if the file is broken."""
        with self.files.locked():
            self.files.write(caller)

    def change(self, handle: str, edit: Callable[[Caller], Caller], at_once: bool = True) -> Caller:
        """Edit the caller as their file is now, so that no other edit is lost. Unless `at_once`, a power cut
        may undo it."""
        with self.files.locked():
            caller = self.known(handle)
            edited = edit(caller)
            if edited != caller:
                self.files.write(edited, at_once)
            return edited

    async def edit(self, handle: str, edit: Callable[[Caller], Caller], at_once: bool = True) -> Caller:
        """Do `change` in a thread of its own. Changes wait for each other and for the disk, and must not
        block the shared threads."""
        return await asyncio.get_running_loop().run_in_executor(
            self._changing, copy_context().run, self.change, handle, edit, at_once
        )

    def create(self, caller: Caller) -> Caller:
        """Add a caller. Raises CallerError with the rule that the handle breaks."""
        with self.files.locked():
            if fault := self.check_handle(caller.handle):
                raise CallerError(fault)
            added = replace(
                caller, handle=_spelt(caller.handle), created=caller.created or stamp(self._now())
            )
            self.files.write(added)
        return added

    def rename(
        self, handle: str, to: str, before: Callable[[Caller, str], None] = lambda caller, to: None
    ) -> Caller:
        """Give a caller another handle; the old one stays reserved. Part of a rename (`renames`). `before`
        is called once the rename is allowed."""
        to = _spelt(to)
        with self.files.locked():
            caller = self.known(handle)
            if fault := self.check_handle(to, but=handle):
                raise CallerError(fault)
            before(caller, to)
            give_name(self.files, caller.handle, to, reserving=True)
        return replace(caller, handle=to)

    def give_name(self, old: str, new: str, reserving: bool = True) -> bool:
        """Finish a rename. Return False, and keep the old handle, if somebody else has taken the new one
        since. Without `reserving` it undoes one."""
        with self.files.locked():
            return give_name(self.files, old, new, reserving)

    def remove(self, handle: str) -> None:
        """Move the caller's file to removed/; the handle stays reserved. Part of a removal (`renames`)."""
        with self.files.locked():
            path = self.files.path_of(key_of(handle))
            if path is None:
                raise CallerError(tr.accounts.no_such_caller(handle=handle))
            with telling(path):
                make_folder(self.removed)
                path.rename(self.removed / path.name)
            self.files.forget()

    def add_key(self, handle: str, line: str) -> Caller:
        """Add an OpenSSH public key line. Raises CallerError if it is invalid."""
        line = " ".join(line.split())
        if fault := check_key(line):
            raise CallerError(fault)

        def added(caller: Caller) -> Caller:
            if _held(caller, line):
                return caller
            if len(caller.keys) >= MOST_KEYS:
                raise CallerError(tr.accounts.too_many_keys(most=MOST_KEYS))
            return replace(caller, keys=(*caller.keys, line))

        return self.change(handle, added)

    # -- passwords

    async def register(
        self,
        handle: str,
        password: str,
        level: int = NEW_LEVEL,
        address: str = "",
        unvalidated: bool = False,
    ) -> Caller:
        """Add a new caller. Raises CallerError with the rule that handle or password breaks.

        Here and below `address` is the caller's: an address that asks often waits for the others.
        """
        if fault := await asyncio.to_thread(self.check_handle, handle):
            raise CallerError(fault)
        hashed = await _hashed(self._passwords, password, _whose(address, handle))
        new = Caller(handle, password=hashed, level=level, unvalidated=unvalidated)
        return await asyncio.to_thread(self.create, new)

    async def check_password(self, handle: str, password: str, address: str = "") -> bool:
        """True if it is that caller's password. Unknown handles take as long as known ones."""
        return await self.is_password(self.find(handle), handle, password, address)

    async def is_password(self, caller: Caller | None, handle: str, password: str, address: str = "") -> bool:
        """Check the password of a caller who was looked up before. Pass None if nobody was found."""
        known = caller.password if caller else ""
        right = await self._passwords.verify(known, password, _whose(address, handle))
        if right and caller and self._passwords.stale(known):
            try:
                await self.set_password(handle, password, address)
            except CallerError as error:  # the old hash is just as valid
                LOG.warning("a password's hash is kept as it was: %s", error)
        return right

    async def set_password(self, handle: str, password: str, address: str = "") -> Caller:
        """Set the caller's password. Raises CallerError with the rule it breaks."""
        hashed = await _hashed(self._passwords, password, _whose(address, handle))
        return await self.edit(handle, lambda caller: replace(caller, password=hashed))


def _spelt(handle: str) -> str:
    """Normalize a handle, however a terminal sent it."""
    return unicodedata.normalize("NFC", handle.strip())


def _whose(address: str, handle: str) -> tuple[str, str]:
    """Return the key by which password checks take turns."""
    return block_of(address), key_of(handle)


async def _hashed(passwords: Passwords, password: str, who: Name) -> str:
    if fault := check_password_rule(password):
        raise CallerError(fault)
    return await passwords.hash(password, who)


def _held(caller: Caller, line: str) -> bool:
    return any(line.split()[:2] == key.split()[:2] for key in caller.keys)


def latest(callers: Callers, part: str, most: int) -> tuple[list[Caller], int]:
    """Return the callers with `part` in their handles, the most recent first and `most` at most, and how many
    there are. Waits for the disk."""
    files = list(callers.files.written(key_of(part.strip())))
    found = [caller for _, handle in heapq.nlargest(most, files) if (caller := callers.find(handle))]
    return sorted(found, key=lambda caller: caller.last_call, reverse=True), len(files)
