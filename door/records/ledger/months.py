"""The months: what everybody's games add up to at each door, who stands where, and who has won.

Law: pure.  A game counts for its month only until the month is declared; of `winners` lines only what
the games before them add up to is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from door.midend.api import Door
from door.midend.books import Row
from door.records.journal.grammar import RANKINGS, fits
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.contest import Places, Sum, rows_of, summed, top_rows

PLACES_KEPT: Final = 32
"""Months by door and ranking whose order is at hand; that of an older one is made when it is asked for."""


@dataclass(frozen=True, slots=True)
class Winners:
    """A month's declared top places, and the journal's head when they were.

    `rows` are as declared; `keys` tell, row by row, whose they are now.
    """

    ranking: str
    rows: tuple[Row, ...]
    head: str
    keys: tuple[str, ...]


class Months:
    """`sums` are by month, door and caller's key, `winners` by month and door; `names` are how callers
    are shown, and belong to the ledger."""

    def __init__(self, doors: Mapping[str, Door], names: Mapping[str, str]) -> None:
        self.doors, self.names = doors, names
        self.games = 0
        self.sums: dict[str, dict[str, dict[str, Sum]]] = {}
        self.winners: dict[tuple[str, str], Winners] = {}
        self.undeclared: set[tuple[str, str]] = set()
        self._places: dict[tuple[str, str, str], Places] = {}

    # -- folding

    def score(self, month: str, door: str, key: str, score: int) -> None:
        """A game has ended."""
        self.games += 1
        if (month, door) in self.winners:  # it is closed: the audit tells
            return
        sums = self.sums.setdefault(month, {}).setdefault(door, {})
        known = sums.get(key)
        sums[key] = summed(known, score, self.games)
        self.undeclared.add((month, door))
        for ranking in RANKINGS:
            if places := self._places.get((month, door, ranking)):
                places.moved(key, known)

    def declare(self, f: Fields, head: str) -> None:
        """A `winners` line, whose own hash is `head`."""
        if not fits(f) or self.unfounded(f):
            return
        rows = rows_of(f["top"])
        keys = tuple(caller_key(row.caller) for row in rows)
        self.winners[f["month"], f["door"]] = Winners(f["ranking"], rows, head, keys)
        self.undeclared.discard((f["month"], f["door"]))

    def unfounded(self, f: Fields) -> str:
        """What is wrong with a `winners` line of the right shape, "" where nothing is: it says what
        the games before it add up to, and a month is declared once.  The same words again change
        nothing: that is what two processes leave that a failing disk kept apart."""
        month, door, ranking, rows = f["month"], f["door"], f["ranking"], rows_of(f["top"])
        if len(rows) < len(f["top"]):
            return f"these are not the winners of {month}: a place is a caller, a score and games"
        if known := self.winners.get((month, door)):
            same = (known.ranking, known.rows) == (ranking, rows)
            return "" if same else f"{month} was declared before, and otherwise"
        standing = self.standing(month, door, ranking)
        true = standing and rows and top_rows(standing[: len(rows)]) == top_rows(rows)
        return "" if true else f"these are not the winners of {month}: the games before say otherwise"

    def bury(self, key: str) -> None:
        """What stood under a handle that somebody takes over is nobody's."""
        for doors in self.sums.values():
            for sums in doors.values():
                sums.pop(key, None)
        self._move_winners(key, "")
        self._places.clear()

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle."""
        for doors in self.sums.values():
            for sums in doors.values():
                if old in sums:
                    sums[new] = sums.pop(old)
        self._move_winners(old, new)
        self._places.clear()

    def _move_winners(self, old: str, new: str) -> None:
        for place, won in self.winners.items():
            if old in won.keys:
                keys = tuple(new if key == old else key for key in won.keys)
                self.winners[place] = replace(won, keys=keys)

    def remove(self, key: str) -> None:
        """A caller leaves the board: off the months that have no winners yet."""
        for month, door in self.undeclared:
            self._sums(month, door).pop(key, None)
        self._places.clear()

    # -- what stands there

    def standing(self, month: str, door: str, ranking: str) -> tuple[Row, ...]:
        """Everybody's place in a month, first place first."""
        return self._in(month, door, ranking).rows()

    def top(self, month: str, door: str, ranking: str) -> tuple[Row, ...]:
        """The first of them, `contest.TOP` at most."""
        return self._in(month, door, ranking).top()

    def place(self, month: str, door: str, ranking: str, caller: str) -> Row | None:
        """One caller's place in a month, None before their first game."""
        return self._in(month, door, ranking).of(caller_key(caller))

    def won(self, month: str, door: str) -> tuple[Row, ...]:
        """A closed month's declared places, under the handles their callers have now."""
        won = self.winners.get((month, door))
        if won is None:
            return ()
        shown = (self.names.get(key, row.caller) for key, row in zip(won.keys, won.rows, strict=True))
        return tuple(replace(row, caller=name) for name, row in zip(shown, won.rows, strict=True))

    def due(self, month: str) -> list[tuple[str, str]]:
        """The months before `month`, with their doors, that have games and no winners declared since."""
        return sorted((m, d) for m, d in self.undeclared if m < month and self._sums(m, d))

    def _in(self, month: str, door: str, ranking: str) -> Places:
        known = self._places.get((month, door, ranking))
        if known is None:
            sums = self._sums(month, door)
            fewer = door in self.doors and self.doors[door].INFO.fewer_is_better
            known = Places(sums, self.names, ranking, fewer)
            if not sums:
                return known
            if len(self._places) >= PLACES_KEPT:
                del self._places[next(iter(self._places))]
            self._places[month, door, ranking] = known
        return known

    def _sums(self, month: str, door: str) -> dict[str, Sum]:
        return self.sums.get(month, {}).get(door, {})

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        """All of it as JSON values."""
        won = [
            [*place, won.ranking, won.head, [[r.caller, r.score, r.games] for r in won.rows], won.keys]
            for place, won in self.winners.items()
        ]
        return [self.games, self.sums, won, sorted(self.undeclared)]

    def load(self, kept: Any) -> None:
        """Takes up what `to_json` gave; ValueError, TypeError or AttributeError where it is none."""
        self.games, months, winners, undeclared = kept
        for month, doors in months.items():
            self.sums[month] = {
                door: {key: Sum._make(row) for key, row in sums.items()} for door, sums in doors.items()
            }
        for month, door, ranking, head, rows, keys in winners:
            places = tuple(Row(place, *row) for place, row in enumerate(rows, start=1))
            self.winners[month, door] = Winners(ranking, places, head, tuple(keys))
        self.undeclared = {(month, door) for month, door in undeclared}
