"""Which callers have which table open, and since when seated callers are away.

This is kept in memory. It ends no game by itself, but a claim needs the opponent to be away
(`door.session.tables.rules`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from door.games.contract import Door
from door.midend.match.values import Match
from door.midend.match.view import GRACE, Followed, names
from door.records.journal.lines import caller_key
from door.records.tables.tables import Tables
from door.session.call.bus import carried
from door.session.call.roster import Message, Notify, On, Roster
from door.session.call.screens import Address
from door.session.call.stack import Layer
from door.session.tables.ladders import Ladders
from door.session.tables.news import awaited
from door.session.talk.rooms import added, heard
from door.ui.texts import tr
from door.ui.words import Talk


@dataclass(frozen=True, slots=True)
class GoOn(Message[None]):
    """Show a rematch in place of the table `old`, if that is on the screen."""

    old: str
    new: Match


class Away(NamedTuple):
    """The loop time since which a caller is away from a table. `dropped`: their call ended there."""

    since: float
    dropped: bool = False


class Follower:
    """A screen on which a caller has a table open. Every change is sent: matches are small, moves are few.

    `seat` is the caller's, or -1. A player who `hears` also gets the watchers' talk.
    """

    def __init__(self, table: str, to: Address, seat: int) -> None:
        self.table, self.to, self.seat = table, to, seat
        self.hears = False

    @property
    def watches(self) -> bool:
        return self.seat < 0


@carried
class Aside(NamedTuple):
    """A watcher's remark at a table."""

    id: str
    who: str
    text: str


class Presence:
    """The followers of all tables. They get the match as it is on disk.

    `rates_again` is true if a rematch would be rated now.
    """

    def __init__(
        self, tables: Tables, roster: Roster, rates_again: Callable[[Match], bool], ladders: Ladders,
        waiting: Waiting,
    ) -> None:  # fmt: skip
        self._tables, self._roster = tables, roster
        self._rates_again, self._ladders, self._waiting = rates_again, ladders, waiting
        self.talk: dict[str, Talk] = {}
        """What watchers say at the tables."""

        roster.bus.hears(Aside, lambda aside, host: self._add(*aside))
        self._there: dict[str, dict[int, str]] = {}
        """Who has a table open on another host, by node."""

        roster.watchers.append(self._elsewhere)
        self._here: dict[str, list[Follower]] = {}
        self._away: dict[str, dict[str, Away]] = {}

    def followers(self, table: str) -> list[Follower]:
        return list(self._here.get(table, ()))

    def shown(self) -> list[str]:
        """Return the tables that this host's callers have open."""
        return list(self._here)

    def watchers(self, table: str) -> list[tuple[str, int]]:
        match = self._tables.get(table)
        here = [(one.to.handle, one.to.node) for one in self._here.get(table, ()) if one.watches]
        there = self._there.get(table, {}).items()
        return here + [(who, node) for node, who in there if match and match.seat_of(who) < 0]

    def called_again(self, caller: str) -> list[str]:
        """Note that a caller has called again. Return the open tables from which they are away."""
        key = caller.casefold()
        tables = [table for table in self._here if key in self._away.get(table, {})]
        for away in map(self._away.__getitem__, tables):
            away[key] = away[key]._replace(dropped=False)
        return tables

    def come(self, match: Match, to: Address, layer: Layer) -> Followed:
        """Add a screen that shows the table. Return the first state to show.

        Seated callers who aren't there count as away from now on.
        """
        table = match.terms.id
        follower = Follower(table, to, match.seat_of(to.handle))
        layer.link = follower
        layer.ends.append(partial(self.leave, follower))
        self._here.setdefault(table, []).append(follower)
        away, now = self._away.setdefault(table, {}), _now()
        away.pop(to.handle.casefold(), None)
        for seat in match.people:
            key = match.seats[seat].casefold()
            if self.is_there(match, seat):
                away.pop(key, None)
            else:
                away.setdefault(key, Away(now))
        self.tell(table, but=follower)
        return self._told(follower, self.followed(match, ""))

    def leave(self, follower: Follower) -> None:
        """Remove a call that has closed the table."""
        here = self._here.get(follower.table, [])
        if follower in here:
            here.remove(follower)
        if not here:
            self._here.pop(follower.table, None)
        asyncio.get_running_loop().call_soon(self._left, follower.table, follower.to)

    def _left(self, table: str, to: Address) -> None:
        """Handle a departure. By now it is known whether the call has ended."""
        call = self._roster.call(to.node)
        self._roster.show(to.node)
        self._went(table, to.handle, dropped=not (call and call.screens))

    def _went(self, table: str, handle: str, dropped: bool) -> None:
        key, here = handle.casefold(), self._here.get(table, [])
        if not here:
            self._away.pop(table, None)
            return
        if any(one.to.handle.casefold() == key for one in here):
            return
        self._away.setdefault(table, {})[key] = Away(_now(), dropped)
        self.tell(table)
        asyncio.get_running_loop().call_later(GRACE, self.tell, table)

    def _elsewhere(self, before: On | None, after: On | None) -> None:
        """Follow who comes to this host's tables, and leaves them, on another host."""
        was, now = (on.tables if on else frozenset() for on in (before, after))
        for table in was ^ now if was != now else ():
            there = self._there.setdefault(table, {})
            if before:
                there.pop(before.node, None)
            if after and table in now:
                there[after.node] = after.handle
            if not there:
                del self._there[table]
            if after and table in now:
                self._away.get(table, {}).pop(after.handle.casefold(), None)
                self.tell(table)
            elif before:
                self._went(table, before.handle, dropped=after is None)

    # -- what followers get

    def followed(self, match: Match, caller: str) -> Followed:
        seat = match.seat_of(caller)
        return Followed(
            match, seat, self._tables.ms_now(match), self.here(match), self.away(match),
            self._ladders.ratings(match), aside=self.talk.get(match.terms.id, ()) if seat < 0 else (),
            rates=match.stage == "over" and self._rates_again(match), rated=self._ladders.rated(match),
        )  # fmt: skip

    def tell(self, id: str, but: Follower | None = None) -> None:
        """Send the table to all its followers except `but`."""
        match, followers = self._tables.get(id), self.followers(id)
        if match is None or not followers:
            return
        sent = self.followed(match, "")
        for one in followers:
            one.seat = match.seat_of(one.to.handle)
            if one is not but:
                one.to.send(self._told(one, sent))

    def _told(self, follower: Follower, sent: Followed) -> Followed:
        """Return the table for one follower, without the talk of callers whom they ignore."""
        match, reader = sent.match, self._roster.call(follower.to.node)
        if reader is None:  # the call has just ended
            return sent
        ignored = tuple(seat for seat in match.people if reader.ignores(match.seats[seat]))
        if ignored:
            match = replace(match, talk=heard(match.talk, reader))
        aside = heard(sent.aside, reader) if follower.watches else ()
        mover = self._waiting.mover(follower.to.handle) if match.stage == "over" else ""
        return replace(sent, match=match, seat=follower.seat, ignored=ignored, aside=aside, mover=mover)

    def remark(self, id: str, who: str, text: str) -> None:
        """Say a line as a watcher of that table."""
        self._roster.bus.say(Aside(id, who, text))
        self._add(id, who, text)

    def _add(self, id: str, who: str, text: str) -> None:
        """Show a watcher's remark to the other watchers, and to players who want to know."""
        self.talk[id] = added(self.talk.get(id, ()), who, text)
        self.tell(id)
        for one in self.followers(id):
            call = self._roster.call(one.to.node) if one.hears else None
            if call and not call.ignores(who):
                self._roster.post.send(call.node, Notify(tr.watch.watcher_says(who=who, text=text)))

    # -- questions

    def is_there(self, match: Match, seat: int) -> bool:
        key, here = match.seats[seat].casefold(), self._here.get(match.terms.id, ())
        there = self._roster.there(key)
        return any(one.to.handle.casefold() == key for one in here) or bool(
            there and match.terms.id in there.tables
        )

    def here(self, match: Match) -> tuple[int, ...]:
        return tuple(seat for seat in match.people if self.is_there(match, seat))

    def has_all(self, match: Match) -> bool:
        """True if everybody whom the game needs has the table open."""
        return set(match.needed) <= set(self.here(match))

    def away(self, match: Match) -> tuple[tuple[int, int], ...]:
        """Return the seats whose callers are away, with the seconds since their call dropped (-1 if not)."""
        found = []
        for seat in match.people:
            if not self.is_there(match, seat):
                gone = self._away.get(match.terms.id, {}).get(match.seats[seat].casefold())
                dropped = gone and gone.dropped and self._roster.of(match.seats[seat]) is None
                found.append((seat, int(_now() - gone.since) if gone and dropped else -1))
        return tuple(found)

    def absent(self, match: Match, seat: int) -> float:
        """Return the seconds since the caller in that seat left, or 0 if they are there."""
        gone = self._away.get(match.terms.id, {}).get(match.seats[seat].casefold())
        return 0.0 if gone is None or self.is_there(match, seat) else _now() - gone.since


