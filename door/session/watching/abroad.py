"""Watching a game that is played alone on another host.

The player's host sends what a watcher may see, at most four times a second: the game as its seed and moves,
from which the watcher's host makes the same view.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from door.games.chance import Chance
from door.games.contract import Door
from door.games.game import WATCHER, Table
from door.midend.api import Sight
from door.midend.replay import position_after
from door.session.call.api import Call
from door.session.call.bus import carried
from door.session.call.roster import Member, Message, On
from door.session.call.screens import Address, At, Over
from door.session.call.stack import Layer, OneByOne
from door.session.effects.handlers import Handlers
from door.session.watching.galleries import EVERY, Gallery, Played, Plays, Watcher, gallery_of
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, tr
from door.ui.words import Talk

HANDLERS: Final = Handlers()


def abroad(call: Member) -> Played | None:
    """Return the game that a caller plays alone, as other hosts know it. Their clocks are others, so its
    start is in Unix time."""
    game = call.receive(Plays()) if any(call.known().screens) else None
    if game is None:
        return None
    since = time.time() - asyncio.get_running_loop().time() + game.since
    return game._replace(table=None, since=round(since))


# -- what is sent ------------------------------------------------------------------------------------


@carried
class Deal(NamedTuple):
    """A game as its seed and moves."""

    commit: str
    kind: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    seats: tuple[str, ...]
    seed: str
    moves: tuple[str, ...]

    def table(self, game: Door) -> Table:
        at = position_after(game, self.options, self.seats, Chance(bytes.fromhex(self.seed)), self.moves)
        return Table(
            at, None, WATCHER, self.options, self.players, self.moves, kind=self.kind, commit=self.commit
        )


def _deal(layer: Layer, table: Table | None) -> Deal | None:
    begun = layer.state.begun
    if table is None or begun is None:
        return None
    return Deal(
        table.commit, table.kind, table.options, table.seats, begun.seats, begun.chance.seed.hex(),
        table.moves,
    )  # fmt: skip


@carried
class Sent(NamedTuple):
    """A `Sight` for another host. `let`: the watcher may see the game."""

    caller: str
    deal: Deal | None
    watchers: tuple[str, ...]
    talk: Talk
    why: MaybeSaid
    still: bool
    let: bool


# -- on the player's host --------------------------------------------------------------------------


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


class FarWatcher(Watcher):
    def __init__(self, gallery: Gallery, at: At, let: bool) -> None:
        super().__init__(gallery, at, let)
        self.at, self._roster = at, gallery.call.services.roster
        self._taken = True

    def send(self, event: Callable[[], Sight | No]) -> None:
        match event():
            case Sight(caller, table, watchers, talk, why, still):
                deal = _deal(self.gallery.layer, table) if table else None
                sent = Sent(caller, deal, watchers, talk, why, still, self.let)
                self._roster.links.tell(self.at, sent)
                asyncio.get_running_loop().call_later(EVERY, self.took)
            case No(Said() as why):
                self._roster.links.tell(self.at, Over(why))


@HANDLERS.receives(LookAbroad)
def _look_abroad(call: Call, message: LookAbroad) -> None:
    if watcher := _watcher(call, message.at):  # they have missed something
        watcher.offer()
    elif gallery := gallery_of(call, message.screen):
        gallery.come(FarWatcher(gallery, message.at, message.let))
    else:
        call.services.roster.links.tell(message.at, Over(tr.watch.game_gone()))


def _watcher(call: Call, at: At) -> FarWatcher | None:
    galleries = [layer.gallery for layer in call.stack if isinstance(layer.gallery, Gallery)]
    watchers = (one for gallery in galleries for one in gallery.watchers)
    return next((one for one in watchers if isinstance(one, FarWatcher) and one.at == at), None)


@HANDLERS.receives(LookAway)
def _look_away(call: Call, message: LookAway) -> None:
    if watcher := _watcher(call, message.at):
        watcher.leave()


@HANDLERS.receives(SayAbroad)
def _say_abroad(call: Call, message: SayAbroad) -> None:
    if (watcher := _watcher(call, message.at)) and watcher.let:
        watcher.say(message.at.handle, message.text)


class Looking(OneByOne):
    """What a watcher's screen follows."""

    def __init__(self, call: Call, layer: Layer, there: On, let: bool) -> None:
        super().__init__(taken=False)
        self.node, self.let, self._screen = there.node, let, there.plays.screen
        self._roster, self._to = call.services.roster, Address(call, layer)
        self._game = call.services.tables.watched[layer.slug].game
        self._sight = Sight(there.handle, why=tr.common.one_moment())
        self._at = self._roster.links.expose(call, layer)
        layer.link = self
        self.ask()

    def ask(self) -> None:
        """Ask the player's host for what may be seen, at first and after a gap."""
        self._roster.post.send(self.node, LookAbroad(self._screen, self._at, self.let))

    def sight(self) -> Sight:
        return replace(self._sight, why=self._sight.why and self._sight.why.again())

    def hear_of(self, message: Sent | Over) -> None:
        if isinstance(message, Over):
            self.over(message.why)
            return
        caller, deal, watchers, talk, why, still, self.let = message
        table = deal.table(self._game) if deal else None
        self._sight = Sight(caller, table, watchers, talk, why, still)
        self.offer()

    def hand(self) -> bool:
        self._to.say(self.sight)
        return True

    def say(self, who: str, text: str) -> None:
        self._roster.post.send(self.node, SayAbroad(self._at, text))

    def leave(self) -> None:
        self._roster.post.send(self.node, LookAway(self._at))

    def over(self, reason: Said) -> None:
        self.let = False
        self._to.say(lambda: No(reason.again()))
