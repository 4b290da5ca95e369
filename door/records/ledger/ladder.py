"""The ladder: how strong callers are at each game that they play with each other, folded from the journal.

Law: pure.  A `table` line opens a game of several callers and a `match` line ends it; there is no line for
ratings.  Every pair of callers at a rated table counts as a game between the two, by their places; all
of them start from the ratings before it.  Computers have none.

What is won from the same opponent again and again falls off: of a caller's gain, the games with the same
opponent within thirty days after the third count half, a quarter, an eighth …; what is lost counts whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, NamedTuple

from door.midend.books import Row
from door.records.journal.grammar import COMPUTER, fits, seconds_between
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.glicko import Rating, aged, played

PROVISIONAL: Final = 10
"""Rated games before a caller has a place on the ladder."""

FIRST: Final = 3
"""Of a ladder that many stand in a bulletin, and are declared with a month's winners."""

WHOLE: Final = 3
"""Games with the same opponent within `AGAIN_DAYS` of which a gain counts whole."""

AGAIN_DAYS: Final = 30
ENDED_DAYS: Final = 60
RESULTS: Final = 10
MANY: Final = 1_000
"""Pairs of a door who have met that are kept in any case."""

ABORTED: Final = "aborted"
_DAY: Final = 86_400.0
_DAYS_KEPT: Final = 16

WON, DRAWN, LOST = "W", "D", "L"


class Strength(NamedTuple):
    """A caller's at one game: the rating when they last played, at `t`; rated games so far, and how the
    last of them went, the latest last: "WLD"."""

    rating: Rating
    games: int = 0
    results: str = ""
    t: str = ""

    def at(self, t: str) -> Rating:
        """The rating at a later time, by which it has become less sure."""
        return aged(self.rating, max(0.0, seconds_between(self.t, t)) / _DAY) if self.t else self.rating


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that was opened and has not ended: its door, the keys of those in its seats ("" for a
    computer) as they go by now and as they were written, whether it is rated, the board's day ("" where
    its line has none), and the words that were given."""

    door: str
    seats: tuple[str, ...]
    written: tuple[str, ...]
    rated: bool
    day: str
    words: tuple[str, ...] = ()

    def who(self, seats: Sequence[str]) -> bool:
        """Whether these are its seats' names: as they were, or as they are now."""
        keys = seat_keys(seats)
        pairs = zip(keys, self.seats, self.written, strict=True) if len(keys) == len(self.seats) else ()
        return len(keys) == len(self.seats) and all(key in (now, then) for key, now, then in pairs)


def seat_keys(seats: Sequence[str]) -> tuple[str, ...]:
    """The callers' keys, "" for a computer."""
    return tuple("" if seat.startswith(COMPUTER) else caller_key(seat) for seat in seats)


