"""A game that is played alone on another host, as a watcher here sees it."""

from __future__ import annotations

import asyncio
import time

from door.call.api import Call
from door.call.roster import Member, On
from door.call.stack import Layer
from door.call.topic import Mirror, Reader
from door.features.tables.hub import TableHub
from door.features.watching.galleries import Played, Plays, Sent, game_topic
from door.play.api import Sight
from door.ui.texts import tr
from door.ui.words import Talk


def abroad(call: Member) -> Played | None:
    """Return the game that a caller plays alone, as other hosts know it. Their clocks are others, so its
    start is in Unix time."""
    game = call.receive(Plays()) if any(call.known().screens) else None
    if game is None:
        return None
    since = time.time() - asyncio.get_running_loop().time() + game.since
    return game._replace(course=None, since=round(since))


class FarGame(Mirror):
    """The game that `there` plays."""

    def __init__(self, call: Call, layer: Layer, there: On, may: bool) -> None:
        self._game = call.services[TableHub].watched[layer.slug].game
        self._who = there.handle
        super().__init__(call, layer, game_topic(there.node, there.plays.screen), there.node, may)

    def view(self, reader: Reader, said: Talk) -> Sight:
        sent: Sent | None = self.shown
        if sent is None:
            return Sight(self._who, why=tr.common.one_moment())
        course = sent.deal.course(self._game) if sent.deal else None
        why = sent.why and sent.why.again()
        return Sight(sent.caller, course, sent.watchers, sent.talk, why, sent.still, said)
