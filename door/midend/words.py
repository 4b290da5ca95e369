"""What is said of turns and of the month, alike at every door.

Law: values in, sentences out.  What one game alone says is worded in its own folder.
"""

from __future__ import annotations

from typing import Final

from door.midend.books import Books, Row
from door.ui.words import Lines, counted, month_name, ordinal

KEY_WORDS: Final = (
    "back to Tables", "bulletin", "coach", "contest game, takes a turn", "faster", "give a word",
    "give it, or pass", "go on", "hide a code", "ignore", "look", "look at the board", "mark", "play",
    "play again", "play on from here", "practice", "replay", "same again", "say it", "setup", "side",
    "slower", "stop", "the dearest once more", "undo", "wall",
)  # fmt: skip
"""What stands in keys lines that are made as they are needed; the sysop may put it in other words."""


def chance_is(what: str) -> str:
    """What chance gives out, as the head of a sentence: "The dice are", "The code is"."""
    return f"The {what} {'are' if what in ('dice', 'cards') else 'is'}"


def turns_line(books: Books) -> str:
    """The caller's turns as a sentence; with none left, when there are new ones in another."""
    more = "" if books.may_play or not books.hours else f" New ones in {counted(books.hours, 'hour')}."
    return f"{turns_left(books)}{more}"


def turns_left(books: Books) -> str:
    """The caller's turns alone."""
    if books.turns_left is None:
        return "Turns: no limit."
    free = f" and {books.free_turns} free" if books.free_turns else ""
    return f"Turns left today: {books.turns_left}{free}."


def standing_lines(books: Books, order: str = "") -> Lines:
    """Last month's top places, this month's, and the caller's own; `order` says what leads."""
    return (*_winners(books), *_standing(books, order))


def _winners(books: Books) -> Lines:
    if not books.winners:
        return ()
    return (f"{month_name(books.last_month)}, won by {books.winners[0].caller}:", *map(_place, books.winners))


def _standing(books: Books, order: str) -> Lines:
    month = month_name(books.month, "This month")
    if not books.standing:
        return (f"{month}: no game finished yet.",)
    own = (f"You are {ordinal(books.rank)} with {books.score}.",) if books.rank else ()
    return (f"{month} so far{order and ', '}{order}:", *map(_place, books.standing), *own)


def _place(row: Row) -> str:
    games = f" in {counted(row.games, 'game')}" if row.games else ""
    return f"{row.place}. {row.caller}, {row.score}{games}"
