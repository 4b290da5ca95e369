"""Board TV: a screen that shows the liveliest game, or the best recorded ones if nobody plays.

Law: the picture is a normal layer, a watcher's or a replay's, that the set opens and removes. The set
changes nothing while its caller looks elsewhere or uses it. A game replaces another only if it is clearly
livelier.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final

from door.call import access
from door.call.api import Call
from door.call.handlers import Handlers
from door.call.navigation import setup_for
from door.call.stack import Layer
from door.features.tables.handlers import show
from door.features.tables.hub import TableHub
from door.features.tables.presence import table_of
from door.features.watching import handlers
from door.features.watching.channel import (
    CLEARLY,
    SWITCH,
    Channel,
    Games,
    Playing,
    film,
    liveliest,
    look_up,
    note_fault,
)
from door.features.watching.pages import WatchTv
from door.play.match.values import Refusal
from door.records.journal.find import BestGame
from door.screens.replays.screen import ReplayScreen
from door.screens.state import State
from door.ui.texts import tr

HANDLERS: Final = Handlers()
AFTER: Final = 8.0
"""Seconds that a finished game stays. A rematch may follow."""


def busy(state: object) -> bool:
    """True if the caller is using the screen, for example to type."""
    if not isinstance(state, State):
        return False
    replay = state.replay
    return bool(state.page.name) or (replay is not None and not (replay.plays or replay.at == replay.last))


class Tv:
    """One caller's set. It is off once its layer is closed, unless the players have gone on to a rematch."""

    def __init__(self, call: Call) -> None:
        self.call, self.services = call, call.services
        self.layer: Layer | None = None
        self._game = ""
        """The game in progress on that layer, as `Playing.id`. "" for a recorded game."""

        self._since_end, self._tried = 0.0, 0
        self._failed: list[str] = []

    # -- choosing

    def on(self) -> bool:
        """Show the best game, or return False."""
        games = liveliest(self.services)
        while (best := self._best(games)) is not None:
            if self._show(best):
                break
        else:
            if not self._show_books():
                return False
        self.services[Channel].add(self.services, self)
        return True

    def _best(self, games: Games) -> Playing | None:
        return next((one for one in games if one.id not in self._failed and self._may_see(one)), None)

    def _may_see(self, one: Playing) -> bool:
        if one.match is None:
            there, alone = one.there, one.alone
            return there is not None and alone is not None and not handlers.why_not(self.call, there, alone)
        own = one.match.seat_of(self.call.who.handle) >= 0
        return not own and not access.may_enter(self.call, one.game.info.slug)

    def look(self, games: Games) -> bool:
        stack, layer = self.call.stack, self._current_layer()
        if layer is None or self.call.over:
            return False
        if stack.top is layer and not busy(layer.state):
            self._turn(layer.state, games)
        return True

    def _current_layer(self) -> Layer | None:
        """Return the layer on the set, or the one with the rematch that has replaced it."""
        if self.layer not in self.call.stack:
            match = self.services[TableHub].tables.get(self._game)
            again = [one for one in self.call.stack if match and match.again == table_of(one) != ""]
            self._put(again[0] if again else None, match.again if match else "")
        return self.layer

    def _put(self, layer: Layer | None, game: str) -> None:
        self.layer, self._game, self._since_end = layer, game, 0.0

    def _turn(self, state: object, games: Games) -> None:
        best = self._best(games)
        worth = next((one.worth for one in games if one.id == self._game), None)
        replay = state.replay if isinstance(state, State) else None
        over = replay.at == replay.last if replay else worth is None
        self._since_end = self._since_end + SWITCH if over else 0.0
        livelier = best is not None and best.worth >= (worth or 0.0) + CLEARLY
        if not (self._since_end >= AFTER or (livelier and not over)):
            return
        if best is None:
            self._show_books()
        elif best.id != self._game:
            self._show(best)

    # -- the game on the screen

    def _show(self, one: Playing) -> bool:
        """Show a game. False if that fails."""
        try:
            if one.match is not None:
                layer = show(self.call, one.match)
            else:
                assert one.there is not None and one.alone is not None
                layer = handlers.open_look(self.call, one.there, one.alone, True)
        except Exception as error:
            note_fault(self.services, one.game.info.slug, error)
            self._failed.append(one.id)
            return False
        self._show_layer(layer, one.id)
        return True

    def _show_layer(self, layer: Layer, game: str = "") -> None:
        if self.layer is not None:
            self.call.stack.drop(self.layer)
        self._put(layer, game)
        self.call.timers.redraw()

    # -- recorded games

    def _show_books(self) -> bool:
        """Show the next recorded game. False if none can be shown."""
        best = self.services[Channel].best
        for _ in best:
            self._tried += 1
            one = best[(self._tried - 1) % len(best)]
            if access.may_enter(self.call, str(one.game["door"])):
                continue
            with suppress(Exception):  # the audit reports it
                self._show_layer(self._put_on(one))
                return True
        return False

    def _put_on(self, one: BestGame) -> Layer:
        """Show a recorded game. Raises any exception of a game that can't be replayed."""
        services, call = self.services, self.call
        game, title = film(services, one)
        books = services.store.standings.books(game.door, call.who.handle)
        screen = ReplayScreen(services[TableHub].watched[game.door].game)
        setup = replace(setup_for(call, game.door), books=books)
        replay, effects = screen.start(setup, game, title)
        layer = Layer(screen, replay, tr.keys.board_tv(), game.door)
        call.stack.open(layer, effects)
        return layer


@HANDLERS.on(WatchTv)
async def _tv(call: Call, layer: Layer, effect: WatchTv) -> None:
    await look_up(call.services)
    if layer in call.stack and call.stack.top is layer and not Tv(call).on():
        raise Refusal(tr.watch.nothing_on())
