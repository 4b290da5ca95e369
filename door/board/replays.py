"""Finished games to replay: all, or by door, caller or month. And the page of one replay."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.board.api import Lobby, Visit
from door.board.widgets.blocks import SILENT, Layout, Row, Text, sentence
from door.board.widgets.lists import ListPage, ListState, visiting
from door.board.widgets.page import Page, PageState, asking, sending
from door.midend import state as midend
from door.midend.api import Setup
from door.midend.doors import find
from door.midend.replay import CANNOT, Finished
from door.midend.replays.screen import ReplayScreen
from door.records.journal.find import Wanted
from door.term.canvas import WHITE, Canvas, style
from door.ui.commands import Command
from door.ui.screen import Effects, Event, No, Query, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Column
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

    finished: Finished
    setup: Setup


REPLAYS: Final[Query[Wanted, tuple[ReplayRow, ...]]] = Query("replays")
"""The latest finished games, latest first."""

REPLAY: Final[Query[str, ReplayFound]] = Query("replay")
"""The finished game whose id starts with this."""

State = ListState[ReplayRow]
Next = tuple[State, Effects]


class _Page(ListPage[State, ReplayRow]):
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
        return tr.replay.game_details(players=state.marked.players, id=state.marked.id)

    def row(self, state: State, one: ReplayRow) -> Row:
        name = _door(one.door)
        told = f"{one.when}, {name}, {one.players}: {one.score}"
        return Row((one.when, name, one.players, one.score), told=told)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        find = asking(tr.replay.ask_whose_games, 30, self.found, may_be_empty=True)
        game = sending(lambda text: Visit("replay", text.lower()))
        return (
            Command("watch", "enter", tr.keys.watch, visiting("replay", "id"), on_row=True),
            Command("find", "f", tr.keys.games_of_caller, find),
            Command("game", "g", tr.keys.game_by_id, asking(tr.replay.ask_game_id, 32, game)),
        )

    def found(self, state: State, text: str) -> Next:
        return self.anew(replace(state, arg=f"{BY}{text}" if text else ""))


def _door(slug: str) -> str:
    door = find(slug)
    return door.INFO.name() if door else slug


# -- one replay ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown(PageState):
    """`replay` is missing until the game is found. `note` is the reason if that fails."""

    screen: ReplayScreen | None = None
    replay: midend.State | None = None


class _Replay(Page[Shown]):
    """The game whose id starts with the argument. The page becomes its screen, with the screen's own keys."""

    TITLE = tr.replay.title
    STATE = Shown
    QUERY = REPLAY
    BY_ARG = True

    def update(self, state: Shown, event: Event) -> tuple[Shown, Effects]:
        found = REPLAY.answered(event)
        if state.screen is None or state.replay is None or found is not None or isinstance(event, No):
            return super().update(state, event)
        watched, effects = state.screen.update(state.replay, event)
        return (state, effects) if watched is state.replay else (replace(state, replay=watched), effects)

    def receive(self, state: Shown, reply: Event) -> tuple[Shown, Effects] | None:
        if isinstance(reply, Lobby):
            return state, ()
        found = REPLAY.answered(reply)
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

    def move(self, state: Shown, name: str) -> tuple[Shown, Effects]:
        return self.leave(state)

    def body(self, state: Shown) -> Text:
        lines = sentence(state.note or tr.common.one_moment(), style(WHITE))
        return Text(self.TITLE(), lines if state.note else None)

    def layout(self, state: Shown) -> Layout:
        return replace(super().layout(state), notice=SILENT)

    def draw(self, state: Shown, view: View) -> Canvas:
        if state.screen is not None and state.replay is not None:
            return state.screen.draw(state.replay, view)
        return super().draw(state, view)

    def tell(self, before: Shown | None, after: Shown) -> Speech:
        if after.screen is not None and after.replay is not None:
            return after.screen.tell(before.replay if before else None, after.replay)
        if not after.note:
            return Speech()
        said = (after.note,) if before is None or before.note != after.note else ()
        return Speech(said, tr.common.plain_prompt_go_back())


PAGE: Final = _Page()
GAME: Final = _Replay()
