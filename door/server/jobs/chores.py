"""What only one of a board's hosts does: the sysop's events, and webhooks about what everybody sees."""

from __future__ import annotations

import asyncio

from door.records.store import Away, Blocking, Lease, Moved, Unit

LOOK_SECONDS = 2.0


class Chores:
    """Whether they are this host's. A board on files has no other host."""

    def __init__(self, store: Blocking) -> None:
        self.are_ours, self._store = store.is_local, store

    async def keep(self) -> None:
        """Take the chores when nobody has them, and note when we have lost them."""
        lease: Lease | None = None
        while not self._store.is_local:
            try:
                if lease is None:
                    lease = await asyncio.to_thread(self._store.take, "chores")
                else:
                    await asyncio.to_thread(self._store.write, Unit(lease=lease))
            except Moved:
                lease = None
            except Away:
                self.are_ours = False
            else:
                self.are_ours = lease is not None
            await asyncio.sleep(LOOK_SECONDS)
