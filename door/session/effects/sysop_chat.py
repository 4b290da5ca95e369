"""The sysop breaks in to chat, on top of whatever the caller is doing.

The caller loses nothing. The timers of the screens below and the call's limits pause, and half-typed text
comes back at the end. Either side can end the chat, and the other side's page closes.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from door.board.sysop import chat
from door.board.sysop.effects import BreakIn, Heard, Over, Say
from door.session.call.api import Call
from door.session.call.stack import Layer, OneByOne
from door.session.call.view import PlainView
from door.session.clock import time_limits
from door.session.effects import sysop, sysop_nodes
from door.session.effects.handlers import Handlers
from door.ui.screen import No
from door.ui.texts import MaybeSaid, speaking, tr

HANDLERS: Final = Handlers()
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
            who = sysop_nodes.who(self.call)
            self.other.call.post(self.other.layer, Over(tr.sysop.chat_caller_left(who=who)))
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
        sysop_nodes.noted(sysop.name_of(self.other.call), "chat ends", self.call)

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
    there = call.services.roster.call(effect.node)
    reason = sysop_nodes.out_of_reach(call, there, effect.node) or (_taken_up(there) if there else "")
    if reason or there is None:
        call.post(layer, No(reason))
        return
    with speaking(there.terminal.language):
        state = chat.guest(tr.sysop.message_sender(), there.who.handle)
    over = Layer(chat, state, chat.TITLE(), above=True)
    host, guest = Side(call, layer), Guest(there, over)
    host.other, guest.other = guest, host
    for side in (host, guest):
        side.layer.link = side
        side.layer.ends.append(side.end)
    there.stack.push(over)
    there.timers.look()
    sysop_nodes.noted(sysop.name_of(call), "chat", there)
    host.hear("", "")


def _taken_up(there: Call) -> MaybeSaid:
    """Return the reason why that caller can't chat now, or ""."""
    if not there.who.admitted:
        return tr.sysop.chat_still_logging_on(node=there.node)
    if there.clock.held or any(layer.above for layer in there.stack.layers):
        return tr.sysop.chat_busy(who=there.who.handle)
    return ""


@HANDLERS.at_once(Say)
def say(call: Call, layer: Layer, effect: Say) -> None:
    """Pass on a line, and the half-typed one."""
    if isinstance(side := layer.link, Side) and not side.ended:
        side.other.hear(effect.line, effect.typing)
