"""Connects the board's tables and its calls. Followers get each change, other callers get notices.

Followers get the match as it is on disk. The cost of a change depends only on the callers at that table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

from door.call.api import Call, Services
from door.call.bus import Gap, sendable
from door.call.remote import LEASE_LATE
from door.call.roster import BigMoment, CallMessage, Notify, Roster
from door.call.stack import Layer
from door.call.topic import LocalReader, Topic, TopicReader
from door.features.tables.asks import TablesFound
from door.features.tables.ladders import LadderCache
from door.features.tables.news import adjourned_notice, greeting, news, victory
from door.features.tables.presence import GoOn, Presence, Waiting, table_shown
from door.games.contract import Door
from door.notify.words import turns
from door.play.books import DAYS, Runs, streak_news
from door.play.match.values import Match, Refusal, is_live
from door.play.match.view import Followed
from door.records.access.limits import quota
from door.records.access.quota import Quota
from door.records.journal.lines import Fields, caller_key
from door.records.ledger.ledger import Ledger
from door.records.part import Part
from door.records.play.game_store import GameStore
from door.records.tables.table_files import TableError
from door.records.tables.tables import Tables
from door.screens.door import SeatDoor
from door.screens.watch import WatchDoor
from door.ui.texts import Said, tr
from door.ui.words import Talk

LOG: Final = logging.getLogger("door.call")
LIST_SECONDS: Final = 2.0
"""Maximum seconds before a change shows in a list of tables."""


@dataclass(frozen=True, slots=True)
class TableQuotas:
    """Limits on actions that cost others time or attention."""

    opens: Quota = field(default_factory=partial(quota, "table"))
    acts: Quota = field(default_factory=partial(quota, "seat"))
    talk: Quota = field(default_factory=partial(quota, "talk"))
    watches: Quota = field(default_factory=partial(quota, "watch"))
    asks: Quota = field(default_factory=partial(quota, "ask"))


@sendable
class TableRang(NamedTuple):
    """A host has written event `n` of a match."""

    id: str
    n: int


Tell = Callable[[str, Said, str], object]


@dataclass(frozen=True, slots=True)
class ListTables(CallMessage[TablesFound]):
    """Return the tables as the call sees them."""


class Listings(Topic):
    """The lists of tables on callers' screens. The newest one is enough, and only for a list in sight."""

    patient = False
    soon = LIST_SECONDS

    def spread(self, but: TopicReader | None = None) -> None:
        self._due = None
        for reader in self.readers:
            assert isinstance(reader, LocalReader)
            if reader.call.stack and reader.call.stack.top is reader.layer:
                reader.offer()

    def view(self, reader: TopicReader, said: Talk) -> TablesFound | None:
        assert isinstance(reader, LocalReader)
        return reader.call.receive(ListTables())


