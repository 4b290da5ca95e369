"""Forty Thieves: seven open stacks, a stock, and a few jokers.

`rules` has the cards, `computer` the best possible game and the coach, `play` the door's card, the cursor
and the keys.  `show` has the pictures, and `record` the tables.
"""

from __future__ import annotations

from typing import Final

from door.games import api
from door.games.thieves import computer, play, record, rules, show

DOOR: Final = api.Door(
    info=play.INFO,
    rules=api.Rules(new=rules.new_game, apply=rules.apply, status=rules.status),
    board=api.Board(
        keys=play.keys, other_line=play.line, other_hints=play.hints, start=play.board,
        choices=play.choices, plan=play.plan, about=play.about,
    ),
    picture=api.Picture(
        closeup=(0, 2, 80, 19), pairs=(1, 1),
        draw=show.draw, hand=show.hand, sign=show.sign, last=show.last,
        beside=show.beside, frames=play.frames,
    ),
    words=api.Words(
        say=play.say, prompt=play.prompt, describe=play.describe, message=play.message,
        brief=play.brief, ending=play.ending, help=play.pages,
    ),
    coach=computer.COACH,
    honours=api.Honours(tables=record.TABLES, sheets=record.sheets, marks=play.marks, badges=record.badges),
)  # fmt: skip
