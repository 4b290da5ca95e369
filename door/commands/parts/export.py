"""`door replay ID --cast` and the like: export a finished game for other programs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from door import __version__
from door.commands import CommandError
from door.export import ansi, cast, svg
from door.export.film import About
from door.games.contract import Door
from door.midend.replay import Finished
from door.midend.replays import steps
from door.midend.replays.film import PACE, Camera
from door.records.files.disk import opened, replace_file, write_all
from door.term.charset import clean
from door.term.emulator.files import ArtError
from door.ui.sentence import from_recipe
from door.ui.texts import tr


class Wish(NamedTuple):
    """The options: columns × rows, a character set ("" for everything the file supports), seconds per move,
    and the number of the move that a picture shows (None for the last).
    """

    size: tuple[int, int] = (80, 24)
    charset: str = ""
    pace: float = PACE
    move: int | None = None


def export(game: Door, finished: Finished, kind: str, wish: Wish, text: str) -> bytes:
    """Return the file of that kind. `text` is the game in words. CommandError says why it can't be made."""
    if kind == "txt":
        maker = tr.common.full_stop(text=tr.command.drawn_by(version=__version__))
        return f"{text}\n\n{maker}\n".encode()
    if kind == "ans" and wish.charset == "utf-8":
        raise CommandError(tr.command.ans_charset())
    by = tr.command.drawn_by_of_game(version=__version__, id=clean(finished.id))
    camera = Camera(game, finished, by, wish.size, is_ascii=wish.charset == "ascii", pace=wish.pace)
    about = About(clean(steps.headline(game, finished)), clean(finished.players), f"{by}.", finished.t[:10])
    try:
        return _drawn(camera, kind, wish, about)
    except ArtError as error:
        raise CommandError(tr.command.cannot_be_ans(why=from_recipe(error.recipe))) from None


def _drawn(camera: Camera, kind: str, wish: Wish, about: About) -> bytes:
    data: bytes
    match kind:
        case "cast" | "cast3":
            version = 3 if kind == "cast3" else 2
            return cast.cast(camera.film(), about, version, wish.charset.replace("cp437", "") or "utf-8")
        case "gif":
            data = _pictures().gif(camera.film(), about)
            return data
    if wish.move is not None and wish.move > camera.last:
        moves = tr.count.moves(n=camera.last)
        raise CommandError(tr.command.game_has_moves(id=camera.finished.id, moves=moves))
    still = camera.still(wish.move)
    if kind == "png":
        data = _pictures().png(still, about)
        return data
    return svg.svg(still, about) if kind == "svg" else ansi.ans(still, about)


def _pictures() -> Any:
    """Import the module that needs Pillow."""
    try:
        return import_module("door.export.picture")
    except ImportError:
        raise CommandError(tr.command.no_pillow(python=sys.executable)) from None


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
