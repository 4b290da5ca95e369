"""Finished games: all, or by door, caller or month; one to replay; and one to take along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from door.pages.api import Lobby, Visit
from door.pages.lists import ListPage, ListState, visiting
from door.pages.page import Page, PageState, asking, doing, sending
from door.pages.sheets import SheetPage, SheetState
from door.play.api import Setup
from door.play.replay import CANNOT, RecordedGame
from door.records.journal.find import Wanted
from door.screens.doors import find
from door.screens.replays.screen import ReplayScreen
from door.screens.state import State as GameState
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, style
from door.ui.blocks import SILENT, Layout, Row, Styled, Text, sentence
from door.ui.commands import Command
from door.ui.look import HEIGHT
from door.ui.screen import Closeup, Effects, Event, No, Query, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Column, wrap
from door.ui.words import month_name

MINE: Final = "mine"
"""The argument for the caller's own games."""

BY: Final = "by "
"""The argument's prefix before a caller's handle. Without it the argument is a door's slug, a month, or "".
"""


class ReplayRow(NamedTuple):
    """A finished game in a list. `when` is its end by the board's clock."""

    id: str
    when: str
    door: str
    players: str
    score: str


class ReplayFound(NamedTuple):
    """A finished game, and its door's parameters for a viewer."""

    finished: RecordedGame
    setup: Setup


REPLAYS: Final[Query[Wanted, tuple[ReplayRow, ...]]] = Query("replays")
"""The latest finished games, latest first."""

REPLAY: Final[Query[str, ReplayFound]] = Query("replay")
"""The finished game whose id starts with this."""

State = ListState[ReplayRow]
Next = tuple[State, Effects]


class _ReplaysPage(ListPage[State, ReplayRow]):
    TITLE = tr.replay.title_list
    QUERY = REPLAYS
    COUNTED = tr.count.games
    FRESH = False
    EMPTY = tr.replay.no_games
    COLUMNS = (
        Column(tr.heads.ended, 13),
        Column(tr.heads.game, 22),
        Column(tr.heads.by, 23, grow=1),
        Column(tr.heads.score, 10, True, grow=1, most=12),
    )

    def first(self, lobby: Lobby, arg: str) -> State:
        return ListState(lobby, f"{BY}{lobby.handle}" if arg == MINE else arg)

    def load(self, state: State) -> Effects:
        of = state.arg
        if of.startswith(BY):
            return (REPLAYS(Wanted(caller=of.removeprefix(BY))),)
        return (REPLAYS(Wanted(door=of) if find(of) else Wanted(month=of)),)

    def title(self, state: State) -> str:
        of = state.arg
        name = of.removeprefix(BY) if of.startswith(BY) else _door(of) if find(of) else month_name(of)
        return f"{self.TITLE}: {name}" if name else self.TITLE()

    def about(self, state: State) -> str:
        return tr.replay.game_details(players=state.marked_row.players, id=state.marked_row.id)

    def row(self, state: State, one: ReplayRow) -> Row:
        name = _door(one.door)
        told = f"{one.when}, {name}, {one.players}: {one.score}"
        return Row((one.when, name, one.players, one.score), told=told)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        find = asking(tr.replay.ask_whose_games, 30, self.search, may_be_empty=True)
        game = sending(lambda text: Visit("replay", text.lower()))
        return (
            Command("watch", "enter", tr.keys.watch, visiting("replay", "id"), on_row=True),
            Command("find", "f", tr.keys.games_of_caller, find),
            Command("game", "g", tr.keys.game_by_id, asking(tr.replay.ask_game_id, 32, game)),
        )

    def search(self, state: State, text: str) -> Next:
        return self.anew(replace(state, arg=f"{BY}{text}" if text else ""))


def _door(slug: str) -> str:
    door = find(slug)
    return door.INFO.name() if door else slug


@dataclass(frozen=True, slots=True)
class ReplayPageState(PageState):
    """`replay` is missing until the game is found. `note` is the reason if that fails."""

    screen: ReplayScreen | None = None
    replay: GameState | None = None


class _ReplayPage(Page[ReplayPageState]):
    """The game whose id starts with the argument. The page becomes its screen, with the screen's own keys."""

    TITLE = tr.replay.title
    STATE = ReplayPageState
    QUERY = REPLAY
    BY_ARG = True

    def update(self, state: ReplayPageState, event: Event) -> tuple[ReplayPageState, Effects]:
        found = REPLAY.answer_in(event)
        if state.screen is None or state.replay is None or found is not None or isinstance(event, No):
            return super().update(state, event)
        watched, effects = state.screen.update(state.replay, event)
        return (state, effects) if watched is state.replay else (replace(state, replay=watched), effects)

    def receive(self, state: ReplayPageState, reply: Event) -> tuple[ReplayPageState, Effects] | None:
        if isinstance(reply, Lobby):
            return state, ()
        found = REPLAY.answer_in(reply)
        if found is None:
            return None
        door = find(found.finished.door)
        assert door is not None  # the session refuses unknown doors
        screen = ReplayScreen(door.game)
        try:
            replay, effects = screen.start(found.setup, found.finished)
        except CANNOT:
            return state.refuse(tr.replay.game_damaged(id=found.finished.id))
        return replace(state, screen=screen, replay=replay), effects

    def move(self, state: ReplayPageState, name: str) -> tuple[ReplayPageState, Effects]:
        return self.leave(state)

    def body(self, state: ReplayPageState) -> Text:
        lines = sentence(state.note or tr.common.one_moment(), style(WHITE))
        return Text(self.TITLE(), lines if state.note else None)

    def layout(self, state: ReplayPageState) -> Layout:
        return replace(super().layout(state), notice=SILENT)

    def draw(self, state: ReplayPageState, view: View) -> Canvas:
        if state.screen is not None and state.replay is not None:
            return state.screen.draw(state.replay, view)
        return super().draw(state, view)

    def closeup(self, state: ReplayPageState) -> Closeup | None:
        return state.screen.closeup(state.replay) if state.screen and state.replay else None

    def tell(self, before: ReplayPageState | None, after: ReplayPageState) -> Speech:
        if after.screen is not None and after.replay is not None:
            return after.screen.tell(before.replay if before else None, after.replay)
        if not after.note:
            return Speech()
        said = (after.note,) if before is None or before.note != after.note else ()
        return Speech(said, tr.common.plain_prompt_go_back())


