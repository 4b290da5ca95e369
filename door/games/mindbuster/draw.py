"""The door's screens on a grid of 80×23.

Law: `draw` is pure.  What stands between two keys is a picture of what these eyes may
see; the row in hand and the peg on the mouse are drawn over it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.game import KINDS, WATCHER, Front, Table
from door.games.mindbuster import art, pegboard, scoring
from door.games.mindbuster.art import Look, look_of
from door.games.mindbuster.board import Palette
from door.games.mindbuster.card import ACCENT, rival
from door.games.mindbuster.pegboard import Rows, code_shown, rows_shown
from door.games.mindbuster.record import Best, best_of
from door.games.mindbuster.rules import GUESSES, LETTERS, MINE, NO_PEG, THEIRS, result
from door.games.mindbuster.words import knows, making
from door.term.canvas import BRIGHT_MAGENTA, DARK, GREY, MAGENTA, WHITE, YELLOW, Canvas, picture, style
from door.ui.screen import View
from door.ui.widgets import Hint, button, cut, panel
from door.ui.words import Lines, seal

COLS: Final = 80
ROWS: Final = 23
SECOND: Final = pegboard.COLS
PANEL: Final = 2 * pegboard.COLS
PANEL_COLS: Final = 18
LAST_ROWS: Final = 6
_RESULTS: Final = {"won": "You have won!", "lost": "You have lost.", "drawn": "A draw."}
_KEYS: Final = (
    Hint("f2", "new", "F2 N"), Hint("f3", "settings", "F3 S"), Hint("f5", "scoring", "F5 L"),
)  # fmt: skip
_RECORDS: Final = Hint("t", "records")
_SKIP: Final = (Hint("enter", "skip", "any key"),)
_ROWS: Final = (Hint("up", "row before"), Hint("down", "row after"))
_TAB: Final = Hint("tab", "other side")
_LINES: Final = Hint("f5", "scoring", "F5")


SHORT: Final = dict(zip(LETTERS, ("Red", "Whi", "Blu", "Grn", "Yel", "Blk", "Org", "Vio"), strict=True))
_BUTTONS: Final = (
    Hint("enter", "OK"), Hint("f4", "Random", "F4 A"), Hint("=", "Copy a row"), Hint("-", "No peg"),
    Hint("backspace", "Empty", "BkSp"),
)  # fmt: skip
_GOLD: Final = (YELLOW, WHITE, WHITE)


class Side(NamedTuple):
    """What the panel at the right shows: the size, whether a code or a guess is being made (else
    neither), whether the row is full and there is one to copy, and what is sealed."""

    holes: int
    colours: int
    making: str
    full: bool
    copy: bool
    commit: str
    kind: str


class Still(NamedTuple):
    """All that the standing picture shows; `first` is the number of rows above the first one shown."""

    mine: Rows
    theirs: Rows | None
    codes: tuple[str, str]
    names: tuple[str, str]
    spots: bool
    first: int
    best: Best
    panel: Side | tuple[str, tuple[tuple[str, str], ...]]
    holes: int
    colours: int
    look: Look


def draw(table: Table, view: View) -> Canvas:
    """The boards, or Show Scoring: the last two rows blank."""
    look = _look(table, view)
    board = table.board
    if board is not None and board.shown is not None and knows(table, board.shown[0]):
        side, row = board.shown
        return scoring.draw(table, side, row, look)
    canvas = _still(_shown(table, look)).copy()
    if making(table) and table.frame is None:
        _in_hand(canvas, table, look)
    elif table.position.phase == "answer" or (table.frame is not None and table.frame.side == THEIRS):
        pegboard.arrow(canvas, SECOND, len(table.position.guesses) - 1, look)
    if making(table) and board.hand.held:
        x, y = board.hand.at[0] - view.at[0], board.hand.at[1] - view.at[1]
        canvas.blit(art.peg(board.hand.held, look), x - 1, min(y, canvas.rows - 1 - art.PEG_ROWS))
    return canvas


def beside(table: Table) -> tuple[str, Lines]:
    """The caller's guesses in letters, with their marks in figures."""
    rows = ((pegs, marks) for pegs, marks in rows_shown(table, MINE) if marks)
    lines = (f"{at:>2} {pegs} {black}, {white}" for at, (pegs, (black, white)) in enumerate(rows, start=1))
    return "Black, white", tuple(lines)


def _look(table: Table, view: View) -> Look:
    return look_of(view, table.choices.get("numbers") == "on")


