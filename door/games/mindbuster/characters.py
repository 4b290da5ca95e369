"""The computer players of MindBuster's duels and their lines.

Law: each line has at most 40 ASCII letters, and no two are alike.  Lines never mention a colour or a hole.
A guess is good or bad by its score alone, which everybody can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from door.games.company import Character, Mood, Place, Speaker, Voice
from door.games.game import Table, computer_level
from door.games.mindbuster import pegboard
from door.games.mindbuster.card import called
from door.games.mindbuster.rules import THEIRS, Game, mark, result
from door.ui.texts import tr

our: Final = tr.mindbuster
CHARACTERS: Final[Mapping[str, Character]] = {
    "homer": Character("homer", Voice(
        our.homer_greeting, our.homer_good, our.homer_bad,
        our.homer_win, our.homer_loss,
    )),
    "bart": Character("bart", Voice(
        our.bart_greeting, our.bart_good, our.bart_bad,
        our.bart_win, our.bart_loss,
    )),
    "lisa": Character("lisa", Voice(
        our.lisa_greeting, our.lisa_good, our.lisa_bad,
        our.lisa_win, our.lisa_loss,
    )),
    "watson": Character("watson", Voice(
        our.watson_greeting, our.watson_good, our.watson_bad,
        our.watson_win, our.watson_loss,
    )),
    "holmes": Character("holmes", Voice(
        our.holmes_greeting, our.holmes_good, our.holmes_bad,
        our.holmes_win, our.holmes_loss,
    )),
    "einstein": Character("einstein", Voice(
        our.einstein_greeting, our.einstein_good, our.einstein_bad,
        our.einstein_win, our.einstein_loss,
    )),
}  # fmt: skip
"""Each level's character."""

_FACED: Final = 6
"""With more of its rows filled than this, the computer's face has no room below them."""


def company(seen: Table, table: Table) -> Speaker | None:
    """Return the computer, placed below its rows.  Return None in solo games, between callers, or on the
    page of Show Scoring.
    """
    game = seen.position
    if not game.duel or game.between_callers or (table.board is not None and table.board.shown is not None):
        return None
    seat, filled = game.seats[THEIRS], len(table.position.answers)
    y = pegboard.row_y(max(filled, _FACED))
    x, rows = pegboard.COLS + 2, pegboard.ROWS - y
    face = Place(x, y, 12, rows) if filled <= _FACED else None
    words = Place(x + 12, y, 13, rows) if face else Place(x, y, 25, rows) if rows else None
    character = CHARACTERS.get(computer_level(seat), CHARACTERS["watson"])
    return Speaker(called(seat), character, _mood(game), len(game.answers), face, words)


def _mood(game: Game) -> Mood:
    if game.over and not game.given_up and (came_to := result(game)) != "drawn":
        return "win" if came_to == "lost" else "loss"
    if not game.answers:
        return "greeting"
    black, white = mark(game.answers[-1], game.own)
    return "good" if 2 * black + white > game.holes else "bad"
