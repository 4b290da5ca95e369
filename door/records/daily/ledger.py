"""The daily deal: once a day every caller may play the same one; what the journal says of it.

Law: pure; `DailyGames` (`service.py`) does what is described here.

A day has one secret seed of 32 random bytes, for all doors.  Whoever has the journal's lock
first makes it the day before (`data/daily/DAY.seed`, mode 600, on the disk before anybody
hears of it) and seals it with a line.  Days are sealed ahead while somebody plays them: after
`IDLE_DAYS` without a game, or where the board was off the day before, the line is made at the
first need, when a caller begins, and says that it is late.  A door's stream is seeded by
HMAC-SHA256(day's seed, "door:SLUG"), the same for every caller.

A `game` line shows its seed, so that the first caller's would give the deal away to all who
play later; and it counts in its month's contest, as a `turn` counts against a quota.  Both
are promised of those kinds.  A daily deal therefore has kinds of its own, and `turn` and
`game` keep their meaning to the letter:

    daily        day, commit, late                     the day's seed is sealed
    daily_turn   id, door, caller, day, options, commit      a caller begins
    daily_score  id, door, caller, day, score, seal          and ends; dice and moves stay hidden
    reveal       day, seed                             the day is over
    daily_game   id, door, caller, day, seats, options, seed, moves, score    the whole game

`commit` of a daily_turn is SHA-256 of the door's seed.  All games of a day at a door have the
options of the first, so that a sysop's change in the middle of a day makes nobody's deal another.
`seal` is HMAC-SHA256(door's seed, moves as a JSON list): the moves are fixed with the score,
although nobody can read them yet.  The game itself, moves and all, waits in `data/daily/` (mode
600) and is on the disk before the caller is told that it counts.

A day's deal may be begun until midnight and ended until `GRACE` later, so that midnight cuts
nobody off.  Then the seed is revealed, and every game of the day is written whole in the same
write; one that was not ended is given up by then (`quit`), with the score that stood.  Days
that passed while the board was off are revealed when it comes back.

A score counts in the tables of its day and month from its daily_score line on; once the day is
revealed or over, only if its daily_game stands there to prove it.  Nothing else makes those tables.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Final

from door.games.chance import commitment
from door.games.info import Info, Options
from door.records.journal.lines import Fields, is_day
from door.records.ledger.contest import Places, Sum, summed

GRACE: Final = timedelta(hours=1)
IDLE_DAYS: Final = 7
TABLES_KEPT: Final = 64
"""Doors' days and months whose order is at hand."""

DAYS_KEPT: Final = 70
"""The newest days, since only the running month's and the last one's are asked for."""


def door_seed(day_seed: bytes, slug: str) -> bytes:
    """The seed of a door's stream on that day, 32 bytes."""
    return hmac.digest(day_seed, f"door:{slug}".encode("utf-8", "replace"), "sha256")


def offers(info: Info, options: Options) -> bool:
    """Whether that door has a daily deal, and the sysop has it on."""
    return info.daily and bool(options.get("daily", True))


def seal_of(seed: bytes, moves: Sequence[str]) -> str:
    """What fixes the moves of a game without showing them, 64 hexadecimal digits."""
    text = json.dumps(list(moves), ensure_ascii=True, separators=(",", ":"))
    return hmac.new(seed, text.encode(), hashlib.sha256).hexdigest()


