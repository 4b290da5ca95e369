"""Frames of a motion drawn ahead: while what draws them is in the processor's caches, and not each by itself
when it is due, which takes twice as long (docs/scale.md).

Law: a frame is what its screen makes of the tick that is due next, and is shown only where nothing else has
come about since: any event lets those that are left drop, and they are drawn again as they come.  What is
not seen while things still move, or not looked at, waits for the last of them.  Screens are pure, so that
nobody can tell.  Of a board's calls one draws ahead at a time, and what callers do comes first.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any, Final, NamedTuple

from door.midend.api import News, Thought
from door.session.call.events import EventQueue, Failed
from door.session.call.stack import Layer, Stack
from door.session.call.status import Status
from door.session.call.terminal import Terminal
from door.session.call.view import AnsiView, Memory
from door.ui.screen import Tick, Wake

MOST: Final = 8
"""Frames drawn at a time: others' keys wait for a millisecond or two."""

SOON: Final = 0.25
"""Seconds from one frame to the next: what comes later may be something else."""

PATIENT: Final = (Thought, News)
"""What waits for the frames that are drawn: of five of them one was thrown away for a computer's thought."""


class Frame(NamedTuple):
    """What a tick makes: the screen's state, in how many seconds its next tick is due (None at the motion's
    end), the bytes, and what the view then knows of the terminal."""

    state: Any
    seconds: float | None
    data: bytes
    memory: Memory


class DrawingTurns:
    """A board's calls that would draw ahead: after each of them the loop hears what callers do, whose keys
    would wait for all of them otherwise."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Context, Callable[[], None]]] = deque()

    def ask(self, draw: Callable[[], None]) -> None:
        """That is called soon, in the asker's own context."""
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
    """One call's; what its `events` have to hear goes before."""

    def __init__(self, terminal: Terminal, events: EventQueue, turns: DrawingTurns) -> None:
        self._terminal, self._events, self._turns = terminal, events, turns
        self._stack: Stack
        self._status: Status | None = None  # of what is shown; None once something has come about
        self._asked = False  # for a turn
        self._frames: list[Frame] = []  # the next one last
        self._kept: list[Thought | News] = []  # until the frames are shown
        self._layer: Layer | None = None
        self._before: tuple[str, Any, Memory] = ("", None, ())  # the tick's name; what it finds

    def drop(self) -> None:
        """Something has come about."""
        self._status = None
        self._frames.clear()
        self._let_in()

    def post(self, layer: Layer | None, event: Any) -> None:
        """Something of the board's own, to be heard at once or once what moves there is shown."""
        if self._frames and layer is self._layer and isinstance(event, PATIENT):
            self._kept.append(event)
        else:
            self._events.post(layer, event)

    def _let_in(self) -> None:
        """What has waited is heard."""
        for event in self._kept:
            self._events.post(self._layer, event)
        self._kept.clear()

    def follow(self, stack: Stack, status: Status | None) -> None:
        """The frames that follow what was just shown are drawn when it is this call's turn; none without a
        `status`."""
        self._stack, self._status = stack, status
        if status is not None and not self._asked and stack.due(stack.top, SOON):
            self._asked = True
            self._turns.ask(self._turn)

    def _turn(self) -> None:
        self._asked = False
        if self._status is None or not self._stack:
            return
        try:
            self.draw(self._stack, self._status)
        except Exception as error:
            self._events.post(self._stack.top, Failed(error))

    def draw(self, stack: Stack, status: Status) -> None:
        """The frames that follow what was just shown, if all has been heard."""
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
        """A screen's tick: what it makes is shown, or it is heard as any event."""
        if not (self._events.waited_for and self.show(layer, tick.name)):
            self._events.post(layer, tick)

    def show(self, layer: Layer, name: str) -> bool:
        """Whether that tick's frame was there, and is shown."""
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
