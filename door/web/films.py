"""A finished game replayed for the public pages: its words, its picture and its film."""

from __future__ import annotations

from typing import Final

from door.export import cast
from door.export.film import About
from door.games.chance import Chance
from door.games.game import Front
from door.games.record import Record, play
from door.play.replay import example_record
from door.records.audit.proof import complete
from door.records.replays import finished_game
from door.screens.door import GameDoor
from door.screens.doors import find
from door.screens.replays import steps
from door.screens.replays.screen import Camera
from door.screens.watch import WatchDoor, watched_picture
from door.term.canvas import Canvas
from door.term.charset import clean
from door.ui.texts import tr
from door.web.game_files import in_words, pictures
from door.web.games import PublicGame

SHOWN: Final = 0.5
"""The part of an example's moves after which a door's picture is taken."""

LEAST_SECONDS: Final = 0.08
"""Least time of each picture in a film. Half as many pictures as on a caller's screen halve the download."""


class Replayed:
    """A game of one of the doors. Raises KeyError for other doors, Wrong for options that it can't have."""

    def __init__(self, game: PublicGame) -> None:
        door = find(game.door)
        if door is None:
            raise KeyError(game.door)
        self.door = door
        options = complete(door, game.ended.get("options", game.began["options"]))
        self.record = finished_game(game.door, options, game.began, game.ended)

    def words(self) -> list[str]:
        """Return the game in words. Raises one of `CANNOT` if it can't be replayed."""
        return list(in_words(self.door.game, self.record))

    def picture(self, board: str) -> bytes:
        """Return the last position as PNG. `board` is the board's name. Raises NoPillow."""
        still = self._camera(board)[0].still()
        return card(Canvas(still.cols, still.rows - 1, still.share_rows()[1:]))  # without the headline

    def film(self, board: str) -> bytes:
        """Return the game as asciicast."""
        camera, about = self._camera(board)
        return cast.cast(camera.film(), about, colours="16")

    def _camera(self, board: str) -> tuple[Camera, About]:
        game, record = self.door.game, self.record
        by = clean(f"{board} {record.id}")
        about = About(clean(steps.headline(game, record)), clean(record.players), f"{by}.", record.t[:10])
        return Camera(game, record, by, least=LEAST_SECONDS), about


def card(canvas: Canvas) -> bytes:
    """Return the picture of a shared link. Raises NoPillow."""
    drawn: bytes = pictures().card(canvas)
    return drawn


def showcase(door: GameDoor) -> bytes:
    """Return a picture of the door's first example, or of its start. Raises NoPillow."""
    game, who = door.game, tr.public.caller()
    if game.info.face.examples:
        record = example_record(game, who)
        record = record.upto(round(SHOWN * len(record.moves)))
    else:
        plan = game.board.plan(Front(game.info.complete({}), who), True)
        options = game.info.complete(plan.options)
        record = Record(options, plan.seats or (who,), Chance(bytes(32)), kind="practice")
    return card(watched_picture(WatchDoor(game), who, play(game.rules, record)))
