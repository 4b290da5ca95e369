"""Board TV: one screen that shows the liveliest game there is, and the best of the books when nobody plays.

Law: what is shown is a layer like any watcher's, put there and taken away by the set; a set that is not
looked at changes nothing.  Another game takes the place of one only if it is clearly livelier.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

from door.board import api as board
from door.board.tables.watch_effects import WatchTv
from door.games.chance import keyed
from door.games.game import WATCHER, Game, IllegalMove, Table
from door.midend.api import Sight
from door.midend.replay import played
from door.records.journal.best import Best, best_games
from door.records.journal.lines import day_of, month_before
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.clock import access
from door.session.effects import navigation, tables
from door.session.effects.handlers import Handlers
from door.session.tables.presence import GoesAlong, table_of
from door.session.watching import effects
from door.session.watching.galleries import Watcher
from door.session.watching.lively import CLEARLY, Playing, playing, plays
from door.settings.doors import complete

HANDLERS: Final = Handlers()
EVERY: Final = 2.0
"""Seconds between two looks at what there is, and between two moves of a game of the books."""

AFTER: Final = 8.0
"""Seconds that a game stays after its end: another of the same players may follow."""

NOTHING: Final = "Nobody plays just now, and there is no game on the books to be shown."
BEST: Final = "{who}: best of {when}"


class Reel:
    """A game of the books as it is shown, move by move."""

    def __init__(self, services: Services, best: Best) -> None:
        line = best.game
        self.slug = str(line["door"])
        self.game: Game = services.tables.watched[self.slug].game
        handle = str(line["caller"])
        self.who = handle if services.callers.find(handle) else "Somebody"
        self.title = BEST.format(who=self.who, when="yesterday" if best.day else "the month")
        options = complete(self.game.info, line["options"])
        chance, seats = keyed(line["seed"], best.turn.get("words", ())), (self.who, *line["seats"][1:])
        self._moves: tuple[str, ...] = tuple(line["moves"])
        played(self.game, options, seats, chance, self._moves)  # all of it can be shown, or none is
        start = played(self.game, options, seats, chance, ())
        commit = str(best.turn.get("commit", line["id"]))
        self.table = Table(start, None, WATCHER, options, seats, (), commit=commit)

    @property
    def over(self) -> bool:
        """Whether all of it has been shown."""
        return len(self.table.moves) == len(self._moves)

    def step(self) -> None:
        """The next move."""
        move = self._moves[len(self.table.moves)]
        position = self.game.apply(self.table.position, move)
        self.table = self.table._replace(position=position, moves=(*self.table.moves, move))

    @property
    def sight(self) -> Sight:
        """What there is to see of it."""
        return Sight(self.who, self.table, title=self.title)


class Tv(GoesAlong):
    """One caller's set; it ends with the layer that it has put on the screen."""

    def __init__(self, call: Call) -> None:
        self.call, self.services = call, call.services
        self.layer: Layer | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reel: Reel | None = None
        self._worth, self._since_end = 0.0, 0.0
        self._tried = 0

    # -- as an end of the layer

    def took(self) -> None:
        """A reel waits for its own time."""

    def cancel(self) -> None:
        """The caller has switched it off."""
        if self._timer is not None:
            self._timer.cancel()

    def moved(self, layer: Layer) -> None:
        """The players have gone on to another table."""
        self.layer, layer.ends = layer, (*layer.ends, self)
        self._since_end = 0.0
        self._wait()

    # -- what is on

    def on(self) -> bool:
        """Shows the best there is; False where there is nothing."""
        best = self._best()
        if best is not None:
            self._show(best)
        elif not self._show_reel():
            return False
        self._wait()
        return True

    def _best(self) -> Playing | None:
        found = (
            one for one in playing(self.services)
            if one.call is not self.call and not access.may_enter(self.call, one.game.info.slug)
            and not (one.match and one.match.seat_of(self.call.who.handle) >= 0)
        )  # fmt: skip
        return max(found, key=lambda one: one.worth, default=None)

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._look)

    def _look(self) -> None:
        """Whether the screen shall show something else, or the next move of a reel."""
        layer, stack = self.layer, self.call.stack
        if layer is None or layer not in stack or self.call.over:
            return
        typing = getattr(layer.state, "field", None) is not None
        if stack.top is layer and not typing:
            self._turn(layer)
        self._wait()

    def _turn(self, layer: Layer) -> None:
        best = self._best()
        if self._reel is not None and best is None:
            self._roll(layer, self._reel)
            return
        if self._reel is not None:
            self._next(best)
        elif self._is_over(layer):
            self._since_end += EVERY
            if self._since_end >= AFTER:
                self._next(best)
        else:
            self._since_end = 0.0
            if best is not None and best.worth >= self._worth_now(layer) + CLEARLY and not self._shows(best):
                self._next(best)

    def _roll(self, layer: Layer, reel: Reel) -> None:
        if not reel.over:
            reel.step()
            self.call.post(layer, reel.sight)
            return
        self._since_end += EVERY
        if self._since_end >= AFTER:
            self._next(None)

    def _next(self, best: Playing | None) -> None:
        if best is None:
            self._show_reel()
        elif not self._shows(best):
            self._show(best)

    # -- the game on the screen

    def _followed(self, layer: Layer) -> Watcher | None:
        return next((end for end in layer.ends if isinstance(end, Watcher)), None)

    def _is_over(self, layer: Layer) -> bool:
        if id := table_of(layer):
            match = self.services.tables.tables.get(id)
            return match is None or match.stage != "play"
        watcher = self._followed(layer)
        if watcher is None or plays(watcher.gallery.call) is not watcher.gallery.layer:
            return True
        return bool(watcher.gallery.layer.state.table.kind == "daily")

    def _shows(self, one: Playing) -> bool:
        layer = self.layer
        if layer is None:
            return False
        watcher = self._followed(layer)
        return (one.match is not None and one.match.terms.id == table_of(layer)) or (
            one.layer is not None and watcher is not None and watcher.gallery.layer is one.layer
        )

    def _worth_now(self, layer: Layer) -> float:
        return next((one.worth for one in playing(self.services) if self._shows(one)), 0.0)

    def _show(self, one: Playing) -> None:
        self._reel = None
        match = one.match
        if match is not None:
            self._place(lambda: tables.show(self.call, match))
        elif one.call is not None and one.layer is not None:
            there, layer = one.call, one.layer
            self._place(lambda: effects.open_look(self.call, there, layer, True))

    def _place(self, shown: Callable[[], Layer]) -> None:
        """Puts another layer in the place of this one."""
        old, self._since_end = self.layer, 0.0
        if old is not None:
            old.lose(self)
        new = shown()
        if old is not None:
            self.call.stack.drop(old)
        new.ends = (*new.ends, self)
        self.layer = new
        self.call.timers.look()

    # -- the books

    def _show_reel(self) -> bool:
        """The next game of the books; False where there is none that can be shown."""
        reel = next(self._reels(), None)
        if reel is None:
            return False
        self._reel = reel
        self._place(lambda: self._reel_layer(reel))
        return True

    def _reels(self) -> Iterator[Reel]:
        best = self.services.tables.best
        for _ in best:
            self._tried += 1
            one = best[(self._tried - 1) % len(best)]
            if access.may_enter(self.call, str(one.game["door"])):
                continue
            try:
                yield Reel(self.services, one)
            except (IllegalMove, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                continue  # the audit tells of it

    def _reel_layer(self, reel: Reel) -> Layer:
        services, call = self.services, self.call
        books = services.store.books(reel.slug, call.who.handle)
        screen = services.tables.watched[reel.slug]
        look, shown = screen.start(replace(navigation.setup_for(call, reel.slug), books=books), reel.sight)
        layer = Layer(screen, look, "Board TV", reel.slug)
        call.stack.open(layer, shown)
        return layer


@HANDLERS.answered(WatchTv)
async def _tv(call: Call, layer: Layer, effect: WatchTv) -> board.Denied | None:
    """Switches the set on."""
    await look_up(call.services)
    if layer not in call.stack or call.stack.top is not layer:
        return None
    return None if Tv(call).on() else board.Denied(NOTHING)


async def look_up(services: Services) -> None:
    """Has the best games of yesterday and of its month known, once a day."""
    hub, settings = services.tables, services.settings()
    day = day_of(services.now() - timedelta(days=1), settings.zone)
    if hub.best_day == day:
        return
    doors = services.doors
    months = (month_before(day[:7]), day[:7], day_of(services.now(), settings.zone)[:7])
    hub.best = await asyncio.to_thread(
        best_games, settings.data / "journal", day, sorted(set(months)), settings.zone,
        lambda slug: slug in doors and not doors[slug].INFO.fewer_is_better,
    )  # fmt: skip
    hub.best = tuple(one for one in hub.best if one.game["door"] in hub.watched)
    hub.best_day = day
