"""Whole pages over the board: rules, tables, settings, and the solver's eye."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from door.games.mindbuster import art, lines_view
from door.games.mindbuster.art import Look
from door.games.mindbuster.card import ACCENT, PLAYERS, SETTINGS, player, value_of
from door.games.mindbuster.help import pages
from door.games.mindbuster.record import record_of, table_of
from door.games.mindbuster.rules import LEVELS
from door.games.mindbuster.state import MINE, THEIRS, Pick, State, code_of, rows_of
from door.games.mindbuster.words import kind_name, marks_text, page_size, size_name
from door.term.canvas import BLACK, BLUE, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.ui.widgets import Column, Hint, cut, draw_page, keys_line, panel, table

COLS: Final = 80
ROWS: Final = 23


def _page(title: str) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    panel(canvas, 1, 0, COLS - 2, ROWS - 2, "MindBuster!", ACCENT, WHITE, "double-top")
    canvas.put(4, 2, title, ACCENT)
    return canvas


def _help(state: State, look: Look) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    every = pages(state.setup.options)
    draw_page(canvas, every, state.page, ACCENT, "MindBuster!")
    if state.page + 1 < len(every):
        canvas.right(COLS - 5, ROWS - 3, " more... ", ACCENT)
    return canvas


# -- the tables ------------------------------------------------------------------------------

_MODES: Final = ("solo", *LEVELS)
_GAMES: Final = (
    Column("", 15), Column("games", 5, True), Column("won", 4, True), Column("lost", 4, True),
    Column("drawn", 5, True), Column("average", 7, True), Column("fewest guesses", 22),
)  # fmt: skip
_MINE: Final = (
    Column("", 20), Column("won", 5, True), Column("lost", 5, True), Column("drawn", 5, True),
    Column("streak", 6, True), Column("longest", 7, True),
)  # fmt: skip


def _tables(state: State, look: Look) -> Canvas:
    """One size's tables, solo and by computer player, and the caller's own record."""
    size, tally = page_size(state.page), state.books.tally
    canvas = _page(f"{size_name(size)}: everybody's games")
    canvas.right(COLS - 5, 2, f"size {state.page % 12 + 1} of 12", DARK)
    rows = [_games_row(mode, table_of(tally, size, mode)) for mode in _MODES]
    inks = [YELLOW if mode == state.choice.mode else GREY for mode in _MODES]
    table(canvas, 4, 3, _GAMES, rows, inks)
    _mine(canvas, state)
    keys_line(canvas, (Hint("left", "smaller"), Hint("right", "larger"), Hint("enter", "back")), ACCENT)
    return canvas


def _mine(canvas: Canvas, state: State) -> None:
    """The caller's own record in all sizes: solo, duels, and each computer player met."""
    tally, caller = state.books.tally, state.setup.caller
    kinds = [kind for kind in ("solo", "duel", *LEVELS) if record_of(tally, caller, kind)]
    y = 12 if len(kinds) < 8 else 11
    table(canvas, 4, y, _MINE, [_record_row(kind, record_of(tally, caller, kind)) for kind in kinds])
    canvas.put(4, y, cut(caller, 20), ACCENT)
    canvas.right(COLS - 5, y, "in all sizes", DARK)
    if not kinds:
        canvas.put(4, y + 2, "No game of yours on the books yet.", DARK)


