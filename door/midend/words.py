"""What is said of turns and of the month, alike at every door.

Law: values in, sentences out.  What one game alone says is worded in its own folder.
"""

from __future__ import annotations

from typing import Final

from door.games.info import Info, Options
from door.midend.books import Books, Hundredths, Row
from door.ui.texts import Text, word
from door.ui.words import Lines, counted, month_name, ordinal, several

LOOKING: Final = Text("The coach is looking at the game.")
COULD_NOT_LOOK: Final = Text("The coach could not look at this game.")
NOTHING_TO_SEE: Final = Text("The coach has nothing to look back on.")
NO_COACH: Final = Text("This door has no coach.")
NOT_YOUR_TURN: Final = Text("It is not your turn.")
GO_ON: Final = Text("Enter to go on:")
GO_BACK: Final = Text("Enter to go back:")
NOBODY_PLAYED: Final = Text("Nobody played.")
NO_GAME_FINISHED: Final = Text("No game finished yet.")
MONTH_SO_FAR: Final = Text("{month} so far")
MONTH_AGAINST: Final = Text("{month} so far, to {measure}")
ORDER: Final = Text("{unit} against {measure}, {order}")
FEWER_BETTER: Final = Text("fewer is better")
MORE_BETTER: Final = Text("more is better")
WINNERS: Final = Text("{month}: the winners")
LAST_MONTH: Final = Text("Last month")
NEW_TURNS: Final = Text(" New ones in {hours}.")
NO_LIMIT: Final = Text("Turns: no limit.")
AND_FREE: Final = Text(" and {free} free")
TURNS_LEFT: Final = Text("Turns left today: {turns}{free}.")
WON_BY: Final = Text("{month}, won by {caller}:")
THIS_MONTH: Final = Text("This month")
NONE_FINISHED: Final = Text("{month}: no game finished yet.")
NOT_RATED: Final = Text("Not rated.")
YOUR_PLACE: Final = Text("You are {place} with {score}.")
SO_FAR: Final = Text("{month} so far{comma}{order}:")

ARE: Final = Text("The {what} are")
IS: Final = Text("The {what} is")
IN: Final = Text(" in {games}")

SEVERAL: Final = ("dice", "cards")
"""What chance gives out more than one of."""

KEY_WORDS: Final = (
    "back to Tables", "bulletin", "coach", "contest (a turn)", "faster", "give a word",
    "give it, or pass", "go on", "hide a code", "ignore", "look", "look at the board", "mark", "play",
    "play again", "play on from here", "practice", "replay", "same again", "say it", "setup", "side",
    "slower", "stop", "the dearest once more", "undo", "wall",
)  # fmt: skip
"""What stands in keys lines that are made as they are needed; the sysop may put it in other words."""


def chance_is(what: str) -> str:
    """What chance gives out, as the head of a sentence: "The dice are", "The code is"."""
    return (ARE if what in SEVERAL else IS)(what=word(what))


def turns_line(books: Books) -> str:
    """The caller's turns as a sentence; with none left, when there are new ones in another."""
    more = "" if books.may_play or not books.hours else NEW_TURNS(hours=counted(books.hours, "hour"))
    return f"{turns_left(books)}{more}"


def turns_left(books: Books) -> str:
    """The caller's turns alone."""
    if books.turns_left is None:
        return NO_LIMIT()
    free = AND_FREE(free=books.free_turns) if books.free_turns else ""
    return TURNS_LEFT(turns=books.turns_left, free=free)


def month_score(info: Info, options: Options, score: int) -> str:
    """A figure of the month, with what it is counted from where it is no plain score: "par +0.66"."""
    measure = info.measured(options)
    return (
        f"{word(measure)} {score if isinstance(score, Hundredths) else f'{score:+}'}"
        if measure
        else f"{score}"
    )


def month_heading(info: Info, options: Options, month: str) -> str:
    """ "November 2026 so far", "November 2026 so far, to par"."""
    measure, name = info.measured(options), month_name(month, THIS_MONTH())
    return MONTH_AGAINST(month=name, measure=word(measure)) if measure else MONTH_SO_FAR(month=name)


def month_order(info: Info, options: Options) -> str:
    """What leads in the month, "" where that is the most points."""
    order = FEWER_BETTER() if info.fewer_is_better else ""
    if measure := info.measured(options):
        return ORDER(unit=word(several(info.unit)), measure=word(measure), order=order or MORE_BETTER())
    return order


def standing_lines(books: Books, order: str = "") -> Lines:
    """Last month's top places, this month's, and the caller's own; `order` says what leads."""
    return (*_winners(books), *_standing(books, order))


def _winners(books: Books) -> Lines:
    if not books.winners:
        return ()
    return (
        WON_BY(month=month_name(books.last_month), caller=books.winners[0].caller),
        *map(_place, books.winners),
    )


def _standing(books: Books, order: str) -> Lines:
    month = month_name(books.month, THIS_MONTH())
    if not books.standing:
        return (NONE_FINISHED(month=month),)
    own = (YOUR_PLACE(place=ordinal(books.rank), score=books.score),) if books.rank else ()
    return (SO_FAR(month=month, comma=order and ", ", order=order), *map(_place, books.standing), *own)


def _place(row: Row) -> str:
    games = IN(games=counted(row.games, "game")) if row.games else ""
    return f"{row.place}. {row.caller}, {row.score}{games}"
