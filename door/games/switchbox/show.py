"""Draw the door's screens on a grid of 80×23.

Law: `draw` is pure, and still parts come from a cache: one picture for each state of a level or a card.  So
moving the cursor only copies a few pictures.
"""

from __future__ import annotations

from typing import Final

from door.games import api
from door.games.switchbox import motion
from door.games.switchbox.motion import (
    COLUMN,
    EXIT_ROW,
    ROWS_A_LEVEL,
    TOP,
    FallFrame,
    RoundEnd,
    column_x,
    level_x,
    sight,
)
from door.games.switchbox.play import past, question
from door.games.switchbox.record import is_new
from door.games.switchbox.rules import (
    BASE,
    ENTRIES,
    FIRST_ENTRY,
    ROUNDS,
    SWITCHES,
    Box,
    Figures,
    Stand,
    drop_steps,
    sitter,
    winner,
)
from door.games.switchbox.rules import DEPTH as LEVELS
from door.games.switchbox.words import HOW_IT_FALLS, full_name, name, round_name
from door.term.canvas import (
    BRIGHT_GREEN,
    BRIGHT_RED,
    BROWN,
    CYAN,
    DARK,
    GREY,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    letter_picture,
    picture,
    style,
)
from door.term.keys import Key
from door.ui.lettering import banner, figure, signboard
from door.ui.screen import COLS, ROWS, Tier, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import cut, panel, wrap
from door.ui.words import Lines, capitals, seal

our: Final = tr.switchbox
SEALED: Final = {
    "practice": our.seal_practice, "demo": our.seal_demo, "daily": our.seal_daily,
    api.AT_TABLE: our.seal_table,
}  # fmt: skip

PAST_ROW: Final = 20
CARD_COLS: Final = 15
CARD_AT: Final = ((0, 1), (COLS - CARD_COLS, 1))
SLOT_AT: Final = ((16, 1), (59, 1))
"""The place of the arrow or the goal, beside each card."""
UNDER_AT: Final = ((0, 8), (COLS - 10, 8))
"""The place of the four figures below each card, ten columns × five rows."""
FIGURES: Final = (our.head_score, our.head_goal_bonus, our.head_difference, our.head_total)
LEFT_AT: Final = (0, COLS - 6)
"""The place of each side's remaining passes and random balls, six columns beside the lowest level."""


def draw(table: api.GameView, view: View) -> Canvas:
    of, game, now = view.tier, table.position, sight(table)
    fall = table.frame if isinstance(table.frame, FallFrame) else FallFrame(game.box, (), True)
    kind = api.kind_name(table)
    if table.commit:
        kind = SEALED.get(table.kind, our.seal_contest)(seal=seal(table.commit, 2))
    values = game.terms.exits[now.round]
    canvas = _base(now.round, round_name(game, now.round), kind, values, of).copy()
    for seat in (0, 1):
        _draw_side(canvas, table, now, seat, of)
    for level in range(LEVELS):
        canvas.blit(*_level(fall.box, level, of))
    _entries(canvas, table)
    if fall.out and game.last is not None:
        lit = tuple(sorted(set(game.last.exits)))
        canvas.blit(_exits(values, lit), column_x(0), EXIT_ROW - 1)
    for column, row in fall.balls:
        canvas.blit(motion.ball(of), column_x(column), TOP + row)
    ink = GREY if isinstance(table.frame, RoundEnd) else DARK
    canvas.centre(PAST_ROW, cut(past(table), 78), GREY if question(table) == "give" else ink)
    return canvas


def _level(box: Box, level: int, of: Tier) -> Sprite:
    lean, load = (bits >> BASE[level] & (1 << SWITCHES[level]) - 1 for bits in (box.lean, box.load))
    return Sprite(motion.level_picture(level, lean, load, of), level_x(level), TOP + ROWS_A_LEVEL * level)


def hand(table: api.GameView, view: View) -> tuple[Sprite, ...]:
    """Return the number at the cursor, and in a preview all that a ball there would meet."""
    if question(table) != "drop":
        return ()
    entry, game = table.board.cursor, table.position
    cursor = Sprite(letter_picture(f"►{entry}◄ ", YELLOW), column_x(FIRST_ENTRY + entry - 1), TOP - 1)
    if not table.board.preview:
        return (cursor,)
    drop = drop_steps(game.box, entry)
    marks = [  # a mark at every switch that the ball or a freed one would hit
        Sprite(
            letter_picture("XX" if hit.effect == "stops" else "▼▼", BRIGHT_GREEN),
            column_x(hit.column) + 1, TOP + ROWS_A_LEVEL * hit.level,
        )
        for hit in drop.hits
    ]  # fmt: skip
    exits = _exits(game.terms.exits[sight(table).round], tuple(sorted(set(drop.exits))))
    return (
        Sprite(exits, column_x(0), EXIT_ROW - 1), *marks, cursor,
        Sprite(letter_picture(" " * (COLS - 2), DARK), 1, PAST_ROW),
    )  # fmt: skip


