"""News between the log-on and the menu: the sysop's, and events since the caller's last call.

On the first call it is a tour of the board. The menu's keys work from here. Plain mode reads the news and
goes straight on to the menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.board import menu
from door.board.api import Lobby, Pass, Visit
from door.board.art.news_files import NewsItem
from door.board.community import last_callers, wall
from door.board.community.effects import NEWS, WhatIsNew
from door.board.widgets import blocks, look
from door.board.widgets.blocks import Layout, Lines, Styled, Text, head, line
from door.board.widgets.page import LINES as PAGE
from door.board.widgets.page import leaf, paper, scrolled
from door.midend.api import Remember
from door.records.community.community import LastCall
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Answer, Effects, Event, Leave, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, keys_line
from door.ui.words import capitals, month_name
from door.ui.words import names as listed

TITLE: Final = tr.news.title
COLUMNS: Final = (
    Column(tr.heads.door, 24, bare=True),
    Column(tr.heads.caller, 30, bare=True),
    Column(tr.heads.score, 8, True),
    Column(tr.heads.you, 5, True),
)
FEATS: Final = (last_callers.COLUMNS[0], Column(tr.heads.what, 50, bare=True))
KEYS: Final = (
    Hint("enter", tr.keys.go_on),
    Hint("o", tr.keys.post_on_wall),
    Hint("pgup", tr.keys.up),
    Hint("pgdn", tr.keys.down),
)
ITEM_KEYS: Final = (Hint("enter", tr.keys.go_on), Hint("esc", tr.keys.to_the_menu))
TOUR_KEYS: Final = (
    Hint("enter", tr.keys.go_on),
    Hint("p", tr.keys.plain_text),
    Hint("esc", tr.keys.to_the_menu),
)
BLANK: Final = Text("")
NEXT: Final = frozenset({"enter", " "})
OUT: Final = frozenset({"esc", "q", "ctrl-c", "ctrl-x"})
TOUR: Final = "tour"
FILES: Final = "files"
"""Arguments: `TOUR` opens the tour, `FILES` only the sysop's news."""

CALLS, LINES = 3, 3
SOON: Final = 0.01  # seconds


class Window(NamedTuple):
    """A part of a news file that fits the screen. `place` is "1 of 3", or "" if the whole file fits."""

    day: str
    picture: Canvas
    place: str


@dataclass(frozen=True, slots=True)
class State:
    """`sheets` are shown in order, and `at` is the current one. `files`: only the sysop's news."""

    lobby: Lobby
    tour: bool = False
    files: bool = False
    sheets: tuple[Text | Window, ...] = ()
    at: int = 0

    @property
    def sheet(self) -> Text | Window:
        return self.sheets[self.at] if self.sheets else BLANK


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    return _toured(lobby) if arg == TOUR else (State(lobby, files=arg == FILES), (NEWS(),))


def _toured(lobby: Lobby, at: int = 0) -> tuple[State, Effects]:
    return State(lobby, True, sheets=tour(lobby), at=at), _on(lobby)


def tour(lobby: Lobby) -> tuple[Text, ...]:
    """Return the tour for first-time callers: three short pages in place of the news."""
    keys = menu.keys(lobby)
    first = tr.tour.first_door(key=1, name=lobby.doors[0].name) if lobby.doors else ""
    texts = (
        tr.tour.first_game(first=first),
        tr.tour.your_screen(plain=tr.tour.plain_is_on() if lobby.plain else tr.tour.plain_offer(), **keys),
        tr.tour.other_callers(sysop=lobby.sysop, **keys),
    )
    title = tr.tour.title(board=lobby.board)
    return tuple(
        paper(title, text, tr.common.place_of_total(at=at, of=len(texts))) for at, text in enumerate(texts, 1)
    )


def _on(lobby: Lobby) -> Effects:
    return (Wake(SOON, "on"),) if lobby.plain else ()


def sheet(news: WhatIsNew, lobby: Lobby) -> Text:
    """Return one page with the newest of everything."""
    told = [] if lobby.plain else menu.news(lobby)  # plain mode says it in the menu right after
    told += [*news.told, *deals(lobby)]
    lines: list[Styled] = [one for said in told for one in blocks.sentence(said, style(WHITE))]
    lines += [("", 0)] * bool(told)
    if news.feats:
        done = (line(FEATS, feat, style(GREY)) for feat in reversed(news.feats))
        lines += [(tr.news.section_well_played(), style(YELLOW)), *done, ("", 0)]
    if calls := _last(news.calls, lobby.handle):
        lines += [
            (tr.news.section_last_callers(), style(YELLOW)),
            *last_callers.lines_of(calls, lobby.handle),
        ]
    posted = wall.lines_of(news.posted[-LINES:]) if news.posted else ()
    written = ((tr.news.section_wall(), style(YELLOW)), *posted) if posted else ()
    for part in filter(None, (winners(lobby), leaders(lobby), written)):
        lines += [("", 0), *part]
    return Text(tr.news.heading(), tuple(lines), tr.news.plain_hello(handle=lobby.handle))


def deals(lobby: Lobby) -> list[str]:
    """Return a sentence naming the daily deals that the caller has yet to play."""
    open_doors = (listing for listing in lobby.doors if not listing.shut)
    names = [
        one.name for one in open_doors if (deal := one.books.daily) and deal.may_play and not deal.played
    ]
    return [tr.news.deals_not_played(doors=listed(names))] if names else []


