"""Checks passwords and keys of callers who come by SSH and rlogin."""

from __future__ import annotations

import asyncio
import logging

from door.records.access.failed_logons import FailedLogons, Wait
from door.records.callers.caller_file import Caller
from door.records.callers.callers import CallerError, Callers

LOG = logging.getLogger("door.call")


class Auth:
    """Passwords and keys of callers. Wrong passwords are counted as at the board's own log-on."""

    def __init__(self, callers: Callers, failed_logons: FailedLogons) -> None:
        self._callers, self._failed_logons = callers, failed_logons

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
                and self._admitted(handle) is not None
                and await self._callers.check_password(handle, password, address)
            ):
                counts.hit(handle, address)
                return True
            self.wrong(handle, address)
        return False

    def wrong(self, handle: str, address: str) -> None:
        """Count a wrong password, or with handle "" a wrong key of another board."""
        self._failed_logons.miss(handle, address, asyncio.get_running_loop().time())
        LOG.warning("log-on failed node=0 handle=%r address=%s", handle, address)

    def keys(self, handle: str) -> list[str]:
        caller = self._admitted(handle)
        return list(caller.keys) if caller else []

    def may_try(self, handle: str, address: str) -> Wait:
        """Return how long to wait before the next password."""
        return self._failed_logons.wait(handle, address, asyncio.get_running_loop().time())

    def _admitted(self, handle: str) -> Caller | None:
        caller = self._callers.find(handle)
        return None if caller is None or caller.banned else caller
