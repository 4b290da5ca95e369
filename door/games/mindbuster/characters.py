"""Who plays MindBuster's duels: what each of them says.

Law: at most 40 letters of ASCII a line, no two alike; about the game as such, never about a colour or a hole.
A guess is a good one where its score is: neither code is asked for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from door.games import faces
from door.games.company import Character, Mood, Place, Speaker, Voice
from door.games.game import Table, computer_level
from door.games.mindbuster import pegboard
from door.games.mindbuster.card import called
from door.games.mindbuster.rules import THEIRS, Game, mark, result
from door.ui.texts import tr

HOMER: Final = Voice(
    greeting=tr.mindbuster.homer_greeting,
    good=tr.mindbuster.homer_good,
    bad=tr.mindbuster.homer_bad,
    win=tr.mindbuster.homer_win,
    loss=tr.mindbuster.homer_loss,
)

BART: Final = Voice(
    greeting=tr.mindbuster.bart_greeting,
    good=tr.mindbuster.bart_good,
    bad=tr.mindbuster.bart_bad,
    win=tr.mindbuster.bart_win,
    loss=tr.mindbuster.bart_loss,
)

LISA: Final = Voice(
    greeting=tr.mindbuster.lisa_greeting,
    good=tr.mindbuster.lisa_good,
    bad=tr.mindbuster.lisa_bad,
    win=tr.mindbuster.lisa_win,
    loss=tr.mindbuster.lisa_loss,
)

WATSON: Final = Voice(
    greeting=tr.mindbuster.watson_greeting,
    good=tr.mindbuster.watson_good,
    bad=tr.mindbuster.watson_bad,
    win=tr.mindbuster.watson_win,
    loss=tr.mindbuster.watson_loss,
)

HOLMES: Final = Voice(
    greeting=tr.mindbuster.holmes_greeting,
    good=tr.mindbuster.holmes_good,
    bad=tr.mindbuster.holmes_bad,
    win=tr.mindbuster.holmes_win,
    loss=tr.mindbuster.holmes_loss,
)

EINSTEIN: Final = Voice(
    greeting=tr.mindbuster.einstein_greeting,
    good=tr.mindbuster.einstein_good,
    bad=tr.mindbuster.einstein_bad,
    win=tr.mindbuster.einstein_win,
    loss=tr.mindbuster.einstein_loss,
)

CHARACTERS: Final[Mapping[str, Character]] = {
    "homer": Character(faces.HOMER, HOMER),
    "bart": Character(faces.BART, BART),
    "lisa": Character(faces.LISA, LISA),
    "watson": Character(faces.WATSON, WATSON),
    "holmes": Character(faces.HOLMES, HOLMES),
    "einstein": Character(faces.EINSTEIN, EINSTEIN),
}
"""By level."""

_FACED: Final = 6
"""The rows of its board that the computer may have filled while its face has room below."""


def company(seen: Table, table: Table) -> Speaker | None:
    """The computer, below its rows; nobody alone, where two callers play, or on the page of Show Scoring."""
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
