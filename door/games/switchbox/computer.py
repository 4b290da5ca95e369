"""The computer (alpha-beta search with complete information), and the coach.

A move depends on the position alone, and nothing is drawn.  Only the level `random` plays the stream's next
random ball, a move like any player's `+`.

The search uses the rules' own `Stand`s and deepens one ply at a time.  It tries the best line of the last
depth first, then other moves by their immediate gain, and remembers positions.  The top levels have a budget
of balls to drop, not of time, so the same position gets the same move; 20,000 balls take about 0.1 s of one
core.  The clock is a limit for busy machines: after `SECONDS` the best move so far is made.

The worth of a stand to seat 0 is the lead in grand totals if the round ended now.  It counts the round's
points three times: once as points, and twice by the difference, which one player gains and the other loses.
A player who has reached the goal has its bonus.  In lowball the sign is reversed.

The computer passes only if passes are limited.  Otherwise two farsighted players would both pass for ever.

The coach's worths are estimates, because it looks only `DEPTH` balls ahead.  A worth is the lead in grand
totals, in points, if both sides play their best as far as the coach looks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Final

from door.games import api
from door.games.switchbox import rules
from door.games.switchbox.rules import (
    ENTRIES,
    GIFT,
    LEVELS,
    PASS,
    ROUNDS,
    RuleTerms,
    Stand,
    SwitchGame,
    credit,
    credit_pass,
    drop,
    gift_refused,
    legal,
    pass_refused,
    random_ball,
    turn_on,
    worth,
)
from door.ui.texts import tr
from door.ui.widgets import Column

our: Final = tr.switchbox
# -- the search ------------------------------------------------------------------------------------

PASSED: Final = 0
"""A pass among the entries 1..8 of a search."""
DEEPEST: Final = 30
BEYOND: Final = 1_000_000_000
"""More than any stand is worth."""
SECONDS: Final = 0.5
"""The limit of a move on the wall clock.  The rest of its second is for delivering it."""
JUDGED_SECONDS: Final = 5.0
"""The coach's limit for one position.  A position that takes longer is not judged."""
LOOKED_UP: Final = 64
"""Balls dropped between two readings of the clock: about 0.4 ms of one core."""
NEVER: Final = 1_000_000
"""More readings of the clock than any search makes."""
GIFT_LOOKS: Final = 24
"""More readings of the clock than it takes to consider a gift."""
GIVE_FROM: Final = 0.5
"""A random ball is given away if that seems to gain at least this part of the round's goal."""


Clock = Callable[[], float]
"""Seconds on a clock that never goes back."""


@dataclass(frozen=True, slots=True)
class LevelLimits:
    """A level's limits: at most `plies` deep, deepening while fewer than `balls` were dropped."""

    plies: int
    balls: int = 1_000_000


THOUGHTS: Final = {
    "beginner": LevelLimits(1),
    "regular": LevelLimits(2),
    "skilled": LevelLimits(3),
    "expert": LevelLimits(6, 20_000),
    "master": LevelLimits(DEEPEST, 20_000),
}


DESCRIBED: Final = {
    "random": our.plays_random, "beginner": our.plays_beginner, "regular": our.plays_regular,
    "skilled": our.plays_skilled, "expert": our.plays_expert, "master": our.plays_master,
}  # fmt: skip
"""A line for each level, for the caller who chooses one."""


def move(game: SwitchGame, seat: int, level: str) -> str:
    if seat == game.stand.mover:
        return choose(game, level)
    return GIFT + random_ball(game) if gives_ball(game, level) else ""


def might(game: SwitchGame, seat: int, level: str, move: str) -> bool:
    """True if the level could have made that move, or "", at any time limit."""
    if seat != game.stand.mover:
        clocks = (_stops_after(looks) for looks in (NEVER, *range(GIFT_LOOKS)))
        return any(gives_ball(game, level, clock) == bool(move) for clock in clocks)
    if level not in THOUGHTS or (game.terms.solitaire and game.stand.mover == 1):
        return move == choose(game, level)
    search = _Search(game.terms, THOUGHTS[level].balls, _stops_after(NEVER), 1)
    _search_deeper(search, game.stand, THOUGHTS[level])
    return move in map(_text, search.came)


def _stops_after(looks: int) -> Clock:
    """Return a clock that reads 0 so many times, and then a time past every limit."""
    return chain(repeat(0.0, looks + 1), repeat(float(BEYOND))).__next__


