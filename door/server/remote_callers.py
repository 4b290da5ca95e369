"""The log-on of callers who come by SSH and rlogin, and the handles of callers from other boards.

Guarantees: a visitor is `alias@BOARD`. Our own callers can't have such a handle, because theirs have no @.
Two boards' Alices are two callers, and case doesn't matter. Characters that a handle can't hold are left
out, and a hash of the whole alias tells lookalikes apart (`Al~1f3a@VERT`).

A visitor has a caller's file without a password, which keeps their choices and the sysop's ban.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from door.net.rlogin import Proof
from door.records.access.failed_logons import FailedLogons, Wait
from door.records.callers.accounts import why_banned
from door.records.callers.caller_file import DIGITS, INSIDE, LETTERS, NEW_LEVEL, Caller, CallerError
from door.records.callers.callers import Callers
from door.records.journal.lines import stamp
from door.records.store.kinds import key_of
from door.ui.texts import tr

LOG = logging.getLogger("door.call")

LONGEST_ALIAS, LONGEST_BOARD = 20, 12
NAMELESS: Final = "host"
"""The board of visitors whose drop file doesn't name one."""

_ALIAS: Final = LETTERS | DIGITS | INSIDE
_BOARD: Final = LETTERS | DIGITS | frozenset("-_.")


class Auth:
    """Passwords and keys of callers who come by SSH and rlogin. Wrong passwords are counted as at the
    board's own log-on."""

    def __init__(
        self, callers: Callers, failed_logons: FailedLogons, door: Callable[[str], str] = lambda name: ""
    ) -> None:
        self._callers, self._failed_logons = callers, failed_logons
        self.door = door
        """Returns the slug of the door that a name goes straight into, or ""."""

    def known(self, handle: str) -> bool:
        """True if there is such a caller. One with a broken file is known, but can't be authenticated."""
        try:
            return self._callers.read(handle) is not None
        except CallerError as error:
            LOG.error("%s", error)
            return True

    async def password(self, handle: str, password: str, address: str) -> bool:
        counts, time = self._failed_logons, asyncio.get_running_loop().time
        with counts.trying(address, time()) as may:
            if (
                may
                and (caller := await self._admitted(handle))
                and await self._callers.is_password(caller, handle, password, address)
            ):
                counts.hit(handle, address)
                return True
            self.wrong(handle, address)
        return False

    def wrong(self, handle: str, address: str) -> None:
        """Count a wrong password, or with handle "" a wrong key of another board."""
        self._failed_logons.miss(handle, address, asyncio.get_running_loop().time())
        LOG.warning("log-on failed node=0 handle=%r address=%s", handle, address)

    async def keys(self, handle: str) -> list[str]:
        caller = await self._admitted(handle)
        return list(caller.keys) if caller else []

    async def holder(self, key: bytes) -> str:
        """Return the handle of the caller with that public key, or ""."""
        caller = await asyncio.to_thread(self._callers.holder, key)
        return caller.handle if caller and not caller.banned else ""

    async def key_used(self, handle: str, key: bytes) -> None:
        """Note that the caller has proved that public key."""
        await asyncio.to_thread(self._callers.note_holder, handle, key)

    def may_try(self, handle: str, address: str) -> Wait:
        """Return how long to wait before the next password."""
        return self._failed_logons.wait(handle, address, asyncio.get_running_loop().time())

    async def _admitted(self, handle: str) -> Caller | None:
        caller = await self._callers.look_up(handle)
        return None if caller is None or caller.banned else caller


def visitor_handle(alias: str, board: str) -> str:
    """Return a visitor's handle: at most 33 characters, printable, with one @."""
    return f"{_fitted(alias, _ALIAS, LONGEST_ALIAS)}@{_fitted(board, _BOARD, LONGEST_BOARD) or NAMELESS}"


def _fitted(name: str, allowed: frozenset[str], longest: int) -> str:
    """Return the name without invalid characters, marked with a hash if any were left out. "" stays empty."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    kept = "".join(c for c in name if c in allowed).lstrip("".join(INSIDE)).rstrip(" ")
    if kept == name and len(kept) <= longest:
        return kept
    mark = hashlib.sha256(key_of(name).encode()).hexdigest()[:4]
    return f"{kept[: longest - 5].rstrip()}~{mark}"


def welcome(callers: Callers, handle: str, now: datetime, level: int = NEW_LEVEL) -> Caller | None:
    """Return the visitor's file, made at the first call with that access level. Return None if that fails,
    and log why."""
    try:
        return callers.read(handle) or callers.add(Caller(handle, created=stamp(now), level=level))
    except CallerError as error:
        LOG.error("%s", error)
        return None


# -- by rlogin ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RloginAuth:
    """Authenticates rlogin callers: other boards by their keys, our own callers by their passwords.

    `boards` returns the sysop's lines "NAME KEY", `level` new callers' access level.
    """

    callers: Callers
    auth: Auth
    boards: Callable[[], Sequence[str]]
    now: Callable[[], datetime]
    level: Callable[[], int] = lambda: NEW_LEVEL

    async def prove(self, alias: str, secret: str, address: str) -> Proof:
        """Return who calls: a board's visitor, an authenticated caller, or a name without proof. Any other
        secret counts as a wrong guess at a board's key."""
        if not secret:
            return Proof(alias)
        if not await self._may_try("", address):
            return Proof(refusal=tr.logon.too_many_passwords())
        if board := self._board_of(secret):
            return await self._visitor(alias, board)
        if not alias or not await asyncio.to_thread(self.auth.known, alias):
            if self.boards():
                self.auth.wrong("", address)
            return Proof(alias)
        if not await self._may_try(alias, address, self.auth.may_try("", address).seconds):
            return Proof(refusal=tr.logon.too_many_passwords())
        return Proof(alias, await self.auth.password(alias, secret, address))

    async def _may_try(self, handle: str, address: str, waited: float = 0.0) -> bool:
        """Wait as long as earlier guesses demand. Return False if the address is banned, also by guesses
        made meanwhile."""
        wait = self.auth.may_try(handle, address)
        if not wait.banned:
            await asyncio.sleep(max(0.0, wait.seconds - waited))
        return not self.auth.may_try(handle, address).banned

    def _board_of(self, secret: str) -> str:
        """Return the board whose key it is, or "". Compares all keys, in constant time."""
        found = ""
        for line in self.boards():
            name, _, key = line.partition(" ")
            if hmac.compare_digest(key.encode(), secret.encode()):
                found = name
        return found

    async def _visitor(self, alias: str, board: str) -> Proof:
        if not alias.strip():
            return Proof(refusal=tr.refused.no_name_given(board=board))
        handle = visitor_handle(alias, board)
        caller = await asyncio.to_thread(welcome, self.callers, handle, self.now(), self.level())
        if caller is not None and caller.banned:
            return Proof(refusal=why_banned(caller.banned))
        return Proof(handle, True)
