"""Switchbox: balls, thirty two-way switches, and four rounds of goals.

`box` has the physics, `turns` and `rules` the game, and `computer` the opponent.  `choices` has the
settings, `board` the caller's keys.  `motion`, `sight` and `draw` make the pictures, and `words` the
sentences.
"""

from typing import Final

from door.games.contract import Game
from door.games.switchbox import (
    board,
    character,
    choices,
    coach,
    computer,
    draw,
    motion,
    record,
    rules,
    words,
)
from door.games.switchbox.card import INFO
from door.games.switchbox.help import pages

GAME: Final = Game(
    info=INFO,
    new=rules.new_game,
    apply=rules.apply,
    status=rules.status,
    describe=rules.describe,
    end_described=True,
    ending=words.ending,
    board=board.board,
    key=board.key,
    click=board.click,
    line=board.line,
    hints=board.hints,
    message=board.message,
    frames=motion.frames,
    moving=draw.moving,
    rested=draw.rested,
    say=board.say,
    prompt=board.prompt,
    help=pages,
    sign=draw.sign,
    draw=draw.draw,
    company=character.company,
    beside=draw.beside,
    brief=words.brief,
    upper=draw.PAST_ROW,
    last=draw.last,
    choices=choices.choices,
    plan=choices.plan,
    about=choices.about,
    sheets=record.sheets,
    tables=record.TABLES,
    badges=record.badges,
    marks=record.marks,
    computer=computer.move,
    might=(computer.might,),
    whose=rules.whose,
    coach=coach.COACH,
)
