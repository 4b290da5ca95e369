"""Shut The Box — the BBS door: two dice, nine tiles, a contest every month."""

from typing import Final

from door.games import api
from door.games.shutbox import computer, play, record, show
from door.games.shutbox.play import INFO
from door.games.shutbox.rules import apply

DOOR: Final = api.Door(
    info=INFO,
    rules=api.Rules(new=record.new, apply=apply, status=record.status),
    board=api.Board(
        keys=play.keys, other_key=play.other_key, other_line=play.line, other_hints=play.hints,
        start=play.board, choices=lambda front: play.CHOICES,
    ),
    picture=api.Picture(
        closeup=(1, 0, 78, 21), pairs=(0, 1),
        draw=show.draw, hand=show.hand, sign=show.sign, last=show.last,
        beside=show.beside, frames=play.frames,
    ),
    words=api.Words(
        say=play.say, prompt=play.prompt, describe=record.describe, message=play.message,
        brief=record.brief, ending=record.ending, help=play.pages,
    ),
    coach=computer.COACH,
    honours=api.Honours(
        tables=record.TABLES,
        sheets=record.sheets,
        feat=record.feat,
        # No badge for a bust: a fifth of all games end with one tile left.
        badges=lambda game: INFO.badges * record.feat(game),
    ),
)  # fmt: skip
