"""The blank game: one die, one guess.  `door new-door SLUG` begins a door of your own with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.games.chance import Chance
from door.games.coaching import Coach, Row, Worth
from door.games.contract import Game
from door.games.game import QUIT, Act, Enter, IllegalMove, Refuse, Status, Table
from door.games.info import DAILY, RANKING, TOP, TURNS_PER_DAY, Info, Option, Options
from door.term.canvas import BRIGHT_CYAN, GREY, Canvas
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import Hint, paged, panel

PRIZE: Final = Option("prize", 10, tr.blank.option_prize)
INFO: Final = Info(
    "blank", tr.blank.name, tr.blank.tagline, BRIGHT_CYAN,
    options=(TURNS_PER_DAY, PRIZE, RANKING, TOP, DAILY), daily=True, alike=tr.play.chance_word_die,
)  # fmt: skip
HINTS: Final = (Hint("h", tr.blank.key_high), Hint("l", tr.blank.key_low))
MOVES: Final = {"h": "high", "l": "low"}
GUESSES: Final = {"high": tr.blank.key_high, "low": tr.blank.key_low, QUIT: tr.play.plain_key_quit}


@dataclass(frozen=True, slots=True)
class Guess:
    """The position: the die (1-6), a right guess's worth, and the guess, "" before it."""

    die: int
    chance: Chance
    prize: int
    move: str = ""


def new(options: Options, seats: Sequence[str], chance: Chance) -> Guess:
    """Throw a die that nobody sees."""
    face, chance = chance.below(6)
    return Guess(face + 1, chance, int(str(options["prize"])))


def apply(guess: Guess, move: str) -> Guess:
    """Make the only move, a guess."""
    if guess.move or move not in ("high", "low", QUIT):
        raise IllegalMove(tr.blank.one_move_only())
    return replace(guess, move=move)


def status(guess: Guess) -> Status:
    """Return the prize if "high" met 4 to 6, or "low" 1 to 3."""
    right = guess.move == ("high" if guess.die > 3 else "low")
    return Status(bool(guess.move), (guess.prize * right,), used=guess.chance.used)


def words(table: Table) -> str:
    """Return the picture's words."""
    guess = table.position
    return (
        tr.blank.guess_and_die(guess=GUESSES[guess.move](), die=guess.die)
        if guess.move
        else tr.blank.under_the_cup()
    )


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
        return [] if position.move else [Worth(move, position.prize / 2) for move in MOVES.values()]

    def par(self, options: Options, rows: Sequence[Row]) -> float:
        return int(str(options["prize"])) / 2


GAME: Final = Game(
    info=INFO, new=new, apply=apply, status=status, draw=draw, line=line,
    key=lambda table, key: Enter(MOVES[key.name]) if key.name in MOVES else None,
    hints=lambda table: HINTS,
    coach=GuessCoach(),
    say=lambda before, after: (words(after),), prompt=lambda table: tr.blank.plain_prompt(),
    help=lambda options, plain: (paged(tr.blank.help_game()),),
)  # fmt: skip