def _shown(table: Table, look: Look, most: int = GUESSES) -> Still:
    """What there is to see, of each board the last `most` rows."""
    game = table.position
    mine, theirs = (rows_shown(table, side) for side in (MINE, THEIRS))
    first = max(len(mine) - most, 0)
    codes = code_shown(table, MINE), code_shown(table, THEIRS)
    best = () if game.duel else best_of(table.tally, game.holes, game.colours)
    side = _panel(table)
    spots = isinstance(side, Side) and side.making == "guess"
    names = (table.seats[0] if table.eyes == WATCHER else "You", rival(table).short)
    return Still(
        mine[first:], theirs[first:] if game.duel else None, codes, names, spots, first, best, side,
        game.holes, game.colours, look,
    )  # fmt: skip


def _panel(table: Table) -> Side | tuple[str, tuple[tuple[str, str], ...]]:
    game = table.position
    if knows(table, MINE):
        codes = [(f"{rival(table).short}'s code" if game.duel else "The code", game.hidden)]
        codes += [("Your code", game.own)] if game.own else []
        return _RESULTS[result(game)], tuple(codes)
    now = game.phase if making(table) and table.frame is None else ""
    full, copy = bool(now) and table.board.hand.full, now == "guess" and bool(game.guesses)
    return Side(game.holes, game.colours, now, full, copy, table.commit[:12], table.kind)


@picture
def _still(of: Still) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    canvas.blit(pegboard.standing(of.mine, of.holes, of.look, of.spots, of.first), 0, 0)
    pegboard.header(canvas, 0, cut(of.names[MINE], 14), of.codes[MINE], of.look)
    if of.theirs is None:
        canvas.blit(_beside(of.best, of.holes, of.colours, of.look), SECOND, 0)
    else:
        canvas.blit(pegboard.standing(of.theirs, of.holes, of.look, False, of.first), SECOND, 0)
        pegboard.header(canvas, SECOND, of.names[THEIRS], of.codes[THEIRS], of.look)
    made = _side(of.panel, of.look) if isinstance(of.panel, Side) else _came_to(*of.panel, of.look)
    canvas.blit(made, PANEL, 0)
    if isinstance(of.panel, Side) and not of.panel.making:
        canvas.spots.clear()
    return canvas


def _in_hand(canvas: Canvas, table: Table, look: Look) -> None:
    """The row being made: a guess on its board, the caller's own code in a box on the computer's."""
    row, hand = len(table.position.guesses), table.board.hand
    if table.position.phase == "guess":
        pegboard.in_hand(canvas, 0, pegboard.row_y(row), hand, look)
        pegboard.arrow(canvas, 0, row, look)
        return
    top, wide = 7, pegboard.COLS
    panel(canvas, SECOND, top, wide, 8, "Your hidden code", ACCENT, WHITE, "double")
    canvas.hot(SECOND, top, wide, 8, None)
    canvas.centre(top + 1, f"{rival(table).short} tries to break it", GREY, SECOND, wide)
    pegboard.in_hand(canvas, SECOND, top + 3, hand, look)
    words = "ENTER hides it" if hand.full else "a colour in every hole"
    canvas.centre(top + 6, words, DARK, SECOND, wide)


# -- beside the boards -----------------------------------------------------------------------------


