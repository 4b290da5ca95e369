"""The daily deals in the journal, and their tables: a day's places, and a month's, by the sums of its days.

Guarantees: pure. Lines with wrong values are ignored. `daily.rules` says what a daily deal is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from door.records.daily.rules import IDLE_DAYS, day_after, fits
from door.records.journal.lines import Fields, is_day
from door.records.ledger.contest import Places, Sum, add_score, rekey

DAYS_KEPT: Final = 70
"""Days to keep. Only the running month and the last one are shown."""


class Deals:
    """The days. `names` are the callers' handles, and belong to the ledger."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.days: dict[str, DealDay] = {}
        self.tables = DealTables(self.days, names)
        self.count = 0

    # -- folding

    def take(self, f: Fields, key: str) -> str:
        """Count a line; `key` is its caller's. Return the key of the caller whose game has ended with it, or
        ""."""
        step: Callable[[Fields, str], str | None] = {
            "daily": self._on_seal, "reveal": self._on_reveal, "daily_turn": self._turn,
            "daily_score": self._score, "daily_game": self._game,
        }[f["kind"]]  # fmt: skip
        return step(f, key) or ""

    def _on_seal(self, f: Fields, key: str) -> None:
        match f:
            case {"day": day, "commit": str(commit)} if is_day(day) and day not in self.days:
                self.days[day] = DealDay(commit.lower(), bool(f.get("late")))
                if len(self.days) > DAYS_KEPT:
                    del self.days[min(self.days)]

    def _on_reveal(self, f: Fields, key: str) -> None:
        match f:
            case {"day": str(day), "seed": str(seed)} if day in self.days and not self.days[day].seed:
                if fits(seed, self.days[day].commit):
                    self.days[day].seed = seed.lower()
                    self.tables.forget_day(day)

    def _turn(self, f: Fields, key: str) -> None:
        match f:
            case {"id": str(id), "door": str(door), "day": str(day)} if day in self.days:
                deal, options = self.days[day], f.get("options")
                if not deal.seed and key:
                    if (door, key) not in deal.games:
                        deal.put((door, key), DailyGame(id, begun_by=key))
                    deal.options.setdefault(door, options if isinstance(options, dict) else {})

    def _score(self, f: Fields, key: str) -> str:
        owner, game = self._game_of_line(f, key)
        if game and game.score is None and not self.days[f["day"]].seed:
            self.count += 1
            scored = replace(game, score=f["score"], at=self.count)
            self.days[f["day"]].put((f["door"], owner), scored)
            self.tables.add_score(f["day"], f["door"], owner, f["score"], self.count)
            return owner
        return ""

    def _game(self, f: Fields, key: str) -> None:
        owner, game = self._game_of_line(f, key)
        if game and not game.proved and self.days[f["day"]].seed:
            if not game.at:
                self.count += 1
            proved = replace(game, score=f["score"], at=game.at or self.count, proved=True)
            self.days[f["day"]].put((f["door"], owner), proved)
            self.tables.recount(f["day"], f["door"], owner)

    def _game_of_line(self, f: Fields, key: str) -> tuple[str, DailyGame | None]:
        """Return the game of a line with a score, and its owner: `key`, or the caller who had that key when
        they began it."""
        match f:
            case {"id": str(id), "door": str(door), "day": str(day), "score": score} if type(score) is int:
                for (slug, owner), game in self.days[day].with_id(id) if day in self.days else ():
                    if slug == door and key in (owner, game.begun_by):
                        return owner, game
        return "", None

    def bury(self, key: str) -> None:
        """Take a caller's games off the tables."""
        self._rename(key, "")

    def move(self, old: str, new: str) -> None:
        """Give a caller's games another key. Data that the new key had is dropped."""
        self.bury(new)
        self._rename(old, new)

    def _rename(self, old: str, new: str) -> None:
        changed = [deal.rename(old, new) for deal in self.days.values()]
        if any(changed):
            self.tables.move(old, new)

    # -- reading

    def of(self, day: str, door: str, key: str) -> DailyGame | None:
        deal = self.days.get(day)
        return deal.games.get((door, key)) if deal else None

    def by_id(self, day: str, id: str) -> DailyGame | None:
        games = self.days[day].with_id(id) if day in self.days else ()
        return next((game for _, game in games), None)

    def is_unproved(self, id: str) -> bool:
        """True if the journal has that game, but not all of it."""
        games = (self.by_id(day, id) for day in self.days)
        return any(game and not game.proved for game in games)

    def revealed(self, day: str) -> bool:
        return day in self.days and bool(self.days[day].seed)

    def in_use(self, today: str) -> bool:
        """True if anybody has played in the last days."""
        since = day_after(today, -IDLE_DAYS)
        return any(deal.games for day, deal in self.days.items() if since <= day <= today)

    def last_revealed(self, before: str) -> str:
        """Return the newest revealed day before `before`, "" if there isn't one."""
        return max((day for day, deal in self.days.items() if deal.seed and day < before), default="")

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        return [self.count] + [
            [day, deal.commit, deal.late, deal.seed, deal.options]
            + [[*pair, g.id, g.score, g.at, g.proved, g.begun_by] for pair, g in deal.games.items()]
            for day, deal in self.days.items()
        ]

    def load(self, kept: Any) -> None:
        self.count, *days = kept
        for day, commit, late, seed, options, *games in days:
            deal = self.days[day] = DealDay(commit, late, seed, options=options)
            for door, key, *rest in games:
                deal.put((door, key), DailyGame(*rest))


