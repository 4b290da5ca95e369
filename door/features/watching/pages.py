"""Watch the games being played now, at tables and alone. Your own watchers, and their talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.features.tables.asks import Sit
from door.pages.lists import ListPage, ListState
from door.pages.page import asking, doing, sending
from door.screens.seat.menu import SAY_WIDTH
from door.ui.blocks import Row
from door.ui.commands import Command
from door.ui.screen import Answer, Bell, Effect, Effects, Event, Query
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas, sentences, speakable


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game to watch: a table's `id`, or "" and the `node` of a caller who plays alone.

    - `who`: the players; `minutes`: how long they have played. `watchers`: their number.
    - `stand`: the position as a watcher sees it. `clocks`: a table's clocks.
    - `asks`: the caller wants to be asked first.
    """

    door: str
    who: str
    stand: str
    minutes: int
    watchers: int = 0
    node: int = 0
    id: str = ""
    asks: bool = False
    clocks: str = ""


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """A watcher. `is_in` is false while they ask to be let in."""

    handle: str
    node: int
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class GalleryFound:
    """This caller's watchers, the waiting ones first, and the latest talk as (who, text).

    - `own`: the caller plays alone and decides who may watch.
    - `hears`: they see the watchers' talk, or None if they don't play.
    - `watchable`: the setting in force, "yes", "ask" or "no".
    """

    rows: tuple[WatcherRow, ...]
    talk: tuple[tuple[str, str], ...] = ()
    own: bool = False
    hears: bool | None = None
    watchable: str = "yes"


GAMES: Final[Query[None, tuple[GameRow, ...]]] = Query("games")
"""The games that this caller may watch, tables first."""

GALLERY: Final[Query[None, GalleryFound]] = Query("gallery")
LET_WATCH: Final[Query[tuple[str, bool], GalleryFound]] = Query("let-watch")
HEAR_WATCHERS: Final[Query[bool, GalleryFound]] = Query("hear-watchers")
SAY_TO_WATCHERS: Final[Query[str, GalleryFound]] = Query("say-to-watchers")
"""This caller's watchers: asked for, let in or refused, heard or not, and spoken to."""


@dataclass(frozen=True, slots=True)
class WatchGame(Effect):
    """Watch a caller who plays alone: their game opens, or `No`."""

    node: int


@dataclass(frozen=True, slots=True)
class WatchTv(Effect):
    """Show the liveliest game from now on, or answer `No`."""


# -- pages -----------------------------------------------------------------------------------------

_WatchNext = tuple[ListState[GameRow], Effects]


class _WatchGamesPage(ListPage[ListState[GameRow], GameRow]):
    TITLE = tr.watch.title
    QUERY = GAMES
    COUNTED = tr.count.games
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

    def about(self, state: ListState[GameRow]) -> str:
        one = state.marked_row
        asks = tr.watch.is_asked_first(who=one.who) if one.asks else ""
        return sentences(tr.watch.game_stands(door=one.door, who=one.who, stand=one.stand), asks)

    def row(self, state: ListState[GameRow], one: GameRow) -> Row:
        minutes = tr.count.minutes(n=one.minutes)
        stands = tr.watch.plain_game_stands(
            door=one.door, who=one.who, stand=speakable(one.stand), minutes=minutes
        )
        told = tr.common.full_stop(text=commas((stands, tr.count.watchers(n=one.watchers))))
        asks = tr.watch.is_asked_first(who=one.who) if one.asks else ""
        shown = (one.stand, one.clocks or one.stand)
        cells = (one.door, one.who, one.minutes, one.watchers or "", shown)
        return Row(cells, told=sentences(told, asks))

    def commands(self, state: ListState[GameRow]) -> tuple[Command[ListState[GameRow]], ...]:
        return (
            Command("watch", "enter", tr.keys.watch, self.watch, on_row=True),
            Command("tv", "v", tr.keys.board_tv, doing(WatchTv())),
        )

    def watch(self, state: ListState[GameRow]) -> _WatchNext:
        one = state.marked_row
        return state, (Sit(one.id) if one.id else WatchGame(one.node),)


WATCH: Final = _WatchGamesPage()


SHOWN: Final = {
    "yes": tr.watch.anybody_may_watch,
    "ask": tr.watch.callers_ask_first,
    "no": tr.watch.nobody_may_watch,
}
NOBODY: Final = GalleryFound(())
Thing = WatcherRow | tuple[str, str]
"""A caller who watches or asks to, or a line of talk as (who, text)."""

State = ListState[Thing]
Next = tuple[State, Effects]


class _GalleryPage(ListPage[State, Thing]):
    TITLE = tr.watch.title_watchers
    QUERY = GALLERY
    REFRESH = 2.0
    EMPTY = tr.watch.no_watchers
    COLUMNS = (Column("", 74, bare=True),)

    def rows(self, state: State, found: GalleryFound) -> Sequence[Thing]:
        return [*found.rows, *reversed(found.talk)]

    def key(self, thing: Thing) -> object:
        return thing.handle if isinstance(thing, WatcherRow) else thing

    def section(self, thing: Thing) -> str:
        if not isinstance(thing, WatcherRow):
            return tr.watch.section_talk()
        return tr.watch.section_watching() if thing.is_in else tr.watch.section_asking()

    def row(self, state: State, thing: Thing) -> Row:
        if isinstance(thing, WatcherRow):
            text = tr.watch.watcher_on_node(handle=thing.handle, node=thing.node)
            return Row((text,), strong=not thing.is_in)
        return Row((f"{thing[0]}: {thing[1]}",))

    def count(self, state: State) -> str:
        found: GalleryFound | None = state.found
        return tr.count.watchers(n=sum(row.is_in for row in found.rows)) if found else ""

    def receive(self, state: State, reply: Event) -> Next | None:
        """Say first, and after a change, whether this caller sees the watchers' talk."""
        match reply:
            case Answer(_, GalleryFound() as found):  # to the page's query, or after an act on the list
                before, done = state.found, self.receive_list(state, found)
            case _:
                return super().receive(state, reply)
        if before and before.hears == found.hears:
            return done
        hears = tr.watch.you_hear_watchers() if found.hears else ""
        return done[0].say(sentences(SHOWN[found.watchable](), hears)), done[1]

    def commands(self, state: State) -> tuple[Command[State], ...]:
        found: GalleryFound = state.found or NOBODY
        label = tr.keys.stop_hearing if found.hears else tr.keys.hear
        say = sending(SAY_TO_WATCHERS)
        own: tuple[Command[State], ...] = (
            Command(
                "let", "a", tr.keys.let_in, partial(self.answer_watcher, True), on_row=True, also=("enter",)
            ),
            Command("refuse", "d", tr.keys.send_away, partial(self.answer_watcher, False), on_row=True),
            Command("say", "t", tr.keys.say, asking(tr.watch.ask_line_to_watchers, SAY_WIDTH, say)),
        )
        hear: Command[State] = Command("hear", "h", label, doing(HEAR_WATCHERS(not found.hears)))
        return (*(own if found.own else ()), *(() if found.hears is None else (hear,)))

    def answer_watcher(self, let: bool, state: State) -> Next:
        one = state.marked_row
        return (state, (LET_WATCH((one.handle, let)),)) if isinstance(one, WatcherRow) else (state, (Bell(),))

    def missing(self, state: State, number: str) -> str:
        return tr.watch.which_watcher()


GALLERY_PAGE: Final = _GalleryPage()