PAGE: Final = _ReplaysPage()
GAME: Final = _ReplayPage()


# -- taking a game along -------------------------------------------------------------------------

COLS: Final = 79
"""Columns of the text to copy."""

Way = Literal["", "browser", "address"]
"""How the caller gets files: not at all, by the board's own page, or by a one-time address."""


class Take(NamedTuple):
    """A game to take along: its text, the address of its public page or "", the way to files, and the end of
    an ssh command or "". `fetched` is the sentence about the latest file."""

    text: tuple[str, ...]
    page: str
    is_public: bool
    way: Way
    command: str
    fetched: str = ""


TAKE: Final[Query[str, Take]] = Query("take")
"""The finished game whose id starts with this."""

FETCH: Final[Query[tuple[str, str], str]] = Query("fetch")
"""Draw a game, by its id, as a file of that kind. The answer is a sentence with its place."""

FILES: Final = (("film", "f", tr.keys.film), ("image", "i", tr.keys.image), ("text", "t", tr.keys.text))
FILE_SUFFIXES: Final = {"film": "cast", "image": "png", "text": "txt"}


class _TakePage(SheetPage[SheetState]):
    """The argument is the game's id. The first sheet says how to get it, and the others have its text."""

    TITLE = tr.take.title
    QUERY = TAKE
    BY_ARG = True
    FOOT = 3
    FRESH = False

    def receive(self, state: SheetState, reply: Event) -> tuple[SheetState, Effects] | None:
        if (where := FETCH.answer_in(reply)) is None:
            return super().receive(state, reply)
        if state.lobby.plain:
            return state.say(where), ()
        return self.with_sheet(replace(state, at=0, top=0, found=state.found._replace(fetched=where))), ()

    def sheet(self, state: SheetState) -> Text:
        found: Take = state.found
        if state.at:
            return _parts(found, state)[state.at - 1]
        lines: list[Styled] = []
        for text, ink in _export_lines(found):
            lines += [*sentence(text, style(ink)), ("", 0)]
        return Text(self.TITLE(), tuple(lines))

    def leaves(self, state: SheetState) -> int:
        return 1 + len(_parts(state.found, state)) if state.found else 1

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        if not state.found or not state.found.way:
            return ()
        return tuple(
            Command(id, key, label, doing(FETCH((state.arg, FILE_SUFFIXES[id])))) for id, key, label in FILES
        )


def _export_lines(found: Take) -> Iterator[tuple[str, int]]:
    """Yield the first sheet's sentences with their colours."""
    if found.fetched:
        yield found.fetched, YELLOW
    if found.page:
        yield tr.take.its_page(address=found.page), WHITE
        yield tr.take.page_comes(), GREY
    elif not found.is_public:
        yield tr.take.page_of_hidden(), GREY
    if found.way:
        yield (tr.take.in_browser if found.way == "browser" else tr.take.by_address)(), GREY
    elif not found.page:
        yield tr.take.no_way_out(), GREY
    if found.command:
        yield tr.take.by_ssh(command=found.command), GREY
    yield tr.take.text_follows(), GREY


def _parts(found: Take, state: SheetState) -> list[Text]:
    """Split the text into parts that fit the caller's screen, without a frame. Plain mode gets all of it."""
    if state.lobby.plain:
        return [Text(tr.take.as_text(), (), words=found.text)]
    lines = [part for line in found.text for part in wrap(line, COLS) or [""]]
    cols, _, rows = state.lobby.terminal.get("size", "").partition("x")
    width, room = max(COLS + 1, int(cols or 0)), max(HEIGHT, int(rows or 0) - 1) - 1
    parts = []
    for top in range(0, len(lines), room):
        canvas = Canvas(width, room + 1)  # the last row is for the keys
        canvas.put_lines(0, 0, lines[top : top + room])
        parts.append(Text("", (), picture=canvas))
    return parts


TAKE_PAGE: Final = _TakePage()


# -- a finished game in lines to paste ---------------------------------------------------------------------

Copied = Literal["", "terminal", "browser"]
"""Who copies the lines into the clipboard: nobody, the terminal, or the browser."""


class Shared(NamedTuple):
    """The lines to paste, and who copies them."""

    lines: tuple[str, ...]
    copied: Copied


SHARE: Final[Query[str, Shared]] = Query("share")
"""A door's slug and two lines about a game, with a line that says where to play it."""


class _Share(SheetPage[SheetState]):
    """The argument is that of `SHARE`. The lines stand alone on their rows, to be marked with a mouse."""

    TITLE = tr.share.title
    QUERY = SHARE
    BY_ARG = True
    FOOT = 3
    FRESH = False

    def sheet(self, state: SheetState) -> Text:
        found: Shared = state.found
        told = {"terminal": tr.share.copied, "browser": tr.share.copied_by_browser}
        lines: list[Styled] = [("", 0), *((line, style(WHITE)) for line in found.lines), ("", 0)]
        lines += sentence(told.get(found.copied, tr.share.mark_and_copy)(), style(GREY))
        return Text(self.TITLE(), tuple(lines))


SHARE_PAGE: Final = _Share()
