"""What every door says alike: counts, turns, the months' places, a seal in short.

Law: values in, sentences out.  What one game alone says is worded in its own folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from door.games.books import Books, Row
from door.games.widgets import month_name, ordinal

Lines = tuple[str, ...]


def counted(number: int, what: str) -> str:
    """ "1 point", "2 points", "2 boxes"."""
    ending = "" if number == 1 else "es" if what.endswith(("s", "x")) else "s"
    return f"{number} {what}{ending}"


def no_choice(text: str) -> str:
    """What was typed is none of those that the prompt names."""
    return f'"{text[:20]}" is not one of the choices.'


def passed_over(text: str, before: object, after: object, effects: Sequence[object]) -> str:
    """The sentence for a line that has changed nothing and asks for nothing; "" for any other, and for
    ENTER alone, which the prompt answers."""
    return no_choice(text) if text and after == before and not effects else ""


def turns_line(books: Books) -> str:
    """The caller's turns as a sentence."""
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


def seal(commit: str, groups: int = 4) -> str:
    """The short form of a commitment: its first hexadecimal digits in groups of four."""
    return " ".join(commit[4 * at : 4 * at + 4] for at in range(groups))
