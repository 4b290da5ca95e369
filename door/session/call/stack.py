"""The stack of screens of one call: the top one is seen, those below wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, Protocol

from door.board.api import Lobby
from door.midend.books import Books
from door.term.keys import Key
from door.ui.screen import Effect, Effects, Event, Question, Screen, Tick

ENTER: Final = Key("enter")
REPEATS: Final = 0.7
"""Seconds after which a key that is held down is surely typed again: 0.66 on a stock X11."""

BEAT: Final = 0.02
"""Seconds between the moments at which screens tick, all callers' at the same ones: the board wakes once for
all that moves, and draws it while the processor's caches are warm: 0.67 ms a frame of Switchbox instead of
0.77, with 20 callers on a busy machine."""


class Ending:
    """What ends with a layer: the watching of a call, a chat."""

    def took(self) -> None:
        """The screen has taken in what it was sent last."""

    def cancel(self) -> None:
        """The layer goes."""


class OneByOne(Ending):
    """Sends its layer the next thing only once the last was taken in; what changes between is one change."""

    def __init__(self, taken: bool = True) -> None:
        self._taken, self._fresh = taken, False

    def offer(self) -> None:
        """There is something new."""
        self._fresh = True
        self._hand_on()

    def took(self) -> None:
        self._taken = True
        self._hand_on()

    def _hand_on(self) -> None:
        if self._taken and self._fresh and self.hand():
            self._taken = self._fresh = False

    def hand(self) -> bool:
        """Sends it; False where it cannot be sent yet."""
        raise NotImplementedError


class Watched(Protocol):
    """Those who watch a door, and end with it."""

    def changed(self) -> None: ...

    def cancel(self) -> None: ...


@dataclass(eq=False, slots=True)
class Layer:
    """One screen, and what the session keeps for it.

    `where` is what Who's online says; a door has its `slug`, the `game` in progress, `since` when (the
    loop's clock), whether it `waits` when the call ends (practice does not), its `books` and `options` as
    last shown, and its `gallery` while somebody watches; so many `onlookers` see it, or its table.  `awaits`
    are the effects that it needs an answer to before it takes keys again.  No tick of its `wakes` comes
    before `next_tick` (the loop's clock), which each key asks for: 2 µs less at a table, whose clock is
    looked at in a minute or a day.
    `ends` are cancelled when the screen is taken off; one that is `above` the others stays so.
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
    next_tick: float = inf
    above: bool = False
    ends: tuple[Ending, ...] = ()
    since: float = 0.0
    gallery: Watched | None = None
    onlookers: int = 0

    @property
    def lobby(self) -> Lobby | None:
        """What a page of the board shows of the board; None where it shows nothing of it."""
        return None if self.slug else getattr(self.state, "lobby", None)

    @property
    def busy(self) -> bool:
        """True while it waits for an answer."""
        return bool(self.awaits)

    @property
    def only_asks(self) -> bool:
        """True if nothing is lost when its answer is not waited for."""
        return all(isinstance(effect, Question) for effect in self.awaits)

    def answered(self, effect: Effect) -> None:
        """Stop waiting for that effect's answer."""
        self.awaits = [one for one in self.awaits if one is not effect]

    def lose(self, end: object) -> None:
        """That end is not cancelled with this layer any more."""
        self.ends = tuple(one for one in self.ends if one is not end)


class HeldEnter:
    """ENTER held down, typed twice, or typed as a page goes by itself: what was meant for a page of the
    board begins no game at the door that came in its place, which hears it only once it was let go."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._page: Layer | None = None
        self._until = 0.0

    def at(self, layer: Layer, event: Event) -> bool:
        """Whether `layer`, on top, is a door that shall not hear this."""
        if event != ENTER:
            self._until = 0.0
            return False
        now = self._loop.time()
        held = bool(layer.slug) and layer is not self._page and now < self._until
        self._until = now + REPEATS
        if not held:
            self._page = layer
        return held

    def gave_way(self) -> None:
        """A page has gone by itself: an ENTER of this moment was meant for it."""
        self._page, self._until = None, self._loop.time() + REPEATS


class Stack:
    """`post(layer, event)` is how ticks reach the loop; `forget(game)` lets a dropped game wait;
    `carry_out(layer, effect)` does what a screen asks for."""

    def __init__(
        self,
        post: Callable[[Layer, Any], None],
        forget: Callable[[str], None],
        carry_out: Callable[[Layer, Effect], None],
    ) -> None:
        self._post, self._forget, self._carry_out = post, forget, carry_out
        self._loop = asyncio.get_running_loop()
        self.layers: list[Layer] = []

    def __bool__(self) -> bool:
        return bool(self.layers)

    def __contains__(self, layer: object) -> bool:
        return layer in self.layers

    @property
    def top(self) -> Layer:
        """The screen that is seen."""
        return self.layers[-1]

    @property
    def busy(self) -> bool:
        """Whether the screen on top awaits an answer; False where there is none."""
        layers = self.layers
        return bool(layers) and bool(layers[-1].awaits)

    @property
    def plays(self) -> bool:
        """Whether a game is in progress, which waits when the call ends."""
        return any(layer.game and layer.waits for layer in self.layers)

    def feed(self, layer: Layer, event: Event) -> None:
        """Gives a screen an event and carries out what it asks for."""
        layer.state, effects = layer.screen.update(layer.state, event)
        for effect in effects:
            self._carry_out(layer, effect)
        if layer.gallery is not None:
            layer.gallery.changed()

    def open(self, layer: Layer, effects: Effects) -> None:
        """Puts a screen on top and carries out the effects it starts with."""
        self.push(layer)
        for effect in effects:
            self._carry_out(layer, effect)

    def push(self, layer: Layer) -> None:
        """Puts a screen on top, or right below one that stays above."""
        at = len(self.layers)
        while at and self.layers[at - 1].above and not layer.above:
            at -= 1
        self.layers.insert(at, layer)

    def drop(self, layer: Layer) -> None:
        """Takes a screen off, wherever it is; its ticks end, and a game in progress waits."""
        if layer not in self.layers:
            return
        self.layers.remove(layer)
        for handle in layer.wakes.values():
            handle.cancel()
        for ending in layer.ends:
            ending.cancel()
        if layer.gallery is not None:
            layer.gallery.cancel()
        if layer.game:
            self._forget(layer.game)
            layer.game = ""

    def clear(self) -> None:
        while self.layers:
            self.drop(self.layers[-1])

    def close(self) -> None:
        """Takes all screens off for good: nothing is posted any more."""
        self.clear()
        self._post = self._carry_out = lambda layer, event: None

    def wake(self, layer: Layer, seconds: float, name: str) -> None:
        """A `Tick` for the layer at the beat nearest to that many seconds from now; it replaces an earlier
        one of the name."""
        if old := layer.wakes.get(name):
            old.cancel()
        beat = round((self._loop.time() + seconds) / BEAT) * BEAT
        layer.wakes[name] = self._loop.call_at(beat, self._tick, layer, name)
        layer.next_tick = min(layer.next_tick, beat)

    def _tick(self, layer: Layer, name: str) -> None:
        layer.wakes.pop(name, None)
        layer.wakes = layer.wakes or {}  # a dictionary that had something in it stays large
        layer.next_tick = min((handle.when() for handle in layer.wakes.values()), default=inf)
        self._post(layer, Tick(name))

    def due(self, layer: Layer, seconds: float) -> str:
        """The layer's tick that is due within so many seconds, where there is one alone; otherwise ""."""
        end = self._loop.time() + seconds
        if layer.next_tick >= end:
            return ""
        names = [name for name, handle in layer.wakes.items() if handle.when() < end]
        return names[0] if len(names) == 1 else ""

    def hold(self) -> list[tuple[Layer, str, float]]:
        """Stops every clock of every screen; (screen, tick's name, seconds left) of each."""
        now, held = self._loop.time(), []
        for layer in self.layers:
            for name, handle in layer.wakes.items():
                handle.cancel()
                held.append((layer, name, max(0.0, handle.when() - now)))
            layer.wakes.clear()
        return held

    def go_on(self, held: list[tuple[Layer, str, float]]) -> None:
        """Lets those clocks run again, of the screens that are still there."""
        for layer, name, seconds in held:
            if layer in self.layers and name not in layer.wakes:
                self.wake(layer, seconds, name)
