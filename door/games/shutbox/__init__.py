"""Shut The Box — the BBS door: two dice, nine tiles, a contest every month."""

from typing import Final

from door.games.contract import Game
from door.games.shutbox import board, coach, draw, record
from door.games.shutbox.card import INFO, choices
from door.games.shutbox.help import pages
from door.games.shutbox.rules import apply

GAME: Final = Game(
    info=INFO,
    new=record.new,
    apply=apply,
    status=record.status,
    describe=record.describe,
    ending=record.ending,
    board=board.board,
    key=board.key,
    click=board.click,
    line=board.line,
    hints=board.hints,
    choices=choices,
    message=board.message,
    frames=board.frames,
    moving=draw.moving,
    rested=draw.rested,
    say=board.say,
    prompt=board.prompt,
    help=pages,
    sign=draw.sign,
    draw=draw.draw,
    beside=draw.beside,
    brief=record.brief,
    last=draw.last,
    sheets=record.sheets,
    tables=record.TABLES,
    feat=record.feat,
    # No badge for a bust: a fifth of all games end with one tile left, so it would be announced constantly.
    badges=lambda game: INFO.badges * record.feat(game),
    free_turns=record.free_turns,
    coach=coach.COACH,
)
