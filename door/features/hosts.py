"""What hosts tell each other besides their calls: what is new in the store, and what only memory holds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from door.call.api import Services
from door.call.bus import Gap, carried
from door.call.others import LEASE_LATE, Others, Pulse
from door.call.roster import Evict
from door.features.desk.calls import ListCalls, list_calls
from door.features.desk.handlers import Changed
from door.features.forum.handlers import CountPosts
from door.features.letters.handlers import LetterCame
from door.features.tables.hub import TableHub
from door.features.watching.abroad import abroad
from door.records.callers.caller_file import CallerError
from door.records.daily.rules import DailyAddresses
from door.records.journal.lines import caller_key, digest
from door.settings.reload import digests
from door.ui.texts import tr

LOG = logging.getLogger("door.board")


@carried
class CallerChanged(NamedTuple):
    """That caller's document was changed, moved or deleted."""

    who: str


@carried
class DailyBegun(NamedTuple):
    """A caller has begun the day's deal from that address, or hasn't after all."""

    day: str
    slug: str
    block: str
    key: str
    has_begun: bool


@carried
class Password(NamedTuple):
    """A host has heard a wrong password, or the `right` one."""

    handle: str
    block: str
    right: bool


@carried
class Settled(NamedTuple):
    """The settings of a host, as digests of their parts."""

    parts: Mapping[str, str]


def join(services: Services) -> None:
    """Answer the other hosts, and follow what they tell."""
    roster, bus, failed_logons = services.roster, services.roster.bus, services.failed_logons
    if bus.is_alone:
        return
    callers = services.callers
    others = Others(roster, services.store.journal.store, services.keep, services.writes.settled)
    others.lost = lambda host: _lose(services, others, host)
    others.plays = abroad

    def hear_password(heard: Password, host: str) -> None:
        if heard.right:
            failed_logons.clear(heard.handle)
        else:
            failed_logons.count(heard.handle, heard.block, asyncio.get_running_loop().time())

    def look_again(gap: Gap, host: str) -> None:
        """Have every call count its letters and posts, and read its caller's file."""
        callers.forget()
        roster.post.send_here(LetterCame(None))
        roster.post.send_here(CountPosts())
        for call in roster.here():
            services.keep(_read_again(services, call.known().handle))

    _compare_settings(services, others)
    services[DailyAddresses].tell = lambda *begun: bus.say(DailyBegun(*begun))
    bus.hears(DailyBegun, lambda begun, host: services[DailyAddresses].note(*begun))
    failed_logons.tell = lambda *heard: bus.say(Password(*heard))
    bus.hears(Password, hear_password)
    bus.hears(ListCalls, lambda asked, host: list_calls(roster, asked))
    bus.hears(Gap, look_again)
    loop = asyncio.get_running_loop()
    callers.changed = lambda who: loop.call_soon_threadsafe(bus.say, CallerChanged(who))
    bus.hears(CallerChanged, lambda changed, host: services.keep(_read_again(services, changed.who)))


def _compare_settings(services: Services, others: Others) -> None:
    """Log once which settings differ from another host's. That host does the same."""
    bus, told = services.roster.bus, set[tuple[str, str, str]]()

    known: tuple[object, dict[str, str], str] = None, {}, ""

    def ours() -> tuple[dict[str, str], str]:
        nonlocal known
        if known[0] is not (settings := services.settings()):
            parts = digests(settings)
            known = settings, parts, digest(repr(sorted(parts.items())).encode())[:8]
        return known[1:]

    def hear_pulse(pulse: Pulse, host: str) -> None:
        parts, whole = ours()
        if pulse.settings != whole and (host, pulse.settings, whole) not in told:
            told.add((host, pulse.settings, whole))
            bus.say(Settled(parts), host)

    def hear_settled(heard: Settled, host: str) -> None:
        parts, _ = ours()
        names = sorted(name for name in {**parts, **heard.parts} if parts.get(name) != heard.parts.get(name))
        if names:  # else they have been changed alike since
            LOG.warning("host %s runs other settings: %s", others.names.get(host), ", ".join(names))

    others.settings = lambda: ours()[1]
    bus.hears(Pulse, hear_pulse)
    bus.hears(Settled, hear_settled)


async def _read_again(services: Services, who: str) -> None:
    """Read a caller whom another host has changed, for their call here."""
    callers = services.callers
    callers.forget(who)
    is_gone = False
    with suppress(CallerError):
        is_gone = await asyncio.to_thread(lambda: not callers.find(who) and callers.gone(who))
    if call := services.roster.own(caller_key(who)):
        call.receive(Evict(tr.call.handle_changed()) if is_gone else Changed(own=False))


def _lose(services: Services, others: Others, host: str) -> None:
    """End what needed a host that is gone."""
    adjourn = services[TableHub].live.adjourn_left
    asyncio.get_running_loop().call_later(LEASE_LATE, lambda: services.keep(adjourn(others.is_free)))
