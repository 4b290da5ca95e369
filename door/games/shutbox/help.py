"""The door's help: pages in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.shutbox.card import variant
from door.games.shutbox.rules import Variant
from door.ui.widgets import Page
from door.ui.words import counted


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """The game's own pages for these complete options; `plain` mode has keys of its own."""
    box = variant(options)
    return (_game(box), _lines(box) if plain else _KEYS, _scoring(box))


def _game(box: Variant) -> Page:
    return Page("The game", (
        f"A box holds {box.tiles} tiles, numbered 1 to {box.tiles}, all of them standing up. Two",
        "dice are rolled for you.",
        "",
        "Pull down open tiles that add up to the dice: one tile or several,",
        "whichever you like. A roll of 8 may be the 8 itself, 1 and 7, 2 and 6,",
        "or 3 and 5; or three tiles, 1 2 5 or 1 3 4. Enter them, and they are",
        "out of play for the rest of the game; then the dice roll again.",
        "",
        "A roll that can be matched has to be matched. The game is over when no",
        "set of open tiles makes the roll, or when every tile is closed: then",
        "the box is shut.",
    ))  # fmt: skip


_KEYS: Final = Page("The keys", (
    "Keypad   Letters   Arrows",
    "   4        A        ◄      the block cursor one open tile left",
    "   6        D        ►      one open tile right; it goes around",
    "   2      X or S     ↓      pull the tile down",
    "   8        W        ↑      put it back up",
    " Enter    Enter    Enter    enter the tiles, once they match the dice",
    "",
    "Space turns the tile under the cursor either way; where Setup (S on the",
    "title page) says so, each digit turns the tile of its number. Click",
    "tiles with a mouse, and the keys on the last line too.",
    "",
    "Any key ends the tumbling of the dice and the counting of the bonus.",
    "After a game press C: the coach shows the best tiles at each roll, what",
    "your choice cost you, and what was luck.",
))  # fmt: skip


def _lines(box: Variant) -> Page:
    apart = "with spaces or commas between them" if box.tiles > 9 else "with or without spaces: 2 6 or 26"
    return Page("What to type", (
        f"The numbers of the tiles to shut, {apart}.",
        "They have to add up to the dice.",
        "After a game c asks the coach: which tiles were best, and what yours cost.",
    ))  # fmt: skip


def _scoring(box: Variant) -> Page:
    whole = sum(range(1, box.tiles + 1))
    bonus = box.tiles * box.bonus_per_tile
    most = whole + bonus + box.shut_bonus
    free = " It also earns a free turn:" if box.free_turn else ""
    return Page("The score", (
        "Tiles you enter        their total, as you go",
        f"At the end             {counted(box.bonus_per_tile, 'point')} for each closed tile",
        f"Every tile closed      {counted(box.shut_bonus, 'point')} more",
        "",
        f"A shut box is {whole} + {bonus} + {box.shut_bonus} = {most} points.{free}",
        *(("one more game beyond the day's turns.",) if box.free_turn else ()),
        "",
        "A game you give up keeps the total of its entered tiles; it has no",
        "bonus, since its box was never played to an end.",
        "",
        "A hint, free of charge: large tiles are hard to match later. The 9 can",
        "only go while the dice still make 9 or more.",
    ))  # fmt: skip