def closing(day: str, zone: tzinfo) -> datetime:
    """When a day's deal can no longer be ended: `GRACE` after its midnight, in UTC."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return datetime.combine(after, time(), zone).astimezone(UTC) + GRACE


def open_since(today: str) -> str:
    """The first day that may not be over yet: yesterday, which midnight cuts nobody off from."""
    return day_after(today, -1)


def day_after(day: str, days: int = 1) -> str:
    """The date so many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A caller's game of a day: its score, None while it goes on; `at` orders equal scores,
    `begun_by` is the key that its turn was written under."""

    id: str
    score: int | None = None
    at: int = 0
    proved: bool = False
    begun_by: str = ""


@dataclass(slots=True)
class Deal:
    """A day: its commitment, its seed in hex once it is revealed, games by door and caller's key,
    and by door the options (as the journal has them) that all of its games are played with."""

    commit: str
    late: bool
    seed: str = ""
    games: dict[tuple[str, str], DailyGame] = field(default_factory=dict)
    options: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def counts(self, game: DailyGame, is_over: bool) -> bool:
        """Whether its score stands in the tables, the day being over or not."""
        return game.score is not None and (game.proved or not (self.seed or is_over))


class DailyLedger:
    """The days as the journal tells them; what a line holds wrongly is left out."""

    def __init__(self) -> None:
        self.days: dict[str, Deal] = {}
        self.count = 0
        self._tables: dict[tuple[str, ...], tuple[dict[str, Sum], Places]] = {}

    # -- folding

    def take(self, f: Fields, key: str) -> None:
        """Takes in a line of one of our kinds; `key` is its caller's."""
        step = {
            "daily": self._sealed, "reveal": self._revealed, "daily_turn": self._turn,
            "daily_score": self._score, "daily_game": self._game,
        }[f["kind"]]  # fmt: skip
        step(f, key)

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
                    self._tables.clear()

    def _turn(self, f: Fields, key: str) -> None:
        match f:
            case {"id": str(id), "door": str(door), "day": str(day)} if day in self.days:
                deal, options = self.days[day], f.get("options")
                if not deal.seed and key:
                    deal.games.setdefault((door, key), DailyGame(id, begun_by=key))
                    deal.options.setdefault(door, options if isinstance(options, dict) else {})

    def _score(self, f: Fields, key: str) -> None:
        owner, game = self._named(f, key)
        if game and game.score is None and not self.days[f["day"]].seed:
            self._put(f, owner, replace(game, score=f["score"], at=self._next()))
            for (slug, _, since, *days), (sums, places) in self._tables.items():
                if slug == f["door"] and f["day"] in days and f["day"] >= since:
                    known = sums.get(owner)
                    sums[owner] = summed(known, f["score"], self.count)
                    places.moved(owner, known)

    def _game(self, f: Fields, key: str) -> None:
        owner, game = self._named(f, key)
        if game and not game.proved and self.days[f["day"]].seed:
            self._put(f, owner, replace(game, score=f["score"], at=game.at or self._next(), proved=True))
            self._tables.clear()

    def _named(self, f: Fields, key: str) -> tuple[str, DailyGame | None]:
        """The game that a line with a score speaks of, and whose it is: theirs who signs the line
        `key`, or who did so when they began it and goes by another handle now."""
        match f:
            case {"id": str(id), "door": str(door), "day": str(day), "score": int(score)}:
                for (slug, owner), game in self.days[day].games.items() if day in self.days else ():
                    if game.id == id and slug == door and key in (owner, game.begun_by):
                        return ("", None) if isinstance(score, bool) else (owner, game)
        return "", None

    def _put(self, f: Fields, key: str, game: DailyGame) -> None:
        self.days[f["day"]].games[f["door"], key] = game

    def _next(self) -> int:
        self.count += 1
        return self.count

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle."""
        for deal in self.days.values():
            deal.games = {(door, new if key == old else key): g for (door, key), g in deal.games.items()}
        self._tables.clear()

    def remove(self, key: str) -> None:
        """A caller has left the board: off the tables."""
        for deal in self.days.values():
            deal.games = {pair: game for pair, game in deal.games.items() if pair[1] != key}
        self._tables.clear()

    def renamed(self) -> None:
        """Names have changed."""
        for _, places in self._tables.values():
            places.renamed()

    # -- what stands there

    def of(self, day: str, door: str, key: str) -> DailyGame | None:
        """A caller's game of a day."""
        deal = self.days.get(day)
        return deal.games.get((door, key)) if deal else None

    def options(self, day: str, door: str) -> Mapping[str, Any] | None:
        """What the day's games at that door are played with, None before the first."""
        return self.days[day].options.get(door) if day in self.days else None

    def by_id(self, day: str, id: str) -> DailyGame | None:
        """A day's game."""
        games = self.days[day].games.values() if day in self.days else ()
        return next((game for game in games if game.id == id), None)

    def revealed(self, day: str) -> bool:
        """Whether the day's seed is out."""
        return day in self.days and bool(self.days[day].seed)

    def in_use(self, today: str) -> bool:
        """Whether anybody has played in the last days."""
        since = day_after(today, -IDLE_DAYS)
        return any(deal.games for day, deal in self.days.items() if since <= day <= today)

    def played_in(self, month: str, door: str) -> bool:
        """Whether anybody has begun a deal of that month at that door."""
        return any(door in deal.options for day, deal in self.days.items() if day.startswith(month))

    def all_revealed(self, month: str) -> bool:
        """Whether every day of that month that was sealed is laid open."""
        return all(deal.seed for day, deal in self.days.items() if day.startswith(month))

    def last_revealed(self, before: str) -> str:
        """The newest day before that one whose seed is out, "" where there is none."""
        return max((day for day, deal in self.days.items() if deal.seed and day < before), default="")

    def of_day(self, day: str, door: str, names: Mapping[str, str], fewer: bool, since: str = "") -> Places:
        """A day's places.  Of days before `since`, which are over, only what is proved counts."""
        return self._places((day,), door, names, fewer, since)

    def of_month(
        self, month: str, door: str, names: Mapping[str, str], fewer: bool, without: str = "",
        since: str = "", missed: int = 0,
    ) -> Places:  # fmt: skip
        """A month's places, by the sums of its days' scores; one day may be left out, and each day that
        a caller has not played counts `missed`.  `since` as for a day's."""
        days = (day for day in sorted(self.days) if day.startswith(month) and day != without)
        return self._places(tuple(days), door, names, fewer, since, missed)

    def _places(
        self,
        days: tuple[str, ...],
        door: str,
        names: Mapping[str, str],
        fewer: bool,
        since: str,
        missed: int = 0,
    ) -> Places:
        """Those days' places, kept up to date until the days themselves are others."""
        mark = (door, f"{fewer} {missed}", since, *days)
        if mark not in self._tables:
            if len(self._tables) >= TABLES_KEPT:
                self._tables.clear()
            sums: dict[str, Sum] = {}
            for at, key, score in sorted(self._scores(days, door, since)):
                sums[key] = summed(sums.get(key), score, at)
            self._tables[mark] = sums, Places(sums, names, "total", fewer, missed)
        return self._tables[mark][1]

    def _scores(self, days: tuple[str, ...], door: str, since: str) -> Iterator[tuple[int, str, int]]:
        for day in days:
            deal = self.days.get(day)
            for (slug, key), game in deal.games.items() if deal else ():
                if slug == door and deal and deal.counts(game, day < since) and game.score is not None:
                    yield game.at, key, game.score

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        """All of it as JSON values."""
        return [self.count] + [
            [day, deal.commit, deal.late, deal.seed, deal.options]
            + [[*pair, g.id, g.score, g.at, g.proved, g.begun_by] for pair, g in deal.games.items()]
            for day, deal in self.days.items()
        ]

    @classmethod
    def from_json(cls, kept: list[Any]) -> DailyLedger:
        """The deals of `to_json`; ValueError, TypeError or IndexError where they are none."""
        deals = cls()
        deals.count, *days = kept
        for day, commit, late, seed, options, *games in days:
            known = {(door, key): DailyGame(*rest) for door, key, *rest in games}
            deals.days[day] = Deal(commit, late, seed, known, options)
        return deals


def fits(seed: str, commit: str) -> bool:
    """Whether a seed in hex is 32 bytes and the one that the commitment is of."""
    try:
        raw = bytes.fromhex(seed)
    except ValueError:
        return False
    return len(raw) == 32 and len(seed) == 64 and commitment(raw) == commit.lower()
