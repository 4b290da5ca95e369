"""Finished games to replay: all, or by door, caller or month."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from door.board.api import Lobby, Visit
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.midend.api import Setup
from door.midend.doors import find
from door.midend.replay import Finished
from door.records.journal.find import Wanted
from door.ui.screen import Effect, Event, Query
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, row_text
from door.ui.words import month_name


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

MINE: Final = "mine"
"""The argument for the caller's own games."""

BY: Final = "by "
"""The argument's prefix before a caller's handle. Without it the argument is a door's slug, a month, or "".
"""

COLUMNS: Final = (
    Column(tr.heads.ended, 13),
    Column(tr.heads.game, 22),
    Column(tr.heads.by, 23),
    Column(tr.heads.score, 10, True),
)
WIDE: Final = (
    Column(tr.heads.ended, 13),
    Column(tr.heads.game, 22),
    Column(tr.heads.by, 53),
    Column(tr.heads.score, 12, True),
)


class _Page(ListboxPage[ReplayRow]):
    TITLE = tr.replay.title_list
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (
        Hint("down", tr.keys.choose, "↑↓"),
        Hint("enter", tr.keys.watch),
        Hint("f", tr.keys.games_of_caller),
        Hint("g", tr.keys.game_by_id),
        pager.BACK,
    )
    PROMPT = tr.replay.plain_prompt_list

    def ask(self, of: str) -> Effect:
        if of.startswith(BY):
            return REPLAYS(Wanted(caller=of.removeprefix(BY)))
        return REPLAYS(Wanted(door=of) if find(of) else Wanted(month=of))

    def start(self, lobby: Lobby, arg: str) -> Next[ReplayRow]:
        of = f"{BY}{lobby.handle}" if arg == MINE else arg
        state, effects = super().start(lobby, of)
        return replace(state, title=_title(of)), effects

    def update(self, state: State[ReplayRow], event: Event) -> Next[ReplayRow]:
        if isinstance(event, Lobby):  # don't search again for games that have ended since
            return state, ()
        return super().update(state, event)

    def listed(self, state: State[ReplayRow], answer: object) -> State[ReplayRow]:
        if (rows := REPLAYS.answered(answer)) is None:
            return state
        return state.listing(rows, _row, tr.count.games(n=len(rows)), tr.replay.no_games())

    def open(self, state: State[ReplayRow]) -> Next[ReplayRow]:
        return state, (Visit("replay", state.marked.id),)

    def key(self, state: State[ReplayRow], name: str) -> Next[ReplayRow] | None:
        if name == "f":
            return state.asking(tr.replay.ask_whose_games(), 30), ()
        return (state.asking(tr.replay.ask_game_id(), 32, _NO_ROW), ()) if name == "g" else None

    def entered(self, state: State[ReplayRow], text: str) -> Next[ReplayRow]:
        by_id, state = state.about is not None, state.telling("")
        if by_id:
            return (state, (Visit("replay", text.lower()),)) if text else (state, ())
        of = f"{BY}{text}" if text else ""
        return replace(state.unsaid(), of=of, title=_title(of), at=0, page=0), (self.ask(of),)


_NO_ROW: Final = ReplayRow("", "", "", "", "")
"""The subject of the open line when it asks for an id."""


def _title(of: str) -> str:
    if of.startswith(BY):
        return f"{_Page.TITLE}: {of.removeprefix(BY)}"
    door = find(of)
    name = door.INFO.name() if door else month_name(of)
    return f"{_Page.TITLE}: {name}" if name else _Page.TITLE()


def _row(one: ReplayRow) -> Row:
    door = find(one.door)
    name = door.INFO.name() if door else one.door
    about = tr.replay.game_details(players=one.players, id=one.id)
    told = f"{one.when}, {name}, {one.players}: {one.score}"
    cells = (one.when, name, one.players, one.score)
    return Row(row_text(COLUMNS, cells), about, spoken=told, wide=row_text(WIDE, cells))


PAGE: Final = _Page()
