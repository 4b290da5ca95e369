"""Switchbox: balls, thirty two-way switches, and four rounds of goals.

`box` has the physics, `turns` and `rules` the game, and `computer` the opponent.  `choices` has the
settings, `board` the caller's keys.  `motion` and `draw` make the pictures, and `words` the
sentences.
"""

from functools import partial
from typing import Final

from door.games.contract import Board, Door, Honours, Picture, Rules, Words
from door.games.switchbox import board, choices, coach, computer, draw, motion, record, rules, words
from door.games.switchbox.card import INFO, pages

DOOR: Final = Door(
    info=INFO,
    rules=Rules(
        new=rules.new_game, apply=rules.apply, status=rules.status, computer=computer.move,
        could_choose=computer.might,
    ),
    board=Board(
        keys=board.keys, other_line=board.line, other_hints=board.hints, start=board.board,
        choices=choices.choices, plan=choices.plan, about=choices.about,
    ),
    picture=Picture(
        closeup=(0, 0, 80, 20),
        draw=draw.draw, hand=draw.hand, sign=draw.sign, last=draw.last,
        beside=draw.beside, frames=motion.frames, company=words.company, upper=draw.PAST_ROW,
    ),
    words=Words(
        say=board.say, prompt=board.prompt, describe=words.describe, message=board.message,
        brief=words.brief, ending=words.ending, help=partial(pages, board.KEYS),
    ),
    coach=coach.COACH,
    honours=Honours(tables=record.TABLES, sheets=record.sheets, marks=record.marks, badges=record.badges),
)  # fmt: skip
