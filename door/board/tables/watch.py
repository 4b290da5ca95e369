"""Watch: the games being played now, at tables and alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.tables.effects import GAMES, GameRow, Sit, WatchGame, WatchTv
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Answer, Effect, Event, No, Tick, Wake
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, heads, row_text
from door.ui.words import commas, sentences, spoken

COLUMNS: Final = (
    Column(tr.heads.game, 14),
    Column(tr.heads.played_by, 20),
    Column(tr.heads.minutes_short, 3, True),
    Column(tr.heads.watchers, 4, True),
    Column(tr.heads.standing, 25),
)
WIDE: Final = (
    Column(tr.heads.game, 24),
    Column(tr.heads.played_by, 28),
    Column(tr.heads.minutes_short, 4, True),
    Column(tr.heads.watchers, 4, True),
    Column(tr.heads.standing, 38),
)
EVERY: Final = 5.0
"""Seconds between two updates of the games."""


@dataclass(frozen=True, slots=True)
class List(State[GameRow]):
    """The list. `away`: a game covers it. `plain`: the caller uses plain mode."""

    away: bool = False
    plain: bool = False


class _Page(ListboxPage[GameRow]):
    TITLE = tr.watch.title
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (
        Hint("down", tr.keys.choose, "↑↓"),
        Hint("enter", tr.keys.watch),
        Hint("v", tr.keys.board_tv),
        pager.BACK,
    )
    PROMPT = tr.watch.plain_prompt

    def ask(self, of: str) -> Effect:
        return GAMES()

    def start(self, lobby: Lobby, arg: str) -> Next[GameRow]:
        return List(self.TITLE(), heads(COLUMNS), self.KEYS, plain=lobby.plain), (self.ask(""),)

    def update(self, state: State[GameRow], event: Event) -> Next[GameRow]:
        """Keep the list up to date, except in plain mode (its numbers must stay valid) and below a game."""
        assert isinstance(state, List)
        if isinstance(event, Tick):
            return state, () if state.away else (self.ask(""),)
        if isinstance(event, (Lobby, No)):
            state = replace(state, away=False)
        after, effects = super().update(state, event)
        waits = isinstance(event, (Answer, No)) and not state.plain
        return after, (*effects, Wake(EVERY, "look")) if waits else effects

    def listed(self, state: State[GameRow], answer: object) -> State[GameRow]:
        if (rows := GAMES.answered(answer)) is None:
            return state
        listed = state.listing(rows, _row, tr.count.games(n=len(rows)), tr.watch.no_games_now(), _key)
        new = {*map(_key, rows)} - {*map(_key, state.all)}
        return listed.marking(listed.at) if new else listed

    def open(self, state: State[GameRow]) -> Next[GameRow]:
        row = state.marked
        return _away(state), (Sit(row.id) if row.id else WatchGame(row.node),)

    def key(self, state: State[GameRow], name: str) -> Next[GameRow] | None:
        if name == "v":
            return _away(state), (WatchTv(),)
        return (state, (self.ask(state.of),)) if name == "r" else None


def _away(state: State[GameRow]) -> State[GameRow]:
    """Prepare for a game to cover the list."""
    return replace(state, away=True, said="") if isinstance(state, List) else state


def _key(row: GameRow) -> tuple[str, int]:
    return row.id, row.node


def _row(row: GameRow) -> Row:
    shown = row.stand if len(row.stand) <= COLUMNS[-1].width else row.clocks or row.stand
    cells = (row.door, row.who, row.minutes, row.watchers or "", shown)
    asks = tr.watch.is_asked_first(who=row.who) if row.asks else ""
    about = sentences(tr.watch.game_stands(door=row.door, who=row.who, stand=row.stand), asks)
    told = [
        tr.watch.plain_game_stands(
            door=row.door, who=row.who, stand=spoken(row.stand), minutes=tr.count.minutes(n=row.minutes)
        ),
        tr.count.watchers(n=row.watchers),
    ]
    return Row(
        row_text(COLUMNS, cells).rstrip(), about,
        spoken=sentences(tr.common.full_stop(text=commas(told)), asks), wide=row_text(WIDE, cells).rstrip(),
    )  # fmt: skip


PAGE: Final = _Page()
