"""Sentences about turns and the month that are the same at every door.

Pure functions. Each game's own sentences are in its own folder.
"""

from __future__ import annotations

from typing import Final

from door.games.info import Info, Options
from door.midend.books import Books, Hundredths, Row
from door.ui.texts import Sentence, tr
from door.ui.words import Lines, month_name, ordinal, sentences

SEVERAL: Final = (tr.play.chance_word_dice, tr.play.chance_word_cards)
"""Sources of chance that take a plural verb."""


def chance_is(what: Sentence) -> str:
    """Return the source of chance as the start of a sentence: "The dice are", "The code is"."""
    return (tr.play.chance_are if what in SEVERAL else tr.play.chance_is)(what=what())


def turns_line(books: Books) -> str:
    """Return the caller's turns as a sentence. If none is left, another says when new ones come."""
    none_left = books.hours and not books.may_play
    return sentences(
        turns_left(books), tr.play.new_turns(hours=tr.count.hours(n=books.hours)) if none_left else ""
    )


def turns_left(books: Books) -> str:
    """Return only the caller's turns."""
    if books.turns_left is None:
        return tr.play.no_turn_limit()
    if books.free_turns:
        return tr.play.turns_left_and_free(turns=books.turns_left, free=books.free_turns)
    return tr.play.turns_left_today(turns=books.turns_left)


def month_score(info: Info, options: Options, score: int) -> str:
    """Return a score of the month, with its measure unless it is a plain score: "par +0.66"."""
    measure = info.measured(options)
    if not measure:
        return f"{score}"
    figure = f"{score}" if isinstance(score, Hundredths) else f"{score:+}"
    return tr.play.score_to_measure(measure=measure(), score=figure)


def month_heading(info: Info, options: Options, month: str) -> str:
    """Return "November 2026 so far" or "November 2026 so far, to par"."""
    measure, name = info.measured(options), month_name(month, tr.play.this_month())
    return (
        tr.play.month_so_far_measure(month=name, measure=measure())
        if measure
        else tr.play.month_so_far(month=name)
    )


def month_order(info: Info, options: Options) -> str:
    """Return how the month is ranked, or "" if the most points lead."""
    if measure := info.measured(options):
        against = tr.play.fewer_better_against if info.fewer_is_better else tr.play.more_better_against
        return against(measure=measure())
    return tr.play.fewer_better() if info.fewer_is_better else ""


def standing_lines(books: Books, order: str = "") -> Lines:
    """Return last month's top places, this month's, and the caller's own. `order` is the ranking."""
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
        tr.play.plain_month_order(month=month, order=order) if order else tr.play.plain_month(month=month),
        *map(_place, books.standing),
        *own,
    )


def _place(row: Row) -> str:
    if not row.games:
        return tr.play.place_line(place=row.place, who=row.caller, score=row.score)
    games = tr.count.games(n=row.games)
    return tr.play.place_line_games(place=row.place, who=row.caller, score=row.score, games=games)