TABLES_KEPT: Final = 64
"""Most tables to keep sorted."""


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A caller's game of a day. `score` is None during play, and `at` orders equal scores. Its first line
    has the caller's key `begun_by`."""

    id: str
    score: int | None = None
    at: int = 0
    proved: bool = False
    begun_by: str = ""


Whose = tuple[str, str]
"""A door and a caller's key."""


@dataclass(slots=True)
class DealDay:
    """A day: its commitment, its seed in hex once it is revealed, its games, and each door's options for the
    day (as the journal has them). `unproved` counts the games that aren't proved."""

    commit: str
    late: bool
    seed: str = ""
    games: dict[Whose, DailyGame] = field(default_factory=dict)
    options: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    unproved: int = 0
    _whose: dict[str, list[Whose]] = field(default_factory=dict)
    _keys: dict[str, dict[str, None]] = field(default_factory=dict)

    def put(self, whose: Whose, game: DailyGame) -> None:
        """Add or replace a game."""
        known = self.games.get(whose)
        if known is None:
            self._whose.setdefault(game.id, []).append(whose)
            self._keys.setdefault(whose[0], {})[whose[1]] = None
        self.unproved += (not game.proved) - (known is not None and not known.proved)
        self.games[whose] = game

    def rename(self, old: str, new: str) -> bool:
        """Give a caller's games another key, or none ("") at all; True if there were any."""
        doors = [door for door, keys in self._keys.items() if old in keys]
        for door in doors:
            game = self.games.pop((door, old))
            del self._keys[door][old]
            self._whose[game.id].remove((door, old))
            self.unproved -= not game.proved
            if new:
                self.put((door, new), game)
        return bool(doors)

    def with_id(self, id: str) -> Iterator[tuple[Whose, DailyGame]]:
        return ((whose, self.games[whose]) for whose in self._whose.get(id, ()))

    def at(self, door: str) -> Iterator[tuple[str, DailyGame]]:
        """Return the games at a door, with their callers' keys."""
        return ((key, self.games[door, key]) for key in self._keys.get(door, ()))

    def counts(self, game: DailyGame, is_over: bool) -> bool:
        """True if the game's score counts, given that the day is over or not."""
        return game.score is not None and (game.proved or not (self.seed or is_over))


class _TableName(NamedTuple):
    """The name of a table: days at a door. Days before `since` are over."""

    door: str
    fewer: bool
    missed: int
    since: str
    days: tuple[str, ...]


class DealTables:
    """The tables of `days`. Both arguments belong to the ledger."""

    def __init__(self, days: Mapping[str, DealDay], names: Mapping[str, str]) -> None:
        self._days, self._names = days, names
        self._made: dict[_TableName, tuple[dict[str, Sum], Places]] = {}

    def of_day(self, day: str, door: str, fewer: bool, since: str = "", missed: int = 0) -> Places:
        """Return a day's places. On days before `since` only proved games count."""
        return self._of(_TableName(door, fewer, missed, since, (day,)))

    def of_month(
        self, month: str, door: str, fewer: bool, without: str = "", since: str = "", missed: int = 0
    ) -> Places:
        """Return a month's places, by the sums of its days. The day `without` is left out, and each day that
        a caller hasn't played counts `missed`. `since` as for a day."""
        days = (day for day in sorted(self._days) if day.startswith(month) and day != without)
        return self._of(_TableName(door, fewer, missed, since, tuple(days)))

    def add_score(self, day: str, door: str, key: str, score: int, at: int) -> None:
        """Add a caller's score of a day."""
        for table, (sums, places) in self._made.items():
            if table.door == door and day in table.days and day >= table.since:
                known = sums.get(key)
                sums[key] = add_score(known, score, at)
                places.rerank(key, known)

    def recount(self, day: str, door: str, key: str) -> None:
        """Sum up a caller again, because a game of a revealed day is proved."""
        for table, (sums, places) in self._made.items():
            if table.door == door and day in table.days:
                known = sums.get(key)
                if own := self._sum(table, key):
                    sums[key] = own
                    places.rerank(key, known)

    def forget_day(self, day: str) -> None:
        """Forget tables with that day: only proved games count from now on."""
        self._made = {table: made for table, made in self._made.items() if day not in table.days}

    def move(self, old: str, new: str) -> None:
        """Give a caller's sums another key, or drop them (""). The new key has none."""
        for sums, places in self._made.values():
            places.rekey(old, new)
            rekey(sums, old, new)

    def _of(self, table: _TableName) -> Places:
        if table not in self._made:
            if len(self._made) >= TABLES_KEPT:
                self._made.clear()
            sums: dict[str, Sum] = {}
            for at, key, score in sorted(self._scores(table)):
                sums[key] = add_score(sums.get(key), score, at)
            lost = bool(table.missed or not table.fewer)
            self._made[table] = sums, Places(sums, self._names, "total", table.fewer, table.missed, lost=lost)
        return self._made[table][1]

    def _scores(self, table: _TableName) -> Iterator[tuple[int, str, int]]:
        for day, deal in ((day, self._days[day]) for day in table.days if day in self._days):
            for key, game in deal.at(table.door):
                if deal.counts(game, day < table.since) and game.score is not None:
                    yield game.at, key, game.score

    def _sum(self, table: _TableName, key: str) -> Sum | None:
        scores: list[tuple[int, int]] = []
        for day in table.days:
            deal = self._days.get(day)
            game = deal.games.get((table.door, key)) if deal else None
            if deal and game and deal.counts(game, day < table.since) and game.score is not None:
                scores.append((game.at, game.score))
        own: Sum | None = None
        for at, score in sorted(scores):
            own = add_score(own, score, at)
        return own
