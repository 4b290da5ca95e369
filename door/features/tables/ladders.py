"""The ladders of all games, as callers see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.pages.api import LadderRow
from door.play.match.values import Match
from door.play.match.view import Rated
from door.records.journal.lines import day_of, stamp
from door.records.ledger.ladder import PROVISIONAL, Ladder, Strength
from door.records.play.game_store import GameStore

TOP: Final = 5
"""Rows of a ladder in a bulletin."""


class LadderCache:
    """A cache of ladders. They change only with the journal or the day, but every menu needs them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._known: dict[str, tuple[int, str, tuple[LadderRow, ...]]] = {}
        self._by_key: dict[str, tuple[tuple[LadderRow, ...], dict[str, LadderRow]]] = {}

    def rows(self, slug: str) -> tuple[LadderRow, ...]:
        """Return a game's whole ladder, strongest first."""
        store, now = self._store, self._store.now()
        day = day_of(now, store.zone)
        known = self._known.get(slug)
        if known and known[:2] == (store.ledger.version, day):
            return known[2]
        found = store.ledger.read(
            lambda ledger: [(ledger.names.get(key, key), s) for key, s in ledger.ladder.ranking(slug)]
        )
        rows = tuple(_row(place, who, s, stamp(now)) for place, (who, s) in enumerate(found, 1))
        self._known[slug] = (store.ledger.version, day, rows)
        return rows

    def top(self, slug: str) -> tuple[LadderRow, ...]:
        """Return the top rows, without provisional ones."""
        return tuple(row for row in self.rows(slug)[:TOP] if row.place)

    def place(self, slug: str, caller: str) -> int:
        """Return a caller's place, 0 while it is provisional."""
        row = self.of(slug, caller)
        return row.place if row else 0

    def of(self, slug: str, caller: str) -> LadderRow | None:
        """Return a caller's row, or None before their first rated game."""
        rows = self.rows(slug)
        of, by_key = self._by_key.get(slug, ((), {}))
        if of is not rows:
            by_key = {row.handle.casefold(): row for row in rows}
            self._by_key[slug] = rows, by_key
        return by_key.get(caller.casefold())

    def rating_changes(self, match: Match) -> tuple[Rated | None, ...]:
        """Return what a match that is over has changed for its players."""
        if match.stage != "over" or not match.terms.rated:
            return ()
        changes = self._store.ledger.read(lambda ledger: ledger.ladder.changes.get(match.terms.id, ()))
        pairs = zip(match.seats, changes, strict=False)
        return tuple(change and Rated(*change, self.place(match.terms.door, who)) for who, change in pairs)

    def ratings(self, match: Match) -> tuple[str, ...]:
        """Return the ratings of a match's players as text."""

        def texts(ladder: Ladder) -> Iterator[str]:
            for seat, who in enumerate(match.seats):
                strength = ladder.strength(match.terms.door, who) if seat in match.people else None
                mark = "?" if strength and strength.games < PROVISIONAL else ""
                yield f"{round(strength.rating.rating)}{mark}" if strength else ""

        return self._store.ledger.read(lambda ledger: tuple(texts(ledger.ladder)))


def _row(place: int, handle: str, strength: Strength, t: str) -> LadderRow:
    rating = strength.at(t)
    return LadderRow(
        place if strength.games >= PROVISIONAL else 0, handle, round(rating.rating),
        round(rating.deviation), strength.games, strength.results,
    )  # fmt: skip