def _entries(canvas: Canvas, table: api.GameView) -> None:
    last = table.position.last.move[-1:] if table.position.last is not None else ""
    at, ask = int(last) if last in tuple("12345678") else 0, question(table)
    canvas.blit(_numbers(at, ask), column_x(FIRST_ENTRY), TOP - 1)


@picture
def _numbers(last: int, ask: str) -> Canvas:
    """Draw the numbers 1 to 8 above the box, all bright while a drop is asked for."""
    canvas = Canvas(COLUMN * ENTRIES, 1)
    for entry in range(1, ENTRIES + 1):
        x = COLUMN * (entry - 1)
        canvas.put(x, 0, f" {entry}  ", WHITE if ask == "drop" or entry == last else DARK)
        if ask:
            canvas.hot(x, 0, COLUMN, 1 + ROWS_A_LEVEL, Key(str(entry)))
    return canvas


@cache_by_language
def _base(at: int, called: str, kind: str, values: tuple[int, ...], of: Tier) -> Canvas:
    """Draw the part that stays for a whole round: the casing, the header, the exits' values."""
    canvas = motion.casing(of).copy()
    canvas.put(1, 0, "SWITCHBOX", YELLOW)
    canvas.put(23, 0, our.round_of(round=at + 1, rounds=ROUNDS), WHITE)
    canvas.put(37, 0, called, GREY)
    canvas.right(78, 0, kind, DARK)
    canvas.blit(_exits(values, ()), column_x(0), EXIT_ROW - 1)
    return canvas


@picture
def _exits(values: tuple[int, ...], lit: tuple[int, ...]) -> Canvas:
    """Draw the exits' values in two rows with partitions; mark the `lit` ones.  Of numbers with four or more
    characters, the odd exits' are above the even ones'.
    """
    canvas = Canvas(COLUMN * len(values), 2)
    wide = any(len(str(value)) >= COLUMN for value in values)
    for at in range(1, len(values)):
        for row in (0, 1) if wide else (1,):
            canvas.put(COLUMN * at - 1, row, "│", DARK)
    for at, value in enumerate(values):
        x, on, ink = COLUMN * at, at + 1 in lit, GREY if value >= 0 else BRIGHT_RED
        if wide:
            text = f"{'▼' if on else ' '}{value} "
            canvas.put(min(x, canvas.cols - len(text)), at % 2, text, YELLOW if on else ink)
            continue
        canvas.put(x, 0, " ▼▼" * on, YELLOW)
        text = f" {value}" if len(str(value)) < COLUMN - 1 else f"{value}"
        canvas.put(x, 1, text, style(WHITE, BROWN) if on else ink)
    return canvas


# -- the cards ----------------------------------------------------------------------------------------


def _draw_side(canvas: Canvas, table: api.GameView, now: Stand, seat: int, of: Tier) -> None:
    """Draw a player's card, the arrow or goal beside it, the last round's four figures below it, and the
    remaining passes and random balls.
    """
    game, moves, goal = table.position, now.mover == seat, table.position.terms.goals[now.round]
    level = "" if game.terms.solitaire and seat == 1 else api.level_name(sitter(game, seat))
    card = _card(name(game, seat, 2), level, now.points[seat], goal, now.totals[seat], moves, of)
    canvas.blit(card, *CARD_AT[seat])
    x, y = SLOT_AT[seat]
    if moves:
        canvas.blit(motion.arrow(bool(seat), of), x, y)
    elif now.mover >= 0:
        canvas.put(x, y + 1, our.label_goal().center(5), GREY)
        canvas.put(x, y + 2, str(goal).center(5), YELLOW)
    if game.rounds:
        figures, fresh = game.rounds[-1][seat], isinstance(table.frame, RoundEnd)
        canvas.blit(_under(len(game.rounds), figures, fresh), *UNDER_AT[seat])
    terms, stand, left = game.terms, game.stand, list[str]()
    if terms.limited_passes and not terms.solitaire:
        left.append(our.label_passes(passes=stand.passes[seat]))
    if terms.gifts and not terms.solitaire:
        left.append(our.label_gifts(gifts=stand.gifts[seat]))
    canvas.put_lines(LEFT_AT[seat], 14, left)


