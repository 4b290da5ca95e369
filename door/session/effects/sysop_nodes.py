"""The sysop's acts on live calls, from the desk and the command line.

There is one function per act, in a table. `for_sysops` checks who may act. A console's socket can be opened
only by the board's own account. Each act is logged with the sysop and the caller, but never the text of
messages.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from door.board import api as board
from door.board.community.mail import WIDTH
from door.board.sysop import effects as desk
from door.records.callers.accounts import BANNED, why_banned
from door.records.callers.callers import CallerError
from door.records.journal.lines import RecordsError
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.clock import time_limits
from door.session.effects import sysop_bans
from door.session.effects.sysop import for_sysops, is_sysop, name_of
from door.session.talk.mail import deliver
from door.term.charset import clean
from door.ui.screen import No
from door.ui.texts import MaybeSaid, reason_of, tr

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
Answer = board.Done | No
AT_ONCE: Final = 100
"""Calls to list before other work gets a turn."""


REASON_WIDTH: Final = 70


def listing(call: Call) -> desk.NodeListing:
    """Return one call as the sysop sees it."""
    seen, who, facts = lobby.online(call), call.who, call.terminal.facts()
    where = seen.where if call.stack else tr.sysop.where_connecting()
    size = tr.sysop.screen_plain_text() if call.terminal.plain else facts["size"]
    return desk.NodeListing(
        call.node, who.handle, where, int(call.clock.idle), seen.minutes,
        call.clock.minutes_left, who.kind, who.address, f"{who.kind} {facts['term']}",
        f"{facts['charset']} {size}", len(call.terminal.watchers), call.clock.held,
    )  # fmt: skip


def out_of_reach(call: Call, there: Call | None, node: int) -> MaybeSaid:
    """Return the reason why this call can't watch or chat with the call on that node, or ""."""
    if not is_sysop(call):
        return tr.sysop.sysops_only()
    if there is None or not there.stack:
        return tr.people.node_empty(node=node)
    return tr.sysop.own_call() if there is call else ""


def noted(by: str, act: str, there: Call, detail: str = "") -> None:
    LOG.info(
        "sysop %s by=%r node=%d caller=%r address=%s%s",
        act, by, there.node, there.who.handle, there.who.address, detail,
    )  # fmt: skip


# -- acts ------------------------------------------------------------------------------------


async def _message(services: Services, by: str, there: Call, text: str) -> Answer:
    if reason := _send(services, text, there):
        return No(reason)
    noted(by, "message", there)
    return board.Done(tr.sysop.message_sent(who=who(there)))


def _send(services: Services, text: str, *calls: Call) -> MaybeSaid:
    """Send a line from the sysop to those calls. Return the refusal, or ""."""
    text = clean(text).strip()
    if not text or len(text) > WIDTH:
        return tr.sysop.message_too_long(most=WIDTH) if text else tr.mail.letter_empty()
    note = board.Note("", 0, services.now().strftime("%H:%M"), text)
    for there in calls:
        deliver(there, note)
    return ""


async def announce(services: Services, by: str, text: str, own: Call | None = None) -> Answer:
    """Send a line to all callers online except `own`, the sysop's own call."""
    others = [one for one in services.roster.on() if one is not own]
    if reason := _send(services, text, *others):
        return No(reason)
    LOG.info("sysop announce by=%r callers=%d", by, len(others))
    if not others:
        return board.Done(tr.sysop.announce_nobody_on())
    return board.Done(tr.sysop.announce_sent(callers=tr.count.callers(n=len(others))))


async def _hang_up(services: Services, by: str, there: Call, text: str) -> Answer:
    typed = clean(text).strip()
    if len(typed) > REASON_WIDTH:
        return No(tr.sysop.reason_too_long(most=REASON_WIDTH))
    sentence = tr.common.as_it_is(text=typed) if typed else tr.sysop.farewell()
    there.evict(sentence, why="hung up by the sysop")
    noted(by, "hang-up", there, f" reason={sentence.shipped!r}")
    return board.Done(tr.sysop.being_disconnected(who=who(there)))


async def _put_out(services: Services, by: str, there: Call, text: str) -> Answer:
    reason = clean(text)
    there.evict(why_banned(reason) if reason else tr.refused.address_banned(), why="banned")
    noted(by, "put-out", there)
    return board.Done(tr.sysop.being_disconnected(who=who(there)))


