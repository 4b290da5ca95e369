"""The pages of help about the game itself: the rules as this board plays them, and every key."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.thieves.card import MEANS
from door.ui.texts import Text
from door.ui.widgets import Page, paged
from door.ui.words import counted

GAME: Final = Text("""\
The game
A pack of 52 cards and some jokers is shuffled. Seven stacks of five
cards lie open on the table, the rest is the stock, face down, and
its first card is turned: that is the current card.

Clear the table. Only the lowest card of a stack, the open one, can be
taken. It goes on the current card if it is one rank higher or one
lower, whatever the suits, and becomes the current card itself. Any
two or four goes on a three. A king does not go on an ace, nor an ace
on a king. A joker goes on anything, and anything on a joker.

{turn}""")
AT_WILL: Final = Text("""\
The next card of the stock may be turned at any time. When it is
empty and nothing fits, the game is over.""")
STUCK: Final = Text("""\
When no open card fits, turn the next card of the stock. When none
fits and the stock is empty, the game is over.""")
POINTS: Final = Text("""\
Points
Each card you take:

     ace, king       8        6  7  8        2
     2  3            6        joker          nothing
     jack, queen     6
     4  5  9  10     4        a whole pack   248

Clear all seven stacks for 15 points more. The whole pack, with one
joker fewer, is then shuffled and dealt again, and the game and its
score go on.

A long run up or down the ranks is worth more than a card taken at
once: look two or three cards up before you take one.""")
SPOKEN_POINTS: Final = Text("""\
Points
An ace or a king makes 8 points; a jack, a queen, a 2 or a 3 makes 6;
a 4, 5, 9 or 10 makes 4; a 6, 7 or 8 makes 2; a joker nothing.

Clear all seven stacks for 15 points more. The whole pack, with one
joker fewer, is then shuffled and dealt again, and the game and its
score go on.

A long run up or down the ranks is worth more than a card taken at
once: look two or three cards up before you take one.""")
KEYS: Final = Text("""\
Keys
1 to 7          takes the open card of that stack
left, right     move the cursor; A and D do the same
ENTER           takes from the stack at the cursor, or turns the stock
SPACE or 0      turns the next card of the stock
F               shows which stacks fit
L               draws the cards in the other look, 2D or 3D
K               whether 4 and 6 take cards or move the cursor

Click a stack or the stock with the mouse, or any key shown below.
A key pressed while cards are moving is not lost.""")
TYPED: Final = Text("""\
What to type
1 to 7          takes the open card of that stack
0 or turn       turns the next card of the stock
f               says which stacks fit
c               says all the cards, as Enter alone does""")
JOKERS: Final = Text("""\
Jokers, high scores and the coach
You set the jokers of the first pack in the settings, 0 to 5; this
board deals {jokers}. Practice has jokers of its own, and may turn the
stock at will.{month}

There are six tables of high scores, one for each number of jokers a
game may start with, ten places each, with name and date. They are in
the bulletin, and every game for a turn enters its own.

After a game the coach works out what a player who knew every card of
the stock could have scored, until when, and how: W steps through it.
When the search takes too long it is cut short, and says so.""")
MONTH: Final = Text("""\

In the month a game counts by its points less the mean of its jokers:
{means}.""")
ONE_COUNTS: Final = Text("""\

The month counts games that start with {jokers}.""")
MEAN: Final = Text("{mean} for {number}")


def pages(options: Options, plain: bool) -> tuple[Page, ...]:
    """Every page, with the sysop's options worked in."""
    game = GAME(turn=AT_WILL() if options["turn_at_will"] else STUCK())
    middle = (SPOKEN_POINTS(), TYPED()) if plain else (POINTS(), KEYS())
    jokers = _jokers(int(str(options["jokers"])), bool(options["choose_jokers"]))
    return tuple(map(paged, (game, *middle, jokers)))


def _jokers(jokers: int, choose: bool) -> str:
    means = ", ".join(MEAN(mean=mean, number=number) for number, mean in enumerate(MEANS))
    month = MONTH(means=means) if choose else ONE_COUNTS(jokers=counted(jokers, "joker"))
    return JOKERS(jokers=jokers, month=month)