def _games_row(mode: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    if not of:
        return (kind_name(mode), *("-" for _ in range(5)), "")
    average = f"{of['guesses'] / of['broken']:.2f}" if of["broken"] else "-"
    ranked = [f"{score} {caller}" for score, caller, _ in of["best"][:2]]
    best = ", ".join(ranked)
    best = best if len(best) <= _GAMES[-1].width else ranked[0]
    counts = (of["games"], of["won"], of["lost"], of["drawn"])
    return (kind_name(mode), *map(str, counts), average, best)


def _record_row(kind: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    counts = (of["won"], of["lost"], of["drawn"], of["streak"], of["longest"])
    return (kind_name(kind), *map(str, counts))


# -- settings --------------------------------------------------------------------------------

_SETTING_KEYS: Final = (
    Hint("up", "up"), Hint("down", "down"), Hint("left", "less"), Hint("right", "more"), Hint("enter", "done")
)  # fmt: skip


def _settings(state: State, look: Look) -> Canvas:
    """Every setting with its choices, the chosen one marked by colour and by angles."""
    canvas = _page("Settings")
    canvas.put(14, 2, "they hold from the next game on", DARK)
    here = SETTINGS[state.page % len(SETTINGS)]
    for at, setting in enumerate(SETTINGS):
        y = 4 + at * 2 - (at > 4) * (at - 4)
        now = setting is here
        canvas.put(4, y, "►" if now else " ", ACCENT)
        x = canvas.put(6, y, f"{setting.label:<16}", WHITE if now else GREY)
        for text in setting.choices:
            chosen = value_of(state.choice, setting) == text
            shown = player(text).short if setting.key == "level" else text
            ink = style(YELLOW, BLUE if now and look.tier == "colour" else BLACK) if chosen else GREY
            canvas.put(x, y, f"<{shown}>" if chosen else f" {shown} ", ink)
            canvas.hot(x, y, len(shown) + 2, 1, Pick(setting.key, text))
            x += len(shown) + 3
    _about(canvas, state, here.key, look)
    keys_line(canvas, _SETTING_KEYS, ACCENT)
    return canvas


def _about(canvas: Canvas, state: State, key: str, look: Look) -> None:
    """What the setting under the cursor means, how pegs will look, and who the computer player is."""
    setting = next(setting for setting in SETTINGS if setting.key == key)
    canvas.put(4, 16, setting.help, WHITE)
    if key == "numbers":
        for at, letter in enumerate("RWBG"):
            canvas.blit(art.peg(letter, look._replace(numbers=state.choice.numbers)), 44 + 6 * at, 16)
    level = PLAYERS[state.choice.level]
    if key == "level" or state.choice.players == 2:
        canvas.put(4, 18, f"{level.name} {level.how}", GREY)
    if state.note:
        canvas.put(4, 19, cut(state.note, 72), YELLOW)


# -- the solver's eye ------------------------------------------------------------------------


def _eye(state: State, look: Look) -> Canvas:
    """Row by row: the guess, its score, the codes still possible, and Einstein's guess."""
    game = state.game
    assert game is not None
    whose = f"{state.rival}'s rows" if state.side == THEIRS else "your rows"
    canvas = _page(f"The solver's eye: {whose}")
    code = code_of(game, state.side)
    at = COLS - 5 - 3 * len(code)
    canvas.right(at - 2, 2, "The code", GREY)
    for hole, peg in enumerate(code):
        art.small_peg(canvas, at + 3 * hole, 2, peg, look)
    eyes = state.eyes[state.side]
    gap = 3 * game.holes
    if not state.seen:
        canvas.put(4, 5 + len(eyes), f"Einstein is looking at row {len(eyes) + 1}.", GREY)
    canvas.put(4, 4, "row", DARK)
    canvas.put(8, 4, "guess", DARK)
    canvas.put(11 + gap, 4, "score", DARK)
    canvas.put(29 + gap, 4, "codes possible", DARK)
    canvas.put(47 + gap, 4, "Einstein", DARK)
    for at, eye in enumerate(eyes):
        y = 5 + at
        canvas.right(6, y, f"{at + 1}", GREY)
        for hole in range(game.holes):
            art.small_peg(canvas, 8 + 3 * hole, y, eye.guess[hole], look)
            art.small_peg(canvas, 47 + gap + 3 * hole, y, eye.einstein[hole], look)
        canvas.put(11 + gap, y, marks_text(eye.marks), WHITE)
        canvas.right(35 + gap, y, f"{eye.before:,}", GREY)
        canvas.put(37 + gap, y, "─►" if look.tier != "ascii" else "->", DARK)
        canvas.right(45 + gap, y, f"{eye.after:,}", WHITE)
    if state.seen:
        canvas.put(4, 17, "A guess that leaves one code has found it out; the next can break it.", DARK)
    both = game.duel and rows_of(game, THEIRS if state.side == MINE else MINE)
    hints = (Hint("tab", "the other side"),) if both else ()
    keys_line(canvas, (*hints, Hint("enter", "back")), ACCENT)
    return canvas


OVER: Final[dict[str, Callable[[State, Look], Canvas]]] = {
    "help": _help,
    "tables": _tables,
    "settings": _settings,
    "scoring": lines_view.draw,
    "eye": _eye,
}
