"""Galleries: the watchers of callers who play alone. A player waits for nobody.

Another host is sent the game as its seed and moves, from which it makes the same view.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple

from door.call.api import Call, Services
from door.call.bus import sendable
from door.call.handlers import Handlers
from door.call.roster import At, CallInfo, CallMessage, PlaysAlone
from door.call.stack import Layer
from door.call.topic import Topic, TopicMirror, TopicReader
from door.features.tables.hub import TableHub
from door.games.chance import Chance
from door.games.contract import Door
from door.games.game import WATCHER, GameView
from door.games.record import Course, Record, play
from door.play.api import Sight
from door.records.journal.lines import caller_key
from door.screens.pages.result import brief
from door.screens.state import State
from door.screens.watch import deal_of, watchable_course
from door.ui.texts import MaybeSaid, tr
from door.ui.words import Talk

HANDLERS: Final = Handlers()
EVERY: Final = 0.25
"""Seconds from a change until watchers get it."""

APART: Final = 0.005
"""Seconds between serving two watchers."""

CROWD: Final = 8
"""Maximum number of watchers who see moves animated, because that takes five drawings each."""


class Gallery(Topic):
    """The watchers of the player on this `call` at one door. `sent_away` are the keys of refused handles."""

    soon = EVERY
    apart = APART

    def __init__(self, call: Call, layer: Layer) -> None:
        super().__init__(game_topic(call.node, layer.number), call.services.roster)
        self.call, self.layer, self.hears = call, layer, False
        self.sent_away: frozenset[str] = frozenset()
        self._shown: tuple[Any, ...] = ()
        self._fresh = False

    @property
    def seeing(self) -> tuple[TopicReader, ...]:
        return tuple(filter(attrgetter("may"), self.readers))

    @property
    def asking(self) -> tuple[TopicReader, ...]:
        return tuple(one for one in self.readers if not one.may)

    def came_or_went(self, reader: TopicReader) -> None:
        """Update the watchers, and the player's status line."""
        self.layer.onlookers = len(self.seeing)
        self.news()
        self.call.timers.redraw()

    def let_in(self, reader: TopicReader) -> None:
        reader.may = True
        self.came_or_went(reader)

    def send_away(self, reader: TopicReader) -> None:
        reader.leave()
        self.sent_away |= {reader.handle.casefold()}
        reader.tell_end(tr.watch.plays_without_watchers(who=self.call.who.handle))

    def cancel(self) -> None:
        """Close the gallery, because the player has left the door."""
        self.close(tr.watch.left_the_door(who=self.call.who.handle))

    # -- views

    def view(self, reader: TopicReader, said: Talk) -> Sight:
        who = self.call.who.handle
        if not reader.may:
            return Sight(who, why=tr.watch.has_been_asked(who=who))
        watchers, course = tuple(map(attrgetter("handle"), self.seeing)), watchable_course(self.layer.state)
        talk = self.talk.latest(reader.ears())
        day = deal_of(self.layer.state) if course is not None else ""
        if day and not has_played(self.call.services, reader.handle, self.layer.slug, day):
            return Sight(who, None, watchers, talk, tr.watch.is_at_the_daily(who=who), said=said)
        return Sight(who, course, watchers, talk, still=len(watchers) > CROWD, said=said)

    def pack(self, view: Sight) -> Sent:
        deal = _deal(view.course.record) if view.course else None
        return Sent(view.caller, deal, view.watchers, view.why, view.still)

    def is_new(self) -> bool:
        """True if there is a new move, or other news, since watchers were served last."""
        for reader in self.readers:
            if self.call.who.ignores(reader.handle):
                self.send_away(reader)
        course = watchable_course(self.layer.state)
        shown = (course.record.commit, course.record.moves) if course else ()
        is_new, self._fresh = self._fresh or shown != self._shown, False
        self._shown = shown
        return is_new

    def news(self) -> None:
        """Note a change that is not in the game itself."""
        self._fresh = True
        self.announce_change()

    def hear(self, who: str, text: str) -> None:
        """Hear a line of a watcher or of the player, who may want to hear of it."""
        self.talk.add(who, text)
        self.news()
        own = self.call.who
        if self.hears and who != own.handle and not own.ignores(who):
            self.call.messages.notify(tr.watch.watcher_says(who=who, text=text))


# -- what is sent to other hosts ----------------------------------------------------------------------


@sendable
class SeedAndMoves(NamedTuple):
    """A game as its seed and moves."""

    commit: str
    kind: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    seed: str
    moves: tuple[str, ...]

    def course(self, game: Door) -> Course:
        chance = Chance(bytes.fromhex(self.seed))
        record = Record(self.options, self.seats, chance, self.moves, kind=self.kind, commit=self.commit)
        return play(game.rules, record)


