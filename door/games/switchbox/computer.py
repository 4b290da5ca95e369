"""The computer at the switchbox: alpha-beta over a board that hides nothing.

Law: a move follows from where the game stands; nothing is drawn.  Only the level `random`
plays the stream's next random ball, a move like any player's `+`.

The search walks by the rules' own `Stand`s.  It deepens a ply at a time, the best line of
the last depth first, other moves by what they bring at once; positions met again are
remembered.  The top levels think by a budget of balls dropped, not by time, so that the
same position gets the same move: 20,000 balls are some 0.1 s of one core.  The clock only
says when to stop: a process that others starve answers after `SECONDS` with what it has seen.

What a stand is worth to seat 0: the lead in grand totals that would stand if the round
ended now, which counts the round's points three times over (once as points, twice by the
difference that goes to one and comes from the other) and the goal for who has reached it.
In lowball it is the other way round.

The computer passes only where passes are limited: players who may pass freely and can see
a few moves ahead both pass for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Final

from door.games.switchbox.box import ENTRIES, drop
from door.games.switchbox.rules import GIFT, LEVELS, PASS, Game, called, legal, random_ball
from door.games.switchbox.turns import (
    ROUNDS,
    Stand,
    Terms,
    after_pass,
    credit,
    gift_refused,
    pass_refused,
    turn_on,
    worth,
)
from door.ui.texts import tr

PASSED: Final = 0
"""A pass among the entries 1..8 of a search."""
DEEPEST: Final = 30
BEYOND: Final = 1_000_000_000
"""More than any stand is worth."""
SECONDS: Final = 0.5
"""A move's longest thinking on the wall clock; the rest of its second is for handing it over."""
JUDGED_SECONDS: Final = 5.0
"""The coach's longest look at one drop; one that takes longer is not judged."""
LOOKED_UP: Final = 64
"""Balls dropped between two looks at the clock: some 0.4 ms of one core."""
NEVER: Final = 1_000_000
"""Looks at the clock that no thinking comes to."""
GIFT_LOOKS: Final = 24
"""More looks than there are while a gift is thought of."""
GIVE_FROM: Final = 0.5
"""A random ball is given away when it is reckoned to be worth this part of the round's goal."""


Clock = Callable[[], float]
"""Seconds that only grow."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How a level thinks: at most `plies` deep, deepening while fewer than `balls` were dropped."""

    plies: int
    balls: int = 1_000_000


THOUGHTS: Final = {
    "beginner": Thought(1),
    "regular": Thought(2),
    "skilled": Thought(3),
    "expert": Thought(6, 20_000),
    "master": Thought(DEEPEST, 20_000),
}


DESCRIBED: Final = {
    "random": tr.switchbox.plays_random,
    "beginner": tr.switchbox.plays_beginner,
    "regular": tr.switchbox.plays_regular,
    "skilled": tr.switchbox.plays_skilled,
    "expert": tr.switchbox.plays_expert,
    "master": tr.switchbox.plays_master,
}
"""A line for each level, for the caller who chooses one."""


def move(game: Game, seat: int, level: str) -> str:
    """What the computer in that seat does: its move, or a random ball given away, or "" to let it be."""
    if seat == game.stand.mover:
        return choose(game, level)
    return GIFT + random_ball(game) if gives_ball(game, level) else ""


def might(game: Game, seat: int, level: str, move: str) -> bool:
    """Whether the level may have made that move, or let it be (""), wherever the clock stopped it."""
    if seat != game.stand.mover:
        clocks = (_stops_after(looks) for looks in (NEVER, *range(GIFT_LOOKS)))
        return any(gives_ball(game, level, clock) == bool(move) for clock in clocks)
    level = called(level)
    if level not in THOUGHTS or (game.terms.solitaire and game.stand.mover == 1):
        return move == choose(game, level)
    search = _Search(game.terms, THOUGHTS[level].balls, _stops_after(NEVER), 1)
    _deepened(search, game.stand, THOUGHTS[level])
    return move in map(_text, search.came)


def _stops_after(looks: int) -> Clock:
    """A clock that stands still for so many looks, and then is past every end."""
    return chain(repeat(0.0, looks + 1), repeat(float(BEYOND))).__next__


