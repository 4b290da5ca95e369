"""The public pages of a running board: files, the callers online, the journal, and films on request."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import os
import re
import resource
import shutil
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Final

from door import __version__
from door.net import calls
from door.net.web.site import File, Found, Kept, Refused
from door.records.journal.files import journal_head
from door.records.journal.lines import caller_key
from door.screens.doors import infos
from door.server.board import Board, is_open
from door.term.charset import clean
from door.ui.catalogue import tr
from door.ui.sentence import speaking
from door.web.drawing import Drawing
from door.web.published import PAGES

if TYPE_CHECKING:
    from door.call.roster import CallInfo as Known
    from door.web.api import PublicCaller, Status

LOG = logging.getLogger("door.board")

_PATH: Final = re.compile(r"(?:/[0-9A-Za-z_-][0-9A-Za-z_.-]*)+/?")
"""A path of a page. No part of it begins with a dot, as our list of the pages does."""

_MONTH: Final = re.compile(r"/journal/(\d{4}-\d\d\.jsonl)")
_FILM: Final = re.compile(r"(/games/[^/]+/[^/]+/)film\.cast")


def public(board: Board, files: Mapping[str, File]) -> Callable[[str, str], Found | Awaitable[Found]]:
    """Return the function that finds a public page for an address. `files` are the web listener's own."""
    live: Mapping[str, Callable[[], bytes]] = {
        "/who/": partial(_who_page, board, files),
        "/api/v1/who.json": partial(_who_document, board),
        "/api/v1/board.json": partial(_status, board),
    }

    films = Films(board.settings.data / "cache" / "films", board.drawing)

    def find(path: str, address: str) -> Found | Awaitable[Found]:
        web = board.settings.web
        if not web.pages:
            return None
        if made := live.get(path):
            return made()
        if published := _published(board, path):
            return published
        if web.journal and path.startswith("/journal/"):
            return _journal(board, path)
        if (game := _FILM.fullmatch(path)) and (lines := _published(board, f"{game[1]}lines.jsonl")):
            return films.film(lines, board.settings.board.name, address)
        return None

    return find


def _published(board: Board, path: str) -> Kept | None:
    """Return the published file at a path. The folder is the board's own, and no path leads out of it."""
    name = path[1:] + ("index.html" if path.endswith("/") else "")
    return _kept(board.settings.data / PAGES / name) if _PATH.fullmatch(path) else None


def _kept(path: Path) -> Kept | None:
    try:
        state = path.lstat()
    except OSError:
        return None
    return Kept(path, f"{state.st_size:x}-{state.st_mtime_ns:x}") if S_ISREG(state.st_mode) else None


# -- callers online ------------------------------------------------------------------------------


def _who_page(board: Board, files: Mapping[str, File]) -> bytes:
    from door.screens.doors import infos
    from door.web import pages

    settings, paths = board.settings, pages.assets(files)
    doors = {slug: info.name() for slug, info in infos().items()}
    frame = pages.frame(
        settings.board.name, settings.board.language, doors, paths, settings.web.url or "/", is_live=True
    )
    return pages.whole(frame, pages.who(frame, callers_on(board)))


def _who_document(board: Board) -> bytes:
    from door.web import api

    return api.to_json(api.Who(callers_on(board)))


def _status(board: Board) -> bytes:
    from door.web import api

    return api.to_json(status(board))


# -- the journal ---------------------------------------------------------------------------------


def _journal(board: Board, path: str) -> Found:
    folder = board.settings.data / "journal"
    if path == "/journal/head":
        try:
            return journal_head(folder)
        except OSError as error:
            LOG.error("the journal cannot be read: %s", error)
            return None
    month = _MONTH.fullmatch(path)
    return _kept(folder / month[1]) if month else None


# -- the callers online, for programs ------------------------------------------------------------


NAMED: Final = 40
"""Most callers in an answer to finger."""


def callers_on(board: Board) -> list[PublicCaller]:
    """Return the callers who are on, by node. Guests have no setting for their handle, so it isn't shown."""
    from door.web.api import PublicCaller
    from door.web.board import is_shown

    by_default = board.settings.web.handles == "shown"
    calls = board.services.roster.on() if hasattr(board, "services") else []
    return [
        PublicCaller(
            call.handle if call.caller and not call.guest and is_shown(call.caller, by_default) else None,
            next((slug for slug in call.screens[-1:] if slug in board.settings.doors), None),
            call.minutes,
        )
        for call in calls
    ]


def status(board: Board) -> Status:
    """Return the board's name, games, callers and uptime."""
    from door.web.api import Status

    settings = board.settings
    games: dict[str, str] = {slug: info.name() for slug, info in infos().items() if is_open(settings, slug)}
    on, uptime = len(callers_on(board)), int(time.time() - board.started)
    return Status(settings.board.name, settings.web.url or None, __version__, games, on, uptime)


def mssp(board: Board) -> Mapping[str, str]:
    """Return the variables of the Mud Server Status Protocol, which lists of boards collect."""
    now = status(board)
    return {
        "NAME": now.board, "PLAYERS": str(now.callers), "UPTIME": str(int(board.started)),
        "CODEBASE": f"The Door {now.release}", "FAMILY": "Custom", "GAMEPLAY": "Puzzle", "GENRE": "None",
        "STATUS": "Live", "ANSI": "1", "UTF-8": "1", "XTERM 256 COLORS": "1",
    } | ({"WEBSITE": now.address} if now.address else {})  # fmt: skip


def finger(board: Board, name: str, address: str) -> str:
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


