"""MicroLink Shut The Box: one to four players, five turns each."""

from typing import Final

from door.games.contract import Game
from door.games.microlink import (
    board,
    character,
    coach,
    computer,
    draw,
    motion,
    record,
    rules,
    say,
    scores,
    seats,
)
from door.games.microlink.card import INFO
from door.games.microlink.help import pages
from door.games.microlink.toggles import words

GAME: Final = Game(
    info=INFO,
    new=rules.new_game,
    apply=rules.apply,
    status=record.status,
    describe=record.describe,
    ending=scores.ending,
    board=board.board,
    covered=board.covered,
    key=board.key,
    click=board.click,
    line=board.line,
    frames=motion.frames,
    moving=draw.moving,
    rested=draw.rested,
    say=say.say,
    recap=say.recap,
    prompt=say.prompt,
    help=pages,
    choices=seats.choices,
    plan=seats.plan,
    about=seats.about,
    words=words,
    sign=draw.sign,
    draw=draw.draw,
    company=character.company,
    beside=scores.beside,
    brief=scores.brief,
    looking=scores.looking,
    last=scores.last,
    sheets=record.sheets,
    tables=record.TABLES,
    badges=record.badges,
    marks=record.marks,
    computer=computer.move,
    coach=coach.COACH,
)
