"""What the ledger knows of each caller: turns and games in progress, the games of the last days, streaks and
badges.

Guarantees: pure, and folded and cached with the ledger. Free turns are kept until they are used. A game
counts for a streak when it ends, for the board's day on which it began. A match counts for all its callers,
unless it was aborted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any, Final, NamedTuple

from door.games.info import Feat
from door.play.books import DAYS, DEALS, Badge, Run, Runs
from door.records.ledger.contest import Sum, rekey
from door.records.ledger.shelf import Shelf
from door.ui.texts import tr

DAYS_KEPT: Final = 16
Whose = tuple[str, str]
"""The caller's key and the door."""

Days = dict[str, dict[str, dict[str, int]]]
"""Turns by day ("YYYY-MM-DD"), caller's key and door."""


class Turns:
    """All callers' turns. Free turns `earned` are on a shelf of the ledger, by caller's key and door."""

    def __init__(self, earned: Shelf) -> None:
        self.spent: Days = {}
        self.given: Days = {}
        self.earned = earned

    # -- folding

    def spend(self, whose: Whose, day: str, free: bool) -> None:
        """Count a new game."""
        if not free:
            _count(self.spent, whose, day, 1)
        elif self.free(*whose):
            self.earn(whose, -1)

    def give(self, whose: Whose, day: str, turns: int) -> None:
        """Grant turns (or take them, below 0)."""
        _count(self.given, whose, day, turns)

    def earn(self, whose: Whose, turns: int) -> None:
        """Add free turns that a game earned."""
        if turns:
            key, door = whose
            self.earned[key] = {**self.earned.get(key, {}), door: self.free(key, door) + turns}

    def move(self, old: str, new: str) -> None:
        """Give a caller's turns another key. Data that the new key had is dropped."""
        self.earned.move(old, new)
        for days in (self.spent, self.given):
            for day, callers in list(days.items()):
                rekey(callers, old, new)
                if not callers:
                    del days[day]

    # -- reading

    def paid_turns_left(self, key: str, door: str, day: str, limit: int) -> int | None:
        """Return the paid turns left of a day's `limit`, with the sysop's grants; None for no limit (0)."""
        used, granted = (days.get(day, {}).get(key, {}).get(door, 0) for days in (self.spent, self.given))
        return None if limit <= 0 else max(0, limit + granted - used)

    def free(self, key: str, door: str) -> int:
        """Return the free turns that wait."""
        turns: int = self.earned.get(key, {}).get(door, 0)
        return turns

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        return [
            [
                [key, door, day, n]
                for day, callers in days.items()
                for key, doors in callers.items()
                for door, n in doors.items()
            ]
            for days in (self.spent, self.given)
        ]

    def load(self, kept: Any) -> None:
        spent, given = kept
        for days, rows in ((self.spent, spent), (self.given, given)):
            for key, door, day, n in rows:
                _count(days, (key, door), day, n)


def _count(days: Days, whose: Whose, day: str, n: int) -> None:
    key, door = whose
    turns = days.setdefault(day, {}).setdefault(key, {})
    turns[door] = turns.get(door, 0) + n
    if len(days) > DAYS_KEPT:
        del days[min(days)]


# -- games under way --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn in use.

    `caller` is the caller's key today, and `begun_by` the key in its line. `words` are the caller's, and
    `day` is the board's.
    """

    door: str
    caller: str
    free: bool
    begun_by: str
    words: tuple[str, ...] = ()
    day: str = ""


class OpenGames:
    """Games in progress, by the id of their turn. Renamed callers may end them under either handle."""

    def __init__(self) -> None:
        self.turns: dict[str, OpenTurn] = {}
        self._ids: dict[str, dict[str, None]] = {}  # by caller's key, in the order of their begin

    def begin(self, id: str, turn: OpenTurn) -> None:
        self.turns[id] = turn
        self._ids.setdefault(turn.caller, {})[id] = None

    def end(self, id: str) -> None:
        key = self.turns.pop(id).caller
        del self._ids[key][id]
        if not self._ids[key]:
            del self._ids[key]

    def turn_of(self, id: str, door: str, key: str) -> OpenTurn | None:
        turn = self.turns.get(id)
        return turn if turn and turn.door == door and key in (turn.caller, turn.begun_by) else None

    def last(self, whose: Whose) -> str:
        """Return the id of the game in progress that was begun last, "" for none."""
        key, door = whose
        return next((id for id in reversed(self._ids.get(key, {})) if self.turns[id].door == door), "")

    def bury(self, key: str) -> None:
        for id in self._ids.pop(key, {}):
            del self.turns[id]

    def move(self, old: str, new: str) -> None:
        """Give a caller's games another key. Data that the new key had is dropped."""
        self.bury(new)
        if ids := self._ids.pop(old, None):
            self._ids[new] = ids
            for id in ids:
                self.turns[id] = replace(self.turns[id], caller=new)

    def to_json(self) -> list[Any]:
        return [[id, *astuple(turn)] for id, turn in self.turns.items()]

    def load(self, kept: Any) -> None:
        for id, door, caller, free, by, words, day in kept:
            self.begin(id, OpenTurn(door, caller, free, by, tuple(words), day))


