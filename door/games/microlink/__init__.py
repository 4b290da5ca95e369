"""MicroLink Shut The Box: one to four players, five turns each."""

from typing import Final

from door.games import api
from door.games.microlink import choices, computer, play, record, rules, show

DOOR: Final = api.Door(
    info=choices.INFO,
    rules=api.Rules(new=rules.new_game, apply=rules.apply, status=record.status, computer=computer.move),
    board=api.Board(
        keys=play.keys, other_key=play.other_key, other_line=play.line, other_hints=record.hints,
        click=play.click, start=play.board,
        choices=choices.choices, plan=choices.plan, about=choices.about, argv=choices.ARGV,
    ),
    picture=api.Picture(
        closeup=(1, 0, 78, 20), pairs=(1, 0),
        draw=show.draw, hand=show.hand, sign=show.sign, last=record.last,
        beside=record.beside, frames=choices.frames, company=show.company,
    ),
    words=api.Words(
        say=show.say, prompt=show.prompt, recap=show.recap, describe=show.describe,
        brief=record.brief, ending=record.ending, help=play.pages,
    ),
    coach=play.COACH,
    honours=api.Honours(tables=record.TABLES, sheets=record.sheets, marks=record.marks, badges=record.badges),
)  # fmt: skip
