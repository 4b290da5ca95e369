"""The door's screens on a grid of 80×23, in the middle of whatever there is.

Law: `draw` is pure.  Boards and the palette come from caches; what changes from key to key,
the row in hand and a few words, is drawn over them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from door.games.api import View
from door.games.mindbuster import art, board, front, views
from door.games.mindbuster.art import Look, look_of
from door.games.mindbuster.card import ACCENT
from door.games.mindbuster.rules import GUESSES, LETTERS, NO_PEG, UNSET
from door.games.mindbuster.state import MINE, THEIRS, Palette, State, shown_answers
from door.games.mindbuster.words import marks_text
from door.games.widgets import Hint, button, centred, keys_line, message, panel
from door.term.canvas import (
    BRIGHT_MAGENTA,
    DARK,
    GREY,
    MAGENTA,
    WHITE,
    YELLOW,
    Canvas,
    style,
)  # fmt: skip

COLS: Final = 80
ROWS: Final = 23
NOTE_ROW: Final = 21
SECOND: Final = board.COLS
PANEL: Final = 2 * board.COLS
SHORT: Final = dict(zip(LETTERS, ("Red", "Whi", "Blu", "Grn", "Yel", "Blk", "Org", "Vio"), strict=True))

_PLAY_KEYS: Final = (
    Hint("f1", "help", "F1 H"), Hint("f2", "new", "F2 N"), Hint("f3", "settings", "F3 S"),
    Hint("f5", "scoring", "F5 L"), Hint("t", "top"), Hint("q", "leave"),
)  # fmt: skip
_SKIP_KEYS: Final = (Hint("enter", "skip", "any key"),)
_DONE_KEYS: Final = (
    Hint("enter", "again"), Hint("e", "eye"), Hint("l", "lines"), Hint("t", "top"), Hint("s", "set"),
    Hint("h", "help"), Hint("q", "leave"),
)  # fmt: skip
_ASK_KEYS: Final = (Hint("l", "for later"), Hint("g", "give it up"), Hint("esc", "play on"))
_YES_KEYS: Final = (Hint("y", "yes"), Hint("esc", "play on"))
_BUTTONS: Final = (
    Hint("enter", "OK"), Hint("f4", "Random", "F4 A"), Hint("=", "Copy a row"), Hint("-", "No peg"),
    Hint("backspace", "Empty", "BkSp"),
)  # fmt: skip


def draw(state: State, view: View) -> Canvas:
    """The state on columns × rows of `view`."""
    look = look_of(view, state.choice.numbers)
    over = views.OVER.get(state.over)
    canvas = over(state, look) if over else _SCENES[state.scene](state, look)
    if state.over in _ASKED:
        title, lines, hints = _ASKED[state.over]
        canvas.spots.clear()
        message(canvas, title, lines, hints, ACCENT)
        canvas.fill(0, ROWS - 1, COLS - 1, 1)
        keys_line(canvas, hints, ACCENT)
    canvas = centred(canvas, view.cols, view.rows)
    if state.hand.held and state.in_hand and not state.over:
        x, y = state.hand.at
        canvas.blit(art.peg(state.hand.held, look), x - 1, min(y, canvas.rows - 1 - art.PEG_ROWS))
    return canvas


_ASKED: Final[dict[str, tuple[str, tuple[str, ...], tuple[Hint, ...]]]] = {
    "ask": (
        "Leave this game?",
        ("A game left for later waits here with the same codes.", "One given up counts as not broken: 11."),
        _ASK_KEYS,
    ),
    "quit": ("Quit this game?", ("It ends here and counts as not broken: 11.",), _YES_KEYS),
    "again": (
        "A new game?",
        ("The game under way has to be given up first.", "It counts as not broken: 11."),
        _YES_KEYS,
    ),
}


# -- the panel at the right --------------------------------------------------------------------


@lru_cache(maxsize=64)
def _palette(colours: int, look: Look, no_peg: bool) -> Canvas:
    """The palette of 18 columns × 10 rows: pegs to drag, with number, letter and name."""
    canvas = Canvas(COLS - PANEL, 10)
    for at, letter in enumerate(LETTERS[:colours]):
        _dish(canvas, 1 + at % 2 * 8, at // 2 * 2, letter, f"{at + 1}", SHORT[letter], look)
    if no_peg:
        _dish(canvas, 1, (colours + 1) // 2 * 2, NO_PEG, "0", "NO PEG", look)
    return canvas


def _dish(canvas: Canvas, x: int, y: int, peg: str, number: str, name: str, look: Look) -> None:
    """A peg of the palette, to be dragged or clicked."""
    canvas.blit(art.peg(peg, look), x, y)
    canvas.put(x + 4, y, number, GREY)
    canvas.put(x + 6, y, peg, ACCENT)
    canvas.put(x + 4, y + 1, name, GREY)
    canvas.hot(x, y, 4 + max(len(name), 3), 2, Palette(peg))


def _side(canvas: Canvas, state: State, look: Look) -> None:
    """What is played, the palette and the buttons."""
    game = state.game
    assert game is not None
    bar = style(BRIGHT_MAGENTA, MAGENTA) if look.tier == "colour" else WHITE
    canvas.fill(PANEL, 0, COLS - PANEL, 1, " ", bar)
    canvas.put(PANEL + 1, 0, "MindBuster!", bar)
    canvas.right(COLS - 2, 0, f"{game.holes}x{game.colours}", bar)
    canvas.blit(_palette(game.colours, look, state.scene != "code"), PANEL, 2)
    for at, hint in enumerate(_BUTTONS):
        if hint.key == NO_PEG and state.scene == "code":
            continue
        _button(canvas, PANEL + 1, 13 + at, hint, _lit(state, hint))
    if state.begun is not None:
        commit = state.begun.commit
        canvas.put(PANEL + 1, 19, "codes sealed:", DARK)
        canvas.put(PANEL + 1, 20, " ".join(commit[at : at + 4] for at in (0, 4, 8)), GREY)


def _lit(state: State, hint: Hint) -> bool:
    """Whether a button would do something now."""
    game = state.game
    if game is None or not state.in_hand:
        return False
    if hint.key == "enter":
        return state.hand.full
    return bool(game.guesses) and state.scene == "guess" if hint.key == "=" else True


def _button(canvas: Canvas, x: int, y: int, hint: Hint, lit: bool) -> None:
    button(canvas, x, y, hint, ACCENT if lit else DARK)
    if not lit:
        canvas.tint(x, y, len(hint.shown) + 3 + len(hint.word), 1, DARK)


# -- the table ---------------------------------------------------------------------------------


def _table(state: State, look: Look) -> Canvas:
    """Boards and panel: whatever a game in progress shows."""
    game = state.game
    if game is None:
        return front.title(state, look)
    canvas = Canvas(COLS, ROWS)
    canvas.blit(board.standing(state, MINE, look), 0, 0)
    board.header(
        canvas, 0, "You", game.hidden if game.over and state.scene == "done" else "?" * game.holes, look
    )
    if game.duel:
        canvas.blit(board.standing(state, THEIRS, look), SECOND, 0)
        board.header(canvas, SECOND, state.rival, game.own or UNSET * game.holes, look)
    else:
        canvas.blit(front.card(state.books.tally, game.holes, game.colours, look), SECOND, 0)
        if state.scene == "done":
            _revealed(canvas, game.hidden, look)
    if state.scene != "done":
        _side(canvas, state, look)
    if state.note:
        canvas.centre(NOTE_ROW, state.note[:78], YELLOW)
    return canvas


def _revealed(canvas: Canvas, code: str, look: Look) -> None:
    """The code of a solo game that is over."""
    canvas.put(SECOND + 2, 19, "The code", WHITE)
    for hole, peg in enumerate(code):
        canvas.blit(art.peg(peg, look), SECOND + 11 + hole * (5 if len(code) < 5 else 4), 19)


def _hiding(state: State, look: Look) -> Canvas:
    """A duel begins: the caller's own code is made on the computer's board."""
    canvas = _table(state, look)
    game = state.game
    if game is None:
        return canvas
    top = 7
    panel(canvas, SECOND, top, board.COLS, 8, "Your hidden code", ACCENT, WHITE, "double")
    canvas.hot(SECOND, top, board.COLS, 8, None)
    canvas.centre(top + 1, f"{state.rival} will try to break it.", GREY, SECOND, board.COLS)
    board.in_hand(canvas, SECOND, top + 3, state, look)
    canvas.centre(top + 6, "a colour in every hole", DARK, SECOND, board.COLS)
    if not state.note:
        canvas.centre(
            NOTE_ROW, "Hide a code: choose colours, then ENTER. ENTER alone picks one at random.", GREY
        )
    keys_line(canvas, _PLAY_KEYS, ACCENT)
    return canvas


def _guessing(state: State, look: Look) -> Canvas:
    canvas = _table(state, look)
    game = state.game
    if game is None:
        return canvas
    row = len(game.guesses)
    if row < GUESSES:
        board.in_hand(canvas, 0, board.row_y(row), state, look)
        board.arrow(canvas, 0, row, look)
    if not state.note:
        last = f"Your guess {row} scored {marks_text(game.marks()[-1])}.  " if row else ""
        canvas.centre(NOTE_ROW, f"{last}Guess {row + 1} of {GUESSES}.", GREY)
    keys_line(canvas, _PLAY_KEYS, ACCENT)
    return canvas


def _marking(state: State, look: Look) -> Canvas:
    canvas = _table(state, look)
    canvas.spots.clear()
    keys_line(canvas, _SKIP_KEYS, ACCENT)
    return canvas


def _waiting(state: State, look: Look) -> Canvas:
    canvas = _table(state, look)
    board.arrow(canvas, SECOND, min(shown_answers(state), GUESSES - 1), look)
    if not state.note:
        canvas.centre(NOTE_ROW, f"{state.rival} is thinking.", GREY)
    keys_line(canvas, _PLAY_KEYS, ACCENT)
    return canvas


def _answering(state: State, look: Look) -> Canvas:
    canvas = _marking(state, look)
    board.arrow(canvas, SECOND, max(shown_answers(state) - 1, 0), look)
    canvas.centre(NOTE_ROW, f"{state.rival} guesses.", GREY)
    return canvas


def _done(state: State, look: Look) -> Canvas:
    canvas = _table(state, look)
    if state.game is None:
        return canvas
    canvas.spots.clear()
    front.result(canvas, PANEL, state, look)
    keys_line(canvas, _DONE_KEYS, ACCENT)
    return canvas


_SCENES: Final[dict[str, Callable[[State, Look], Canvas]]] = {
    "title": lambda state, look: front.title(state, look),
    "opening": lambda state, look: front.title(state, look),
    "code": _hiding,
    "guess": _guessing,
    "marking": _marking,
    "waiting": _waiting,
    "answering": _answering,
    "done": _done,
}
