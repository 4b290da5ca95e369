"""Galleries: the watchers of callers who play alone.

A player waits for nobody. A moment after a change the gallery hands each watcher the new view, and the next
one only after that was drawn. Watchers are served one by one, so that no key waits for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from door.games.contract import Door
from door.games.game import Table
from door.midend.api import Sight
from door.midend.pages.result import brief
from door.midend.state import State
from door.midend.watch import deal_of, seen
from door.session.call.api import Call
from door.session.call.stack import Layer, OneByOne
from door.session.tables.presence import AtBoard
from door.session.talk.rooms import added, heard
from door.ui.screen import No
from door.ui.texts import Said, speaking, tr
from door.ui.words import Talk

EVERY: Final = 0.25
"""Seconds from a change until watchers get it."""

APART: Final = 0.005
"""Seconds between serving two watchers."""

CROWD: Final = 8
"""Maximum number of watchers who see moves animated, because that takes five drawings each."""


class Watcher(OneByOne):
    """One caller in a gallery. `let`: they may see the game. `knows(day)`: they have played that deal."""

    def __init__(
        self, gallery: Gallery, call: AtBoard, layer: Layer, let: bool, knows: Callable[[str], bool]
    ) -> None:
        super().__init__(taken=False)
        self.gallery, self.call, self.layer, self.let, self.knows = gallery, call, layer, let, knows

    @property
    def handle(self) -> str:
        return self.call.who.handle

    def hand(self) -> bool:
        if self not in self.gallery.watchers:
            return False
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, self.gallery.sight(self))
        return True

    def over(self, reason: Said) -> None:
        """Note that there is nothing more to see."""
        self.layer.link = None
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, No(reason.again()))


def watcher_of(layer: Layer) -> Watcher | None:
    """Return the watcher on that layer, or None."""
    return layer.link if isinstance(layer.link, Watcher) else None


class Gallery:
    """The watchers of one player at one door. `sent_away` are the keys of refused handles."""

    def __init__(self, call: AtBoard, layer: Layer) -> None:
        self.call, self.layer, self.hears = call, layer, False
        self.watchers: tuple[Watcher, ...] = ()
        self.sent_away: set[str] = set()
        self.talk: Talk = ()
        self._shown: tuple[Any, ...] = ()
        self._fresh = False
        self._look: asyncio.TimerHandle | None = None
        self._waiting: list[Watcher] = []

    @property
    def seeing(self) -> tuple[Watcher, ...]:
        """The watchers who have been let in."""
        return tuple(one for one in self.watchers if one.let)

    @property
    def asking(self) -> tuple[Watcher, ...]:
        """The callers who have asked to watch."""
        return tuple(one for one in self.watchers if not one.let)

    # -- coming and going

    def come(self, call: AtBoard, layer: Layer, let: bool, knows: Callable[[str], bool]) -> Watcher:
        """Add a watcher, or their request."""
        watcher = Watcher(self, call, layer, let, knows)
        layer.link = watcher
        layer.ends.append(partial(self.leave, watcher))
        self.watchers = (*self.watchers, watcher)
        self._came_or_went()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers = tuple(one for one in self.watchers if one is not watcher)
            self._came_or_went()

    def let_in(self, watcher: Watcher) -> None:
        watcher.let = True
        self._came_or_went()

    def send_away(self, watcher: Watcher) -> None:
        self.leave(watcher)
        self.sent_away.add(watcher.handle.casefold())
        watcher.over(tr.watch.plays_without_watchers(who=self.call.who.handle))

    def cancel(self) -> None:
        """Close the gallery, because the player has left the door."""
        watchers, self.watchers = self.watchers, ()
        self._waiting = []
        if self._look is not None:
            self._look.cancel()
        for watcher in watchers:
            watcher.over(tr.watch.left_the_door(who=self.call.who.handle))

    # -- views

    def sight(self, watcher: Watcher) -> Sight:
        """Return that watcher's current view."""
        who = self.call.who.handle
        if not watcher.let:
            return Sight(who, why=tr.watch.has_been_asked(who=who))
        watchers, table = tuple(one.handle for one in self.seeing), self._table()
        talk = heard(self.talk, watcher.call)
        day = deal_of(self.layer.state) if table is not None else ""
        if day and not watcher.knows(day):
            return Sight(who, None, watchers, talk, tr.watch.is_at_the_daily(who=who))
        return Sight(who, table, watchers, talk, still=len(watchers) > CROWD)

    def _table(self) -> Table | None:
        state = self.layer.state
        return seen(state) if isinstance(state, State) else None

    def changed(self) -> None:
        """Note an event at the door. A moment later it is checked for visible changes."""
        if self.watchers:
            self._look = self._look or asyncio.get_running_loop().call_later(EVERY, self._looked)

    def _looked(self) -> None:
        self._look = None
        for watcher in self.watchers:
            if self.call.who.ignores(watcher.handle):
                self.send_away(watcher)
        table = self._table()
        shown = (table.commit, table.moves) if table else ()
        if self._fresh or shown != self._shown:
            self._fresh, self._shown = False, shown
            idle = not self._waiting
            self._waiting += [one for one in self.watchers if one not in self._waiting]
            if idle:
                self._hand()

    def _hand(self) -> None:
        """Serve the next watcher."""
        if self._waiting:
            watcher = self._waiting.pop(0)
            asyncio.get_running_loop().call_later(APART, self._hand)
            watcher.offer()

    def say(self, who: str, text: str) -> None:
        """Say a line as a watcher or as the player."""
        self.talk = added(self.talk, who, text)
        self._news()

    def _news(self) -> None:
        """Send a change that is not in the game itself."""
        self._fresh = True
        self.changed()

    def _came_or_went(self) -> None:
        """Update the watchers, and the player's status line."""
        self.layer.onlookers = len(self.seeing)
        self._news()
        self.call.timers.look()


# -- games that callers play alone --------------------------------------------------------------------


def watchable(call: Call) -> str:
    """Return the watching setting in force for that caller: "yes", "ask" or "no"."""
    own = call.terminal.prefs.get("watchable", "auto")
    return own if own in ("yes", "ask", "no") else call.services.settings().tables.watchable


def plays(call: AtBoard) -> Layer | None:
    """Return the screen of the game that a caller plays alone now, or None."""
    return next((layer for layer in reversed(call.stack.layers) if _is_played(layer)), None)


def _is_played(layer: Layer) -> bool:
    state = layer.state
    if not isinstance(state, State) or state.scene != "play" or state.table is None:
        return False
    return state.alone and state.table.kind != "demo"


def stand(game: Door, state: State) -> str:
    """Describe a game for a watcher. A daily deal is only named."""
    table = seen(state)
    return tr.watch.game_is_daily() if table is None or deal_of(state) else brief(game, table)
