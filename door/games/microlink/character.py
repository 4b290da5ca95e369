"""MicroLink's computer: what it says.

Law: at most 40 letters of ASCII a line, no two alike.  A turn is a good one by its points; it speaks of its
own turns and of the game's end, so that what it says is the same whatever is rolled next.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Character, Mood, Speaker, Voice
from door.games.game import Table, computer_level
from door.games.microlink.rules import Game
from door.games.microlink.seats import who
from door.ui.texts import tr

CHARACTER: Final = Character("microlink", Voice(
    tr.microlink.voice_greeting, tr.microlink.voice_good, tr.microlink.voice_bad, tr.microlink.voice_win,
    tr.microlink.voice_loss,
))  # fmt: skip

GOOD_TURN: Final = 36
"""The points of a turn to be pleased with: the best play averages 34."""


def company(seen: Table, table: Table) -> Speaker | None:
    """The computer that has ended a turn last; nobody where only computers play, or none."""
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
