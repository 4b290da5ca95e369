"""Asks computers at tables for their moves.

A computer is asked once for each event. If the match has changed meanwhile, its move is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from door.games.contract import Door
from door.play.match.values import Match, level_of
from door.records.journal.lines import Fields

LOG: Final = logging.getLogger("door.records")

AGAIN: Final = 10.0
"""Seconds until a computer that failed is asked again."""

Think = Callable[[Callable[..., Any], tuple[Any, ...]], Awaitable[Any]]
"""Computes `task(*args)` in a worker."""

Try = Callable[[str, Fields, int], Awaitable[None]]
"""Applies an event at a table, unless another one has come first."""


class TableComputers:
    """Makes computers' moves, unless `think` is None."""

    def __init__(self, games: Mapping[str, Door], think: Think | None, attempt: Try) -> None:
        self.games, self.think, self._try = games, think, attempt
        self._asked: set[tuple[str, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, match: Match) -> None:
        game, key = self.games[match.terms.door], (match.terms.id, match.n)
        if self.think is None or not match.clock or key in self._asked or match.terms.race:
            return
        for seat in match.movers:
            if level := level_of(game, match, seat):
                self._asked.add(key)
                task = asyncio.get_running_loop().create_task(self._answer(game, match, seat, level))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _answer(self, game: Door, match: Match, seat: int, level: str) -> None:
        """Make the computer's move, or let it pass."""
        assert self.think is not None and game.rules.computer is not None
        key = match.terms.id, match.n
        try:
            move = await self.think(game.rules.computer, (match.positions[0], seat, level))
            what = {"do": "move", "move": move} if move else {"do": "let"}
            self._asked.discard(key)
            await self._try(match.terms.id, {**what, "seat": seat, "computer": True}, match.n)
        except Exception as error:
            LOG.error("table %s: the computer did not move: %s", match.terms.id, error, exc_info=error)
            asyncio.get_running_loop().call_later(AGAIN, self._asked.discard, key)

    async def idle(self) -> None:
        """Wait until no computer thinks."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Ask no more computers, and wait for those that think."""
        self.think = None
        await self.idle()
