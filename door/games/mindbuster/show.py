"""Draw the door's screens on a grid of 80×23.

Law: `draw` is pure.  The still part is a cached picture for this viewer.  The row in hand and the peg on the
mouse are drawn over it.
"""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Final

from door.games import api
from door.games.mindbuster import pegboard
from door.games.mindbuster.pegboard import Look, big_peg, code_shown, rows_shown, score_pegs, small_peg
from door.games.mindbuster.play import BUTTONS, Palette
from door.games.mindbuster.record import ACCENT, Best, best_of
from door.games.mindbuster.rules import GUESSES, NO_PEG, MindGame, result
from door.games.mindbuster.words import (
    hiding,
    keeps_code,
    knows,
    left_side,
    making,
    name,
    scored_row,
    shows_code,
    whose_code,
)
from door.term.canvas import DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas, Sprite, letter_picture, picture
from door.ui.lettering import signboard
from door.ui.magnify import ONCE
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import cache_by_language, tr
from door.ui.widgets import Hint, button, cut, panel
from door.ui.words import Lines, seal

our: Final = tr.mindbuster

SECOND: Final = pegboard.BOARD_COLS
PANEL: Final = 2 * pegboard.BOARD_COLS
PANEL_COLS: Final = 18
LAST_ROWS: Final = 6
CODE_ROW: Final = 8  # row of the code that the caller hides
BUTTON_ROW: Final = 13
RESULTS: Final = {"won": our.side_you_won, "lost": our.side_you_lost, "drawn": our.side_draw}
SHORT: Final = {
    "R": our.short_red, "W": our.short_white, "B": our.short_blue, "G": our.short_green,
    "Y": our.short_yellow, "K": our.short_black, "O": our.short_orange, "V": our.short_violet,
    NO_PEG: our.short_no_peg,
}  # fmt: skip
_OK: Final = {True: Hint("enter", our.key_random), False: Hint("enter", our.key_ok)}
"""The button for ENTER; the key is True if the row is empty."""

_GOLD: Final = (YELLOW, WHITE, WHITE)


def draw(table: api.GameView, view: View) -> Canvas:
    look, frame = _look(table, view), table.frame
    canvas = _boards(table, look)
    if _making(table):
        _being_made(canvas, table, look)
    elif (to_move := _to_move(table)) is not None:
        side, row = to_move
        pegboard.mark_row(canvas, 0 if side == left_side(table) else SECOND, row)
    if frame is not None and table.position.rows(frame.side):
        for sprite in pegboard.arriving_pegs(table, 0 if frame.side == left_side(table) else SECOND, look):
            canvas.blit(*sprite)
    return canvas


