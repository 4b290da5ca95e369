"""Which callers have which table open, and since when seated callers are away.

This is kept in memory. It ends no game by itself, but a claim needs the opponent to be away
(`door.features.tables.rules`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.call.api import Call
from door.call.roster import CallInfo, CallMessage, Notify, Roster
from door.call.stack import Layer
from door.call.topic import Everywhere, HasIgnored, LocalReader, Topic, TopicReader
from door.features.tables.ladders import LadderCache
from door.features.tables.news import awaited_keys
from door.games.contract import Door
from door.play.match.values import Match
from door.play.match.view import GRACE, Followed, names
from door.records.journal.lines import caller_key
from door.records.tables.tables import Tables
from door.ui.texts import tr
from door.ui.words import Talk


@dataclass(frozen=True, slots=True)
class GoOn(CallMessage[None]):
    """Show a rematch in place of the table `old`, if that is on the screen."""

    old: str
    new: Match


class Away(NamedTuple):
    """The loop time since which a caller is away from a table. `dropped`: their call ended there."""

    since: float
    dropped: bool = False


NONE: Final[frozenset[str]] = frozenset()
TABLE: Final = "table/"
"""Begins the names of tables' topics."""


class TableFollower(LocalReader):
    """A screen on which a caller has a table open. A player who `hears` also gets the watchers' talk."""

    source: TableTopic
    hears = False
    spoken = -1
    """The number of the last line of the players that it has got, -1 at first."""

    @property
    def table(self) -> str:
        return self.source.id

    @property
    def seat(self) -> int:
        return self.source.seat_of(self.handle)

    @property
    def watches(self) -> bool:
        return self.seat < 0

    def lines(self) -> Talk:
        """Return what was said that the screen has not got yet."""
        view: Followed = self.view()
        return view.said


class TableTopic(Topic):
    """A table. Its players' talk is in the match, and the watchers' is the topic's own."""

    READER = TableFollower
    first = 0

    def __init__(self, presence: Presence, id: str, roster: Roster) -> None:
        super().__init__(TABLE + id, roster)
        self.id, self._presence = id, presence
        self._sent: Followed | None = None

    def seat_of(self, handle: str) -> int:
        match = self._presence.match(self.id)
        return match.seat_of(handle) if match else -1

    def followers(self) -> list[TableFollower]:
        return [one for one in self.readers if isinstance(one, TableFollower)]

    def onlookers(self, reader: TopicReader) -> int:
        return len(self._presence.watchers(self.id))

    def is_about(self, subject: str) -> bool:
        return self._presence.sees(self.id, subject)

    def came_or_went(self, reader: TopicReader) -> None:
        if reader not in self.readers:
            self._presence.leave(self.id, reader)

    def spread(self, but: TopicReader | None = None) -> None:
        match = self._presence.match(self.id)
        if match and self.readers:
            self._sent = self._presence.table_view(match, "")  # once for all of them
            super().spread(but)
            self._sent = None

    @property
    def is_shown(self) -> bool:  # type: ignore[override]
        return self._presence.match(self.id) is not None

    def view(self, reader: TopicReader, said: Talk) -> Followed:
        match = self._presence.match(self.id)
        assert match is not None and isinstance(reader, TableFollower)
        return self._presence.view_for(reader, self._sent or self._presence.table_view(match, ""), said)

    def say(self, reader: TopicReader, text: str, typing: str = "") -> None:
        """Say a line as a watcher, on all hosts."""
        self._presence.hosts.say(self.name, reader.handle, text)

    def hear(self, who: str, text: str) -> None:
        """Show a watcher's remark to the other watchers, and to players who want to know."""
        self.talk.add(who, text)
        self.spread()
        for one in self.followers():
            if one.hears and (ears := one.ears()) and not ears.ignores(who):
                notice = Notify(tr.watch.watcher_says(who=who, text=text))
                self.roster.post.send(one.node, notice)


