"""The rules between two moves: turns, points, and the end of a round.

Law: a `Stand` holds everything but chance that decides the next moves.  It is small and cheap to make,
because the computer's search uses the same functions as the game and walks through tens of thousands of
stands. `rules` explains the variants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from door.games.info import Options
from door.games.switchbox.box import EXITS
from door.ui.texts import tr

our: Final = tr.switchbox
ROUNDS: Final = 4
HALF: Final = 2
PASSES: Final = 3
GIFTS: Final = 2

Pair = tuple[int, int]


def _outwards(*values: int) -> tuple[int, ...]:
    return (*reversed(values), *values)


VALUES: Final = (
    _outwards(2, 2, 2, 2, 2, 2, 2, 2), _outwards(1, 2, 3, 5, 8, 13, 21, 34),
    _outwards(1, 2, 3, 4, 5, 6, 7, 8), _outwards(1, 4, 9, 16, 25, 36, 49, 64),
)  # fmt: skip
"""The values of exits 1..16 in each round."""


@dataclass(frozen=True, slots=True)
class RuleTerms:
    """The options that affect the rules, as one value; `goals` are already doubled if need be."""

    goals: tuple[int, ...] = (10, 40, 20, 100)
    exits: tuple[tuple[int, ...], ...] = VALUES
    lowball: bool = False
    limited_passes: bool = False
    gifts: bool = False
    go_on: bool = False
    solitaire: bool = False

    @classmethod
    def of(cls, options: Options) -> RuleTerms:
        """Return the rules for complete options.  Raises ValueError if a list is invalid."""
        twice = 2 if options["double_goals"] else 1
        return cls(
            tuple(twice * goal for goal in _numbers(options, "goals", ROUNDS)),
            tuple(_numbers(options, f"exits_{n}", EXITS) for n in range(1, ROUNDS + 1)),
            bool(options["lowball"]), bool(options["limited_passes"]), bool(options["gifts"]),
            bool(options["go_on"]), bool(options["solitaire"]),
        )  # fmt: skip


def _numbers(options: Options, name: str, count: int) -> tuple[int, ...]:
    value = options[name]
    if not isinstance(value, tuple) or len(value) != count or not all(isinstance(n, int) for n in value):
        raise ValueError(f"{name} is a list of {count} numbers, not {value!r}")
    return value


class Stand(NamedTuple):
    """The state between two moves, without chance.

    - `round`: 0..3, 4 after the last round.
    - `closer`: the seat that reached the goal first in this round, -1 before that.
    - `owed`: True if the solitaire box keeps the turn until it scores.
    - `passes`, `gifts`: how many each seat has left.
    - `passed`: True for each seat whose latest turn was a pass.
    - `last`, `by`: the kind of the latest move ("", drop, pass or gift), and the seat whose turn it was.
    """

    lean: int
    load: int
    mover: int = 0
    round: int = 0
    points: Pair = (0, 0)
    totals: Pair = (0, 0)
    closer: int = -1
    owed: bool = False
    passes: Pair = (PASSES, PASSES)
    gifts: Pair = (GIFTS, GIFTS)
    passed: tuple[bool, bool] = (False, False)
    last: str = ""
    by: int = -1


class Figures(NamedTuple):
    """The four numbers under a scorecard at the end of a round."""

    points: int
    with_goal: int
    difference: int
    total: int


def figures(points: Pair, goal: int, totals: Pair) -> tuple[Figures, Figures]:
    """Return a round's figures for both seats; `totals` are the grand totals before it."""
    lead = points[0] - points[1]
    return (_card(points[0], goal, lead, totals[0]), _card(points[1], goal, -lead, totals[1]))


def _card(points: int, goal: int, lead: int, total: int) -> Figures:
    with_goal = points + goal if points >= goal else points
    return Figures(points, with_goal, lead, total + with_goal + lead)


def credit(terms: RuleTerms, stand: Stand, lean: int, load: int, gained: int, kind: str = "drop") -> Stand:
    """Credit the mover with a fallen ball, or count a pass (kind "pass"), without moving the turn on."""
    seat, (mine, other), passed = stand.mover, stand.points, stand.passed
    points = (mine + gained, other) if seat == 0 else (mine, other + gained)
    reached = stand.closer < 0 and points[seat] >= terms.goals[stand.round]
    did_pass = kind == "pass"
    if passed[seat] != did_pass:
        passed = (did_pass, passed[1]) if seat == 0 else (passed[0], did_pass)
    return Stand(
        lean, load, seat, stand.round, points, stand.totals, seat if reached else stand.closer,
        stand.owed, stand.passes, stand.gifts, passed, kind, seat,
    )  # fmt: skip


def turn_on(terms: RuleTerms, stand: Stand, gained: int) -> Stand:
    """Return the stand with the next mover and round after that credit."""
    seat = stand.mover
    if terms.go_on and gained > 0 and not terms.solitaire:
        return stand
    if stand.closer == 1 - seat:
        return _next_round(terms, stand)
    if not terms.solitaire:
        return stand._replace(mover=1 - seat)
    if seat == 0:
        return stand._replace(mover=1, owed=gained > 0)
    return stand if stand.owed and gained <= 0 else stand._replace(mover=0, owed=False)


def _next_round(terms: RuleTerms, stand: Stand) -> Stand:
    first, second = figures(stand.points, terms.goals[stand.round], stand.totals)
    following = stand.round + 1
    return stand._replace(
        mover=1 if terms.solitaire else 1 - stand.mover, round=following, points=(0, 0),
        totals=(first.total, second.total), closer=-1, owed=terms.solitaire,
        passes=(PASSES, PASSES) if following == HALF else stand.passes,
    )  # fmt: skip


def after_pass(terms: RuleTerms, stand: Stand) -> Stand:
    counted = pass_counted(terms, stand)
    return turn_on(terms, credit(terms, counted, stand.lean, stand.load, 0, "pass"), 0)


def pass_counted(terms: RuleTerms, stand: Stand) -> Stand:
    return stand._replace(passes=add_to(stand.passes, stand.mover, -1)) if terms.limited_passes else stand


def take_gift(stand: Stand) -> Stand:
    """Take one gift from the player who is not to move."""
    return stand._replace(gifts=add_to(stand.gifts, 1 - stand.mover, -1))


def worth(values: Sequence[int], columns: Sequence[int]) -> int:
    """Return the points of balls that left by these columns (0..15)."""
    return sum([values[column] for column in columns])


def pass_refused(terms: RuleTerms, stand: Stand) -> str:
    """Return the reason why the mover can't pass, or ""."""
    if terms.solitaire:
        return our.box_never_passes() if stand.mover == 1 else ""
    if not terms.limited_passes:
        return ""
    if stand.last == "pass" and stand.by != stand.mover:
        return our.other_has_just_passed()
    if stand.passed[stand.mover]:
        return our.passed_last_turn()
    return "" if stand.passes[stand.mover] else our.no_passes_left()


def gift_refused(terms: RuleTerms, stand: Stand) -> str:
    """Return the reason why the player who has just moved can't give a random ball, or ""."""
    if not terms.gifts or terms.solitaire:
        return our.no_gifts_here()
    if stand.last not in ("drop", "pass") or stand.by == stand.mover:
        return our.gift_after_own_turn()
    return "" if stand.gifts[1 - stand.mover] else our.no_gifts_left()


def add_to(pair: Pair, seat: int, number: int) -> Pair:
    return (pair[0] + number, pair[1]) if seat == 0 else (pair[0], pair[1] + number)
