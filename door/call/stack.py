"""The stack of a call's screens. The top one is visible, the others wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, Protocol

from door.pages.api import Lobby
from door.play.api import SaveMove
from door.play.books import Books
from door.play.runaway import call_in_time
from door.ui.screen import Effect, Effects, Event, Question, Screen, Tick

BEAT: Final = 0.02
"""Seconds between ticks. Screens tick together, so that the board wakes once and draws with warm caches."""


class HasWatchers(Protocol):
    def announce_change(self) -> None: ...


class Follows:
    """What a screen follows. A class of its own: to ask for a protocol costs more than all else here."""

    heard = 0
    """The number of the last line that the screen has got."""

    @property
    def topic(self) -> str:
        """Its name, such as "table/7ab1e"."""
        return ""

    @property
    def onlookers(self) -> int:
        """How many watch it, for the status line."""
        return 0

    def is_about(self, subject: str) -> bool:
        """True if a notice about that is needless while the screen is in sight."""
        return False

    def offer(self) -> None:
        """Send what there is to see."""

    def took(self) -> None:
        """Note that the screen has handled the last view."""

    def hear_of(self, message: Any) -> None:
        """Hear from another host."""

    def leave(self) -> None:
        """Follow no more."""


@dataclass(eq=False, slots=True)
class Layer:
    """One screen, and its data in the session.

    - `where`: its name in Who's online. `above`: it stays on top of others. `number` tells it from others.
    - A door has a `slug`, the `game` in progress and its start (`since`, loop time).
    - `books` and `options`: a door's values as last shown.
    - `waits`: the game is saved when the call ends (practice is not).
    - `gallery`: the watchers, if any. `onlookers`: their number.
    - `awaits`: effects whose answers it needs before it takes keys again.
    - `wakes`: its timers.
    - `link`: what it follows, such as a table, a watched call or a program.
    - `ends`: called when the screen is removed.
    """

    screen: Screen
    state: Any
    where: str
    slug: str = ""
    game: str = ""
    waits: bool = False
    books: Books | None = None
    options: Mapping[str, Any] | None = None
    awaits: list[Effect] = field(default_factory=list)
    wakes: dict[str, asyncio.TimerHandle] = field(default_factory=dict)
    above: bool = False
    link: object = None
    ends: list[Callable[[], object]] = field(default_factory=list)
    since: float = 0.0
    gallery: HasWatchers | None = None
    onlookers: int = 0
    number: int = field(default_factory=count().__next__)

    @property
    def lobby(self) -> Lobby | None:
        """The board as the page shows it, or None if it is not a board page."""
        return None if self.slug else getattr(self.state, "lobby", None)

    @property
    def busy(self) -> bool:
        """True while it waits for an answer."""
        return bool(self.awaits)

    @property
    def saves(self) -> bool:
        """True while a move is on its way to the store."""
        return any(isinstance(effect, SaveMove) for effect in self.awaits)

    @property
    def only_asks(self) -> bool:
        """True if the caller loses nothing by not waiting for the answer."""
        return all(isinstance(effect, Question) for effect in self.awaits)

    @property
    def watched_by(self) -> int:
        """How many watch what is on the screen."""
        return self.link.onlookers if isinstance(self.link, Follows) else self.onlookers

    def is_about(self, subject: str) -> bool:
        return isinstance(self.link, Follows) and self.link.is_about(subject)

    def end_wait(self, effect: Effect) -> None:
        for at, one in enumerate(self.awaits):
            if one is effect:
                del self.awaits[at]
                return


def topic_of(layer: Layer) -> str:
    """Return the name of the topic that a screen follows, or ""."""
    return layer.link.topic if isinstance(layer.link, Follows) else ""


class Stack(list[Layer]):
    """The stack of one call, the visible screen last.

    `post(layer, event)` sends ticks to the loop. `forget(game)` saves a dropped game. `carry_out(layer,
    effect)` runs an effect.
    """

    def __init__(
        self,
        post: Callable[[Layer, Any], None],
        forget: Callable[[str], None],
        carry_out: Callable[[Layer, Effect], None],
    ) -> None:
        self._post, self._forget, self._carry_out = post, forget, carry_out
        self._loop = asyncio.get_running_loop()

    @property
    def top(self) -> Layer:
        return self[-1]

    @property
    def busy(self) -> bool:
        """True if the visible screen waits for an answer."""
        return bool(self) and bool(self[-1].awaits)

    @property
    def plays(self) -> bool:
        """True if a game is in progress that is saved when the call ends."""
        return any(layer.game and layer.waits for layer in self)

    def feed(self, layer: Layer, event: Event) -> None:
        layer.state, effects = call_in_time(layer.screen.update, layer.state, event)
        for effect in effects:
            self._carry_out(layer, effect)
        if layer.gallery is not None:
            layer.gallery.announce_change()

    def open(self, layer: Layer, effects: Effects) -> None:
        """Put a screen on top and carry out its first effects."""
        self.push(layer)
        for effect in effects:
            self._carry_out(layer, effect)

    def push(self, layer: Layer) -> None:
        """Put a screen on top, but below one that is `above` others."""
        at = len(self)
        while at and self[at - 1].above and not layer.above:
            at -= 1
        self.insert(at, layer)

    def drop(self, layer: Layer) -> None:
        """Remove a screen, wherever it is. Its ticks end, and its game is saved."""
        if layer not in self:
            return
        self.remove(layer)
        for handle in layer.wakes.values():
            handle.cancel()
        for end in layer.ends:
            end()
        layer.link = None
        if layer.game:
            self._forget(layer.game)
            layer.game = ""

    def down_to(self, layer: Layer) -> None:
        for one in [one for one in self[self.index(layer) + 1 :] if not one.above]:
            self.drop(one)

    def clear(self) -> None:
        while self:
            self.drop(self[-1])

    def close(self) -> None:
        """Remove all screens. Nothing is posted any more."""
        self.clear()
        self._post = self._carry_out = lambda layer, event: None

    def wake(self, layer: Layer, seconds: float, name: str) -> None:
        """Send a `Tick` at the beat nearest to `seconds` from now, in place of one of the same name."""
        if old := layer.wakes.get(name):
            old.cancel()
        beat = round((self._loop.time() + seconds) / BEAT) * BEAT
        layer.wakes[name] = self._loop.call_at(beat, self._tick, layer, name)

    def _tick(self, layer: Layer, name: str) -> None:
        layer.wakes.pop(name, None)
        layer.wakes = layer.wakes or {}  # an emptied dictionary keeps its size
        self._post(layer, Tick(name))

    def hold(self) -> list[tuple[Layer, str, float]]:
        """Stop the timers of all screens. Return (screen, tick's name, seconds left) for each."""
        now, held = self._loop.time(), []
        for layer in self:
            for name, handle in layer.wakes.items():
                handle.cancel()
                held.append((layer, name, max(0.0, handle.when() - now)))
            layer.wakes.clear()
        return held

    def go_on(self, held: list[tuple[Layer, str, float]]) -> None:
        """Restart held timers for screens that still exist."""
        for layer, name, seconds in held:
            if layer in self and name not in layer.wakes:
                self.wake(layer, seconds, name)