class Presence:
    """The topics of all tables. They get the match as it is on disk.

    `rates_again` is true if a rematch would be rated now. `sees`: whoever has the first table on the screen
    needs no notice about the second.
    """

    def __init__(
        self, tables: Tables, roster: Roster, rates_again: Callable[[Match], bool], ladders: LadderCache,
        waiting: Waiting, sees: Callable[[str, str], bool],
    ) -> None:  # fmt: skip
        self._tables, self._roster, self.match, self.sees = tables, roster, tables.get, sees
        self._rates_again, self._ladders, self._waiting = rates_again, ladders, waiting
        self._topics: dict[str, TableTopic] = {}
        self.hosts = Everywhere(roster.bus, TABLE, self._find)
        self._there: dict[str, dict[int, str]] = {}
        """Who has a table open on another host, by node."""

        self.arrived: list[Callable[[str], object]] = []
        """Called with the id of a table that somebody has opened on another host."""

        roster.watchers.append(self._elsewhere)
        self._away: dict[str, dict[str, Away]] = {}

    def topic(self, id: str) -> TableTopic:
        if id not in self._topics:
            self._topics[id] = TableTopic(self, id, self._roster)
        return self._topics[id]

    def _find(self, name: str) -> TableTopic | None:
        id = name.removeprefix(TABLE)
        return self.topic(id) if id != name and self.match(id) else None

    def forget(self, id: str) -> None:
        if id in self._topics and not self._topics[id].readers:
            del self._topics[id]

    def followers(self, table: str) -> list[TableFollower]:
        return self._topics[table].followers() if table in self._topics else []

    def open_tables(self) -> list[str]:
        """Return the tables that this host's callers have open."""
        return [id for id, topic in self._topics.items() if topic.readers]

    def watchers(self, table: str) -> list[tuple[str, int]]:
        match = self.match(table)
        here = [(one.handle, one.node) for one in self.followers(table) if one.watches]
        there = self._there.get(table, {}).items()
        return here + [(who, node) for node, who in there if match and match.seat_of(who) < 0]

    def note_return(self, caller: str) -> list[str]:
        """Note that a caller has called again. Return the open tables from which they are away."""
        key = caller.casefold()
        tables = [table for table in self.open_tables() if key in self._away.get(table, {})]
        for away in map(self._away.__getitem__, tables):
            away[key] = away[key]._replace(dropped=False)
        return tables

    def add_follower(self, match: Match, call: Call, layer: Layer) -> Followed:
        """Add a screen that shows the table. Return the first state to show.

        Seated callers who aren't there count as away from now on.
        """
        table = match.terms.id
        follower = self.topic(table).follow(call, layer)
        away, now = self._away.setdefault(table, {}), _now()
        away.pop(follower.handle.casefold(), None)
        for seat in match.people:
            key = match.seats[seat].casefold()
            if self.is_there(match, seat):
                away.pop(key, None)
            else:
                away.setdefault(key, Away(now))
        self.topic(table).spread(but=follower)
        first: Followed = follower.begin()
        return first

    def leave(self, table: str, reader: TopicReader) -> None:
        """Handle a departure. A moment later it is known whether the call has ended."""
        asyncio.get_running_loop().call_soon(self._reader_left, table, reader)

    def _reader_left(self, table: str, reader: TopicReader) -> None:
        call = self._roster.call(reader.node)
        self._roster.show(reader.node)
        self._went(table, reader.handle, dropped=not (call and call.screens))

    def _went(self, table: str, handle: str, dropped: bool) -> None:
        key, here = handle.casefold(), self.followers(table)
        if not here:
            self._away.pop(table, None)
            if self.match(table) is None:
                self.forget(table)
            return
        if any(one.handle.casefold() == key for one in here):
            return
        self._away.setdefault(table, {})[key] = Away(_now(), dropped)
        self.tell(table)
        asyncio.get_running_loop().call_later(GRACE, self.tell, table)

    def _elsewhere(self, before: CallInfo | None, after: CallInfo | None) -> None:
        """Follow who comes to this host's tables, and leaves them, on another host."""
        was, now = tables_of(before), tables_of(after)
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
                for arrived in self.arrived:
                    arrived(table)
            elif before:
                self._went(table, before.handle, dropped=after is None)

    # -- what followers get

    def table_view(self, match: Match, caller: str) -> Followed:
        seat, id = match.seat_of(caller), match.terms.id
        aside = seat < 0 and id in self._topics
        return Followed(
            match,
            seat,
            self._tables.ms_now(match),
            self.here(match),
            self.away(match),
            self._ladders.ratings(match),
            aside=self._topics[id].talk.latest(None) if aside else (),
            rates=match.stage == "over" and self._rates_again(match),
            rated=self._ladders.rating_changes(match),
        )

    def tell(self, id: str) -> None:
        """Send the table to all its followers."""
        if id in self._topics:
            self._topics[id].spread()

    def view_for(self, follower: TableFollower, sent: Followed, aside: Talk) -> Followed:
        """Return the table for one follower, without the talk of callers whom they ignore.

        `aside` are the watchers' lines that are new to them.
        """
        match, reader, seat = sent.match, follower.ears(), follower.seat
        if reader is None:  # the call has just ended
            return sent
        said = heard_lines(match.lines_after(follower.spoken), reader) if follower.spoken >= 0 else ()
        follower.spoken = match.said
        ignored = tuple(seat for seat in match.people if reader.ignores(match.seats[seat]))
        if ignored:
            match = replace(match, talk=heard_lines(match.talk, reader))
        latest, said = (heard_lines(sent.aside, reader), (*said, *aside)) if seat < 0 else ((), said)
        mover = self._waiting.mover(follower.handle) if match.stage == "over" else ""
        return replace(sent, match=match, seat=seat, ignored=ignored, aside=latest, mover=mover, said=said)

    # -- questions

    def is_there(self, match: Match, seat: int) -> bool:
        key, here = match.seats[seat].casefold(), self.followers(match.terms.id)
        there = self._roster.remote_of(key)
        return any(one.handle.casefold() == key for one in here) or bool(
            there and TABLE + match.terms.id in there.follows
        )

    def here(self, match: Match) -> tuple[int, ...]:
        return tuple(seat for seat in match.people if self.is_there(match, seat))

    def has_all(self, match: Match) -> bool:
        """True if everybody whom the game needs has the table open."""
        return set(match.needed_seats) <= set(self.here(match))

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


def tables_of(on: CallInfo | None) -> frozenset[str]:
    """Return the tables that a call has open."""
    if on is None or not on.follows:
        return NONE
    return frozenset(name.removeprefix(TABLE) for name in on.follows if name.startswith(TABLE))


def table_shown(on: CallInfo) -> str:
    """Return the table on a call's screen, or ""."""
    return on.shows.removeprefix(TABLE) if on.shows.startswith(TABLE) else ""


def follower_of(layer: Layer) -> TableFollower | None:
    """Return a layer's follower, or None if it shows no table."""
    return layer.link if isinstance(layer.link, TableFollower) else None


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
        id, now = match.terms.id, awaited_keys(self._games[match.terms.door], match)
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
                if others := [at for at in match.needed_seats if at != seat]:
                    return names(match, others[:1])
        return ""


def heard_lines(talk: Talk, reader: HasIgnored) -> Talk:
    """Return the lines, except lines of callers whom the reader ignores."""
    return tuple(one for one in talk if not reader.ignores(one[0]))
