"""The sysop and live calls: the list of nodes, acts on a call, watching it, and breaking in to chat.

Each act is logged with the sysop and the caller, but never the text of messages.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Note
from door.board.community.mail import WIDTH
from door.board.sysop import chat
from door.board.sysop import effects as desk
from door.board.sysop.effects import BreakIn, Glimpse, Heard, Say, Watch
from door.midend.match.values import Refusal
from door.records.callers.accounts import BANNED, why_banned
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.plain import PlainView
from door.session.call.roster import Address, Evict, Message, On
from door.session.call.stack import Layer, OneByOne
from door.session.call.status import status_row
from door.session.call.view import view_of
from door.session.clock import time_limits
from door.session.clock.access import is_sysop, name_of
from door.session.effects.handlers import check
from door.session.effects.sysop import for_sysops, keep_out
from door.session.talk.effects import Deliver
from door.term.charset import clean, encode
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, again, speaking, tr

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
AT_ONCE: Final = 100
"""Calls to list before other work gets a turn."""


REASON_WIDTH: Final = 70


def listing(call: Call) -> desk.NodeListing:
    """Return one call as the sysop sees it."""
    who, facts = call.who, call.terminal.facts()
    where = again(call.stack.top.where) if call.stack else tr.sysop.where_connecting()
    size = tr.sysop.screen_plain_text() if call.terminal.plain else facts["size"]
    return desk.NodeListing(
        call.node, who.handle, where, int(call.clock.idle), call.clock.seconds // 60,
        call.clock.minutes_left, who.kind, who.address, f"{who.kind} {facts['term']}",
        f"{facts['charset']} {size}", len(call.terminal.watchers), call.clock.held,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Describe(Message[desk.NodeListing]):
    """Return the call as the sysop sees it."""


@HANDLERS.receives(Describe)
def _describe(call: Call, message: Describe) -> desk.NodeListing:
    return listing(call)


def in_reach(call: Call, node: int) -> On:
    """Return the call on that node, to watch it or chat with it. Raises Refusal."""
    if not is_sysop(call):
        raise Refusal(tr.sysop.sysops_only())
    there = call.services.roster.call(node)
    if there is None or not there.screens:
        raise Refusal(tr.people.node_empty(node=node))
    if node == call.node:
        raise Refusal(tr.sysop.own_call())
    return there


def noted(by: str, act: str, there: On, detail: str = "") -> None:
    LOG.info(
        "sysop %s by=%r node=%d caller=%r address=%s%s",
        act, by, there.node, there.handle, there.address, detail,
    )  # fmt: skip


# -- acts ------------------------------------------------------------------------------------


async def _message(services: Services, by: str, there: On, text: str) -> Said:
    services.roster.send(there.node, _line(services, text))
    noted(by, "message", there)
    return tr.sysop.message_sent(who=who(there))


def _line(services: Services, text: str) -> Deliver:
    """Return a line from the sysop. Raises Refusal."""
    text = clean(text).strip()
    if not text or len(text) > WIDTH:
        raise Refusal(tr.sysop.message_too_long(most=WIDTH) if text else tr.mail.letter_empty())
    return Deliver(Note("", 0, services.now().strftime("%H:%M"), text))


async def announce(services: Services, by: str, text: str, own: int = 0) -> Said:
    """Send a line to all callers online except the one on the sysop's `own` node."""
    line, others = _line(services, text), sum(node != own for node in services.roster.nodes())
    services.roster.send_to_all(line, but=own)
    LOG.info("sysop announce by=%r callers=%d", by, others)
    if not others:
        return tr.sysop.announce_nobody_on()
    return tr.sysop.announce_sent(callers=tr.count.callers(n=others))


async def _hang_up(services: Services, by: str, there: On, text: str) -> Said:
    typed = clean(text).strip()
    if len(typed) > REASON_WIDTH:
        raise Refusal(tr.sysop.reason_too_long(most=REASON_WIDTH))
    sentence = tr.common.as_it_is(text=typed) if typed else tr.sysop.farewell()
    services.roster.send(there.node, Evict(sentence, why="hung up by the sysop"))
    noted(by, "hang-up", there, f" reason={sentence.shipped!r}")
    return tr.sysop.being_disconnected(who=who(there))


