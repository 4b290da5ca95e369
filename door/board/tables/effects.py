"""What the pages around the tables say to the session, and what they hear back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from door.midend.match.values import Match
from door.ui.screen import Effect, Question, Reply, Snapshot

# -- answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list: the match, the caller's own seat (-1 for none), whether it is their move (or
    their word or code that is waited for), how it stands in a few words ("Bob to move, 2 days"), the nodes
    of those at it who are on, by handle, and the clocks alone, in fewer columns."""

    match: Match
    seat: int
    mine_to_move: bool
    stand: str
    online: tuple[tuple[str, int], ...] = ()
    clocks: str = ""


@dataclass(frozen=True, slots=True)
class TablesFound(Snapshot):
    """The tables as this caller sees them: their own (those first in which it is their move, then
    challenges to them), those with a free seat, and those that can be watched.  `left` are the rated
    tables that they may begin today, None without a limit."""

    mine: tuple[TableRow, ...]
    free: tuple[TableRow, ...]
    others: tuple[TableRow, ...]
    left: int | None = None


@dataclass(frozen=True, slots=True)
class TablesOpened(Reply):
    """A key has opened the list over what the caller does.  `id` is the table that the status line is about,
    "" for none."""

    id: str


@dataclass(frozen=True, slots=True)
class Playable:
    """A game that can be played at tables: `seats` are how many may sit down against each other (0, 0
    where nobody can), `race` whether it can be raced, `computers` the levels that may take a seat."""

    slug: str
    name: str
    accent: int
    seats: tuple[int, int]
    race: bool
    computers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableForm(Reply):
    """What a new table may be: the games open to this caller, the sysop's clock ("3d"), whether theirs
    may be rated and if not why, and who is online (handle, node)."""

    games: tuple[Playable, ...]
    clock: str
    may_rate: bool
    why_not: str
    online: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TableReady(Reply):
    """The table is there, or the seat is taken: `id` can be opened with `Sit`."""

    id: str


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A place on a game's ladder (0 while provisional); rating and deviation in whole points; `results`
    of the last games, the latest last: "WLD"."""

    place: int
    handle: str
    rating: int
    deviation: int
    games: int
    results: str


@dataclass(frozen=True, slots=True)
class LadderFound(Reply):
    """A game's ladder."""

    slug: str
    name: str
    rows: tuple[LadderRow, ...]


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskTables(Question):
    """→ `TablesFound`."""


@dataclass(frozen=True, slots=True)
class AskTableForm(Question):
    """→ `TableForm`."""


@dataclass(frozen=True, slots=True)
class OpenTable(Effect):
    """A new table → `TableReady` or `door.board.api.Denied`.  `kind` is "versus" or "race"; `to` the handle
    it is meant for, "" for anybody; `computers` are the levels that take the last seats at once."""

    slug: str
    kind: Literal["versus", "race"]
    clock: str
    rated: bool = False
    seats: int = 2
    to: str = ""
    computers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeSeat(Effect):
    """The first free seat at that table → `TableReady` or `door.board.api.Denied`."""

    id: str


@dataclass(frozen=True, slots=True)
class DeclineTable(Effect):
    """A challenge is not taken up: the table is withdrawn and its opener told → `door.board.api.Done` or
    `Denied`."""

    id: str


@dataclass(frozen=True, slots=True)
class Sit(Effect):
    """Opens the table on the screen, for whoever sits there or looks on; leaving it comes back here."""

    id: str


@dataclass(frozen=True, slots=True)
class AskLadder(Question):
    """→ `LadderFound`."""

    slug: str
