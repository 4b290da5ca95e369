"""The ladder: callers' ratings at each game that they play with each other.

Guarantees: pure. Ratings come from the journal's `table` and `match` lines alone, and are the same to the
last digit on every machine. Each pair of callers at a rated table counts as a game between the two, by
their places. All of them start from the ratings before it. Computers have no rating.

Gains from the same opponent shrink: after three games within thirty days they count half, then a quarter,
and so on. Losses count whole.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, NamedTuple

from door.play.books import PlaceRow
from door.records.journal.grammar import COMPUTER, fits, seconds_between
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.contest import rekey

PROVISIONAL: Final = 10
"""Rated games before a caller gets a place on the ladder."""

FIRST: Final = 3
"""Rows of a ladder in a bulletin, and in a month's `winners` line."""

WHOLE: Final = 3
"""Full rating gains per opponent and `AGAIN_DAYS`. Later ones are halved each time."""

AGAIN_DAYS: Final = 30
ENDED_DAYS: Final = 60
RESULTS: Final = 10
ABORTED: Final = "aborted"
_DAY: Final = 86_400.0
_DAYS_KEPT: Final = 16

WON, DRAWN, LOST = "W", "D", "L"


class Strength(NamedTuple):
    """A caller at one game: the rating after the last game, at `t`, the number of rated games, and the latest
    results, the newest last ("WLD")."""

    rating: Rating
    games: int = 0
    results: str = ""
    t: str = ""

    def at(self, t: str) -> Rating:
        """Return the rating at a later time, when it is less certain."""
        return aged(self.rating, seconds_between(self.t, t) / _DAY) if self.t else self.rating


class RatingChange(NamedTuple):
    """A player's rating before and after a match, in whole points."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A table in play. `seats` are the callers' keys today, "" for a computer and for a removed caller.
    `handles` are all keys that each player has had since its line. `day` is the board's day, "" if its line
    has none."""

    door: str
    seats: tuple[str, ...]
    handles: tuple[tuple[str, ...], ...]
    rated: bool
    day: str
    words: tuple[str, ...] = ()

    def is_played_by(self, seats: Sequence[str]) -> bool:
        """True if these are its players, under any handle that they have had since it began."""
        keys = seat_keys(seats)
        pairs = zip(keys, self.handles, strict=False)
        return len(keys) == len(self.handles) and all(key in handles for key, handles in pairs)


def seat_keys(seats: Sequence[str]) -> tuple[str, ...]:
    """Return the players' keys, "" for a computer."""
    return tuple("" if seat.startswith(COMPUTER) else caller_key(seat) for seat in seats)