def choose(game: Game, level: str, clock: Clock = time.monotonic) -> str:
    """The level's move for whoever is to move, as text; the solitaire box's only move is made for it.

    Raises ValueError for a level that is not in `rules.LEVELS`, or where the game is over.
    """
    level = called(level)
    if level not in LEVELS or game.over:
        raise ValueError(f"no move at level {level!r}" + (": the game is over" if game.over else ""))
    if game.terms.solitaire and game.stand.mover == 1:
        return legal(game)[0]
    if level == "random":
        return random_ball(game)
    return think(game.terms, game.stand, THOUGHTS[level], clock).move


def gives_ball(game: Game, level: str, clock: Clock = time.monotonic) -> bool:
    """Whether the level, having just moved, gives the player to move a random ball (variant `gifts`).

    It compares what that player would do with what eight balls, all as likely, would do.
    """
    level = called(level)
    if level not in THOUGHTS or game.over or gift_refused(game.terms, game.stand):
        return False
    search = _Search(game.terms, 20_000, clock, clock() + SECONDS)
    plies = min(3, THOUGHTS[level].plies + 1)
    best = search.value(game.stand, plies, -BEYOND, BEYOND)
    balls = [search.after(game.stand, entry) for entry in range(1, ENTRIES + 1)]
    seen = [search.turned(game.stand, ball, plies - 1, -BEYOND, BEYOND) for ball in balls]
    return best - sum(seen) / ENTRIES >= GIVE_FROM * game.goal


@dataclass(frozen=True, slots=True)
class Plan:
    """What thinking came to: the move, its worth to the mover, plies searched, balls dropped."""

    move: str
    worth: float
    plies: int
    balls: int


def think(terms: Terms, stand: Stand, thought: Thought, clock: Clock = time.monotonic) -> Plan:
    """The best move found within the thought's limits, and within `SECONDS` by that clock."""
    search = _Search(terms, thought.balls, clock, clock() + SECONDS)
    return replace(_deepened(search, stand, thought), balls=search.balls)


def _deepened(search: _Search, stand: Stand, thought: Thought) -> Plan:
    """A ply deeper at a time, until the thought's limits."""
    plan = Plan("", 0, 0, 0)
    for plies in range(1, thought.plies + 1):
        entry, value = search.best(stand, plies)
        if entry is not None:
            plan = Plan(_text(entry), value, plies, 0)
        if search.spent:
            break
    return plan


def _text(entry: int) -> str:
    """An entry of a search as a move."""
    return PASS if entry == PASSED else str(entry)


def ranked(terms: Terms, stand: Stand, plies: int, only: str = "") -> list[tuple[str, float]]:
    """Return each move and the lead it leaves, looking `plies` deep, best first; nothing if time runs out.

    `only` limits them to that move and the best one.
    """
    search = _Search(terms, 1_000_000, time.monotonic, time.monotonic() + JUDGED_SECONDS)
    best, most = None, 0.0
    for depth in range(1, plies + 1):
        best, most = search.best(stand, depth)
    leads = [(_text(best), most)] if best is not None else []
    for entry in _ENTRIES if pass_refused(terms, stand) else _WITH_PASS:
        if entry != best and only in ("", _text(entry)):
            following = search.after(stand, entry)
            leads.append((_text(entry), search.turned(stand, following, plies - 1, -BEYOND, BEYOND)))
    return [] if search.spent else sorted(leads, key=lambda one: -one[1])


def lead(terms: Terms, stand: Stand) -> int:
    """What the stand is worth to seat 0 (see the module's head)."""
    mine, other = stand.totals
    ahead = mine - other
    if stand.round < ROUNDS:
        mine, other = stand.points
        goal = terms.goals[stand.round]
        ahead += 3 * (mine - other) + goal * ((mine >= goal) - (other >= goal))
    return -ahead if terms.lowball else ahead


# -- the search --------------------------------------------------------------------------

_EXACT, _LEAST, _MOST = 0, 1, 2
_ENTRIES: Final = tuple(range(1, ENTRIES + 1))
_WITH_PASS: Final = (*_ENTRIES, PASSED)


