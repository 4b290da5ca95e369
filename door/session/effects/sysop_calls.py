"""The sysop and live calls: the list of nodes, acts on a call, watching it, and breaking in to chat.

Each act is logged with the sysop and the caller, but never the text of messages.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
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
from door.session.call.stack import Layer, OneByOne
from door.session.call.status import status_row
from door.session.call.view import view_of
from door.session.clock import time_limits
from door.session.clock.access import is_sysop, name_of
from door.session.effects.sysop import for_sysops, keep_out
from door.session.talk.effects import deliver
from door.term.charset import clean, encode
from door.ui.screen import No
from door.ui.texts import Said, speaking, tr

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
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


def in_reach(call: Call, node: int) -> Call:
    """Return the call on that node, to watch it or chat with it. Raises Refusal."""
    if not is_sysop(call):
        raise Refusal(tr.sysop.sysops_only())
    there = call.services.roster.call(node)
    if there is None or not there.stack:
        raise Refusal(tr.people.node_empty(node=node))
    if there is call:
        raise Refusal(tr.sysop.own_call())
    return there


def noted(by: str, act: str, there: Call, detail: str = "") -> None:
    LOG.info(
        "sysop %s by=%r node=%d caller=%r address=%s%s",
        act, by, there.node, there.who.handle, there.who.address, detail,
    )  # fmt: skip


# -- acts ------------------------------------------------------------------------------------


async def _message(services: Services, by: str, there: Call, text: str) -> Said:
    _send(services, text, there)
    noted(by, "message", there)
    return tr.sysop.message_sent(who=who(there))


def _send(services: Services, text: str, *calls: Call) -> None:
    """Send a line from the sysop to those calls."""
    text = clean(text).strip()
    if not text or len(text) > WIDTH:
        raise Refusal(tr.sysop.message_too_long(most=WIDTH) if text else tr.mail.letter_empty())
    note = Note("", 0, services.now().strftime("%H:%M"), text)
    for there in calls:
        deliver(there, note)


async def announce(services: Services, by: str, text: str, own: Call | None = None) -> Said:
    """Send a line to all callers online except `own`, the sysop's own call."""
    others = [one for one in services.roster.on() if one is not own]
    _send(services, text, *others)
    LOG.info("sysop announce by=%r callers=%d", by, len(others))
    if not others:
        return tr.sysop.announce_nobody_on()
    return tr.sysop.announce_sent(callers=tr.count.callers(n=len(others)))


async def _hang_up(services: Services, by: str, there: Call, text: str) -> Said:
    typed = clean(text).strip()
    if len(typed) > REASON_WIDTH:
        raise Refusal(tr.sysop.reason_too_long(most=REASON_WIDTH))
    sentence = tr.common.as_it_is(text=typed) if typed else tr.sysop.farewell()
    there.evict(sentence, why="hung up by the sysop")
    noted(by, "hang-up", there, f" reason={sentence.shipped!r}")
    return tr.sysop.being_disconnected(who=who(there))


async def _minutes(services: Services, by: str, there: Call, text: str) -> Said:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text.strip(), re.ASCII) or not int(text):
        raise Refusal(tr.sysop.ask_minutes_again())
    minutes = int(text)
    if there.clock.minutes_left is None:
        raise Refusal(tr.sysop.caller_has_no_limit(who=who(there)))
    time_limits.grant(there, minutes * 60)
    noted(by, "minutes", there, f" minutes={minutes:+d}")
    word = tr.count.minutes(n=abs(minutes))
    there.messages.notify((tr.sysop.minutes_given if minutes > 0 else tr.sysop.minutes_taken)(minutes=word))
    left = tr.count.minutes(n=there.clock.minutes_left or 0)
    return tr.sysop.caller_time_left(who=who(there), left=left)


async def _ban(services: Services, by: str, there: Call, text: str) -> Said:
    if there.who.caller is None:
        raise Refusal(tr.sysop.no_handle_to_ban())
    reason = clean(text).strip() or BANNED
    if len(reason) > REASON_WIDTH:
        raise Refusal(tr.sysop.reason_too_long(most=REASON_WIDTH))
    await services.callers.edit(there.who.handle, lambda caller: replace(caller, banned=reason))
    noted(by, "ban", there, f" reason={reason!r}")
    there.evict(why_banned(reason), why="banned")
    return tr.sysop.banned_being_disconnected(who=there.who.handle)


async def _ban_address(services: Services, by: str, there: Call, text: str) -> Said:
    if not there.who.address:
        raise Refusal(tr.sysop.no_address_to_ban())
    told = await keep_out(services, by, there.who.address, text)
    noted(by, "ban-address", there, f" length={text.strip() or 'ever'}")
    return told


async def nodes(services: Services, node: int = 0) -> tuple[desk.NodeListing, ...]:
    """Return all calls, or the call on one node. Other work runs in between."""
    if node:
        there = services.roster.call(node)
        return (listing(there),) if there else ()
    listings = []
    for number, call in enumerate(services.roster.calls(), 1):
        listings.append(listing(call))
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return tuple(listings)


ActOn = Callable[[Services, str, Call, str], Awaitable[Said]]
RUN: Final[Mapping[str, ActOn]] = {
    "message": _message, "minutes": _minutes, "hang-up": _hang_up, "ban": _ban, "ban-address": _ban_address,
}  # fmt: skip
"""What the acts of `ON_CALLS` do."""


def who(there: Call) -> str:
    """Return the name of a call: its caller, or its node."""
    return there.who.handle or tr.sysop.title_node(node=there.node)


