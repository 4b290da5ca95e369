"""MindBuster!: the hidden codes, the guesses and their scores.

Law: pure functions over frozen values, no screen, no key, no clock.  The computer's choice
of a guess is `computer`'s business; here its guesses are moves like any other.

What is drawn from the stream: the computer's hidden code, one below(colours) a hole, left
to right, before anything else, in solo and duel alike.  The bytes that follow are the
computer's: what it chooses at random it chooses by them (`secret`), and its guesses are moves.
Where two callers play, each hides a code of their own, and nothing is drawn.

The option `players` says what is played: 1 is solo, 2 a duel.  A move is one of
    code RWBG    duel only, and its first move: the caller's own hidden code; where the second
                 seat is a caller's, too, the second move is theirs
    RWB-         a guess, a letter a hole; the first seat's, then the second's, in turn
    quit         the game is given up
A duel's round is the first seat's guess and the second's answer to it.  The game is over when
a round has ended in which a code was broken, or after ten rounds.  The computer's guesses
are checked as anybody's are: letters of this game, NO PEG allowed.

`level` and the seats say the same thing twice: a duel's second seat is "computer:LEVEL"
(the caller's choices make both agree), unless it is a caller's; a solo game has the caller's
seat alone.  A replay
needs neither: the recorded guesses are simply made again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from door.games.chance import Chance
from door.games.game import QUIT, IllegalMove, computer_level
from door.games.info import Option, Options
from door.ui.texts import MaybeSaid, tr

LETTERS: Final = "RWBGYKOV"
NAMES: Final = (
    tr.mindbuster.colour_red,
    tr.mindbuster.colour_white,
    tr.mindbuster.colour_blue,
    tr.mindbuster.colour_green,
    tr.mindbuster.colour_yellow,
    tr.mindbuster.colour_black,
    tr.mindbuster.colour_orange,
    tr.mindbuster.colour_violet,
)
NO_PEG: Final = "-"
UNSET: Final = " "
GUESSES: Final = 10
NOT_BROKEN: Final = GUESSES + 1
CODE: Final = "code "
SECRET_BYTES: Final = 16
LEVELS: Final = ("homer", "bart", "lisa", "watson", "holmes", "einstein")

OPTIONS: Final = (
    Option("holes", 4, tr.mindbuster.option_holes, low=4, high=5),
    Option("colours", 6, tr.mindbuster.option_colours, low=3, high=8),
    Option("players", 2, tr.mindbuster.option_players, low=1, high=2),
    Option("level", "watson", tr.mindbuster.option_level, choices=LEVELS),
)

MINE: Final = 0
THEIRS: Final = 1
Phase = Literal["code", "guess", "answer", "over"]
Marks = tuple[int, int]
"""A score: black pegs, white pegs."""

History = Sequence[tuple[str, Marks]]
"""The guesses so far and their marks, first to last."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A row as the solver saw it: `before` and `after` count the codes possible around it;
    `einstein` is what Einstein would have guessed there.  In bits: what the guess promised, and the most
    that any did (`best`); `exact` where every guess and code was weighed."""

    guess: str
    marks: Marks
    before: int
    after: int
    einstein: str
    promised: float
    best: str
    most: float
    exact: bool

    @property
    def gained(self) -> float:
        """The bits that its score gave."""
        return math.log2(self.before / self.after)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands.

    `hidden` is the second seat's code, the computer's or a caller's, `own` the first seat's (empty
    until set, and in solo); `guesses` are the first seat's at `hidden`, `answers` the second's at
    `own`.  `chance` is the stream after the code was drawn.
    """

    holes: int
    colours: int
    duel: bool
    seats: tuple[str, ...]
    hidden: str
    chance: Chance
    own: str = ""
    guesses: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    given_up: bool = False

    @property
    def broken(self) -> bool:
        """Whether the first seat has broken the second's code."""
        return self.hidden in self.guesses

    @property
    def beaten(self) -> bool:
        """Whether the second seat has broken the first's code."""
        return self.duel and self.own in self.answers

    @property
    def between_callers(self) -> bool:
        """Whether two callers play, each at the other's code."""
        return self.duel and not computer_level(self.seats[1])

    @property
    def mover(self) -> int:
        """The seat whose move it is, of a game that is not over."""
        return int(self.phase == "answer" or (self.phase == "code" and bool(self.own)))

    @property
    def phase(self) -> Phase:
        """What the next move is to be."""
        if self.given_up:
            return "over"
        if self.duel and not (self.own and self.hidden):
            return "code"
        if self.duel and len(self.answers) < len(self.guesses):
            return "answer"
        return "over" if self.broken or self.beaten or len(self.guesses) == GUESSES else "guess"

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def palette(self) -> str:
        """The letters of this game's colours, in palette order."""
        return LETTERS[: self.colours]

    def rows(self, side: int) -> tuple[str, ...]:
        """The first seat's guesses (`MINE`), or the second's (`THEIRS`)."""
        return self.answers if side == THEIRS else self.guesses

    def code(self, side: int) -> str:
        """The code that these guesses are at."""
        return self.own if side == THEIRS else self.hidden

    def history(self, side: int = THEIRS) -> tuple[tuple[str, Marks], ...]:
        """A side's guesses and their scores: of the caller's code all that the computer may know."""
        return tuple((row, mark(row, self.code(side))) for row in self.rows(side))