async def _minutes(services: Services, by: str, there: On, text: str) -> Said:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text.strip(), re.ASCII) or not int(text):
        raise Refusal(tr.sysop.ask_minutes_again())
    minutes = int(text)
    left = services.roster.send(there.node, Grant(minutes))
    if left is None:
        raise Refusal(tr.sysop.caller_has_no_limit(who=who(there)))
    noted(by, "minutes", there, f" minutes={minutes:+d}")
    return tr.sysop.caller_time_left(who=who(there), left=tr.count.minutes(n=left))


@dataclass(frozen=True, slots=True)
class Grant(Message[int | None]):
    """Extend the caller's time, or shorten it. Return the minutes left, or None without a limit."""

    minutes: int


@HANDLERS.receives(Grant)
def _grant(call: Call, message: Grant) -> int | None:
    if call.clock.minutes_left is None:
        return None
    time_limits.grant(call, message.minutes * 60)
    word = tr.count.minutes(n=abs(message.minutes))
    given = tr.sysop.minutes_given if message.minutes > 0 else tr.sysop.minutes_taken
    call.messages.notify(given(minutes=word))
    return call.clock.minutes_left or 0


async def _ban(services: Services, by: str, there: On, text: str) -> Said:
    if there.caller is None:
        raise Refusal(tr.sysop.no_handle_to_ban())
    reason = clean(text).strip() or BANNED
    if len(reason) > REASON_WIDTH:
        raise Refusal(tr.sysop.reason_too_long(most=REASON_WIDTH))
    await services.callers.edit(there.handle, lambda caller: replace(caller, banned=reason))
    noted(by, "ban", there, f" reason={reason!r}")
    services.roster.send(there.node, Evict(why_banned(reason), why="banned"))
    return tr.sysop.banned_being_disconnected(who=there.handle)


async def _ban_address(services: Services, by: str, there: On, text: str) -> Said:
    if not there.address:
        raise Refusal(tr.sysop.no_address_to_ban())
    told = await keep_out(services, by, there.address, text)
    noted(by, "ban-address", there, f" length={text.strip() or 'ever'}")
    return told


async def nodes(services: Services, node: int = 0) -> tuple[desk.NodeListing, ...]:
    """Return all calls, or the call on one node. Other work runs in between."""
    listings = []
    for number, one in enumerate([node] if node else [one.node for one in services.roster.calls()], 1):
        if described := services.roster.send(one, Describe()):
            listings.append(described)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return tuple(listings)


ActOn = Callable[[Services, str, On, str], Awaitable[Said]]
RUN: Final[Mapping[str, ActOn]] = {
    "message": _message, "minutes": _minutes, "hang-up": _hang_up, "ban": _ban, "ban-address": _ban_address,
}  # fmt: skip
"""What the acts of `ON_CALLS` do."""


def who(there: On) -> str:
    """Return the name of a call: its caller, or its node."""
    return there.handle or tr.sysop.title_node(node=there.node)


async def act(services: Services, by: str, effect: desk.CallAct, own: int = 0) -> Said:
    """Carry out a sysop's act on a call, except the one on the sysop's `own` node."""
    there = services.roster.call(effect.node)
    if there is None or effect.handle not in (None, there.handle):
        gone = tr.people.not_on_node if effect.handle else tr.people.node_empty
        raise Refusal(gone(handle=effect.handle, node=effect.node))
    if there.node == own:
        raise Refusal(tr.sysop.own_call())
    return await RUN[effect.do](services, by, there, effect.text)


@HANDLERS.answers(desk.NODES)
async def _list_nodes(call: Call, node: int) -> tuple[desk.NodeListing, ...]:
    return await nodes(call.services, node)