def choose(game: SwitchGame, level: str, clock: Clock = time.monotonic) -> str:
    """Return the level's move for the player to move, or the solitaire box's only move.

    Raises ValueError for a level that is not in `rules.LEVELS`, or if the game is over.
    """
    if level not in LEVELS or game.over:
        raise ValueError(f"no move at level {level!r}" + (": the game is over" if game.over else ""))
    if game.terms.solitaire and game.stand.mover == 1:
        return legal(game)[0]
    if level == "random":
        return random_ball(game)
    return think(game.terms, game.stand, THOUGHTS[level], clock).move


def gives_ball(game: SwitchGame, level: str, clock: Clock = time.monotonic) -> bool:
    """True if the level, having just moved, gives the player to move a random ball (variant `gifts`).

    It compares that player's best move with the average of the eight balls.
    """
    if level not in THOUGHTS or game.over or gift_refused(game.terms, game.stand):
        return False
    search = _Search(game.terms, 20_000, clock, clock() + SECONDS)
    plies = min(3, THOUGHTS[level].plies + 1)
    best = search.value(game.stand, plies, -BEYOND, BEYOND)
    balls = [search.after(game.stand, entry) for entry in range(1, ENTRIES + 1)]
    seen = [search.reply_worth(game.stand, ball, plies - 1, -BEYOND, BEYOND) for ball in balls]
    return best - sum(seen) / ENTRIES >= GIVE_FROM * game.goal


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the move, its worth to the mover, plies searched, balls dropped."""

    move: str
    worth: float
    plies: int
    balls: int


def think(
    terms: RuleTerms, stand: Stand, thought: LevelLimits, clock: Clock = time.monotonic
) -> SearchResult:
    """Return the best move found within the thought's limits, and within `SECONDS` by that clock."""
    search = _Search(terms, thought.balls, clock, clock() + SECONDS)
    return replace(_search_deeper(search, stand, thought), balls=search.balls)


def _search_deeper(search: _Search, stand: Stand, thought: LevelLimits) -> SearchResult:
    plan = SearchResult("", 0, 0, 0)
    for plies in range(1, thought.plies + 1):
        entry, value = search.best(stand, plies)
        if entry is not None:
            plan = SearchResult(_text(entry), value, plies, 0)
        if search.spent:
            break
    return plan


def _text(entry: int) -> str:
    return PASS if entry == PASSED else str(entry)


def rank_moves(terms: RuleTerms, stand: Stand, plies: int, only: str = "") -> list[tuple[str, float]]:
    """Return each move and its lead after `plies`, best first, or nothing if time runs out.

    `only` limits the result to that move and the best one.
    """
    search = _Search(terms, 1_000_000, time.monotonic, time.monotonic() + JUDGED_SECONDS)
    best, most = None, 0.0
    for depth in range(1, plies + 1):
        best, most = search.best(stand, depth)
    leads = [(_text(best), most)] if best is not None else []
    for entry in _ENTRIES if pass_refused(terms, stand) else _WITH_PASS:
        if entry != best and only in ("", _text(entry)):
            following = search.after(stand, entry)
            leads.append((_text(entry), search.reply_worth(stand, following, plies - 1, -BEYOND, BEYOND)))
    return [] if search.spent else sorted(leads, key=lambda one: -one[1])


def lead(terms: RuleTerms, stand: Stand) -> int:
    """Return the worth of a stand to seat 0; see the module's docstring."""
    mine, other = stand.totals
    ahead = mine - other
    if stand.round < ROUNDS:
        mine, other = stand.points
        goal = terms.goals[stand.round]
        ahead += 3 * (mine - other) + goal * ((mine >= goal) - (other >= goal))
    return -ahead if terms.lowball else ahead


_EXACT, _LEAST, _MOST = 0, 1, 2
_ENTRIES: Final = tuple(range(1, ENTRIES + 1))
_WITH_PASS: Final = (*_ENTRIES, PASSED)


