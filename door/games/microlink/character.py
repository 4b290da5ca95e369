"""MicroLink's computer: what it says.

Law: at most 40 letters of ASCII a line, no two alike.  A turn is a good one by its points; it speaks of its
own turns and of the game's end, so that what it says is the same whatever is rolled next.
"""

from __future__ import annotations

from typing import Final

from door.games import faces
from door.games.company import Character, Mood, Speaker, Voice
from door.games.game import Table, computer_level
from door.games.microlink.rules import Game
from door.games.microlink.seats import who
from door.ui.texts import Text

CHARACTER: Final = Character(
    faces.MICROLINK,
    Voice(
        greeting=Text(
            """\
640K of brain, all of it yours.
MLSHUT loaded. Press any excuse.
4.77 megahertz of pure cunning.
My turbo button is in. Beware.
I beep, therefore I am.
Please insert a worthy player.""",
            40,
        ),
        good=Text(
            """\
BEEP! That went well.
No parity errors there.
Compiled without warnings.
Doors shut, fan spinning.
I felt that in my coprocessor.
Cache hit!""",
            40,
        ),
        bad=Text(
            """\
Bad sector. Please stand by.
Abort, Retry, Sulk?
Dice not ready reading drive A.
General failure reading my mind.
Somebody bumped the table.
I blame the power supply.""",
            40,
        ),
        win=Text(
            """\
READY. Also: VICTORY.
Press any key to congratulate me.
Score saved. Pride 99% full.
This goes to the dot matrix printer.
Beaten by an XT. How retro.
END OF JOB. Condition code 0.""",
            40,
        ),
        loss=Text(
            """\
System halted. Nicely done.
Stack overflow of respect.
I demand a faster crystal.
Out of doors error in line 10.
You may switch me off now.
Must be the date in my BIOS.""",
            40,
        ),
    ),
)

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
