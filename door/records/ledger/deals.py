"""The days' deals as the journal tells of them (`daily.rules` says what they are).

Law: pure; what a line holds wrongly is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from door.records.daily.rules import IDLE_DAYS, day_after, fits
from door.records.journal.lines import Fields, is_day
from door.records.ledger.deal_tables import DailyGame, Deal, DealTables

DAYS_KEPT: Final = 70
"""The newest days, since only the running month's and the last one's are asked for."""


class Deals:
    """The days; `names` are how callers are shown, and belong to the ledger."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.days: dict[str, Deal] = {}
        self.tables = DealTables(self.days, names)
        self.count = 0

    # -- folding

    def take(self, f: Fields, key: str) -> str:
        """Takes in a line of one of our kinds; `key` is its caller's.  Whose game has ended with it, by their
        key, "" for nobody's."""
        step: Callable[[Fields, str], str | None] = {
            "daily": self._sealed, "reveal": self._revealed, "daily_turn": self._turn,
            "daily_score": self._score, "daily_game": self._game,
        }[f["kind"]]  # fmt: skip
        return step(f, key) or ""

    def _sealed(self, f: Fields, key: str) -> None:
        match f:
            case {"day": day, "commit": str(commit)} if is_day(day) and day not in self.days:
                self.days[day] = Deal(commit.lower(), bool(f.get("late")))
                if len(self.days) > DAYS_KEPT:
                    del self.days[min(self.days)]

    def _revealed(self, f: Fields, key: str) -> None:
        match f:
            case {"day": str(day), "seed": str(seed)} if day in self.days and not self.days[day].seed:
                if fits(seed, self.days[day].commit):
                    self.days[day].seed = seed.lower()
                    self.tables.revealed(day)

    def _turn(self, f: Fields, key: str) -> None:
        match f:
            case {"id": str(id), "door": str(door), "day": str(day)} if day in self.days:
                deal, options = self.days[day], f.get("options")
                if not deal.seed and key:
                    if (door, key) not in deal.games:
                        deal.put((door, key), DailyGame(id, begun_by=key))
                    deal.options.setdefault(door, options if isinstance(options, dict) else {})

    def _score(self, f: Fields, key: str) -> str:
        owner, game = self._named(f, key)
        if game and game.score is None and not self.days[f["day"]].seed:
            self.count += 1
            scored = replace(game, score=f["score"], at=self.count)
            self.days[f["day"]].put((f["door"], owner), scored)
            self.tables.scored(f["day"], f["door"], owner, f["score"], self.count)
            return owner
        return ""

    def _game(self, f: Fields, key: str) -> None:
        owner, game = self._named(f, key)
        if game and not game.proved and self.days[f["day"]].seed:
            if not game.at:
                self.count += 1
            proved = replace(game, score=f["score"], at=game.at or self.count, proved=True)
            self.days[f["day"]].put((f["door"], owner), proved)
            self.tables.proved(f["day"], f["door"], owner)

    def _named(self, f: Fields, key: str) -> tuple[str, DailyGame | None]:
        """The game that a line with a score speaks of, and whose it is: theirs who signs the line
        `key`, or who did so when they began it and goes by another handle now."""
        match f:
            case {"id": str(id), "door": str(door), "day": str(day), "score": score} if type(score) is int:
                for (slug, owner), game in self.days[day].with_id(id) if day in self.days else ():
                    if slug == door and key in (owner, game.begun_by):
                        return owner, game
        return "", None

    def bury(self, key: str) -> None:
        """That caller's games are nobody's any more: off the tables."""
        self._rename(key, "")

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self.bury(new)
        self._rename(old, new)

    def _rename(self, old: str, new: str) -> None:
        changed = [deal.rename(old, new) for deal in self.days.values()]
        if any(changed):
            self.tables.clear()

    # -- what stands there

    def of(self, day: str, door: str, key: str) -> DailyGame | None:
        """A caller's game of a day."""
        deal = self.days.get(day)
        return deal.games.get((door, key)) if deal else None

    def by_id(self, day: str, id: str) -> DailyGame | None:
        """A day's game."""
        games = self.days[day].with_id(id) if day in self.days else ()
        return next((game for _, game in games), None)

    def is_unproved(self, id: str) -> bool:
        """Whether that game is on the books, and not whole."""
        games = (self.by_id(day, id) for day in self.days)
        return any(game and not game.proved for game in games)

    def revealed(self, day: str) -> bool:
        """Whether the day's seed is out."""
        return day in self.days and bool(self.days[day].seed)

    def in_use(self, today: str) -> bool:
        """Whether anybody has played in the last days."""
        since = day_after(today, -IDLE_DAYS)
        return any(deal.games for day, deal in self.days.items() if since <= day <= today)

    def last_revealed(self, before: str) -> str:
        """The newest day before that one whose seed is out, "" where there is none."""
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
            deal = self.days[day] = Deal(commit, late, seed, options=options)
            for door, key, *rest in games:
                deal.put((door, key), DailyGame(*rest))
