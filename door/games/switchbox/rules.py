"""The rules of Switchbox: moves and whole games.

`box` has the physics of the box.  `turns` decides whose turn it is, and when a round ends.

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
from typing import Final, Literal

from door.games.chance import Chance
from door.games.game import COMPUTER, QUIT, IllegalMove, Status, computer_level
from door.games.info import Option, Options
from door.games.switchbox.box import AVALANCHE, ENTRIES, SWITCH_COUNT, Box, Fall, drop, drop_steps, new_box
from door.games.switchbox.turns import (
    ROUNDS,
    VALUES,
    Figures,
    Pair,
    RuleTerms,
    Stand,
    credit,
    figures,
    gift_refused,
    pass_counted,
    pass_refused,
    take_gift,
    turn_on,
    worth,
)  # fmt: skip
from door.ui.texts import tr

our: Final = tr.switchbox

PASS: Final = "-"
GIFT: Final = "gift "
LEVELS: Final = ("random", "beginner", "regular", "skilled", "expert", "master")
EXITS: Final = (
    our.option_exits_first, our.option_exits_second, our.option_exits_third,
    our.option_exits_fourth,
)  # fmt: skip
OPTIONS: Final = (
    Option("goals", (10, 40, 20, 100), our.option_goals, low=1, high=10_000),
    Option("double_goals", False, our.option_double_goals),
    *(
        Option(f"exits_{n}", values, help, low=-1000, high=1000)
        for n, (values, help) in enumerate(zip(VALUES, EXITS, strict=True), 1)
    ),
    Option("lowball", False, our.option_lowball),
    Option("limited_passes", False, our.option_limited_passes),
    Option("gifts", False, our.option_gifts),
    Option("go_on", False, our.option_go_on),
    Option("solitaire", False, our.option_solitaire),
    Option("level", "regular", our.option_level, choices=LEVELS),
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
class Game:
    """A game of two seats.

    - `rounds`: the figures of finished rounds, a pair each (seat 0, 1).
    - `best_drop`: each seat's biggest gain with one ball.
    - `notable`: how many moves were a coup or ended a round.
    - `slid`: True if the caller has set off an avalanche.
    """

    terms: RuleTerms
    seats: tuple[str, ...]
    chance: Chance
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
        """True if the player to move has the round's last turn."""
        return self.stand.closer == 1 - self.stand.mover


# -- moves -------------------------------------------------------------------------------


def new_game(options: Options, seats: Sequence[str], chance: Chance) -> Game:
    """Return a game with its switches drawn.  `options` are complete.  Seat 0 is the caller, who moves
    first except in solitaire.  A seat without a name is the computer's.
    """
    terms = RuleTerms.of(options)
    leans, chance = chance.several(2, SWITCH_COUNT)
    computer = f"{COMPUTER}{'random' if terms.solitaire else options['level']}"
    named = (*(seats or ("the caller",)), computer)[:2]
    solo = terms.solitaire
    return Game(terms, named, chance, Stand(new_box(leans).lean, 0, mover=int(solo), owed=solo))


def apply(game: Game, move: str) -> Game:
    if game.over:
        raise IllegalMove(tr.play.game_over())
    if move == QUIT:
        return replace(game, given_up=True, last=Played(game.stand.mover, QUIT))
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
    raise IllegalMove(our.no_entry(text=repr(text[:20])))


def _draw_ball(game: Game, text: str) -> Game:
    entry = _entry(text)
    drawn, chance = game.chance.below(ENTRIES)
    if drawn + 1 != entry:
        raise IllegalMove(our.ball_falls_elsewhere(drawn=drawn + 1, entry=entry))
    return replace(game, chance=chance)


def _pass(game: Game) -> Game:
    if reason := pass_refused(game.terms, game.stand):
        raise IllegalMove(reason)
    stand = game.stand
    after = credit(game.terms, pass_counted(game.terms, stand), stand.lean, stand.load, 0, "pass")
    return _moved_on(game, after, Played(stand.mover, PASS))


