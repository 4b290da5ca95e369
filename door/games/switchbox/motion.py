"""Animate a ball frame by frame, and pause at a round's end.

Law: frames only show moves that the rules have already made, so skipping them changes nothing.  They follow
from the box before the ball and its entry, so they are never saved.

Balls move level by level, all of a level at once: one frame above its switches, and one below them after the
switches have turned and freed other balls.  Rows are counted from the top of the first level, three to a
level.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.frames import Frame, Moment, fanfare
from door.games.game import AT_TABLE, QUIT, GameView
from door.games.switchbox.art import ROWS_A_LEVEL, balls
from door.games.switchbox.box import AVALANCHE, LEVELS, Box, Hit, drop_steps
from door.games.switchbox.rules import PASS, Game
from door.games.switchbox.turns import ROUNDS, Stand, add_to
from door.ui.texts import tr

BELOW: Final = LEVELS * ROWS_A_LEVEL
"""The row below the last level, at the exits."""
STEP_SECONDS: Final = 0.04
REST_SECONDS: Final = 0.2
SCORED_SECONDS: Final = 0.35
ROUND_SECONDS: Final = 4.0
SLIDE: Final = Moment(tr.switchbox.banner_avalanche, 7, balls)


class FallFrame(NamedTuple):
    """The box now, the balls in the air as (column 0..15, row), and True if they have come out."""

    box: Box
    balls: tuple[tuple[int, int], ...]
    out: bool = False


class RoundEnd(NamedTuple):
    """The end of round 1 to 4, with its four figures on display."""

    number: int


def _tipping_frame(box: Box, hits: tuple[Hit, ...], row: int) -> FallFrame:
    """Return the frame in which loaded switches tip over.  A ball that hit another one has slid aside."""
    freed = sum({1 << hit.switch for hit in hits if hit.effect == "frees"})
    balls = ((hit.leaving[0] if hit.effect == "frees" else hit.column, row) for hit in hits)
    return FallFrame(Box(box.lean ^ freed, box.load & ~freed), tuple(balls))


def falling(box: Box, entry: int) -> tuple[Frame, ...]:
    """Return every frame of a ball dropped into `entry` (1..8)."""
    fall, shown, step = drop_steps(box, entry), [], STEP_SECONDS
    for level in range(LEVELS):
        hits = fall.level(level)
        if not hits:
            break
        top = level * ROWS_A_LEVEL
        shown.append(Frame(step, FallFrame(box, tuple((hit.column, top - 1) for hit in hits))))
        if any(hit.effect == "frees" for hit in hits):
            shown.append(Frame(step, _tipping_frame(box, hits, top - 1)))
        box = hits[-1].box
        leaving = tuple((column, top + 1) for hit in hits for column in hit.leaving)
        shown.append(Frame(step, FallFrame(box, leaving)))
    if fall.exits:
        shown.append(Frame(step, FallFrame(box, tuple((way - 1, BELOW - 1) for way in fall.exits))))
    shown.append(Frame(SCORED_SECONDS if fall.exits else REST_SECONDS, FallFrame(box, (), True)))
    return tuple(shown)


def frames(before: GameView | None, after: GameView) -> tuple[Frame, ...]:
    """Return the frames of the fall.  If it ended a round, show the figures until ENTER or for a while."""
    game, last = after.position, after.position.last
    if before is None or last is None or last.move == QUIT:
        return ()
    fall = falling(before.position.box, int(last.move[-1])) if last.move != PASS else ()
    if fall and before.position.rolling(last.move) >= AVALANCHE:
        fall = (*fall, *fanfare(SLIDE, fall[-1].show))
    if len(game.rounds) == len(before.position.rounds):
        return fall
    seconds = ROUND_SECONDS if after.kind in ("demo", AT_TABLE) else 0
    return (*fall, Frame(seconds, RoundEnd(len(game.rounds)), tr.switchbox.plain_prompt_go_on()))


# -- what is visible ------------------------------------------------------------


def sight(table: GameView) -> Stand:
    """Return the visible stand: the seat to move is -1 for nobody.  At a round's end, and after the game, it
    is the stand of the round that ended.
    """
    game: Game = table.position
    frame, stand = table.frame, game.stand
    if isinstance(frame, FallFrame) and table.before is not None:
        before: Stand = table.before.stand
        gained = game.last.gained if frame.out and game.last is not None else 0
        return before._replace(points=add_to(before.points, before.mover, gained))
    if game.rounds and (isinstance(frame, RoundEnd) or (game.over and not game.given_up)):
        first, second = game.rounds[-1]
        stand = stand._replace(points=(first.points, second.points), totals=(first.total, second.total))
        return stand._replace(round=len(game.rounds) - 1, mover=-1)
    return stand._replace(round=min(stand.round, ROUNDS - 1), mover=-1 if game.over else stand.mover)
