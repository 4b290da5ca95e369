"""Who stands where in the daily deals: a day's places, and a month's, by the sums of its days.

Law: pure.  A table is made of the days when it is asked for, and kept up to date until the days
themselves are others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from door.records.ledger.contest import Places, Sum, summed

TABLES_KEPT: Final = 64
"""Doors' days and months whose order is at hand."""


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A caller's game of a day: its score, None while it goes on; `at` orders equal scores,
    `begun_by` is the key that its turn was written under."""

    id: str
    score: int | None = None
    at: int = 0
    proved: bool = False
    begun_by: str = ""


Whose = tuple[str, str]
"""A door and a caller's key."""


@dataclass(slots=True)
class Deal:
    """A day: its commitment, its seed in hex once it is revealed, games by door and caller's key,
    and by door the options (as the journal has them) that all of its games are played with.  So many games
    are `unproved`."""

    commit: str
    late: bool
    seed: str = ""
    games: dict[Whose, DailyGame] = field(default_factory=dict)
    options: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    unproved: int = 0
    _whose: dict[str, list[Whose]] = field(default_factory=dict)
    _keys: dict[str, list[str]] = field(default_factory=dict)

    def put(self, whose: Whose, game: DailyGame) -> None:
        """Add a game, or what has become of it."""
        known = self.games.get(whose)
        if known is None:
            self._whose.setdefault(game.id, []).append(whose)
            self._keys.setdefault(whose[0], []).append(whose[1])
        self.unproved += (not game.proved) - (known is not None and not known.proved)
        self.games[whose] = game

    def rename(self, old: str, new: str) -> bool:
        """Give a caller's games another key, or none ("") at all; True if there were any."""
        if not any((door, old) in self.games for door in self._keys):
            return False
        games, self.games, self.unproved = self.games, {}, 0
        self._whose.clear()
        self._keys.clear()
        for (door, key), game in games.items():
            if key != old:
                self.put((door, key), game)
            elif new:
                self.put((door, new), game)
        return True

    def with_id(self, id: str) -> Iterator[tuple[Whose, DailyGame]]:
        """The games of that id, and whose they are."""
        return ((whose, self.games[whose]) for whose in self._whose.get(id, ()))

    def at(self, door: str) -> Iterator[tuple[str, DailyGame]]:
        """The games at a door, by their callers' keys."""
        return ((key, self.games[door, key]) for key in self._keys.get(door, ()))

    def counts(self, game: DailyGame, is_over: bool) -> bool:
        """Whether its score stands in the tables, the day being over or not."""
        return game.score is not None and (game.proved or not (self.seed or is_over))


class _Table(NamedTuple):
    """What a table is of: days at a door, those before `since` being over."""

    door: str
    fewer: bool
    missed: int
    since: str
    days: tuple[str, ...]


class DealTables:
    """The tables of `days`, which are the ledger's, as `names` are."""

    def __init__(self, days: Mapping[str, Deal], names: Mapping[str, str]) -> None:
        self._days, self._names = days, names
        self._made: dict[_Table, tuple[dict[str, Sum], Places]] = {}

    def of_day(self, day: str, door: str, fewer: bool, since: str = "", missed: int = 0) -> Places:
        """A day's places.  Of days before `since`, which are over, only what is proved counts."""
        return self._of(_Table(door, fewer, missed, since, (day,)))

    def of_month(
        self, month: str, door: str, fewer: bool, without: str = "", since: str = "", missed: int = 0
    ) -> Places:
        """A month's places, by the sums of its days' scores; one day may be left out, and each day that
        a caller has not played counts `missed`.  `since` as for a day's."""
        days = (day for day in sorted(self._days) if day.startswith(month) and day != without)
        return self._of(_Table(door, fewer, missed, since, tuple(days)))

    def scored(self, day: str, door: str, key: str, score: int, at: int) -> None:
        """A caller's score of a day has come in."""
        for table, (sums, places) in self._made.items():
            if table.door == door and day in table.days and day >= table.since:
                known = sums.get(key)
                sums[key] = summed(known, score, at)
                places.moved(key, known)

    def proved(self, day: str, door: str, key: str) -> None:
        """A caller's game of a day that is revealed is proved: their sums are made anew."""
        for table, (sums, places) in self._made.items():
            if table.door == door and day in table.days:
                known = sums.get(key)
                if own := self._sum(table, key):
                    sums[key] = own
                    places.moved(key, known)

    def revealed(self, day: str) -> None:
        """Of that day only what is proved counts from now on."""
        self._made = {table: made for table, made in self._made.items() if day not in table.days}

    def clear(self) -> None:
        """The days are others."""
        self._made.clear()

    def _of(self, table: _Table) -> Places:
        if table not in self._made:
            if len(self._made) >= TABLES_KEPT:
                self._made.clear()
            sums: dict[str, Sum] = {}
            for at, key, score in sorted(self._scores(table)):
                sums[key] = summed(sums.get(key), score, at)
            lost = bool(table.missed or not table.fewer)
            self._made[table] = sums, Places(sums, self._names, "total", table.fewer, table.missed, lost=lost)
        return self._made[table][1]

    def _scores(self, table: _Table) -> Iterator[tuple[int, str, int]]:
        for day, deal in ((day, self._days[day]) for day in table.days if day in self._days):
            for key, game in deal.at(table.door):
                if deal.counts(game, day < table.since) and game.score is not None:
                    yield game.at, key, game.score

    def _sum(self, table: _Table, key: str) -> Sum | None:
        """A caller's sum in a table, of its days."""
        scores: list[tuple[int, int]] = []
        for day in table.days:
            deal = self._days.get(day)
            game = deal.games.get((table.door, key)) if deal else None
            if deal and game and deal.counts(game, day < table.since) and game.score is not None:
                scores.append((game.at, game.score))
        own: Sum | None = None
        for at, score in sorted(scores):
            own = summed(own, score, at)
        return own
