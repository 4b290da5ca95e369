"""News between the log-on and the menu: the sysop's, and events since the caller's last call.

The menu's keys work from here. Plain mode reads a sheet and waits for Enter, or for a command of the menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.features.bulletins.pages import plaque_name
from door.features.callers.pages import callers
from door.features.menu.pages import menu
from door.features.news.asks import NEWS, WhatIsNew
from door.features.news.news_files import NewsItem
from door.features.wall import pages as wall
from door.pages.api import Pass, Visit
from door.pages.page import doing
from door.pages.sheets import SheetPage, SheetState
from door.play import next_thing
from door.play.books import Books
from door.records.community.community import LastCall
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import blocks, look, navigation
from door.ui.blocks import Layout, Lines, Styled, Text, head, line
from door.ui.commands import Command
from door.ui.screen import Effects, Event, Speech
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, cut
from door.ui.words import capitals, month_name
from door.ui.words import names as listed

COLUMNS: Final = (
    Column(tr.heads.door, 24, bare=True),
    Column(tr.heads.caller, 30, bare=True),
    Column(tr.heads.score, 8, True),
    Column(tr.heads.you, 5, True),
)
WINNERS: Final = (
    Column(tr.heads.door, 22, bare=True),
    Column(tr.heads.first, 16, bare=True),
    Column(tr.heads.second, 16, bare=True),
    Column(tr.heads.third, 16, bare=True),
)
FEATS: Final = (callers.COLUMNS[0], Column(tr.heads.what, 50, bare=True))
FILES: Final = "files"
"""The argument that opens only the sysop's news."""

CALLS, LINES = 3, 3


@dataclass(frozen=True, slots=True)
class NewsState(SheetState):
    """`sheets` are shown in order."""

    lobby: menu.MenuLobby
    sheets: tuple[Text, ...] = ()


Next = tuple[NewsState, Effects]


class SheetsBeforeMenu(SheetPage[NewsState]):
    """Sheets on the way to the menu. Its letters, digits and words already work."""

    STATE = NewsState
    LOBBY = menu.MenuLobby
    ENTERS = True
    BACK = Hint("esc", tr.keys.to_the_menu)

    def sheets(self, state: NewsState) -> tuple[Text, ...]:
        raise NotImplementedError

    def leaves(self, state: NewsState) -> int:
        return len(state.sheets)

    def sheet(self, state: NewsState) -> Text:
        return state.sheets[state.at]

    def body(self, state: NewsState) -> Text:
        return replace(super().body(state), leaves=1)  # Enter goes on from sheet to sheet

    def open_sheets(self, state: NewsState) -> Next:
        sheets = self.sheets(state)
        if not sheets:  # all files are gone since the check
            return self.leave(state)
        state = replace(state, sheets=sheets, at=min(state.at, len(sheets) - 1))
        return self.with_sheet(state), ()

    def go_on(self, state: NewsState) -> Next:
        return self.turn_to(state, state.at + 1) if state.at + 1 < len(state.sheets) else self.leave(state)

    def commands(self, state: NewsState) -> tuple[Command[NewsState], ...]:
        return (Command("on", "enter", tr.keys.go_on, self.go_on, also=(" ",)),)

    def line(self, state: NewsState, text: str) -> Next:
        return state, (Pass(Line(text)),)

    def update(self, state: NewsState, event: Event) -> Next:
        match event:
            case Mouse(action="press"):
                return self.go_on(state)
            case Key(name):
                key = name.lower()
                moves = len(key) > 1 and navigation.direction(key)
                own = any(one.pressed(key) for one in self.commands(state))
                return (
                    super().update(state, event)
                    if moves or own or key in navigation.LEAVE
                    else (state, (Pass(event),))
                )
        return super().update(state, event)

    def tell(self, before: NewsState | None, after: NewsState) -> Speech:
        if before is not None and (before.sheets, before.at) == (after.sheets, after.at):
            return Speech((), tr.news.plain_prompt())
        said = to_speech(None, Layout(after.sheet.title, after.sheet)).lines if after.sheets else ()
        return Speech(said, tr.news.plain_prompt() if after.sheets else "")


class _NewsPage(SheetsBeforeMenu):
    TITLE = tr.news.title
    QUERY = NEWS

    def receive(self, state: NewsState, reply: Event) -> Next | None:
        found = NEWS.answer_in(reply)
        return None if found is None else self.open_sheets(replace(state, found=found))

    def sheets(self, state: NewsState) -> tuple[Text, ...]:
        found: WhatIsNew = state.found
        files = [part for item in found.items for part in windows(item, state.lobby)]
        if not state.lobby.plain:  # plain mode says it
            files = [*cups(found.cups, state.lobby), *files]
        return tuple(files if state.arg == FILES else [*files, sheet(found, state.lobby)])

    def commands(self, state: NewsState) -> tuple[Command[NewsState], ...]:
        wall: Command[NewsState] = Command("wall", "o", tr.keys.post_on_wall, doing(Visit("wall")))
        return (*super().commands(state), *(() if state.sheet.picture else (wall,)))