def _everybody(board: Board) -> Iterator[str]:
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


# -- films on request ----------------------------------------------------------------------------


class Films:
    """Draws films, and keeps them in a folder."""

    def __init__(self, folder: Path, drawing: Drawing) -> None:
        self._folder, self._drawing = folder, drawing

    def film(self, lines: Kept, board: str, address: str) -> Found | Awaitable[Found]:
        """Return the film of a game, whose lines are in that file. `board` is the board's name."""
        name = hashlib.sha256(f"{lines.path} {lines.stamp}".encode()).hexdigest()[:24]
        film = Kept(self._folder / f"{name}.cast", name)
        if film.path.is_file():
            return film
        if not self._drawing.admits(address):
            return Refused(tr.public.films_busy())
        return self._drawn(film, lines, board)

    async def _drawn(self, film: Kept, lines: Kept, board: str) -> Found:
        from door.web.films import draw_film

        try:
            async with self._drawing.turn():
                if not film.path.is_file():
                    work = self._drawing.workers.submit(draw_film, lines.path, board, film.path)
                    await asyncio.wrap_future(work)
            return film
        except Exception as error:
            LOG.warning("the film of %s can't be drawn: %r", lines.path.parent.name, error)
            return Refused(tr.public.film_failed())


# -- the board's numbers for Prometheus ----------------------------------------------------------


PAGE: Final = os.sysconf("SC_PAGE_SIZE")

Labels = dict[str, str]


def numbers(board: Board) -> str:
    """Return every number with its help, its kind and its labels."""
    lines = []
    for name, kind, about, samples in _numbers(board):
        lines += [f"# HELP door_{name} {about}", f"# TYPE door_{name} {kind}"]
        for labels, value in samples:
            named = ",".join(f'{key}="{text}"' for key, text in labels.items())
            lines.append(f"door_{name}{{{named}}} {value}" if named else f"door_{name} {value}")
    return "\n".join(lines)


def _numbers(board: Board) -> Iterator[tuple[str, str, str, list[tuple[Labels, float]]]]:
    nodes, limits, data = board.nodes, board.settings.limits, board.settings.data
    live = [call.line.hints.kind for call in nodes.calls.values()]
    yield "info", "gauge", "The release.", [({"version": __version__}, 1)]
    yield "start_time_seconds", "gauge", "Start of the process, in Unix time.", [({}, board.started)]
    yield "calls", "gauge", "Calls right now.", _by_kind(Counter(live))
    yield "calls_total", "counter", "Calls since the start.", _by_kind(nodes.answered)
    yield "refused_total", "counter", "Refused connections and calls.", _by_kind(calls.REFUSED)
    yield "hang_ups_total", "counter", "Calls that the board ended.", _by_kind(calls.HUNG_UP)
    yield "nodes_limit", "gauge", "Calls that are let in at once.", [({}, limits.nodes)]
    yield "connections", "gauge", "Open connections, calls or not.", [({}, len(board.records.gate))]
    yield "connections_limit", "gauge", "Connections at once.", [({}, board.records.gate.most())]
    yield "bans", "gauge", "Banned addresses and networks.", [({}, len(board.records.bans.standing()))]
    if hasattr(board, "services"):
        on = [call.known() for call in board.services.roster.here()]
        logged_on = sum(bool(call.admitted) for call in on)
        yield "callers", "gauge", "Callers who have logged on.", [({}, logged_on)]
        yield "guests", "gauge", "Guests.", [({}, sum(call.guest for call in on))]
        yield "at_a_door", "gauge", "Calls at each door.", _by_door(board, on)
        tables = board.records.store.tables
        yield "tables", "gauge", "Open tables.", [({}, len(tables.all()))]
    yield "journal_bytes", "gauge", "Size of the journal.", [({}, _size(data / "journal"))]
    yield "disk_free_bytes", "gauge", "Free space for the board's data.", [({}, _free(data))]
    yield "background_tasks", "gauge", "Tasks besides the calls.", [({}, len(board.records.tasks))]
    yield from _of_the_process()


def _of_the_process() -> Iterator[tuple[str, str, str, list[tuple[Labels, float]]]]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    helpers = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield "cpu_seconds_total", "counter", "CPU time.", [({}, used.ru_utime + used.ru_stime)]
    children = helpers.ru_utime + helpers.ru_stime
    yield "helpers_cpu_seconds_total", "counter", "CPU time of helpers that have ended.", [({}, children)]
    yield "memory_bytes", "gauge", "Resident memory.", [({}, _memory())]
    files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    yield "open_files", "gauge", "Open files and sockets.", [({}, files)]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    yield "open_files_limit", "gauge", "Open files at once.", [({}, most)]
    yield "threads", "gauge", "Threads.", [({}, threading.active_count())]
    runs = [({"generation": str(at)}, float(one["collections"])) for at, one in enumerate(gc.get_stats())]
    yield "collections_total", "counter", "Runs of the garbage collector.", runs


def _by_kind(counts: Counter[str]) -> list[tuple[Labels, float]]:
    return [({"kind": kind}, counts[kind]) for kind in sorted({"telnet", "ssh", "web", "rlogin", *counts})]


def _by_door(board: Board, on: list[Known]) -> list[tuple[Labels, float]]:
    at = Counter(call.screens[-1] for call in on if call.screens)
    return [({"door": slug}, at[slug]) for slug in board.settings.doors]


def _size(folder: Path) -> int:
    try:
        return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.name.endswith(".jsonl"))
    except OSError:
        return 0


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


def _memory() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE
