"""The callers in a store, as they are looked up: parsed again only when they have changed.

Guarantees: the document is the caller. The cache is bounded. A document that can't be read is logged once for
each of its states, and its handle stays taken.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import unicodedata
from collections.abc import Callable, Collection, Iterator, Set
from threading import Lock
from typing import Final, NamedTuple

from door.records.callers.caller_file import (
    Caller,
    CallerError,
    check_handle,
    looks_of,
    parse_caller,
    refused_by_store,
)
from door.records.files.plain_yaml import YamlError, parse
from door.records.journal.lines import caller_key
from door.records.store import Doc, Odd, Store, StoreRefused
from door.records.store.kinds import key_of
from door.records.trail import BY_FILE, note_change
from door.ui.texts import MaybeSaid, reason_of, tr

LOG: Final = logging.getLogger("door.records")
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


class KnownCallers:
    """The callers in `store`, to be looked up. All errors are CallerErrors, one sentence each."""

    def __init__(self, store: Store, reserved: Collection[str], most: int) -> None:
        self.store, self.reserved, self._most = store, reserved, most
        self._known: dict[str, KnownDoc] = {}
        self._told: dict[str, str] = {}
        self._states: dict[str, int] = {}  # of each document when `ignoring` last looked
        self._ignoring: dict[str, frozenset[str]] = {}  # whom callers ignore, if anybody
        self._ignoring_now = Lock()
        self._alike = {kind: _Alike() for kind in ("caller", "gone")}

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
        return check_handle(handle, (*self.reserved, *reserved)) or self.why_taken(handle, but)

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

    def gone(self, handle: str) -> bool:
        """True if that handle's caller was renamed or removed. Raises CallerError if that can't be read."""
        key = key_of(handle)
        try:
            return not self.store.get("caller", key) and bool(self.store.get("gone", key))
        except Odd:
            return False
        except StoreRefused as error:
            raise self._unreadable(handle, error) from None

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
