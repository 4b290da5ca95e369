"""The physics of the box, whose turn it is, and the rules of the game.

A box is two integers, so that the computer can drop thousands of balls a second.  Bit s of `lean` is 1 if
switch s leans right, bit s of `load` if its platform holds a ball.  Switches are numbered level by level
from the top, each level left to right.

Columns run 0..15.  Level r (0..4) has 4 + r switches; its switch i covers columns (4 - r) + 2i and the next
one, so every ball that leaves a level arrives at the next.  A switch that leans left has its platform on the
left and its trigger on the right.

    empty, platform hit   the ball stops there
    empty, trigger hit    the switch flips, the ball falls on in its column
    loaded, either hit    two balls leave, one by each column; the switch is empty, its lean unchanged

The order of balls matters in one drop of eight.  Balls move level by level.  At a loaded switch the ball
that hit it goes first, always on the trigger's side: either it fell there, or it slid over from the full
platform.  Balls move sideways nowhere else.

A `Stand` holds everything but chance that decides the next moves.  It is small and cheap to make,
because the computer's search uses the same functions as the game and walks through tens of thousands of
stands.

The stream of chance gives, in order: the thirty switches (below(2), top level first, left to right), then
below(8) for each random ball when it falls.

A move is one of
    1…8      a ball into that entry
    -        a pass
    +5       a random ball: the entry that the stream gave, checked on replay
    gift +5  a random ball given to the player whose turn it is (variant `gifts`).  The player who has just
             moved decides it, and the ball counts as the receiver's turn
    quit     give up; the totals of the finished rounds count

The variants, as we read the points that the original document leaves open:
- `limited_passes`: three passes each in rounds 1-2 and three in rounds 3-4.
- `gifts`: two for each player in a game, and only right after the giver's own drop or pass.
- `go_on`: a ball that gains points keeps the turn, in the last-chance turn too.
- `lowball`: the lower grand total wins; the figures are the same.
- `solitaire`: seat 1 is the box itself, which drops random balls.  It begins every round.  Then, and after
  each of the caller's scores, it keeps the turn until it has scored.  The caller's forced passes are not
  moves.  If the caller reached the goal first, the box's last ball is one that scores most.
  `limited_passes`, `gifts` and `go_on` do not apply.

A drop scores if it gains more than 0 points.  A player reaches the goal if the points get to it at any
moment of the round.  The bonus depends on the points at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from door.games import api
from door.ui.texts import tr

# -- the box ---------------------------------------------------------------------------------------

ENTRIES: Final = 8
EXIT_COUNT: Final = 16
DEPTH: Final = 5
FIRST_ENTRY: Final = 4
SWITCHES: Final = (4, 5, 6, 7, 8)
SWITCH_COUNT: Final = sum(SWITCHES)
BASE: Final = (0, 4, 9, 15, 22)
"""The number of each level's first switch."""

Effect = Literal["stops", "passes", "frees"]