def hand(table: api.GameView, view: View) -> tuple[Sprite, ...]:
    """Return Show Scoring while it is open, or the row being made, its buttons, and the peg on the mouse."""
    look, opened_at = _look(table, view), scored_row(table)
    if opened_at is not None and knows(table, opened_at[0]):
        return (Sprite(pegboard.draw(table, *opened_at, look), 0, 0),)
    now = _making(table)
    if not now:
        return ()
    held, pegs = table.board.hand, pegboard.hand_pegs(*_row_at(table), table.board.hand, look)
    works = (held.empty or held.full, now == "guess" and bool(table.position.rows(table.eyes)))
    sprites = (*pegs, Sprite(_buttons(now, works, held.empty), PANEL, BUTTON_ROW))
    if now == "code":
        words = our.enter_hides_code() if held.full else our.colour_in_every_hole()
        line = letter_picture(f"{words:^{pegboard.BOARD_COLS - 2}}", DARK)
        sprites = (*sprites, Sprite(line, SECOND + 1, CODE_ROW + 3))
    if not held.held:
        return sprites
    peg = big_peg(held.held, look)  # it stays on the board if the mouse leaves it
    x, y = (max(there - start, 0) * ONCE // view.zoom for there, start in zip(held.at, view.at, strict=True))
    x, y = min(max(x - 1, 0), COLS - peg.cols), min(y, ROWS - 1 - pegboard.PEG_ROWS)
    return (*sprites, Sprite(peg, x, y))


def _row_at(table: api.GameView) -> tuple[int, int]:
    """Return the place of the row being made: a guess on its board, a code in a box on the computer's."""
    return (SECOND, CODE_ROW) if hiding(table) else (0, pegboard.row_y(len(table.position.rows(table.eyes))))


def _to_move(table: api.GameView) -> tuple[int, int] | None:
    game, frame = table.position, table.frame
    if frame is not None and frame.side != left_side(table):
        return frame.side, len(game.rows(frame.side)) - 1
    if game.over or game.phase == "code":
        return None
    return game.mover, len(game.rows(game.mover))


def beside(table: api.GameView) -> tuple[str, Lines]:
    """Return the reader's rows with their scores. Who only watches a duel sees both players' rows in turn."""
    game, first = table.position, left_side(table)
    if api.reader(table) >= 0 or not game.duel:
        return our.legend_black_white(), tuple(_scored_rows(game, first))
    names = [cut(name(table, side), 15) for side in (first, 1 - first)]
    rounds = zip_longest(_scored_rows(game, first), _scored_rows(game, 1 - first))
    named = ((who, row) for rows in rounds for who, row in zip(names, rows, strict=True) if row)
    return our.legend_black_white(), tuple(chain.from_iterable(named))


def _scored_rows(game: MindGame, side: int) -> list[str]:
    rows = enumerate(game.history(side), start=1)
    return [f"{at:>2} {pegs} {black}, {white}" for at, (pegs, (black, white)) in rows]


def _look(table: api.GameView, view: View) -> Look:
    return Look(view.tier, table.choices.get("numbers") == "on")


def _boards(table: api.GameView, look: Look, most: int = GUESSES) -> Canvas:
    game, canvas = table.position, Canvas(COLS, ROWS)
    side = left_side(table)
    mine = rows_shown(table, side)
    first, guessing = max(len(mine) - most, 0), _making(table) == "guess"
    canvas.blit(pegboard.standing(mine[first:], game.holes, look, guessing, first), 0, 0)
    who = our.label_you() if api.reader(table) >= 0 else cut(name(table, side), 14)
    pegboard.header(canvas, 0, who, code_shown(table, side), look)
    if game.duel:
        theirs = rows_shown(table, 1 - side)
        canvas.blit(pegboard.standing(theirs[first:], game.holes, look, False, first), SECOND, 0)
        pegboard.header(canvas, SECOND, cut(name(table, 1 - side), 14), code_shown(table, 1 - side), look)
    else:
        best = best_of(table.tally, game.holes, game.colours)
        canvas.blit(_beside(best, game.holes, game.colours, look), SECOND, 0)
    ended = shows_code(table) or keeps_code(table)
    canvas.blit(_came_to(table, look) if ended else _side(table, look), PANEL, 0)
    if not _making(table):
        canvas.spots.clear()
    return canvas


def _making(table: api.GameView) -> str:
    if table.frame is not None or not making(table):
        return ""
    return "code" if hiding(table) else "guess"


def _being_made(canvas: Canvas, table: api.GameView, look: Look) -> None:
    holes, top, wide = table.position.holes, CODE_ROW - 3, pegboard.BOARD_COLS
    if not hiding(table):
        pegboard.in_hand(canvas, *_row_at(table), holes, look)
        pegboard.mark_row(canvas, 0, len(table.position.rows(table.eyes)))
        return
    panel(canvas, 0, top, wide, 8, our.legend_title(), ACCENT)
    canvas.blit(_legend(look), 2, top + 2)
    panel(canvas, SECOND, top, wide, 8, our.label_your_hidden_code(), ACCENT, "double")
    canvas.hot(SECOND, top, wide, 8, None)
    canvas.centre(
        top + 1, our.name_is_to_break_it(name=cut(name(table, 1 - table.eyes), 14)), GREY, SECOND, wide
    )
    pegboard.in_hand(canvas, *_row_at(table), holes, look)


# -- beside the boards -----------------------------------------------------------------------------


def _side(table: api.GameView, look: Look) -> Canvas:
    game, now = table.position, _making(table)
    sealed = (our.codes_sealed_as(), seal(table.commit, 3)) if table.commit else ("", "")
    sealed = (our.codes_are_sealed(), "") if game.between_callers else sealed
    size = f"{game.holes}x{game.colours}"
    kind = cut(api.KINDS[table.kind](), PANEL_COLS - 2) if table.kind in api.KINDS else ""
    return _panel(size, game.palette, now, api.has_hand(table), kind, sealed, look)


@cache_by_language
def _panel(
    size: str, palette: str, now: str, mine: bool, kind: str, sealed: tuple[str, str], look: Look
) -> Canvas:
    """Draw the side panel, 18 columns × 21 rows.  If the viewer plays (`mine`) but makes no row, its buttons
    are dark.
    """
    canvas = Canvas(PANEL_COLS, pegboard.BOARD_ROWS)
    pegboard.bar(canvas, "MindBuster!", size)
    canvas.blit(_palette(palette + (NO_PEG if now != "code" else ""), look, mine), 0, 2)
    if mine and not now:
        canvas.blit(_buttons("", (False, False), False), 0, BUTTON_ROW)
    canvas.put(1, 18, kind, YELLOW)
    canvas.put(1, 19, sealed[0], DARK)
    canvas.put(1, 20, sealed[1], GREY)
    return canvas


@cache_by_language
def _buttons(now: str, works: tuple[bool, bool], empty: bool) -> Canvas:
    """Draw the buttons, 18 columns × 5 rows: those of a "guess", of a "code", or dark ones.

    `works` is True for each of ENTER and Copy a row if that button works now.
    """
    canvas = Canvas(PANEL_COLS, 1 + len(BUTTONS[1:]))
    for at, hint in enumerate((_OK[empty], *BUTTONS[1:])):
        if hint.key == NO_PEG and now == "code":
            continue
        lit = dict(zip(("enter", "="), works, strict=True)).get(hint.key, bool(now))
        end = button(canvas, 1, at, hint, ACCENT, PANEL_COLS - 4 - len(hint.label_text))
        if not lit:
            canvas.tint(1, at, end - 1, 1, DARK)
    return canvas


@cache_by_language
def _palette(pegs: str, look: Look, keys: bool) -> Canvas:
    """Draw the pegs to drag or click, two in a row, NO PEG below the colours; `keys` adds their digits."""
    canvas = Canvas(PANEL_COLS, 10)
    for at, peg in enumerate(pegs):
        x, y = (0, (at + 1) // 2 * 2) if peg == NO_PEG else (at % 2 * 9, at // 2 * 2)
        canvas.blit(big_peg(peg, look), x, y)
        key = ("0 " if peg == NO_PEG else f"{at + 1} ") if keys else ""
        canvas.put(canvas.put(x + 5, y, key, GREY), y, peg, ACCENT)
        canvas.put(x + 5, y + 1, SHORT[peg](), GREY)
        canvas.hot(x, y, 5 + len(SHORT[peg]()), 2, Palette(peg))
    return canvas


@cache_by_language
def _legend(look: Look) -> Canvas:
    """Explain the two pegs of a score: 27 columns × 5 rows."""
    canvas = Canvas(pegboard.BOARD_COLS - 4, 5)
    for y, marks, where in ((0, (1, 0), our.legend_right_hole()), (3, (0, 1), our.legend_other_hole())):
        canvas.blit(score_pegs(*marks, look), 0, y)
        canvas.put(5, y, our.legend_right_colour(), GREY)
        canvas.put(5, y + 1, where, GREY)
    return canvas


@cache_by_language
def _beside(best: Best, holes: int, colours: int, look: Look) -> Canvas:
    """Explain a score, and list the fewest guesses for this size: 31 columns × 21 rows."""
    canvas = Canvas(pegboard.BOARD_COLS, pegboard.BOARD_ROWS)
    pegboard.bar(canvas, our.label_solo(), our.count_of_codes(colours=f"{colours**holes:,}"))
    canvas.put(2, 2, our.legend_title(), WHITE)
    canvas.blit(_legend(look), 3, 4)
    canvas.put(2, 11, our.title_fewest_guesses(holes=holes, colours=colours), WHITE)
    for at, (guesses, caller) in enumerate(best):
        canvas.put(3, 13 + at, f"{guesses:>2}  {cut(caller, 22)}", _GOLD[min(at, 2)])
    if not best:
        canvas.put(3, 13, our.no_games_yet(), DARK)
    return canvas


# -- the end of a game ----------------------------------------------------------------------------


def _came_to(table: api.GameView, look: Look) -> Canvas:
    """Draw the panel of a finished game, 18 columns × 21 rows: the result, and each code with a label."""
    game, first, canvas = table.position, left_side(table), Canvas(PANEL_COLS, pegboard.BOARD_ROWS)
    pegboard.bar(canvas, _result(table))
    sides = [side for side in (first, 1 - first) if game.code(side)]
    for at, side in enumerate(sides):
        canvas.put(1, 3 + 4 * at, cut(whose_code(table, side), PANEL_COLS - 2), GREY)
        for hole, peg in enumerate(code_shown(table, side)):
            small_peg(canvas, 1 + 3 * hole, 4 + 4 * at, peg, look)
    return canvas


def _result(table: api.GameView) -> str:
    """Return the reader's result or the winner in a few words.  Between callers, the end page explains a
    game that was given up.
    """
    game = table.position
    if game.given_up and table.kind == api.AT_TABLE:
        return our.side_over()
    if api.reader(table) >= 0:
        return RESULTS[result(game, left_side(table))]()
    if game.given_up:
        return our.side_given_up()
    if game.broken == game.beaten or not game.duel:
        return RESULTS["drawn"]() if game.duel else our.side_over()
    return cut(our.side_wins(name=name(table, int(game.beaten))), PANEL_COLS - 2)


# -- before, and after -----------------------------------------------------------------------------


@picture
def _sign(look: Look) -> Canvas:
    canvas = Canvas(COLS, 10)
    canvas.blit_centred(signboard("MINDBUSTER!", ACCENT, MAGENTA, look.tier == "ascii"), 1)
    for at, letter in enumerate("RWBGYKOV"):
        canvas.blit(big_peg(letter, look), 18 + at * 6 - (2 if at < 4 else -2), 6)
    return canvas


def sign(front: api.Front, view: View) -> Canvas:
    return _sign(Look(view.tier, front.chosen.get("numbers") == "on"))


def last(table: api.GameView, view: View) -> Canvas:
    canvas = _boards(table, _look(table, view), LAST_ROWS)
    if not table.position.duel:  # the heading of a table that doesn't fit here
        canvas.fill(SECOND, 11, pegboard.BOARD_COLS, 2)
    return canvas
