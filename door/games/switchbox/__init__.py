"""Switchbox: balls, thirty two-way switches, and four rounds of goals.

`rules` has the physics and the game, `computer` the opponent and the coach, `record` the card and the
tables.  `play` has the choices and the caller's keys.  `motion` and `show` make the pictures, and `words`
the sentences.
"""

from typing import Final

from door.games import api
from door.games.switchbox import computer, motion, play, record, rules, show, words

DOOR: Final = api.Door(
    info=record.INFO,
    rules=api.Rules(
        new=rules.new_game, apply=rules.apply, status=rules.status, computer=computer.move,
        could_choose=computer.might,
    ),
    board=api.Board(
        keys=play.keys, other_line=play.line, other_hints=play.hints, start=play.board,
        choices=play.choices, plan=play.plan, about=play.about,
    ),
    picture=api.Picture(
        closeup=(0, 0, 80, 20),
        draw=show.draw, hand=show.hand, sign=show.sign, last=show.last,
        beside=show.beside, frames=motion.frames, company=words.company, upper=show.PAST_ROW,
    ),
    words=api.Words(
        say=play.say, prompt=play.prompt, describe=words.describe, message=play.message,
        brief=words.brief, ending=words.ending, help=play.pages,
    ),
    coach=computer.COACH,
    honours=api.Honours(tables=record.TABLES, sheets=record.sheets, marks=record.marks, badges=record.badges),
)  # fmt: skip