def _way(level: int, column: int) -> tuple[int, int, int, int]:
    place = column - (FIRST_ENTRY - level)
    switch, side = (BASE[level] + place // 2, place % 2) if 0 <= place < 2 * SWITCHES[level] else (0, 0)
    return switch, side, column - side, column - side + 1


_WAYS: Final = tuple(tuple(_way(level, c) for c in range(EXIT_COUNT)) for level in range(DEPTH))
"""[level][column]: the switch there, the side that is hit (0 left, 1 right), and the switch's two columns."""


@dataclass(frozen=True, slots=True)
class Box:
    """The switches' leans and loads as bits; see the module's docstring."""

    lean: int
    load: int = 0

    def leans_right(self, switch: int) -> bool:
        return bool(self.lean >> switch & 1)

    def loaded(self, switch: int) -> bool:
        return bool(self.load >> switch & 1)


AVALANCHE: Final = 10
"""A ball that sets so many balls rolling, itself included, gets a fanfare."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A ball hits a switch in `column` of `level`, and balls leave by the `leaving` columns.

    `switch` is numbered through the whole box, and `box` is the state just after.  The first of two `leaving`
    columns belongs to the ball that hit, the second to the one set free.
    """

    level: int
    column: int
    switch: int
    leaving: tuple[int, ...]
    box: Box

    @property
    def effect(self) -> Effect:
        return ("stops", "passes", "frees")[len(self.leaving)]


@dataclass(frozen=True, slots=True)
class Fall:
    """A whole drop for display: every hit in order, the box after it, and the exits (1..16)."""

    hits: tuple[Hit, ...]
    box: Box
    exits: tuple[int, ...]


def drop(
    lean: int, load: int, entry: int, hits: list[Hit] | None = None
) -> tuple[int, int, tuple[int, ...], int]:
    """Drop a ball into `entry` (1..8), and add to `hits`.

    Return the new lean and load, the columns (0..15) of the balls that came out, in order, and the number of
    balls that rolled.  The dropped ball and balls that stopped count, too.
    """
    arrivals, rolled = [entry + FIRST_ENTRY - 1], 1
    for row in _WAYS:
        leaving: list[int] = []
        for column in arrivals:
            switch, side, left, right = row[column]
            right_lean, before = lean >> switch & 1, len(leaving)
            if load >> switch & 1:
                load ^= 1 << switch
                leaving += (left, right) if right_lean else (right, left)
                rolled += 1
            elif side == right_lean:
                load |= 1 << switch
            else:
                lean ^= 1 << switch
                leaving.append(column)
            if hits is not None:
                hits.append(Hit(_WAYS.index(row), column, switch, tuple(leaving[before:]), Box(lean, load)))
        if not leaving:
            return lean, load, (), rolled
        arrivals = leaving
    return lean, load, tuple(arrivals), rolled


def drop_steps(box: Box, entry: int) -> Fall:
    """Drop a ball into `entry` (1..8) hit by hit, for animation and preview."""
    hits: list[Hit] = []
    lean, load, columns, _ = drop(box.lean, box.load, entry, hits)
    return Fall(tuple(hits), Box(lean, load), tuple(column + 1 for column in columns))


our: Final = tr.switchbox
# -- turns and rounds ------------------------------------------------------------------------------

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
    def of(cls, options: api.Options) -> RuleTerms:
        """Return the rules for complete options.  Raises ValueError if a list is invalid."""
        twice = 2 if options["double_goals"] else 1
        return cls(
            tuple(twice * goal for goal in _numbers(options, "goals", ROUNDS)),
            tuple(_numbers(options, f"exits_{n}", EXIT_COUNT) for n in range(1, ROUNDS + 1)),
            *(bool(options[name]) for name in ("lowball", "limited_passes", "gifts", "go_on", "solitaire")),
        )  # fmt: skip


def _numbers(options: api.Options, name: str, count: int) -> tuple[int, ...]:
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


def credit_pass(terms: RuleTerms, stand: Stand) -> Stand:
    """Count a pass of the mover, without moving the turn on."""
    if terms.limited_passes:
        stand = stand._replace(passes=add_to(stand.passes, stand.mover, -1))
    return credit(terms, stand, stand.lean, stand.load, 0, "pass")


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


# -- moves and games -------------------------------------------------------------------------------

PASS: Final = "-"
GIFT: Final = "gift "
LEVELS: Final = ("random", "beginner", "regular", "skilled", "expert", "master")
EXITS: Final = (
    our.option_exits_first, our.option_exits_second, our.option_exits_third,
    our.option_exits_fourth,
)  # fmt: skip
OPTIONS: Final = (
    api.Option("goals", (10, 40, 20, 100), our.option_goals, low=1, high=10_000),
    api.Option("double_goals", False, our.option_double_goals),
    *(
        api.Option(f"exits_{n}", values, help, low=-1000, high=1000)
        for n, (values, help) in enumerate(zip(VALUES, EXITS, strict=True), 1)
    ),
    api.Option("lowball", False, our.option_lowball),
    api.Option("limited_passes", False, our.option_limited_passes),
    api.Option("gifts", False, our.option_gifts),
    api.Option("go_on", False, our.option_go_on),
    api.Option("solitaire", False, our.option_solitaire),
    api.Option("level", "regular", our.option_level, choices=LEVELS),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Played:
    """The latest move: its seat, its text, the points it gained, and its exits (1..16).

    `besides` is "coup" if it brought a quarter of the goal, and "round" if it ended a round.
    """

    seat: int
    move: str
    gained: int = 0
    exits: tuple[int, ...] = ()
    besides: Literal["", "coup", "round"] = ""


@dataclass(frozen=True, slots=True)
class SwitchGame:
    """A game of two seats.

    - `rounds`: the figures of finished rounds, a pair each (seat 0, 1).
    - `best_drop`: each seat's biggest gain with one ball.
    - `notable`: how many moves were a coup or ended a round.
    - `slid`: True if the caller has set off an avalanche.
    """

    terms: RuleTerms
    seats: tuple[str, ...]
    chance: api.Chance
    stand: Stand
    rounds: tuple[tuple[Figures, Figures], ...] = ()
    best_drop: Pair = (0, 0)
    notable: int = 0
    slid: bool = False
    last: Played | None = None
    given_up: bool = False

    @property
    def over(self) -> bool:
        return self.given_up or self.stand.round == ROUNDS

    @property
    def box(self) -> Box:
        return Box(self.stand.lean, self.stand.load)

    @property
    def goal(self) -> int:
        """The goal of the current round, or of the last round after the end."""
        return self.terms.goals[min(self.stand.round, ROUNDS - 1)]

    @property
    def values(self) -> tuple[int, ...]:
        return self.terms.exits[min(self.stand.round, ROUNDS - 1)]

    def rolling(self, move: str) -> int:
        """Return the number of balls that a move sets rolling, 0 if it drops none."""
        return drop(self.stand.lean, self.stand.load, int(move[-1]))[3] if move[-1:].isdigit() else 0

    @property
    def last_chance(self) -> bool:
        return self.stand.closer == 1 - self.stand.mover


def new_game(options: api.Options, seats: Sequence[str], chance: api.Chance) -> SwitchGame:
    """Return a game with its switches drawn.  `options` are complete.  Seat 0 is the caller, who moves
    first except in solitaire.  A seat without a name is the computer's.
    """
    terms = RuleTerms.of(options)
    leans, chance = chance.several(2, SWITCH_COUNT)
    lean = sum(right << switch for switch, right in enumerate(leans))
    computer = f"{api.COMPUTER}{'random' if terms.solitaire else options['level']}"
    named = (*(seats or ("the caller",)), computer)[:2]
    solo = terms.solitaire
    return SwitchGame(terms, named, chance, Stand(lean, 0, mover=int(solo), owed=solo))


def apply(game: SwitchGame, move: str) -> SwitchGame:
    if game.over:
        raise api.IllegalMove(tr.play.game_over())
    if move == api.QUIT:
        return replace(game, given_up=True, last=Played(game.stand.mover, api.QUIT))
    if move == PASS:
        return _pass(game)
    if move.startswith(GIFT):
        return _gift(game, move)
    if move.startswith("+"):
        return _drop(_draw_ball(game, move[1:]), move, _entry(move[1:]))
    return _drop(game, move, _entry(move))


def _entry(text: str) -> int:
    if len(text) == 1 and text in "12345678":
        return int(text)
    raise api.IllegalMove(our.no_entry(text=repr(text[:20])))


def _draw_ball(game: SwitchGame, text: str) -> SwitchGame:
    entry = _entry(text)
    drawn, chance = game.chance.below(ENTRIES)
    if drawn + 1 != entry:
        raise api.IllegalMove(our.ball_falls_elsewhere(drawn=drawn + 1, entry=entry))
    return replace(game, chance=chance)


def _pass(game: SwitchGame) -> SwitchGame:
    if reason := pass_refused(game.terms, game.stand):
        raise api.IllegalMove(reason)
    return _with_next_stand(game, credit_pass(game.terms, game.stand), Played(game.stand.mover, PASS))


def _gift(game: SwitchGame, move: str) -> SwitchGame:
    if reason := gift_refused(game.terms, game.stand):
        raise api.IllegalMove(reason)
    ball = move.removeprefix(GIFT)
    if not ball.startswith("+"):
        raise api.IllegalMove(our.only_random_given())
    drawn, gifts = _draw_ball(game, ball[1:]), add_to(game.stand.gifts, 1 - game.stand.mover, -1)
    return _drop(replace(drawn, stand=drawn.stand._replace(gifts=gifts)), move, _entry(ball[1:]), "gift")


def _drop(game: SwitchGame, move: str, entry: int, kind: str = "drop") -> SwitchGame:
    terms, stand = game.terms, game.stand
    if reason := _box_refused(game, move, entry):
        raise api.IllegalMove(reason)
    lean, load, columns, rolled = drop(stand.lean, stand.load, entry)
    if rolled >= AVALANCHE and stand.mover == 0:
        game = replace(game, slid=True)
    gained = worth(game.values, columns)
    played = Played(stand.mover, move, gained, tuple(column + 1 for column in columns))
    return _with_next_stand(game, credit(terms, stand, lean, load, gained, kind), played)


def _box_refused(game: SwitchGame, move: str, entry: int) -> str:
    """Return the reason why the solitaire box can't make this move, or ""."""
    if not game.terms.solitaire or game.stand.mover == 0:
        return ""
    if not game.last_chance:
        return "" if move.startswith("+") else our.move_box_random()
    if move.startswith("+") or gain(game, entry) < max(gain(game, e) for e in range(1, ENTRIES + 1)):
        return our.move_last_chance()
    return ""


def _with_next_stand(game: SwitchGame, credited: Stand, played: Played) -> SwitchGame:
    stand = turn_on(game.terms, credited, played.gained)
    rounds, best = game.rounds, game.best_drop
    if stand.round > credited.round:
        rounds += (figures(credited.points, game.goal, credited.totals),)
    if played.gained > best[played.seat]:
        best = (played.gained, best[1]) if played.seat == 0 else (best[0], played.gained)
    coup = 4 * played.gained >= game.goal
    played = replace(played, besides="round" if len(rounds) > len(game.rounds) else "coup" if coup else "")
    notable = game.notable + bool(played.besides)
    return replace(game, stand=stand, rounds=rounds, best_drop=best, notable=notable, last=played)


# -- questions ---------------------------------------------------------------------------


def legal(game: SwitchGame) -> tuple[str, ...]:
    """Return every legal move except `quit`.  It reveals the next random ball, so players must not see it."""
    if game.over:
        return ()
    if game.terms.solitaire and game.stand.mover == 1:
        return (best_scoring(game),) if game.last_chance else (random_ball(game),)
    moves = tuple(map(str, range(1, ENTRIES + 1)))
    moves += () if pass_refused(game.terms, game.stand) else (PASS,)
    moves += (random_ball(game),)
    return moves if gift_refused(game.terms, game.stand) else (*moves, GIFT + random_ball(game))


def random_ball(game: SwitchGame) -> str:
    """Return the move that `+` makes now, such as `+5`.  GIFT plus that move gives the ball away."""
    return f"+{game.chance.below(ENTRIES)[0] + 1}"


def gain(game: SwitchGame, entry: int) -> int:
    """Return the points that a ball in `entry` would gain now."""
    return worth(game.values, drop(game.stand.lean, game.stand.load, entry)[2])


def best_scoring(game: SwitchGame) -> str:
    """Return the entry that scores most now, the lowest among equals: the solitaire box's last chance."""
    return str(max(range(1, ENTRIES + 1), key=lambda entry: (gain(game, entry), -entry)))


def winner(game: SwitchGame) -> int | None:
    """Return the winner's seat, None for a tie.  A caller who gives up has lost."""
    if game.given_up:
        return 1
    mine, other = game.stand.totals
    if mine == other:
        return None
    return int((mine > other) == game.terms.lowball)


def sitter(game: SwitchGame, seat: int) -> str:
    """Return the level of the computer in that seat, "" for a person."""
    level = api.computer_level(game.seats[seat])
    return level if not level or level in LEVELS else "regular"


def movers(game: SwitchGame) -> tuple[int, ...]:
    """Return the seats that may act.  A player who has just moved and can give a ball is asked first."""
    if game.over:
        return ()
    stand = game.stand
    return (stand.mover,) if gift_refused(game.terms, stand) else (stand.by, stand.mover)


def status(game: SwitchGame) -> api.Status:
    last = game.last
    moved = None if last is None else 1 - last.seat if last.move.startswith(GIFT) else last.seat
    return api.Status(game.over, game.stand.totals, movers(game), used=game.chance.used, moved=moved)
