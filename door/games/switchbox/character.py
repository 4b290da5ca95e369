"""Switchbox's computer and its lines.

Law: each line has at most 40 ASCII letters, and no two are alike.  The computer comments only on balls that
have come out of the box, its own and the opponent's.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Character, Mood, Place, Speaker, Voice
from door.games.game import Table
from door.games.switchbox.rules import Game, sitter, winner
from door.games.switchbox.words import name
from door.ui.texts import tr

our: Final = tr.switchbox
CHARACTER: Final = Character("switchbox", Voice(
    our.voice_greeting, our.voice_good, our.voice_bad, our.voice_win,
    our.voice_loss,
))  # fmt: skip

_FACES: Final = (Place(0, 16, 6, 4), Place(74, 16, 6, 4))
_WORDS: Final = Place(1, 20, 78, 1)


def company(seen: Table, table: Table) -> Speaker | None:
    """Return the computer, placed below its card.  Its words replace the upper message line.  Return None
    unless exactly one seat is a computer, and for the box of solitaire.
    """
    game = seen.position
    computers = [seat for seat in (0, 1) if sitter(game, seat)]
    if len(computers) != 1 or game.terms.solitaire:
        return None
    seat = computers[0]
    return Speaker(name(game, seat), CHARACTER, _mood(game, seat), game.notable, _FACES[seat], _WORDS)


def _mood(game: Game, seat: int) -> Mood | None:
    """Return the mood at the start, and after a coup, a round or the game; None in between."""
    last = game.last
    if game.over:
        won = winner(game)
        return None if won is None else "win" if won == seat else "loss"
    if last is None:
        return "greeting"
    if not last.besides:
        return None
    scored = game.rounds[-1][seat].difference > 0 if last.besides == "round" else last.seat == seat
    return "good" if scored != game.terms.lowball else "bad"
