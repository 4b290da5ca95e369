"""The door's help: pages in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from functools import lru_cache

from door.games.info import Options
from door.games.shutbox.card import ALIKE, variant
from door.games.shutbox.rules import Variant
from door.midend.daily import help_page
from door.ui.widgets import Page
from door.ui.words import counted


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """The help pages for a board with these complete options; `plain` mode has keys of its own."""
    turns = int(str(options["turns_per_day"]))
    return _pages(variant(options), turns, options["ranking"] == "best", int(str(options["top"])), plain)


@lru_cache(maxsize=16)
def _pages(box: Variant, turns: int, best: bool, top: int, plain: bool) -> tuple[Page, ...]:
    keys = _lines(box) if plain else _keys()
    return (_game(box), keys, _scoring(box), _contest(box, turns, best, top), help_page(ALIKE), _fair())


def _game(box: Variant) -> Page:
    return Page(
        "The game",
        (
            f"A box holds {box.tiles} tiles, numbered 1 to {box.tiles}, all of them standing up. Two",
            "dice are rolled for you.",
            "",
            "Pull down open tiles that add up to the dice: one tile or several,",
            "whichever you like. A roll of 8 may be the 8 itself, 2 and 6, 3 and 5,",
            "1 and 7, 1 2 5 or 1 3 4. Enter them, and they are out of play for the",
            "rest of the game; then the dice roll again.",
            "",
            "A roll that can be matched has to be matched. The game is over when no",
            "set of open tiles makes the roll, or when every tile is closed: then",
            "the box is shut.",
            "",
            "Fishermen of the Channel Islands are said to have played it in the",
            "eighteenth century; pubs have kept it going ever since.",
        ),
    )


def _keys() -> Page:
    return Page(
        "The keys",
        (
            "Keypad   Letters   Arrows",
            "   4        A        ←      the block cursor one open tile left",
            "   6        D        →      one open tile right; it goes around",
            "   2      X or S     ↓      pull the tile down",
            "   8        W        ↑      put it back up",
            " Enter    Enter    Enter    enter the tiles, once they match the dice",
            "",
            "Space turns the tile under the cursor either way. With a mouse, click",
            "a tile to pull it down and click it again to put it back; every key",
            "shown on the last line can be clicked too.",
            "",
            "Any key ends the tumbling of the dice and the counting of the bonus.",
            "H, ? or F1 opens this help, T the standings. Q or Esc asks whether to",
            "leave the game for later or to give it up. After it, C asks the coach",
            "which tiles were best at each roll, and what yours have cost.",
        ),
    )


def _lines(box: Variant) -> Page:
    apart = "with spaces or commas between them" if box.tiles > 9 else "with or without spaces: 2 6 or 26"
    return Page(
        "What to type",
        (
            f"The numbers of the tiles to shut, {apart}.",
            "They have to add up to the dice.",
            "t    the standings",
            "?    this help",
            "q    leave the game for later, or give it up; you are asked which",
            "c    after a game: which tiles were best, and what yours have cost",
        ),
    )


def _scoring(box: Variant) -> Page:
    whole = sum(range(1, box.tiles + 1))
    most = whole + box.tiles * box.bonus_per_tile + box.shut_bonus
    return Page(
        "The score",
        (
            "Tiles you enter        their total, as you go",
            f"At the end             {counted(box.bonus_per_tile, 'point')} for each closed tile",
            f"Every tile closed      {counted(box.shut_bonus, 'point')} more",
            "",
            f"A shut box is {whole} + {box.tiles * box.bonus_per_tile} + {box.shut_bonus} = {most} points."
            + (" It also earns a free turn:" if box.free_turn else ""),
            *(("one more game beyond the day's turns.",) if box.free_turn else ()),
            "",
            "A game you give up keeps the total of its entered tiles; it has no",
            "bonus, since its box was never played to an end.",
            "",
            "A hint, free of charge: large tiles are hard to match later. The 9 can",
            "only go while the dice still make 9 or more.",
        ),
    )


def _contest(box: Variant, turns: int, best: bool, top: int) -> Page:
    daily = "You may start as many games as you like." if not turns else f"Turns a day: {turns}."
    counts = "your best single game counts" if best else "the scores of all your games are added up"
    return Page(
        "Turns and the month",
        (
            daily + (" New turns come at midnight, board time." if turns else ""),
            "A turn is spent when the game starts, before the first roll.",
            "",
            "Should the line drop, nothing is lost: the game waits as you left it,",
            "and goes on with the same dice when you call again.",
            "",
            f"Each month is a contest of its own: {counts}.",
            "Who reaches a score first stands before those who reach it later.",
            "",
            f"When the month ends its first {top} are recorded, the winner is declared",
            "in the bulletin, and both are shown here throughout the next month.",
        ),
    )


def _fair() -> Page:
    return Page(
        "The dice can be checked",
        (
            "Before the first roll the board draws a secret seed for your game and",
            "shows you its seal, a SHA-256 fingerprint. All the dice follow from",
            "the seed, and a fingerprint fits one seed only: nobody, the sysop",
            "included, can change the dice once you have seen it.",
            "",
            "When the game is over the seed is shown. The board's journal keeps it",
            "with your moves, and anybody can play the game again from them:",
            "",
            "   door audit          checks every game on the books",
            "   door replay ID      shows one game, move by move",
        ),
    )
