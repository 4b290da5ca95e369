"""The public pages of a running board: files, the callers online, the journal, and films on request."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Final

from door.net.web.site import File, Found, Kept
from door.records.journal.files import journal_head
from door.server.board import Board
from door.server.public.status import callers_on, status
from door.web.published import PAGES

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
            return board.films.film(lines, board.settings.board.name, address)
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
    from door.midend.doors import infos
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