@dataclass(slots=True)
class _Search:
    """The search for one move, with the drops and stands seen so far.

    `came` are the moves that were the best for a while.  The clock may end the search at any of them.
    """

    terms: RuleTerms
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
        """Return the stand after a move: `rules.apply` without texts, chance and history."""
        if entry == PASSED:
            return turn_on(self.terms, credit_pass(self.terms, stand), 0)
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
        """Return the best move `plies` deep and its worth; the move is None if the budget ended too soon."""
        chosen, most = None, float(-BEYOND)
        for entry, following in self.order_moves(stand):
            value = self.reply_worth(stand, following, plies - 1, most, BEYOND)
            if self.spent and plies > 1:
                break
            if chosen is None or value > most:
                chosen, most = entry, value
                self.came.add(entry)
        if chosen is not None:
            self.seen[stand] = (plies, _EXACT, most, chosen)
        return chosen, most

    def value(self, stand: Stand, plies: int, low: float, high: float) -> float:
        """Return the stand's worth to its mover, `plies` deep, exact if it lies in low..high."""
        if plies <= 0 or stand.round == ROUNDS or self.spent:
            ahead = lead(self.terms, stand)
            return ahead if stand.mover == 0 else -ahead
        known = self.seen.get(stand)
        if known is not None and known[0] == plies:
            _, kind, value, _ = known
            if kind == _EXACT or (kind == _LEAST and value >= high) or (kind == _MOST and value <= low):
                return value
        most, chosen, floor = float(-BEYOND), 1, low
        for entry, following in self.order_moves(stand) if plies > 1 else self.plain(stand):
            value = self.reply_worth(stand, following, plies - 1, floor, high)
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
        for entry in self.moves(stand):
            yield entry, self.after(stand, entry)

    def order_moves(self, stand: Stand) -> list[tuple[int, Stand]]:
        """Return every move with the stand after it: the best so far, then by immediate worth."""
        known = self.seen.get(stand)
        first = known[3] if known is not None else -1
        sign = 1 if stand.mover == 0 else -1

        def promise(move: tuple[int, Stand]) -> int:
            return BEYOND if move[0] == first else sign * lead(self.terms, move[1])

        return sorted(self.plain(stand), key=promise, reverse=True)

    def moves(self, stand: Stand) -> Sequence[int]:
        """Return the mover's moves; a pass only if passes are limited."""
        if self.terms.limited_passes and not self.terms.solitaire and not pass_refused(self.terms, stand):
            return _WITH_PASS
        return _ENTRIES

    def reply_worth(self, stand: Stand, following: Stand, plies: int, low: float, high: float) -> float:
        """Return the following stand's worth to the mover of the stand before it."""
        if following.mover == stand.mover:
            return self.value(following, plies, low, high)
        return -self.value(following, plies, -high, -low)


# -- the coach -------------------------------------------------------------------------------------

DEPTH: Final = 4


class BallsCoach(api.Coach):
    """The coach of drops; passes, gifts and random balls are not examined."""

    new = staticmethod(rules.new_game)
    apply = staticmethod(rules.apply)
    status = staticmethod(rules.status)
    chosen = Column(tr.door_heads.drop, 5, True)
    digits, clear, ways, chunk = 0, 20.0, 2, 8

    def rank(self, position: SwitchGame) -> Sequence[api.Worth]:
        return self.compare(position, "")[0]

    def compare(self, position: SwitchGame, move: str) -> tuple[Sequence[api.Worth], int]:
        worths = rank_moves(position.terms, position.stand, DEPTH, move)
        return [api.Worth(*one) for one in worths], ENTRIES

    def examines(self, move: str) -> bool:
        return move.isdecimal()

    def sharp(self, position: SwitchGame) -> float:
        best = self.rank(position)[:1]
        return super().sharp(position) if best and best[0].move != PASS else 0.0

    def row_view(self, position: SwitchGame) -> int:
        return position.stand.round + 1

    def columns(self, rows: Sequence[api.CoachRow]) -> tuple[Column, ...]:
        return Column(tr.door_heads.round, 5, True), Column(tr.door_heads.move, 5, True)

    def cells(self, row: api.CoachRow) -> tuple[object, ...]:
        return row.seen, row.at + 1

    def where(self, row: api.CoachRow) -> str:
        return tr.switchbox.coach_where(round=row.seen, move=row.at + 1)

    def move_name(self, move: str) -> str:
        return tr.switchbox.coach_passing() if move == PASS else move

    def title(self, table: api.GameView) -> str:
        return tr.switchbox.coach_title(depth=DEPTH)


COACH: Final = BallsCoach()
