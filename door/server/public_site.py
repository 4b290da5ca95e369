"""The public pages on a running board: its published files, who is on, the journal, and films on request."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from door.net.web.site import File, Found, Kept
from door.records.files.disk import signature
from door.records.journal.files import journal_head
from door.server.board import Board
from door.server.status import callers_on, status

if TYPE_CHECKING:
    pass

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
        if published := board.public.find(path):
            return Kept(*published)
        if web.journal and path.startswith("/journal/"):
            return _journal(board, path)
        if (game := _FILM.fullmatch(path)) and (lines := board.public.find(f"{game[1]}lines.jsonl")):
            return board.films.film(Kept(*lines), board.settings.board.name, address)
        return None

    return find


# -- who is on -----------------------------------------------------------------------------------


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
    try:
        if path == "/journal/head":
            return journal_head(folder)
        if month := _MONTH.fullmatch(path):
            changed, _, size, _ = signature(folder / month[1])
            return Kept(folder / month[1], f"{size:x}-{changed:x}")
    except OSError:
        pass
    return None