class TableHub(Part):
    """The hub. `rates_again` is true if a rematch would be rated now. `tell` tells a caller (by a sentence
    about the table of that id) outside the board."""

    def __init__(
        self, store: GameStore, roster: Roster, keep: Callable[[Any], Any],
        rates_again: Callable[[Match], bool], tell: Tell,
    ) -> None:  # fmt: skip
        self.store, self.tables, self._roster, self._keep = store, store.tables, roster, keep
        games = self.tables.games.items()
        self.screens: Mapping[str, SeatDoor] = {slug: SeatDoor(game) for slug, game in games}
        self.watched: Mapping[str, WatchDoor] = {slug: WatchDoor(game) for slug, game in games}
        self.ladders, self.waiting = LadderCache(store), Waiting(self.tables.games)
        self.presence = Presence(self.tables, roster, rates_again, self.ladders, self.waiting, self.sees)
        self.live = LiveGames(self.tables, self.presence, roster, self.apply_later)
        self.listings = Listings("tables", roster)

        self.instead_of: dict[str, str] = {}
        """Tables being opened, with the tables that they replace."""

        self._days: dict[str, tuple[int, str, dict[str, Runs]]] = {}
        """The ledger's version and the result of `_days`, by table."""

        self._tell, self.quotas = tell, TableQuotas()
        self.tables.followers.append(self._on_change)
        roster.bus.hears(TableRang, lambda rang, host: keep(self.tables.follow(*rang)))
        roster.bus.hears(Gap, lambda gap, host: self.tables.look_again(self.presence.open_tables()))
        self.tables.forgetters.append(self._forget)
        self._seen: dict[str, dict[str, Said]] = {}
        """Notices that callers (keys) have seen on their screens, by the tables' ids."""

        for match in self.tables.all():  # tables may have been loaded before the hub exists
            self.waiting.note(match)
            self._note_days(match)

    def game(self, match: Match) -> Door:
        return self.tables.games[match.terms.door]

    def follow(self, match: Match, call: Call, layer: Layer) -> Followed:
        """Let a layer follow the table. Return the first view."""
        first = self.presence.add_follower(match, call, layer)
        self.live.go_on(match)
        return first

    def apply_later(self, id: str, event: Fields, n: int | None = None) -> None:
        """Apply an event in the background. An event that the rules refuse is ignored."""
        self._keep(self._apply(id, event, n))

    async def _apply(self, id: str, event: Fields, n: int | None) -> None:
        try:
            with suppress(Refusal):
                await self.tables.do(id, event, n)
        except TableError as error:
            LOG.error("table %s: %s", id, error)

    # -- changes

    def _on_change(self, match: Match, since: int, is_ours: bool) -> None:
        id, happened = match.terms.id, {event.what for event in match.events_after(since)}
        if is_ours:
            self._roster.bus.say(TableRang(id, match.n))
        self._tell_outside(match, self.waiting.note(match), is_ours, is_new=since < 0)
        self.presence.tell(id)
        if not is_ours:
            self._follow_rematch(match)
        for caller, sentence in news(self.game(match), match, since):
            if self._roster.own(caller.casefold()):  # the other hosts tell theirs
                self.notify(caller, sentence, id)
        if "begin" in happened and is_live(match.clock):
            asyncio.get_running_loop().call_later(START_SECONDS, self.live.check_start, id)
        if match.stage == "over":
            if "over" in happened and is_ours and (said := victory(self.game(match), match)):
                everybody = tuple(match.seats[seat] for seat in match.people)
                self._roster.post.send_to_all(BigMoment(said, everybody))
            self._tell_streaks(match, *self._days.pop(id, (0, "", {}))[1:])
        self._note_days(match)
        self.listings.announce_change()

    def _note_days(self, match: Match) -> None:
        """Read its callers' streaks of days, if the ledger has changed and the match goes on."""
        id, version = match.terms.id, self.store.ledger.version
        if match.stage != "over" and version != self._days.get(id, (-1,))[0]:
            self._days[id] = version, *self.store.ledger.read(partial(_days, match))

    def _follow_rematch(self, match: Match) -> None:
        """Have callers who look at the old table follow a rematch that another host has opened."""
        for id in self.presence.open_tables():
            old = self.tables.get(id)
            if old and old.again and match.terms.id in (id, old.again):
                self.instead_of[old.again] = id
                new = self.tables.get(old.again)
                if new and "" not in new.seats:
                    del self.instead_of[old.again]
                    self.go_on(id, new)

    def go_on(self, old: str, new: Match) -> None:
        """Have this host's callers who look at the old table look at the new one."""
        for one in self.presence.followers(old):
            self._roster.post.send(one.node, GoOn(old, new))

    def _tell_streaks(self, match: Match, day: str, before: Mapping[str, Runs]) -> None:
        """Tell callers about streaks of days that the end of this match, begun on that day, extends."""
        for caller, runs in before.items():
            now = self.store.ledger.read(partial(_days_of, caller, day))
            if call := self._roster.own(caller.casefold()):
                for line in streak_news(runs, now):
                    call.receive(Notify(tr.streaks.notice(line=line)))

    def _tell_outside(self, match: Match, callers: frozenset[str], is_ours: bool, is_new: bool) -> None:
        """Tell callers whose turn it is now. Those who have the table on their screens hear of it when their
        call ends, if it is still their turn."""
        id = match.terms.id
        if not callers:
            return
        for caller, sentence in turns(self.game(match), match, callers, is_new):
            call = self._roster.of(caller)
            if call is not None and self.sees(table_shown(call), id):
                if self._roster.own(caller.casefold()):
                    self._seen.setdefault(caller_key(caller), {})[id] = sentence
            elif is_ours:
                self._tell(caller, sentence, id)

    def call_ended(self, caller: str, has_file: bool) -> None:
        """Tell a caller whose call is over what waits for them. Guests (without a file) can't be told."""
        for id, sentence in self._seen.pop(caller_key(caller), {}).items():
            if has_file and self.waiting.waits(caller, id):
                self._tell(caller, sentence, id)

    def _forget(self, id: str) -> None:
        self._days.pop(id, None)
        self.presence.forget(id)
        self.waiting.forget(id)

    def notify(self, caller: str, sentence: Said, id: str = "") -> None:
        """Notify a caller who is online, unless that table is on their screen."""
        call = self._roster.of(caller)
        if call is not None and not self.sees(table_shown(call), id):
            self._roster.post.send(call.node, Notify(sentence, id))

    def sees(self, table: str, id: str) -> bool:
        """True if a caller with `table` on their screen sees that table, or the one that it replaces."""
        return bool(table) and table in (id, self.instead_of.get(id, id))

    # -- a caller

    def at_table(self, match: Match) -> tuple[tuple[str, int], ...]:
        calls = ((match.seats[seat], self._roster.of(match.seats[seat])) for seat in match.people)
        return tuple((who, call.node) for who, call in calls if call is not None)

    def logged_on(self, caller: str) -> None:
        """Handle a log-on. Update callers at the same tables, and notify the caller of games that wait."""
        for id in self.presence.note_return(caller):
            self.presence.tell(id)
        for match in self.tables.of(caller):
            seat, needed = match.seat_of(caller), {match.seats[at] for at in match.needed_seats}
            if match.adjourned and seat in match.needed_seats and needed <= dict(self.at_table(match)).keys():
                self.notify(caller, adjourned_notice(self.game(match), match, seat), match.terms.id)
        waiting = self.waiting.count(caller)
        if not waiting:
            return
        others = {who: node for match in self.tables.of(caller) for who, node in self.at_table(match)}
        others = {who: node for who, node in others.items() if who.casefold() != caller.casefold()}
        self.notify(caller, greeting(waiting, tuple(others.items())))


