"""The blank game: one die, one guess.  `door new-door SLUG` begins a door of your own with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games import api
from door.term.canvas import BRIGHT_CYAN, GREY, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import page_of, panel

PRIZE: Final = 10
INFO: Final = api.Info(
    "blank", tr.blank.name, tr.blank.tagline, BRIGHT_CYAN,
    daily=True, alike=tr.play.chance_word_die,
)  # fmt: skip
HIGH: Final = "high"
LOW: Final = "low"
KEYS: Final = api.Keys(
    api.Binding(api.Enter(HIGH), ("h",), words=("h", "high"), label=tr.blank.key_high),
    api.Binding(api.Enter(LOW), ("l",), words=("l", "low"), label=tr.blank.key_low),
)


class Guess(NamedTuple):
    """The position: the die (1-6), and the guess, "" before it."""

    die: int
    chance: api.Chance
    move: str = ""


def new(options: api.Options, seats: Sequence[str], chance: api.Chance) -> Guess:
    """Throw a die that nobody sees."""
    face, chance = chance.below(6)
    return Guess(face + 1, chance)


def apply(guess: Guess, move: str) -> Guess:
    """Make the only move, a guess."""
    if guess.move or move not in (HIGH, LOW, api.QUIT):
        raise api.IllegalMove(tr.blank.one_move_only())
    return guess._replace(move=move)


def status(guess: Guess) -> api.Status:
    """Return the prize if "high" met 4 to 6, or "low" 1 to 3."""
    right = guess.move == (HIGH if guess.die > 3 else LOW)
    return api.Status(bool(guess.move), (PRIZE * right,), used=guess.chance.used)


def words(table: api.GameView) -> str:
    """Return the picture's words."""
    die, _, move = table.position
    return tr.blank.guess_and_die(guess=move, die=die) if move else tr.blank.under_the_cup()


def draw(table: api.GameView, view: View) -> Canvas:
    """Draw the words in a box."""
    canvas = Canvas(COLS, ROWS)
    panel(canvas, 1, 2, 78, 10, INFO.name(), INFO.accent, "double")
    canvas.centre(6, words(table), GREY)
    return canvas


class GuessCoach(api.Coach):
    """Either guess is worth half the prize, and the rest is luck."""

    new, apply, status, exact = staticmethod(new), staticmethod(apply), staticmethod(status), True

    def rank(self, position: Guess) -> Sequence[api.Worth]:
        return [] if position.move else [api.Worth(move, PRIZE / 2) for move in (HIGH, LOW)]

    def par(self, options: api.Options, rows: Sequence[api.CoachRow]) -> float:
        return PRIZE / 2


DOOR: Final = api.Door(
    info=INFO,
    rules=api.Rules(new=new, apply=apply, status=status),
    board=api.Board(keys=lambda table: api.NO_KEYS if table.position.move else KEYS),
    picture=api.Picture(draw=draw),
    words=api.Words(
        say=lambda before, after: (words(after),), prompt=lambda table: tr.blank.plain_prompt(),
        help=lambda options, plain: (page_of(tr.blank.help_game()),),
    ),
    coach=GuessCoach(),
)  # fmt: skip
