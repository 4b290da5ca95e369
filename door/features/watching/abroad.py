"""Watching a game that is played alone on another host."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import Final

from door.call.api import Call
from door.call.bus import carried
from door.call.handlers import Handlers
from door.call.roster import Member, Message, On
from door.call.screens import At, Over
from door.call.stack import Layer
from door.call.topic import Mirror, Reader, There
from door.features.tables.hub import TableHub
from door.features.watching.galleries import Gallery, Played, Plays, Sent, gallery_of
from door.play.api import Sight
from door.ui.texts import tr
from door.ui.words import Talk

HANDLERS: Final = Handlers()


def abroad(call: Member) -> Played | None:
    """Return the game that a caller plays alone, as other hosts know it. Their clocks are others, so its
    start is in Unix time."""
    game = call.receive(Plays()) if any(call.known().screens) else None
    if game is None:
        return None
    since = time.time() - asyncio.get_running_loop().time() + game.since
    return game._replace(course=None, since=round(since))


@carried
@dataclass(frozen=True, slots=True)
class LookAbroad(Message[None]):
    """Add the watcher at that screen of another host, or their request."""

    screen: int
    at: At
    let: bool


@carried
@dataclass(frozen=True, slots=True)
class LookAway(Message[None]):
    at: At


@carried
@dataclass(frozen=True, slots=True)
class SayAbroad(Message[None]):
    at: At
    text: str


@HANDLERS.on(LookAbroad)
def _look_abroad(call: Call, message: LookAbroad) -> None:
    if watcher := _watcher(call, message.at):  # they have missed something
        watcher.offer()
    elif gallery := gallery_of(call, message.screen):
        gallery.add(There(gallery, message.at, message.let))
    else:
        call.services.roster.links.tell(message.at, Over(tr.watch.game_gone()))


def _watcher(call: Call, at: At) -> There | None:
    galleries = [layer.gallery for layer in call.stack if isinstance(layer.gallery, Gallery)]
    readers = (one for gallery in galleries for one in gallery.readers)
    return next((one for one in readers if isinstance(one, There) and one.at == at), None)


@HANDLERS.on(LookAway)
def _look_away(call: Call, message: LookAway) -> None:
    if watcher := _watcher(call, message.at):
        watcher.leave()


@HANDLERS.on(SayAbroad)
def _say_abroad(call: Call, message: SayAbroad) -> None:
    if (watcher := _watcher(call, message.at)) and watcher.may:
        watcher.source.say(message.at.handle, message.text)


class FarGame(Mirror):
    """A game on another host, as one watcher here sees it."""

    def __init__(self, call: Call, layer: Layer, there: On, let: bool) -> None:
        screen, roster = there.plays.screen, call.services.roster
        super().__init__(f"game/{there.node}.{screen}", roster, there.node)
        self._game = call.services[TableHub].watched[layer.slug].game
        self._sight = Sight(there.handle, why=tr.common.one_moment())
        self._said: Talk = ()
        self._at = roster.links.expose(call, layer)
        self._asks = LookAbroad(screen, self._at, let)
        self.reader = self.follow(call, layer, let)
        self.ask()

    def ask(self) -> None:
        self.roster.post.send(self.node, self._asks)

    def ends(self) -> None:
        self.roster.post.send(self.node, LookAway(self._at))

    def take(self, message: Sent) -> None:
        caller, deal, watchers, talk, why, still, said, self.reader.may = message
        course = deal.course(self._game) if deal else None
        self._sight, self._said = Sight(caller, course, watchers, talk, why, still), (*self._said, *said)

    def view(self, reader: Reader) -> Sight:
        said, self._said = self._said, ()
        return replace(self._sight, why=self._sight.why and self._sight.why.again(), said=said)

    def say(self, who: str, text: str) -> None:
        self.roster.post.send(self.node, SayAbroad(self._at, text))
