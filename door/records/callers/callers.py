"""The board's callers: a document each, in a folder a YAML file, which the sysop may read and edit.

Guarantees: the document is the caller. It is replaced whole, by the version that the change was decided on,
and one that can't be read is never overwritten. A handle stays taken after its caller was renamed or removed.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from datetime import UTC, datetime
from threading import Lock
from typing import Final, NamedTuple

from door.records.access.failed_logons import block_of
from door.records.callers.caller_file import (
    NEW_LEVEL,
    Caller,
    CallerError,
    check_handle,
    check_key,
    looks_of,
    parse_caller,
    write_caller,
)
from door.records.callers.passwords import Name, Passwords, check_password_rule
from door.records.files.plain_yaml import YamlError, dump, parse
from door.records.journal.lines import caller_key, stamp
from door.records.store import Away, Blocking, Change, Doc, Moved, Odd, Unit
from door.records.store.kinds import key_of
from door.ui.texts import MaybeSaid, reason_of, tr

__all__ = ["Caller", "CallerError", "Callers", "check_handle"]

LOG: Final = logging.getLogger("door.records")
MOST: Final = 5_000
"""Most callers to cache, about 1 KB each."""

MOST_KEYS: Final = 20
"""Most SSH keys of a caller."""


class _Known(NamedTuple):
    """A caller's document, and the caller in it, or why there is none."""

    doc: Doc
    caller: Caller | CallerError

    def whole(self) -> Caller:
        """Return the caller. Raises CallerError."""
        if isinstance(self.caller, CallerError):
            raise CallerError(reason_of(self.caller))
        return self.caller


class _Alike:
    """Which keys look alike. Only new ones are worked out."""

    def __init__(self) -> None:
        self._keys: list[str] = []
        self._looks: dict[str, set[str]] = {}
        self._looking = Lock()

    def of(self, handle: str, keys: list[str]) -> Set[str]:
        """Return those of the keys that look like that handle."""
        with self._looking:
            if keys is not self._keys:
                before, now = set(self._keys), set(keys)
                for key in before - now:
                    self._looks[looks_of(key)].discard(key)
                for key in now - before:
                    self._looks.setdefault(looks_of(key), set()).add(key)
                self._keys = keys
            return frozenset(self._looks.get(looks_of(handle), ()))