def follower_of(layer: Layer) -> Follower | None:
    """Return a layer's follower, or None if it shows no table."""
    return layer.link if isinstance(layer.link, Follower) else None


def table_of(layer: Layer) -> str:
    """Return the id of the table on a layer, or ""."""
    follower = follower_of(layer)
    return follower.table if follower else ""


def _now() -> float:
    return asyncio.get_running_loop().time()


class Waiting:
    """All tables, with the keys of the callers that each one waits for."""

    def __init__(self, games: Mapping[str, Door]) -> None:
        self._games = games
        self._tables: dict[str, tuple[Match, frozenset[str]]] = {}

    def note(self, match: Match) -> frozenset[str]:
        """Note a table. Return the keys of the callers that it waits for now, but didn't before."""
        id, now = match.terms.id, awaited(self._games[match.terms.door], match)
        _, before = self._tables.get(id, (match, frozenset()))
        self._tables[id] = match, now
        return now - before

    def forget(self, id: str) -> None:
        self._tables.pop(id, None)

    def waits(self, caller: str, id: str) -> bool:
        return id in self._tables and caller_key(caller) in self._tables[id][1]

    def count(self, caller: str) -> int:
        key = caller_key(caller)
        return sum(key in callers for _, callers in self._tables.values())

    def mover(self, caller: str) -> str:
        """Return a player who waits for the caller's move, or ""."""
        key = caller_key(caller)
        for match, callers in self._tables.values():
            if key in callers and match.stage == "play" and not match.terms.race:
                seat = match.seat_of(caller)
                if others := [at for at in match.needed if at != seat]:
                    return names(match, others[:1])
        return ""
