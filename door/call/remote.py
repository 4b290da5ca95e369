"""The calls of other hosts in this host's roster, and this host's calls in theirs.

Each host says what has changed about its calls. It says all of them to a host that is new or has missed too
much. A host that is silent for as long as a lease lasts is dead, and its calls with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from door.call import topic
from door.call.api import Services
from door.call.bus import Gap, sendable
from door.call.roster import CallInfo, Member, PlaysAlone, RemoteCall, Roster, log_on_elsewhere
from door.pages.api import ON_WEB
from door.records.callers.caller_file import Caller
from door.records.journal.lines import digest
from door.records.store import Lease, StoreError
from door.settings import Settings
from door.settings.reload import digests

LOG = logging.getLogger("door.board")
EVERY: Final = 1.0
"""Seconds between two looks at this host's calls."""

DEAD: Final = 10.0
"""Seconds of silence after which a host is dead."""

AWAY: Final = 60
"""Seconds without a key after which a caller counts as idle on other hosts."""

CLAIM_SECONDS: Final = 15.0
"""Most seconds that a log-on waits for the end of the caller's call on another host."""

TRY: Final = 0.1
LEASE_LATE: Final = 3.0
"""Seconds after which the names of a dead host are free for certain."""

sendable(Caller)


@sendable
class Hello(NamedTuple):
    """Asks a host for all its calls."""


@sendable
class Came(NamedTuple):
    """A call that is new or has changed."""

    on: CallInfo


@sendable
class Went(NamedTuple):
    """The call on that node is over."""

    node: int


@sendable
class Pulse(NamedTuple):
    """The host of that name lives. `settings` is a digest of its settings."""

    name: str
    settings: str = ""


@sendable
class Only(NamedTuple):
    """The nodes of all calls of a host. The calls follow."""

    nodes: tuple[int, ...]


@sendable
class Bye(NamedTuple):
    """A host ends."""


@sendable
class EndCall(NamedTuple):
    """The caller with this key has called another host."""

    key: str


@sendable
class Settled(NamedTuple):
    """The settings of a host, as digests of their parts."""

    parts: Mapping[str, str]


class Leases(Protocol):
    """A store that gives names to hosts. The methods block. `host` is this one's."""

    host: str

    def take(self, name: str) -> Lease | None: ...
    def release(self, lease: Lease) -> None: ...


