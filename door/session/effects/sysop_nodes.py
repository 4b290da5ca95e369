"""The sysop's hand on live calls: what the desk, and the command line, can do to a node.

Law: one function for each act, in a table.  Who may act is checked once, before any of them
(`oversee`); a console has come by a socket that only the board's own account can open.
Whatever touches a caller is one line in the log: who, what, to whom; never what was said.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from door.board import api as board
from door.board import pages
from door.board.sysop.values import NodeCard, Oversee, Took
from door.records.callers.accounts import BANNED
from door.records.callers.callers import CallerError
from door.records.journal.lines import RecordsError
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.clock import time_limits
from door.session.effects import sysop_bans
from door.session.effects.handlers import Handlers
from door.term.charset import clean
from door.ui.words import counted

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = Handlers()
Answer = board.Answer | board.Done | board.Denied
NOT_YOU: Final = "That is for the sysop."
AT_ONCE: Final = 100
"""Calls that are looked at before others have their turn."""

CONNECTING: Final = "Connecting"
CONSOLE: Final = "the command line"
SENDER: Final = "Sysop"
"""Who a sysop's message comes from; no caller can have that handle."""

MESSAGE_WIDTH: Final = 64
REASON_WIDTH: Final = 70
FAREWELL: Final = "The sysop has ended this call."
TOO_LONG: Final = f"A reason has at most {REASON_WIDTH} characters."
OWN: Final = "That is your own call."
DESK: Final = tuple(page for name, page in pages.PAGES.items() if name.partition("-")[0] == "sysop")


def is_sysop(call: Call) -> bool:
    """Whether this call is a sysop's: a console of the board's own account, or a caller who is
    one by their file as it is now."""
    if call.who.console:
        return True
    caller = call.services.callers.find(call.who.handle) if call.who.caller else None
    return bool(caller and caller.sysop)


def at_desk(call: Call) -> bool:
    """Whether a sysop has one of the sysop's pages open: looking on is no idleness."""
    return any(layer.screen in DESK for layer in call.stack.layers) and is_sysop(call)


def name_of(call: Call) -> str:
    """Who a sysop is, for the log."""
    return CONSOLE if call.who.console else call.who.handle


def card(call: Call) -> NodeCard:
    """One call as the sysop sees it."""
    seen, who, facts = lobby.online(call), call.who, call.terminal.facts()
    where = seen.where if call.stack else CONNECTING
    size = "plain text" if call.terminal.plain else facts["size"]
    return NodeCard(
        call.node, who.handle, where, int(call.clock.idle), seen.minutes,
        call.clock.minutes_left, who.kind, who.address, f"{who.kind} {facts['term']}",
        f"{facts['charset']} {size}", len(call.terminal.watchers), call.clock.held,
    )  # fmt: skip


def out_of_reach(call: Call, there: Call | None, node: int) -> str:
    """Why this call cannot look at, or break into, the one on that node, or ""."""
    if not is_sysop(call):
        return NOT_YOU
    if there is None or not there.stack:
        return f"Nobody is on node {node}."
    return OWN if there is call else ""


def noted(by: str, act: str, there: Call, detail: str = "") -> None:
    """The line in the log."""
    LOG.info(
        "sysop %s by=%r node=%d caller=%r address=%s%s",
        act, by, there.node, there.who.handle, there.who.address, detail,
    )  # fmt: skip


# -- acts ------------------------------------------------------------------------------------


async def _message(services: Services, by: str, there: Call, text: str) -> Answer:
    text = clean(text).strip()
    if not text:
        return board.Denied("There was nothing in it to send.")
    if len(text) > MESSAGE_WIDTH:
        return board.Denied(f"A message has at most {MESSAGE_WIDTH} characters.")
    there.messages.hear(board.Note(SENDER, 0, services.now().strftime("%H:%M"), text))
    noted(by, "message", there)
    return board.Done(f"Sent to {who(there)}.")


async def _hang_up(services: Services, by: str, there: Call, text: str) -> Answer:
    sentence = clean(text).strip() or FAREWELL
    if len(sentence) > REASON_WIDTH:
        return board.Denied(TOO_LONG)
    there.evict(sentence, why="hung up by the sysop")
    noted(by, "hang-up", there, f" reason={sentence!r}")
    return board.Done(f"{who(there)} is being hung up.")