def _with(handles: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return a seat's keys with the one that it has now. A removed caller gets none."""
    return (*handles, key) if key and key not in handles else handles


class Ladder:
    """All ratings by door and key, the tables in play, the recently `ended` ones with the `changes` of their
    players' ratings by seat, and by day how many rated tables each caller has begun (`spent`), without those
    that others aborted."""

    def __init__(self) -> None:
        self.strengths: dict[str, dict[str, Strength]] = {}
        self.open: dict[str, OpenMatch] = {}
        self.ended: dict[str, str] = {}
        self.changes: dict[str, tuple[RatingChange | None, ...]] = {}
        self.spent: dict[str, dict[str, int]] = {}
        self._met: dict[str, dict[str, dict[str, list[str]]]] = {}  # times by door, key, and the other's key
        self._month: dict[str, str] = {}  # by door, the last; with a new one, old pairs are forgotten

    # -- folding

    def begin(self, f: Fields) -> None:
        """Count a `table` line."""
        if not fits(f) or f["id"] in self.open or f["id"] in self.ended:
            return
        keys = seat_keys(f["seats"])
        words = tuple(f.get("words", ()))
        handles = tuple((key,) for key in keys)
        self.open[f["id"]] = OpenMatch(f["door"], keys, handles, f["rated"], f.get("day", ""), words)
        if f["rated"] and "day" in f:
            day = self.spent.setdefault(f["day"], {})
            for key in filter(None, keys):
                day[key] = day.get(key, 0) + 1
            if len(self.spent) > _DAYS_KEPT:
                del self.spent[min(self.spent)]

    def ends(self, f: Fields) -> OpenMatch | None:
        """Return the table that a `match` line ends, None if it can't end one."""
        table = self.open.get(str(f.get("id")))
        return table if table and fits(f) and table.is_played_by(f["seats"]) else None

    def end(self, f: Fields) -> OpenMatch | None:
        """Count a `match` line; return the table if it was played to its end."""
        table = self.ends(f)
        if table is None:
            return None
        del self.open[f["id"]]
        self._note_end(f["id"], f["t"])
        if f["end"] == ABORTED:
            self._give_back(table, f.get("by"))
            return None
        if table.rated and len(f["places"]) == len(table.seats):
            places = {key: place for key, place in zip(table.seats, f["places"], strict=True) if key}
            if len(places) > 1:
                before = self._points(table)
                self._rate(table.door, places, f["t"])
                pairs = zip(before, self._points(table), strict=True)
                self.changes[f["id"]] = tuple(
                    RatingChange(*pair) if key else None for key, pair in zip(table.seats, pairs, strict=True)
                )
        return table

    def _give_back(self, table: OpenMatch, by: int | None) -> None:
        """Give the players their rated game of the day back. A caller who aborted it alone has used it up."""
        day = self.spent.get(table.day, {}) if table.rated else {}
        for key in {key for seat, key in enumerate(table.seats) if key and seat != by}.intersection(day):
            day[key] -= 1

    def _note_end(self, id: str, t: str) -> None:
        """Remember a finished match for a while, so that it isn't booked twice. The journal's times don't
        go back, so the first to end is the first to be forgotten."""
        self.ended[id] = t
        while seconds_between(self.ended[first := next(iter(self.ended))], t) > ENDED_DAYS * _DAY:
            del self.ended[first]
            self.changes.pop(first, None)

    def _points(self, table: OpenMatch) -> list[int]:
        known = self.strengths.get(table.door, {})
        return [round(known.get(key, Strength(Rating())).rating.rating) for key in table.seats]

    def _rate(self, door: str, places: Mapping[str, int], t: str) -> None:
        strengths = self.strengths.setdefault(door, {})
        before = {key: strengths.get(key, Strength(Rating())) for key in places}
        ratings = {key: strength.at(t) for key, strength in before.items()}
        worth = self._worth(door, places, t)
        for key, place in places.items():
            others = ((ratings[other], theirs) for other, theirs in places.items() if other != key)
            after = new_rating(ratings[key], [(rating, _score(place, theirs)) for rating, theirs in others])
            now = ratings[key].rating
            if after.rating > now:
                after = after._replace(rating=round(now + (after.rating - now) * worth[key], 4))
            result = _result(place, list(places.values()))
            old = before[key]
            strengths[key] = Strength(after, old.games + 1, (old.results + result)[-RESULTS:], t)

    def _worth(self, door: str, places: Mapping[str, int], t: str) -> dict[str, float]:
        """Return each player's weight for a gain, by how often they have met the others lately."""
        if t[:7] > self._month.get(door, ""):
            late = [pair for pair in self._pairs_of(door) if _is_late(pair[2][-1], t)]
            self._met[door] = {}
            for pair_met in late:
                self._meet(door, *pair_met)
        counts: dict[str, list[float]] = {key: [] for key in places}
        for pair in combinations(sorted(places), 2):
            one, other = pair
            known = self._met.get(door, {}).get(one, {}).get(other, ())
            times = [*(then for then in known if _is_late(then, t)), t]
            self._meet(door, one, other, times)
            for key in pair:
                counts[key].append(0.5 ** max(0, len(times) - WHOLE))
        return {key: sum(worths) / len(worths) for key, worths in counts.items()}

    def _pairs_of(self, door: str) -> list[tuple[str, str, list[str]]]:
        """Return the pairs who have met at a door, and when."""
        every = self._met.get(door, {}).items()
        return [(one, other, times) for one, met in every for other, times in met.items() if one < other]

    def _meet(self, door: str, one: str, other: str, times: list[str]) -> None:
        """Note when these two have met."""
        met = self._met.setdefault(door, {})
        met.setdefault(one, {})[other] = met.setdefault(other, {})[one] = times
        self._month[door] = max(self._month.get(door, ""), times[-1][:7])

    def bury(self, key: str) -> None:
        """Take a caller off all ladders and rated tables."""
        for strengths in self.strengths.values():
            strengths.pop(key, None)
        for day in self.spent.values():
            day.pop(key, None)
        for met in self._met.values():
            for other in met.pop(key, {}):
                del met[other][key]
        self._reseat(key, "")

    def move(self, old: str, new: str) -> None:
        """Give a caller's ratings another key. Data that the new key had is dropped."""
        self.bury(new)
        for strengths in self.strengths.values():
            rekey(strengths, old, new)
        for day in self.spent.values():
            rekey(day, old, new)
        for met in self._met.values():
            if others := met.pop(old, None):
                met[new] = others
                for other in others:
                    met[other][new] = met[other].pop(old)
        self._reseat(old, new)

    def _reseat(self, old: str, new: str) -> None:
        for id, table in self.open.items():
            if old in table.seats:
                seats = tuple(new if key == old else key for key in table.seats)
                self.open[id] = replace(table, seats=seats, handles=tuple(map(_with, table.handles, seats)))

    # -- reading

    def day_of(self, id: str) -> str:
        """Return the day on which a table in play was opened, "" if it isn't known."""
        table = self.open.get(id)
        return table.day if table else ""

    def used(self, caller: str, day: str) -> int:
        """Return how many rated tables the caller has begun on that day ("YYYY-MM-DD")."""
        return self.spent.get(day, {}).get(caller_key(caller), 0)

    def strength(self, door: str, caller: str) -> Strength | None:
        """Return the caller's rating, None before the first rated game."""
        return self.strengths.get(door, {}).get(caller_key(caller))

    def ranking(self, door: str) -> list[tuple[str, Strength]]:
        """Return all callers' keys and ratings at a door, the best first and provisional ones last."""
        known = self.strengths.get(door, {}).items()
        return sorted(known, key=lambda row: (row[1].games < PROVISIONAL, -row[1].rating.rating, row[0]))

    def first(self, door: str, names: Mapping[str, str]) -> tuple[PlaceRow, ...]:
        """Return the ladder's first rows, with ratings rounded to whole points."""
        ranked = [(key, s) for key, s in self.ranking(door)[:FIRST] if s.games >= PROVISIONAL]
        return tuple(
            PlaceRow(place, names.get(key, key), round(strength.rating.rating), strength.games)
            for place, (key, strength) in enumerate(ranked, start=1)
        )

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        strengths = [
            [door, key, list(s.rating), s.games, s.results, s.t]
            for door, callers in self.strengths.items()
            for key, s in callers.items()
        ]
        tables = [
            [id, t.door, list(t.seats), list(map(list, t.handles)), t.rated, t.day, list(t.words)]
            for id, t in self.open.items()
        ]
        met = sorted([door, *pair] for door in self._met for pair in self._pairs_of(door))
        return [strengths, tables, self.spent, met, self.ended, self.changes]

    def load(self, kept: Any) -> None:
        """Load what `to_json` gave. Raises ValueError or TypeError if it is damaged."""
        strengths, tables, spent, met, ended, changes = kept
        for door, key, rating, games, results, t in strengths:
            self.strengths.setdefault(door, {})[key] = Strength(Rating(*rating), games, results, t)
        for id, door, seats, handles, rated, day, words in tables:
            had = tuple(map(tuple, handles))
            self.open[id] = OpenMatch(door, tuple(seats), had, rated, day, tuple(words))
        self.ended = dict(ended)
        self.changes = {id: tuple(row and RatingChange(*row) for row in rows) for id, rows in changes.items()}
        self.spent = {day: dict(callers) for day, callers in spent.items()}
        for door, one, other, times in met:
            self._meet(door, one, other, list(times))


def _is_late(then: str, t: str) -> bool:
    return seconds_between(then, t) < AGAIN_DAYS * _DAY


def _score(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else 1.0 if mine < theirs else 0.0


def _result(place: int, places: Sequence[int]) -> str:
    """Return the result for one place: won if nobody is better, drawn if all are equal."""
    if max(places) == min(places):
        return DRAWN
    return WON if place == min(places) else LOST


# -- Glicko-2, after Mark Glickman's "Example of the Glicko-2 system" (2013), with one game a period.
# Steps have a fixed order, and results are rounded, so that every machine gets the same digits.

SCALE: Final = 173.7178
MOST_DEVIATION: Final = 350.0
TAU: Final = 0.5
"""How fast the volatility may change; the paper recommends 0.3 to 1.2."""

PERIOD_DAYS: Final = 7.0
"""Days without a game after which the deviation has grown by the volatility."""

CLOSE: Final = 1e-6
STEPS: Final = 100


class Rating(NamedTuple):
    """A caller's rating and deviation in points, rounded to 4 places, and volatility, to 8."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


def aged(rating: Rating, days: float) -> Rating:
    """Return the rating after so many days without a game."""
    doubt = rating.deviation**2 + (SCALE * rating.volatility) ** 2 * max(0.0, days) / PERIOD_DAYS
    return rating._replace(deviation=round(min(MOST_DEVIATION, math.sqrt(doubt)), 4))


def new_rating(mine: Rating, games: list[tuple[Rating, float]]) -> Rating:
    """Return the rating after games of one period. Each is the opponent's rating before it, and 1 for a win,
    0.5 for a draw, 0 for a loss."""
    if not games:
        return mine
    mu, phi = (mine.rating - 1500.0) / SCALE, mine.deviation / SCALE
    precision = change = 0.0
    for other, score in games:
        weight = _weight(other.deviation / SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mu - (other.rating - 1500.0) / SCALE)))
        precision += weight * weight * expected * (1.0 - expected)
        change += weight * (score - expected)
    variance = 1.0 / precision
    volatility = _volatility(mine.volatility, phi, variance, variance * change)
    before = math.sqrt(phi * phi + volatility * volatility)
    phi = 1.0 / math.sqrt(1.0 / (before * before) + precision)
    mu += phi * phi * change
    return Rating(
        round(SCALE * mu + 1500.0, 4), round(min(MOST_DEVIATION, SCALE * phi), 4), round(volatility, 8)
    )


def _weight(phi: float) -> float:
    """Return the weight of a game against an opponent with that deviation."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: step 5 of the paper, by the Illinois algorithm."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        power = math.exp(x)
        whole = phi * phi + variance + power
        return power * (delta * delta - whole) / (2.0 * whole * whole) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    for _ in range(STEPS):
        if abs(high - low) <= CLOSE:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return math.exp(low / 2.0)
