"""The blank game: one die, one guess.  `door new-door SLUG` begins a door of your own with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games.chance import Chance
from door.games.coaching import Coach, Row, Worth
from door.games.contract import Board, Door, Picture, Rules, Words
from door.games.game import QUIT, Act, Enter, IllegalMove, Refuse, Status, Table
from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Options
from door.term.canvas import BRIGHT_CYAN, GREY, Canvas
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import Hint, paged, panel

PRIZE: Final = 10
INFO: Final = Info(
    "blank", tr.blank.name, tr.blank.tagline, BRIGHT_CYAN,
    options=(TURNS_PER_DAY, RANKING, TOP, DAILY), daily=True, alike=tr.play.chance_word_die,
)  # fmt: skip
HINTS: Final = (Hint("h", tr.blank.key_high), Hint("l", tr.blank.key_low))
MOVES: Final = {"h": "high", "l": "low"}


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
    if guess.move or move not in ("high", "low", QUIT):
        raise IllegalMove(tr.blank.one_move_only())
    return guess._replace(move=move)


def status(guess: Guess) -> Status:
    """Return the prize if "high" met 4 to 6, or "low" 1 to 3."""
    right = guess.move == ("high" if guess.die > 3 else "low")
    return Status(bool(guess.move), (PRIZE * right,), used=guess.chance.used)


def words(table: Table) -> str:
    """Return the picture's words."""
    die, _, move = table.position
    return tr.blank.guess_and_die(guess=move, die=die) if move else tr.blank.under_the_cup()


def draw(table: Table, view: View) -> Canvas:
    """Draw the words in a box."""
    canvas = Canvas(80, 23)
    panel(canvas, 1, 2, 78, 10, INFO.name(), INFO.accent, "double")
    canvas.centre(6, words(table), GREY)
    return canvas


def line(table: Table, text: str) -> Act:
    """Read "high" or "low", or the first letter."""
    return Enter(MOVES[text[0].lower()]) if text[:1].lower() in MOVES else Refuse(tr.blank.plain_prompt())


class GuessCoach(Coach):
    """Either guess is worth half the prize, and the rest is luck."""

    new, apply, status, exact = staticmethod(new), staticmethod(apply), staticmethod(status), True

    def rank(self, position: Guess) -> Sequence[Worth]:
        return [] if position.move else [Worth(move, PRIZE / 2) for move in MOVES.values()]

    def par(self, options: Options, rows: Sequence[Row]) -> float:
        return PRIZE / 2


DOOR: Final = Door(
    info=INFO,
    rules=Rules(new=new, apply=apply, status=status),
    board=Board(
        key=lambda table, key: Enter(MOVES[key.name]) if key.name in MOVES else None, line=line,
        hints=lambda table: HINTS * (not table.position.move),
    ),
    picture=Picture(draw=draw),
    words=Words(
        say=lambda before, after: (words(after),), prompt=lambda table: tr.blank.plain_prompt(),
        help=lambda options, plain: (paged(tr.blank.help_game()),),
    ),
    coach=GuessCoach(),
)  # fmt: skip
