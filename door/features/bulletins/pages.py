"""Bulletins: last month's winner and top three, and this month's standings, door by door. The hall of fame.
And callers' choices in the day's puzzle.

A door with a daily deal has a second page for its tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from door.features.tables.pages import ladder
from door.pages.api import HALL, DoorListing, DoorsLobby, LadderRow, Visit
from door.pages.page import doing
from door.pages.sheets import SheetPage, SheetState
from door.play.books import Daily, LuckRow, PlaceRow
from door.records.community.community import Chosen, Solver
from door.records.ledger.standings import Won
from door.term.canvas import GREY, WHITE, YELLOW, style
from door.ui import look
from door.ui.blocks import PLACE, Lines, Styled, Text, Told, head, line
from door.ui.commands import Command
from door.ui.screen import Effects, Query, Speech
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, cut, heads, row_text, row_told
from door.ui.words import capitals, commas, day_name, hundredths, month_name

LUCK_TITLE: Final = tr.bulletins.title_luck
_LUCK: Final = (
    PLACE,
    Column(tr.heads.caller, 20, bare=True),
    Column(tr.heads.score, 9, True),
    Column(tr.heads.luck, 9, True),
    Column(tr.heads.choices, 9, True),
    Column(tr.heads.games, 5, True),
)
_LUCK_BRIEF: Final = _LUCK[:4]


def luck_lines(rows: Sequence[LuckRow]) -> tuple[str, ...]:
    """Return a heading and a row per caller, at most 78 columns, or nothing if nobody has played."""
    if not rows:
        return ()
    return (heads(_LUCK), *(row_text(_LUCK, _luck_cells(row)) for row in rows))


def luck_brief(rows: Sequence[LuckRow]) -> Lines:
    """Return the same for a bulletin: place, caller, score and luck."""
    return (head(_LUCK_BRIEF), *(line(_LUCK_BRIEF, _luck_cells(row), style(GREY)) for row in rows))


def _luck_cells(row: LuckRow) -> tuple[str, ...]:
    figures = (f"{row.score:.2f}", hundredths(row.luck, "+"), hundredths(-row.cost), f"{row.games}")
    return (f"{row.place}.", row.caller, *figures)


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
class BulletinState(SheetState):
    """`heard`: plain mode has already listed the sheets."""

    lobby: DoorsLobby
    heard: bool = False


def leaves(lobby: DoorsLobby) -> tuple[Leaf, ...]:
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


def table(rows: Sequence[PlaceRow], handle: str = "", games: Column | None = GAMES) -> list[Styled]:
    """Return rows as aligned lines: place, caller, score and, unless None, the column `games`."""
    columns = (PLACE, *COLUMNS, *([games] if games else []))
    lines = [head(columns)]
    for row in rows:
        ink = style(WHITE if row.caller == handle else look.medal(row.place))
        lines.append(line(columns, (f"{row.place}.", row.caller, row.score, row.games), ink))
    return lines


def sheet(lobby: DoorsLobby, at: int) -> Text:
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
        this += (("", 0), (tr.bulletins.section_luck(), style(listing.accent)), *luck_brief(listing.luck))
    plaque = lobby.art[plaque_name(listing)] if found[at].plaque else None
    return Text(name, (*last, ("", 0), *this), note, (last, this), head=head, picture=plaque)


def _heading(text: Sentence, listing: DoorListing, month: str) -> Styled:
    return text(month=capitals(month_name(month))), style(listing.accent)


def standing(lobby: DoorsLobby, listing: DoorListing) -> list[Styled]:
    """Return this month's places so far, plus the caller's own if it is further down."""
    books = listing.books
    if not books.standing:
        return [(tr.bulletins.no_standings_yet(), style(GREY))]
    own = [PlaceRow(books.rank, lobby.handle, books.score)] if books.rank > len(books.standing) else []
    return table([*books.standing, *own], lobby.handle)


def daily_tables(lobby: DoorsLobby, listing: DoorListing, daily: Daily) -> tuple[Lines, ...]:
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


class _BulletinPage(SheetPage[BulletinState]):
    """One sheet for each door's bulletin, its winner's picture and its daily deals."""

    TITLE = TITLE
    LOBBY = DoorsLobby
    STATE = BulletinState
    FRESH = False

    def leaves(self, state: BulletinState) -> int:
        return len(leaves(state.lobby))

    def sheet(self, state: BulletinState) -> Text:
        return sheet(state.lobby, state.at)

    def commands(self, state: BulletinState) -> tuple[Command[BulletinState], ...]:
        hall = Command("hall", "h", tr.keys.hall_of_fame, partial(_visit, Visit("hall")))
        found = leaves(state.lobby)
        if not found:
            return (hall,)
        replays = partial(_visit, Visit("replays", found[state.at].listing.slug))
        return hall, Command("replays", "r", tr.keys.replays, replays)

    def tell(self, before: BulletinState | None, after: BulletinState) -> Speech:
        found, speech = leaves(after.lobby), super().tell(before, after)
        if before or not found:
            return speech
        if after.heard:
            return replace(speech, lines=(TITLE(),))
        titles = (f"{at} {sheet(after.lobby, at - 1).title}" for at in range(1, len(found) + 1))
        pages = (tr.bulletins.plain_pages(pages=commas(titles)),) if len(found) > 1 else ()
        return replace(speech, lines=(*pages, *speech.lines))


def _visit(visit: Visit, state: BulletinState) -> tuple[BulletinState, Effects]:
    return replace(state, heard=True), (visit,)


PAGE: Final = _BulletinPage()


RANKED: Final = (Column("", 4, True), *COLUMNS, GAMES)


def by_month(won: Sequence[Won]) -> tuple[tuple[Won, ...], ...]:
    """Group winners by month, in the order given."""
    months: dict[str, list[Won]] = {}
    for one in won:
        months.setdefault(one.month, []).append(one)
    return tuple(map(tuple, months.values()))


@dataclass(frozen=True, slots=True)
class HallState(SheetState):
    lobby: DoorsLobby


class _HallPage(SheetPage[HallState]):
    """One sheet a month, the newest first."""

    TITLE = tr.bulletins.title_hall
    FACE = "hall"
    LOBBY = DoorsLobby
    STATE = HallState
    QUERY = HALL
    FRESH = False

    def leaves(self, state: HallState) -> int:
        return len(by_month(state.found or ()))

    def sheet(self, state: HallState) -> Text:
        months = by_month(state.found)
        if not months:
            return Text(self.TITLE(), ((tr.bulletins.no_months_over(), style(GREY)),))
        listings = {listing.slug: listing for listing in state.lobby.doors}
        lines: list[Styled] = []
        for won in months[state.at]:
            listing = listings.get(won.slug)
            lines += [("", 0)] if lines else []
            lines.append((listing.name if listing else won.slug, style(listing.accent if listing else WHITE)))
            for row in won.rows:
                games = tr.bulletins.hall_in_games(games=tr.count.games(n=row.games))
                text = f"  {row.place:>2}. {row.caller:<34} {row.score:>9}  {games}"
                told = row_told(RANKED, (f"{row.place}.", row.caller, row.score, row.games))
                lines.append(Told(text, style(look.medal(row.place)), told))
        title = f"{self.TITLE}: {month_name(months[state.at][0].month)}"
        return Text(title, tuple(lines), tr.common.place_of_total(at=state.at + 1, of=len(months)))

    def commands(self, state: HallState) -> tuple[Command[HallState], ...]:
        months = by_month(state.found or ())
        if not months:
            return ()
        return (Command("replays", "r", tr.keys.replays, doing(Visit("replays", months[state.at][0].month))),)


HALL_PAGE: Final = _HallPage()


# -- the puzzle ----------------------------------------------------------------------------------

MOST: Final = 6
"""Most moves that have a line of their own."""

TOP: Final = 10
BAR: Final = 24
"""Columns of a bar."""

SOLVERS: Final = (
    PLACE,
    Column(tr.heads.caller, 30, bare=True),
    Column(tr.puzzle.head_solved, 8, True),
    Column(tr.puzzle.head_tried, 8, True),
    Column(tr.puzzle.head_streak, 8, True),
)


class PuzzleCrowd(NamedTuple):
    """A puzzle's answers. `own` is the caller's move, "" if it isn't known. `solvers` have their streaks."""

    door: str
    day: str
    chosen: tuple[Chosen, ...]
    own: str
    month: str
    solvers: tuple[tuple[Solver, int], ...]


