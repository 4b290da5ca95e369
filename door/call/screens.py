"""The screens of calls, for other calls: their addresses, and links between screens on different hosts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from door.call.bus import Bus, carried
from door.call.identity import Identity
from door.call.stack import Layer
from door.call.terminal import Terminal
from door.ui.texts import Said, speaking


class HasScreens(Protocol):
    """A call that others may send events to."""

    node: int
    who: Identity
    terminal: Terminal

    def post(self, layer: Layer | None, event: Any) -> None: ...


class Address:
    """One screen of a call, for events that others send to it. It tells nothing else about the call."""

    __slots__ = ("_language", "_layer", "_post", "handle", "node")

    def __init__(self, call: HasScreens, layer: Layer) -> None:
        self.node, self.handle = call.node, call.who.handle
        self._post, self._language, self._layer = call.post, call.terminal.language, layer

    def send(self, event: Any) -> None:
        self._post(self._layer, event)

    def say(self, event: Callable[[], Any]) -> None:
        """Send what `event` returns in the reader's language."""
        with speaking(self._language):
            self._post(self._layer, event())


@carried
class At(NamedTuple):
    """A screen of a call, for any host: the layer's `number` on `host`."""

    host: str
    number: int
    node: int
    handle: str


@carried
class ToLink(NamedTuple):
    """A message to what the screen of that number follows (`Layer.link`)."""

    number: int
    message: Any


@carried
class Over(NamedTuple):
    """There is nothing more to follow."""

    why: Said


@runtime_checkable
class Linked(Protocol):
    """What a screen follows, perhaps on another host."""

    def hear_of(self, message: Any) -> None: ...


class Links:
    """This host's screens that all hosts may send to."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self.exposed: dict[int, Layer] = {}
        """Those screens by number."""

        bus.hears(ToLink, self._hear)

    def expose(self, call: HasScreens, layer: Layer) -> At:
        """Let all hosts send to what that screen follows."""
        self.exposed[layer.number] = layer
        layer.ends.append(lambda: self.exposed.pop(layer.number, None))
        return At(self._bus.id, layer.number, call.node, call.who.handle)

    def tell(self, at: At, message: Any) -> None:
        """Send a message to what a screen follows, on this host or another one."""
        if at.host == self._bus.id:
            self._hear(ToLink(at.number, message), at.host)
        else:
            self._bus.say(ToLink(at.number, message), at.host)

    def _hear(self, heard: ToLink, host: str) -> None:
        layer = self.exposed.get(heard.number)
        if layer and isinstance(layer.link, Linked):
            layer.link.hear_of(heard.message)
