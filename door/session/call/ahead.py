"""Frames of a motion drawn ahead: while what draws them is in the processor's caches, and not each by itself
when it is due, which takes twice as long (docs/scale.md).

Law: a frame is what its screen makes of the tick that is due next, and is shown only where nothing else has
come about since: any event lets those that are left drop, and they are drawn again as they come.  A
computer's thought is none, since nothing is seen of it while things still move: it waits for the last of
them.  Screens are pure, so that nobody can tell.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from door.midend.api import Thought
from door.session.call.events import EventQueue
from door.session.call.stack import Layer, Stack
from door.session.call.status import Status
from door.session.call.terminal import Terminal
from door.session.call.view import AnsiView, Memory
from door.ui.screen import Tick, Wake

MOST: Final = 8
"""Frames drawn at a time: others' keys wait for a millisecond or two."""

SOON: Final = 0.25
"""Seconds from one frame to the next: what comes later may be something else."""


class Frame(NamedTuple):
    """What a tick makes: the screen's state, in how many seconds its next tick is due (None at the motion's
    end), the bytes, and what the view then knows of the terminal."""

    state: Any
    seconds: float | None
    data: bytes
    memory: Memory


class Ahead:
    """One call's; what its `events` have to hear goes before."""

    def __init__(self, terminal: Terminal, events: EventQueue) -> None:
        self._terminal, self._events = terminal, events
        self._stack: Stack
        self._frames: list[Frame] = []  # the next one last
        self._thoughts: list[Thought] = []
        self._layer: Layer | None = None
        self._before: tuple[str, Any, Memory] = ("", None, ())  # the tick's name; what it finds

    def drop(self) -> None:
        """Something has come about."""
        self._frames.clear()
        self._let_in()

    def post(self, layer: Layer | None, event: Any) -> None:
        """Something of the board's own, to be heard at once, or once what moves there is shown: of five
        frames one was thrown away for a thought."""
        if self._frames and layer is self._layer and isinstance(event, Thought):
            self._thoughts.append(event)
        else:
            self._events.post(layer, event)

    def _let_in(self) -> None:
        """What has waited is heard."""
        for thought in self._thoughts:
            self._events.post(self._layer, thought)
        self._thoughts.clear()

    def draw(self, stack: Stack, status: Status) -> None:
        """The frames that follow what was just shown, if all has been heard."""
        view, layer, self._stack = self._terminal.view, stack.top, stack
        name = stack.due(layer, SOON)
        if not name or not self._events.quiet or not isinstance(view, AnsiView) or self._terminal.waits:
            return
        frames, state, shown = list[Frame](), layer.state, view.memory
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
        return True
