"""MindBuster!: break the hidden code of coloured pegs in ten guesses, alone or in a duel."""

from typing import Final

from door.games.contract import Game
from door.games.mindbuster import (
    board,
    card,
    characters,
    coach,
    draw,
    pegboard,
    plain,
    record,
    thoughts,
    words,
)
from door.games.mindbuster.help import pages
from door.games.mindbuster.rules import apply, hides, new_game

GAME: Final = Game(
    info=card.INFO,
    new=new_game,
    apply=apply,
    status=record.status,
    describe=record.describe,
    ending=words.ending,
    board=board.board,
    key=board.key,
    click=board.click,
    line=plain.line,
    hints=draw.hints,
    looking=draw.looking,
    message=words.message,
    frames=pegboard.frames,
    moving=draw.moving,
    rested=draw.rested,
    say=plain.say,
    recap=plain.recap,
    prompt=plain.prompt,
    help=pages,
    choices=card.choices,
    rest=words.rest,
    plan=card.plan,
    about=card.about,
    words=card.words,
    sign=draw.sign,
    draw=draw.draw,
    beside=draw.beside,
    brief=words.brief,
    company=characters.company,
    last=draw.last,
    sheets=record.sheets,
    tables=record.TABLES,
    marks=record.marks,
    feat=lambda game: record.marks(game) is not None,
    badges=record.badges,
    computer=thoughts.guess,
    might=(thoughts.by_commitment, thoughts.by_secret),
    hides=hides,
    coach=coach.COACH,
)
