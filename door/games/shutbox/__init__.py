"""Shut The Box — the BBS door: two dice, nine tiles, a contest every month."""

from functools import partial
from typing import Final

from door.games.contract import Board, Door, Honours, Picture, Rules, Words
from door.games.shutbox import board, coach, draw, record
from door.games.shutbox.card import INFO, choices, pages
from door.games.shutbox.rules import apply

DOOR: Final = Door(
    info=INFO,
    rules=Rules(new=record.new, apply=apply, status=record.status),
    board=Board(
        keys=board.keys, other_key=board.other_key, other_line=board.line, other_hints=board.hints,
        start=board.board, choices=choices,
    ),
    picture=Picture(
        closeup=(1, 0, 78, 21),
        draw=draw.draw, hand=draw.hand, sign=draw.sign, last=draw.last,
        beside=draw.beside, frames=board.frames,
    ),
    words=Words(
        say=board.say, prompt=board.prompt, describe=record.describe, message=board.message,
        brief=record.brief, ending=record.ending, help=partial(pages, board.KEYS),
    ),
    coach=coach.COACH,
    honours=Honours(
        tables=record.TABLES,
        sheets=record.sheets,
        feat=record.feat,
        # No badge for a bust: a fifth of all games end with one tile left.
        badges=lambda game: INFO.badges * record.feat(game),
    ),
)  # fmt: skip