@cache_by_language
def _card(title: str, foot: str, points: int, goal: int, total: int, moves: bool, of: Tier) -> Canvas:
    """Draw a score card: the round's points, their part of the goal, and the grand total."""
    canvas = Canvas(CARD_COLS, 7)
    edge = YELLOW if moves else CYAN
    border = "double" if moves else "single"
    panel(canvas, 0, 0, CARD_COLS, 7, "", edge, border)
    title = f" {cut(title, CARD_COLS - 4)} "
    canvas.put(min(2, CARD_COLS - 1 - len(title)), 0, title, WHITE)
    bright = BRIGHT_GREEN if points >= goal else WHITE
    score = figure(points, bright, of == "ascii", small=True, drop=1, room=CARD_COLS - 2)
    canvas.blit_centred(score, 1)
    full = round(max(0.0, min(points / goal, 1.0)) * (CARD_COLS - 4))
    canvas.put(2, 4, "■" * full, BRIGHT_GREEN if points >= goal else YELLOW)
    canvas.put(2 + full, 4, "─" * (CARD_COLS - 4 - full), DARK)
    canvas.put(2, 5, our.label_total(), GREY)
    canvas.right(CARD_COLS - 3, 5, f"{total}", WHITE)
    if foot:
        canvas.right(CARD_COLS - 3, 6, f" {foot} ", GREY)
    return canvas


@cache_by_language
def _under(number: int, card: Figures, fresh: bool) -> Canvas:
    canvas = Canvas(10, 5)
    canvas.put(0, 0, our.round_number(number=number), YELLOW if fresh else DARK)
    for at, (label, value) in enumerate(zip(FIGURES, _figures(card), strict=True), 1):
        canvas.put(0, at, label(), GREY if fresh else DARK)
        canvas.right(9, at, value, WHITE if fresh else GREY)
    return canvas


# -- the title page and the end ----------------------------------------------------------------------


def sign(front: api.Front, view: View) -> Canvas:
    return _sign(is_new(front.tally, front.caller), view.tier)


@cache_by_language
def _sign(new: bool, of: Tier) -> Canvas:
    canvas = Canvas(COLS, 10)
    canvas.blit_centred(signboard("SWITCHBOX", YELLOW, BROWN, of == "ascii"), 0 if new else 1)
    canvas.blit(motion.level_picture(4, 0b01101001, 0b01000101, of), motion.LEFT, 5 if new else 6)
    for at, line in enumerate(HOW_IT_FALLS if new else ()):
        canvas.centre(8 + at, line(), GREY)
    return canvas


def last(table: api.GameView, view: View) -> Canvas:
    game, of = table.position, view.tier
    canvas = Canvas(COLS, ROWS)
    canvas.blit_centred(banner(_headline(table), YELLOW, 74, of == "ascii", drop=1), 0)
    panel(canvas, 1, 4, 78, 8, "", CYAN)
    for seat, x in ((0, 22), (1, 51)):
        head = YELLOW if game.over and winner(game) == seat else WHITE
        canvas.put(x, 5, cut(full_name(game, seat), 26), head)
        canvas.put(x, 6, "".join(f"{label():>6}" for label in FIGURES), DARK)
    for at, pair in enumerate(game.rounds):
        canvas.put(3, 7 + at, f"{at + 1}  {round_name(game, at)}", GREY)
        for seat, x in ((0, 22), (1, 51)):
            for column, value in enumerate(_figures(pair[seat]), 1):
                canvas.right(x + 6 * column - 1, 7 + at, value, WHITE if column == 4 else GREY)
    if not game.rounds:
        canvas.centre(8, our.no_round_finished(), DARK)
    return canvas


def _figures(card: Figures) -> tuple[str, ...]:
    return f"{card.points}", f"{card.with_goal}", f"{card.difference:+}", f"{card.total}"


def beside(table: api.GameView) -> tuple[str, Lines]:
    game = table.position
    balls = " ".join(move for move in table.moves if move != api.QUIT)
    rounds = (f"{at}{one.total:>7}{other.total:>7}" for at, (one, other) in enumerate(game.rounds, start=1))
    return our.label_balls_totals(), (*wrap(balls, 15), *rounds)


def _headline(table: api.GameView) -> str:
    game = table.position
    if not game.over:
        return our.banner_game_over()
    if game.given_up:
        return our.banner_given_up()
    won = winner(game)
    if won is None:
        return our.banner_tie()
    people, mine = [seat for seat in (0, 1) if not sitter(game, seat)], api.reader(table)
    if mine >= 0 and (people == [0] or table.kind == api.AT_TABLE):
        return our.banner_you_win() if won == mine else our.banner_you_lose()
    return our.banner_wins(name=capitals(name(game, won)))