def _deal(record: Record) -> SeedAndMoves:
    seed = record.chance.seed.hex()
    return SeedAndMoves(record.commit, record.kind, record.options, record.seats, seed, record.moves)


@sendable
class Sent(NamedTuple):
    """A `Sight` for another host, which has its talk by lines."""

    caller: str
    deal: SeedAndMoves | None
    watchers: tuple[str, ...]
    why: MaybeSaid
    still: bool


# -- games that callers play alone --------------------------------------------------------------------


def plays(call: Call) -> Layer | None:
    for layer in reversed(call.stack):
        if _is_played(layer):
            return layer
    return None


def _is_played(layer: Layer) -> bool:
    state = layer.state
    if not isinstance(state, State) or state.scene != "play" or state.table is None:
        return False
    return state.alone and state.table.kind != "demo"


@sendable
class LoneGame(NamedTuple):
    """A game that a caller plays alone.

    - `id`: the game's. `screen`: the number of the player's screen. `since`: the start of the game (loop
      time).
    - `day`: the day of the daily deal on the table, or "". `counts`: it is not practice.
    - `refused`: the keys of callers whom the player has sent away. `course`: the game so far, None on
      another host.
    """

    screen: int
    slug: str
    since: float
    watchers: int
    day: str
    counts: bool
    refused: frozenset[str]
    course: Course | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class AskLoneGame(CallMessage[LoneGame | None]):
    """Return the game that the caller plays alone now, or None."""


@HANDLERS.on(AskLoneGame)
def _plays(call: Call, message: AskLoneGame) -> LoneGame | None:
    layer = plays(call)
    if layer is None:
        return None
    refused = layer.gallery.sent_away if isinstance(layer.gallery, Gallery) else frozenset()
    counts = layer.state.table.kind in ("contest", "free")
    return LoneGame(
        layer.number,
        layer.slug,
        layer.since,
        layer.onlookers,
        deal_of(layer.state),
        counts,
        refused,
        watchable_course(layer.state),
        layer.game,
    )


def alone(services: Services) -> Iterator[tuple[CallInfo, LoneGame]]:
    for call in services.roster.here():
        there = call.info()
        if there.admitted and any(there.screens) and (game := call.receive(AskLoneGame())):
            yield there, game
    for far in services.roster.remote():
        if (there := far.info()).plays:
            since = asyncio.get_running_loop().time() - time.time() + there.plays.since
            yield there, there.plays._replace(since=since)


@HANDLERS.on(PlaysAlone)
def _as_others_know(call: Call, message: PlaysAlone) -> LoneGame | None:
    """The clocks of other hosts are others, so its start is in Unix time."""
    if (game := _plays(call, AskLoneGame())) is None:
        return None
    since = time.time() - asyncio.get_running_loop().time() + game.since
    return game._replace(course=None, since=round(since))


def gallery_of(call: Call, name: str, at: At | None = None) -> Gallery | None:
    """Return the gallery of that name, or None if its game is gone."""
    layer = plays(call)
    if layer is None or name != game_topic(call.node, layer.number):
        return None
    gallery = layer.gallery
    if not isinstance(gallery, Gallery):
        gallery = layer.gallery = Gallery(call, layer)
        layer.ends.append(gallery.cancel)
    return gallery


def game_topic(node: int, screen: int) -> str:
    """Return the name of the topic of a game that is played alone on a call's screen."""
    return f"game/{node}.{screen}"


def has_played(services: Services, handle: str, slug: str, day: str) -> bool:
    key = caller_key(handle)
    game = services.store.ledger.read(lambda ledger: ledger.deals.of(day, slug, key))
    return game is not None and game.score is not None


def stand(game: Door, alone: LoneGame) -> str:
    """Describe a game for a watcher. A daily deal is only named, and nothing is known of one on another
    host."""
    if alone.course is None and not alone.day:
        return ""
    if alone.course is None or alone.day:
        return tr.watch.game_is_daily()
    return brief(game, GameView(alone.course, eyes=WATCHER))


class RemoteGame(TopicMirror):
    """The game that `there` plays."""

    def __init__(self, call: Call, layer: Layer, there: CallInfo, may: bool) -> None:
        self._game = call.services[TableHub].watched[layer.slug].game
        self._who = there.handle
        super().__init__(call, layer, game_topic(there.node, there.plays.screen), there.node, may)

    def view(self, reader: TopicReader, said: Talk) -> Sight:
        sent: Sent | None = self.shown
        if sent is None:
            return Sight(self._who, why=tr.common.one_moment())
        course = sent.deal.course(self._game) if sent.deal else None
        why = sent.why and sent.why.again()
        talk = self.talk.latest(reader.ears())
        return Sight(sent.caller, course, sent.watchers, talk, why, sent.still, said)