async def _minutes(services: Services, by: str, there: Call, text: str) -> Answer:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text.strip(), re.ASCII) or not int(text):
        return No(tr.sysop.ask_minutes_again())
    minutes = int(text)
    if there.clock.minutes_left is None:
        return No(tr.sysop.caller_has_no_limit(who=who(there)))
    time_limits.grant(there, minutes * 60)
    noted(by, "minutes", there, f" minutes={minutes:+d}")
    word = tr.count.minutes(n=abs(minutes))
    there.messages.notify((tr.sysop.minutes_given if minutes > 0 else tr.sysop.minutes_taken)(minutes=word))
    left = tr.count.minutes(n=there.clock.minutes_left or 0)
    return board.Done(tr.sysop.caller_time_left(who=who(there), left=left))


async def _ban(services: Services, by: str, there: Call, text: str) -> Answer:
    if there.who.caller is None:
        return No(tr.sysop.no_handle_to_ban())
    reason = clean(text).strip() or BANNED
    if len(reason) > REASON_WIDTH:
        return No(tr.sysop.reason_too_long(most=REASON_WIDTH))
    try:
        await services.callers.edit(there.who.handle, lambda caller: replace(caller, banned=reason))
    except CallerError as error:
        return No(reason_of(error))
    noted(by, "ban", there, f" reason={reason!r}")
    there.evict(why_banned(reason), why="banned")
    return board.Done(tr.sysop.banned_being_disconnected(who=there.who.handle))


async def _ban_address(services: Services, by: str, there: Call, text: str) -> Answer:
    if not there.who.address:
        return No(tr.sysop.no_address_to_ban())
    try:
        told = await sysop_bans.keep_out(services, by, there.who.address, text)
    except RecordsError as error:
        return No(reason_of(error))
    noted(by, "ban-address", there, f" length={text.strip() or 'ever'}")
    return board.Done(told)


async def nodes(services: Services, node: int = 0) -> desk.NodesFound:
    """Return all calls, or the call on one node. Other work runs in between."""
    if node:
        there = services.roster.call(node)
        return desk.NodesFound((listing(there),) if there else ())
    listings = []
    for number, call in enumerate(services.roster.calls(), 1):
        listings.append(listing(call))
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return desk.NodesFound(tuple(listings))


ActOn = Callable[[Services, str, Call, str], Awaitable[Answer]]
ACTS: Final[dict[type[desk.NodeAct], ActOn]] = {
    desk.SendLine: _message,
    desk.HangUpNode: _hang_up,
    desk.PutOutNode: _put_out,
    desk.GiveMinutes: _minutes,
    desk.BanCaller: _ban,
    desk.BanAddress: _ban_address,
}


def who(there: Call) -> str:
    """Return the name of a call: its caller, or its node."""
    return there.who.handle or tr.sysop.title_node(node=there.node)


async def act(services: Services, by: str, effect: desk.NodeAct, own: Call | None = None) -> Answer:
    """Carry out a sysop's act on a call, except `own`, the sysop's own call."""
    there = services.roster.call(effect.node)
    if there is None or effect.handle not in (None, there.who.handle):
        gone = tr.people.not_on_node if effect.handle else tr.people.node_empty
        return No(gone(handle=effect.handle, node=effect.node))
    if there is own:
        return No(tr.sysop.own_call())
    return await ACTS[type(effect)](services, by, there, effect.text)


@HANDLERS.answered(desk.ListNodes)
async def _list_nodes(call: Call, layer: Layer, effect: desk.ListNodes) -> desk.NodesFound:
    return await nodes(call.services, effect.node)


@HANDLERS.answers(desk.LOG)
async def _read_log(call: Call, seen: int) -> desk.LogLines:
    return desk.LogLines(*call.services.log.since(seen))


@HANDLERS.answered(desk.Announce)
async def _announce(call: Call, layer: Layer, effect: desk.Announce) -> Answer:
    return await announce(call.services, name_of(call), effect.text, call)


async def _act(call: Call, layer: Layer, effect: desk.NodeAct) -> Answer:
    return await act(call.services, name_of(call), effect, call)


for _kind in ACTS:
    HANDLERS.answered(_kind)(_act)
