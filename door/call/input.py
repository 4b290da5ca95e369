"""A call's input: keys, clicks and lines on their way to the top screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from door.call.api import Call
from door.call.events import EventQueue
from door.call.feature import Features
from door.call.handlers import fault
from door.call.plain import PlainView
from door.call.stack import Layer
from door.call.view import AnsiView
from door.net.line import Data
from door.play.match.values import Refusal
from door.term.keys import Key, Line, TerminalReply
from door.ui.texts import reason_of, tr

ESCAPE_WAIT: Final = 0.2  # seconds after which a lone ESC is a key; the rest of a sequence may be slow
HERE: Final = 0.05  # on this machine
STRANGER_WAIT: Final = 0.5  # before the log-on, where ESC hangs up
SLOW_WAIT: Final = 1.0  # at most, once sequences have come in pieces
PASTE_WAIT: Final = 5.0  # seconds after which a paste without an end is over
BURST: Final = 64  # events taken before the screen is shown
WAYS_OUT: Final = frozenset({Key("esc"), Key("ctrl-c"), Key("ctrl-x")})


@dataclass(frozen=True, slots=True)
class Flush:
    """No byte followed an escape, so the pending sequence is complete."""


class Input:
    """Decodes the caller's input. Passes it to the top screen (`feed`), or holds it back in the `queue`."""

    def __init__(self, call: Call, queue: EventQueue, feed: Callable[[Layer, Any], None]) -> None:
        self._call, self._queue, self._feed = call, queue, feed

    def take(self, event: Any) -> None:
        """Handle a piece of input, without what is pasted behind the line that is typed."""
        view = self._call.terminal.view
        heard = self._decode(event.data) if isinstance(event, Data) else [event]
        if (
            view.types and self._call.who.handle and isinstance(view, AnsiView)
        ):  # the log-on may be typed ahead
            taken = view.in_line(heard)
            if taken < len(heard):
                self._call.messages.notify(tr.call.only_first_line_taken())
            heard = heard[:taken]
        self.hear(heard)

    def hear(self, inputs: list[Any]) -> None:
        """Pass input to the top screen. Hold the rest back if a result must be shown or answered first."""
        call = self._call
        for at, heard in enumerate(inputs):
            if isinstance(heard, TerminalReply):
                continue
            call.clock.touch()
            if not call.stack:
                return
            top, view = call.stack.top, call.terminal.view
            if top.awaits or at >= (1 if isinstance(view, PlainView) else BURST):
                self._queue.hold_first(inputs[at:])
                return
            if call.stray.stops(top, heard):
                continue
            answer = view.answer(heard) if isinstance(view, PlainView) else heard
            if not self._breaks_in(answer):
                self._feed(top, answer)

    def _breaks_in(self, heard: Any) -> bool:
        """Do what a key does that works from anywhere. True if it is such a key.

        In a line being typed, Ctrl-W deletes a word instead.
        """
        call = self._call
        match heard:
            case Key(name) if not (name == "ctrl-w" and call.terminal.view.types):
                word = name
            case Line(text):
                word = text.strip().lower()
            case _:
                return False
        does = call.services[Features].anywhere.get(word)
        if does is None:
            return False
        if not call.who.admitted or call.who.console or not call.stack:
            return False
        top = call.stack.top
        if top.above or top.slug in call.services.settings().externals:
            return False
        try:
            return does(call)
        except Refusal as refused:
            call.messages.notify(reason_of(refused))
            return True
        except Exception as error:
            call.messages.notify(fault(call, word, error))
            return True

    def leaves(self) -> bool:
        """True if the caller wants to leave a page whose answer takes long, and may."""
        call = self._call
        if not call.stack.busy or call.terminal.pipe or not call.stack.top.only_asks:
            return False
        held, view = self._queue.decode(self._decode), call.terminal.view
        out = next((event for event in held if event in WAYS_OUT), None)
        if out is None and held and not view.types and _is_q(held[0]):
            out = held[0]
        if out is None:
            return False
        call.stack.top.awaits.clear()
        if not call.terminal.plain:  # in plain mode it is the first line held anyway
            call.stray.drop()
            self._queue.hold_first([out])
        return True

    def _decode(self, data: bytes) -> list[Any]:
        """Decode input. Start the timer if it ends within a sequence."""
        view = self._call.terminal.view
        heard = view.hear(data)
        if view.decoder.pending:
            self._call.timers.later("escape", self.escape_wait(), Flush())
        return heard

    def escape_wait(self) -> float:
        """Return the seconds to wait for the rest of an unfinished sequence."""
        decoder, who = self._call.terminal.view.decoder, self._call.who
        if decoder.pasting:
            return PASTE_WAIT
        remote = ESCAPE_WAIT if who.handle else max(ESCAPE_WAIT, STRANGER_WAIT)
        wait = HERE if who.kind == "local" else remote
        return min(wait * (1 << min(decoder.late, 8)), max(SLOW_WAIT, wait))


def _is_q(event: object) -> bool:
    """True for Q, which leaves a page unless text is being typed."""
    return event in (Key("q"), Key("Q")) or (isinstance(event, Line) and event.text.lower() in ("q", "quit"))
