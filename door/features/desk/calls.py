"""The sysop and live calls: the list of nodes, and acts on a call.

Each act is logged with the sysop and the caller, but never the text of messages.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from door.call.access import name_of, sysops_only
from door.call.api import Call, Services
from door.call.bus import CallBus, batches, pack, sendable, unpack
from door.call.handlers import check
from door.call.known import who
from door.call.roster import CallInfo, CallMessage, Evict, Roster
from door.call.stack import Layer
from door.features.desk import asks as desk
from door.features.desk.handlers import for_sysops, keep_out
from door.features.messages.asks import WIDTH
from door.features.messages.handlers import Deliver
from door.pages.api import CallerLine, Done
from door.play.match.values import Refusal
from door.records.callers.accounts import BANNED, why_banned
from door.term.charset import clean
from door.ui.texts import Said, again, tr

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
AT_ONCE: Final = 100
"""Calls to list before other work gets a turn."""

REASON_WIDTH: Final = 70


def listing(call: Call) -> desk.NodeListing:
    who, facts = call.who, call.terminal.facts()
    where = again(call.stack.top.where) if call.stack else tr.sysop.where_connecting()
    size = tr.sysop.screen_plain_text() if call.terminal.plain else facts["size"]
    watched = call.terminal.watched
    return desk.NodeListing(
        call.node, who.handle, where, int(call.clock.idle), call.clock.seconds // 60,
        call.clock.minutes_left, who.kind, who.address, f"{who.kind} {facts['term']}",
        f"{facts['charset']} {size}", len(watched.readers) if watched else 0, call.clock.held,
    )  # fmt: skip


sendable(desk.NodeListing)


@sendable
@dataclass(frozen=True, slots=True)
class Describe(CallMessage[desk.NodeListing]):
    """Return the call as the sysop sees it."""


@HANDLERS.on(Describe)
def _describe(call: Call, message: Describe) -> desk.NodeListing:
    return listing(call)


def in_reach(call: Call, node: int) -> CallInfo:
    """Return the call on that node, to watch it or chat with it. Raises Refusal."""
    check(sysops_only(call))
    there = call.services.roster.call(node)
    if there is None or not there.screens:
        raise Refusal(tr.people.node_empty(node=node))
    if node == call.node:
        raise Refusal(tr.sysop.own_call())
    return there


def log_act(by: str, act: str, there: CallInfo, detail: str = "") -> None:
    LOG.info(
        "sysop %s by=%r node=%d caller=%r address=%s%s",
        act, by, there.node, there.handle, there.address, detail,
    )  # fmt: skip


# -- acts ------------------------------------------------------------------------------------


async def _message(services: Services, by: str, there: CallInfo, text: str) -> Said:
    if not await services.roster.post.ask(there.node, _line(services, text)):
        raise Refusal(tr.people.node_empty(node=there.node))
    log_act(by, "message", there)
    return tr.sysop.message_sent(who=who(there))


def _line(services: Services, text: str) -> Deliver:
    """Return a line from the sysop. Raises Refusal."""
    text = clean(text).strip()
    if not text or len(text) > WIDTH:
        raise Refusal(tr.sysop.message_too_long(most=WIDTH) if text else tr.mail.letter_empty())
    return Deliver(CallerLine("", 0, services.now().strftime("%H:%M"), text))


async def announce(services: Services, by: str, text: str, own: int = 0) -> Said:
    """Send a line to all callers online except the one on the sysop's `own` node."""
    line, others = _line(services, text), sum(node != own for node in services.roster.nodes())
    services.roster.post.send_to_all(line, but=own)
    LOG.info("sysop announce by=%r callers=%d", by, others)
    if not others:
        return tr.sysop.announce_nobody_on()
    return tr.sysop.announce_sent(callers=tr.count.callers(n=others))


async def _hang_up(services: Services, by: str, there: CallInfo, text: str) -> Said:
    typed = clean(text).strip()
    if len(typed) > REASON_WIDTH:
        raise Refusal(tr.sysop.reason_too_long(most=REASON_WIDTH))
    sentence = tr.common.as_it_is(text=typed) if typed else tr.sysop.farewell()
    await services.roster.post.ask(there.node, Evict(sentence, why="hung up by the sysop"))
    log_act(by, "hang-up", there, f" reason={sentence.in_english!r}")
    return tr.sysop.being_disconnected(who=who(there))


async def _minutes(services: Services, by: str, there: CallInfo, text: str) -> Said:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text.strip(), re.ASCII) or not int(text):
        raise Refusal(tr.sysop.ask_minutes_again())
    minutes = int(text)
    left = await services.roster.post.ask(there.node, Grant(minutes))
    if left is None:
        raise Refusal(tr.sysop.caller_has_no_limit(who=who(there)))
    log_act(by, "minutes", there, f" minutes={minutes:+d}")
    return tr.sysop.caller_time_left(who=who(there), left=tr.count.minutes(n=left))


