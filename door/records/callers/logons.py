"""The one way in: whoever proves who they are, by whatever line, does it here.

Guarantees: a try waits as long as earlier wrong ones require, has a place reserved while it is checked, and
is counted if it is wrong. A banned address is refused before anything is checked. The same reason has the
same words on every kind of line.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from door.records.access.failed_logons import FailedLogons
from door.records.callers.caller_file import Caller, CallerError
from door.records.callers.callers import Callers
from door.records.callers.once import has_only_word
from door.records.journal.lines import RecordsError
from door.records.part import Part
from door.ui.texts import Said, tr

T = TypeVar("T")
LOG: Final = logging.getLogger("door.call")


class NotLetIn(RecordsError):
    """Somebody isn't let in. The text is the reason, as a sentence for the caller."""


class WrongGuess(NotLetIn):
    """The password is wrong, and has been counted. All other reasons are final for this address."""


@dataclass(frozen=True, slots=True)
class LogonGate(Part):
    """Lets callers in by what they can prove."""

    callers: Callers
    failed_logons: FailedLogons
    door: Callable[[str], str] = lambda name: ""
    """Returns the slug of the door that a name goes straight into, or ""."""

    def look(self, address: str) -> None:
        """Raise NotLetIn if the address is banned, by the sysop or for its wrong passwords."""
        if self.failed_logons.wait("", address, _now()).banned:
            raise NotLetIn(self._why_banned(address))

    async def wait_turn(self, handle: str, address: str, waited: float = 0.0) -> float:
        """Wait as long as earlier wrong guesses require, less the seconds `waited` already. Return the
        seconds of the whole wait. Raises NotLetIn."""
        wait = self.failed_logons.wait(handle, address, _now())
        self.look(address)
        await asyncio.sleep(max(0.0, wait.seconds - waited))
        self.look(address)  # others may have guessed meanwhile
        return wait.seconds

    async def prove(
        self, handle: str, address: str, check: Callable[[], Awaitable[T | None]], wrong: Callable[[], Said],
        node: int = 0, waited: float = 0.0,
    ) -> T:  # fmt: skip
        """Return what `check` finds when it is this address's turn. Raises NotLetIn, or WrongGuess with the
        sentence `wrong` if it finds nothing."""
        await self.wait_turn(handle, address, waited)
        with self.failed_logons.trying(address, _now()) as may:
            if not may:
                raise NotLetIn(self._why_banned(address))
            found = await check()
            if found is None:
                self.count_wrong(handle, address, node)
                raise WrongGuess(wrong())
        return found

    async def password(
        self, handle: str, password: str, address: str, node: int = 0, waited: float = 0.0,
        words: bool = False,
    ) -> Caller:  # fmt: skip
        """Return the caller with that handle and password, or with `words` that one-time word. One whom the
        sysop has banned is returned, too. Raises NotLetIn, and CallerError if the caller's file can't be
        read."""

        async def check() -> Caller | None:
            caller = await asyncio.to_thread(self.callers.read, handle)
            right = await self.callers.is_password(caller, handle, password, address)
            right = right or bool(words and caller and self.callers.is_word(caller, password))
            return caller if right else None

        caller = await self.prove(handle, address, check, tr.logon.wrong_password, node, waited)
        self.failed_logons.hit(handle, address)
        return caller

    def known(self, handle: str) -> bool:
        """True if there is such a caller. One with a broken file is known, but can't be authenticated. A
        one-time word is for the board's own page only. For a thread."""
        try:
            caller = self.callers.read(handle)
            return caller is not None and not has_only_word(caller)
        except CallerError as error:
            LOG.error("%s", error)
            return True

    async def keys(self, handle: str, address: str) -> list[str]:
        """Return the caller's public keys. Nobody can guess a key, so wrong passwords don't delay it, and
        only the sysop's ban of the address counts."""
        if self.failed_logons.kept_out(address):
            return []
        caller = await self.callers.look_up(handle)
        return list(caller.keys) if caller else []

    async def holder(self, key: bytes, address: str) -> str:
        """Return the handle of the caller with that public key, or ""."""
        if self.failed_logons.kept_out(address):
            return ""
        caller = await asyncio.to_thread(self.callers.holder, key)
        return caller.handle if caller else ""

    async def key_used(self, handle: str, key: bytes) -> None:
        """Note that the caller has proved that public key."""
        await asyncio.to_thread(self.callers.note_holder, handle, key)

    def count_wrong(self, handle: str, address: str, node: int = 0) -> None:
        """Count a wrong password, or with handle "" a wrong key of another board."""
        self.failed_logons.miss(handle, address, _now())
        LOG.warning("log-on failed node=%d handle=%r address=%s", node, handle, address)

    def _why_banned(self, address: str) -> Said:
        by_sysop = self.failed_logons.kept_out(address)
        return tr.refused.address_banned() if by_sysop else tr.logon.too_many_passwords()


def _now() -> float:
    return asyncio.get_running_loop().time()
