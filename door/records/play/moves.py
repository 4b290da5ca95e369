"""Moves on their way to a database, which an event loop can't wait for.

Guarantees: the moves of all games that wait go in one unit, and the next ones wait for its end. A save's
moves are added in order, each once.
"""

from __future__ import annotations

import asyncio
from typing import Final

from door.records.play.saves import Save
from door.records.store import Away, Blocking, Moved, StoreError, Unanswered, Unit
from door.ui.texts import MaybeSaid, tr

PATIENT: Final = 1.0
"""Seconds that a caller waits for a move to be kept. Then the game goes on in memory."""

Kept = asyncio.Future[MaybeSaid]
"""Done when a save's moves are kept, with "" or a sentence for its caller."""


class Moves:
    """The moves that wait to be written to `store`."""

    def __init__(self, store: Blocking) -> None:
        self.store = store
        self._waiting: dict[Save, Kept] = {}
        self._writer: asyncio.Task[None] | None = None

    def keep(self, save: Save) -> Kept:
        """Write the save's moves soon."""
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all(), name="moves")
        return self._waiting.setdefault(save, asyncio.get_running_loop().create_future())

    async def close(self) -> None:
        """Wait a moment for what is being written."""
        if self._writer:
            await asyncio.wait([self._writer], timeout=PATIENT)

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, {}
            try:
                await self._write(batch)
            except Moved:
                for save, kept in batch.items():  # somebody else has changed one of the saves
                    await self._alone(save, kept)
            except StoreError as error:
                _tell(batch, error)

    async def _write(self, batch: dict[Save, Kept]) -> None:
        owed = {save: change for save in batch if (change := save.owed())}
        if owed:
            try:
                versions = await asyncio.to_thread(self.store.write, Unit([*owed.values()], soon=True))
            except Unanswered as error:
                _tell(batch, error)
                versions = await asyncio.wrap_future(error.late)
            for (save, change), version in zip(owed.items(), versions, strict=True):
                save.has_added(change, version)
        _tell(batch)

    async def _alone(self, save: Save, kept: Kept) -> None:
        try:
            if not save.is_over:
                await asyncio.to_thread(save.write)
            _tell({save: kept})
        except StoreError as error:
            _tell({save: kept}, error)


def _tell(batch: dict[Save, Kept], error: StoreError | None = None) -> None:
    note: MaybeSaid = tr.play.game_cannot_be_saved(why=error) if error else ""
    if isinstance(error, Away):
        note = tr.play.disk_refuses_writing()
    for kept in batch.values():
        if not kept.done():
            kept.set_result(note)
