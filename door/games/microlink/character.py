"""MicroLink's computer and its lines.

Law: each line has at most 40 ASCII letters, and no two are alike.  The computer comments on its own turns,
by their points, and on the game's end.  So its words don't depend on the next roll.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Character, Mood, Speaker, Voice
from door.games.game import Table, computer_level
from door.games.microlink.rules import Game
from door.games.microlink.seats import who
from door.ui.texts import tr

our: Final = tr.microlink
CHARACTER: Final = Character("microlink", Voice(
    our.voice_greeting, our.voice_good, our.voice_bad, our.voice_win,
    our.voice_loss,
))  # fmt: skip

GOOD_TURN: Final = 36
"""A turn of so many points or more pleases it; the best play averages 34."""


def company(seen: Table, table: Table) -> Speaker | None:
    game = seen.position
    computers = [seat for seat, name in enumerate(game.seats) if computer_level(name)]
    if not 0 < len(computers) < len(game.seats):
        return None
    turns = [turn for turn in game.turns if turn.seat in computers]
    seat = turns[-1].seat if turns else computers[0]
    if game.over:
        seat = next((seat for seat in computers if seat in game.winners), seat)
    return Speaker(who(game, seat), CHARACTER, _mood(game, seat), len(turns))


def _mood(game: Game, seat: int) -> Mood:
    if game.over:
        return "win" if game.given_up or seat in game.winners else "loss"
    last = next((turn for turn in reversed(game.turns) if turn.seat == seat), None)
    if last is None:
        return "greeting"
    return "good" if last.score >= GOOD_TURN else "bad"
