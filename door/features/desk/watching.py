"""The sysop watches a call, and breaks in to chat."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import Final

from door.call import known, time_limits
from door.call.access import name_of
from door.call.api import Call
from door.call.known import who
from door.call.plain import PlainView
from door.call.roster import Message
from door.call.screens import Address, At, Over
from door.call.stack import Layer, OneByOne
from door.call.status import status_row
from door.call.view import view_of
from door.features.desk import abroad
from door.features.desk.abroad import ChatWith, FarPage, FarSide, Joined, Seeing, Typed, WatchAbroad
from door.features.desk.asks import BreakIn, Glimpse, Heard, Say, Watch
from door.features.desk.calls import in_reach, listing, noted
from door.features.desk.handlers import for_sysops
from door.features.desk.pages import watch as page
from door.play.match.values import Refusal
from door.term.charset import encode
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, speaking, tr

HANDLERS: Final = for_sysops()
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

    def __init__(self, there: Call, to: Address | FarPage, by: str) -> None:
        super().__init__()
        self._there, self._to, self._by, self._said = there, to, by, ""
        self.node = there.node
        self.at: At | None = None

    def shown(self, data: bytes) -> None:
        if self._there.terminal.plain:
            self._said = (self._said + text_of(data, self._there.terminal.view.profile.charset))[-MOST:]
        self.offer()

    def hand(self) -> bool:
        if not self._there.stack:
            return False
        self._to.say(lambda: glimpse(self._there, self._said))
        self._said = ""
        if isinstance(self._to, FarPage):
            abroad.soon(self.took)
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
    layer, profile = there.stack.top, there.terminal.view.profile
    return Glimpse(
        listing(there),
        layer.screen,
        layer.state,
        view_of(profile),
        status_row(known.status(there), profile.cols),
        there.terminal.plain,
        said,
    )


@HANDLERS.on(Watch)
def watch(call: Call, layer: Layer, effect: Watch) -> None:
    there, send = in_reach(call, effect.node), call.services.roster.post.ask_here
    if call.services.roster.is_elsewhere(there.node):
        layer.ends.append(Seeing(call, layer, there, name_of(call)).stop)
    elif send(there.node, IsWatching(call.node)):
        raise Refusal(tr.sysop.watched_by_caller(who=there.handle, node=there.node))
    elif watching := send(there.node, WatchCall(Address(call, layer), name_of(call))):
        layer.link = watching
        layer.ends.append(watching.stop)


@HANDLERS.on(WatchCall)
def _watched(call: Call, message: WatchCall) -> Watching:
    return _watch(call, message.to, message.by)


def _watch(call: Call, to: Address | FarPage, by: str) -> Watching:
    watching = Watching(call, to, by)
    call.terminal.watch(watching)
    noted(by, "watch", call.known())
    watching.shown(_told(call))
    return watching


@HANDLERS.on(WatchAbroad)
def _watched_abroad(call: Call, message: WatchAbroad) -> None:
    for one in call.terminal.watchers:
        if message.ends and isinstance(one, Watching) and one.at == message.at:
            one.stop()
    if not message.ends:
        _watch(call, FarPage(call.services.roster, message.at), message.by).at = message.at


@HANDLERS.on(IsWatching)
def _is_watching(call: Call, message: IsWatching) -> bool:
    nodes = [layer.link.node for layer in call.stack if isinstance(layer.link, Watching)]
    there: list[bool | None] = [call.services.roster.post.ask_here(node, message) for node in nodes]
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
    """One end of a chat: `who`, the address of the page on which they chat, and the `other` end."""

    def __init__(self, who: str, to: Address, other: FarSide) -> None:
        super().__init__()
        self.who, self._to, self.other = who, to, other
        self.ended = False
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._typing = ""

    def hear(self, line: str, typing: str) -> None:
        self._lines.extend([line] if line else [])
        self._typing = typing
        self.offer()

    def hand(self) -> bool:
        self._to.send(Heard(tuple(self._lines), self._typing))
        self._lines.clear()
        return True

    def end(self) -> None:
        if not self.ended:
            self.ended = True
            self.close()
            self.other.left(tr.sysop.chat_caller_left(who=self.who))

    def left(self, why: Said) -> None:
        """End the chat because the other side has left."""
        if not self.ended:
            self.ended = True
            self._to.say(lambda: No(why.again()))
            self.close()

    def hear_of(self, message: Typed | Joined | Over) -> None:
        """Hear of the other side."""
        match message:
            case Typed(line, typing):
                self.hear(line, typing)
            case Joined(at):
                self.other.join(at)
            case Over(why):
                self.left(why)

    def close(self) -> None:
        """Restore what the chat has stopped on this side."""


class Guest(Side):
    """The caller's end, and everything that the chat with `by` has paused."""

    def __init__(self, call: Call, layer: Layer, by: str, other: FarSide) -> None:
        super().__init__(call.who.handle, Address(call, layer), other)
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

    def left(self, why: Said) -> None:
        """End the chat, and say so in plain mode."""
        super().left(why)
        if self._call.terminal.plain:
            self._call.messages.notify(tr.sysop.chat_over())

    def _swap_typed(self, text: str) -> str:
        """Replace the half-typed line. Return the old one."""
        view = self._call.terminal.view
        if not isinstance(view, PlainView):
            return ""
        before, view.line.typed = view.line.typed, text
        return before


@HANDLERS.on(BreakIn)
def break_in(call: Call, layer: Layer, effect: BreakIn) -> None:
    there, roster = in_reach(call, effect.node), call.services.roster
    layer.link = host = Side(who(call.known()), Address(call, layer), FarSide(roster))
    layer.ends.append(host.end)
    roster.post.send(there.node, ChatWith(roster.links.expose(call, layer), name_of(call)))


@HANDLERS.on(ChatWith)
def _chat(call: Call, message: ChatWith) -> None:
    links = call.services.roster.links
    if reason := _why_not(call):
        links.tell(message.at, Over(reason))
        return
    state = page.guest(tr.sysop.message_sender(), call.who.handle)
    over = Layer(page.CHAT_PAGE, state, page.CHAT_PAGE.TITLE(), above=True)
    over.link = guest = Guest(call, over, message.by, FarSide(call.services.roster, message.at))
    over.ends.append(guest.end)
    call.stack.push(over)
    call.timers.redraw()
    noted(message.by, "chat", call.known())
    links.tell(message.at, Joined(links.expose(call, over)))
    links.tell(message.at, Typed("", ""))


def _why_not(call: Call) -> MaybeSaid:
    if not call.who.admitted:
        return tr.sysop.chat_still_logging_on(node=call.node)
    if call.clock.held or any(one.above for one in call.stack):
        return tr.sysop.chat_busy(who=call.who.handle)
    return ""


@HANDLERS.on(Say)
def say(call: Call, layer: Layer, effect: Say) -> None:
    """Pass on a line, and the half-typed one."""
    if isinstance(side := layer.link, Side) and not side.ended:
        side.other.hear(effect.line, effect.typing)
