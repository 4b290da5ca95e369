"""What somebody hears who calls for the first time: three short pages, in place of the news."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Lobby
from door.board.widgets import pager
from door.ui.widgets import Hint

KEYS: Final = (Hint("enter", "Go on"), Hint("p", "Plain text"), Hint("esc", "To the menu"))
PLAY: Final = """\
A FIRST GAME
{first}In a door Enter begins, H or ? explains the game, and Q leads back.

The menu shows how many games a day you have at each door. If your line
drops, nothing is lost: the game waits, and goes on at your next call.

Scores of a month add up, and its top three stand in the bulletin all
through the next one. A daily deal is the same game for everybody.
"""
FIRST: Final = "{key} in the main menu is {name}.\n"
SCREEN: Final = """\
YOUR SCREEN
Frames that do not join, odd letters, no colours? S in the main menu has
Settings: characters, colours, size, animation. The board remembers them.

PLAIN TEXT
The whole board works as lines of text, too, for a screen reader or a
small window. {plain}
"""
TO_PLAIN: Final = "P turns that on, here and now; so does PLAIN at the log-on."
IS_PLAIN: Final = "You have it now; ANSI in the main menu ends it."
PEOPLE: Final = """\
OTHER CALLERS
T is for tables: games against other callers, on line or by days a move.
W tells who is on, C is a room to talk in, O a wall to write on.

THE BOARD
B has the bulletins, P your own page, H the help. F writes a letter to
{sysop}, and G says goodbye. Have fun!
"""


def sheets(lobby: Lobby) -> tuple[pager.Pager, ...]:
    """Its pages."""
    first = FIRST.format(key=1, name=lobby.doors[0].name) if lobby.doors else ""
    texts = (
        PLAY.format(first=first),
        SCREEN.format(plain=IS_PLAIN if lobby.plain else TO_PLAIN),
        PEOPLE.format(sysop=lobby.sysop),
    )
    title = f"Welcome to {lobby.board}"
    return tuple(
        replace(pager.paper(title, text, f"{at} of {len(texts)}"), keys=KEYS)
        for at, text in enumerate(texts, 1)
    )
