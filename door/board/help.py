"""The board's help: how to get about, and what makes a score worth something here."""

from __future__ import annotations

from typing import Final

from door.board import menu
from door.board.api import Lobby
from door.board.widgets import pager
from door.board.widgets.pager import State
from door.ui.screen import Effects, Event, Speech
from door.ui.texts import Text

TITLE: Final = Text("Help")
HEADING: Final = Text("{board}: Help")
GETTING_ABOUT: Final = Text("""\
GETTING ABOUT
Press the number of a door to play it, or mark one with the arrow keys and
press Enter. Every screen lists its keys on the last row; H or ? explains
more. With a mouse, click what you want.
""")
SPOKEN: Final = Text("""\
GETTING ABOUT
Type the number or the name of a door to play it, a letter or a name for
everything else. A question says what it takes; Enter alone goes back from
a page, and ? in a door explains its game.
""")
WHO: Final = Text("""\
Who's online lists them: Enter challenges one to a game, M writes a line, I
ignores them""")
WHO_SPOKEN: Final = Text("""\
Who's online lists them: a node's number challenges one to a game, M and the
number writes a line, I and the number ignores them""")
"""The same where everything is lines of text."""
TEXT: Final = Text("""
TURNS
Each door gives you a number of games a day, set by the sysop; the main menu
shows what is left. A turn is spent when a game starts. New ones come at
midnight by the board's clock.

IF THE LINE DROPS
Nothing is lost. Your game waits, dice and all, and goes on at your next
call, from telnet or SSH alike. A second call of yours takes over from the
first.

THE MONTH
Scores of a month add up; at some doors the best one counts. At its end the
top three go into the bulletin, and stand there all through the month that
follows.

TABLES
At a table callers play each other: against each other, or a race in which
all have the same dice, cards or code. {tables} in the main menu has your games,
free seats, and games to watch; N there opens a table. With days a move you
need not be on together; with minutes you play at once. Rated games count on
the ladder, L, and cost no turn.

REPLAYS
Every finished game can be watched on its own board, move by move: R in
Bulletins, in the hall of fame, under Profile, and after a game. V there
proves it.

WATCHING
V under Tables lists what is played, and V there is Board TV. A watcher
sees the game as a bystander would, never what is hidden from its player.
A row of your Settings says who may watch you; Ctrl-W (/w in plain text)
shows who does. After a game, O puts a line about it on the wall.

OTHER CALLERS
{others}. Messages to you are shown at once; Ctrl-R (/r in plain text)
answers the last one. N under Messages writes a letter to one who is off.
Chat is a room for all who are on, One-liners a wall; A under Last callers
lists everybody. Only the sysop reads Feedback; {page} pages the sysop.

THE SYSOP
The sysop may watch any call, and may break in to chat. What you are doing
waits, and your time stands still. A message from Sysop reaches you in any
case.

FAIR DICE
Before the first roll the board shows a commitment, a fingerprint of the
secret number all dice of that game come from. After the game it shows the
number itself. The board's audit replays every game on the books.

YOUR TERMINAL
Characters, colours, mouse and screen size are found out when you call.
Settings overrules each of them, and the board remembers. Plain text, for
screen readers, is there too: the whole board works as lines of text.
""")


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    shown, told = (
        about() + TEXT(**menu.keys(lobby), others=others())
        for about, others in ((GETTING_ABOUT, WHO), (SPOKEN, WHO_SPOKEN))
    )
    return State(pager.paper(HEADING(board=lobby.board), shown, told=told)), ()


def update(state: State, event: Event) -> tuple[State, Effects]:
    return state.turned(event)


draw: Final = pager.draw_page


def tell(before: State | None, after: State) -> Speech:
    return pager.tell(before.sheet if before else None, after.sheet)
