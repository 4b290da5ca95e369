"""Messages between the watching pages and the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.ui.screen import Effect, Query

# -- answers -----------------------------------------------------------------------------


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
    """A watcher. `let` is false while they ask to be let in."""

    handle: str
    node: int
    let: bool = True


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
"""This caller's watchers."""


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WatchGame(Effect):
    """Watch a caller who plays alone: their game opens, or `No`."""

    node: int


@dataclass(frozen=True, slots=True)
class WatchTv(Effect):
    """Show the liveliest game from now on, or answer `No`."""


@dataclass(frozen=True, slots=True)
class LetWatch(Effect):
    """Let a caller watch, or refuse → `GALLERY`."""

    handle: str
    let: bool


@dataclass(frozen=True, slots=True)
class HearWatchers(Effect):
    """Show or hide the watchers' talk → `GALLERY`."""

    on: bool


@dataclass(frozen=True, slots=True)
class SayToWatchers(Effect):
    """Send a line to the watchers → `GALLERY`."""

    text: str