async def act(services: Services, by: str, effect: desk.CallAct, own: Call | None = None) -> Said:
    """Carry out a sysop's act on a call, except `own`, the sysop's own call."""
    there = services.roster.call(effect.node)
    if there is None or effect.handle not in (None, there.who.handle):
        gone = tr.people.not_on_node if effect.handle else tr.people.node_empty
        raise Refusal(gone(handle=effect.handle, node=effect.node))
    if there is own:
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
    return await announce(call.services, name_of(call), text, call)


@HANDLERS.answered(desk.CallAct)
async def _act(call: Call, layer: Layer, effect: desk.CallAct) -> Done:
    return Done(await act(call.services, name_of(call), effect, call))


# -- watching --------------------------------------------------------------------------------

MOST: Final = 20_000
"""Characters of plain-mode text kept for a slow watcher."""

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|.)?")


class Watching(OneByOne):
    """One watcher of one call. `layer` is the watcher's page."""

    def __init__(self, there: Call, call: Call, layer: Layer) -> None:
        super().__init__()
        self.there, self.call, self.layer, self._said = there, call, layer, ""

    def shown(self, data: bytes) -> None:
        """Note that the call has shown its screen by sending `data`."""
        if self.there.terminal.plain:
            self._said = (self._said + text_of(data, self.there.terminal.view.profile.charset))[-MOST:]
        self.offer()

    def hand(self) -> bool:
        if not self.there.stack:
            return False
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, glimpse(self.there, self._said))
        self._said = ""
        return True

    def over(self, reason: Said) -> None:
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, No(reason.again()))

    def stop(self) -> None:
        if self.there.terminal.unwatch(self):
            noted(name_of(self.call), "watch ends", self.there)


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
    there = in_reach(call, effect.node)
    if _leads_to(there, call):
        raise Refusal(tr.sysop.watched_by_caller(who=there.who.handle, node=there.node))
    watching = Watching(there, call, layer)
    layer.link = watching
    layer.ends.append(watching.stop)
    there.terminal.watch(watching)
    noted(name_of(call), "watch", there)
    watching.shown(_told(there))


def _told(there: Call) -> bytes:
    """Return a plain-mode caller's screen as if it had just opened."""
    if not there.terminal.plain:
        return b""
    top, charset = there.stack.top, there.terminal.view.profile.charset
    with speaking(there.terminal.language):
        speech = top.screen.tell(None, top.state)
    lines = [*speech.lines, f"{speech.prompt} " if speech.prompt else ""]
    return b"\r\n".join(encode(line, charset) for line in lines)


def _leads_to(watcher: Call, call: Call) -> bool:
    """True if `watcher` watches `call`, directly or through others."""
    links = [layer.link for layer in watcher.stack.layers]
    seen = [link.there for link in links if isinstance(link, Watching)]
    return any(there is call or _leads_to(there, call) for there in seen)


# -- chat ------------------------------------------------------------------------------------

KEPT: Final = 100
"""Maximum number of lines that wait for a slow side."""


class Side(OneByOne):
    """One end of a chat."""

    def __init__(self, call: Call, layer: Layer) -> None:
        super().__init__()
        self.call, self.layer = call, layer
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
        self.call.post(self.layer, Heard(tuple(self._lines), self._typing))
        self._lines.clear()
        return True

    def end(self) -> None:
        """End the chat from this side."""
        if self.ended:
            return
        self.ended = self.other.ended = True
        self.close()
        with speaking(self.other.call.terminal.language):
            left = tr.sysop.chat_caller_left(who=who(self.call))
            self.other.call.post(self.other.layer, No(left))
            self.other.close()
            self.other.parted()

    def close(self) -> None:
        """Restore what the chat has stopped on this side."""

    def parted(self) -> None:
        """React after the other side has ended the chat."""


class Guest(Side):
    """The caller's end, and everything that the chat has paused."""

    def __init__(self, call: Call, layer: Layer) -> None:
        super().__init__(call, layer)
        self._typed = self._swap_typed("")
        self._held = call.stack.hold()
        time_limits.hold(call)

    def close(self) -> None:
        """Continue the caller's timers, and restore half-typed text."""
        self._swap_typed(self._typed)
        self.call.stack.go_on(self._held)
        time_limits.go_on(self.call)
        noted(name_of(self.other.call), "chat ends", self.call)

    def parted(self) -> None:
        """Say in plain mode that the chat is over."""
        if self.call.terminal.plain:
            self.call.messages.notify(tr.sysop.chat_over())

    def _swap_typed(self, text: str) -> str:
        """Replace the half-typed line. Return the old one."""
        view = self.call.terminal.view
        if not isinstance(view, PlainView):
            return ""
        before, view.line.typed = view.line.typed, text
        return before


@HANDLERS.at_once(BreakIn)
def break_in(call: Call, layer: Layer, effect: BreakIn) -> None:
    """Start a chat, or refuse."""
    there = in_reach(call, effect.node)
    if not there.who.admitted:
        raise Refusal(tr.sysop.chat_still_logging_on(node=there.node))
    if there.clock.held or any(one.above for one in there.stack.layers):
        raise Refusal(tr.sysop.chat_busy(who=there.who.handle))
    with speaking(there.terminal.language):
        state = chat.guest(tr.sysop.message_sender(), there.who.handle)
    over = Layer(chat.PAGE, state, chat.PAGE.TITLE(), above=True)
    host, guest = Side(call, layer), Guest(there, over)
    host.other, guest.other = guest, host
    for side in (host, guest):
        side.layer.link = side
        side.layer.ends.append(side.end)
    there.stack.push(over)
    there.timers.look()
    noted(name_of(call), "chat", there)
    host.hear("", "")


@HANDLERS.at_once(Say)
def say(call: Call, layer: Layer, effect: Say) -> None:
    """Pass on a line, and the half-typed one."""
    if isinstance(side := layer.link, Side) and not side.ended:
        side.other.hear(effect.line, effect.typing)
