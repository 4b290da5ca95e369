"""Pig: a race with one die, against a person or a computer."""

from __future__ import annotations

from typing import Final

from door.games import api
from door.term.canvas import DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas
from door.ui.lettering import signboard
from door.ui.screen import View
from door.ui.widgets import TextPage, die, page_of, panel
from door.ui.words import Lines
from door_pig.rules import HOLD, LEVELS, ROLL, TARGET, Pig, PigCoach, apply, computer, new, status
from door_pig.words import texts

INFO: Final = api.Info(
    "pig",
    texts.name,
    texts.tagline,
    MAGENTA | 8,
    options=(TARGET,),
    month=api.MonthRules(like=("target",)),
    players=api.Players(seats=(2, 2), people=True, computers=LEVELS, quick=LEVELS, versus={}),
)
MOVES: Final = {ROLL: texts.key_roll, HOLD: texts.key_hold}
OPPONENT: Final = {2: LEVELS[0]}
ONE: Final = api.Moment(texts.banner_one, 7)


# -- the caller's hand -----------------------------------------------------------------------


def hold(table: api.GameView) -> api.Act:
    """Hold, unless nothing is at stake."""
    return api.Enter(HOLD) if table.position.turn else api.Refuse(texts.nothing_to_hold())


KEYS: Final = api.Keys(
    api.Binding(api.Enter(ROLL), ("r", " "), ("r", "roll"), label=texts.key_roll, about=texts.help_roll),
    api.Binding(hold, ("h", "enter"), ("h", "hold"), label=texts.key_hold, about=texts.help_hold),
)


def keys(table: api.GameView) -> api.Keys:
    """Return the keys of the player at this keyboard."""
    return KEYS if api.has_hand(table) and not table.position.over else api.NO_KEYS


def choices(front: api.Front) -> tuple[api.Choice, ...]:
    """Return a row for each seat."""
    return api.seating.seat_rows(INFO, front, OPPONENT)


def plan(front: api.Front, practice: bool) -> api.GamePlan:
    """Return a game against the chosen opponent."""
    return api.GamePlan(seats=api.seating.seats_of(INFO, front, OPPONENT, demo=practice), ranked=not practice)


# -- pictures --------------------------------------------------------------------------------


def who(table: api.GameView, seat: int) -> str:
    """Return a player's name."""
    return api.seating.seat_name(table.seats[seat])


def draw(table: api.GameView, view: View) -> Canvas:
    """Draw both scores in large figures, and the die between them."""
    pig, canvas = table.position, Canvas(80, 23)
    for seat, x in ((0, 2), (1, 53)):
        plays = seat == pig.seat and not pig.over
        panel(canvas, x, 2, 25, 12, who(table, seat), INFO.accent if plays else DARK, "double")
        figures = signboard(str(pig.scores[seat]), WHITE if plays else GREY, DARK)
        canvas.blit(figures, x + (25 - figures.cols) // 2, 5)
    if face := table.frame or pig.die:
        canvas.blit(die(face, edge=DARK, plain=view.mono or view.ascii), 34, 4)
    canvas.centre(11, f"{pig.turn} {texts.at_stake()}", YELLOW if pig.turn else DARK)
    canvas.centre(16, texts.to_win(target=pig.target), GREY)
    return canvas


def frames(before: api.GameView | None, after: api.GameView) -> tuple[api.Frame, ...]:
    """Let the die turn, and mourn a one."""
    if before is None or after.moves[-1:] != (ROLL,):
        return ()
    thrown = after.position.die
    turning = tuple(api.Frame(0.07, face % 6 + 1) for face in range(thrown, thrown + 5))
    return turning + (api.fanfare(ONE, 1) if thrown == 1 else ())


# -- sentences -------------------------------------------------------------------------------


def say(before: api.GameView | None, after: api.GameView) -> Lines:
    """Say the last move, or how the game stands."""
    if before is None:
        return (_stand(after),)
    return _said(after, before.position, after.moves[-1] if after.moves else "")


def _said(table: api.GameView, before: Pig, move: str) -> Lines:
    pig, player = table.position, who(table, before.seat)
    if move == api.QUIT:
        return (texts.gave_up(who=player),)
    if move == HOLD:
        return (texts.held(who=player, score=pig.scores[before.seat]),)
    if pig.die == 1:
        return (texts.rolled_one(who=player),)
    return (texts.rolled(who=player, die=pig.die, turn=pig.turn),)


def _stand(table: api.GameView) -> str:
    pig, (one, two) = table.position, table.position.scores
    first, second = who(table, 0), who(table, 1)
    if pig.over:
        return _result(table)
    return texts.stand(first=first, one=one, second=second, two=two, who=who(table, pig.seat), turn=pig.turn)


def _result(table: api.GameView) -> str:
    pig = table.position
    best = max((0, 1), key=lambda seat: pig.scores[seat])
    if pig.left:
        return texts.gave_up(who=who(table, pig.moved))
    return texts.line_won(who=who(table, best), one=pig.scores[best], two=pig.scores[1 - best])


def brief(table: api.GameView) -> str:
    """Return the scores and the stake."""
    pig = table.position
    return texts.brief(one=pig.scores[0], two=pig.scores[1], turn=pig.turn)


def ending(table: api.GameView) -> api.Ending:
    """Return the winner and both scores."""
    scores = status(table.position).scores
    sums = tuple((who(table, seat), str(scores[seat])) for seat in (0, 1))
    return api.Ending(
        _result(table), sums, (_result(table), texts.game_over(score=scores[0])), str(scores[0])
    )


def pages(options: object, plain: bool) -> tuple[TextPage, ...]:
    """Return the help: the game, and its keys."""
    return page_of(texts.help_game()), page_of(texts.help_keys(keys=KEYS.help(plain)))


DOOR: Final = api.Door(
    info=INFO,
    rules=api.Rules(new=new, apply=apply, status=status, computer=computer),
    board=api.Board(keys=keys, choices=choices, plan=plan),
    picture=api.Picture(draw=draw, frames=frames),
    words=api.Words(
        say=say, prompt=lambda table: texts.plain_prompt(), brief=brief, ending=ending, help=pages,
    ),
    coach=PigCoach(),
)  # fmt: skip
