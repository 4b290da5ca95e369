"""Watch: the games being played now, at tables and alone."""

from __future__ import annotations

from typing import Final

from door.board.tables.effects import GAMES, GameRow, Sit, WatchGame, WatchTv
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas, sentences, spoken

State = ListState[GameRow]
Next = tuple[State, Effects]


class _Page(ListPage[State, GameRow]):
    TITLE = tr.watch.title
    QUERY = GAMES
    REFRESH = 5.0
    EMPTY = tr.watch.no_games_now
    COLUMNS = (
        Column(tr.heads.game, 14, grow=2, most=24),
        Column(tr.heads.played_by, 20, grow=2, most=28),
        Column(tr.heads.minutes_short, 3, True),
        Column(tr.heads.watchers, 4, True),
        Column(tr.heads.standing, 25, grow=3),
    )

    def key(self, one: GameRow) -> object:
        return one.id, one.node

    def count(self, state: State) -> str:
        return tr.count.games(n=len(state.rows or ()))

    def about(self, state: State) -> str:
        one = state.marked
        asks = tr.watch.is_asked_first(who=one.who) if one.asks else ""
        return sentences(tr.watch.game_stands(door=one.door, who=one.who, stand=one.stand), asks)

    def row(self, state: State, one: GameRow) -> Row:
        minutes = tr.count.minutes(n=one.minutes)
        stands = tr.watch.plain_game_stands(
            door=one.door, who=one.who, stand=spoken(one.stand), minutes=minutes
        )
        told = tr.common.full_stop(text=commas((stands, tr.count.watchers(n=one.watchers))))
        asks = tr.watch.is_asked_first(who=one.who) if one.asks else ""
        shown = (one.stand, one.clocks or one.stand)
        cells = (one.door, one.who, one.minutes, one.watchers or "", shown)
        return Row(cells, told=sentences(told, asks))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (
            Command("watch", "enter", tr.keys.watch, self.watch, on_row=True),
            Command("tv", "v", tr.keys.board_tv, lambda state: (state, (WatchTv(),))),
        )

    def watch(self, state: State) -> Next:
        one = state.marked
        return state, (Sit(one.id) if one.id else WatchGame(one.node),)


PAGE: Final = _Page()
