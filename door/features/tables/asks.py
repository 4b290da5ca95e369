"""Messages between the pages of tables and watching, and the session. And words for tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from door.games.game import computer_level
from door.pages.api import LadderRow
from door.play.match.values import Match, Terms, is_live
from door.play.match.view import clock_words, name
from door.screens.doors import find
from door.ui.screen import Act, Effect, Query, Question, Reply, Snapshot
from door.ui.texts import tr
from door.ui.words import commas

# -- answers -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list.

    - `seat`: the caller's, or -1. `mine_to_move`: the game waits for the caller.
    - `stand`: its state in a few words ("Bob to move, 2 days"). `clocks`: only the clocks, for narrow rows.
    - `online`: players who are online, as (handle, node).
    """

    match: Match
    seat: int
    mine_to_move: bool
    stand: str
    online: tuple[tuple[str, int], ...] = ()
    clocks: str = ""


@dataclass(frozen=True, slots=True)
class TablesFound(Snapshot):
    """The tables as this caller sees them.

    `mine` are the caller's own: first those that wait for their move, then challenges to them. `free` have a
    free seat. `others` can be watched. `rated_left` counts the rated tables they may still open
    today, or None.
    """

    mine: tuple[TableRow, ...]
    free: tuple[TableRow, ...]
    others: tuple[TableRow, ...]
    rated_left: int | None = None


@dataclass(frozen=True, slots=True)
class TablesOpened(Reply):
    """The status line's key opened the list over another screen. `id` is the table to mark, or ""."""

    id: str


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game for tables. `seats` is the possible number of players, or (0, 0) if only races are possible."""

    slug: str
    name: str
    accent: int
    seats: tuple[int, int]
    race: bool
    computers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableForm:
    """The choices for a new table. `clock` is the sysop's default ("3d"). `online` are (handle, node)."""

    games: tuple[TableGame, ...]
    clock: str
    may_rate: bool
    why_not: str
    online: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TableReady(Reply):
    """The table is open, or the seat is taken. `Sit` shows the table."""

    id: str


class LadderFound(NamedTuple):
    slug: str
    name: str
    rows: tuple[LadderRow, ...]


TABLE_FORM: Final[Query[None, TableForm]] = Query("table-form")
LADDER: Final[Query[str, LadderFound]] = Query("ladder")
"""A game's ladder, by its slug."""


# -- effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskTables(Question):
    """→ `TablesFound`, again after every change."""


DECLINE: Final[Act[str]] = Act("decline")
"""Decline a challenge, by the table's id. The table is withdrawn, and its opener is notified."""


@dataclass(frozen=True, slots=True)
class OpenTable(Effect):
    """Open a table → `TableReady` or `No`.

    `to` is the invited handle, or "" for anybody. `computers` are levels for the last seats.
    """

    slug: str
    kind: Literal["versus", "race"]
    clock: str
    rated: bool = False
    seats: int = 2
    to: str = ""
    computers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindOpponent(Effect):
    """Take a seat at the rated table that fits best, or open this one for anybody → `TableReady` or `No`."""

    table: OpenTable


@dataclass(frozen=True, slots=True)
class TakeSeat(Effect):
    """Take the first free seat at a table → `TableReady` or `No`."""

    id: str


@dataclass(frozen=True, slots=True)
class Sit(Effect):
    """Show the table to a player or a watcher. Leaving it returns to this page."""

    id: str


# -- words ---------------------------------------------------------------------------------------


def game_name(slug: str) -> str:
    """Return a game's name, or its slug if this release does not have the game."""
    door = find(slug)
    return door.INFO.name() if door else slug


def rated_words(rated: bool) -> str:
    return (tr.tables.rated if rated else tr.tables.unrated)()


def short_terms(terms: Terms) -> str:
    """Return the terms in at most 28 columns: "a race, 3 days a move, rated"."""
    clock = tr.tables.clock_live(clock=terms.clock) if is_live(terms.clock) else clock_words(terms.clock)
    return commas((*_race(terms), clock, rated_words(terms.rated)))


def long_terms(terms: Terms) -> str:
    """Return the terms with unusual options: "Unrated, 5 minutes and 10 seconds a move, holes 5."."""
    told = commas((clock_words(terms.clock), *_race(terms), *_own_options(terms)))
    return (tr.tables.terms_rated if terms.rated else tr.tables.terms_unrated)(terms=told)


def _race(terms: Terms) -> list[str]:
    return [tr.tables.a_race()] if terms.race else []


def _own_options(terms: Terms) -> list[str]:
    door = find(terms.door)
    if door is None:
        return []
    usual = (door.INFO.players.race if terms.race else door.INFO.players.versus) or {}
    differ = door.INFO.journal_options(terms.options)
    return [f"{key.replace('_', ' ')} {value}" for key, value in differ.items() if key not in usual]


def others(row: TableRow) -> tuple[int, ...]:
    """Return the others' seats, callers first: taken ones, and the one kept for an invited caller."""
    match, seat = row.match, row.seat
    meant = match.terms.to if seat >= 0 else ""
    there = (at for at, who in enumerate(match.seats) if at != seat and (who or meant))
    return tuple(sorted(there, key=lambda at: bool(computer_level(match.seats[at]))))


def brief_names(match: Match, seats: Sequence[int]) -> str:
    """Return the players' names in short: "Bob, 2 computers"."""
    computers = [at for at in seats if computer_level(match.seats[at])]
    who = [name(match, at) for at in seats if at not in computers]
    more = tr.count.computers(n=len(computers)) if len(computers) > 1 else tr.door_keys.computer()
    return commas([*who, *([more] * bool(computers))])


def free_words(match: Match) -> list[str]:
    """Return the number of free seats if there are several: "2 seats free."."""
    free = match.seats.count("")
    return [tr.tables.seats_free(seats=tr.count.seats(n=free))] if free > 1 else []


def online_words(row: TableRow) -> list[str]:
    """Return the others' nodes: "Bob is on node 2."."""
    own = row.match.seats[row.seat] if row.seat >= 0 else ""
    return [tr.tables.on_node(handle=who, node=node) for who, node in row.online if who != own]
