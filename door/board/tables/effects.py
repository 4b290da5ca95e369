"""Messages between the table pages and the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from door.midend.match.values import Match
from door.ui.screen import Effect, Question, Reply, Snapshot

# -- answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list: the match, the caller's seat (-1 for none), whether it waits for them, its
    standing in a few words ("Bob to move, 2 days"), the nodes of its players who are on, and the clocks
    alone for narrow rows.
    """

    match: Match
    seat: int
    mine_to_move: bool
    stand: str
    online: tuple[tuple[str, int], ...] = ()
    clocks: str = ""


@dataclass(frozen=True, slots=True)
class TablesFound(Snapshot):
    """The tables as this caller sees them: their own (first those that wait for their move, then challenges
    to them), tables with a free seat, and tables to watch. `left` counts the rated tables they may open
    today, or None without a limit.
    """

    mine: tuple[TableRow, ...]
    free: tuple[TableRow, ...]
    others: tuple[TableRow, ...]
    left: int | None = None


@dataclass(frozen=True, slots=True)
class TablesOpened(Reply):
    """A key has opened the list over something else. `id` is the table that the status line is about, or
    "".
    """

    id: str


@dataclass(frozen=True, slots=True)
class Playable:
    """A game for tables: `seats` is the range of players against each other (0, 0 if impossible), `race`
    true if it can be raced, `computers` the levels that may take a seat.
    """

    slug: str
    name: str
    accent: int
    seats: tuple[int, int]
    race: bool
    computers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableForm(Reply):
    """The choices for a new table: games open to this caller, the sysop's clock ("3d"), whether it may be
    rated or why not, and who is on (handle, node).
    """

    games: tuple[Playable, ...]
    clock: str
    may_rate: bool
    why_not: str
    online: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TableReady(Reply):
    """The table is open, or the seat is taken. `Sit` opens the table `id`."""

    id: str


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A place on a game's ladder (0 while provisional), with rating and deviation in whole points.
    `results` of the last games, latest last: "WLD".
    """

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
    """Open a table → `TableReady` or `door.board.api.Denied`. `kind` is "versus" or "race". `to` is the
    invited handle, or "" for anybody. `computers` are levels for the last seats.
    """

    slug: str
    kind: Literal["versus", "race"]
    clock: str
    rated: bool = False
    seats: int = 2
    to: str = ""
    computers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeSeat(Effect):
    """Take the first free seat at that table → `TableReady` or `door.board.api.Denied`."""

    id: str


@dataclass(frozen=True, slots=True)
class DeclineTable(Effect):
    """Decline a challenge: the table is withdrawn and its opener notified → `door.board.api.Done` or
    `Denied`.
    """

    id: str


@dataclass(frozen=True, slots=True)
class Sit(Effect):
    """Open the table on the screen, for a player or a watcher. Leaving it comes back here."""

    id: str


@dataclass(frozen=True, slots=True)
class AskLadder(Question):
    """→ `LadderFound`."""

    slug: str
