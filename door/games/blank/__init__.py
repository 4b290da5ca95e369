"""The blank game: one die, one guess.  `door new-door SLUG` begins a door of your own with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games.chance import Chance
from door.games.coaching import Coach, CoachRow, Worth
from door.games.contract import Board, Door, Picture, Rules, Words
from door.games.game import QUIT, Enter, GameView, IllegalMove, Status
from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Options
from door.games.keys import NO_KEYS, Binding, Keys
from door.term.canvas import BRIGHT_CYAN, GREY, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import page_of, panel

PRIZE: Final = 10
INFO: Final = Info(
    "blank", tr.blank.name, tr.blank.tagline, BRIGHT_CYAN,
    options=(TURNS_PER_DAY, RANKING, TOP, DAILY), daily=True, alike=tr.play.chance_word_die,
)  # fmt: skip
HIGH: Final = "high"
LOW: Final = "low"
KEYS: Final = Keys(
    Binding(Enter(HIGH), ("h",), words=("h", "high"), label=tr.blank.key_high),
    Binding(Enter(LOW), ("l",), words=("l", "low"), label=tr.blank.key_low),
)


class Guess(NamedTuple):
    """The position: the die (1-6), and the guess, "" before it."""

    die: int
    chance: Chance
    move: str = ""


def new(options: Options, seats: Sequence[str], chance: Chance) -> Guess:
    """Throw a die that nobody sees."""
    face, chance = chance.below(6)
    return Guess(face + 1, chance)


def apply(guess: Guess, move: str) -> Guess:
    """Make the only move, a guess."""
    if guess.move or move not in (HIGH, LOW, QUIT):
        raise IllegalMove(tr.blank.one_move_only())
    return guess._replace(move=move)


def status(guess: Guess) -> Status:
    """Return the prize if "high" met 4 to 6, or "low" 1 to 3."""
    right = guess.move == (HIGH if guess.die > 3 else LOW)
    return Status(bool(guess.move), (PRIZE * right,), used=guess.chance.used)


def words(table: GameView) -> str:
    """Return the picture's words."""
    die, _, move = table.position
    return tr.blank.guess_and_die(guess=move, die=die) if move else tr.blank.under_the_cup()


def draw(table: GameView, view: View) -> Canvas:
    """Draw the words in a box."""
    canvas = Canvas(COLS, ROWS)
    panel(canvas, 1, 2, 78, 10, INFO.name(), INFO.accent, "double")
    canvas.centre(6, words(table), GREY)
    return canvas


class GuessCoach(Coach):
    """Either guess is worth half the prize, and the rest is luck."""

    new, apply, status, exact = staticmethod(new), staticmethod(apply), staticmethod(status), True

    def rank(self, position: Guess) -> Sequence[Worth]:
        return [] if position.move else [Worth(move, PRIZE / 2) for move in (HIGH, LOW)]

    def par(self, options: Options, rows: Sequence[CoachRow]) -> float:
        return PRIZE / 2


DOOR: Final = Door(
    info=INFO,
    rules=Rules(new=new, apply=apply, status=status),
    board=Board(keys=lambda table: NO_KEYS if table.position.move else KEYS),
    picture=Picture(draw=draw),
    words=Words(
        say=lambda before, after: (words(after),), prompt=lambda table: tr.blank.plain_prompt(),
        help=lambda options, plain: (page_of(tr.blank.help_game()),),
    ),
    coach=GuessCoach(),
)  # fmt: skip
