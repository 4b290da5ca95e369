"""Switchbox's computer: what it says.

Law: at most 40 letters of ASCII a line, no two alike.  It speaks of what has come out of the box, its own and
the other's, never of what may.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Character, Mood, Place, Speaker, Voice
from door.games.game import Table
from door.games.switchbox.rules import Game, sitter, winner
from door.games.switchbox.words import name
from door.ui.texts import tr

CHARACTER: Final = Character("switchbox", Voice(
    tr.switchbox.voice_greeting, tr.switchbox.voice_good, tr.switchbox.voice_bad, tr.switchbox.voice_win,
    tr.switchbox.voice_loss,
))  # fmt: skip

_FACES: Final = (Place(0, 16, 6, 4), Place(74, 16, 6, 4))
_WORDS: Final = Place(1, 20, 78, 1)


def company(seen: Table, table: Table) -> Speaker | None:
    """The computer below its card, whose words take the place of the last move but one; nobody where only
    people play, or only computers, nor the box of solitaire."""
    game = seen.position
    computers = [seat for seat in (0, 1) if sitter(game, seat)]
    if len(computers) != 1 or game.terms.solitaire:
        return None
    seat = computers[0]
    return Speaker(name(game, seat), CHARACTER, _mood(game, seat), game.notable, _FACES[seat], _WORDS)


def _mood(game: Game, seat: int) -> Mood | None:
    """Glad of its own coups and of the rounds that it wins, sorry for the other's; silent meanwhile."""
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