@HANDLERS.answers(desk.LOG)
async def _read_log(call: Call, seen: int) -> desk.LogLines:
    return desk.LogLines(*call.services.log.since(seen))


@HANDLERS.does(desk.ANNOUNCE)
async def _announce(call: Call, text: str) -> Said:
    return await announce(call.services, name_of(call), text, call.node)


@HANDLERS.answered(desk.CallAct)
async def _act(call: Call, layer: Layer, effect: desk.CallAct) -> Done:
    return Done(await act(call.services, name_of(call), effect, call.node))


# -- watching --------------------------------------------------------------------------------

MOST: Final = 20_000
"""Characters of plain-mode text kept for a slow watcher."""

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|.)?")


@dataclass(frozen=True, slots=True)
class WatchCall(Message["Watching"]):
    """Let a sysop's page (`to`) watch the call."""

    to: Address
    by: str


@dataclass(frozen=True, slots=True)
class IsWatching(Message[bool]):
    """True if the call watches that node, directly or through others."""

    node: int


class Watching(OneByOne):
    """Shows a call to one sysop's page, for which it has the address."""

    def __init__(self, there: Call, message: WatchCall) -> None:
        super().__init__()
        self._there, self._to, self._by, self._said = there, message.to, message.by, ""
        self.node = there.node

    def shown(self, data: bytes) -> None:
        """Note that the call has shown its screen by sending `data`."""
        if self._there.terminal.plain:
            self._said = (self._said + text_of(data, self._there.terminal.view.profile.charset))[-MOST:]
        self.offer()

    def hand(self) -> bool:
        if not self._there.stack:
            return False
        self._to.say(lambda: glimpse(self._there, self._said))
        self._said = ""
        return True

    def over(self, reason: Said) -> None:
        self._to.say(lambda: No(reason.again()))

    def stop(self) -> None:
        if self._there.terminal.unwatch(self):
            noted(self._by, "watch ends", self._there.known())


def text_of(data: bytes, charset: str) -> str:
    """Return plain-mode output as text: printable characters, line ends and backspaces."""
    text = _ESCAPES.sub("", data.decode(charset, "replace"))
    return "".join(char for char in text if char.isprintable() or char in "\r\n\b")


def glimpse(there: Call, said: str = "") -> Glimpse:
    """Return the caller's current view."""
    layer, profile = there.stack.top, there.terminal.view.profile
    return Glimpse(
        listing(there),
        layer.screen,
        layer.state,
        view_of(profile),
        status_row(lobby.status(there), profile.cols),
        there.terminal.plain,
        said,
    )


@HANDLERS.at_once(Watch)
def watch(call: Call, layer: Layer, effect: Watch) -> None:
    """Start to watch, or refuse."""
    there, send = in_reach(call, effect.node), call.services.roster.send
    if send(there.node, IsWatching(call.node)):
        raise Refusal(tr.sysop.watched_by_caller(who=there.handle, node=there.node))
    if watching := send(there.node, WatchCall(Address(call, layer), name_of(call))):
        layer.link = watching
        layer.ends.append(watching.stop)


@HANDLERS.receives(WatchCall)
def _watched(call: Call, message: WatchCall) -> Watching:
    watching = Watching(call, message)
    call.terminal.watch(watching)
    noted(message.by, "watch", call.known())
    watching.shown(_told(call))
    return watching


@HANDLERS.receives(IsWatching)
def _is_watching(call: Call, message: IsWatching) -> bool:
    nodes = [layer.link.node for layer in call.stack.layers if isinstance(layer.link, Watching)]
    there: list[bool | None] = [call.services.roster.send(node, message) for node in nodes]
    return message.node in nodes or any(there)


def _told(there: Call) -> bytes:
    """Return a plain-mode caller's screen as if it had just opened."""
    if not there.terminal.plain:
        return b""
    top, charset = there.stack.top, there.terminal.view.profile.charset
    with speaking(there.terminal.language):
        speech = top.screen.tell(None, top.state)
    lines = [*speech.lines, f"{speech.prompt} " if speech.prompt else ""]
    return b"\r\n".join(encode(line, charset) for line in lines)


