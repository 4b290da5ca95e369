"""`door replay ID --cast` and the like: export a finished game for other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from door import __version__
from door.commands import CommandError
from door.export import ansi, cast, svg
from door.export.film import About, Shot
from door.games.contract import Door
from door.midend.api import MOTION, Setup
from door.midend.replay import Finished
from door.midend.replays import steps
from door.midend.replays.screen import ReplayScreen
from door.midend.state import Replay, State, replay_of
from door.records.files.disk import opened, replace_file, write_all
from door.term.canvas import BLUE, CYAN, WHITE, Canvas, style
from door.term.charset import clean
from door.term.emulator.files import ArtError
from door.ui.screen import Tick, View
from door.ui.sentence import from_recipe
from door.ui.texts import tr
from door.ui.widgets import centred, cut

LAST_SECONDS: Final = 3.0
"""Seconds that the end stays."""


class Wish(NamedTuple):
    """The options: columns × rows, a character set ("" for everything the file supports), seconds per move,
    and the number of the move that a picture shows (None for the last).
    """

    size: tuple[int, int] = (80, 24)
    charset: str = ""
    pace: float = 1.2
    move: int | None = None


def export(game: Door, finished: Finished, kind: str, wish: Wish, text: str) -> bytes:
    """Return the file of that kind. `text` is the game in words. CommandError says why it can't be made."""
    if kind == "txt":
        maker = tr.common.full_stop(text=tr.command.drawn_by(version=__version__))
        return f"{text}\n\n{maker}\n".encode()
    if kind == "ans" and wish.charset == "utf-8":
        raise CommandError(tr.command.ans_charset())
    title, by = clean(steps.headline(game, finished)), f"{_by(finished)}."
    about = About(title, clean(finished.players), by, finished.t[:10])
    try:
        return _KINDS[kind](_Camera(game, finished, wish), about)
    except ArtError as error:
        raise CommandError(tr.command.cannot_be_ans(why=from_recipe(error.recipe))) from None


def _by(finished: Finished) -> str:
    return tr.command.drawn_by_of_game(version=__version__, id=clean(finished.id))


class _Camera:
    """Draws the replay of one game as on the sysop's screen."""

    def __init__(self, game: Door, finished: Finished, wish: Wish) -> None:
        self.wish, self.game, self.finished = wish, game, finished
        self.screen = ReplayScreen(game)
        self.first, _ = self.screen.start(Setup(finished.seats[0], finished.options), finished)
        cols, rows = wish.size
        self.view = View(cols, rows - 1, ascii=wish.charset == "ascii")
        self._head = self._top()

    def _top(self) -> Canvas:
        head, blue = Canvas(self.wish.size[0], 1), style(WHITE, BLUE)
        head.fill(0, 0, head.cols, 1, " ", blue)
        head.put(1, 0, cut(steps.headline(self.game, self.finished), head.cols - 14), blue)
        head.right(head.cols - 2, 0, self.finished.t[:10], style(CYAN, BLUE))
        return head

    def picture(self, state: State) -> Canvas:
        """Draw the whole screen."""
        canvas = Canvas(*self.wish.size)
        canvas.blit(self._head)
        drawn = self.screen.exported(state, self.view, _by(self.finished))
        canvas.blit(centred(drawn, self.view.cols, self.view.rows), 0, 1)
        return canvas

    def still(self) -> Canvas:
        """Draw the requested move."""
        last = replay_of(self.first).last
        move = last if self.wish.move is None else self.wish.move
        if move > last:
            raise CommandError(tr.command.game_has_moves(id=self.finished.id, moves=tr.count.moves(n=last)))
        return self.picture(steps.shown(self.first, move))

    def film(self) -> Iterator[Shot]:
        """Yield every move with its animation."""
        state, last = self.first, replay_of(self.first).last
        yield Shot(self.picture(state), self.wish.pace)
        while replay_of(state).at < last:
            state, _ = steps.forward(self.game, state)
            while state.frames:
                yield Shot(self.picture(state), state.frames[state.at].seconds)
                state, _ = steps.on_tick(self.game, state, Tick(MOTION))
            seconds = self.wish.pace if replay_of(state).at < last else LAST_SECONDS
            yield Shot(self.picture(state), seconds, self._mark(replay_of(state)))

    def _mark(self, replay: Replay) -> str:
        remark = replay.remarks.get(replay.at)
        return f"{steps.place(replay)}: {remark.words}" if remark and remark.marked else ""


def _cast(camera: _Camera, about: About, version: int = 2) -> bytes:
    return cast.cast(camera.film(), about, version, camera.wish.charset.replace("cp437", "") or "utf-8")


def _pictures() -> Any:
    """Import the module that needs Pillow."""
    try:
        return import_module("door.export.picture")
    except ImportError:
        raise CommandError(tr.command.no_pillow(python=sys.executable)) from None


def _gif(camera: _Camera, about: About) -> bytes:
    data: bytes = _pictures().gif(camera.film(), about)
    return data


def _png(camera: _Camera, about: About) -> bytes:
    data: bytes = _pictures().png(camera.still(), about)
    return data


_KINDS: Final[Mapping[str, Callable[[_Camera, About], bytes]]] = {
    "cast": _cast,
    "cast3": lambda camera, about: _cast(camera, about, 3),
    "gif": _gif,
    "png": _png,
    "svg": lambda camera, about: svg.svg(camera.still(), about),
    "ans": lambda camera, about: ansi.ans(camera.still(), about),
}


def write(path: Path, data: bytes, force: bool) -> None:
    """Write a file. CommandError if it exists, unless `force` replaces it. Links are never followed."""
    if force and path.exists() and not path.is_file():
        raise CommandError(tr.command.not_a_file(path=path))
    try:
        if force:
            replace_file(path, data, lasting=False, mode=0o666)
        else:
            with opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666) as fd:
                write_all(fd, data)
    except FileExistsError:
        raise CommandError(there_already(path)) from None


def there_already(path: Path) -> str:
    """Return the error for a file that is not overwritten."""
    return tr.command.file_exists(path=path)