async def _minutes(services: Services, by: str, there: Call, text: str) -> Answer:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text.strip(), re.ASCII) or not int(text):
        return board.Denied("Minutes are a number, such as 15, or -10 to take some away.")
    minutes = int(text)
    if there.clock.minutes_left is None:
        return board.Denied(f"{who(there)} has no time limit.")
    time_limits.grant(there, minutes * 60)
    noted(by, "minutes", there, f" minutes={minutes:+d}")
    word = counted(abs(minutes), "minute")
    there.messages.notify(f"The sysop gives you {word} more." if minutes > 0 else
                      f"The sysop has shortened this call by {word}.")  # fmt: skip
    return board.Done(f"{who(there)} has {there.clock.minutes_left or 0} minutes left.")


async def _ban(services: Services, by: str, there: Call, text: str) -> Answer:
    if there.who.caller is None:
        return board.Denied("Only a caller who has joined can be banned by handle; ban the address.")
    reason = clean(text).strip() or BANNED
    if len(reason) > REASON_WIDTH:
        return board.Denied(TOO_LONG)
    try:
        await services.callers.edit(there.who.handle, lambda caller: replace(caller, banned=reason))
    except CallerError as error:
        return board.Denied(str(error))
    noted(by, "ban", there, f" reason={reason!r}")
    there.evict(f"You are banned from this board: {reason}", why="banned")
    return board.Done(f"{there.who.handle} is banned and is being hung up.")


async def _ban_address(services: Services, by: str, there: Call, text: str) -> Answer:
    if not there.who.address:
        return board.Denied("This call has no address to be banned.")
    try:
        told = await sysop_bans.keep_out(services, by, there.who.address, text)
    except RecordsError as error:
        return board.Denied(str(error))
    noted(by, "ban-address", there, f" length={text.strip() or 'ever'}")
    return board.Done(told)


async def _nodes(services: Services, ask: Oversee) -> tuple[NodeCard, ...]:
    """Every call, or the one on a node; of thousands a few at a time, so that nobody is held up."""
    if ask.node:
        there = services.roster.call(ask.node)
        return (card(there),) if there else ()
    cards = []
    for number, call in enumerate(services.roster.calls(), 1):
        cards.append(card(call))
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return tuple(cards)


async def _log(services: Services, ask: Oversee) -> tuple[int, tuple[str, ...]]:
    return services.log.since(int(ask.text) if ask.text.isdecimal() else 0)


LOOKS: Final[dict[str, Callable[[Services, Oversee], Awaitable[Any]]]] = {"nodes": _nodes, "log": _log}
"""What may be looked at, without doing anything."""

ActOn = Callable[[Services, str, Call, str], Awaitable[Answer]]
ACTS: Final[dict[str, ActOn]] = {
    "message": _message,
    "hangup": _hang_up,
    "minutes": _minutes,
    "ban": _ban,
    "ban-address": _ban_address,
}


def who(there: Call) -> str:
    """A call by its caller, or by its node."""
    return there.who.handle or f"Node {there.node}"


async def act(services: Services, by: str, effect: Oversee, own: Call | None = None) -> Answer:
    """Carries out what a sysop asked for; `own` is their own call, which is spared."""
    if effect.act in LOOKS:
        return board.Answer(effect.act, await LOOKS[effect.act](services, effect))
    there = services.roster.call(effect.node)
    if there is None or effect.handle not in (None, there.who.handle):
        return board.Denied(f"{effect.handle or 'Nobody'} is not on node {effect.node} any more."
                            if effect.handle else f"Nobody is on node {effect.node}.")  # fmt: skip
    if there is own:
        return board.Denied(OWN)
    return await ACTS[effect.act](services, by, there, effect.text)


@HANDLERS.answered(Oversee)
async def oversee(call: Call, layer: Layer, effect: Oversee) -> Answer:
    """An act that a page asks for."""
    if not is_sysop(call):
        return board.Denied(NOT_YOU)
    return await act(call.services, name_of(call), effect, call)


@HANDLERS.at_once(Took)
def took(call: Call, layer: Layer, effect: Took) -> None:
    """A page has taken in what it was last sent: the next may come."""
    for end in layer.ends:
        end.took()