@lru_cache(maxsize=4096)
def mark(guess: str, code: str) -> Marks:
    """Blacks (right colour, right hole; counted first) and whites (right colour, wrong hole)."""
    black = sum(a == b for a, b in zip(guess, code, strict=True))
    both = sum(min(guess.count(colour), code.count(colour)) for colour in set(code))
    return black, both - black


def links(guess: str, code: str) -> tuple[tuple[int, int], ...]:
    """The pegs that score, for Show Scoring: pairs (hole of the guess, hole of the code).

    Direct hits join equal holes and come first; then near misses, each peg used once, left
    to right.  Whatever is drawn so agrees with `mark`.
    """
    hits = [(i, i) for i, (a, b) in enumerate(zip(guess, code, strict=True)) if a == b]
    free = [i for i in range(len(code)) if guess[i] != code[i]]
    near = []
    for i in (i for i in range(len(guess)) if guess[i] != code[i]):
        j = next((j for j in free if code[j] == guess[i]), None)
        if j is not None:
            free.remove(j)
            near.append((i, j))
    return (*hits, *near)


def new_game(options: Options, seats: Sequence[str], chance: Chance) -> Game:
    """A game whose hidden code is drawn, unless callers hide theirs; `options` are complete, ValueError
    where they are no game's."""
    holes, colours = _number(options, "holes", 4, 5), _number(options, "colours", 3, 8)
    duel = _number(options, "players", 1, 2) == 2
    named = tuple(seats) or ("the caller",)
    if duel and len(named) < 2:
        named = (named[0], f"computer:{options['level']}")
    game = Game(holes, colours, duel, named, "", chance)
    if game.between_callers:
        return game
    drawn, chance = chance.several(colours, holes)
    return replace(game, hidden="".join(LETTERS[colour] for colour in drawn), chance=chance)


def _number(options: Options, name: str, low: int, high: int) -> int:
    value = options[name]
    if not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} is {low} to {high}, not {value!r}")
    return value


def secret(game: Game) -> str:
    """What the computer's guesses are mixed by, as hexadecimal digits: the stream's bytes after the code.

    Secret as long as the seed is, so that nobody can work the guesses out beforehand.
    """
    drawn, _ = game.chance.several(256, SECRET_BYTES)
    return bytes(drawn).hex()


# -- moves -------------------------------------------------------------------------------


def refused(game: Game, pegs: str, hidden: bool = False) -> MaybeSaid:
    """Why these pegs cannot be entered as a guess (or, `hidden`, as a code), or an empty text.

    An unset hole is a blank; holes are counted from 1.
    """
    pegs = pegs.ljust(game.holes)
    if len(pegs) > game.holes:
        return tr.mindbuster.too_many_holes(holes=game.holes)
    for hole, peg in enumerate(pegs, 1):
        if peg == UNSET:
            return (tr.mindbuster.hole_needs_colour if hidden else tr.mindbuster.hole_needs_peg)(hole=hole)
        if peg == NO_PEG and hidden:
            return tr.mindbuster.hole_has_no_peg(hole=hole)
        if peg not in game.palette and peg != NO_PEG:
            return tr.mindbuster.hole_no_such_colour(
                peg=f"{peg!r}", hole=hole, palette=" ".join(game.palette)
            )
    return ""


def apply(game: Game, move: str) -> Game:
    """The game after a move; IllegalMove says why it is refused."""
    phase = game.phase
    if phase == "over":
        raise IllegalMove(tr.play.game_over())
    if move == QUIT:
        return replace(game, given_up=True)
    if move.startswith(CODE) != (phase == "code"):
        raise IllegalMove(
            tr.mindbuster.set_code_first() if phase == "code" else tr.mindbuster.time_for_a_guess()
        )
    pegs = move.removeprefix(CODE) if phase == "code" else move
    if reason := refused(game, pegs, hidden=phase == "code"):
        raise IllegalMove(reason)
    if phase == "code":
        return replace(game, hidden=pegs) if game.own else replace(game, own=pegs)
    if phase == "answer":
        return replace(game, answers=(*game.answers, pegs))
    return replace(game, guesses=(*game.guesses, pegs))


def hides(options: Options, code: str) -> MaybeSaid:
    """Why a caller cannot hide that code; "" where they can."""
    return refused(new_game({**options, "players": 2}, ("", ""), Chance(b"")), code, hidden=True)


def score(game: Game, side: int = MINE) -> int:
    """A seat's guesses if it broke the code; 11 if not, or if the game was given up."""
    broken = game.code(side) in game.rows(side) and not game.given_up
    return len(game.rows(side)) if broken else NOT_BROKEN


def result(game: Game, side: int = MINE) -> Literal["won", "lost", "drawn"]:
    """How a finished game went for a seat; a duel in which neither or both broke is drawn."""
    if game.given_up:
        return "lost"
    if not game.duel:
        return "won" if game.broken else "lost"
    if game.broken == game.beaten:
        return "drawn"
    return "won" if (game.beaten if side == THEIRS else game.broken) else "lost"
