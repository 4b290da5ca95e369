"""What somebody hears who calls for the first time: three short pages, in place of the news."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board import menu
from door.board.api import Lobby
from door.board.widgets import look, pager
from door.ui.texts import Text
from door.ui.widgets import Hint

KEYS: Final = (Hint("enter", "Go on"), Hint("p", "Plain text"), Hint("esc", "To the menu"))
TITLE: Final = Text("Welcome to {board}")
PLAY: Final = Text("""\
A FIRST GAME
{first}In a door Enter begins, H or ? explains the game, and Q leads back.

The menu shows how many games a day you have at each door. If your line
drops, nothing is lost: the game waits, and goes on at your next call.

Scores of a month add up, and its top three stand in the bulletin all
through the next one. A daily deal is the same game for everybody.
""")
FIRST: Final = Text("{key} in the main menu is {name}.\n")
SCREEN: Final = Text("""\
YOUR SCREEN
Frames that do not join, odd letters, no colours? {settings} in the main menu has
Settings: characters, colours, size, motion. The board remembers them.

PLAIN TEXT
The whole board works as lines of text, too, for a screen reader or a
small window. {plain}
""")
TO_PLAIN: Final = Text("P turns that on, here and now; so does PLAIN at the log-on.")
IS_PLAIN: Final = Text("You have it now; ANSI in the main menu ends it.")
PEOPLE: Final = Text("""\
OTHER CALLERS
{tables} is for tables: games against other callers, on line or by days a move.
{who} tells who is on, {chat} is a room to talk in, {oneliners} a wall to write on.

THE BOARD
{bulletins} has the bulletins, {profile} your own page, {help} the help. {feedback} writes a letter to
{sysop}, and {goodbye} says goodbye. Have fun!
""")


def sheets(lobby: Lobby) -> tuple[pager.Pager, ...]:
    """Its pages."""
    keys = menu.keys(lobby)
    first = FIRST(key=1, name=lobby.doors[0].name) if lobby.doors else ""
    texts = (
        PLAY(first=first),
        SCREEN(plain=IS_PLAIN() if lobby.plain else TO_PLAIN(), **keys),
        PEOPLE(sysop=lobby.sysop, **keys),
    )
    title = TITLE(board=lobby.board)
    return tuple(
        replace(pager.paper(title, text, look.PLACE(at=at, of=len(texts))), keys=KEYS)
        for at, text in enumerate(texts, 1)
    )
