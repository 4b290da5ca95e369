"""The pictures of the box, and how balls move through it, frame by frame.

A column of the box is four cells wide, a level three rows high.  A switch spans two columns.  On its
platform's side it has a low flat shelf with a lip, which holds a ball if the switch is loaded.  On the
trigger's side an arm points up.

Law: frames only show moves that the rules have already made, so skipping them changes nothing.  They follow
from the box before the ball and its entry, so they are never saved.

Balls move level by level, all of a level at once: one frame above its switches, and one below them after the
switches have turned and freed other balls.  Rows are counted from the top of the first level, three to a
level.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games import api
from door.games.switchbox.rules import (
    AVALANCHE,
    FIRST_ENTRY,
    PASS,
    ROUNDS,
    SWITCHES,
    Box,
    Hit,
    Stand,
    SwitchGame,
    add_to,
    drop_steps,
)
from door.games.switchbox.rules import DEPTH as LEVELS
from door.games.switchbox.rules import EXIT_COUNT as EXITS
from door.term.canvas import BLACK, CYAN, DEEP, GREY, LIGHT, WHITE, Canvas, picture
from door.ui.lettering import INKS, drawing, drawings, paint
from door.ui.screen import COLS, ROWS, Tier
from door.ui.texts import tr

# -- box and balls ---------------------------------------------------------------------------------

COLUMN: Final = 4
ROWS_A_LEVEL: Final = 3
LEFT: Final = 8
"""The screen column of the box's column 0."""
TOP: Final = 2
"""The row of the first level."""
EXIT_ROW: Final = TOP + LEVELS * ROWS_A_LEVEL + 1


def column_x(column: int) -> int:
    """Return the first screen column of the box's column 0..15."""
    return LEFT + COLUMN * column


def level_x(level: int) -> int:
    """Return the first screen column of a level's switches."""
    return column_x(FIRST_ENTRY - level)


# -- switches ------------------------------------------------------------------------------------

_MIRROR: Final = str.maketrans("/()[]|'", "\\)(][|`")


@picture
def switch(right: bool, loaded: bool, of: Tier) -> Canvas:
    """Draw a switch, 8 columns × 3 rows, that leans left or right, with or without a ball."""
    name, canvas = "switch_loaded" if loaded else "switch", Canvas(2 * COLUMN, ROWS_A_LEVEL)
    if of == "ascii":
        for y, row in enumerate(drawings(__file__)[f"{name}_lines"]):
            line = row.ljust(2 * COLUMN)
            canvas.put(0, y, line[::-1].translate(_MIRROR) if right else line, WHITE if loaded else GREY)
        return canvas
    # the shade stays on the right, whichever way the switch leans
    rows = [row[::-1].replace("syyy", "yyys") if right else row for row in drawings(__file__)[name]]
    paint(canvas, 0, 0, rows, INKS, BLACK)
    if of == "colour":
        canvas.shade(0, 0, 2 * COLUMN, (LIGHT, 0, DEEP))
    return canvas


@picture
def level_picture(level: int, lean: int, load: int, of: Tier) -> Canvas:
    """Draw a whole level.  `lean` and `load` have one bit for each switch, the leftmost lowest."""
    canvas = Canvas(2 * COLUMN * SWITCHES[level], ROWS_A_LEVEL)
    for at in range(SWITCHES[level]):
        canvas.blit(switch(bool(lean >> at & 1), bool(load >> at & 1), of), 2 * COLUMN * at, 0)
    return canvas


@picture
def ball(of: Tier) -> Canvas:
    """Draw a ball in the air, 4 columns × 2 rows."""
    if of != "ascii":
        return drawing(__file__, "ball")
    canvas = Canvas(COLUMN, 2)
    canvas.put(0, 0, " __ ", WHITE)
    canvas.put(0, 1, "(##)", WHITE)
    return canvas


# -- the casing --------------------------------------------------------------------------------------