def _gift(game: Game, move: str) -> Game:
    if reason := gift_refused(game.terms, game.stand):
        raise IllegalMove(reason)
    ball = move.removeprefix(GIFT)
    if not ball.startswith("+"):
        raise IllegalMove(our.only_random_given())
    drawn = _draw_ball(game, ball[1:])
    return _drop(replace(drawn, stand=take_gift(drawn.stand)), move, _entry(ball[1:]), "gift")


def _drop(game: Game, move: str, entry: int, kind: str = "drop") -> Game:
    terms, stand = game.terms, game.stand
    if reason := _box_refused(game, move, entry):
        raise IllegalMove(reason)
    lean, load, columns, rolled = drop(stand.lean, stand.load, entry)
    if rolled >= AVALANCHE and stand.mover == 0:
        game = replace(game, slid=True)
    gained = worth(game.values, columns)
    played = Played(stand.mover, move, gained, tuple(column + 1 for column in columns))
    return _moved_on(game, credit(terms, stand, lean, load, gained, kind), played)


def _box_refused(game: Game, move: str, entry: int) -> str:
    """Return the reason why the solitaire box can't make this move, or ""."""
    if not game.terms.solitaire or game.stand.mover == 0:
        return ""
    if not game.last_chance:
        return "" if move.startswith("+") else our.move_box_random()
    if move.startswith("+") or gain(game, entry) < max(gain(game, e) for e in range(1, ENTRIES + 1)):
        return our.move_last_chance()
    return ""


def _moved_on(game: Game, credited: Stand, played: Played) -> Game:
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


def legal(game: Game) -> tuple[str, ...]:
    """Return every legal move except `quit`.  It reveals the next random ball, so players must not see it."""
    if game.over:
        return ()
    if game.terms.solitaire and game.stand.mover == 1:
        return (best_scoring(game),) if game.last_chance else (random_ball(game),)
    moves = tuple(map(str, range(1, ENTRIES + 1)))
    moves += () if pass_refused(game.terms, game.stand) else (PASS,)
    moves += (random_ball(game),)
    return moves if gift_refused(game.terms, game.stand) else (*moves, GIFT + random_ball(game))


def random_ball(game: Game) -> str:
    """Return the move that `+` makes now, such as `+5`.  GIFT plus that move gives the ball away."""
    return f"+{game.chance.below(ENTRIES)[0] + 1}"


def preview(game: Game, entry: int) -> Fall:
    """Return the path of a ball in `entry` (1..8), hit by hit."""
    return drop_steps(game.box, entry)


def gain(game: Game, entry: int) -> int:
    """Return the points that a ball in `entry` would gain now."""
    return worth(game.values, drop(game.stand.lean, game.stand.load, entry)[2])


def best_scoring(game: Game) -> str:
    """Return the entry that scores most now, the lowest among equals: the solitaire box's last chance."""
    return str(max(range(1, ENTRIES + 1), key=lambda entry: (gain(game, entry), -entry)))


def winner(game: Game) -> int | None:
    """Return the winner's seat, None for a tie.  A caller who gives up has lost."""
    if game.given_up:
        return 1
    mine, other = game.stand.totals
    if mine == other:
        return None
    return int((mine > other) == game.terms.lowball)


def sitter(game: Game, seat: int) -> str:
    """Return the level of the computer in that seat, "" for a person."""
    level = computer_level(game.seats[seat])
    return level if not level or level in LEVELS else "regular"


def movers(game: Game) -> tuple[int, ...]:
    """Return the seats that may act.  A player who has just moved and can give a ball is asked first."""
    if game.over:
        return ()
    stand = game.stand
    return (stand.mover,) if gift_refused(game.terms, stand) else (stand.by, stand.mover)


def status(game: Game) -> Status:
    last = game.last
    moved = None if last is None else 1 - last.seat if last.move.startswith(GIFT) else last.seat
    return Status(game.over, game.stand.totals, movers(game), used=game.chance.used, moved=moved)
