"""Pig: a race with one die, against a person or a computer."""

from __future__ import annotations

from typing import Final

from door.games.contract import Board, Door, Picture, Rules, Words
from door.games.frames import Frame, Moment, fanfare
from door.games.game import QUIT, Act, Choice, Ending, Enter, Front, GamePlan, GameView, Refuse, has_hand
from door.games.info import RANKING, TOP, TURNS_PER_DAY, Info, MonthRules, Players
from door.games.keys import NO_KEYS, Binding, Keys
from door.games.seating import seat_name, seat_rows, seats_of
from door.term.canvas import DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas
from door.ui.lettering import signboard
from door.ui.screen import View
from door.ui.widgets import TextPage, die, page_of, panel
from door.ui.words import Lines
from door_pig.rules import HOLD, LEVELS, ROLL, TARGET, Pig, PigCoach, apply, computer, new, status
from door_pig.words import texts

INFO: Final = Info(
    "pig",
    texts.name,
    texts.tagline,
    MAGENTA | 8,
    options=(TURNS_PER_DAY, TARGET, RANKING, TOP),
    month=MonthRules(like=("target",)),
    players=Players(seats=(2, 2), people=True, computers=LEVELS, quick=LEVELS, versus={}),
)
MOVES: Final = {ROLL: texts.key_roll, HOLD: texts.key_hold}
OPPONENT: Final = {2: LEVELS[0]}
ONE: Final = Moment(texts.banner_one, 7)


# -- the caller's hand -----------------------------------------------------------------------


def hold(table: GameView) -> Act:
    """Hold, unless nothing is at stake."""
    return Enter(HOLD) if table.position.turn else Refuse(texts.nothing_to_hold())


KEYS: Final = Keys(
    Binding(Enter(ROLL), ("r", " "), ("r", "roll"), label=texts.key_roll, about=texts.help_roll),
    Binding(hold, ("h", "enter"), ("h", "hold"), label=texts.key_hold, about=texts.help_hold),
)


def keys(table: GameView) -> Keys:
    """Return the keys of the player at this keyboard."""
    return KEYS if has_hand(table) and not table.position.over else NO_KEYS


def choices(front: Front) -> tuple[Choice, ...]:
    """Return a row for each seat."""
    return seat_rows(INFO, front, OPPONENT)


def plan(front: Front, practice: bool) -> GamePlan:
    """Return a game against the chosen opponent."""
    return GamePlan(seats=seats_of(INFO, front, OPPONENT, demo=practice), ranked=not practice)


# -- pictures --------------------------------------------------------------------------------


def who(table: GameView, seat: int) -> str:
    """Return a player's name."""
    return seat_name(table.seats[seat])


def draw(table: GameView, view: View) -> Canvas:
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


def frames(before: GameView | None, after: GameView) -> tuple[Frame, ...]:
    """Let the die turn, and mourn a one."""
    if before is None or after.moves[-1:] != (ROLL,):
        return ()
    turning = tuple(Frame(0.07, face % 6 + 1) for face in range(after.position.die, after.position.die + 5))
    return turning + (fanfare(ONE, 1) if after.position.die == 1 else ())


# -- sentences -------------------------------------------------------------------------------


def say(before: GameView | None, after: GameView) -> Lines:
    """Say the last move, or how the game stands."""
    if before is None:
        return (_stand(after),)
    return _said(after, before.position, after.moves[-1] if after.moves else "")


def _said(table: GameView, before: Pig, move: str) -> Lines:
    pig, player = table.position, who(table, before.seat)
    if move == QUIT:
        return (texts.gave_up(who=player),)
    if move == HOLD:
        return (texts.held(who=player, score=pig.scores[before.seat]),)
    if pig.die == 1:
        return (texts.rolled_one(who=player),)
    return (texts.rolled(who=player, die=pig.die, turn=pig.turn),)


def _stand(table: GameView) -> str:
    pig, (one, two) = table.position, table.position.scores
    first, second = who(table, 0), who(table, 1)
    if pig.over:
        return _result(table)
    return texts.stand(first=first, one=one, second=second, two=two, who=who(table, pig.seat), turn=pig.turn)


def _result(table: GameView) -> str:
    pig = table.position
    best = max((0, 1), key=lambda seat: pig.scores[seat])
    if pig.left:
        return texts.gave_up(who=who(table, pig.moved))
    return texts.line_won(who=who(table, best), one=pig.scores[best], two=pig.scores[1 - best])


def brief(table: GameView) -> str:
    """Return the scores and the stake."""
    pig = table.position
    return texts.brief(one=pig.scores[0], two=pig.scores[1], turn=pig.turn)


def ending(table: GameView) -> Ending:
    """Return the winner and both scores."""
    scores = status(table.position).scores
    sums = tuple((who(table, seat), str(scores[seat])) for seat in (0, 1))
    return Ending(_result(table), sums, (_result(table), texts.game_over(score=scores[0])), str(scores[0]))


def pages(options: object, plain: bool) -> tuple[TextPage, ...]:
    """Return the help: the game, and its keys."""
    return page_of(texts.help_game()), page_of(texts.help_keys(keys=KEYS.help(plain)))


DOOR: Final = Door(
    info=INFO,
    rules=Rules(new=new, apply=apply, status=status, computer=computer),
    board=Board(keys=keys, choices=choices, plan=plan),
    picture=Picture(draw=draw, frames=frames),
    words=Words(
        say=say, prompt=lambda table: texts.plain_prompt(), brief=brief, ending=ending, help=pages,
    ),
    coach=PigCoach(),
)  # fmt: skip
