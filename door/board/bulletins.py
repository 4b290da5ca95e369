"""Bulletins: last month's winner and top three, and this month's standings, door by door.

A door with a daily deal has a second page for its tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.board import luck
from door.board.api import DoorListing, Lobby, Visit
from door.board.tables import ladder
from door.board.tables.effects import LadderRow
from door.board.widgets import look, pager
from door.midend.books import Daily, Row
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Effects, Event, Speech, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Hint, keys_line
from door.ui.words import capitals, commas, day_name, month_name

TITLE: Final = tr.bulletins.title
KEYS: Final = (
    Hint("right", tr.keys.next, "◄ ►"),
    Hint("h", tr.keys.hall_of_fame),
    Hint("r", tr.keys.replays),
    *pager.READ,
)
COLUMNS: Final = (Column(tr.heads.caller, 22, bare=True), Column(tr.heads.score, 7, True))
GAMES: Final = Column(tr.heads.games, 6, True)
DAYS: Final = Column(tr.heads.days, 6, True)
HALL: Final = (Key("h"), Key("H"), Line("h"), Line("H"), Line("hall"))
REPLAYS: Final = (Key("r"), Key("R"), Line("r"), Line("R"), Line("replays"))


class Leaf(NamedTuple):
    """One page: a door's bulletin, the picture of its month's winner (`plaque`), or its `daily` tables."""

    listing: DoorListing
    plaque: bool = False
    daily: Daily | None = None


@dataclass(frozen=True, slots=True)
class State(pager.State):
    """`at` is the index of the current leaf, `sheet` its text. `heard`: plain mode has already listed it."""

    lobby: Lobby
    at: int = 0
    heard: bool = False


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    return State(sheet(lobby, 0), lobby), ()


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


def winners(listing: DoorListing) -> list[pager.Styled]:
    """Return last month's places, or a sentence if nobody finished a game."""
    month = month_name(listing.books.last_month)
    if not listing.books.winners:
        return [(tr.bulletins.no_winner(month=month), style(GREY))]
    best = listing.books.winners[0]
    told = tr.bulletins.winner_of_month(caller=best.caller, month=month, score=best.score)
    return [(told, style(YELLOW)), *table(listing.books.winners)]


def table(rows: Sequence[Row], handle: str = "", games: Column | None = GAMES) -> list[pager.Styled]:
    """Return rows as aligned lines: place, caller, score and, unless None, the column `games`."""
    columns = (pager.PLACE, *COLUMNS, *([games] if games else []))
    lines = [pager.head(columns)]
    for row in rows:
        ink = style(WHITE if row.caller == handle else look.medal(row.place))
        lines.append(pager.row(columns, (f"{row.place}.", row.caller, row.score, row.games), ink))
    return lines


def sheet(lobby: Lobby, at: int) -> pager.Pager:
    """Return the text of page `at`."""
    found = leaves(lobby)
    if not found:
        return pager.Pager(TITLE(), ((tr.bulletins.no_doors_open(), style(GREY)),), keys=(pager.BACK,))
    listing, note = found[at].listing, tr.common.place_of_total(at=at + 1, of=len(found))
    head = lobby.art.get("bulletin")
    name = listing.name if head else f"{TITLE}: {listing.name}"
    if daily := found[at].daily:
        today, month, last = daily_tables(lobby, listing, daily)
        lines, wide = (*today, ("", 0), *month, *last), ((*today, *last), month)
        return pager.Pager(tr.bulletins.daily_of_door(name=name), lines, note, KEYS, head=head, wide=wide)
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
    return pager.Pager(name, (*last, ("", 0), *this), note, KEYS, head=head, wide=(last, this))


def _heading(text: Sentence, listing: DoorListing, month: str) -> pager.Styled:
    return text(month=capitals(month_name(month))), style(listing.accent)


def standing(lobby: Lobby, listing: DoorListing) -> list[pager.Styled]:
    """Return this month's places so far, plus the caller's own if it is further down."""
    books = listing.books
    if not books.standing:
        return [(tr.bulletins.no_standings_yet(), style(GREY))]
    own = [Row(books.rank, lobby.handle, books.score)] if books.rank > len(books.standing) else []
    return table([*books.standing, *own], lobby.handle)


def daily_tables(lobby: Lobby, listing: DoorListing, daily: Daily) -> tuple[pager.Lines, ...]:
    """Return the tables of today (hidden before playing), of the month, and of the last revealed day."""
    head, words = style(listing.accent), style(GREY)
    today: list[pager.Styled] = [(tr.bulletins.section_today(day=capitals(day_name(daily.day))), head)]
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
    last: list[pager.Styled] = [("", 0), (capitals(day_name(daily.last_day)), head)]
    last += (
        table(daily.last[:3], lobby.handle, games=None) if daily.last else [(tr.bulletins.no_scores(), words)]
    )
    return tuple(today), tuple(month), tuple(last) if daily.last_day else ()


def update(state: State, event: Event) -> tuple[State, Effects]:
    found = leaves(state.lobby)
    shown = pager.EMPTY if found and found[state.at].plaque else state.sheet
    at = pager.leaf(shown, event, state.at, len(found))
    if at is not None:
        return State(sheet(state.lobby, at), state.lobby, at), ()
    if event in HALL:
        return replace(state, heard=True), (Visit("hall"),)
    if event in REPLAYS and found:
        return replace(state, heard=True), (Visit("replays", found[state.at].listing.slug),)
    return state.turned(event)


def draw(state: State, view: View) -> Canvas:
    found = leaves(state.lobby)
    if not found or not found[state.at].plaque:
        return pager.draw_page(state, view)
    canvas = look.backdrop(view, state.lobby.art[plaque_name(found[state.at].listing)], TITLE())
    keys_line(canvas, (*KEYS[:3], pager.BACK))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    found = leaves(after.lobby)
    if not found:
        return Speech(
            (tr.bulletins.no_doors_open(),) if before is None else (), tr.common.plain_prompt_go_back()
        )
    if before is None and after.heard:
        return Speech((TITLE(),), tr.bulletins.plain_prompt())
    lines: list[str] = []
    if before is None and len(found) > 1:
        pages = (f"{at} {sheet(after.lobby, at - 1).title}" for at in range(1, len(found) + 1))
        lines.append(tr.bulletins.plain_pages(pages=commas(pages)))
    if before is None or before.at != after.at or before.sheet.lines != after.sheet.lines:
        first, *rest = pager.tell(None, after.sheet).lines
        lines += [tr.bulletins.plain_page_and_place(title=first, place=after.sheet.note), *rest]
    return Speech(tuple(lines), tr.bulletins.plain_prompt())
