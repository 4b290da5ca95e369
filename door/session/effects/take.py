"""Finished games that callers take along: as text, by an address, or to their browser."""

from __future__ import annotations

from typing import Final

from door.board import take
from door.session.call import lobby
from door.session.call.api import Call
from door.session.clock import access
from door.session.effects.handlers import Handlers
from door.ui.texts import MaybeSaid, tr
from door.web.takeaway import OFFER_SECONDS, NotTaken, Taken

HANDLERS: Final = Handlers()


async def _drawn(call: Call, id: str, kind: str) -> Taken:
    services, who = call.services, call.who
    own, language = who.handle if who.caller else "", call.terminal.language()
    taken = await services.takeaway.draw(id, kind, own, who.address, language)
    if not lobby.is_shown(services.settings(), taken.door, access.level(call), services.now()):
        raise NotTaken(tr.replay.no_such_game(id=repr(id)))
    return taken


@HANDLERS.answers(take.TAKE)
async def _take(call: Call, id: str) -> take.Take:
    taken, settings = await _drawn(call, id, "txt"), call.services.settings()
    url = call.services.outside.place.url
    shown = settings.web.pages and taken.is_public and bool(url)
    way: take.Way = "browser" if call.who.kind == "web" else "address" if url else ""
    command = f"cast {id}" if call.who.kind == "ssh" else ""
    return take.Take(
        tuple(taken.body.decode().splitlines()), f"{url}/{taken.path}" if shown else "", taken.is_public,
        way, command,
    )  # fmt: skip


@HANDLERS.answers(take.FETCH)
async def _fetch(call: Call, asked: tuple[str, str]) -> MaybeSaid:
    id, kind = asked
    taken = await _drawn(call, id, kind)
    path = call.services.takeaway.offer(taken, call.who.handle)
    if call.who.kind == "web":
        call.terminal.download(path)
        return tr.take.saving(file=taken.name)
    address = f"{call.services.outside.place.url}{path}"
    return tr.take.fetch(minutes=OFFER_SECONDS // 60, address=address)