@sendable
@dataclass(frozen=True, slots=True)
class Grant(CallMessage[int | None]):
    """Extend the caller's time, or shorten it. Return the minutes left, or None without a limit."""

    minutes: int


@HANDLERS.on(Grant)
def _grant(call: Call, message: Grant) -> int | None:
    if call.clock.minutes_left is None:
        return None
    call.clock.grant(message.minutes * 60)
    word = tr.count.minutes(n=abs(message.minutes))
    given = tr.sysop.minutes_given if message.minutes > 0 else tr.sysop.minutes_taken
    call.messages.notify(given(minutes=word))
    return call.clock.minutes_left or 0


async def _ban(services: Services, by: str, there: CallInfo, text: str) -> Said:
    if there.caller is None:
        raise Refusal(tr.sysop.no_handle_to_ban())
    reason = clean(text).strip() or BANNED
    if len(reason) > REASON_WIDTH:
        raise Refusal(tr.sysop.reason_too_long(most=REASON_WIDTH))
    await services.callers.edit(there.handle, lambda caller: replace(caller, banned=reason))
    log_act(by, "ban", there, f" reason={reason!r}")
    await services.roster.post.ask(there.node, Evict(why_banned(reason), why="banned"))
    return tr.sysop.banned_being_disconnected(who=there.handle)


async def _ban_address(services: Services, by: str, there: CallInfo, text: str) -> Said:
    if not there.address:
        raise Refusal(tr.sysop.no_address_to_ban())
    told = await keep_out(services, by, there.address, text)
    log_act(by, "ban-address", there, f" length={text.strip() or 'ever'}")
    return told


async def nodes(services: Services, node: int = 0) -> tuple[desk.NodeListing, ...]:
    """Return all calls, or the call on one node. Other work runs in between. A host that doesn't answer is
    left out."""
    roster = services.roster
    if node:
        described = await roster.post.ask(node, Describe())
        return (described,) if described else ()
    listings = []
    for number, one in enumerate(roster.here(), 1):
        if described := one.receive(Describe()):
            listings.append(described)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    hosts = {call.host for call in roster.remote()}
    others = await asyncio.gather(*(_listings_of(roster.bus, host) for host in hosts))
    return tuple(sorted(sum(others, listings), key=lambda listing: listing.node))


@sendable
class ListCalls(NamedTuple):
    """Return a host's next calls behind a node."""

    after: int


def list_calls(roster: Roster, asked: ListCalls) -> tuple[desk.NodeListing, ...]:
    """Return as many calls of this host as a message holds."""
    described = (call.receive(Describe()) for call in roster.here() if call.node > asked.after)
    listings: tuple[desk.NodeListing, ...] = unpack(next(batches(map(pack, filter(None, described)))))
    return listings


async def _listings_of(bus: CallBus, host: str) -> list[desk.NodeListing]:
    listings: list[desk.NodeListing] = []
    with suppress(Refusal):
        while part := await bus.ask(host, ListCalls(listings[-1].node if listings else 0)):
            listings += part
    return listings


ActOn = Callable[[Services, str, CallInfo, str], Awaitable[Said]]
RUN: Final[Mapping[str, ActOn]] = {
    "message": _message, "minutes": _minutes, "hang-up": _hang_up, "ban": _ban, "ban-address": _ban_address,
}  # fmt: skip
"""What the acts of `ON_CALLS` do."""


async def act(services: Services, by: str, effect: desk.CallAct, own: int = 0) -> Said:
    """Carry out a sysop's act on a call, except the one on the sysop's `own` node."""
    there = services.roster.call(effect.node)
    if there is None or effect.handle not in (None, there.handle):
        gone = tr.people.not_on_node if effect.handle else tr.people.node_empty
        raise Refusal(gone(handle=effect.handle, node=effect.node))
    if there.node == own:
        raise Refusal(tr.sysop.own_call())
    return await RUN[effect.do](services, by, there, effect.text)


@HANDLERS.on(desk.NODES)
async def _list_nodes(call: Call, node: int) -> tuple[desk.NodeListing, ...]:
    return await nodes(call.services, node)


@HANDLERS.on(desk.ANNOUNCE)
async def _announce(call: Call, text: str) -> Said:
    return await announce(call.services, name_of(call), text, call.node)


@HANDLERS.on(desk.CallAct)
async def _act(call: Call, layer: Layer, effect: desk.CallAct) -> Done:
    return Done(await act(call.services, name_of(call), effect, call.node))


def joins(services: Services) -> None:
    """List this host's calls for others."""
    services.roster.bus.hears(ListCalls, lambda asked, host: list_calls(services.roster, asked))