@dataclass(slots=True)
class _Search:
    """One move's thinking: what was dropped and seen on the way; `came` are the moves that were the best
    for a while, any of which may be made where the clock ends it."""

    terms: Terms
    budget: int
    clock: Clock
    ends: float
    balls: int = 0
    drops: dict[tuple[int, int, int], tuple[int, int, tuple[int, ...], int]] = field(default_factory=dict)
    seen: dict[Stand, tuple[int, int, float, int]] = field(default_factory=dict)
    came: set[int] = field(default_factory=set)

    @property
    def spent(self) -> bool:
        return self.balls >= self.budget

    def after(self, stand: Stand, entry: int) -> Stand:
        """The stand after a move: `rules.apply` without texts, chance and history."""
        if entry == PASSED:
            return after_pass(self.terms, stand)
        self.balls += 1
        if self.balls % LOOKED_UP == 0 and self.clock() >= self.ends:
            self.budget = min(self.budget, self.balls)
        key = (stand.lean, stand.load, entry)
        fallen = self.drops.get(key)
        if fallen is None:
            fallen = self.drops[key] = drop(*key)
        lean, load, columns, _ = fallen
        gained = worth(self.terms.exits[stand.round], columns) if columns else 0
        return turn_on(self.terms, credit(self.terms, stand, lean, load, gained), gained)

    def best(self, stand: Stand, plies: int) -> tuple[int | None, float]:
        """The best move `plies` deep and its worth; None when the budget ended before one was seen."""
        chosen, most = None, float(-BEYOND)
        for entry, following in self.ordered(stand):
            value = self.turned(stand, following, plies - 1, most, BEYOND)
            if self.spent and plies > 1:
                break
            if chosen is None or value > most:
                chosen, most = entry, value
                self.came.add(entry)
        if chosen is not None:
            self.seen[stand] = (plies, _EXACT, most, chosen)
        return chosen, most

    def value(self, stand: Stand, plies: int, low: float, high: float) -> float:
        """What the stand is worth to its mover, looked `plies` deep, as far as it lies in low..high."""
        if plies <= 0 or stand.round == ROUNDS or self.spent:
            ahead = lead(self.terms, stand)
            return ahead if stand.mover == 0 else -ahead
        known = self.seen.get(stand)
        if known is not None and known[0] == plies:
            _, kind, value, _ = known
            if kind == _EXACT or (kind == _LEAST and value >= high) or (kind == _MOST and value <= low):
                return value
        most, chosen, floor = float(-BEYOND), 1, low
        for entry, following in self.ordered(stand) if plies > 1 else self.plain(stand):
            value = self.turned(stand, following, plies - 1, floor, high)
            if value > most:
                most, chosen = value, entry
                if value >= high:
                    break
                floor = max(floor, value)
        if plies > 1 and not self.spent:
            kind = _LEAST if most >= high else _EXACT if most > low else _MOST
            self.seen[stand] = (plies, kind, most, chosen)
        return most

    def plain(self, stand: Stand) -> Iterator[tuple[int, Stand]]:
        """Every move with the stand after it, made one at a time."""
        for entry in self.moves(stand):
            yield entry, self.after(stand, entry)

    def ordered(self, stand: Stand) -> list[tuple[int, Stand]]:
        """Every move with the stand after it: what was best before, then what is worth most at once."""
        known = self.seen.get(stand)
        first = known[3] if known is not None else -1
        sign = 1 if stand.mover == 0 else -1

        def promise(move: tuple[int, Stand]) -> int:
            return BEYOND if move[0] == first else sign * lead(self.terms, move[1])

        return sorted(self.plain(stand), key=promise, reverse=True)

    def moves(self, stand: Stand) -> Sequence[int]:
        """The mover's moves; a pass only where passes are limited."""
        if self.terms.limited_passes and not self.terms.solitaire and not pass_refused(self.terms, stand):
            return _WITH_PASS
        return _ENTRIES

    def turned(self, stand: Stand, following: Stand, plies: int, low: float, high: float) -> float:
        """What the following stand is worth to the mover of the stand before it."""
        if following.mover == stand.mover:
            return self.value(following, plies, low, high)
        return -self.value(following, plies, -high, -low)