# -- the games of the last days: today's results, and who has passed whom ------------------------


RECENT_DAYS: Final = 7
"""Days in UTC. Any zone's today lies within the last two."""

Before = Mapping[str, Sum | None]
"""A caller's sums in a month before a game, by `among`; None before the first game."""


class CountedGame(NamedTuple):
    """A finished game: when (RFC 3339 UTC), at which door, its score and month, the caller's sums before
    it, and the ids of the badges it earned."""

    t: str
    door: str
    score: int
    month: str
    before: Before
    badges: tuple[str, ...] = ()


class Recent:
    """The games of the last `RECENT_DAYS` days with games, by day and caller."""

    def __init__(self) -> None:
        self._days: dict[str, dict[str, list[CountedGame]]] = {}

    def add(self, caller: str, game: CountedGame) -> None:
        self._days.setdefault(game.t[:10], {}).setdefault(caller, []).append(game)
        if len(self._days) > RECENT_DAYS:
            del self._days[min(self._days)]

    def bury(self, key: str) -> None:
        """Forget a caller who leaves."""
        for callers in self._days.values():
            callers.pop(key, None)

    def move(self, old: str, new: str) -> None:
        """Give a caller's games another key. Data that the new key had is dropped."""
        for callers in self._days.values():
            rekey(callers, old, new)

    def of(self, caller: str, t: str) -> tuple[CountedGame, ...]:
        """Return a caller's games since `t`, in the order of the journal."""
        days = [day for day in sorted(self._days) if day >= t[:10]]
        return tuple(game for day in days for game in self._days[day].get(caller, ()) if game.t >= t)

    def badges(self, t: str) -> list[tuple[str, str, str, str, int]]:
        """Return the badges earned since `t`, earliest first: when, by whom (a key), at which door, which,
        and the score."""
        days = (self._days[day].items() for day in self._days if day >= t[:10])
        games = ((caller, game) for day in days for caller, every in day for game in every if game.t >= t)
        return sorted(
            (game.t, caller, game.door, what, game.score) for caller, game in games for what in game.badges
        )

    def before(self, t: str, door: str, month: str, among: str) -> dict[str, Sum | None]:
        """Return the sums at `t` of all callers who have played in that month since, None before their
        first game. Only the last days are known."""
        stood: dict[str, Sum | None] = {}
        for day in sorted(day for day in self._days if day >= t[:10]):
            for caller, games in self._days[day].items():
                for g in games if caller not in stood else ():
                    if g.door == door and g.t > t and g.month == month and among in g.before:
                        stood[caller] = g.before[among]
                        break
        return stood

    def to_json(self) -> list[Any]:
        return [
            [day, caller, games] for day, callers in self._days.items() for caller, games in callers.items()
        ]

    def load(self, kept: Any) -> None:
        for day, caller, games in kept:
            self._days.setdefault(day, {})[caller] = [
                CountedGame(t, door, score, month, _sums(before), tuple(badges))
                for t, door, score, month, before, badges in games
            ]


def _sums(before: Mapping[str, Any]) -> Before:
    return {among: was and Sum._make(was) for among, was in before.items()}


# -- streaks and badges --------------------------------------------------------------------------


RECORD: Final = tr.streaks.badge_new_record.id
"""The badge for the best game ever at a door."""

PLAY_DAYS_KEPT: Final = 100

EARLY: Final = 20
"""Games before one can be a record. At a new door almost any game is the best so far."""


