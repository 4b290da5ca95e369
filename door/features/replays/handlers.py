"""Replays: finished games found, shown and taken along. The journal is read in the background."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from door.call import access
from door.call.api import Call, Workers
from door.call.feature import Feature
from door.call.handlers import Handlers
from door.call.known import shown_time
from door.call.navigation import setup_for
from door.features.replays import pages as asked
from door.games.seating import seat_name
from door.notify.outside import Outside
from door.play.match.values import Refusal
from door.records.journal.find import LEAST, FoundGame, Wanted, latest_games
from door.records.journal.lines import RecordsError
from door.records.replays import read_finished
from door.screens.doors import find
from door.ui.texts import MaybeSaid, tr
from door.ui.words import commas
from door.web.takeaway import OFFER_SECONDS, NotTaken, Takeaway, TakenFile

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
T = TypeVar("T")
MOST: Final = 100
"""Most replays in a list."""


async def of_journal(call: Call, read: Callable[..., T], *args: Any) -> T:
    """Run `read(folder, *args)` on the journal's folder in a worker process."""
    return await call.services[Workers].run(read, call.services.store.data / "journal", *args)


@HANDLERS.on(asked.REPLAYS)
async def _replays(call: Call, wanted: Wanted) -> tuple[asked.ReplayRow, ...]:
    try:
        found = await of_journal(call, latest_games, wanted, MOST)
    except Exception as error:
        LOG.error("replays: the journal could not be read: %r", error)
        raise Refusal(tr.play.records_unreadable()) from None
    return tuple(_row(call, one) for one in found if _is_shown(call, one.door))


def _is_shown(call: Call, slug: str) -> bool:
    services = call.services
    known = slug in services.doors
    return known and access.is_shown(services.settings(), slug, access.level(call), services.now())


def _row(call: Call, one: FoundGame) -> asked.ReplayRow:
    who, scores = commas(map(seat_name, one.seats)), ":".join(map(str, one.scores))
    return asked.ReplayRow(one.id, shown_time(call, one.t), one.door, who, scores)


@HANDLERS.on(asked.REPLAY)
async def _replay(call: Call, id: str) -> asked.ReplayFound:
    try:
        finished = await of_journal(call, read_finished, find, id, LEAST)
    except RecordsError:
        raise
    except Exception as error:
        LOG.error("replay of %r: the journal could not be read: %r", id, error)
        raise Refusal(tr.play.records_unreadable()) from None
    if not _is_shown(call, finished.door):
        raise Refusal(tr.replay.no_such_game(id=repr(id)))
    setup = setup_for(call, finished.door)
    books = call.services.store.standings.books(finished.door, call.who.handle)
    return asked.ReplayFound(finished, replace(setup, books=books))


async def _draw_export(call: Call, id: str, kind: str) -> TakenFile:
    services, who = call.services, call.who
    own, language = who.handle if who.caller else "", call.terminal.language()
    taken = await services[Takeaway].draw(id, kind, own, who.address, language)
    if not access.is_shown(services.settings(), taken.door, access.level(call), services.now()):
        raise NotTaken(tr.replay.no_such_game(id=repr(id)))
    return taken


@HANDLERS.on(asked.TAKE)
async def _take(call: Call, id: str) -> asked.Take:
    taken, settings = await _draw_export(call, id, "txt"), call.services.settings()
    url = call.services[Outside].board_address.url
    shown = settings.web.pages and taken.is_public and bool(url)
    way: asked.Way = "browser" if call.who.kind == "web" else "address" if url else ""
    command = f"cast {id}" if call.who.kind == "ssh" else ""
    return asked.Take(
        tuple(taken.body.decode().splitlines()), f"{url}/{taken.path}" if shown else "", taken.is_public,
        way, command,
    )  # fmt: skip


@HANDLERS.on(asked.FETCH)
async def _fetch(call: Call, wanted: tuple[str, str]) -> MaybeSaid:
    id, kind = wanted
    taken = await _draw_export(call, id, kind)
    path = call.services[Takeaway].offer(taken, call.who.handle)
    if call.who.kind == "web":
        call.terminal.download(path)
        return tr.take.saving(file=taken.name)
    address = f"{call.services[Outside].board_address.url}{path}"
    return tr.take.fetch(minutes=OFFER_SECONDS // 60, address=address)


@HANDLERS.on(asked.SHARE)
async def _share(call: Call, wanted: str) -> asked.Shared:
    slug, *lines = wanted.split("\n")
    settings, url = call.services.settings(), call.services[Outside].board_address.url
    if url:
        lines.append(tr.share.play_it_at(address=f"{url}/play/{slug}"))
    else:
        lines.append(tr.share.play_it_on(board=settings.board.name))
    return asked.Shared(tuple(lines), call.terminal.copy("\n".join(lines)))


FEATURE: Final = Feature("replays", (HANDLERS,), {
    "replays": asked.PAGE, "replay": asked.GAME, "take": asked.TAKE_PAGE, "share": asked.SHARE_PAGE,
})  # fmt: skip