class Ladder:
    """Everybody's strength by door and key; the tables that are open, those that `ended` lately by id, and
    what each day's cost, by key."""

    def __init__(self) -> None:
        self.strengths: dict[str, dict[str, Strength]] = {}
        self.open: dict[str, OpenTable] = {}
        self.ended: dict[str, str] = {}
        self.spent: dict[str, dict[str, int]] = {}
        self._met: dict[str, dict[tuple[str, str], list[str]]] = {}
        self._many: dict[str, int] = {}  # pairs of a door among whom those are forgotten that met long ago

    # -- folding

    def begin(self, f: Fields) -> None:
        """A `table` line."""
        if not fits(f) or f["id"] in self.open or f["id"] in self.ended:
            return
        keys = seat_keys(f["seats"])
        words = tuple(f.get("words", ()))
        self.open[f["id"]] = OpenTable(f["door"], keys, keys, f["rated"], f.get("day", ""), words)
        if f["rated"] and "day" in f:
            day = self.spent.setdefault(f["day"], {})
            for key in filter(None, keys):
                day[key] = day.get(key, 0) + 1
            if len(self.spent) > _DAYS_KEPT:
                del self.spent[min(self.spent)]

    def end(self, f: Fields) -> OpenTable | None:
        """A `match` line; the table where it was played to an end."""
        table = self.open.get(str(f.get("id")))
        if table is None or not fits(f) or not table.who(f["seats"]):
            return None
        del self.open[f["id"]]
        self._note_end(f["id"], f["t"])
        if f["end"] == ABORTED:
            return None
        if table.rated and len(f["places"]) == len(table.seats):
            places = {key: place for key, place in zip(table.seats, f["places"], strict=True) if key}
            if len(places) > 1:
                self._rate(table.door, places, f["t"])
        return table

    def _note_end(self, id: str, t: str) -> None:
        """Know a table for a while after its end, so that it is not put on the books twice.

        A journal's times do not go back: the first to have ended are the first to be forgotten.
        """
        self.ended[id] = t
        while seconds_between(self.ended[first := next(iter(self.ended))], t) > ENDED_DAYS * _DAY:
            del self.ended[first]

    def _rate(self, door: str, places: Mapping[str, int], t: str) -> None:
        strengths = self.strengths.setdefault(door, {})
        before = {key: strengths.get(key, Strength(Rating())) for key in places}
        ratings = {key: strength.at(t) for key, strength in before.items()}
        worth = self._worth(door, places, t)
        for key, place in places.items():
            others = ((ratings[other], theirs) for other, theirs in places.items() if other != key)
            after = played(ratings[key], [(rating, _score(place, theirs)) for rating, theirs in others])
            now = ratings[key].rating
            if after.rating > now:
                after = after._replace(rating=round(now + (after.rating - now) * worth[key], 4))
            result = _result(place, list(places.values()))
            old = before[key]
            strengths[key] = Strength(after, old.games + 1, (old.results + result)[-RESULTS:], t)

    def _worth(self, door: str, places: Mapping[str, int], t: str) -> dict[str, float]:
        """What a gain counts, by how often each has met the others lately, this time included."""
        met = self._met.setdefault(door, {})
        counts: dict[str, list[float]] = {key: [] for key in places}
        for pair in combinations(sorted(places), 2):
            times = [then for then in met.get(pair, ()) if _is_late(then, t)]
            met[pair] = times = [*times, t]
            for key in pair:
                counts[key].append(0.5 ** max(0, len(times) - WHOLE))
        if len(met) > self._many.get(door, MANY):
            self._met[door] = met = {pair: times for pair, times in met.items() if _is_late(times[-1], t)}
            self._many[door] = max(MANY, 2 * len(met))
        return {key: sum(worths) / len(worths) for key, worths in counts.items()}

    def bury(self, key: str) -> None:
        """That caller is on no ladder any more, nor at a table that is rated."""
        for strengths in self.strengths.values():
            strengths.pop(key, None)
        for day in self.spent.values():
            day.pop(key, None)
        for met in self._met.values():
            for pair in [pair for pair in met if key in pair]:
                del met[pair]
        self._reseat(key, "")

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self.bury(new)
        for strengths in self.strengths.values():
            if old in strengths:
                strengths[new] = strengths.pop(old)
        for day in self.spent.values():
            if old in day:
                day[new] = day.pop(old)
        for met in self._met.values():
            for pair in [pair for pair in met if old in pair]:
                (other,) = {*pair} - {old}
                met[min(new, other), max(new, other)] = met.pop(pair)
        self._reseat(old, new)

    def _reseat(self, old: str, new: str) -> None:
        for id, table in self.open.items():
            if old in table.seats:
                seats = tuple(new if key == old else key for key in table.seats)
                self.open[id] = replace(table, seats=seats)

    # -- what stands there

    def day_of(self, id: str) -> str:
        """The board's day on which a table that is open was opened, "" where that is not known."""
        table = self.open.get(id)
        return table.day if table else ""

    def used(self, caller: str, day: str) -> int:
        """Rated tables that a day ("YYYY-MM-DD") has cost that caller."""
        return self.spent.get(day, {}).get(caller_key(caller), 0)

    def strength(self, door: str, caller: str) -> Strength | None:
        """That caller's, None before the first rated game."""
        return self.strengths.get(door, {}).get(caller_key(caller))

    def ranked(self, door: str) -> list[tuple[str, Strength]]:
        """All callers' keys there, the strongest first; those that are provisional after the others."""
        known = self.strengths.get(door, {}).items()
        return sorted(known, key=lambda row: (row[1].games < PROVISIONAL, -row[1].rating.rating, row[0]))

    def first(self, door: str, names: Mapping[str, str]) -> tuple[Row, ...]:
        """The first of those who have a place, under their `names` by key: ratings in whole points, and
        rated games."""
        ranked = [(key, s) for key, s in self.ranked(door)[:FIRST] if s.games >= PROVISIONAL]
        return tuple(
            Row(place, names.get(key, key), round(strength.rating.rating), strength.games)
            for place, (key, strength) in enumerate(ranked, start=1)
        )

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        """All of it as JSON values."""
        strengths = [
            [door, key, list(s.rating), s.games, s.results, s.t]
            for door, callers in self.strengths.items()
            for key, s in callers.items()
        ]
        tables = [
            [id, t.door, list(t.seats), list(t.written), t.rated, t.day, list(t.words)]
            for id, t in self.open.items()
        ]
        met = [[door, *pair, times] for door, pairs in self._met.items() for pair, times in pairs.items()]
        return [strengths, tables, self.spent, met, self.ended]

    def load(self, kept: Any) -> None:
        """Takes up what `to_json` gave; ValueError or TypeError where it is none."""
        strengths, tables, spent, met, ended = kept
        for door, key, rating, games, results, t in strengths:
            self.strengths.setdefault(door, {})[key] = Strength(Rating(*rating), games, results, t)
        for id, door, seats, written, rated, day, words in tables:
            self.open[id] = OpenTable(door, tuple(seats), tuple(written), rated, day, tuple(words))
        self.ended = dict(ended)
        self.spent = {day: dict(callers) for day, callers in spent.items()}
        for door, one, other, times in met:
            self._met.setdefault(door, {})[one, other] = list(times)


def _is_late(then: str, t: str) -> bool:
    return seconds_between(then, t) < AGAIN_DAYS * _DAY


def _score(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else 1.0 if mine < theirs else 0.0


def _result(place: int, places: Sequence[int]) -> str:
    """How a game went for whoever had that place: won where nobody was better, drawn where all were equal."""
    if max(places) == min(places):
        return DRAWN
    return WON if place == min(places) else LOST
