"""Draw several frames of a motion ahead, which takes half as long as drawing each when due (docs/scale.md).

A frame is the result of the next tick. It is shown only if nothing else happens first: any event drops the
remaining frames, and they are drawn again when due. Events that can wait for the end of a motion do. Only
one call draws ahead at a time, and callers' keys come first.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, Final, NamedTuple

from door.midend.api import News, Thought
from door.midend.runaway import limited
from door.session.call.events import EventQueue, Failed
from door.session.call.stack import Layer, Stack
from door.session.call.status import Status
from door.session.call.terminal import Terminal
from door.session.call.view import AnsiView, Memory
from door.ui.screen import Tick, Wake

MOST: Final = 8
"""Frames drawn at a time. They delay other callers' keys by a millisecond or two."""

SOON: Final = 0.25
"""Maximum seconds between two frames drawn ahead. Later frames are likely to change."""

PATIENT: Final = (Thought, News)
"""Events that wait until the frames drawn ahead have been shown."""


class Frame(NamedTuple):
    """The result of a tick. `seconds` is the time to the next tick, or None at the motion's end."""

    state: Any
    seconds: float | None
    data: bytes
    memory: Memory


class DrawingTurns:
    """Gives turns to the calls that want to draw ahead, so that callers' keys are handled in between."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Context, Callable[[], None]]] = deque()

    def ask(self, draw: Callable[[], None]) -> None:
        """Call `draw` soon, in the context of this call."""
        self._waiting.append((copy_context(), draw))
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        context, draw = self._waiting[0]
        try:
            context.run(draw)
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._next)


class Ahead:
    """Draws ahead for one call. Pending `events` always come first."""

    def __init__(self, terminal: Terminal, events: EventQueue, turns: DrawingTurns) -> None:
        self._terminal, self._events, self._turns = terminal, events, turns
        self._stack: Stack
        self._status: Status | None = None  # for the current screen; None after any event
        self._asked = False  # a turn has been requested
        self._frames: list[Frame] = []  # the next one last
        self._kept: list[Thought | News] = []  # until the frames have been shown
        self._layer: Layer | None = None
        self._before: tuple[str, Any, Memory] = ("", None, ())  # the tick's name; what it finds

    def drop(self) -> None:
        """Drop the frames, because an event has arrived."""
        self._status = None
        self._frames.clear()
        self._let_in()

    def post(self, layer: Layer | None, event: Any) -> None:
        """Post an event from the board, at once or after the motion."""
        if self._frames and layer is self._layer and isinstance(event, PATIENT):
            self._kept.append(event)
        else:
            self._events.post(layer, event)

    def _let_in(self) -> None:
        """Post the events that waited."""
        for event in self._kept:
            self._events.post(self._layer, event)
        self._kept.clear()

    def follow(self, stack: Stack, status: Status | None) -> None:
        """If there is a `status`, request a turn to draw the following frames."""
        self._stack, self._status = stack, status
        if status is not None and not self._asked and stack.due(stack.top, SOON):
            self._asked = True
            self._turns.ask(self._turn)

    def _turn(self) -> None:
        self._asked = False
        if self._status is None or not self._stack:
            return
        try:
            limited(self.draw, self._stack, self._status)
        except Exception as error:
            self._events.post(self._stack.top, Failed(error))

    def draw(self, stack: Stack, status: Status) -> None:
        """Draw the following frames if no event is pending."""
        view, layer, self._stack = self._terminal.view, stack.top, stack
        name = stack.due(layer, SOON)
        if not name or not self._events.quiet or not isinstance(view, AnsiView) or self._terminal.waits:
            return
        frames, state, shown = list[Frame](), layer.state, view.memory
        try:
            while len(frames) < MOST:
                before = state
                state, effects = layer.screen.update(state, Tick(name))
                wakes = [one.seconds for one in effects if isinstance(one, Wake) and one.name == name]
                if len(wakes) < len(effects) or state is before:
                    break
                data = view.show(layer.screen, state, status)
                frames.append(Frame(state, wakes[0] if wakes else None, data, view.memory))
                if not wakes or wakes[0] > SOON:
                    break
        finally:
            view.memory = shown
        self._frames, self._layer, self._before = frames[::-1], layer, (name, layer.state, shown)

    def tick(self, layer: Layer, tick: Tick) -> None:
        """Show the frame for a screen's tick, or pass the tick on as an event."""
        if not (self._events.waited_for and self.show(layer, tick.name)):
            self._events.post(layer, tick)

    def show(self, layer: Layer, name: str) -> bool:
        """Show the tick's frame. True if there is one."""
        view, (expected, state, memory) = self._terminal.view, self._before
        if not self._frames or name != expected or layer is not self._layer or layer is not self._stack.top:
            return False
        if not isinstance(view, AnsiView) or not view.stands(memory) or layer.state is not state:
            return False
        if self._terminal.owed:
            return False
        frame = self._frames[-1]
        if not self._terminal.show_now(frame.data):
            return False
        self._frames.pop()
        layer.state, view.memory = frame.state, frame.memory
        self._before = name, frame.state, frame.memory
        if frame.seconds is not None:
            self._stack.wake(layer, frame.seconds, name)
        if layer.gallery is not None:
            layer.gallery.changed()
        if not self._frames:
            self._let_in()
            if self._status is not None:
                self.follow(self._stack, self._status)
        return True
