"""Bulletins: last month's winner and top three, and this month's standings, door by door.

A door with a daily deal has a second page for its tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from door.board import luck
from door.board.api import DoorListing, Lobby, Visit
from door.board.tables import ladder
from door.board.tables.effects import LadderRow
from door.board.widgets import look
from door.board.widgets.blocks import PLACE, Lines, Styled, Text, head, line
from door.board.widgets.sheets import SheetPage, SheetState
from door.midend.books import Daily, Row
from door.term.canvas import GREY, WHITE, YELLOW, style
from door.ui.commands import Command
from door.ui.screen import Effects, Speech
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import capitals, commas, day_name, month_name

TITLE: Final = tr.bulletins.title
COLUMNS: Final = (Column(tr.heads.caller, 22, bare=True), Column(tr.heads.score, 7, True))
GAMES: Final = Column(tr.heads.games, 6, True)
DAYS: Final = Column(tr.heads.days, 6, True)


class Leaf(NamedTuple):
    """One page: a door's bulletin, the picture of its month's winner (`plaque`), or its `daily` tables."""

    listing: DoorListing
    plaque: bool = False
    daily: Daily | None = None


@dataclass(frozen=True, slots=True)
class State(SheetState):
    """`heard`: plain mode has already listed the sheets."""

    heard: bool = False


def leaves(lobby: Lobby) -> tuple[Leaf, ...]:
    """Return all pages in the menu's order."""
    found: list[Leaf] = []
    for listing in lobby.doors:
        if listing.books.winners and plaque_name(listing) in lobby.art and not lobby.plain:
            found.append(Leaf(listing, plaque=True))
        found.append(Leaf(listing))
        if listing.books.daily:
            found.append(Leaf(listing, daily=listing.books.daily))
    return tuple(found)


def plaque_name(listing: DoorListing) -> str:
    """Return the lobby's name for the picture of this door's winner."""
    return f"{listing.slug}-winner"


def winners(listing: DoorListing) -> list[Styled]:
    """Return last month's places, or a sentence if nobody finished a game."""
    month = month_name(listing.books.last_month)
    if not listing.books.winners:
        return [(tr.bulletins.no_winner(month=month), style(GREY))]
    best = listing.books.winners[0]
    told = tr.bulletins.winner_of_month(caller=best.caller, month=month, score=best.score)
    return [(told, style(YELLOW)), *table(listing.books.winners)]


def table(rows: Sequence[Row], handle: str = "", games: Column | None = GAMES) -> list[Styled]:
    """Return rows as aligned lines: place, caller, score and, unless None, the column `games`."""
    columns = (PLACE, *COLUMNS, *([games] if games else []))
    lines = [head(columns)]
    for row in rows:
        ink = style(WHITE if row.caller == handle else look.medal(row.place))
        lines.append(line(columns, (f"{row.place}.", row.caller, row.score, row.games), ink))
    return lines


def sheet(lobby: Lobby, at: int) -> Text:
    """Return the text of page `at`."""
    found = leaves(lobby)
    if not found:
        return Text(TITLE(), ((tr.bulletins.no_doors_open(), style(GREY)),))
    listing, note = found[at].listing, tr.common.place_of_total(at=at + 1, of=len(found))
    head = lobby.art.get("bulletin")
    name = listing.name if head else f"{TITLE}: {listing.name}"
    if daily := found[at].daily:
        today, month, last = daily_tables(lobby, listing, daily)
        lines, wide = (*today, ("", 0), *month, *last), ((*today, *last), month)
        return Text(tr.bulletins.daily_of_door(name=name), lines, note, wide, head=head)
    last = (_heading(tr.bulletins.section_top_of_month, listing, listing.books.last_month), *winners(listing))
    if then := listing.books.ladder:
        rows = [LadderRow(row.place, row.caller, row.score, 0, row.games, "") for row in then]
        head_line = _heading(tr.bulletins.section_ladder_at_end, listing, listing.books.last_month)
        last += (("", 0), head_line, *ladder.brief(rows, lobby.handle))
    this = (
        _heading(tr.bulletins.section_month_so_far, listing, listing.books.month),
        *standing(lobby, listing),
    )
    if listing.ladder:
        this += (
            ("", 0),
            (tr.bulletins.section_ladder(), style(listing.accent)),
            *ladder.brief(listing.ladder, lobby.handle),
        )
    if listing.luck:
        this += (("", 0), (tr.bulletins.section_luck(), style(listing.accent)), *luck.brief(listing.luck))
    plaque = lobby.art[plaque_name(listing)] if found[at].plaque else None
    return Text(name, (*last, ("", 0), *this), note, (last, this), head=head, picture=plaque)


