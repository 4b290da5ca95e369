"""What is said of turns and of the month, alike at every door.

Law: values in, sentences out.  What one game alone says is worded in its own folder.
"""

from __future__ import annotations

from typing import Final

from door.games.info import Info, Options
from door.midend.books import Books, Hundredths, Row
from door.ui.texts import tr, word
from door.ui.words import Lines, month_name, ordinal, several

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
    return (tr.play.chance_are if what in SEVERAL else tr.play.chance_is)(what=word(what))


def turns_line(books: Books) -> str:
    """The caller's turns as a sentence; with none left, when there are new ones in another."""
    more = (
        ""
        if books.may_play or not books.hours
        else tr.play.new_turns_suffix(hours=tr.count.hours(n=books.hours))
    )
    return f"{turns_left(books)}{more}"


def turns_left(books: Books) -> str:
    """The caller's turns alone."""
    if books.turns_left is None:
        return tr.play.no_turn_limit()
    free = tr.play.and_free(free=books.free_turns) if books.free_turns else ""
    return tr.play.turns_left_today(turns=books.turns_left, free=free)


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
    measure, name = info.measured(options), month_name(month, tr.play.this_month())
    return (
        tr.play.month_so_far_measure(month=name, measure=word(measure))
        if measure
        else tr.play.month_so_far(month=name)
    )


def month_order(info: Info, options: Options) -> str:
    """What leads in the month, "" where that is the most points."""
    order = tr.play.fewer_better() if info.fewer_is_better else ""
    if measure := info.measured(options):
        return tr.play.order_against(
            unit=word(several(info.unit)), measure=word(measure), order=order or tr.play.more_better()
        )
    return order


def standing_lines(books: Books, order: str = "") -> Lines:
    """Last month's top places, this month's, and the caller's own; `order` says what leads."""
    return (*_winners(books), *_standing(books, order))


def _winners(books: Books) -> Lines:
    if not books.winners:
        return ()
    return (
        tr.play.month_won_by(month=month_name(books.last_month), caller=books.winners[0].caller),
        *map(_place, books.winners),
    )


def _standing(books: Books, order: str) -> Lines:
    month = month_name(books.month, tr.play.this_month())
    if not books.standing:
        return (tr.play.month_none_finished(month=month),)
    own = (tr.play.your_place(place=ordinal(books.rank), score=books.score),) if books.rank else ()
    return (
        tr.play.month_so_far_order(month=month, comma=order and ", ", order=order),
        *map(_place, books.standing),
        *own,
    )


def _place(row: Row) -> str:
    games = tr.play.in_games(games=tr.count.games(n=row.games)) if row.games else ""
    return f"{row.place}. {row.caller}, {row.score}{games}"
