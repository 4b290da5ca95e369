"""The public pages of a running board: drawn when asked for, the callers online, and the journal."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Final

from door import __version__
from door.net.web.site import DiskFile, File, Found, NotNow, RedirectTo
from door.records.journal.files import journal_head
from door.records.journal.lines import caller_key, month_before
from door.screens.doors import infos
from door.server.board import RunningBoard, is_open
from door.server.public.live import LivePages, id_in, live_frame
from door.term.charset import clean
from door.ui.sentence import Language, speaking
from door.ui.texts import tr
from door.web.routes import ROOT, Route, game_path, route

if TYPE_CHECKING:
    from door.web.api import BoardStatus, PublicCaller
    from door.web.board import HandleAnswer, LedgerFacts, PublicBoard
    from door.web.site import DrawnPage

    Source = tuple[PublicBoard, LedgerFacts, Language, int]

LOG = logging.getLogger("door.board")

_MONTH: Final = re.compile(r"/journal/(\d{4}-\d\d\.jsonl)")

MOST_KEPT: Final = 16 << 20
"""Most bytes of drawn pages to keep in memory."""

NAMES_SECONDS: Final = 0.5
"""Seconds until a page's names are compared again with the handles that are hidden."""

DEAR: Final = 0.05
"""Seconds that a page may take to be drawn again at once when something new happens. A page that takes longer
is shown as it was for `SHARE` times as long, so that it takes at most a tenth of a worker."""

SHARE: Final = 10
AT_ONCE: Final = 2
WAITING: Final = 32
"""Pages that are drawn at a time, and most that wait."""


ROBOTS: Final = b"""User-agent: *
Disallow: /api/
Disallow: /journal/
Disallow: /play/
Disallow: /yours/
Disallow: /*.cast
Disallow: /*.jsonl
"""
"""Paths for no crawler: films, because they are drawn on request, and documents for programs."""


def public(board: RunningBoard, files: Mapping[str, File]) -> Callable[[str, str], Found | Awaitable[Found]]:
    """Return the function that finds a public page for an address. `files` are the web listener's own."""
    live: Mapping[str, Callable[[], bytes]] = {
        "/robots.txt": lambda: ROBOTS,
        "/who/": partial(_who_page, board, files),
        "/api/v1/who.json": partial(_who_document, board),
        "/api/v1/board.json": partial(_status, board),
    }
    drawn, playing = DrawnPages(board, files), LivePages(board, files)

    async def in_progress(path: str, address: str) -> Found:
        """Return what is at a path of a game in progress. A game that has ended has a page of its own."""
        if found := await playing.page(path):
            return found
        id, now = id_in(path), f"{(await board.load_services()).now():%Y-%m}"
        for month in (now, month_before(now)):
            ended = await drawn.page(Route("game", month, id), address)
            if isinstance(ended, bytes):
                return RedirectTo(f"/{game_path(month, id)}{'picture.png' if path.endswith('.png') else ''}")
        return None

    def find(path: str, address: str) -> Found | Awaitable[Found]:
        web = board.settings.web
        if not web.pages:
            return None
        if made := live.get(path):
            return made()
        if path == f"/{ROOT}live.json":
            return playing.document()
        if id_in(path):
            return in_progress(path, address)
        if web.journal and path.startswith("/journal/"):
            return _journal(board, path)
        return drawn.find(path, address)

    return find


@dataclass(slots=True)
class _CachedPage:
    """A drawn page: what it was drawn from, when its names were looked at last, when it was made, and what
    that cost in seconds."""

    page: DrawnPage | None
    source: Source
    looked: float
    made: float
    cost: float


