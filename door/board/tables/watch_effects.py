"""What the pages around watching say to the session, and what they hear back."""

from __future__ import annotations

from dataclasses import dataclass

from door.ui.screen import Effect, Question, Reply

# -- answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game that can be watched: a table's `id`, or "" and the `node` of a caller who plays alone.

    `door` is its name, `who` plays, for so many `minutes`; so many watch; `stand` is how it stands in a
    watcher's eyes, `clocks` a table's clocks alone.  `asks` says that its caller wants to be asked."""

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
class GamesFound(Reply):
    """The games that this caller may watch, tables first."""

    rows: tuple[GameRow, ...]


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """One who watches; not yet `let` in, they have asked."""

    handle: str
    node: int
    let: bool = True


@dataclass(frozen=True, slots=True)
class GalleryFound(Reply):
    """Who watches this caller, those who have asked first; what was said last, (who, text).

    `own` says that the caller plays alone, and can say who may watch; `hears` whether they are told what
    the watchers say, None where they play nothing; `watchable` is what holds: "yes", "ask" or "no"."""

    rows: tuple[WatcherRow, ...]
    talk: tuple[tuple[str, str], ...] = ()
    own: bool = False
    hears: bool | None = None
    watchable: str = "yes"


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskGames(Question):
    """→ `GamesFound`."""


@dataclass(frozen=True, slots=True)
class WatchGame(Effect):
    """Watch the caller on that node who plays alone: their game opens, or `door.board.api.Denied`."""

    node: int


@dataclass(frozen=True, slots=True)
class WatchTv(Effect):
    """The liveliest game there is, whichever that is from now on; or `door.board.api.Denied`."""


@dataclass(frozen=True, slots=True)
class AskGallery(Question):
    """→ `GalleryFound`."""


@dataclass(frozen=True, slots=True)
class LetWatch(Effect):
    """That caller may watch, or may not (any more) → `GalleryFound`."""

    handle: str
    let: bool


@dataclass(frozen=True, slots=True)
class HearWatchers(Effect):
    """What the watchers say is told, or not → `GalleryFound`."""

    on: bool


@dataclass(frozen=True, slots=True)
class SayToWatchers(Effect):
    """Say this to those who watch → `GalleryFound`."""

    text: str
