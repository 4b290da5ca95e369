"""Who has which table before them, and since when a caller is away from one.

Law: kept in memory by the process whose calls they are, which tells the other processes on its folder and
hears from them; nothing that a game's end depends on, but what `door.session.effects.tables` looks up before
it lets one caller claim from another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from door.midend.match.api import GRACE
from door.midend.match.values import Match
from door.records.tables.elsewhere import Here
from door.records.tables.tables import Tables
from door.session.call.identity import Identity
from door.session.call.messages import Messages
from door.session.call.stack import Ending, Layer, Stack
from door.session.call.terminal import Terminal
from door.session.clock.timers import Timers
from door.ui.screen import Event


class AtBoard(Protocol):
    """A call, as tables need it."""

    node: int
    who: Identity
    stack: Stack
    messages: Messages
    terminal: Terminal
    timers: Timers

    def post(self, layer: Layer | None, event: Event) -> None: ...


class Away(NamedTuple):
    """A caller is away from a table since that time of the loop's clock; `dropped` says that their call
    ended with it on the screen."""

    since: float
    dropped: bool = False


class Follower(Ending):
    """A call that has a table on its screen, or below what is there.  Every change is sent: a match is small,
    and callers make few.  Its caller has that `seat`, -1 for none; one who plays there and `hears` is told
    what the watchers say."""

    def __init__(self, table: str, call: AtBoard, layer: Layer, seat: int, presence: Presence) -> None:
        self.table, self.call, self.layer, self.seat, self._presence = table, call, layer, seat, presence
        self.hears = False

    @property
    def watches(self) -> bool:
        """Whether the caller sits nowhere at the table."""
        return self.seat < 0

    @property
    def looks(self) -> bool:
        """Whether the caller sees the table just now."""
        return bool(self.call.stack) and self.call.stack.top is self.layer

    def cancel(self) -> None:
        self.layer.lose(self)
        self._presence.leave(self)


class GoesAlong(Ending):
    """What has put a table on a screen, and goes along when its players go on to another."""

    def moved(self, layer: Layer) -> None:
        """That layer has come in the place of the one before."""


class Presence:
    """`online` finds the call of a caller who has logged on; `tell` is called with a table's id whenever
    somebody has come to it or gone, and once more when the grace of one who has gone is over; `tables` know
    who is at them in other processes."""

    def __init__(
        self, online: Callable[[str], AtBoard | None], tell: Callable[[str], None], tables: Tables
    ) -> None:
        self._online, self._tell, self._tables = online, tell, tables
        self._here: dict[str, list[Follower]] = {}
        self._away: dict[str, dict[str, Away]] = {}

    def followers(self, table: str) -> list[Follower]:
        """Those who have that table before them, players and watchers."""
        return list(self._here.get(table, ()))

    def watchers(self, table: str) -> list[Follower]:
        """Those who have that table before them, and sit nowhere at it."""
        return [one for one in self._here.get(table, ()) if one.watches]

    def count(self, table: str) -> None:
        """Those who have that table before them see how many look on."""
        onlookers = len(self.watchers(table))
        for one in self._here.get(table, ()):
            one.layer.onlookers = onlookers

    def called_again(self, caller: str) -> list[str]:
        """That caller has logged on: their line is down no more.  The tables that somebody looks at and from
        which they are away."""
        key = caller.casefold()
        tables = [table for table in self._here if key in self._away.get(table, {})]
        for away in map(self._away.__getitem__, tables):
            away[key] = away[key]._replace(dropped=False)
        return tables

    def come(self, match: Match, call: AtBoard, layer: Layer) -> Follower:
        """That call has the table on its screen.  Whoever of the others is not there is away from now on,
        if not longer."""
        table = match.terms.id
        follower = Follower(table, call, layer, match.seat_of(call.who.handle), self)
        layer.ends = (*layer.ends, follower)
        self._here.setdefault(table, []).append(follower)
        away = self._away.setdefault(table, {})
        away.pop(call.who.handle.casefold(), None)
        self.look_again(match)
        return follower

    def look_again(self, match: Match) -> None:
        """Whoever is not there is away from now on, if not longer; whoever is, in another process, is not."""
        away, now = self._away.setdefault(match.terms.id, {}), _now()
        for seat in match.people:
            key = match.seats[seat].casefold()
            if self.is_there(match, seat):
                away.pop(key, None)
            else:
                away.setdefault(key, Away(now))

    def seated(self) -> Here:
        """Who sits at which table and has it before them, in this process."""
        at = {
            table: frozenset(one.call.who.handle.casefold() for one in here if not one.watches)
            for table, here in self._here.items()
        }
        return {table: keys for table, keys in at.items() if keys}

    def leave(self, follower: Follower) -> None:
        """That call has the table on its screen no more."""
        here = self._here.get(follower.table, [])
        if follower in here:
            here.remove(follower)
            self.count(follower.table)
        if not here:
            self._here.pop(follower.table, None)
        asyncio.get_running_loop().call_soon(self._left, follower.table, follower.call)

    def _left(self, table: str, call: AtBoard) -> None:
        """Whether the call is over is known by now."""
        key = call.who.handle.casefold()
        here = self._here.get(table, [])
        if not here:
            self._away.pop(table, None)
            return
        if any(one.call.who.handle.casefold() == key for one in here):
            return
        self._away.setdefault(table, {})[key] = Away(_now(), dropped=not call.stack)
        self._tell(table)
        asyncio.get_running_loop().call_later(GRACE, self._tell, table)

    # -- what is known of it

    def is_there(self, match: Match, seat: int) -> bool:
        """Whether who sits there has the table before them, in any process."""
        key, table = match.seats[seat].casefold(), match.terms.id
        here = any(one.call.who.handle.casefold() == key for one in self._here.get(table, ()))
        return here or key in self._tables.elsewhere.get(table, ())

    def here(self, match: Match) -> tuple[int, ...]:
        """The seats whose callers have the table before them."""
        return tuple(seat for seat in match.people if self.is_there(match, seat))

    def away(self, match: Match) -> tuple[tuple[int, int], ...]:
        """Of the others: the seat, and how many seconds ago their line dropped, -1 where it did not."""
        found = []
        for seat in match.people:
            if not self.is_there(match, seat):
                gone = self._away.get(match.terms.id, {}).get(match.seats[seat].casefold())
                dropped = gone and gone.dropped and self._online(match.seats[seat]) is None
                found.append((seat, int(_now() - gone.since) if gone and dropped else -1))
        return tuple(found)

    def absent(self, match: Match, seat: int) -> float:
        """Seconds that whoever sits there has been away, 0 where they are there."""
        gone = self._away.get(match.terms.id, {}).get(match.seats[seat].casefold())
        return 0.0 if gone is None or self.is_there(match, seat) else _now() - gone.since


def follower_of(layer: Layer) -> Follower | None:
    """What has a layer follow a table, None where it shows none."""
    return next((end for end in layer.ends if isinstance(end, Follower)), None)


def table_of(layer: Layer) -> str:
    """The table that a layer shows, "" for none."""
    follower = follower_of(layer)
    return follower.table if follower else ""


def _now() -> float:
    return asyncio.get_running_loop().time()
