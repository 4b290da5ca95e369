"""Forty Thieves: seven open stacks, a stock, and a few jokers.

`rules` has the cards, `solver` the best possible game, and `board` the cursor and keys.  `draw` and `words`
show the game.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from door.games.contract import Board, Door, Honours, Picture, Rules, Words
from door.games.thieves import board, card, coach, draw, rules, tables, words

DOOR: Final = Door(
    info=card.INFO,
    rules=Rules(new=rules.new_game, apply=rules.apply, status=rules.status),
    board=Board(
        keys=board.keys, other_line=board.line, other_hints=board.hints, start=board.board,
        choices=card.choices, plan=card.plan, about=card.about,
    ),
    picture=Picture(
        closeup=(0, 2, 80, 19),
        draw=draw.draw, hand=draw.hand, sign=draw.sign, last=draw.last,
        beside=draw.beside, frames=board.frames,
    ),
    words=Words(
        say=board.say, prompt=board.prompt, describe=words.describe, message=board.message,
        brief=words.brief, ending=words.ending, help=partial(card.pages, board.KEYS),
    ),
    coach=coach.COACH,
    honours=Honours(tables=tables.TABLES, sheets=card.sheets, marks=card.marks, badges=tables.badges),
)  # fmt: skip
