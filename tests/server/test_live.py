"""Games in progress on the public pages: what everybody may see of them, and what their addresses become."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from callline import CallDouble

from door.call.api import Services
from door.features.watching.channel import Games, liveliest
from door.net.web.site import RedirectTo, make_files
from door.records.journal.lines import month_of
from door.screens.doors import find
from door.server.public import live
from door.server.public import pages as module
from door.server.public.live import LivePages, id_in
from door.server.public.pages import public
from door.term.canvas import Canvas
from door.web import films
from door.web.routes import Route

FILES = make_files()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with boardroom(tmp_path, doors=tuple(map(find, ("shutbox", "microlink", "mindbuster")))) as opened:
        yield opened


def pages_of(room: Boardroom) -> LivePages:
    records = SimpleNamespace(callers=room.callers)
    board: Any = SimpleNamespace(
        settings=room.services.settings(), services=room.services, is_loaded=True, records=records
    )
    return LivePages(board, FILES)


async def plays(room: Boardroom, handle: str, door: str = "1", **prefs: str) -> CallDouble:
    await room.register(handle, expert="on", fast="on", **prefs)
    line, _ = room.proved_call(handle)
    await line.shows("Tables")
    await line.press(door, "Enter")
    line.type("\r")
    await line.shows("to match|Tile Total|Your code|Shut doors|OK")
    return line


async def games(pages: LivePages) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(await pages.document())["games"]
    return found


async def test_a_game_in_progress_has_a_page_with_what_a_watcher_sees(room):
    await plays(room, "Ann B")
    pages = pages_of(room)
    [game] = await games(pages)
    assert (game["door"], game["title"], game["moves"]) == ("shutbox", "Ann B at Shut The Box.", 0)
    path = f"/{game['page']}"
    assert id_in(path) == id_in(f"{path}picture.png") == game["id"]
    page = (await pages.page(path) or b"").decode()
    assert "all open" in page and "░" not in page
    assert "<h1>Shut The Box: Ann B, right now</h1>" in page and 'src="picture.png?0"' in page
    assert 'property="og:title" content="Shut The Box: Ann B, right now"' in page
    assert 'property="og:description" content="Ann B at Shut The Box, right now: ' in page
    assert "Watch the game in your browser." in page
    picture = await pages.page(f"{path}picture.png") or b""
    assert struct.unpack(">II", picture[16:24]) == (1280, 688), "1.86 to 1, as other sites show it"
    assert await pages.page(f"{path}picture.png") is picture, "drawn once for each move"
    assert await pages.page("/games/live/nobody/") is None


async def test_a_picture_is_drawn_once_however_many_ask_and_games_are_looked_for_seldom(room, monkeypatch):
    await plays(room, "Ann")
    pages, drawn, looked = pages_of(room), list[object](), list[object]()

    def look(services: Services) -> Games:
        looked.append(1)
        return liveliest(services)

    def draws(canvas: Canvas) -> bytes:
        drawn.append(canvas)
        return card(canvas)

    monkeypatch.setattr(live, "liveliest", look)
    [game] = await games(pages)
    picture = f"/{game['page']}picture.png"

    def fails(canvas: object) -> bytes:
        drawn.append(canvas)
        raise OSError("no font")

    with monkeypatch.context() as broken:
        broken.setattr(films, "card", fails)
        with pytest.raises(OSError, match="no font"):
            await pages.page(picture)
    card = films.card
    monkeypatch.setattr(films, "card", draws)
    found = await asyncio.gather(*(pages.page(picture) for _ in range(20)))
    assert len(set(found)) == 1 and len(drawn) == 2
    before = len(looked)
    for _ in range(50):
        assert await pages.page("/games/live/nobody/") is None
    assert len(looked) <= before + 1
    monkeypatch.setattr(live, "FRESH_SECONDS", 0.0)
    await pages.page("/games/live/nobody/")
    assert len(looked) > before


@pytest.mark.parametrize(
    ("prefs", "rule"),
    [({"web": "no"}, "hidden"), ({"watchable": "no"}, "alone"), ({"watchable": "ask"}, "asks")],
    ids=str,
)
async def test_games_of_callers_who_hide_or_want_no_watchers_are_not_there(room, prefs, rule):
    await plays(room, "Ann", **prefs)
    pages, id = pages_of(room), next(iter(room.store.plays)).header.id
    assert await games(pages) == []
    for path in (f"/games/live/{id}/", f"/games/live/{id}/picture.png"):
        assert await pages.page(path) is None


async def test_a_daily_deal_is_not_there_while_others_may_play_it(room):
    line = await plays(room, "Ann")
    await line.press("q", "[Gg]ive")
    await line.press("g", "same again")
    await line.press("d", "deal")
    line.type("\r")
    await line.shows("Tile Total")
    assert await games(pages_of(room)) == []


async def test_a_guest_s_game_is_not_there(room):
    room.change("callers", guests=True)
    line, _ = room.call()
    await line.shows("Screen reader")
    await line.press("guest\r", "Shut The Box")
    await line.press("1", "Enter")
    line.type("\r\r")
    await line.shows("Tile Total", passing=1)
    assert await games(pages_of(room)) == []


async def test_the_address_of_a_game_in_progress_leads_to_its_own_page_once_it_has_ended(room, monkeypatch):
    await plays(room, "Ann")
    month, asked = month_of(room.services.now(), room.zone), list[Route]()

    async def drawn(self: object, route: Route, address: str) -> bytes | None:
        asked.append(route)
        return b"page" if route == Route("game", month, "ended") else None

    monkeypatch.setattr(module.DrawnPages, "page", drawn)
    records = SimpleNamespace(callers=room.callers)
    board: Any = SimpleNamespace(
        settings=room.services.settings(),
        services=room.services,
        is_loaded=True,
        records=records,
        load_services=lambda: asyncio.sleep(0, room.services),
    )
    find = public(board, FILES)
    for end in ("", "picture.png"):
        found = find(f"/games/live/ended/{end}", "192.0.2.1")
        assert await found == RedirectTo(f"/games/{month}/ended/{end}")  # type: ignore[misc]
    assert await find("/games/live/nobody/", "192.0.2.1") is None  # type: ignore[misc]
    assert {route.kind for route in asked} == {"game"}
