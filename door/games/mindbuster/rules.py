"""The rules of MindBuster: hidden codes, guesses and their scores.

The stream of chance gives the computer's hidden code: one below(colours) for each hole, left to right.  The
bytes that follow are the computer's own: it makes random choices with them (`secret`), and its guesses are
moves.  If two callers play, each hides a code, and nothing is drawn.

The option `players` is 1 for solo and 2 for a duel.  A move is one of
    code RWBG    the first move of a duel: the caller's hidden code.  If the second seat is a caller's, too,
                 the second move is their code
    RWB-         a guess, one letter for each hole; the two seats take turns
    quit         give up the game

In a duel, the first seat guesses, and the second seat's guess ends the round.  The game is over after a
round in which a code was broken, or after ten rounds.  The computer's guesses are checked like anybody's:
letters of this game, and NO PEG is allowed.

`level` and the seats agree: a duel's second seat is "computer:LEVEL", unless it is a caller's, and a solo
game has only the caller's seat.  A replay needs neither, because it repeats the recorded guesses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from door.games import api
from door.ui.texts import MaybeSaid, tr

our: Final = tr.mindbuster
LETTERS: Final = "RWBGYKOV"
NAMES: Final = {
    "R": our.colour_red, "W": our.colour_white, "B": our.colour_blue, "G": our.colour_green,
    "Y": our.colour_yellow, "K": our.colour_black, "O": our.colour_orange, "V": our.colour_violet,
}  # fmt: skip
NO_PEG: Final = "-"
UNSET: Final = " "
GUESSES: Final = 10
NOT_BROKEN: Final = GUESSES + 1
CODE: Final = "code "
SECRET_BYTES: Final = 16
SAMPLE: Final = 4_000
"""The most possible codes used to judge a guess."""

LEVELS: Final = ("homer", "bart", "lisa", "watson", "holmes", "einstein")

OPTIONS: Final = (
    api.Option("holes", 4, our.option_holes, low=4, high=5),
    api.Option("colours", 6, our.option_colours, low=3, high=8),
    api.Option("players", 2, our.option_players, low=1, high=2),
    api.Option("level", "watson", our.option_level, choices=LEVELS),
)

MINE: Final = 0
THEIRS: Final = 1
Phase = Literal["code", "guess", "answer", "over"]
Marks = tuple[int, int]
"""A score: black pegs, white pegs."""

History = Sequence[tuple[str, Marks]]
"""The guesses so far and their marks, first to last."""


@dataclass(frozen=True, slots=True)
class MindGame:
    """A position.

    - `hidden`: the second seat's code.
    - `own`: the first seat's code, empty until set, and in solo.
    - `guesses`: the first seat's guesses at `hidden`.
    - `answers`: the second seat's guesses at `own`.
    - `chance`: the stream after the code was drawn.
    """

    holes: int
    colours: int
    duel: bool
    seats: tuple[str, ...]
    hidden: str
    chance: api.Chance
    own: str = ""
    guesses: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    given_up: bool = False

    @property
    def broken(self) -> bool:
        """True if the first seat has broken the second's code."""
        return self.hidden in self.guesses

    @property
    def beaten(self) -> bool:
        """True if the second seat has broken the first's code."""
        return self.duel and self.own in self.answers

    @property
    def between_callers(self) -> bool:
        return self.duel and not api.computer_level(self.seats[1])

    @property
    def mover(self) -> int:
        """The seat to move, if the game is not over."""
        return int(self.phase == "answer" or (self.phase == "code" and bool(self.own)))

    @property
    def phase(self) -> Phase:
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
        """Return the first seat's guesses (`MINE`), or the second's (`THEIRS`)."""
        return self.answers if side == THEIRS else self.guesses

    def code(self, side: int) -> str:
        return self.own if side == THEIRS else self.hidden

    def history(self, side: int = THEIRS) -> tuple[tuple[str, Marks], ...]:
        """Return a side's guesses and their scores.  The computer knows nothing else of the caller's code."""
        return tuple((row, mark(row, self.code(side))) for row in self.rows(side))