def _days_of(caller: str, day: str, ledger: Ledger) -> Runs:
    return {DAYS: ledger.streaks.days(caller_key(caller), day)[DAYS]}


def _days(match: Match, ledger: Ledger) -> tuple[str, dict[str, Runs]]:
    """Return the day on which a match began, and the streaks of days of its people."""
    day = ledger.ladder.day_of(match.terms.id)
    people = [match.seats[seat] for seat in match.people] if day else []
    return day, {who: _days_of(who, day, ledger) for who in people}


START_SECONDS: Final = 10.0
"""Seconds for callers to come to a live game that starts. After that, its clock waits for them."""


class LiveGames:
    """The live games. `apply_later` applies an event, if the match is still in that state."""

    def __init__(
        self, tables: Tables, presence: Presence, roster: Roster,
        let: Callable[[str, Fields, int | None], None],
    ) -> None:  # fmt: skip
        self._tables, self._presence, self._roster, self._let = tables, presence, roster, let
        presence.arrived.append(self._came)

    def go_on(self, match: Match) -> None:
        """Resume an adjourned game if its players are all there."""
        if match.adjourned and self._presence.has_all(match):
            self._let(match.terms.id, {"do": "go"}, match.n)

    def _came(self, id: str) -> None:
        """Handle the arrival of a caller at a table on another host."""
        if match := self._tables.get(id):
            self.go_on(match)

    async def adjourn_left(self, is_free: Callable[[str], Awaitable[bool]]) -> None:
        """Adjourn the live games whose players were all on a host that is gone. `is_free` is true if no host
        has that caller's name."""
        for match in self._tables.under_way():
            people = [match.seats[seat] for seat in match.people]
            is_played = match.stage == "play" and not match.adjourned and is_live(match.clock)
            if not is_played or any(map(self._roster.of, people)):
                continue
            for who in people:  # one after the other: other hosts may ask for them, too
                if not await is_free(who.casefold()):
                    break
            else:
                self._let(match.terms.id, {"do": "adjourn"}, match.n)

    def check_start(self, id: str) -> None:
        """Adjourn a live game that has just started if a player isn't there in time."""
        match = self._tables.get(id)
        if match and is_live(match.clock) and not self._presence.has_all(match):
            self._let(id, {"do": "adjourn"}, match.n)

    def adjourn(self, caller: str, door: str = "", to_move: bool = True) -> None:
        """Adjourn the live games (at that door) of a caller whose call or visit the board ends.

        Without `to_move`, games in which it is the caller's move go on.
        """
        for match in self._tables.of(caller):
            seat = match.seat_of(caller)
            plays = seat in match.needed_seats and door in ("", match.terms.door)
            if plays and is_live(match.clock) and (to_move or seat not in match.movers):
                self._let(match.terms.id, {"do": "adjourn"}, None)


def joins(services: Services) -> None:
    """Adjourn live games whose players were all on a host that is gone."""
    others, adjourn = services.roster.others, services[TableHub].live.adjourn_left

    def adjourn_later(host: str) -> None:
        if others:
            asyncio.get_running_loop().call_later(LEASE_LATE, lambda: services.keep(adjourn(others.is_free)))

    if others:
        others.lost.append(adjourn_later)