def _heading(text: Sentence, listing: DoorListing, month: str) -> Styled:
    return text(month=capitals(month_name(month))), style(listing.accent)


def standing(lobby: Lobby, listing: DoorListing) -> list[Styled]:
    """Return this month's places so far, plus the caller's own if it is further down."""
    books = listing.books
    if not books.standing:
        return [(tr.bulletins.no_standings_yet(), style(GREY))]
    own = [Row(books.rank, lobby.handle, books.score)] if books.rank > len(books.standing) else []
    return table([*books.standing, *own], lobby.handle)


def daily_tables(lobby: Lobby, listing: DoorListing, daily: Daily) -> tuple[Lines, ...]:
    """Return the tables of today (hidden before playing), of the month, and of the last revealed day."""
    head, words = style(listing.accent), style(GREY)
    today: list[Styled] = [(tr.bulletins.section_today(day=capitals(day_name(daily.day))), head)]
    if daily.played:
        today += (
            table(daily.today, lobby.handle, games=None)
            if daily.today
            else [(tr.bulletins.no_scores_yet(), words)]
        )
    else:
        today.append((tr.bulletins.daily_not_played(), words))
    month = [_heading(tr.bulletins.section_days_added_up, listing, daily.day[:7])]
    nobody = tr.bulletins.no_scores_yet() if daily.played else tr.bulletins.daily_not_played()
    month += table(daily.month, lobby.handle, games=DAYS) if daily.month else [(nobody, words)]
    last: list[Styled] = [("", 0), (capitals(day_name(daily.last_day)), head)]
    last += (
        table(daily.last[:3], lobby.handle, games=None) if daily.last else [(tr.bulletins.no_scores(), words)]
    )
    return tuple(today), tuple(month), tuple(last) if daily.last_day else ()


class _Page(SheetPage[State]):
    """One sheet for each door's bulletin, its winner's picture and its daily deals."""

    TITLE = TITLE
    STATE = State
    FRESH = False

    def leaves(self, state: State) -> int:
        return len(leaves(state.lobby))

    def sheet(self, state: State) -> Text:
        return sheet(state.lobby, state.at)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        hall = Command("hall", "h", tr.keys.hall_of_fame, partial(_visit, Visit("hall")))
        found = leaves(state.lobby)
        if not found:
            return (hall,)
        replays = partial(_visit, Visit("replays", found[state.at].listing.slug))
        return hall, Command("replays", "r", tr.keys.replays, replays)

    def tell(self, before: State | None, after: State) -> Speech:
        found, speech = leaves(after.lobby), super().tell(before, after)
        if before or not found:
            return speech
        if after.heard:
            return replace(speech, lines=(TITLE(),))
        titles = (f"{at} {sheet(after.lobby, at - 1).title}" for at in range(1, len(found) + 1))
        pages = (tr.bulletins.plain_pages(pages=commas(titles)),) if len(found) > 1 else ()
        return replace(speech, lines=(*pages, *speech.lines))


def _visit(visit: Visit, state: State) -> tuple[State, Effects]:
    return replace(state, heard=True), (visit,)


PAGE: Final = _Page()
