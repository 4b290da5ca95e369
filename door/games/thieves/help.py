"""The pages of help: the rules as this board plays them, and every key."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.info import Options
from door.games.thieves.words import ALIKE
from door.midend.daily import help_page
from door.ui.widgets import Page
from door.ui.words import counted

GAME: Final = Page("The game", (
    "A pack of 52 cards and some jokers is shuffled. Seven stacks of five",
    "cards lie open on the table, the rest is the stock, face down, and",
    "its first card is turned: that is the current card.",
    "",
    "Clear the table. Only the lowest card of a stack, the open one, can be",
    "taken. It goes on the current card if it is one rank higher or one",
    "lower, whatever the suits, and becomes the current card itself. On a",
    "three goes any two or any four. A king does not go on an ace, nor an",
    "ace on a king. A joker goes on anything, and anything on a joker.",
    "",
    "When no open card fits, turn the next card of the stock. When none",
    "fits and the stock is empty, the game is over.",
))  # fmt: skip

POINTS: Final = Page("Points", (
    "Each card you take:",
    "",
    "     ace, king       8        6  7  8        2",
    "     2  3            6        joker          nothing",
    "     jack, queen     6",
    "     4  5  9  10     4        a whole pack   248",
    "",
    "Clear all seven stacks for 15 points more. The whole pack, with one",
    "joker fewer, is then shuffled and dealt again, and the game and its",
    "score go on.",
    "",
    "A long run up or down the ranks is worth more than a card taken at",
    "once: look two or three cards up before you take one.",
))  # fmt: skip

KEYS: Final = Page("Keys", (
    "1 to 7          takes the open card of that stack",
    "left, right     move the cursor; A and D do the same",
    "ENTER           takes from the stack at the cursor, or turns the stock",
    "SPACE or 0      turns the next card of the stock",
    "F               shows which stacks fit",
    "L               draws the cards in the other look, 2D or 3D",
    "K               whether 4 and 6 take cards or move the cursor",
    "N               a new game; this one is given up, and you are asked",
    "0 to 5, arrows  how many jokers, before a game; J asks after one",
    "U               takes a move back, in practice only",
    "T               high scores and this month's standing",
    "Q or ESC        leaves: for later, or for good",
    "",
    "Click a stack or the stock with the mouse, or any key shown below.",
    "In plain mode type the number of a stack, 0 to turn, or a letter.",
))  # fmt: skip

PRACTICE: Final = Page("Practice, and what was possible", (
    "P on the title page deals a game for practice: with the jokers you",
    "like, no turn spent, no score kept. Moves can be taken back with U,",
    "also after the end, and the same deal can be played again with S.",
    "",
    "After any game, B works out what a player who knew every card of the",
    "stock could have scored. When that takes too long it is given up, and",
    "the screen says so.",
))  # fmt: skip

FAIR: Final = Page("A fair deal", (
    "The order of the cards is fixed before the first one is dealt, by a",
    "secret seed. Its seal is shown at the start of the game, the seed at",
    "its end: anybody can check that the one belongs to the other and that",
    "no card has been changed on the way.",
    "",
    "A game that the line drops out of waits, with the same cards, for your",
    "next call. It costs no second turn.",
))  # fmt: skip


DAILY: Final = help_page(ALIKE)


@lru_cache(maxsize=64)
def _contest(turns: int, jokers: int, choose: bool, at_will: bool, ranking: str) -> Page:
    a_day = counted(turns, "game") + " a day" if turns else "as many games as you like"
    fixed = counted(jokers, "joker")
    dealt = "0 to 5 jokers, as you choose" if choose else fixed
    rule = (
        "The stock may be turned at any time." if at_will
        else "The stock may be turned only when no card fits."
    )  # fmt: skip
    month = "your best game" if ranking == "best" else "the sum of your games"
    return Page("The contest", (
        f"You may start {a_day}.",
        f"The first pack has {dealt}.",
        rule,
        "",
        f"Your place in the month is by {month}. When a month",
        "is over its winners are shown here for all of the next one.",
        "Every game counts there by its points, whatever its jokers.",
        "",
        "There are six tables of high scores, one for each number of jokers a",
        "game may start with, ten places each, with name and date.",
    ))  # fmt: skip


def pages(options: Options) -> tuple[Page, ...]:
    """Every page, with the sysop's options worked in."""
    turns, jokers = (int(str(options.get(name, 0))) for name in ("turns_per_day", "jokers"))
    at_will, ranking = bool(options.get("turn_at_will")), str(options.get("ranking", "total"))
    choose = bool(options.get("choose_jokers", True))
    return GAME, POINTS, KEYS, _contest(turns, jokers, choose, at_will, ranking), DAILY, PRACTICE, FAIR