@picture
def casing(of: Tier) -> Canvas:
    """Draw the empty box on a screen of 80×23: its walls, and the exits with their numbers."""
    canvas = Canvas(COLS, ROWS)
    for level in range(LEVELS):
        left, right, y = level_x(level) - 1, 80 - level_x(level), TOP + ROWS_A_LEVEL * level
        for row in range(y, y + ROWS_A_LEVEL):
            canvas.put(left, row, "║", CYAN)
            canvas.put(right, row, "║", CYAN)
        if level:
            canvas.put(left, y - 1, "╔═══╝", CYAN)
            canvas.put(right - 4, y - 1, "╚═══╗", CYAN)
    canvas.put(level_x(0) - 1, TOP - 1, "╥", CYAN)
    canvas.put(80 - level_x(0), TOP - 1, "╥", CYAN)
    width = COLUMN * EXITS
    for row in (EXIT_ROW - 1, EXIT_ROW):
        canvas.put(LEFT - 1, row, "║", CYAN)
        canvas.put(LEFT + width, row, "║", CYAN)
    canvas.put(LEFT - 1, EXIT_ROW + 1, "╚" + "═" * width + "╝", CYAN)
    for column in range(EXITS):
        if column and of != "ascii":
            canvas.put(column_x(column) - 1, EXIT_ROW + 1, "╧", CYAN)
        canvas.put(column_x(column) + 1, EXIT_ROW + 1, f"{column + 1}", GREY)
    return canvas


@picture
def arrow(right: bool, of: Tier) -> Canvas:
    """Draw the arrow that points at a card, 5 columns × 3 rows."""
    canvas = Canvas(5, 3)
    if of == "ascii":
        canvas.put(0, 1, "--->>" if right else "<<---", WHITE)
        return canvas
    rows = [row[::-1] if right else row for row in drawings(__file__)["arrow"]]
    paint(canvas, 0, 0, rows, INKS, BLACK)
    return canvas


@picture
def balls(at: int, of: Tier) -> Canvas:
    """Draw falling balls, 9 columns × 6 rows.  Every other picture moves them down three rows of pixels."""
    canvas, at = Canvas(9, 6), at // 2
    rows = drawings(__file__)["balls_apart" if at // 4 % 2 else "balls"]
    step = at % 4 * 3
    paint(canvas, 0, 0, [*rows[len(rows) - step :], *rows[: len(rows) - step]], INKS, BLACK)
    return canvas


# -- motion ----------------------------------------------------------------------------------------

BELOW: Final = LEVELS * ROWS_A_LEVEL
"""The row below the last level, at the exits."""
STEP_SECONDS: Final = 0.04
REST_SECONDS: Final = 0.2
SCORED_SECONDS: Final = 0.35
ROUND_SECONDS: Final = 4.0
SLIDE: Final = api.Moment(tr.switchbox.banner_avalanche, 7, balls)


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


def falling(box: Box, entry: int) -> tuple[api.Frame, ...]:
    """Return every frame of a ball dropped into `entry` (1..8)."""
    fall, shown, step = drop_steps(box, entry), [], STEP_SECONDS
    for level in range(LEVELS):
        hits = tuple(hit for hit in fall.hits if hit.level == level)
        if not hits:
            break
        top = level * ROWS_A_LEVEL
        shown.append(api.Frame(step, FallFrame(box, tuple((hit.column, top - 1) for hit in hits))))
        if any(hit.effect == "frees" for hit in hits):
            shown.append(api.Frame(step, _tipping_frame(box, hits, top - 1)))
        box = hits[-1].box
        leaving = tuple((column, top + 1) for hit in hits for column in hit.leaving)
        shown.append(api.Frame(step, FallFrame(box, leaving)))
    if fall.exits:
        shown.append(api.Frame(step, FallFrame(box, tuple((way - 1, BELOW - 1) for way in fall.exits))))
    shown.append(api.Frame(SCORED_SECONDS if fall.exits else REST_SECONDS, FallFrame(box, (), True)))
    return tuple(shown)


def frames(before: api.GameView | None, after: api.GameView) -> tuple[api.Frame, ...]:
    """Return the frames of the fall.  If it ended a round, show the figures until ENTER or for a while."""
    game, last = after.position, after.position.last
    if before is None or last is None or last.move == api.QUIT:
        return ()
    fall = falling(before.position.box, int(last.move[-1])) if last.move != PASS else ()
    if fall and before.position.rolling(last.move) >= AVALANCHE:
        fall = (*fall, *api.fanfare(SLIDE, fall[-1].show))
    if len(game.rounds) == len(before.position.rounds):
        return fall
    seconds = ROUND_SECONDS if after.kind in ("demo", api.AT_TABLE) else 0
    return (*fall, api.Frame(seconds, RoundEnd(len(game.rounds)), tr.switchbox.plain_prompt_go_on()))


# -- what is visible ------------------------------------------------------------


def sight(table: api.GameView) -> Stand:
    """Return the visible stand: the seat to move is -1 for nobody.  At a round's end, and after the game, it
    is the stand of the round that ended.
    """
    game: SwitchGame = table.position
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
