"""Games in progress on the public pages: each has a page that follows it, with a picture.

Guarantees: a game is shown if a new caller could watch it, and everybody in it allows that and may be named.
Daily deals are not shown. A game's page shows what a watcher sees. A picture is drawn once for each move, in
a thread, and the games are looked for at most every `FRESH_SECONDS`, however many requests come.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from door.features.watching.channel import Playing, liveliest, note_fault, picture_of, words_of
from door.games.record import Course
from door.net.web.site import File
from door.screens.doors import infos
from door.screens.watch import table_course
from door.server.board import RunningBoard
from door.settings.access import why_barred
from door.ui.texts import tr
from door.ui.words import names, speakable
from door.web.routes import LIVE

if TYPE_CHECKING:
    from door.web.pages import PageFrame

_PATH: Final = re.compile(rf"/{LIVE}(?P<id>[0-9A-Za-z_-]{{1,64}})/(?P<picture>picture\.png)?")
MOST_KEPT: Final = 16
"""Most pictures to keep in memory, of about 10 kB each."""

FRESH_SECONDS: Final = 0.5

MOST_LISTED: Final = 10
"""Most games in progress that are listed."""


class LiveGame(NamedTuple):
    """A game in progress: its id, the players' names, the game so far, and how the board finds it."""

    id: str
    players: str
    course: Course
    playing: Playing

    @property
    def slug(self) -> str:
        return self.playing.game.info.slug

    @property
    def moves(self) -> int:
        return len(self.course.record.moves)


def id_in(path: str) -> str:
    """Return the id of the game in progress whose page or picture is at a path, or ""."""
    found = _PATH.fullmatch(path)
    return found["id"] if found else ""


def live_frame(board: RunningBoard, files: Mapping[str, File]) -> PageFrame:
    """Return the frame of the running board's own pages. `files` are the web listener's."""
    from door.web import pages
    from door.web.board import public_board

    own = public_board(board.settings, pages.assets(files), is_live=True)
    return pages.frame(own, {slug: info.name() for slug, info in infos().items()})


class LivePages:
    """The pages of games in progress."""

    def __init__(self, board: RunningBoard, files: Mapping[str, File]) -> None:
        self._board, self._files = board, files
        self._pictures: OrderedDict[tuple[str, int], asyncio.Task[bytes | None]] = OrderedDict()
        self._found: tuple[LiveGame, ...] = ()
        self._looked = -FRESH_SECONDS

    async def page(self, path: str) -> bytes | None:
        """Return the page or the picture at a path, or None if no such game is in progress."""
        game = self._game_of(id_in(path))
        if game is None or not await asyncio.to_thread(self._may_be_shown, game):
            return None
        if path.endswith(".png"):
            return await self._picture(game)
        from door.web import pages

        frame = live_frame(self._board, self._files)
        name, stand = frame.doors[game.slug], speakable(words_of(self._board.services, game.playing))
        title = tr.public.live_title(door=name, players=game.players)
        here = f"{LIVE}{game.id}/"
        card = pages.PublicCard(
            tr.public.live_card(players=game.players, door=name, stand=stand) if stand else tr.public.about(),
            f"{here}picture.png", tr.public.live_picture(door=name),
        )  # fmt: skip
        return pages.page(
            frame, "live.html", here, title, ("live.js",), card=card, moves=game.moves, stand=stand,
            door=name, play=frame.play(game.slug),
        )[0]  # fmt: skip

    async def document(self) -> bytes:
        """Return the games in progress as JSON, the liveliest first."""
        from door.web import api

        found = list[api.InProgress]()
        for game in self._games():
            if len(found) < MOST_LISTED and await asyncio.to_thread(self._may_be_shown, game):
                title = tr.public.live_game(players=game.players, door=game.playing.game.info.name())
                found.append(api.InProgress(game.id, game.slug, title, game.moves, f"{LIVE}{game.id}/"))
        return api.to_json(api.Live(found))

    async def _picture(self, game: LiveGame) -> bytes | None:
        """Return a game's picture, or None without Pillow. All who ask meanwhile wait for the same one."""
        key = game.id, game.moves
        if key not in self._pictures:
            self._pictures[key] = asyncio.create_task(self._draw(game))
            while len(self._pictures) > MOST_KEPT:
                self._pictures.popitem(last=False)
        try:
            return await asyncio.shield(self._pictures[key])
        except Exception:
            self._pictures.pop(key, None)  # the next one who asks tries again
            raise

    async def _draw(self, game: LiveGame) -> bytes | None:
        from door.web.films import card
        from door.web.game_files import NoPillow

        canvas = picture_of(self._board.services, game.playing)
        if canvas is None:
            return None
        try:
            return await asyncio.to_thread(card, canvas)
        except NoPillow:
            return None

    # -- which games

    def _game_of(self, id: str) -> LiveGame | None:
        return next((game for game in self._games() if game.id == id), None)

    def _games(self) -> tuple[LiveGame, ...]:
        """Return the games in progress that a new caller could watch on this host, the liveliest first."""
        if (now := asyncio.get_running_loop().time()) >= self._looked + FRESH_SECONDS:
            self._looked, self._found = now, tuple(self._look())
        return self._found

    def _look(self) -> Iterator[LiveGame]:
        if not self._board.is_loaded:
            return
        services, settings = self._board.services, self._board.settings
        for one in liveliest(services):
            if why_barred(settings, one.game.info.slug, settings.callers.new_level, services.now()):
                continue
            try:
                if one.match is not None:
                    course, id = table_course(one.match), one.match.terms.id
                    people = [one.match.seats[seat] for seat in one.match.people]
                else:
                    course, id = (one.alone.course, one.alone.id) if one.alone else (None, "")
                    people = [one.who]
            except Exception as error:
                note_fault(services, one.game.info.slug, error)
                continue
            if course is not None and id:
                yield LiveGame(id, names(people), course, one)

    def _may_be_shown(self, game: LiveGame) -> bool:
        """True if everybody in the game has an account and may be named. It reads files."""
        from door.web.board import Visibility

        read, by_default = self._board.records.callers.read, self._board.settings.web.handles == "shown"
        visible, one = Visibility(read, by_default), game.playing
        people = [one.match.seats[seat] for seat in one.match.people] if one.match else [one.who]
        return all(answer.is_shown and answer.is_known for answer in map(visible.ask, people))
