"""The stack of screens of one call: the top one is seen, those below wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from door.games.api import Books, Screen, Tick


@dataclass(eq=False, slots=True)
class Layer:
    """One screen, and what the session keeps for it.

    `where` is what Who's online says; a door has its `slug`, the `game` in progress and its
    `books` as last shown.  `busy` counts errands whose answers are awaited.
    """

    screen: Screen
    state: Any
    where: str
    slug: str = ""
    game: str = ""
    books: Books | None = None
    busy: int = 0
    wakes: dict[str, asyncio.TimerHandle] = field(default_factory=dict)


class Stack:
    """`post(layer, event)` is how ticks reach the loop; `forget(game)` lets a dropped game wait."""

    def __init__(self, post: Callable[[Layer, Any], None], forget: Callable[[str], None]) -> None:
        self._post, self._forget = post, forget
        self.layers: list[Layer] = []

    def __bool__(self) -> bool:
        return bool(self.layers)

    def __contains__(self, layer: object) -> bool:
        return layer in self.layers

    @property
    def top(self) -> Layer:
        """The screen that is seen."""
        return self.layers[-1]

    def push(self, layer: Layer) -> Layer:
        """Puts a screen on top."""
        self.layers.append(layer)
        return layer

    def drop(self, layer: Layer) -> None:
        """Takes a screen off, wherever it is; its ticks end, and a game in progress waits."""
        if layer not in self.layers:
            return
        self.layers.remove(layer)
        for handle in layer.wakes.values():
            handle.cancel()
        if layer.game:
            self._forget(layer.game)
            layer.game = ""

    def clear(self) -> None:
        """Takes all screens off."""
        while self.layers:
            self.drop(self.layers[-1])

    def wake(self, layer: Layer, seconds: float, name: str) -> None:
        """A `Tick` for the layer after that many seconds; it replaces an earlier one of the name."""
        if old := layer.wakes.get(name):
            old.cancel()
        later = asyncio.get_running_loop().call_later
        layer.wakes[name] = later(seconds, self._post, layer, Tick(name))