class PlayDays:
    """The last `PLAY_DAYS_KEPT` days on which anybody began a game (`DAYS`), and a daily deal (`DEALS`).

    Only these count against a streak. On all others the board may have been down or closed.
    """

    def __init__(self) -> None:
        self._days: dict[str, list[str]] = {DAYS.name.id: [], DEALS.name.id: []}

    def add(self, day: str, deal: bool = False) -> None:
        """Count a game, or a daily deal, that began on that day."""
        for what in (DAYS, *((DEALS,) if deal else ())):
            days = self._days[what.name.id]
            if not days or days[-1] != day:
                at = bisect_left(days, day)
                if days[at : at + 1] != [day]:
                    days.insert(at, day)
                    del days[:-PLAY_DAYS_KEPT]

    def before(self, what: Feat, day: str) -> str:
        """Return the last day before `day` on which anybody began a game (or a deal), "" if none is known."""
        days = self._days[what.name.id]
        at = bisect_left(days, day)
        return days[at - 1] if at else ""

    def to_json(self) -> Any:
        return self._days

    def load(self, kept: Any) -> None:
        self._days = {what: list(map(str, kept[what])) for what in self._days}


class Streaks:
    """Streaks by caller's key and the ids of `DAYS` and `DEALS`, or a door's slug. Badges by caller's key
    and door. Both are on shelves of the ledger."""

    def __init__(self, runs: Shelf, badges: Shelf, play_days: PlayDays) -> None:
        self._runs, self._badges, self._play_days = runs, badges, play_days

    def count_game(self, key: str, day: str, deal: bool = False) -> None:
        """Count a finished game that began on that day."""
        for what in (DAYS, *((DEALS,) if deal else ())):
            run = self.at(key, what.name.id)
            self._put(key, what.name.id, run, run.on(day, self._play_days.before(what, day)))

    def came_off(self, key: str, door: str, so: bool) -> None:
        """Count a game at that door that reached the goal, or didn't."""
        run = self.at(key, door)
        self._put(key, door, run, run.plus() if so else run._replace(now=0))

    def give_badge(self, key: str, door: str, what: str, month: str, game: str) -> None:
        """Give a caller a badge for a game of that month, once a month."""
        badges = {badge.what: badge for badge in self.badges(key, door)}
        old = badges.get(what, Badge(what))
        if month > old.month:
            badges[what] = Badge(what, old.months + 1, month, game)
            self._badges[key] = {**self._badges.get(key, {}), door: list(badges.values())}

    def badges(self, key: str, door: str) -> tuple[Badge, ...]:
        return tuple(map(Badge._make, self._badges.get(key, {}).get(door, ())))

    def at(self, key: str, what: str) -> Run:
        return Run._make(self._runs.get(key, {}).get(what, Run()))

    def _put(self, key: str, what: str, before: Run, run: Run) -> None:
        if run != before:
            self._runs[key] = {**self._runs.get(key, {}), what: run}

    def days(self, key: str, day: str) -> Runs:
        return {
            what: self.at(key, what.name.id).at(self._play_days.before(what, day)) for what in (DAYS, DEALS)
        }

    def move(self, old: str, new: str) -> None:
        """Give a caller's streaks another key. Data that the new key had is dropped."""
        self._runs.move(old, new)
        self._badges.move(old, new)

    def bury(self, key: str) -> None:
        self._runs.pop(key, None)
        self._badges.pop(key, None)


class Bests:
    """The best mark ever and the number of games, by door and `among`. Different kinds don't compare."""

    def __init__(self) -> None:
        self._best: dict[str, dict[str, list[int]]] = {}

    def beaten(self, door: str, marks: Mapping[str, int], fewer: bool) -> bool:
        """Count a game; True if one of its marks is a record."""
        found = False
        for among, mark in marks.items():
            known = self._best.setdefault(door, {}).setdefault(among, [mark, 0])
            better = mark < known[0] if fewer else mark > known[0]
            found |= better and known[1] >= EARLY
            known[:] = [mark if better else known[0], known[1] + 1]
        return found

    def to_json(self) -> Any:
        return self._best

    def load(self, kept: Any) -> None:
        self._best = {
            door: {among: [int(n) for n in best] for among, best in bests.items()}
            for door, bests in kept.items()
        }
