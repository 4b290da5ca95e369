"""The archive of a door's past deals, by date. They are played off the record."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from door.pages.api import Pass, Visit
from door.pages.lists import ListPage, ListState
from door.pages.page import asking, doing
from door.pages.sheets import SheetPage, SheetState
from door.play.api import PlayPast
from door.play.books import PastDeal
from door.screens.doors import find
from door.term.canvas import GREY, WHITE, YELLOW, style
from door.ui.blocks import Row, Styled, Text, Told
from door.ui.commands import Command
from door.ui.screen import Effects, Query
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import bar, day_name, ordinal

ARCHIVE: Final[Query[str, tuple[PastDeal, ...]]] = Query("archive")
"""A door's latest past deals by its slug, the latest first, with the caller's own results."""

BAR: Final = 30
"""Columns of a bar."""

State = ListState[PastDeal]
Next = tuple[State, Effects]


class _ArchivePage(ListPage[State, PastDeal]):
    """The argument is the door's slug. The door's screen is below and begins the game."""

    TITLE = tr.archive.title
    QUERY = ARCHIVE
    BY_ARG = True
    COUNTED = tr.count.deals
    FRESH = False
    KEY = "day"
    EMPTY = tr.archive.empty
    COLUMNS = (
        Column(tr.archive.head_day, 17),
        Column(tr.archive.head_winner, 20, grow=1, most=26, bare=True),
        Column(tr.heads.score, 6, True),
        Column(tr.archive.head_callers, 7, True),
        Column(tr.archive.head_you, 6, True),
        Column(tr.archive.head_place, 6, True),
    )

    def title(self, state: State) -> str:
        door = find(state.arg)
        return tr.archive.title_of(door=door.INFO.name()) if door else self.TITLE()

    def row(self, state: State, one: PastDeal) -> Row:
        best = one.best
        own = "" if one.score is None else f"{one.score}"
        place = ordinal(one.place) if one.place else ""
        winner, score = (best.caller, f"{best.score}") if best else (tr.archive.nobody(), "")
        return Row(
            (day_name(one.day), winner, score, f"{one.callers}", own or "-", place or "-"), told=_words(one)
        )

    def about(self, state: State) -> str:
        return tr.archive.off_the_record()

    def commands(self, state: State) -> tuple[Command[State], ...]:
        by_date = asking(tr.archive.ask_date, 10, _play_date)
        return (
            Command(
                "play", "enter", tr.keys.play, lambda state: _play(state, state.marked_row.day), on_row=True
            ),
            Command("date", "d", tr.keys.by_date, by_date),
            Command("own", "y", tr.keys.your_deals, doing(Visit("deals", state.arg))),
        )


def _words(one: PastDeal) -> str:
    """Return a row in words."""
    told = tr.archive.plain_nobody(day=day_name(one.day))
    if one.best:
        callers = tr.count.callers(n=one.callers)
        told = tr.archive.plain_row(
            day=day_name(one.day), who=one.best.caller, score=one.best.score, callers=callers
        )
    if one.score is None:
        return told
    if not one.place:
        return tr.archive.plain_and_yours(row=told, score=one.score)
    return tr.archive.plain_and_yours_place(row=told, score=one.score, place=ordinal(one.place))


def _play(state: State, day: str) -> Next:
    return state, (Pass(PlayPast(day)),)


def _play_date(state: State, text: str) -> Next:
    try:
        day = date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        refused, rang = state.refuse(tr.archive.not_a_date(text=text))
        return replace(refused, entry=state.sent), rang  # to be corrected
    return _play(state, day)


PAGE: Final = _ArchivePage()

# -- the caller's own deals ------------------------------------------------------------------------

RANGES: Final = ((1, 1), (2, 2), (3, 3), (4, 10), (11, 1_000_000))
"""Places that share a bar."""

SHOWN: Final = 8
"""Most days with a bar of their own."""


class _DealsPage(SheetPage[SheetState]):
    """The argument is the door's slug: how the caller's past deals there went, with bars."""

    TITLE = tr.archive.title_own
    QUERY = ARCHIVE
    BY_ARG = True
    FRESH = False

    def sheet(self, state: SheetState) -> Text:
        past: tuple[PastDeal, ...] = state.found
        door = find(state.arg)
        title = tr.archive.title_own_of(door=door.INFO.name()) if door else self.TITLE()
        own = [one for one in past if one.score is not None]
        if not own:
            return Text(title, ((tr.archive.none_of_yours(), style(GREY)),))
        played = tr.archive.played_of(deals=tr.count.deals(n=len(own)), all=len(past))
        lines: list[Styled] = [(played, style(WHITE)), ("", 0), (tr.archive.section_places(), style(YELLOW))]
        counts = [sum(low <= one.place <= high for one in own) for low, high in RANGES]
        counts.append(len(own) - sum(counts))
        for name, count in zip(_range_names(), counts, strict=True):
            row = f"{name:<14} {bar(count, max(counts), BAR)} {count:>3}"
            told = tr.archive.plain_places(place=name, deals=tr.count.deals(n=count))
            lines.append(Told(row, style(GREY), told))
        lines += [("", 0), (tr.archive.section_days(), style(YELLOW))]
        for one in own[:SHOWN]:
            level = one.callers - one.place + 1 if one.place else 0
            row = f"{day_name(one.day):<17} {bar(level, one.callers, BAR - 3)} {_result(one)}"
            told = tr.archive.plain_result(day=day_name(one.day), result=_result(one))
            lines.append(Told(row, style(YELLOW if one.place == 1 else GREY), told))
        return Text(title, tuple(lines))


def _range_names() -> tuple[str, ...]:
    return (
        *(ordinal(low) for low, high in RANGES if low == high),
        tr.archive.places_from_to(low=ordinal(4), high=ordinal(10)),
        tr.archive.places_lower(),
        tr.archive.places_none(),
    )


def _result(one: PastDeal) -> str:
    if not one.place:
        return tr.archive.result_no_place(score=one.score)
    callers = tr.count.callers(n=one.callers)
    return tr.archive.result(score=one.score, place=ordinal(one.place), callers=callers)


DEALS_PAGE: Final = _DealsPage()
