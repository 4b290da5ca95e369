"""The wall: the latest one-liners, and posting one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from door.call import access
from door.call.api import Call
from door.call.feature import Feature
from door.call.handlers import Handlers, check
from door.call.known import shown_time
from door.features.wall.pages import PAGE, POST, WALL
from door.play.api import PUT_ON_WALL
from door.records.community.community import Posted, Wall
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, tr
from door.ui.words import short_month

HANDLERS: Final = Handlers()


@HANDLERS.on(WALL)
async def _wall(call: Call, arg: None) -> tuple[Posted, ...]:
    return await posted_lines(call)


async def posted_lines(call: Call) -> tuple[Posted, ...]:
    lines = await asyncio.to_thread(call.services[Wall].oneliners)
    return tuple(replace(line, t=shown_time(call, line.t)) for line in lines)


@HANDLERS.on(POST)
async def _post(call: Call, text: str) -> Said:
    post = call.services[Wall].post
    check(access.leaves_nothing(call) or await asyncio.to_thread(post, call.who.handle, text))
    return tr.people.wall_posted()


@HANDLERS.on(PUT_ON_WALL)
async def _put_on_wall(call: Call, result: tuple[str, str]) -> MaybeSaid | No:
    """Post a finished game on the wall: "Shut The Box 22 Nov: ▓▓▓▓▓▓▓░░ 7 shut, 96 points"."""
    (slug, text), now = result, call.services.now()
    name = call.services.doors[slug].INFO.name()
    return await _post(call, tr.people.wall_game(door=name, day=now.day, month=short_month(now), text=text))


FEATURE: Final = Feature(
    "wall",
    (HANDLERS,),
    {"wall": PAGE},
    makes=(lambda services: Wall(services.store.journal.store, services.now),),
)