class DrawnPages:
    """Draws pages in worker processes when somebody asks for them, and keeps the latest in memory."""

    def __init__(self, board: RunningBoard, files: Mapping[str, File]) -> None:
        self._board, self._files = board, files
        self._kept: OrderedDict[Route, _CachedPage] = OrderedDict()
        self._making: dict[Route, asyncio.Task[Found]] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._told = ""

    def find(self, path: str, address: str) -> Found | Awaitable[Found]:
        """Return what is at a path."""
        name = path.removeprefix("/")
        if found := route(name):
            return self.page(found, address)
        return RedirectTo(f"{path}/") if route(f"{name}/") else None

    async def page(self, found: Route, address: str) -> Found:
        """Return a page that is as it should be now, or draw it."""
        if (making := self._making.get(found)) is None:
            source, kept = await self._source(found), self._kept.get(found)
            if kept and await self._is_right(kept, source):
                self._kept.move_to_end(found)
                return kept.page and kept.page.body
            making = self._making.get(found)  # somebody else may have begun meanwhile
        if making is None:
            if found.kind == "film" and not self._board.drawing.admits(address):
                return NotNow(tr.public.films_busy())
            if len(self._making) >= WAITING:
                return NotNow(tr.public.pages_busy())
            making = asyncio.create_task(self._draw(found, source))
            self._making[found] = making
            making.add_done_callback(lambda _: self._making.pop(found, None))
        return await asyncio.shield(making)

    async def _source(self, found: Route) -> Source:
        """Return everything that a page is drawn from, besides the games and the callers' choices."""
        services, settings = await self._board.load_services(), self._board.settings
        from door.web.board import facts, public_board
        from door.web.pages import assets

        known = services.store.ledger.read(
            lambda ledger: facts(ledger, settings, services.store.doors, services.now(), found)
        )
        board = public_board(settings, assets(self._files), is_live=True)
        size = 0
        if found.month and not found.is_of_game:
            with suppress(OSError):
                size = (settings.data / "journal" / f"{found.month}.jsonl").stat().st_size
        return board, known, settings.texts.of(settings.board.language), size

    async def _is_right(self, kept: _CachedPage, source: Source) -> bool:
        """True if a kept page has no hidden name, and is up to date or expensive to draw."""
        now = asyncio.get_running_loop().time()
        if kept.source != source and (
            kept.source[0] != source[0] or kept.cost < DEAR or now > kept.made + SHARE * kept.cost
        ):
            return False
        if kept.page is None:
            return kept.source == source and now < kept.made + NAMES_SECONDS
        if now >= kept.looked + NAMES_SECONDS:
            if not await asyncio.to_thread(self._names_hold, kept.page.named, kept.source[1]):
                return False
            kept.looked = now
        return True

    def _names_hold(self, named: Mapping[str, HandleAnswer], known: LedgerFacts) -> bool:
        """True if each of these callers is shown or hidden as they were, under the same handle."""
        from door.web.board import Visibility

        read, by_default = self._board.records.callers.read, self._board.settings.web.handles == "shown"
        visible = Visibility(read, by_default, known.departed)
        return all(visible.ask(handle) == was for handle, was in named.items())

    async def _draw(self, found: Route, source: Source) -> Found:
        from door.web.site import draw

        loop, (board, known, language, _) = asyncio.get_running_loop(), source
        looked = loop.time()
        try:
            async with self._board.drawing.turn() if found.kind == "film" else self._turns:
                begun = loop.time()
                page = await loop.run_in_executor(
                    self._board.records.workers,
                    draw,
                    found,
                    board,
                    known,
                    dict(language.texts),
                    language.code,
                )
        except Exception as error:
            LOG.error("the page %s can't be drawn: %r", "/".join(filter(None, found)), error)
            return NotNow(tr.public.film_failed() if found.kind == "film" else tr.public.page_failed())
        if page and page.trouble and page.trouble != self._told:
            self._told = page.trouble
            LOG.error("%s; the shipped template is used", page.trouble)
        self._kept[found] = _CachedPage(page, source, looked, loop.time(), loop.time() - begun)
        self._kept.move_to_end(found)
        while self._size() > MOST_KEPT and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return page and page.body

    def _size(self) -> int:
        return sum(len(kept.page.body) + 200 if kept.page else 200 for kept in self._kept.values())


def _file_on_disk(path: Path) -> DiskFile | None:
    try:
        state = path.lstat()
    except OSError:
        return None
    return DiskFile(path, f"{state.st_size:x}-{state.st_mtime_ns:x}") if S_ISREG(state.st_mode) else None


# -- callers online ------------------------------------------------------------------------------


def _who_page(board: RunningBoard, files: Mapping[str, File]) -> bytes:
    from door.web import pages

    frame, title = live_frame(board, files), tr.public.who()
    return pages.page(frame, "who.html", "who/", title, ("who.js",), callers=callers_on(board))[0]


