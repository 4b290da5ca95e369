"""The game's own help: pages in our own words, for the screen and for plain mode."""

from __future__ import annotations

import textwrap
from typing import Final

from door.games.info import Options
from door.games.microlink.toggles import ALL
from door.ui.texts import Text, word
from door.ui.widgets import PAGE_COLS, Page, paged

GAME: Final = Text("""\
The game
One to four players take turns at a box with nine doors, 1 to 9. A
player rolls two dice and shuts open doors that add up to them: for a 7
that may be the 7, 1 and 6, 2 and 5, 3 and 4, or 1, 2 and 4. Then the
dice roll again.

A turn is over when the roll cannot be made with the doors still open,
or when all nine are shut. The numbers on the shut doors are added to
the player's score, and 5 more if all are shut: 50 for a perfect round.
All doors open, and the next player has the box.

Everybody has five turns. The highest score wins; a tie is shared. On
the scorecard one of 50 dots is filled for every five points: a row
full of dots would be 250, a perfect game.""")
KEYS: Final = Text("""\
The keys
1 to 9        shut that door, or open it again before the next roll
◄ ►           point at a door        ↓ shut it    ↑ open it again
Space         the door pointed at, either way
Enter         shuts them once they make the roll; goes past a message
Esc           leave the game before its end (asks first)

A  AllScores  every scorecard, and the range of the Top Ten
T  Top Ten    the month, the Top Ten and the statistics
B  Boss       looks like work; type OK there to come back
C  Coach      in practice on the last turn; after any game on all of it

With a mouse, click doors, message boxes, toggles and the last line.
With numpad moves on (M) 4 and 6 point, 2 shuts and 8 opens, as at the
board's other box; odd numbers are still doors.""")
TYPED: Final = Text("""\
What to type
The numbers of the doors to shut, with or without spaces: 2 6 or 26.
They have to add up to the dice.
Enter alone says the score, the roll and the open doors again.

a  all scores
t  the Top Ten and the statistics
b  boss: looks like work; type ok there to come back
c  in practice, the coach on the last turn
A toggle's letter flips it.""")
TOGGLES: Final = Text("""\
The toggles
Each flips a habit of the game at any time, and is remembered; between
games they stand among the settings.

{rows}""")
PLAYERS: Final = Text("""\
The players
The settings have four seats. A seat is a person's at this keyboard, a
computer's or nobody's. The computers' points a turn, on average:

   beginner   20.9    shuts the lowest doors first
   casual     25.3    likes the doors in the middle
   careful    29.9    looks one roll ahead
   expert     34.2    the best there can be, worked out exactly

The computer sees what you see; it chooses doors, never dice.

In a contest game the first seat is yours. Its score counts in the
month, unless another seat wins. The Top Ten has the ten highest scores
of people, at one keyboard or at tables; computers have no place in it.
Practice costs nothing and counts for nothing. The daily deal is five
turns alone.""")


def pages(options: Options, plain: bool) -> tuple[Page, ...]:
    """The game, its keys (or what to type), its toggles, its players."""
    toggles = TOGGLES(rows="\n".join(_toggles(plain)))
    return tuple(map(paged, (GAME(), TYPED() if plain else KEYS(), toggles, PLAYERS())))


def _toggles(plain: bool) -> list[str]:
    rows = [f"{toggle.letter.upper()}  {word(toggle.default):<3}  {toggle.help}" for toggle in ALL]
    if plain:
        return rows
    return [line for row in rows for line in textwrap.wrap(row, PAGE_COLS, subsequent_indent=" " * 8)]