def _last(calls: Sequence[LastCall], own: str) -> list[LastCall]:
    """Return the calls of the three other callers who called last, caller by caller."""
    others = [one for one in calls if one.handle != own]
    shown = [*dict.fromkeys(one.handle for one in reversed(others))][:CALLS]
    return [one for who in reversed(shown) for one in others if one.handle == who]


def winners(lobby: Lobby) -> Lines:
    """Return last month's winners, door by door, and the caller's own places."""
    own = {
        door.slug: row.place
        for door in lobby.doors
        for row in door.books.winners
        if row.caller == lobby.handle
    }
    rows = [
        line(
            COLUMNS, (door.name, best.caller, best.score, f"#{own[door.slug]}" if door.slug in own else "-"),
            style(YELLOW if best.caller == lobby.handle else GREY),
        )
        for door in lobby.doors
        for best in door.books.winners[:1]
    ]  # fmt: skip
    if not rows:
        return ()
    month = capitals(month_name(lobby.doors[0].books.last_month))
    return ((tr.news.section_winners(month=month), style(YELLOW)), head(COLUMNS), *rows)


def leaders(lobby: Lobby) -> Lines:
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


def windows(item: NewsItem, lobby: Lobby) -> Iterator[Window]:
    """Split the file into parts that fit the caller's screen. Plain mode gets the whole file."""
    _, _, size = lobby.terminal.get("size", "").partition("x")
    rows = item.picture.rows
    room = rows if lobby.plain else max(look.HEIGHT, int(size) - 1 if size.isdecimal() else 0) - 1
    tops = [*range(0, max(1, rows - room), room), *([rows - room] if rows > room else ())]
    for at, top in enumerate(tops, 1):
        part = Canvas(item.picture.cols, min(room, rows), item.picture.cells[top : top + room])
        yield Window(item.day, part, tr.common.place_of_total(at=at, of=len(tops)) if len(tops) > 1 else "")


def update(state: State, event: Event) -> tuple[State, Effects]:
    match event:
        case Answer(_, WhatIsNew() as found):
            shown = (part for item in found.items for part in windows(item, state.lobby))
            last = () if state.files else (sheet(found, state.lobby),)
            sheets: tuple[Text | Window, ...] = (*shown, *last)
            if not sheets:  # all files are gone since the check
                return state, (Leave(),)
            return replace(state, sheets=sheets, at=min(state.at, len(sheets) - 1)), _on(state.lobby)
        case Lobby():
            return _toured(event, state.at) if state.tour else (replace(state, lobby=event), (NEWS(),))
        case Key("p" | "P") if state.tour:
            return state, (Remember("plain", "on"),)
        case Key("o" | "O") if not state.tour:
            return state, (Visit("wall"),)
        case Key(name) if len(name) > 1 and navigation.direction(
            name
        ):  # letters and digits belong to the menu
            return _leafed(state, event)
        case Key(name) if name.lower() in OUT:
            return state, (Leave(),)
        case Key(name) if name in NEXT:
            return _next(state)
        case Mouse(action="press"):
            return _next(state)
        case Key() | Line():
            return state, (Pass(event),)
        case Tick():
            return state, (Leave(),)
    return state, ()


def _next(state: State) -> tuple[State, Effects]:
    if state.at + 1 < len(state.sheets):
        return replace(state, at=state.at + 1), ()
    return state, (Leave(),)


def _leafed(state: State, key: Key) -> tuple[State, Effects]:
    """Scroll a sheet that is longer than the screen, or go from one sheet to another."""
    here, name = state.sheet if isinstance(state.sheet, Text) else BLANK, key.name.lower()
    at = leaf(here, name, state.at, len(state.sheets))
    if at is not None:
        return replace(state, at=at), ()
    top = scrolled(here, navigation.lines(name, PAGE), 1)
    if top == here.top:
        return state, ()
    sheets = (*state.sheets[: state.at], replace(here, top=top), *state.sheets[state.at + 1 :])
    return replace(state, sheets=sheets), ()


def draw(state: State, view: View) -> Canvas:
    here = state.sheet
    if isinstance(here, Text):
        keys = TOUR_KEYS if state.tour else KEYS
        return blocks.to_canvas(Layout(here.title, here, foot=1, keys=keys), view)
    size = look.block(view, here.picture.rows + 1)
    canvas = Canvas(size.cols, size.rows)
    canvas.blit(here.picture, (canvas.cols - here.picture.cols) // 2)
    keys_line(canvas, ITEM_KEYS)
    canvas.put(2, canvas.rows - 1, here.day, style(GREY))
    canvas.right(canvas.cols - 3, canvas.rows - 1, here.place, style(GREY))
    return canvas


def tell(before: State | None, after: State) -> Speech:
    prompt = "" if after.lobby.plain else tr.news.plain_prompt()
    if not after.sheets or (before is not None and before.sheets == after.sheets):
        return Speech((), prompt if after.sheets else "")
    return Speech(tuple(line for one in after.sheets for line in _said(one)), prompt)


def _said(one: Text | Window) -> tuple[str, ...]:
    if isinstance(one, Text):
        return blocks.to_speech(None, Layout(one.title, one)).lines
    rows = one.picture.text().split("\n")
    lines = (" ".join(word for word in row.split() if any(map(str.isalnum, word))) for row in rows)
    return (tr.news.section_from_sysop(day=one.day), *filter(None, lines))
