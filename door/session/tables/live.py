"""Live games are adjourned when their players leave, and go on when all are there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from door.midend.match.values import Match, is_live
from door.records.journal.lines import Fields
from door.records.tables.tables import Tables
from door.session.call.roster import On, Roster
from door.session.tables.presence import Presence

START_SECONDS: Final = 10.0
"""Seconds for callers to come to a live game that starts. After that, its clock waits for them."""


class LiveGames:
    """The live games. `let` applies an event in the background, if the match is still in that state."""

    def __init__(
        self, tables: Tables, presence: Presence, roster: Roster,
        let: Callable[[str, Fields, int | None], None],
    ) -> None:  # fmt: skip
        self._tables, self._presence, self._roster, self._let = tables, presence, roster, let
        roster.watchers.append(self._came)

    def go_on(self, match: Match) -> None:
        """Resume an adjourned game if its players are all there."""
        if match.adjourned and self._presence.has_all(match):
            self._let(match.terms.id, {"do": "go"}, match.n)

    def _came(self, before: On | None, after: On | None) -> None:
        """Handle the arrival of a player at a table on another host."""
        for id in after.tables - (before.tables if before else frozenset()) if after else ():
            if match := self._tables.get(id):
                self.go_on(match)

    async def adjourn_left(self, is_free: Callable[[str], Awaitable[bool]]) -> None:
        """Adjourn the live games whose players were all on a host that is gone. `is_free` is true if no host
        has that caller's name."""
        for match in self._tables.under_way():
            people = [match.seats[seat] for seat in match.people]
            is_played = match.stage == "play" and not match.adjourned and is_live(match.clock)
            if not is_played or any(map(self._roster.of, people)):
                continue
            if all([await is_free(who.casefold()) for who in people]):
                self._let(match.terms.id, {"do": "adjourn"}, match.n)

    def await_players(self, id: str) -> None:
        """Give the players of a live game that starts some time to come."""
        asyncio.get_running_loop().call_later(START_SECONDS, self._begun, id)

    def _begun(self, id: str) -> None:
        """Adjourn a live game that has just started if a player isn't there in time."""
        match = self._tables.get(id)
        if match and is_live(match.clock) and not self._presence.has_all(match):
            self._let(id, {"do": "adjourn"}, match.n)

    def adjourn(self, caller: str, door: str = "", to_move: bool = True) -> None:
        """Adjourn the live games (at that door) of a caller whose call or visit the board ends.

        Without `to_move`, games in which it is the caller's move go on.
        """
        for match in self._tables.of(caller):
            seat = match.seat_of(caller)
            plays = seat in match.needed and door in ("", match.terms.door)
            if plays and is_live(match.clock) and (to_move or seat not in match.movers):
                self._let(match.terms.id, {"do": "adjourn"}, None)
