"""Turns: those of each day that were spent or given by the sysop, the free ones that games earned, and
the games that were begun with one and not finished.

Law: pure.  Free turns are earned by finished games and kept until they are used; of days, only the
newest are asked for, so that only they are kept.
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
    """Everybody's; callers are asked for by their handles, a day is "YYYY-MM-DD".  The free ones that are
    `earned` are by caller's key and door, on a shelf of the ledger's."""

    def __init__(self, earned: Shelf) -> None:
        self.spent: Days = {}
        self.given: Days = {}
        self.earned = earned

    # -- folding

    def spend(self, whose: Whose, day: str, free: bool) -> None:
        """A game begins."""
        if free:
            key, door = whose
            self.earn(whose if self._earned(key, door) > 0 else (removed(key), door), -1)
        else:
            _count(self.spent, whose, day, 1)

    def give(self, whose: Whose, day: str, turns: int) -> None:
        """The sysop gives turns (below 0: takes)."""
        _count(self.given, whose, day, turns)

    def earn(self, whose: Whose, turns: int) -> None:
        """A game has earned free turns."""
        if turns:
            key, door = whose
            self.earned[key] = {**self.earned.get(key, {}), door: self._earned(key, door) + turns}

    def _earned(self, key: str, door: str) -> int:
        turns: int = self.earned.get(key, {}).get(door, 0)
        return turns

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self.earned.move(old, new)
        for days in (self.spent, self.given):
            for day in list(days):
                days[day] = _moved(days[day], old, new)
                if not days[day]:
                    del days[day]

    # -- what stands there

    def used(self, caller: str, door: str, day: str) -> int:
        """Paid turns spent on that day."""
        return self.spent.get(day, {}).get((caller_key(caller), door), 0)

    def granted(self, caller: str, door: str, day: str) -> int:
        """Turns the sysop gave for that day (below 0: took)."""
        return self.given.get(day, {}).get((caller_key(caller), door), 0)

    def free(self, caller: str, door: str) -> int:
        """Free turns earned and not used yet."""
        return max(0, self._earned(caller_key(caller), door))

    def inherited(self, caller: str, door: str) -> int:
        """Free turns of a removed caller: earlier releases gave them to the next owner of the handle."""
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
    """Its door, its caller's key, whether it took a free turn, the key that it was written under, its
    caller's word, and the board's day."""

    door: str
    caller: str
    free: bool
    begun_by: str
    words: tuple[str, ...] = ()
    day: str = ""


class OpenGames:
    """The games that were begun and not finished, by the id of their turn.  A caller may end under either
    handle what they began before a rename."""

    def __init__(self) -> None:
        self.turns: dict[str, OpenTurn] = {}

    def turn_of(self, id: str, door: str, key: str) -> OpenTurn | None:
        """The turn of a game that this caller may end at that door."""
        turn = self.turns.get(id)
        return turn if turn and turn.door == door and key in (turn.caller, turn.begun_by) else None

    def last(self, whose: Whose) -> str:
        """The id of the game that was begun last and not finished, "" for none."""
        return next((id for id, of in reversed(self.turns.items()) if (of.caller, of.door) == whose), "")

    def bury(self, key: str) -> None:
        """That caller's games are nobody's any more."""
        self.turns = {id: turn for id, turn in self.turns.items() if turn.caller != key}

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
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
    """Paid turns left of a day's `limit` (0: no limit, None), with what the sysop granted."""
    return None if limit <= 0 else max(0, limit + granted - used)


def next_turn(left: int | None, free: int) -> bool | None:
    """Whether the next game takes a free turn; None when there is neither.

    A day's paid turns go first, since they end with the day and a free turn keeps.
    """
    if left is None or left > 0:
        return False
    return True if free > 0 else None