def lost_page(board: RunningBoard, files: Mapping[str, File]) -> bytes:
    """Return the page for a path that has none. Its links are from the site's root."""
    from door.web import pages

    return pages.page(live_frame(board, files), "lost.html", "", tr.public.lost_title(), up="/")[0]


def _who_document(board: RunningBoard) -> bytes:
    from door.web import api

    return api.to_json(api.Who(callers_on(board)))


def _status(board: RunningBoard) -> bytes:
    from door.web import api

    return api.to_json(status(board))


# -- the journal ---------------------------------------------------------------------------------


def _journal(board: RunningBoard, path: str) -> Found:
    folder = board.settings.data / "journal"
    if path == "/journal/head":
        try:
            return journal_head(folder)
        except OSError as error:
            LOG.error("the journal cannot be read: %s", error)
            return None
    month = _MONTH.fullmatch(path)
    return _file_on_disk(folder / month[1]) if month else None


# -- the callers online, for programs ------------------------------------------------------------


NAMED: Final = 40
"""Most callers in an answer to finger."""


def callers_on(board: RunningBoard) -> list[PublicCaller]:
    """Return the callers who are on, by node. Guests have no setting for their handle, so it isn't shown."""
    from door.web.api import PublicCaller
    from door.web.board import is_shown

    by_default = board.settings.web.handles == "shown"
    calls = board.services.roster.on() if board.is_loaded else []
    return [
        PublicCaller(
            call.handle if call.caller and not call.guest and is_shown(call.caller, by_default) else None,
            next((slug for slug in call.screens[-1:] if slug in board.settings.doors), None),
            call.minutes,
        )
        for call in calls
    ]


def status(board: RunningBoard) -> BoardStatus:
    """Return the board's name, games, callers and uptime."""
    from door.web.api import BoardStatus

    settings = board.settings
    games: dict[str, str] = {slug: info.name() for slug, info in infos().items() if is_open(settings, slug)}
    on, uptime = len(callers_on(board)), int(time.time() - board.started)
    return BoardStatus(settings.board.name, settings.web.url or None, __version__, games, on, uptime)


def mssp(board: RunningBoard) -> Mapping[str, str]:
    """Return the variables of the Mud Server Status Protocol, which lists of boards collect."""
    now = status(board)
    return {
        "NAME": now.board, "PLAYERS": str(now.callers), "UPTIME": str(int(board.started)),
        "CODEBASE": f"The Door {now.release}", "FAMILY": "Custom", "GAMEPLAY": "Puzzle", "GENRE": "None",
        "STATUS": "Live", "ANSI": "1", "UTF-8": "1", "XTERM 256 COLORS": "1",
    } | ({"WEBSITE": now.address} if now.address else {})  # fmt: skip


def finger(board: RunningBoard, name: str, address: str) -> str:
    """Answer a question from an address: list the callers, or find one by name. Nobody finds hidden ones."""
    settings = board.settings
    if board.records.bans.keeps_out(address):
        return ""
    with speaking(lambda: settings.texts.of(settings.board.language)):
        lines: list[str]
        if "@" in name:
            lines = [tr.finger.not_forwarded()]
        elif name:
            key, on = caller_key(name), callers_on(board)
            found = [one for one in on if one.caller and caller_key(one.caller) == key]
            lines = [*map(_line, found)] or [tr.finger.not_on(name=clean(name, 40))]
        else:
            lines = [*_everybody(board)]
    return "".join(f"{line}\n" for line in lines)


def _everybody(board: RunningBoard) -> Iterator[str]:
    now, on = status(board), callers_on(board)
    yield tr.finger.head(board=now.board, callers=tr.count.callers(n=now.callers))
    yield from map(_line, on[:NAMED])
    if more := len(on[NAMED:]):
        yield tr.finger.more(callers=tr.count.callers(n=more))
    if now.address:
        yield tr.finger.call_it(address=now.address)


def _line(one: PublicCaller) -> str:
    name, minutes = one.caller or tr.finger.caller(), tr.count.minutes(n=one.minutes)
    if one.door is None:
        return tr.finger.elsewhere(name=name, minutes=minutes)
    return tr.finger.at_door(name=name, door=infos()[one.door].name(), minutes=minutes)
