"""Galleries: the watchers of callers who play alone.

A player waits for nobody. A moment after a change the gallery hands each watcher the new view, and the next
one only after that was drawn. Watchers are served one by one, so that no key waits for all of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from door.games.contract import Door
from door.games.game import Table
from door.midend.api import Sight
from door.midend.pages.result import brief
from door.midend.state import State
from door.midend.watch import deal_of, seen
from door.records.journal.lines import caller_key
from door.session.call.api import Call, Services
from door.session.call.bus import carried
from door.session.call.roster import Message, On
from door.session.call.screens import Address, At
from door.session.call.stack import Layer, OneByOne
from door.session.effects.handlers import Handlers
from door.session.talk.rooms import added, heard
from door.ui.screen import No
from door.ui.texts import Said, tr
from door.ui.words import Talk

HANDLERS: Final = Handlers()
EVERY: Final = 0.25
"""Seconds from a change until watchers get it."""

APART: Final = 0.005
"""Seconds between serving two watchers."""

CROWD: Final = 8
"""Maximum number of watchers who see moves animated, because that takes five drawings each."""


class Watcher(OneByOne):
    """One watcher of a gallery, at the screen with that address. `let`: they may see the game."""

    def __init__(self, gallery: Gallery, to: Address | At, let: bool) -> None:
        super().__init__(taken=False)
        self.gallery, self.to, self.let = gallery, to, let

    def hand(self) -> bool:
        if self not in self.gallery.watchers:
            return False
        self.send(self.sight)
        return True

    def send(self, event: Callable[[], Sight | No]) -> None:
        """Send the watcher what `event` returns in their language."""
        if isinstance(self.to, Address):
            self.to.say(event)

    def say(self, who: str, text: str) -> None:
        self.gallery.say(who, text)

    def sight(self) -> Sight:
        return self.gallery.sight(self)

    def leave(self) -> None:
        self.gallery.leave(self)

    def over(self, reason: Said) -> None:
        self.let = False
        self.send(lambda: No(reason.again()))


class Gallery:
    """The watchers of the player on this `call` at one door. `sent_away` are the keys of refused handles."""

    def __init__(self, call: Call, layer: Layer) -> None:
        self.call, self.layer, self.hears = call, layer, False
        self.watchers: tuple[Watcher, ...] = ()
        self.sent_away: frozenset[str] = frozenset()
        self.talk: Talk = ()
        self._shown: tuple[Any, ...] = ()
        self._fresh = False
        self._look: asyncio.TimerHandle | None = None
        self._waiting: list[Watcher] = []

    @property
    def seeing(self) -> tuple[Watcher, ...]:
        return tuple(one for one in self.watchers if one.let)

    @property
    def asking(self) -> tuple[Watcher, ...]:
        return tuple(one for one in self.watchers if not one.let)

    # -- coming and going

    def come(self, watcher: Watcher) -> Watcher:
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
        self.sent_away |= {watcher.to.handle.casefold()}
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
        who = self.call.who.handle
        if not watcher.let:
            return Sight(who, why=tr.watch.has_been_asked(who=who))
        watchers, table = tuple(one.to.handle for one in self.seeing), seen_on(self.layer)
        reader = self.call.services.roster.call(watcher.to.node)
        talk = heard(self.talk, reader) if reader else ()
        day = deal_of(self.layer.state) if table is not None else ""
        if day and not has_played(self.call.services, watcher.to.handle, self.layer.slug, day):
            return Sight(who, None, watchers, talk, tr.watch.is_at_the_daily(who=who))
        return Sight(who, table, watchers, talk, still=len(watchers) > CROWD)

    def changed(self) -> None:
        """Note an event at the door. A moment later it is checked for visible changes."""
        if self.watchers:
            self._look = self._look or asyncio.get_running_loop().call_later(EVERY, self._looked)

    def _looked(self) -> None:
        self._look = None
        for watcher in self.watchers:
            if self.call.who.ignores(watcher.to.handle):
                self.send_away(watcher)
        table = seen_on(self.layer)
        shown = (table.commit, table.moves) if table else ()
        if self._fresh or shown != self._shown:
            self._fresh, self._shown = False, shown
            idle = not self._waiting
            self._waiting += [one for one in self.watchers if one not in self._waiting]
            if idle:
                self._hand()

    def _hand(self) -> None:
        if self._waiting:
            watcher = self._waiting.pop(0)
            asyncio.get_running_loop().call_later(APART, self._hand)
            watcher.offer()

    def say(self, who: str, text: str) -> None:
        """Say a line as a watcher or as the player, who may want to hear of it."""
        self.talk = added(self.talk, who, text)
        self._news()
        own = self.call.who
        if self.hears and who != own.handle and not own.ignores(who):
            self.call.messages.notify(tr.watch.watcher_says(who=who, text=text))

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


def plays(call: Call) -> Layer | None:
    return next((layer for layer in reversed(call.stack) if _is_played(layer)), None)


def _is_played(layer: Layer) -> bool:
    state = layer.state
    if not isinstance(state, State) or state.scene != "play" or state.table is None:
        return False
    return state.alone and state.table.kind != "demo"


@carried
class Played(NamedTuple):
    """A game that a caller plays alone.

    - `screen`: the number of the player's screen. `since`: the start of the game (loop time).
    - `day`: the day of the daily deal on the table, or "". `counts`: it is not practice.
    - `refused`: the keys of callers whom the player has sent away. `table`: the watchers' view, None on
      another host.
    """

    screen: int
    slug: str
    since: float
    watchers: int
    day: str
    counts: bool
    refused: frozenset[str]
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Plays(Message[Played | None]):
    """Return the game that the caller plays alone now, or None."""


@HANDLERS.receives(Plays)
def _plays(call: Call, message: Plays) -> Played | None:
    layer = plays(call)
    if layer is None:
        return None
    refused = layer.gallery.sent_away if isinstance(layer.gallery, Gallery) else frozenset()
    counts = layer.state.table.kind in ("contest", "free")
    return Played(
        layer.number,
        layer.slug,
        layer.since,
        layer.onlookers,
        deal_of(layer.state),
        counts,
        refused,
        seen_on(layer),
    )


def alone(services: Services) -> Iterator[tuple[On, Played]]:
    for call in services.roster.here():
        there = call.known()
        if there.admitted and any(there.screens) and (game := call.receive(Plays())):
            yield there, game
    for far in services.roster.elsewhere():
        if (there := far.known()).plays:
            since = asyncio.get_running_loop().time() - time.time() + there.plays.since
            yield there, there.plays._replace(since=since)


def seen_on(layer: Layer) -> Table | None:
    return seen(layer.state) if isinstance(layer.state, State) else None


@dataclass(frozen=True, slots=True)
class LookAt(Message[Watcher | None]):
    """Add a watcher to the game on that screen, or their request. Return None if the game is gone."""

    screen: int
    to: Address
    let: bool


@HANDLERS.receives(LookAt)
def _look_at(call: Call, message: LookAt) -> Watcher | None:
    gallery = gallery_of(call, message.screen)
    return gallery.come(Watcher(gallery, message.to, message.let)) if gallery else None


def gallery_of(call: Call, screen: int) -> Gallery | None:
    """Return the gallery of the game on that screen, or None if the game is gone."""
    layer = plays(call)
    if layer is None or layer.number != screen:
        return None
    gallery = layer.gallery
    if not isinstance(gallery, Gallery):
        gallery = layer.gallery = Gallery(call, layer)
        layer.ends.append(gallery.cancel)
    return gallery


def has_played(services: Services, handle: str, slug: str, day: str) -> bool:
    key = caller_key(handle)
    game = services.store.ledger.read(lambda ledger: ledger.deals.of(day, slug, key))
    return game is not None and game.score is not None


def stand(game: Door, alone: Played) -> str:
    """Describe a game for a watcher. A daily deal is only named, and nothing is known of one on another
    host."""
    if alone.table is None and not alone.day:
        return ""
    return tr.watch.game_is_daily() if alone.table is None or alone.day else brief(game, alone.table)
