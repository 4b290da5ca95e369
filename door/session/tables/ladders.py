"""The ladders as pages show them, cached."""

from __future__ import annotations

from typing import Final

from door.board.tables.effects import LadderRow
from door.records.journal.lines import day_of, stamp
from door.records.ledger.ladder import PROVISIONAL, Strength
from door.records.play.game_store import GameStore

TOP: Final = 5
"""Rows of a ladder in a bulletin."""


class Ladders:
    """A cache of ladders. They change only with the journal or the day, but every menu needs them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._known: dict[str, tuple[int, str, tuple[LadderRow, ...]]] = {}

    def rows(self, slug: str) -> tuple[LadderRow, ...]:
        """Return a game's whole ladder, strongest first."""
        store, now = self._store, self._store.now()
        day = day_of(now, store.zone)
        known = self._known.get(slug)
        if known and known[:2] == (store.ledger.version, day):
            return known[2]
        found = store.ledger.read(
            lambda ledger: [(ledger.names.get(key, key), s) for key, s in ledger.ladder.ranked(slug)]
        )
        rows = tuple(_row(place, who, s, stamp(now)) for place, (who, s) in enumerate(found, 1))
        self._known[slug] = (store.ledger.version, day, rows)
        return rows

    def top(self, slug: str) -> tuple[LadderRow, ...]:
        """Return the top rows, without provisional ones."""
        return tuple(row for row in self.rows(slug)[:TOP] if row.place)

    def of(self, slug: str, caller: str) -> LadderRow | None:
        """Return a caller's row, or None before their first rated game."""
        return next((row for row in self.rows(slug) if row.handle.casefold() == caller.casefold()), None)


def _row(place: int, handle: str, strength: Strength, t: str) -> LadderRow:
    rating = strength.at(t)
    return LadderRow(
        place if strength.games >= PROVISIONAL else 0, handle, round(rating.rating),
        round(rating.deviation), strength.games, strength.results,
    )  # fmt: skip