@picture
def _side(of: Side, look: Look) -> Canvas:
    """What is played, the palette and the buttons: 18 columns × 21 rows."""
    canvas = Canvas(PANEL_COLS, pegboard.ROWS)
    hiding = of.making == "code"
    bar = style(BRIGHT_MAGENTA, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, PANEL_COLS, 1, " ", bar)
    canvas.put(1, 0, "MindBuster!", bar)
    canvas.right(PANEL_COLS - 2, 0, f"{of.holes}x{of.colours}", bar)
    for at, letter in enumerate(LETTERS[: of.colours]):
        _dish(canvas, at % 2 * 9, 2 + at // 2 * 2, letter, f"{at + 1}", SHORT[letter], look)
    if not hiding:
        _dish(canvas, 0, 2 + (of.colours + 1) // 2 * 2, NO_PEG, "0", "NO PEG", look)
    for at, hint in enumerate(_BUTTONS):
        if hint.key != NO_PEG or not hiding:
            _button(canvas, 1, 13 + at, hint, _lit(of, hint))
    canvas.put(1, 18, KINDS.get(of.kind, ""), YELLOW)
    canvas.put(1, 19, "codes sealed:", DARK)
    canvas.put(1, 20, seal(of.commit, 3), GREY)
    return canvas


def _dish(canvas: Canvas, x: int, y: int, peg: str, number: str, name: str, look: Look) -> None:
    """A peg of the palette, to be dragged or clicked."""
    canvas.blit(art.peg(peg, look), x, y)
    canvas.put(x + 5, y, number, GREY)
    canvas.put(x + 7, y, peg, ACCENT)
    canvas.put(x + 5, y + 1, name, GREY)
    canvas.hot(x, y, 5 + max(len(name), 3), 2, Palette(peg))


def _lit(of: Side, hint: Hint) -> bool:
    """Whether a button would do something now."""
    if not of.making:
        return False
    return of.full if hint.key == "enter" else of.copy if hint.key == "=" else True


def _button(canvas: Canvas, x: int, y: int, hint: Hint, lit: bool) -> None:
    button(canvas, x, y, hint, ACCENT if lit else DARK)
    if not lit:
        canvas.tint(x, y, len(hint.shown) + 3 + len(hint.word), 1, DARK)


# -- beside a solo board -------------------------------------------------------------------------


@picture
def _beside(best: Best, holes: int, colours: int, look: Look) -> Canvas:
    """How a score reads, and the fewest guesses of this size: 31 columns × 21 rows."""
    canvas = _legend(holes, colours, look)
    for at, (guesses, caller) in enumerate(best):
        canvas.put(3, 13 + at, f"{guesses:>2}  {cut(caller, 22)}", _GOLD[min(at, 2)])
    if not best:
        canvas.put(3, 13, "None on the books yet.", DARK)
    return canvas


def _legend(holes: int, colours: int, look: Look) -> Canvas:
    canvas = Canvas(pegboard.COLS, pegboard.ROWS)
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, pegboard.COLS, 1, " ", bar)
    canvas.put(1, 0, "Solo", bar)
    canvas.right(29, 0, f"{colours**holes:,} codes", bar)
    canvas.put(2, 2, "How a score reads", WHITE)
    lines = (((1, 0), "right colour,", "right hole"), ((0, 1), "right colour,", "another hole"))
    for at, (marks, first, second) in enumerate(lines):
        canvas.blit(art.score(*marks, look), 3, 4 + at * 3)
        canvas.put(8, 4 + at * 3, first, GREY)
        canvas.put(8, 5 + at * 3, second, GREY)
    canvas.put(2, 11, f"Fewest guesses, {holes}x{colours} solo", WHITE)
    return canvas


# -- what a game came to -------------------------------------------------------------------------


def _came_to(result: str, codes: tuple[tuple[str, str], ...], look: Look) -> Canvas:
    """The panel of a game that is over: how it went, and each code with a word above it, 18 columns × 21
    rows."""
    canvas = Canvas(PANEL_COLS, pegboard.ROWS)
    bar = style(WHITE, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(0, 0, PANEL_COLS, 1, " ", bar)
    canvas.put(1, 0, result, bar)
    for at, (word, code) in enumerate(codes):
        canvas.put(1, 3 + 4 * at, cut(word, PANEL_COLS - 1), GREY)
        for hole, peg in enumerate(code):
            art.small_peg(canvas, 1 + 3 * hole, 4 + 4 * at, peg, look)
    return canvas


# -- before, and after -----------------------------------------------------------------------------


@picture
def _sign(look: Look) -> Canvas:
    canvas = Canvas(COLS, 10)
    logo = art.logo(look.tier)
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    for at, letter in enumerate("RWBGYKOV"):
        canvas.blit(art.peg(letter, look), 18 + at * 6 - (2 if at < 4 else -2), 6)
    return canvas


def sign(front: Front, view: View) -> Canvas:
    """The door's name, and a row of pegs that asks a question."""
    return _sign(look_of(view, front.chosen.get("numbers") == "on"))


def last(table: Table, view: View) -> Canvas:
    """The last rows of the boards, and the codes they were at."""
    canvas = _still(_shown(table, _look(table, view), LAST_ROWS)).copy()
    if not table.position.duel:  # the head of a table that has no room here
        canvas.fill(SECOND, 11, pegboard.COLS, 2)
    return canvas


# -- keys --------------------------------------------------------------------------------------------


def hints(table: Table) -> tuple[Hint, ...]:
    """The keys that work now."""
    if table.board is not None and table.board.shown is not None:
        return (*looking(table), Hint("enter", "back"))
    if table.frame is not None:
        return _SKIP
    return _KEYS if table.kind == "practice" else (*_KEYS, _RECORDS)


def looking(table: Table) -> tuple[Hint, ...]:
    """The keys of the board once the game is over."""
    game, shown = table.position, table.board.shown
    if shown is None:
        return (_LINES,) if game.guesses or game.answers else ()
    more = _ROWS if len(game.rows(shown[0])) > 1 else ()
    return (*more, *((_TAB,) if scoring.other_side(game, shown[0]) is not None else ()))
