"""The board's life beside the menu."""

from __future__ import annotations

from typing import Final

from door.call.api import Call
from door.call.feature import Feature
from door.call.handlers import Handlers
from door.features.callers.handlers import everybody
from door.features.menu import lobby
from door.features.menu.art_store import ArtStore
from door.features.menu.pages import goodbye, menu
from door.features.menu.pages.living import CALLERS as FIRST
from door.features.menu.pages.living import LINES, LIVING, Living
from door.features.wall.handlers import posted_lines
from door.features.watching.channel import on_small_tv
from door.pages.api import DoorsLobby

HANDLERS: Final = Handlers()


@HANDLERS.on(LIVING)
async def _living(call: Call, arg: None) -> Living:
    services = call.services
    on = tuple(one for one in everybody(services)[: FIRST + 1] if one.node != call.node)
    return Living(on, services.roster.count, on_small_tv(services), (await posted_lines(call))[-LINES:])


FEATURE: Final = Feature(
    "menu",
    (HANDLERS,),
    {"menu": menu.PAGE, "help": goodbye.HELP, "goodbye": goodbye.PAGE},
    sees={
        DoorsLobby: lobby.with_doors,
        menu.MenuLobby: lobby.of_menu,
        goodbye.GoodbyeLobby: lobby.of_goodbye,
    },
    makes=(lambda services: ArtStore(lambda: services.settings().art, seconds=1.0),),
)