class Callers:
    """The callers in `store`. At most so many are cached. All errors are CallerErrors, one sentence each."""

    def __init__(
        self,
        store: Blocking,
        passwords: Passwords | None = None,
        reserved: Collection[str] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        most: int = MOST,
    ) -> None:
        self.store, self.reserved = store, reserved
        self._passwords = passwords or Passwords.at_cost()
        self._now, self._most = now, most
        self._known: dict[str, _Known] = {}
        self.changed: Callable[[str], object] = lambda handle: None
        """Called in any thread, with the handle of a caller whom we have changed."""
        self._told: dict[str, str] = {}
        self._alike = {kind: _Alike() for kind in ("caller", "gone")}
        self._adding = Lock()
        self._changing = ThreadPoolExecutor(1, "callers")

    # -- looking up

    def find(self, handle: str) -> Caller | None:
        """Return the caller of that handle in any case, or None.

        A file that can't be read counts as no caller here, and is logged once for each of its states. Its
        handle stays taken.
        """
        try:
            return self.read(handle)
        except CallerError as error:
            if self._told.get(key_of(handle)) != str(error):
                self._told[key_of(handle)] = str(error)
                LOG.error("callers/%s", error)
            return None

    async def look_up(self, handle: str) -> Caller | None:
        """Do `find` in a thread."""
        return await asyncio.to_thread(self.find, handle)

    def remembered(self, handle: str, otherwise: Caller | None = None) -> Caller | None:
        """Return the caller without waiting for a database, for the event loop. That is the caller in the
        file, or with a database as last looked up, or `otherwise`."""
        if self.store.is_local:
            return self.find(handle)
        held = self._known.get(key_of(handle))
        return held.caller if held and isinstance(held.caller, Caller) else otherwise

    async def remember(self, *handles: str) -> None:
        """Have these callers `remembered` as they are now."""
        if not self.store.is_local:
            await asyncio.to_thread(lambda: [self.find(handle) for handle in handles])

    def forget(self, *handles: str) -> None:
        """Forget callers whom another host has changed; without handles, all of them."""
        for key in map(key_of, handles or tuple(self._known)):
            self._known.pop(key, None)

    def read(self, handle: str) -> Caller | None:
        """Return the caller of that handle, or None. Raises CallerError if their file can't be read."""
        found = self._look(handle)
        return found.whole() if found else None

    def known(self, handle: str) -> Caller:
        """Return the caller of that handle. Raises CallerError if nobody has it."""
        return self._found(handle).whole()

    def _found(self, handle: str) -> _Known:
        if found := self._look(handle):
            return found
        raise CallerError(tr.accounts.no_such_caller(handle=handle))

    def each(
        self, part: str = "", fault: Callable[[str], object] = lambda sentence: None
    ) -> Iterator[Caller]:
        """Yield every caller with `part` in their handle, by handle. `fault` is called with a sentence for
        each file that can't be read. A long list doesn't evict cached callers."""
        for key in self._keys("caller", part):
            try:
                if found := self._look(key, evicts=False):
                    yield found.whole()
            except CallerError as error:
                fault(reason_of(error))

    def latest(self, part: str, most: int) -> tuple[list[Caller], int]:
        """Return the callers with `part` in their handles, the most recent first and `most` at most, and how
        many there are."""
        try:
            states = self.store.states("caller")
        except Away:
            return [], 0
        keys = [key for key in states if key_of(part.strip()) in key]
        written = heapq.nlargest(most, keys, key=states.__getitem__)
        found = [caller for key in written if (caller := self.find(key))]
        return sorted(found, key=lambda caller: caller.last_call, reverse=True), len(keys)

    def check_handle(self, text: str, reserved: Collection[str] = (), but: str = "") -> MaybeSaid:
        """Return the rule that a new handle breaks, or that somebody other than `but` has it, as a
        sentence, or ""."""
        handle = spelt(text)
        return check_handle(handle, (*self.reserved, *reserved)) or self.taken(handle, but)

    def taken(self, handle: str, but: str = "") -> MaybeSaid:
        """Return why a good handle is not available, as a sentence, or ""."""
        key, own = key_of(handle), key_of(but)
        living, reserved = (self._alike[kind].of(handle, self._keys(kind)) for kind in ("caller", "gone"))
        if (key in living and key != own) or (key in reserved and not self._was_theirs(key, own)):
            return tr.accounts.handle_taken(handle=handle)
        if ((living - {own}) | reserved) - {key}:
            return tr.accounts.handle_too_similar(handle=handle)
        return ""

    def _was_theirs(self, key: str, now: str) -> bool:
        """True if that reserved handle once belonged to the caller `now`."""
        try:
            doc = self.store.get("gone", key)
            renamed = parse(key, doc.body.decode()).values.get("renamed", "") if doc else ""
        except (Away, ValueError, YamlError):
            return False
        return bool(now) and key_of(str(renamed)) == now

    def gone(self, handle: str) -> bool:
        """True if that handle's caller was renamed or removed. Raises CallerError if that can't be read."""
        key = key_of(handle)
        try:
            return not self.store.get("caller", key) and bool(self.store.get("gone", key))
        except Odd:
            return False
        except Away as error:
            raise self._unreadable(handle, error) from None

    def _look(self, handle: str, evicts: bool = True) -> _Known | None:
        """Return what there is of a caller. It isn't parsed again as long as it is the same."""
        key = key_of(handle)
        try:
            doc = self.store.get("caller", key) if key.isprintable() else None
        except Away as error:
            raise self._unreadable(handle, error) from None
        held = self._known.get(key)
        if evicts:
            self._known.pop(key, None)  # newest last, because the first is forgotten first
        if doc is None:
            return None
        if held is None or held.doc != doc:
            held = _Known(doc, self._parsed(key, doc))
        if evicts or len(self._known) < self._most:
            self._keep(key, held)
        return held

    def _keep(self, key: str, held: _Known) -> None:
        self._known[key] = held
        while len(self._known) > self._most:
            self._known.pop(next(iter(self._known)), None)

    def _parsed(self, key: str, doc: Doc) -> Caller | CallerError:
        name = self.store.name("caller", key)
        try:
            text = doc.body.decode("utf-8-sig")
            caller = parse_caller(text.replace("\r\n", "\n").replace("\r", "\n"), name)
        except UnicodeDecodeError:
            return CallerError(tr.records.file_no_text(file=name))
        except CallerError as error:
            return error
        if key_of(caller.handle) != key:
            return CallerError(tr.records.other_handle(file=name, handle=repr(caller.handle)))
        return caller

    def _keys(self, kind: str, part: str = "") -> list[str]:
        try:
            return self.store.keys(kind, part)
        except Away as error:
            raise self._unreadable("", error) from None

    def _unreadable(self, handle: str, error: Away) -> CallerError:
        name = self.store.name("caller", handle) if handle else "callers"
        return CallerError(tr.records.file_unreadable(file=name, reason=error))

    # -- changing

    def add(self, caller: Caller) -> Caller:
        """Add a caller whose handle needs no check; return the one there is, if any."""
        try:
            return self._write(caller, 0)
        except Moved:
            return self.known(caller.handle)

    def change(
        self, handle: str, edit: Callable[[Caller], Caller], at_once: bool = True,
        along: Callable[[], Iterable[Change]] = tuple,
    ) -> Caller:  # fmt: skip
        """Edit the caller as their file is now, so that no other edit is lost. Unless `at_once`, a power cut
        may undo it. The changes that `along` returns are written with it."""
        while True:
            found = self._found(handle)
            caller = found.whole()
            edited = edit(caller)
            if edited == caller:
                return edited
            with suppress(Moved):
                return self._write(edited, found.doc.version, not at_once, along())

    def _write(
        self, caller: Caller, version: int, soon: bool = False, along: Iterable[Change] = ()
    ) -> Caller:
        """Write the caller's file. Raises Moved."""
        change = written(caller, version)
        try:
            new, *_ = self.store.write(Unit([change, *along], soon=soon))
        except Away as error:
            name = self.store.name("caller", caller.handle)
            raise CallerError(tr.records.file_unwritable(file=name, reason=error)) from None
        self._keep(key_of(caller.handle), _Known(Doc(new, change.body), caller))
        self.changed(caller.handle)
        return caller

    async def edit(self, handle: str, edit: Callable[[Caller], Caller], at_once: bool = True) -> Caller:
        """Do `change` in a thread of its own. Changes wait for each other and for the disk, and must not
        block the shared threads."""
        return await asyncio.get_running_loop().run_in_executor(
            self._changing, copy_context().run, self.change, handle, edit, at_once
        )

    def create(self, caller: Caller) -> Caller:
        """Add a caller. Raises CallerError with the rule that the handle breaks."""
        with self._adding:  # nobody may come between who looks like this one
            if fault := self.check_handle(caller.handle):
                raise CallerError(fault)
            handle = spelt(caller.handle)
            try:
                return self._write(
                    replace(caller, handle=handle, created=caller.created or stamp(self._now())), 0
                )
            except Moved:
                raise CallerError(tr.accounts.handle_taken(handle=handle)) from None

    # -- renamed and removed

    def renaming(self, handle: str, to: str) -> list[Change]:
        """Return the changes that give a caller another handle. The old one stays taken. Raises CallerError
        with the rule that the new one breaks."""
        found = self._found(handle)
        caller = found.whole()
        if fault := self.check_handle(to, but=handle):
            raise CallerError(fault)
        old, same = caller.handle, key_of(to) == key_of(handle)
        named = written(replace(caller, handle=to), found.doc.version if same else 0)
        if same:
            return [named]
        gone = dump({"handle": old, "renamed": to}).encode()
        return [
            named,
            Change("put", "gone", old, None, gone),
            Change("delete", "caller", old, found.doc.version),
            Change("delete", "gone", to, None),
        ]

    def removing(self, handle: str) -> list[Change]:
        """Return the changes that remove a caller. The handle stays taken."""
        found = self._found(handle)
        key, doc = found.whole().handle, found.doc
        return [Change("put", "gone", key, None, doc.body), Change("delete", "caller", key, doc.version)]

    def forgetting(self, handle: str, to: str) -> Iterator[Change]:
        """Yield the changes that put `to` in the handle's place among those whom callers ignore."""
        key = caller_key(handle)
        for caller in self.each():
            if caller.ignores(handle) and key_of(caller.handle) != key_of(handle):
                names = (to if caller_key(name) == key else name for name in caller.ignored)
                version = self._found(caller.handle).doc.version
                yield written(replace(caller, ignored=tuple(filter(None, names))), version)

    # -- keys and passwords

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
        return await self.is_password(await self.look_up(handle), handle, password, address)

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


def written(caller: Caller, version: int) -> Change:
    """Return the change that writes a caller whose document has that version."""
    return Change("put", "caller", caller.handle, version, write_caller(caller).encode())


def spelt(handle: str) -> str:
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
