"""A finished game as a file for other programs: a film, a picture, or its moves in words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from door import __version__
from door.export import ansi, cast
from door.export.film import About
from door.games.contract import Door
from door.play.replay import GameReader, RecordedGame
from door.records.journal.lines import RecordsError
from door.screens.replays import steps
from door.screens.replays.screen import PACE, Camera
from door.term.charset import clean
from door.term.emulator.files import ArtError
from door.ui.sentence import from_recipe
from door.ui.texts import tr


class NotMade(RecordsError):
    """The file can't be made."""


class NoPillow(NotMade):
    """Pillow, which is an extra, is not installed."""


class FileWish(NamedTuple):
    """The options of a file.

    - `size`: columns × rows.
    - `charset`: "" for everything the file supports.
    - `pace`: seconds per move.
    - `move`: the number of the move that a picture shows, None for the last.
    """

    size: tuple[int, int] = (80, 24)
    charset: str = ""
    pace: float = PACE
    move: int | None = None


def file_name(finished: RecordedGame, kind: str) -> str:
    """Return the file's name. A journal may come from anybody, so only letters and digits of the id are in
    it."""
    id = re.sub(r"[^A-Za-z0-9]", "_", finished.id)[:40]
    return f"{finished.door}-{id}.{kind.removesuffix('3')}"


def export(game: Door, finished: RecordedGame, kind: str, wish: FileWish, text: str) -> bytes:
    """Return the file of that kind. `text` is the game in words. NotMade says why it can't be made."""
    if kind == "txt":
        maker = tr.common.full_stop(text=tr.command.drawn_by(version=__version__))
        return f"{text}\n\n{maker}\n".encode()
    if kind == "ans" and wish.charset == "utf-8":
        raise NotMade(tr.command.ans_charset())
    by = tr.command.drawn_by_of_game(version=__version__, id=clean(finished.id))
    camera = Camera(game, finished, by, wish.size, is_ascii=wish.charset == "ascii", pace=wish.pace)
    about = About(clean(steps.headline(game, finished)), clean(finished.players), f"{by}.", finished.t[:10])
    try:
        return _draw(camera, kind, wish, about)
    except ArtError as error:
        raise NotMade(tr.command.cannot_be_ans(why=from_recipe(error.recipe))) from None


def _draw(camera: Camera, kind: str, wish: FileWish, about: About) -> bytes:
    data: bytes
    match kind:
        case "cast" | "cast3":
            version = 3 if kind == "cast3" else 2
            return cast.cast(camera.film(), about, version, wish.charset.replace("cp437", "") or "utf-8")
        case "gif":
            data = pictures().gif(camera.film(), about)
            return data
    if wish.move is not None and wish.move > camera.last:
        moves = tr.count.moves(n=camera.last)
        raise NotMade(tr.command.game_has_moves(id=camera.finished.id, moves=moves))
    still = camera.still(wish.move)
    if kind == "png":
        data = pictures().png(still, about)
        return data
    return ansi.ans(still, about)


def pictures() -> Any:
    """Import the module that needs Pillow. Raises NoPillow."""
    try:
        return import_module("door.export.picture")
    except ImportError:
        raise NoPillow(tr.command.no_pillow(python=sys.executable)) from None


# -- in words ------------------------------------------------------------------------------------


def as_text(game: Door, finished: RecordedGame) -> tuple[str, ...]:
    """Return the game's facts and every move in words. Raises one of `CANNOT` if it can't be replayed."""
    return (*_head(game, finished), "", *in_words(game, finished))


def in_words(game: Door, finished: RecordedGame) -> Iterator[str]:
    """Yield every move in words. Raises one of `CANNOT` if it can't be replayed."""
    for side in range(len(finished.sides)):
        yield from (f"{finished.seats[side]}:",) if finished.race else ()
        yield from GameReader(game).narrate(finished.record(side))


def _head(game: Door, finished: RecordedGame) -> list[str]:
    recorded = game.info.journal_options(finished.options)
    options = ", ".join(f"{name} {value}" for name, value in recorded.items())
    facts = {
        tr.command.replay_game: finished.id,
        tr.command.replay_door: game.info.name(),
        tr.command.replay_players: ", ".join(finished.seats),
        tr.command.replay_ended: _end_line(finished),
        tr.command.replay_options: options or tr.command.options_as_shipped(),
        tr.command.replay_seal: finished.commit or tr.command.no_seal(),
        tr.command.replay_seed: finished.seed,
    }
    if any(finished.words):
        label = tr.command.replay_word if len(finished.words) == 1 else tr.command.replay_words
        facts[label] = ", ".join(finished.words)
    return [f"{label() + ':':<12}{value}" for label, value in facts.items()]


def _end_line(finished: RecordedGame) -> str:
    """Return when and how it ended, and the month it counts for."""
    if finished.kind == "daily":
        return tr.command.ended_daily(day=finished.day, time=finished.t)
    if finished.kind == "table":
        scores = ":".join(map(str, finished.scores))
        if finished.end == "over":
            return tr.command.ended_at_table(time=finished.t, scores=scores)
        return tr.command.ended_early_at_table(time=finished.t, scores=scores, end=finished.end)
    return tr.command.ended_ranked(time=finished.t, month=finished.month)
