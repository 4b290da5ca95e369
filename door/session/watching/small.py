"""Board TV before the log-on: a small picture of the liveliest game, or of a recorded one.

Law: all callers share one picture, so the cost is constant. It shows only games that a new caller could
watch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from door.board.api import OnTv
from door.games.game import WATCHER, Table
from door.midend.api import MOTION, Setup, Sight
from door.midend.pages.result import brief
from door.midend.replays.finished import tables
from door.midend.watch import WatchDoor, seen, seen_at
from door.session.call.api import Services
from door.session.tables.news import standing
from door.session.watching.best import film, look_up
from door.session.watching.lively import Playing, note_fault, playing, stand
from door.settings.access import barred
from door.term.canvas import Canvas
from door.ui.screen import View
from door.ui.texts import tr

EVERY: Final = 3.0
"""Seconds between two pictures."""

LINGER: Final = 3
"""Number of times that a recorded game's last position is shown."""


def on_small_tv(services: Services) -> OnTv:
    """Return the current picture."""
    tv, now = services.tables.tv, asyncio.get_running_loop().time()
    if now >= tv.until:
        tv.until, tv.on = now + EVERY, OnTv()
        tv.on = _live(services) or _of_books(services)
    return tv.on


def _live(services: Services) -> OnTv | None:
    level, now = services.settings().callers.new_level, services.now()
    open_to_all = (
        one for one in playing(services) if not barred(services.settings(), one.game.info.slug, level, now)
    )
    for best in sorted(open_to_all, key=lambda one: one.worth, reverse=True):
        title = tr.watch.on_now(who=best.who, game=best.game.info.name())
        try:
            return OnTv(title, *_drawn(services, best))
        except Exception as error:  # no game may break the log-on page
            note_fault(services, best.game.info.slug, error)
    return None


def _drawn(services: Services, one: Playing) -> tuple[str, Canvas | None]:
    """Return a game's state in words, and its picture."""
    screen, hub = services.tables.watched[one.game.info.slug], services.tables
    if one.match is not None:
        stands = standing(one.game, one.match, WATCHER, hub.tables.ms_now(one.match))
        return stands, _picture(screen, one.who, seen_at(one.match))
    assert one.layer is not None
    state = one.layer.state
    return stand(one.game, state), _picture(screen, one.who, seen(state))


def _picture(screen: WatchDoor, who: str, table: Table | None) -> Canvas | None:
    """Return the game as a watcher sees it, without messages and keys."""
    if table is None:
        return None
    look, _ = screen.start(Setup("", table.options, prefs={MOTION: "off"}), Sight(who, table))
    canvas = screen.draw(look, View())
    return Canvas(canvas.cols, screen.game.upper, canvas.shared()[: screen.game.upper])


def _of_books(services: Services) -> OnTv:
    """Return the next position of a recorded game."""
    tv, hour = services.tables.tv, f"{services.now():%Y-%m-%d %H}"
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
    for best in services.tables.tv.best:
        if barred(services.settings(), str(best.game["door"]), level, now):
            continue
        with suppress(Exception):  # the audit reports it
            finished, title = film(services, best)
            screen = services.tables.watched[finished.door]
            title = tr.watch.recorded_game_at(title=title, game=screen.INFO.name())
            made = tables(screen.game, finished)
            for table in (*made, *made[-1:] * (LINGER - 1)):
                watched = table._replace(eyes=WATCHER, caller="", before=None, frame=None)
                yield OnTv(title, brief(screen.game, watched), _picture(screen, finished.players, watched))
