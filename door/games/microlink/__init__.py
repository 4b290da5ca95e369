"""MicroLink Shut The Box: one to four players, five turns each."""

from functools import partial
from typing import Final

from door.games.contract import Board, Door, Honours, Picture, Rules, Words
from door.games.microlink import board, choices, coach, computer, draw, motion, record, rules, say, scores

DOOR: Final = Door(
    info=choices.INFO,
    rules=Rules(new=rules.new_game, apply=rules.apply, status=record.status, computer=computer.move),
    board=Board(
        keys=board.keys, other_key=board.other_key, other_line=board.line, other_hints=scores.hints,
        click=board.click, start=board.board,
        choices=choices.choices, plan=choices.plan, about=choices.about, argv=choices.ARGV,
    ),
    picture=Picture(
        closeup=(1, 0, 78, 20),
        draw=draw.draw, hand=draw.hand, sign=draw.sign, last=scores.last,
        beside=scores.beside, frames=motion.frames, company=say.company,
    ),
    words=Words(
        say=say.say, prompt=say.prompt, recap=say.recap, describe=say.describe,
        brief=scores.brief, ending=scores.ending, help=partial(choices.pages, board.KEYS),
    ),
    coach=coach.COACH,
    honours=Honours(tables=record.TABLES, sheets=record.sheets, marks=record.marks, badges=record.badges),
)  # fmt: skip