class RemoteHosts:
    """The calls of other hosts, as this one knows them. `settled` waits for a caller's writes. `settings`
    returns digests of this host's settings as `SettingsDigest.current`."""

    def __init__(
        self, roster: Roster, leases: Leases, keep: Callable[[Any], object],
        settled: Callable[[str], Awaitable[object]],
        settings: Callable[[], tuple[Mapping[str, str], str]] = lambda: ({}, ""),
    ) -> None:  # fmt: skip
        self._roster, self._bus, self._leases, self._keep = roster, roster.bus, leases, keep
        self._settled, self._settings = settled, settings
        self._said: dict[int, CallInfo] = {}
        self._theirs: dict[str, dict[int, RemoteCall]] = {}
        self._heard: dict[str, float] = {}
        self._held: dict[str, Lease] = {}
        self._is_over = False
        self._compared = set[tuple[str, str, str]]()
        """Hosts whose settings differ from ours, with the digests of both: each difference is logged once."""

        self.names: dict[str, str] = {}
        """The names of the other hosts, by their ids on the bus."""

        self.lost: list[Callable[[str], object]] = []
        roster.others = self
        hears = self._bus.hears
        hears(Hello, self._hello)
        hears(Came, self._came)
        hears(Went, self._went)
        hears(Pulse, self._pulse)
        hears(Gap, lambda gap, host: self._greet(host))
        hears(Only, self._only)
        hears(Settled, self._compare_settings)
        hears(Bye, lambda bye, host: self._forget(host))
        hears(EndCall, lambda end, host: (call := roster.own(end.key)) and call.receive(log_on_elsewhere()))

    async def run(self) -> None:
        """Tell the others of this host until it ends."""
        asyncio.get_running_loop().call_later(DEAD, self._report_lost, "")
        while True:
            self.look()
            await asyncio.sleep(EVERY)

    def end(self) -> None:
        """Tell the others that this host's calls are over."""
        self._is_over = True
        self._bus.say(Bye())

    def look(self) -> None:
        """Tell the others what has changed, and forget dead hosts."""
        gone, news = set(self._said), list[Any]()
        for call in self._roster.here():
            gone.discard(call.node)
            if came := self._update_of(call):
                news.append(came)
        for node in gone:
            self.hide(node)
        self._bus.say(*news, Pulse(self._leases.host, self._settings()[1]))
        dead = asyncio.get_running_loop().time() - DEAD
        for host, last in tuple(self._heard.items()):
            if last < dead:
                LOG.error("a host of this board is silent: its calls are over")
                self._forget(host)

    # -- this host's calls

    def show(self, call: Member) -> None:
        """Tell the others about a call, if anything has changed."""
        if came := self._update_of(call):
            self._bus.say(came)

    def _update_of(self, call: Member) -> Came | None:
        known = call.info()
        file = known.caller
        needed = file and Caller(
            file.handle, sysop=file.sysop, level=file.level, ignored=file.ignored,
            unvalidated=file.unvalidated, address=file.address,
            prefs={ON_WEB: file.prefs[ON_WEB]} if ON_WEB in file.prefs else {},
        )  # fmt: skip
        on = known._replace(
            minutes=0,
            idle=known.idle // AWAY and AWAY,
            caller=needed,
            plays=call.receive(PlaysAlone()) if any(known.screens) else None,
        )
        if self._said.get(call.node) == on:
            return None
        self._said[call.node] = on
        return Came(on._replace(minutes=known.minutes))

    def hide(self, node: int) -> None:
        """Tell the others that a call is over."""
        if self._said.pop(node, None):
            self._bus.say(Went(node))

    def _hello(self, hello: Hello, host: str) -> None:
        calls = [call.info() for call in self._roster.here() if call.node in self._said]
        came = [Came(self._said[on.node]._replace(minutes=on.minutes)) for on in calls]
        self._bus.say(Only(tuple(self._said)), *came, to=host)

    # -- a caller's only call

    async def claim(self, key: str) -> bool:
        """Take a caller's name. Return True if another host had it, and has ended their call."""
        clock = asyncio.get_running_loop().time
        began, said = clock(), 0.0
        while key not in self._held:
            try:
                lease = await asyncio.to_thread(self._leases.take, f"on/{key}")
            except StoreError:  # nothing is written now anyway
                break
            if lease:
                self._held[key] = lease
                break
            if clock() - began > CLAIM_SECONDS:
                LOG.error("caller=%r: another host does not end their call", key)
                break
            if clock() - said >= EVERY:
                said = clock()
                self._bus.say(EndCall(key))
            await asyncio.sleep(TRY)
        return said > 0

    def free(self, key: str) -> None:
        """Give a caller's name back, once everything of theirs is written."""
        if lease := self._held.pop(key, None):
            self._keep(self._free(key, lease))

    async def _free(self, key: str, lease: Lease) -> None:
        """Release the name, as soon as the store lets us. Until then a log-on on another host waits long."""
        await self._settled(key)
        trouble = ""
        while key not in self._held and not self._is_over:
            try:
                await asyncio.to_thread(self._leases.release, lease)
                return
            except StoreError as error:
                if not trouble:
                    LOG.error("caller=%r: %s", key, error)
                trouble = str(error)
            await asyncio.sleep(EVERY)

    async def is_free(self, key: str) -> bool:
        """True if no host has that caller's name."""
        try:
            lease = await asyncio.to_thread(self._leases.take, f"on/{key}")
            if lease:
                await asyncio.to_thread(self._leases.release, lease)
        except StoreError:
            return False
        return lease is not None

    # -- calls of other hosts

    def _came(self, came: Came, host: str) -> None:
        theirs = self._theirs_of(host)
        old = theirs.get(came.on.node)
        if old and old.info().handle != came.on.handle:
            self._roster.drop(old)
        call = theirs[came.on.node] = RemoteCall(self._bus, host, came.on)
        self._roster.put(call)
        self._tell(old, call)

    def _went(self, went: Went, host: str) -> None:
        if call := self._theirs.get(host, {}).pop(went.node, None):
            self._roster.drop(call)
            self._tell(call, None)

    def _pulse(self, pulse: Pulse, host: str) -> None:
        self._theirs_of(host)
        self.names[host] = pulse.name
        parts, whole = self._settings()
        if pulse.settings != whole and (host, pulse.settings, whole) not in self._compared:
            self._compared.add((host, pulse.settings, whole))
            self._bus.say(Settled(parts), to=host)

    def _compare_settings(self, heard: Settled, host: str) -> None:
        """Log which of that host's settings differ from ours. It does the same."""
        parts, _ = self._settings()
        names = sorted(name for name in {**parts, **heard.parts} if parts.get(name) != heard.parts.get(name))
        if names:  # else they have been changed alike since
            LOG.warning("host %s runs other settings: %s", self.names.get(host), ", ".join(names))

    def _only(self, only: Only, host: str) -> None:
        for node in self._theirs_of(host).keys() - set(only.nodes):
            self._went(Went(node), host)

    def _theirs_of(self, host: str) -> dict[int, RemoteCall]:
        if host not in self._heard:
            self._greet(host)
        self._heard[host] = asyncio.get_running_loop().time()
        return self._theirs.setdefault(host, {})

    def _greet(self, host: str) -> None:
        """Ask a host for all its calls, because it is new or we have missed something."""
        self._heard[host] = asyncio.get_running_loop().time()
        self._bus.say(Hello(), to=host)

    def _forget(self, host: str) -> None:
        self._heard.pop(host, None)
        self.names.pop(host, None)
        self._bus.forget(host)
        for call in self._theirs.pop(host, {}).values():
            self._roster.drop(call)
            self._tell(call, None)
        self._report_lost(host)

    def _report_lost(self, host: str) -> None:
        for lost in self.lost:
            lost(host)

    def _tell(self, before: RemoteCall | None, after: RemoteCall | None) -> None:
        for look in self._roster.watchers:
            look(before.info() if before else None, after.info() if after else None)


def join(services: Services) -> None:
    """Follow the calls and the topics of the other hosts."""
    store, settings = services.store.journal.store, SettingsDigest(services.settings)
    RemoteHosts(services.roster, store, services.keep, services.writes.settled, settings.current)
    topic.join(services)


class SettingsDigest:
    """Digests of the settings in force, made again when those have changed."""

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._of: Settings | None = None
        self._known: tuple[dict[str, str], str] = {}, ""

    def current(self) -> tuple[dict[str, str], str]:
        """Return the digests of the parts, and one digest of all settings."""
        if self._of is not (settings := self._settings()):
            parts = digests(settings)
            self._of, self._known = settings, (parts, digest(repr(sorted(parts.items())).encode())[:8])
        return self._known
