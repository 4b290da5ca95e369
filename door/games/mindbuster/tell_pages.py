"""Plain mode's pages: help, tables, settings, scoring, the solver's eye and the board, as lines.

Law: a page is said when it is opened or turned to; a changed setting is said alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.games.mindbuster.card import PLAYERS, SETTINGS, Setting, value_of
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.help import pages
from door.games.mindbuster.record import record_of, table_of
from door.games.mindbuster.rules import LEVELS
from door.games.mindbuster.state import THEIRS, State, code_of, rows_of
from door.games.mindbuster.words import ORDER, colours, kind_name, links_text, marks_text, row_text, size_name
from door.midend.words import standing_lines

Lines = list[str]


def laid_over(before: State | None, after: State) -> Lines:
    """What has been opened or turned to, or the setting that was changed."""
    if not after.over:
        return []
    if before is not None and before.over == after.over == "settings":
        return _changed(before, after)
    shown = (after.over, after.page, after.side, after.seen)
    same = before is not None and (before.over, before.page, before.side, before.seen) == shown
    return [] if same else _OVER[after.over](after)


def _help(state: State) -> Lines:
    every = pages(state.setup.options, plain=True)
    page = every[state.page]
    return [f"{page.title} ({state.page + 1} of {len(every)})", *(line for line in page.lines if line)]


def _tables(state: State) -> Lines:
    """Every table that has a game in it, and the caller's own record."""
    tally = state.books.tally
    lines = []
    for size in sorted((tally or {}).get("tables", {})):
        for mode in ("solo", *LEVELS):
            of = table_of(tally, size, mode)
            if of:
                best = (
                    ", ".join(f"{guesses} {caller}" for guesses, caller, _ in of["best"][:3]) or "none broken"
                )
                counts = f"{of['games']} played, {of['won']} won, {of['lost']} lost, {of['drawn']} drawn"
                lines.append(f"{size_name(size)}, {kind_name(mode)}: {counts}; fewest guesses {best}.")
    for kind in ("solo", "duel", *LEVELS):
        mine = record_of(tally, state.setup.caller, kind)
        if mine:
            counts = f"{mine['won']} won, {mine['lost']} lost, {mine['drawn']} drawn"
            lines.append(
                f"You, {kind_name(kind)}: {counts}, streak {mine['streak']}, longest {mine['longest']}."
            )
    return [*standing_lines(state.books, ORDER), *(lines or ["No game on the books yet."])]


def _settings(state: State) -> Lines:
    lines = [_setting(state, setting) for setting in SETTINGS]
    return [*lines, _player(state), "Settings hold from the next game on."]


def _setting(state: State, setting: Setting) -> str:
    choices = ", ".join(setting.choices)
    return f"{setting.key}: {value_of(state.choice, setting)} ({choices}). {setting.help}"


def _player(state: State) -> str:
    level = PLAYERS[state.choice.level]
    return f"{level.name} {level.how}"


def _changed(before: State, after: State) -> Lines:
    """The settings that are others now, in short."""
    changed = [
        setting for setting in SETTINGS if value_of(before.choice, setting) != value_of(after.choice, setting)
    ]
    lines = [f"{setting.key}: {value_of(after.choice, setting)}." for setting in changed]
    return [*lines, _player(after)] if any(setting.key == "level" for setting in changed) else lines


def _scoring(state: State) -> Lines:
    game = state.game
    if game is None:
        return []
    rows, code = rows_of(game, state.side), code_of(game, state.side)
    chosen = range(len(rows)) if game.over else range(len(rows) - 1, len(rows))
    lines = []
    for row in chosen:
        lines += [row_text(state, state.side, row), *links_text(rows[row], code)]
    return [f"The code: {spoken(code)}", *lines]


def _eye(state: State) -> Lines:
    """Row by row, once the solver has looked."""
    if not state.seen:
        return ["Einstein is looking at every row."]
    return [
        f"Row {at}: {spoken(eye.guess)}, {marks_text(eye.marks)}. {eye.before} codes were possible, "
        f"{eye.after} after it. Einstein: {spoken(eye.einstein)}"
        for at, eye in enumerate(state.eyes[state.side], 1)
    ]


def _board(state: State) -> Lines:
    game = state.game
    if game is None:
        return []
    lines = [f"Your hidden code: {spoken(game.own)}"] if game.own else []
    for row in range(len(game.guesses)):
        lines.append(row_text(state, 0, row))
        if row < len(game.answers):
            lines.append(row_text(state, THEIRS, row))
    return [*lines, colours(game.palette)]


def _nothing(state: State) -> Lines:
    return []


_OVER: Final[dict[str, Callable[[State], Lines]]] = {
    "help": _help,
    "tables": _tables,
    "settings": _settings,
    "scoring": _scoring,
    "eye": _eye,
    "board": _board,
    "ask": _nothing,
    "quit": _nothing,
    "again": _nothing,
}