@lru_cache(maxsize=4096)
def mark(guess: str, code: str) -> Marks:
    """Return blacks (right colour, right hole; counted first) and whites (right colour, wrong hole)."""
    black = sum(a == b for a, b in zip(guess, code, strict=True))
    both = sum(min(guess.count(colour), code.count(colour)) for colour in set(code))
    return black, both - black


def links(guess: str, code: str) -> tuple[tuple[int, int], ...]:
    """Return the pegs that score, for Show Scoring: pairs (hole of the guess, hole of the code).

    Direct hits join equal holes and come first.  Then come near misses, each peg used once, left to right.
    The pairs always agree with `mark`.
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


def new_game(options: api.Options, seats: Sequence[str], chance: api.Chance) -> MindGame:
    """Return a game, with the hidden code drawn unless callers hide theirs.  Raises ValueError if the
    options are out of range.
    """
    holes, colours = _number(options, "holes", 4, 5), _number(options, "colours", 3, 8)
    duel = _number(options, "players", 1, 2) == 2
    named = tuple(seats) or ("the caller",)
    if duel and len(named) < 2:
        named = (named[0], f"computer:{options['level']}")
    game = MindGame(holes, colours, duel, named, "", chance)
    if game.between_callers:
        return game
    drawn, chance = chance.several(colours, holes)
    return replace(game, hidden="".join(LETTERS[colour] for colour in drawn), chance=chance)


def _number(options: api.Options, name: str, low: int, high: int) -> int:
    value = options[name]
    if not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} is {low} to {high}, not {value!r}")
    return value


def secret(game: MindGame) -> str:
    """Return the stream's bytes after the code as hexadecimal digits, for the computer's random choices.

    They are as secret as the seed, so nobody can work out the guesses beforehand.
    """
    drawn, _ = game.chance.several(256, SECRET_BYTES)
    return bytes(drawn).hex()


# -- moves -------------------------------------------------------------------------------


def pegs_text(pegs: str) -> str:
    return " ".join("." if peg == UNSET else peg for peg in pegs)


def refusal(game: MindGame, pegs: str, hidden: bool = False) -> MaybeSaid:
    """Return the reason why these pegs can't be a guess (or, if `hidden`, a code), or an empty text.

    An unset hole is a blank; holes are counted from 1.
    """
    pegs = pegs.ljust(game.holes)
    if len(pegs) > game.holes:
        return our.too_many_holes(holes=game.holes)
    for hole, peg in enumerate(pegs, 1):
        if peg == UNSET:
            return (our.hole_needs_colour if hidden else our.hole_needs_peg)(hole=hole)
        if peg == NO_PEG and hidden:
            return our.hole_has_no_peg(hole=hole)
        if peg not in game.palette and peg != NO_PEG:
            return our.hole_no_such_colour(peg=f"{peg!r}", hole=hole, palette=" ".join(game.palette))
    return ""


def apply(game: MindGame, move: str) -> MindGame:
    phase = game.phase
    if phase == "over":
        raise api.IllegalMove(tr.play.game_over())
    if move == api.QUIT:
        return replace(game, given_up=True)
    if move.startswith(CODE) != (phase == "code"):
        raise api.IllegalMove(our.set_code_first() if phase == "code" else our.time_for_a_guess())
    pegs = move.removeprefix(CODE) if phase == "code" else move
    if reason := refusal(game, pegs, hidden=phase == "code"):
        raise api.IllegalMove(reason)
    if phase == "code":
        return replace(game, hidden=pegs) if game.own else replace(game, own=pegs)
    if phase == "answer":
        return replace(game, answers=(*game.answers, pegs))
    return replace(game, guesses=(*game.guesses, pegs))


def score(game: MindGame, side: int = MINE) -> int:
    broken = game.code(side) in game.rows(side) and not game.given_up
    return len(game.rows(side)) if broken else NOT_BROKEN


def result(game: MindGame, side: int = MINE) -> Literal["won", "lost", "drawn"]:
    """Return a finished game's result for a seat; a duel is drawn if neither or both broke the code."""
    if game.given_up:
        return "lost"
    if not game.duel:
        return "won" if game.broken else "lost"
    if game.broken == game.beaten:
        return "drawn"
    return "won" if (game.beaten if side == THEIRS else game.broken) else "lost"
