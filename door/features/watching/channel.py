"""Board TV's channel: the games in progress that everybody may watch, and the best recorded ones.

Law: it shows only games that a new caller could watch. Callers before the log-on share one small picture, so
the cost is constant. Games that count, games between callers and games of strong players are livelier. The
best games of yesterday and of its month are read from the journal in the background, once a day, or again if
there were none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Final, NamedTuple, Protocol

from door.call.api import Services
from door.call.roster import CallInfo
from door.features.tables.hub import TableHub
from door.features.tables.news import standing
from door.features.watching.galleries import LoneGame, alone, stand
from door.games.contract import Door
from door.games.game import WATCHER, GameView
from door.games.record import walk
from door.pages.api import OnTv
from door.play.match.values import Match, is_live
from door.play.match.view import names
from door.play.replay import RecordedGame
from door.records.journal.find import BestGame, best_games
from door.records.journal.lines import day_of, month_before
from door.records.ledger.ladder import Rating
from door.records.part import Part
from door.records.replays import finished_game
from door.screens.pages.result import brief
from door.screens.watch import table_course, watched_picture
from door.settings.access import why_barred
from door.term.canvas import Canvas
from door.ui.texts import tr
from door.ui.words import month_name

LOG: Final = logging.getLogger("door.call")
MOST_FAULTS: Final = 100
"""Maximum number of faults logged."""

IDLE: Final = 60.0
"""Seconds without a key until a caller counts as away from their game."""

CLEARLY: Final = 2.0
"""How much livelier a game must be to replace the one on TV."""

EVERY: Final = 3.0
"""Seconds between two small pictures."""

SWITCH: Final = 3.0
"""Seconds between two looks for a livelier game."""

LINGER: Final = 3
"""Number of times that a recorded game's last position is shown."""


class Set(Protocol):
    """One caller's Board TV."""

    def look(self, games: Games) -> bool:
        """Look what to show. False if it is off."""


class Channel(Part):
    """Board TV for all callers. It looks which games there are once for all sets.

    - `best`: the best games of `day` (usually yesterday) and of its month.
    - `asked`: the hour in which they were last requested.
    - `on`: the current picture, until the loop time `until`.
    - `film`: the next pictures of recorded games.
    - `faults` of games that can't be shown, each logged once.
    """

    def __init__(self) -> None:
        self.best: tuple[BestGame, ...] = ()
        self.day = self.asked = ""
        self.on, self.until = OnTv(), 0.0
        self.film: Iterator[OnTv] = iter(())
        self.faults: set[str] = set()
        self._sets: list[Set] = []

    def add(self, services: Services, one: Set) -> None:
        self._sets.append(one)
        if len(self._sets) == 1:
            asyncio.get_running_loop().call_later(SWITCH, self._look, services)

    def _look(self, services: Services) -> None:
        games = liveliest(services)
        self._sets = [one for one in self._sets if one.look(games)]
        if self._sets:
            asyncio.get_running_loop().call_later(SWITCH, self._look, services)


def note_fault(services: Services, slug: str, error: Exception) -> None:
    """Log once that a game can't be shown."""
    faults, told = services[Channel].faults, f"{slug}: {error!r}"
    if told not in faults and len(faults) < MOST_FAULTS:
        faults.add(told)
        LOG.error("door %s cannot be shown to others: %r", slug, error, exc_info=error)


# -- games in progress -----------------------------------------------------------------------------


class Playing(NamedTuple):
    """A game that may be shown: a `match` at a table, or the `alone` game of the caller `there`.

    `id` is the table's, or the player's node and the number of their screen.
    """

    id: str
    worth: float
    game: Door
    who: str
    match: Match | None = None
    there: CallInfo | None = None
    alone: LoneGame | None = None


Games = tuple[Playing, ...]


def liveliest(services: Services) -> Games:
    """Return the games that everybody may see, the liveliest first."""
    return tuple(sorted(playing(services), key=lambda one: one.worth, reverse=True))


def playing(services: Services) -> Iterator[Playing]:
    """Yield the games that everybody may see. Daily deals and players who object are left out."""
    hub = services[TableHub]
    for match in hub.tables.under_way():
        here = len(hub.presence.here(match))
        if match.stage == "play" and not match.adjourned and here:
            worth = 2 * here + 4 * is_live(match.clock) + 2 * match.terms.rated
            strength = _strength(services, match.terms.door, *match.seats)
            who = names(match, range(len(match.seats)))
            yield Playing(match.terms.id, worth + strength, hub.game(match), who, match)
    for there, own in alone(services):
        if there.watchable != "yes" or own.day:
            continue
        worth = 2 + 2 * (there.idle < IDLE) + own.counts
        strength = _strength(services, own.slug, there.handle)
        game = hub.watched[own.slug].game
        yield Playing(
            f"{there.node}.{own.screen}", worth + strength, game, there.handle, there=there, alone=own
        )


