"""The best games of yesterday and of its month, for Board TV.

They are read from the journal in the background, once a day, or again if there were none.
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
    """Look up the best games, unless they are known."""
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
    except Exception as error:  # such as a line edited by hand, or a disk error
        LOG.error("board TV: the best games cannot be read: %r", error)
        return
    tv.best = tuple(one for one in tv.best if one.game["door"] in services.tables.watched)
    tv.day = day


def film(services: Services, best: Best) -> tuple[Finished, str]:
    """Return a recorded game and its title. A removed caller is not named."""
    line, slug = best.game, str(best.game["door"])
    options = services.doors[slug].INFO.complete(line["options"])
    game, who = finished(slug, options, best.turn, line), str(line["caller"])
    if services.callers.find(who) is None:
        who = tr.watch.best_by_somebody()
        game = game._replace(seats=(who, *game.seats[1:]))
    return game, tr.watch.best_title(
        who=who, when=tr.watch.best_of_yesterday() if best.day else tr.watch.best_of_the_month()
    )
