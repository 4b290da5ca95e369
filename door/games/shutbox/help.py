"""The door's help: pages in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.shutbox.card import variant
from door.games.shutbox.rules import Variant
from door.ui.texts import Text
from door.ui.widgets import Page, paged
from door.ui.words import counted

GAME: Final = Text("""\
The game
A box holds {tiles} tiles, numbered 1 to {tiles}, all of them standing up. Two
dice are rolled for you.

Pull down open tiles that add up to the dice: one tile or several,
whichever you like. A roll of 8 may be the 8 itself, 1 and 7, 2 and 6,
or 3 and 5; or three tiles, 1 2 5 or 1 3 4. Enter them, and they are
out of play for the rest of the game; then the dice roll again.

A roll that can be matched has to be matched. The game is over when no
set of open tiles makes the roll, or when every tile is closed: then
the box is shut.""")
KEYS: Final = Text("""\
The keys
Keypad   Letters   Arrows
   4        A        ◄      the block cursor one open tile left
   6        D        ►      one open tile right; it goes around
   2      X or S     ↓      pull the tile down
   8        W        ↑      put it back up
 Enter    Enter    Enter    enter the tiles, once they match the dice

Space turns the tile under the cursor either way; where Setup (S on the
title page, F3 at the box) says so, each digit turns the tile of its
number. Click tiles with a mouse, and the keys on the last line too.

Any key ends the tumbling of the dice and the counting of the bonus.
After a game press C: the coach shows the best tiles at each roll, what
your choice cost you, and what was luck.""")
WHAT_TO_TYPE: Final = Text("""\
What to type
The numbers of the tiles to shut, {apart}.
They have to add up to the dice.
Enter alone says the roll and the open tiles again.
After a game c asks the coach: which tiles were best, and what yours cost.""")
SPACED: Final = Text("with spaces or commas between them")
ANYHOW: Final = Text("with or without spaces: 2 6 or 26")
SCORE: Final = Text("""\
The score
Tiles you enter        their total, as you go
At the end             {points} for each closed tile
Every tile closed      {shut} more

A shut box is {whole} + {bonus} + {shut_bonus} = {most} points.{free}

A game you give up keeps the total of its entered tiles; it has no
bonus, since its box was never played to an end.

A hint, free of charge: large tiles are hard to match. The 9 can only
go on a roll of 9 or more.""")
FREE: Final = Text(" It also earns a free turn:\none more game beyond the day's turns.")


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """The game's own pages for these complete options; `plain` mode has keys of its own."""
    box = variant(options)
    typed = WHAT_TO_TYPE(apart=SPACED() if box.tiles > 9 else ANYHOW())
    return tuple(map(paged, (GAME(tiles=box.tiles), typed if plain else KEYS(), _scoring(box))))


def _scoring(box: Variant) -> str:
    whole = sum(range(1, box.tiles + 1))
    bonus = box.tiles * box.bonus_per_tile
    most = whole + bonus + box.shut_bonus
    free = FREE() if box.free_turn else ""
    return SCORE(
        points=counted(box.bonus_per_tile, "point"), shut=counted(box.shut_bonus, "point"), whole=whole,
        bonus=bonus, shut_bonus=box.shut_bonus, most=most, free=free,
    )  # fmt: skip
