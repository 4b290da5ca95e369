"""The table as it stands between two keystrokes: boards, palette, buttons, keys line.

Law: one cached picture for each `Still`, which names all that it shows; it is copied, and
what a key changes (the row in hand, a note) is drawn over the copy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from door.games.mindbuster import art, board, front
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT
from door.games.mindbuster.record import Best, best_of
from door.games.mindbuster.rules import LETTERS, NO_PEG, UNSET, Game
from door.games.mindbuster.state import MINE, THEIRS, Palette, Scene, State
from door.term.canvas import BRIGHT_MAGENTA, DARK, GREY, MAGENTA, WHITE, Canvas, style
from door.ui.widgets import Hint, button, keys_line

COLS: Final = 80
ROWS: Final = 23
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
_BUTTONS: Final = (
    Hint("enter", "OK"), Hint("f4", "Random", "F4 A"), Hint("=", "Copy a row"), Hint("-", "No peg"),
    Hint("backspace", "Empty", "BkSp"),
)  # fmt: skip
_KEYS: Final = {"marking": _SKIP_KEYS, "answering": _SKIP_KEYS, "done": _DONE_KEYS}


class Still(NamedTuple):
    """All that the standing picture shows; `full` says that the row in hand can be entered."""

    game: Game
    scene: Scene
    frame: int
    rival: str
    seal: str
    full: bool
    best: Best
    look: Look


def table(state: State, look: Look) -> Canvas:
    """A copy of the table as it stands, to be drawn upon."""
    game = state.game
    assert game is not None
    best = () if game.duel else best_of(state.books.tally, game.holes, game.colours)
    seal = state.begun.commit[:12] if state.begun else ""
    full = state.in_hand and state.hand.full
    return _still(Still(game, state.scene, state.frame, state.rival, seal, full, best, look)).copy()


@lru_cache(maxsize=256)
def _still(of: Still) -> Canvas:
    game, look, done = of.game, of.look, of.scene == "done"
    canvas = Canvas(COLS, ROWS)
    canvas.blit(board.standing(game, of.scene, of.frame, MINE, look), 0, 0)
    board.header(canvas, 0, "You", game.hidden if done else "?" * game.holes, look)
    if game.duel:
        canvas.blit(board.standing(game, of.scene, of.frame, THEIRS, look), SECOND, 0)
        board.header(canvas, SECOND, of.rival, game.own or UNSET * game.holes, look)
    else:
        canvas.blit(front.card(of.best, game.holes, game.colours, look), SECOND, 0)
        if done:
            _revealed(canvas, game.hidden, look)
    if not done:
        _side(canvas, of)
    if of.scene in _KEYS:
        canvas.spots.clear()
    keys_line(canvas, _KEYS.get(of.scene, _PLAY_KEYS), ACCENT)
    return canvas


def _revealed(canvas: Canvas, code: str, look: Look) -> None:
    """The code of a solo game that is over."""
    canvas.put(SECOND + 2, 19, "The code", WHITE)
    for hole, peg in enumerate(code):
        canvas.blit(art.peg(peg, look), SECOND + 11 + hole * (5 if len(code) < 5 else 4), 19)


# -- the panel at the right --------------------------------------------------------------------


@lru_cache(maxsize=64)
def _palette(colours: int, look: Look, no_peg: bool) -> Canvas:
    """The palette of 18 columns × 10 rows: pegs to drag, with number, letter and name."""
    canvas = Canvas(COLS - PANEL, 10)
    for at, letter in enumerate(LETTERS[:colours]):
        _dish(canvas, at % 2 * 9, at // 2 * 2, letter, f"{at + 1}", SHORT[letter], look)
    if no_peg:
        _dish(canvas, 0, (colours + 1) // 2 * 2, NO_PEG, "0", "NO PEG", look)
    return canvas


def _dish(canvas: Canvas, x: int, y: int, peg: str, number: str, name: str, look: Look) -> None:
    """A peg of the palette, to be dragged or clicked."""
    canvas.blit(art.peg(peg, look), x, y)
    canvas.put(x + 5, y, number, GREY)
    canvas.put(x + 7, y, peg, ACCENT)
    canvas.put(x + 5, y + 1, name, GREY)
    canvas.hot(x, y, 5 + max(len(name), 3), 2, Palette(peg))


def _side(canvas: Canvas, of: Still) -> None:
    """What is played, the palette and the buttons."""
    game, hiding = of.game, of.scene == "code"
    bar = style(BRIGHT_MAGENTA, MAGENTA) if of.look.tier == "colour" else WHITE
    canvas.fill(PANEL, 0, COLS - PANEL, 1, " ", bar)
    canvas.put(PANEL + 1, 0, "MindBuster!", bar)
    canvas.right(COLS - 2, 0, f"{game.holes}x{game.colours}", bar)
    canvas.blit(_palette(game.colours, of.look, not hiding), PANEL, 2)
    for at, hint in enumerate(_BUTTONS):
        if hint.key != NO_PEG or not hiding:
            _button(canvas, PANEL + 1, 13 + at, hint, _lit(of, hint))
    canvas.put(PANEL + 1, 19, "codes sealed:", DARK)
    canvas.put(PANEL + 1, 20, " ".join(of.seal[at : at + 4] for at in (0, 4, 8)), GREY)


def _lit(of: Still, hint: Hint) -> bool:
    """Whether a button would do something now."""
    if of.scene not in ("code", "guess"):
        return False
    if hint.key == "enter":
        return of.full
    return bool(of.game.guesses) and of.scene == "guess" if hint.key == "=" else True


def _button(canvas: Canvas, x: int, y: int, hint: Hint, lit: bool) -> None:
    button(canvas, x, y, hint, ACCENT if lit else DARK)
    if not lit:
        canvas.tint(x, y, len(hint.shown) + 3 + len(hint.word), 1, DARK)
