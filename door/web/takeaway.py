"""Finished games as files that callers take with them: by one-time addresses of the web listener, and by SSH.

Guarantees: files are drawn in a worker process, one at a time, and kept for a while. Nobody gets the file of
a game with callers who don't want their handles shown, unless they have played in it themselves.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final, NamedTuple, TypeVar

from door.records.journal.find import LEAST
from door.records.journal.lines import RecordsError, caller_key
from door.records.part import Part
from door.records.store.opening import Where
from door.settings import Settings
from door.ui.sentence import Language, Texts, speaking
from door.ui.texts import tr
from door.web.drawing import Drawing

T = TypeVar("T")
LOG: Final = logging.getLogger("door.board")
KEPT_SECONDS: Final = 600.0
KEPT: Final = 16
"""Most files to keep once they are drawn, of up to 0.3 MB each, and for how long."""

OFFER_SECONDS: Final = 900
OFFERS: Final = 64
"""Most one-time addresses at a time, and how long they work."""

OFFERS_EACH: Final = 4
"""Most one-time addresses of a caller, so that nobody ends those of others."""

FOLDER: Final = "/take/"
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")


Key = tuple[str, str, str]
"""An id as the caller gave it, a kind of file, and a language."""


class NotTaken(RecordsError):
    """The caller doesn't get the file."""


class TakenFile(NamedTuple):
    """A file: its name and its bytes.

    About the game: its door's slug, the callers in it by their handles of today, its public page's path, and
    if everybody in it may be named on the web.
    """

    name: str
    body: bytes
    door: str
    players: tuple[str, ...]
    path: str
    is_public: bool


class Takeaway(Part):
    """Draws files for callers."""

    def __init__(self, drawing: Drawing, settings: Callable[[], Settings]) -> None:
        self._drawing, self._settings = drawing, settings
        self._kept: dict[Key, tuple[float, TakenFile]] = {}
        self._offers: dict[str, tuple[float, TakenFile, str]] = {}

    async def draw(
        self, id: str, kind: str, handle: str, address: str, language: Language | None = None
    ) -> TakenFile:
        """Return the game whose id begins with `id` as a file, of the kind "cast", "png" or "txt".

        `handle` is the caller's, or "" for somebody who hasn't logged on. Without a `language` it is in the
        board's. Raises NotTaken.
        """
        settings = self._settings()
        language = language or settings.texts.of(settings.board.language)
        if not _ID.fullmatch(id):
            raise NotTaken(tr.replay.no_such_game_short(id=repr(id[:64]), count=LEAST))
        key = id, kind, language.code
        taken = self._recall(key)
        if taken is None:
            if not self._drawing.admits(address):
                raise NotTaken(tr.take.too_many())
            async with self._drawing.turn():
                taken = self._recall(key) or await self._draw(key, language)
        door = settings.doors.get(taken.door)
        if door is None or not door.enabled:
            raise NotTaken(tr.replay.no_such_game(id=repr(id)))
        if not taken.is_public and not (handle and caller_key(handle) in map(caller_key, taken.players)):
            raise NotTaken(tr.take.not_public())
        return taken

    def _recall(self, key: Key) -> TakenFile | None:
        _sweep(self._kept, asyncio.get_running_loop().time(), KEPT)
        return self._kept[key][1] if key in self._kept else None

    async def _draw(self, key: Key, language: Language) -> TakenFile:
        settings, (id, kind, code) = self._settings(), key
        shown = settings.web.handles == "shown"
        work = self._drawing.workers.submit(draw, settings.where, shown, id, kind, dict(language.texts), code)
        try:
            found = await asyncio.wrap_future(work)
        except Exception as error:
            LOG.error("game %r could not be drawn as %s: %r", id, kind, error)
            raise NotTaken(tr.play.records_unreadable()) from None
        if isinstance(found, str):
            raise NotTaken(tr.common.as_it_is(text=found))
        self._kept[key] = asyncio.get_running_loop().time() + KEPT_SECONDS, found
        return found

    # -- one-time addresses

    def offer(self, file: TakenFile, handle: str) -> str:
        """Return the path from which that caller can fetch the file once."""
        now = asyncio.get_running_loop().time()
        own = [path for path, (*_, who) in self._offers.items() if who == handle]
        for path in own[: max(0, len(own) + 1 - OFFERS_EACH)]:
            del self._offers[path]
        path = f"{FOLDER}{secrets.token_urlsafe(9)}.{file.name.rpartition('.')[2]}"
        self._offers[path] = now + OFFER_SECONDS, file, handle
        _sweep(self._offers, now, OFFERS)
        return path

    def collect(self, path: str) -> tuple[str, bytes] | None:
        """Return the name and the bytes of the file at a path. It can't be fetched again."""
        if not path.startswith(FOLDER):
            return None
        _sweep(self._offers, asyncio.get_running_loop().time(), OFFERS)
        _, file, _ = self._offers.pop(path, (0, None, ""))
        return (file.name, file.body) if file else None


def _sweep(files: dict[T, Any], now: float, most: int) -> None:
    """Delete files that are too old, and the oldest if there are too many. Each value begins with its end."""
    for key, (until, *_) in list(files.items()):
        if until < now or len(files) > most:
            del files[key]


def draw(
    where: Where, shown_by_default: bool, id: str, kind: str, texts: Texts, code: str
) -> TakenFile | str:
    """Return a game of the board whose records are `where` as a file, or a sentence. For a worker process.

    `texts` and `code` are the language.
    """
    from door.games.game import computer_level
    from door.play.replay import CANNOT
    from door.records.callers.callers import Callers
    from door.records.replays import players_now, read_finished
    from door.records.store.opening import store_of
    from door.screens.doors import find
    from door.web.board import Visibility
    from door.web.game_files import FileWish, NoPillow, as_text, export, file_name

    data, language = where[0], Language(texts, code)
    with speaking(lambda: language):
        try:
            game = read_finished(data / "journal", find, id, LEAST)
            door = find(game.door)
            assert door is not None  # read_finished refuses other doors
            words = "\n".join(as_text(door.game, game)) if kind == "txt" else ""
            body = export(door.game, game, kind, FileWish(), words)
        except NoPillow:
            return str(tr.take.no_pictures())
        except RecordsError as error:
            return str(error)
        except CANNOT:
            return str(tr.replay.game_damaged(id=id))
        players = players_now(data / "journal", game)
        people = [who for who in players if not computer_level(who)]
        with closing(store_of(*where)) as store:
            visible = Visibility(Callers(store).read, shown_by_default)
            is_public = all(who and visible.name_of(who) for who in people)
        page = f"games/{game.t[:7]}/{game.id}/"
        return TakenFile(file_name(game, kind), body, game.door, players, page, is_public)