def cups(slugs: Sequence[str], lobby: menu.MenuLobby) -> Iterator[Text]:
    """Yield the pictures of the months that the caller has won at those doors."""
    won = [one for one in lobby.doors if one.slug in slugs and plaque_name(one) in lobby.art]
    for one in won:
        month, first = month_name(one.books.last_month), one.books.winners[0]
        words = tr.bulletins.winner_of_month(caller=first.caller, month=month, score=first.score)
        for part in windows(NewsItem(one.name, lobby.art[plaque_name(one)]), lobby):
            yield replace(part, words=(words,))


def sheet(news: WhatIsNew, lobby: menu.MenuLobby) -> Text:
    told = [] if lobby.plain else menu.news(lobby)  # plain mode says it in the menu right after
    told += [*news.sentences, *deals(lobby)]
    lines: list[Styled] = [one for said in told for one in blocks.sentence(said, style(WHITE))]
    lines += [("", 0)] * bool(told)
    if news.feats:
        done = (line(FEATS, feat, style(GREY)) for feat in reversed(news.feats))
        lines += [(tr.news.section_well_played(), style(YELLOW)), *done, ("", 0)]
    if calls := _last(news.calls, lobby.handle):
        lines += [(tr.news.section_last_callers(), style(YELLOW)), *callers.lines_of(calls, lobby.handle)]
    posted = wall.lines_of(news.posted[-LINES:]) if news.posted else ()
    written = ((tr.news.section_wall(), style(YELLOW)), *posted) if posted else ()
    for part in filter(None, (winners(lobby), leaders(lobby), written)):
        lines += [("", 0), *part]
    return Text(tr.news.heading(), tuple(lines), tr.news.plain_hello(handle=lobby.handle))


def deals(lobby: menu.MenuLobby) -> list[str]:
    """Return a sentence naming today's deals that wait at doors where the caller plays deals."""
    open_doors = (listing for listing in lobby.doors if not listing.shut)
    names = [one.name for one in open_doors if next_thing.plays_deals(one.books) and _waits(one.books)]
    return [tr.news.deals_not_played(doors=listed(names))] if names else []


def _waits(books: Books) -> bool:
    return books.daily is not None and books.daily.may_play and not books.daily.played


def _last(calls: Sequence[LastCall], own: str) -> list[LastCall]:
    """Return the calls of the three other callers who called last, caller by caller."""
    others = [one for one in calls if one.handle != own]
    shown = [*dict.fromkeys(one.handle for one in reversed(others))][:CALLS]
    return [one for who in reversed(shown) for one in others if one.handle == who]


def winners(lobby: menu.MenuLobby) -> Lines:
    """Return last month's first three, door by door. Rows with the caller stand out."""
    rows = []
    for door in lobby.doors:
        if first := door.books.winners[:3]:
            room = WINNERS[1].width - 1
            cells = (f"{cut(row.caller, room - len(str(row.score)))} {row.score}" for row in first)
            told = (tr.news.plain_winner(place=row.place, who=row.caller, score=row.score) for row in first)
            ink = YELLOW if lobby.handle in [row.caller for row in first] else GREY
            none = [""] * (3 - len(first))
            rows.append(line(WINNERS, (door.name, *cells, *none), style(ink), (door.name, *told, *none)))
    if not rows:
        return ()
    month = capitals(month_name(lobby.doors[0].books.last_month))
    return ((tr.news.section_winners(month=month), style(YELLOW)), head(WINNERS), *rows)


def leaders(lobby: menu.MenuLobby) -> Lines:
    """Return this month's leaders, door by door, and the caller's own places."""
    rows = [
        line(COLUMNS, (door.name, best.caller, best.score, f"#{own}" if own else "-"), style(WHITE))
        for door in lobby.doors
        for best, own in ((row, door.books.rank) for row in door.books.standing[:1])
    ]
    if not rows:
        return ()
    month = capitals(month_name(lobby.doors[0].books.month))
    return ((tr.news.section_leaders(month=month), style(YELLOW)), head(COLUMNS), *rows)


def windows(item: NewsItem, lobby: menu.MenuLobby) -> Iterator[Text]:
    """Split the file into parts that fit the caller's screen. Plain mode gets the whole file."""
    _, _, size = lobby.terminal.get("size", "").partition("x")
    rows = item.picture.rows
    room = rows if lobby.plain else max(look.HEIGHT, int(size) - 1 if size.isdecimal() else 0) - 1
    tops = [*range(0, max(1, rows - room), room), *([rows - room] if rows > room else ())]
    day = tr.news.section_from_sysop(day=item.day) if lobby.plain else item.day
    for at, top in enumerate(tops, 1):
        part = Canvas(item.picture.cols, min(room, rows), item.picture.cells[top : top + room])
        place = tr.common.place_of_total(at=at, of=len(tops)) if len(tops) > 1 else ""
        words = (" ".join(word for word in row.split() if any(map(str.isalnum, word)))
                 for row in part.text().split("\n"))  # fmt: skip
        picture = Canvas(part.cols, part.rows + 1)  # the last row is for the keys
        picture.blit(part)
        yield Text(day, (), place, words=tuple(filter(None, words)), picture=picture)


PAGE: Final = _NewsPage()
