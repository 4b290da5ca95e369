"""Turns: spent and granted by day, free ones that games earned, and games in progress.

Guarantees: pure. Free turns are kept until they are used. Only the newest days are kept.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from door.records.journal.lines import caller_key, removed
from door.records.ledger.shelf import Shelf

DAYS_KEPT: Final = 16
Whose = tuple[str, str]
"""The caller's key and the door."""

Days = dict[str, dict[Whose, int]]


class Turns:
    """All callers' turns, by handle and day ("YYYY-MM-DD"). Free turns `earned` are on a shelf of the ledger,
    by caller's key and door."""

    def __init__(self, earned: Shelf) -> None:
        self.spent: Days = {}
        self.given: Days = {}
        self.earned = earned

    # -- folding

    def spend(self, whose: Whose, day: str, free: bool) -> None:
        """Count a new game."""
        if free:
            key, door = whose
            self.earn(whose if self._earned(key, door) > 0 else (removed(key), door), -1)
        else:
            _count(self.spent, whose, day, 1)

    def give(self, whose: Whose, day: str, turns: int) -> None:
        """Grant turns (or take them, below 0)."""
        _count(self.given, whose, day, turns)

    def earn(self, whose: Whose, turns: int) -> None:
        """Add free turns that a game earned."""
        if turns:
            key, door = whose
            self.earned[key] = {**self.earned.get(key, {}), door: self._earned(key, door) + turns}

    def _earned(self, key: str, door: str) -> int:
        turns: int = self.earned.get(key, {}).get(door, 0)
        return turns

    def move(self, old: str, new: str) -> None:
        """Give a caller's turns another key. Data that the new key had is dropped."""
        self.earned.move(old, new)
        for days in (self.spent, self.given):
            for day in list(days):
                days[day] = _moved(days[day], old, new)
                if not days[day]:
                    del days[day]

    # -- reading

    def used(self, caller: str, door: str, day: str) -> int:
        """Return the paid turns spent on that day."""
        return self.spent.get(day, {}).get((caller_key(caller), door), 0)

    def granted(self, caller: str, door: str, day: str) -> int:
        """Return the turns granted for that day (below 0: taken)."""
        return self.given.get(day, {}).get((caller_key(caller), door), 0)

    def free(self, caller: str, door: str) -> int:
        """Return the free turns left."""
        return max(0, self._earned(caller_key(caller), door))

    def inherited(self, caller: str, door: str) -> int:
        """Return a removed caller's free turns, which earlier releases gave to the handle's next owner."""
        return max(0, self._earned(removed(caller_key(caller)), door))

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        return [
            [[*whose, day, n] for day, turns in days.items() for whose, n in turns.items()]
            for days in (self.spent, self.given)
        ]

    def load(self, kept: Any) -> None:
        spent, given = kept
        for days, rows in ((self.spent, spent), (self.given, given)):
            for key, door, day, n in rows:
                _count(days, (key, door), day, n)


def _moved(turns: dict[Whose, int], old: str, new: str) -> dict[Whose, int]:
    return {(new if key == old else key, door): n for (key, door), n in turns.items() if key != new}


def _count(days: Days, whose: Whose, day: str, n: int) -> None:
    turns = days.setdefault(day, {})
    turns[whose] = turns.get(whose, 0) + n
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

    def turn_of(self, id: str, door: str, key: str) -> OpenTurn | None:
        """Return the turn of a game that this caller may end at that door."""
        turn = self.turns.get(id)
        return turn if turn and turn.door == door and key in (turn.caller, turn.begun_by) else None

    def last(self, whose: Whose) -> str:
        """Return the id of the game in progress that was begun last, "" for none."""
        return next((id for id, of in reversed(self.turns.items()) if (of.caller, of.door) == whose), "")

    def bury(self, key: str) -> None:
        """Forget a caller's games."""
        self.turns = {id: turn for id, turn in self.turns.items() if turn.caller != key}

    def move(self, old: str, new: str) -> None:
        """Give a caller's games another key. Data that the new key had is dropped."""
        self.bury(new)
        for id, turn in self.turns.items():
            if turn.caller == old:
                self.turns[id] = replace(turn, caller=new)

    def to_json(self) -> list[Any]:
        return [[id, *astuple(turn)] for id, turn in self.turns.items()]

    def load(self, kept: Any) -> None:
        self.turns = {
            id: OpenTurn(door, caller, free, by, tuple(words), day)
            for id, door, caller, free, by, words, day in kept
        }


# -- how many are left -------------------------------------------------------------------------


def turns_left(limit: int, used: int, granted: int = 0) -> int | None:
    """Return the paid turns left of a day's `limit`, with the sysop's grants; None for no limit (0)."""
    return None if limit <= 0 else max(0, limit + granted - used)


def next_turn(left: int | None, free: int) -> bool | None:
    """Return True if the next game takes a free turn, False for a paid one, None without a turn. Paid turns
    go first, because they end with the day."""
    if left is None or left > 0:
        return False
    return True if free > 0 else None
