"""MindBuster!: break the hidden code of coloured pegs in ten guesses, alone or in a duel."""

from typing import Final

from door.games import api
from door.games.mindbuster import coach, pegboard, play, record, show, words
from door.games.mindbuster.rules import apply, new_game

DOOR: Final = api.Door(
    info=record.INFO,
    rules=api.Rules(
        new=new_game, apply=apply, status=record.status, computer=coach.guess,
        could_choose=coach.could_choose,
    ),
    board=api.Board(
        keys=play.keys, other_key=play.other_key, other_line=play.line, other_hints=play.hints,
        click=play.click, start=play.board,
        choices=record.choices, plan=record.plan, about=record.about, argv=record.ARGV,
    ),
    picture=api.Picture(
        closeup=(31, 0, 49, 21), pairs=(0, 1),
        draw=show.draw, hand=show.hand, sign=show.sign, last=show.last,
        beside=show.beside, frames=pegboard.frames, company=words.company,
    ),
    words=api.Words(
        say=words.say, prompt=words.prompt, recap=words.recap, describe=words.describe,
        message=words.message, brief=words.brief, ending=words.ending, help=play.pages,
    ),
    coach=coach.COACH,
    honours=api.Honours(
        tables=record.TABLES, sheets=record.sheets, marks=record.marks, badges=record.badges,
        feat=lambda game: record.marks(game) is not None,
    ),
)  # fmt: skip
