"""Forty Thieves: seven open stacks, a stock, and a few jokers.

`rules` has the cards, `solver` the best possible game, and `board` the cursor and keys.  `draw` and `words`
show the game.
"""

from __future__ import annotations

from typing import Final

from door.games.contract import Game
from door.games.thieves import board, card, coach, draw, rules, tables, words
from door.games.thieves.help import pages

GAME: Final = Game(
    info=card.INFO,
    new=rules.new_game,
    apply=rules.apply,
    status=rules.status,
    describe=words.describe,
    ending=words.ending,
    board=board.board,
    key=board.key,
    click=board.click,
    line=board.line,
    hints=board.hints,
    message=board.message,
    frames=board.frames,
    moving=draw.moving,
    rested=draw.rested,
    say=board.say,
    prompt=board.prompt,
    help=pages,
    choices=card.choices,
    plan=card.plan,
    about=card.about,
    sign=draw.sign,
    draw=draw.draw,
    beside=draw.beside,
    brief=words.brief,
    last=draw.last,
    sheets=card.sheets,
    tables=tables.TABLES,
    badges=tables.badges,
    marks=card.marks,
    coach=coach.COACH,
)
