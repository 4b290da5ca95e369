"""The callers that tables wait for: for a move, a word or code, or an answer to a challenge."""

from __future__ import annotations

from collections.abc import Mapping

from door.games.contract import Door
from door.midend.match.values import Match
from door.midend.match.view import names
from door.records.journal.lines import caller_key
from door.session.tables.news import awaited


class Waiting:
    """All tables, with the keys of the callers that each one waits for."""

    def __init__(self, games: Mapping[str, Door]) -> None:
        self._games = games
        self._tables: dict[str, tuple[Match, frozenset[str]]] = {}

    def note(self, match: Match) -> frozenset[str]:
        """Note a table. Return the keys of the callers that it waits for now, but didn't before."""
        id, now = match.terms.id, awaited(self._games[match.terms.door], match)
        _, before = self._tables.get(id, (match, frozenset()))
        self._tables[id] = match, now
        return now - before

    def forget(self, id: str) -> None:
        self._tables.pop(id, None)

    def waits(self, caller: str, id: str) -> bool:
        """True if that table waits for the caller."""
        return id in self._tables and caller_key(caller) in self._tables[id][1]

    def count(self, caller: str) -> int:
        """Return how many tables wait for the caller."""
        key = caller_key(caller)
        return sum(key in callers for _, callers in self._tables.values())

    def mover(self, caller: str) -> str:
        """Return a player who waits for the caller's move, or ""."""
        key = caller_key(caller)
        for match, callers in self._tables.values():
            if key in callers and match.stage == "play" and not match.terms.race:
                seat = match.seat_of(caller)
                if others := [at for at in match.needed if at != seat]:
                    return names(match, others[:1])
        return ""
