"""The board's callers: a document each, in a folder a YAML file, which the sysop may read and edit.

Guarantees: a document is replaced whole, by the version that the change was decided on, and one that can't be
read is never overwritten. It is logged once for each of its states, and its handle stays taken, as it does
after its caller was renamed or removed. Documents are parsed again only when they have changed, and the cache
is bounded.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import heapq
import logging
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from concurrent.futures import Future, ThreadPoolExecutor
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
    refused_by_store,
    write_caller,
)
from door.records.callers.once import fits_once
from door.records.callers.passwords import Name, Passwords, check_password_rule
from door.records.files.plain_yaml import YamlError, dump, parse
from door.records.journal.lines import caller_key, stamp
from door.records.store import Change, Conflict, Doc, Odd, Store, StoreRefused, Unanswered, Unit, as_reason
from door.records.store.kinds import key_of
from door.records.trail import BY_FILE, note_change
from door.ui.texts import MaybeSaid, reason_of, tr

LOG: Final = logging.getLogger("door.records")
MOST_KEYS: Final = 20
"""Most SSH keys of a caller."""

MOST: Final = 5_000
"""Most callers to cache, about 1 KB each."""


class KnownDoc(NamedTuple):
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
    """The callers in `store`, to be looked up and changed; `most` are cached. All errors are CallerErrors,
    one sentence each."""

    def __init__(
        self,
        store: Store,
        passwords: Passwords | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        most: int = MOST,
    ) -> None:
        self.store, self._most, self._now = store, most, now
        self._passwords = passwords or Passwords.at_cost()
        self.changed: Callable[[str], object] = lambda handle: None
        """Called in any thread, with the handle of a caller whom we have changed."""

        self._changing = ThreadPoolExecutor(1, "callers")
        self._known: dict[str, KnownDoc] = {}
        self._told: dict[str, str] = {}
        self._states: dict[str, int] = {}  # of each document when `ignoring` last looked
        self._ignoring: dict[str, frozenset[str]] = {}  # whom callers ignore, if anybody
        self._ignoring_now = Lock()
        self._alike = {kind: _Alike() for kind in ("caller", "gone")}

    # -- looked up

    def find(self, handle: str) -> Caller | None:
        """Return the caller of that handle in any case, or None.

        A file that can't be read counts as no caller here, and is logged once for each of its states. Its
        handle stays taken.
        """
        try:
            if (found := self._look(handle)) is None:
                return None
            if isinstance(found.caller, Caller):
                return found.caller
            error = found.caller
        except CallerError as raised:
            error = raised
        if self._told.get(key_of(handle)) != str(error):
            self._told[key_of(handle)] = str(error)
            LOG.error("callers/%s", error)
        return None

    async def look_up(self, handle: str) -> Caller | None:
        return await asyncio.to_thread(self.find, handle)

    def recall(self, handle: str, otherwise: Caller | None = None) -> Caller | None:
        """Return the caller without waiting for a database, for the event loop. That is the caller in the
        file, or with a database as last looked up, or `otherwise`."""
        if self.store.never_waits:
            return self.find(handle)
        held = self._known.get(key_of(handle))
        return held.caller if held and isinstance(held.caller, Caller) else otherwise

    async def remember(self, *handles: str) -> None:
        if not self.store.never_waits:
            await asyncio.to_thread(lambda: [self.find(handle) for handle in handles])

    def forget(self, *handles: str) -> None:
        """Forget callers whom another host has changed; without handles, all of them."""
        for key in map(key_of, handles or tuple(self._known)):
            self._known.pop(key, None)

    def read(self, handle: str) -> Caller | None:
        """Return the caller of that handle, or None. Raises CallerError if their file can't be read."""
        found = self._look(handle)
        return found.whole() if found else None

    def get_or_raise(self, handle: str) -> Caller:
        """Return the caller of that handle. Raises CallerError if nobody has it."""
        return self._look_or_raise(handle).whole()

    def _look_or_raise(self, handle: str) -> KnownDoc:
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

    def ignoring(self, handle: str) -> list[str]:
        """Return the keys of the other callers who ignore that handle. Only documents that have changed since
        the last question are read. A file that can't be read ignores nobody. Raises CallerError if the folder
        can't be read."""
        with self._ignoring_now:
            try:
                states = {key: hash(state) for key, state in self.store.states("caller").items()}
            except StoreRefused as error:
                raise self._unreadable("", error) from None
            unread = set[str]()
            for key in self._states.keys() - states.keys():
                self._ignoring.pop(key, None)
            for key, state in states.items():
                if self._states.get(key) != state:
                    self._ignoring.pop(key, None)
                    try:
                        found = self._look(key, evicts=False)
                    except CallerError:  # it is asked for again the next time, and nobody can log on with it
                        unread.add(key)
                        continue
                    if found and isinstance(found.caller, Caller) and found.caller.ignored:
                        self._ignoring[key] = frozenset(map(caller_key, found.caller.ignored))
            self._states = {key: state for key, state in states.items() if key not in unread}
            others = self._ignoring.items()
            return [key for key, names in others if caller_key(handle) in names and key != key_of(handle)]

    def latest(self, part: str, most: int) -> tuple[list[Caller], int]:
        """Return the callers with `part` in their handles, the most recent first and `most` at most, and how
        many there are."""
        try:
            states = self.store.states("caller")
        except StoreRefused:
            return [], 0
        keys = [key for key in states if key_of(part.strip()) in key]
        written = heapq.nlargest(most, keys, key=states.__getitem__)
        found = [caller for key in written if (caller := self.find(key))]
        return sorted(found, key=lambda caller: caller.last_call, reverse=True), len(keys)

    def check_handle(self, text: str, reserved: Collection[str] = (), but: str = "") -> MaybeSaid:
        """Return the rule that a new handle breaks, or that somebody other than `but` has it, as a
        sentence, or ""."""
        handle = spelt(text)
        return check_handle(handle, reserved) or self.why_taken(handle, but)

    def why_taken(self, handle: str, but: str = "") -> MaybeSaid:
        """Return why a good handle is not available, as a sentence, or ""."""
        key, own = key_of(handle), key_of(but)
        living, reserved = (self._alike[kind].of(handle, self._keys(kind)) for kind in ("caller", "gone"))
        if (key in living and key != own) or (key in reserved and not self._was_theirs(key, own)):
            return tr.accounts.handle_taken(handle=handle)
        if ((living - {own}) | reserved) - {key}:
            return tr.accounts.handle_too_similar(handle=handle)
        return ""

    def list_all(self) -> None:
        """List the documents, perhaps 100,000, before somebody waits for it. Log it if they can't be read."""
        try:
            self.why_taken("")
        except CallerError as error:
            LOG.error("%s", error)

    def gone(self, handle: str) -> bool:
        """True if that handle's caller was renamed or removed. Raises CallerError if that can't be read."""
        key = key_of(handle)
        try:
            return not self.store.get("caller", key) and bool(self.store.get("gone", key))
        except Odd:
            return False
        except StoreRefused as error:
            raise self._unreadable(handle, error) from None

    # -- changed

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

    async def is_password(self, caller: Caller | None, handle: str, password: str, address: str = "") -> bool:
        """True if it is the password of a caller who was looked up. None (nobody was found) takes as long."""
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

    # -- the documents

    def _was_theirs(self, key: str, now: str) -> bool:
        """True if that reserved handle once belonged to the caller `now`, however often they were renamed."""
        seen = set[str]()
        while now and key not in seen:
            seen.add(key)
            try:
                doc = self.store.get("gone", key)
                renamed = parse(key, doc.body.decode()).values.get("renamed", "") if doc else ""
            except (StoreRefused, ValueError, YamlError):
                return False
            key = key_of(str(renamed))
            if key == now:
                return True
        return False

    def _look(self, handle: str, evicts: bool = True) -> KnownDoc | None:
        """Return what there is of a caller. It isn't parsed again as long as it is the same."""
        key = key_of(handle)
        try:
            doc = self.store.get("caller", key) if key.isprintable() else None
        except StoreRefused as error:
            raise self._unreadable(handle, error) from None
        held = self._known.get(key)
        if evicts:
            self._known.pop(key, None)  # newest last, because the first is forgotten first
        if doc is None:
            return None
        if held is None or held.doc != doc:
            before, held = held, KnownDoc(doc, self._parse(key, doc))
            if before and self.store.never_waits:
                _note_edit(before.caller, held.caller)
        if evicts or len(self._known) < self._most:
            self._keep(key, held)
        return held

    def _keep(self, key: str, held: KnownDoc) -> None:
        self._known[key] = held
        while len(self._known) > self._most:
            self._known.pop(next(iter(self._known)), None)

    def _parse(self, key: str, doc: Doc) -> Caller | CallerError:
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
        except StoreRefused as error:
            raise self._unreadable("", error) from None

    def _unreadable(self, handle: str, error: StoreRefused) -> CallerError:
        name = self.store.name("caller", handle) if handle else "callers"
        return refused_by_store(error, tr.records.file_unreadable(file=name, reason=error))


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


TRAIL: Final = ("level", "sysop", "banned", "unvalidated")
"""Fields that only sysops change."""


def _note_edit(before: Caller | CallerError, after: Caller | CallerError) -> None:
    """Note in the trail what somebody has changed in a caller's file. Our own changes are known already."""
    if isinstance(before, Caller) and isinstance(after, Caller):
        for name in TRAIL:
            if (was := getattr(before, name)) != (now := getattr(after, name)):
                note_change(name, BY_FILE, after.handle, was, now)


def spelt(handle: str) -> str:
    """Normalize a handle, however a terminal sent it."""
    return unicodedata.normalize("NFC", handle.strip())