# -- chat ------------------------------------------------------------------------------------

KEPT: Final = 100
"""Maximum number of lines that wait for a slow side."""


class Side(OneByOne):
    """One end of a chat: `who`, and the address of the page on which they chat."""

    def __init__(self, who: str, to: Address) -> None:
        super().__init__()
        self.who, self._to = who, to
        self.other: Side
        self.ended = False
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._typing = ""

    def hear(self, line: str, typing: str) -> None:
        """Receive a line from the other side, and its half-typed one."""
        self._lines.extend([line] if line else [])
        self._typing = typing
        self.offer()

    def hand(self) -> bool:
        self._to.send(Heard(tuple(self._lines), self._typing))
        self._lines.clear()
        return True

    def end(self) -> None:
        """End the chat from this side."""
        if not self.ended:
            self.ended = True
            self.close()
            self.other.left(self.who)

    def left(self, who: str) -> None:
        """End the chat because the other side has left."""
        self.ended = True
        self._to.say(lambda: No(tr.sysop.chat_caller_left(who=who)))
        self.close()

    def close(self) -> None:
        """Restore what the chat has stopped on this side."""


class Guest(Side):
    """The caller's end, and everything that the chat with `by` has paused."""

    def __init__(self, call: Call, layer: Layer, by: str) -> None:
        super().__init__(call.who.handle, Address(call, layer))
        self._call, self._by = call, by
        self._typed = self._swap_typed("")
        self._held = call.stack.hold()
        time_limits.hold(call)

    def close(self) -> None:
        """Continue the caller's timers, and restore half-typed text."""
        self._swap_typed(self._typed)
        self._call.stack.go_on(self._held)
        time_limits.go_on(self._call)
        noted(self._by, "chat ends", self._call.known())

    def left(self, who: str) -> None:
        """End the chat, and say so in plain mode."""
        super().left(who)
        if self._call.terminal.plain:
            self._call.messages.notify(tr.sysop.chat_over())

    def _swap_typed(self, text: str) -> str:
        """Replace the half-typed line. Return the old one."""
        view = self._call.terminal.view
        if not isinstance(view, PlainView):
            return ""
        before, view.line.typed = view.line.typed, text
        return before


@dataclass(frozen=True, slots=True)
class ChatWith(Message[MaybeSaid]):
    """Open a chat with the sysop (`by`, for the log). Return a refusal, or ""."""

    host: Side
    by: str


@HANDLERS.at_once(BreakIn)
def break_in(call: Call, layer: Layer, effect: BreakIn) -> None:
    """Start a chat, or refuse."""
    there = in_reach(call, effect.node)
    host = Side(who(call.known()), Address(call, layer))
    check(call.services.roster.send(there.node, ChatWith(host, name_of(call))) or "")
    layer.link = host
    layer.ends.append(host.end)
    host.hear("", "")


@HANDLERS.receives(ChatWith)
def _chat(call: Call, message: ChatWith) -> MaybeSaid:
    if not call.who.admitted:
        return tr.sysop.chat_still_logging_on(node=call.node)
    if call.clock.held or any(one.above for one in call.stack.layers):
        return tr.sysop.chat_busy(who=call.who.handle)
    state = chat.guest(tr.sysop.message_sender(), call.who.handle)
    over = Layer(chat.PAGE, state, chat.PAGE.TITLE(), above=True)
    over.link = guest = Guest(call, over, message.by)
    over.ends.append(guest.end)
    guest.other, message.host.other = message.host, guest
    call.stack.push(over)
    call.timers.look()
    noted(message.by, "chat", call.known())
    return ""


@HANDLERS.at_once(Say)
def say(call: Call, layer: Layer, effect: Say) -> None:
    """Pass on a line, and the half-typed one."""
    if isinstance(side := layer.link, Side) and not side.ended:
        side.other.hear(effect.line, effect.typing)
