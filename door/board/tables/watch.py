"""Watch: the games that are played just now, at tables and alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Denied, Lobby
from door.board.tables.effects import Sit
from door.board.tables.watch_effects import AskGames, GameRow, GamesFound, WatchGame, WatchTv
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.ui.screen import Event, Tick, Wake
from door.ui.texts import Text
from door.ui.widgets import Column, Hint, heads, row_text
from door.ui.words import counted, spoken

COLUMNS: Final = (
    Column("Game", 14), Column("Played by", 20), Column("Min", 3, True), Column("Eyes", 4, True),
    Column("How it stands", 25),
)  # fmt: skip
WIDE: Final = (
    Column("Game", 24), Column("Played by", 28), Column("Min", 4, True), Column("Eyes", 4, True),
    Column("How it stands", 38),
)  # fmt: skip
EVERY: Final = 5.0
"""Seconds between two looks at what is played."""

ASKS: Final = Text("{who} is asked first.")
EMPTY: Final = Text("Nobody plays just now. V shows the best games of yesterday and of the month.")


@dataclass(frozen=True, slots=True)
class List(State[GameRow]):
    """The list; `away` says that a game lies over it, `plain` that its caller has lines of text."""

    away: bool = False
    plain: bool = False


class _Page(ListboxPage[GameRow]):
    TITLE = Text("Watch")
    COLUMNS, WIDE = COLUMNS, WIDE
    KEYS = (Hint("down", "Choose", "↑↓"), Hint("enter", "Watch"), Hint("v", "Board TV"), pager.BACK)
    PROMPT = Text("Number to watch, V for Board TV, R to hear the list again, Enter to go back.")

    def ask(self, of: str) -> AskGames:
        return AskGames()

    def start(self, lobby: Lobby, arg: str) -> Next[GameRow]:
        return List(self.TITLE(), heads(COLUMNS), self.KEYS, plain=lobby.plain), (self.ask(""),)

    def update(self, state: State[GameRow], event: Event) -> Next[GameRow]:
        """On a screen the list is always as it stands; in plain mode its numbers stay what they were said
        to be.  While a game lies over it, it asks for nothing."""
        assert isinstance(state, List)
        if isinstance(event, Tick):
            return state, () if state.away else (self.ask(""),)
        if isinstance(event, (Lobby, Denied)):
            state = replace(state, away=False)
        after, effects = super().update(state, event)
        waits = isinstance(event, (GamesFound, Denied)) and not state.plain
        return after, (*effects, Wake(EVERY, "look")) if waits else effects

    def listed(self, state: State[GameRow], answer: object) -> State[GameRow]:
        if not isinstance(answer, GamesFound):
            return state
        listed = state.listing(answer.rows, _row, counted(len(answer.rows), "game"), EMPTY(), _key)
        new = {*map(_key, answer.rows)} - {*map(_key, state.all)}
        return listed.marking(listed.at) if new else listed

    def open(self, state: State[GameRow]) -> Next[GameRow]:
        row = state.marked
        return _away(state), (Sit(row.id) if row.id else WatchGame(row.node),)

    def key(self, state: State[GameRow], name: str) -> Next[GameRow] | None:
        if name == "v":
            return _away(state), (WatchTv(),)
        return (state, (self.ask(state.of),)) if name == "r" else None


def _away(state: State[GameRow]) -> State[GameRow]:
    """A game is to lie over the list."""
    return replace(state, away=True, said="") if isinstance(state, List) else state


def _key(row: GameRow) -> tuple[str, int]:
    return row.id, row.node


def _row(row: GameRow) -> Row:
    cells = (row.door, row.who, row.minutes, row.watchers or "", row.stand)
    about = [f"{row.door}, {row.who}: {row.stand}."]
    about += [ASKS(who=row.who)] if row.asks else []
    told = [
        f"{row.door}, {row.who}: {spoken(row.stand)}, {counted(row.minutes, 'minute')}",
        counted(row.watchers, "watcher"),
    ]
    return Row(
        row_text(COLUMNS, cells).rstrip(), " ".join(about),
        spoken=". ".join([", ".join(told), *about[1:]]), wide=row_text(WIDE, cells).rstrip(),
    )  # fmt: skip


PAGE: Final = _Page()
