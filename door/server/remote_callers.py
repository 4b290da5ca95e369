"""The log-on of callers who come by rlogin, and the handles of callers from other boards.

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

from door.net.rlogin import RloginProof
from door.records.callers.accounts import why_banned
from door.records.callers.caller_file import DIGITS, INSIDE, LETTERS, NEW_LEVEL, Caller, CallerError
from door.records.callers.callers import Callers
from door.records.callers.logons import LogonGate, NotLetIn, WrongGuess
from door.records.journal.lines import stamp
from door.records.store.kinds import key_of
from door.ui.texts import reason_of, tr

LOG = logging.getLogger("door.call")

LONGEST_ALIAS, LONGEST_BOARD = 20, 12
NAMELESS: Final = "host"
"""The board of visitors whose drop file doesn't name one."""

_ALIAS: Final = LETTERS | DIGITS | INSIDE
_BOARD: Final = LETTERS | DIGITS | frozenset("-_.")


def visitor_handle(alias: str, board: str) -> str:
    """Return a visitor's handle: at most 33 characters, printable, with one @."""
    return f"{_fit(alias, _ALIAS, LONGEST_ALIAS)}@{_fit(board, _BOARD, LONGEST_BOARD) or NAMELESS}"


def _fit(name: str, allowed: frozenset[str], longest: int) -> str:
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

    logons: LogonGate
    boards: Callable[[], Sequence[str]]
    now: Callable[[], datetime]
    level: Callable[[], int] = lambda: NEW_LEVEL

    async def prove(self, alias: str, secret: str, address: str) -> RloginProof:
        """Return who calls: a board's visitor, an authenticated caller, or a name without proof. Any other
        secret counts as a wrong guess at a board's key."""
        if not secret:
            return RloginProof(alias)
        try:
            waited = await self.logons.wait_turn("", address)
            if board := self._board_of(secret):
                return await self._visitor(alias, board)
            if alias and await asyncio.to_thread(self.logons.known, alias) is True:
                await self.logons.password(alias, secret, address, waited=waited)
                return RloginProof(alias, True)
        except (WrongGuess, CallerError):
            return RloginProof(alias)
        except NotLetIn as refused:
            return RloginProof(refusal=reason_of(refused))
        if self.boards():
            self.logons.count_wrong("", address)
        return RloginProof(alias)

    def _board_of(self, secret: str) -> str:
        """Return the board whose key it is, or "". Compares all keys, in constant time."""
        found = ""
        for line in self.boards():
            name, _, key = line.partition(" ")
            if hmac.compare_digest(key.encode(), secret.encode()):
                found = name
        return found

    async def _visitor(self, alias: str, board: str) -> RloginProof:
        if not alias.strip():
            return RloginProof(refusal=tr.refused.no_name_given(board=board))
        handle = visitor_handle(alias, board)
        caller = await asyncio.to_thread(welcome, self.logons.callers, handle, self.now(), self.level())
        if caller is not None and caller.banned:
            return RloginProof(refusal=why_banned(caller.banned))
        return RloginProof(handle, True)