CROWD: Final[Query[str, PuzzleCrowd]] = Query("crowd")
"""The answers to a puzzle, by its door's slug and its day ("shutbox 2026-11-21")."""


class _PuzzlePage(SheetPage[SheetState]):
    """The argument is the query's."""

    TITLE = tr.puzzle.title
    QUERY = CROWD
    BY_ARG = True

    def sheet(self, state: SheetState) -> Text:
        crowd: PuzzleCrowd = state.found
        handle = state.lobby.handle
        rows = [
            line(
                SOLVERS,
                (f"{place}.", one.caller, one.solved, one.tried, streak or "-"),
                style(YELLOW if one.caller == handle else GREY),
            )
            for place, (one, streak) in enumerate(crowd.solvers[:TOP], start=1)
        ]
        month = tr.puzzle.section_solvers(month=capitals(month_name(crowd.month)))
        table = (("", 0), (month, style(YELLOW)), head(SOLVERS), *rows) if rows else ()
        return Text(tr.puzzle.title_at(door=crowd.door), (*_choice_lines(crowd), *table), crowd.day)


def _choice_lines(crowd: PuzzleCrowd) -> Lines:
    """Return a line for each of the moves chosen most often, and one for the others."""
    total = sum(one.callers for one in crowd.chosen)
    if not total:
        return ((tr.puzzle.nobody_yet(), style(WHITE)),)
    right = sum(one.callers for one in crowd.chosen if one.right)
    lines: list[Styled] = [
        (tr.puzzle.how_many_solved(solved=right, callers=tr.count.callers(n=total)), style(WHITE)), ("", 0)
    ]  # fmt: skip
    for one in crowd.chosen[:MOST]:
        words = [tr.puzzle.right_choice()] * one.right + [tr.puzzle.your_choice()] * (one.move == crowd.own)
        lines.append(_bar(one.move, one.callers, total, ", ".join(words), one.right))
    if others := sum(one.callers for one in crowd.chosen[MOST:]):
        lines.append(_bar(tr.puzzle.other_choices(), others, total, "", False))
    return tuple(lines)


def _bar(move: str, callers: int, total: int, note: str, right: bool) -> Styled:
    percent, full = round(100 * callers / total), round(BAR * callers / total)
    bar = "█" * full + "░" * (BAR - full)
    text = f"{cut(move, 16):<16} {bar} {percent:>3} %{callers:>6}  {note}"
    told = tr.puzzle.plain_chosen(move=move, percent=percent, callers=tr.count.callers(n=callers))
    return Told(text, style(WHITE if right else GREY), f"{told}, {note}" if note else told)


PUZZLE_PAGE: Final = _PuzzlePage()
