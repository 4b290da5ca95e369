"""The best games of yesterday and of its month, for board TV.

Law: looked up in the journal aside, once a day; on a board without games as often as somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

from door.midend.replays.finished import Finished
from door.records.journal.find import Best, best_games
from door.records.journal.lines import day_of, month_before
from door.records.play.finished import finished
from door.session.call.api import Services
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.call")


async def look_up(services: Services) -> None:
    """Has the best games of yesterday and of its month known, once a day where there are any."""
    tv, settings = services.tables.tv, services.settings()
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
    except Exception as error:  # a line that was edited by hand, or a disk that refuses
        LOG.error("board TV: the best games cannot be read: %r", error)
        return
    tv.best = tuple(one for one in tv.best if one.game["door"] in services.tables.watched)
    tv.day = day


def film(services: Services, best: Best) -> tuple[Finished, str]:
    """A game of the books and its title; a caller who is gone has no name."""
    line, slug = best.game, str(best.game["door"])
    options = services.doors[slug].INFO.complete(line["options"])
    game, who = finished(slug, options, best.turn, line), str(line["caller"])
    if services.callers.find(who) is None:
        who = tr.watch.best_by_somebody()
        game = game._replace(seats=(who, *game.seats[1:]))
    return game, tr.watch.best_title(
        who=who, when=tr.watch.best_of_yesterday() if best.day else tr.watch.best_of_the_month()
    )