def _strength(services: Services, slug: str, *handles: str) -> float:
    """Return the best of their ratings, in thousands."""
    rows = (services[TableHub].ladders.of(slug, handle) for handle in handles)
    return max((row.rating if row else Rating().rating for row in rows), default=0.0) / 1000


async def look_up(services: Services) -> None:
    """Look up the best games, unless they are known."""
    tv, settings = services[Channel], services.settings()
    day = day_of(services.now() - timedelta(days=1), settings.zone)
    if tv.day == day and tv.best:
        return
    doors = services.doors
    months = (month_before(day[:7]), day[:7], day_of(services.now(), settings.zone)[:7])
    try:
        tv.best = await asyncio.to_thread(
            best_games, settings.data / "journal", day, sorted(set(months)), settings.zone,
            lambda slug: slug in doors and not doors[slug].INFO.fewer_is_better,
        )  # fmt: skip
    except Exception as error:  # such as a line edited by hand, or a disk error
        LOG.error("board TV: the best games cannot be read: %r", error)
        return
    tv.best = tuple(one for one in tv.best if one.game["door"] in services[TableHub].watched)
    await services.callers.remember(*(one.player for one in tv.best))
    tv.day = day


def film(services: Services, best: BestGame) -> tuple[RecordedGame, str]:
    """Return a recorded game and its title. Neither a removed caller nor a newcomer is named."""
    line, slug = best.game, str(best.game["door"])
    options = services.doors[slug].INFO.complete(line["options"])
    game, player = finished_game(slug, options, best.turn, line), services.callers.recall(best.player)
    is_named = player is not None and player.created <= line["t"]
    who = best.player if is_named else tr.watch.best_by_somebody()
    game = game._replace(seats=(who, *game.seats[1:]))
    when = tr.watch.best_of_yesterday() if best.day else month_name(str(line["month"]))
    return game, tr.watch.best_title(who=who, when=when)


# -- the small picture before the log-on -----------------------------------------------------------


def on_small_tv(services: Services) -> OnTv:
    tv, now = services[Channel], asyncio.get_running_loop().time()
    if now >= tv.until:
        tv.until, tv.on = now + EVERY, OnTv()
        tv.on = _live(services) or _of_books(services)
    return tv.on


def _live(services: Services) -> OnTv | None:
    level, now = services.settings().callers.new_level, services.now()
    for best in liveliest(services):
        if why_barred(services.settings(), best.game.info.slug, level, now):
            continue
        title = tr.watch.on_now(who=best.who, game=best.game.info.name())
        try:
            return OnTv(title, words_of(services, best), picture_of(services, best))
        except Exception as error:  # no game may break the log-on page
            note_fault(services, best.game.info.slug, error)
    return None


def words_of(services: Services, one: Playing) -> str:
    """Return a game's state in words."""
    if one.match is not None:
        return standing(one.game, one.match, WATCHER, services[TableHub].tables.ms_now(one.match))
    assert one.alone is not None
    return stand(one.game, one.alone)


def picture_of(services: Services, one: Playing) -> Canvas | None:
    """Return a game's picture. A race has none."""
    course = table_course(one.match) if one.match else one.alone and one.alone.course
    return (
        watched_picture(services[TableHub].watched[one.game.info.slug], one.who, course) if course else None
    )


def _of_books(services: Services) -> OnTv:
    tv, hour = services[Channel], f"{services.now():%Y-%m-%d %H}"
    if tv.asked != hour:
        tv.asked = hour
        services.keep(look_up(services))
    on = next(tv.film, None)
    if on is None:
        tv.film = _films(services)
        on = next(tv.film, OnTv())
    return on


def _films(services: Services) -> Iterator[OnTv]:
    """Yield the best games, position by position."""
    level, now = services.settings().callers.new_level, services.now()
    for best in services[Channel].best:
        if why_barred(services.settings(), str(best.game["door"]), level, now):
            continue
        with suppress(Exception):  # the audit reports it
            finished, title = film(services, best)
            screen = services[TableHub].watched[finished.door]
            title = tr.watch.recorded_game_at(title=title, game=screen.INFO.name())
            made = tuple(walk(screen.game.rules, finished.record()))
            for course in (*made, *made[-1:] * (LINGER - 1)):
                stands = brief(screen.game, GameView(course, eyes=WATCHER))
                yield OnTv(title, stands, watched_picture(screen, finished.players, course))
