"""The board's log: its end, followed live, or only the lines with a word."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby
from door.board.sysop import desk
from door.board.sysop.effects import LOG, LogLines
from door.board.widgets import look
from door.board.widgets.blocks import BACK, TYPING, Entry
from door.board.widgets.sheets import LINES
from door.term.canvas import BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Answer, Bell, Effects, Event, Leave, No, Speech, Tick, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, draw_field, keys_line, wrap

TITLE: Final = desk.TITLE
EVERY: Final = 1.0
KEPT: Final = 1000
SPOKEN: Final = 12
"""Lines that plain mode reads at first."""

PROMPT: Final = tr.sysop.plain_prompt_log
WORD: Final = 40
INDENT: Final = " " * 9
"""Indent of a wrapped line."""

LEFT: Final = 2
KEYS: Final = (
    Hint("up", tr.keys.scroll_back, "↑"),
    Hint("pgup", tr.keys.page_up),
    Hint("end", tr.keys.follow),
    Hint("f", tr.keys.find_a_word),
    BACK,
)
INKS: Final = {"WARNING": style(YELLOW), "ERROR": style(BRIGHT_RED), "CRITICAL": style(BRIGHT_RED)}
_LINE: Final = re.compile(r"\S+T(\d\d:\d\d:\d\d)Z ([A-Z]+) door\S* (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class State:
    """`total` counts the log's lines at the last update of `lines`. Only lines with `word` are shown.
    `back` is the number of rows scrolled up from the end (0 follows the end).
    """

    lines: tuple[str, ...] = ()
    total: int = 0
    word: str = ""
    back: int = 0
    entry: Entry | None = None
    note: str = ""


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(), (LOG(0),)


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, LogLines(total, fresh)):
            lines = (*state.lines, *fresh)[-KEPT:]
            return replace(state, lines=lines, total=total), (Wake(EVERY, "look"),)
        case No(note):
            return State(note=note), ()
        case Tick():
            return state, (LOG(state.total),)
        case Key() | Line() if state.entry:
            return _typed(state, state.entry, event)
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _line(state, text.strip())
        case Mouse(action="wheel-up" | "wheel-down"):
            return _scrolled(state, 3 if event.action == "wheel-up" else -3), ()
    return state, ()


def _key(state: State, name: str) -> Next:
    if name in ("f", "/"):
        return replace(
            state, entry=Entry(tr.sysop.ask_log_word(), Field(state.word, len(state.word), WORD), _find)
        ), ()
    if by := navigation.lines(name, LINES):
        return _scrolled(state, -by), ()
    return state, (Leave(),) if name in (*navigation.LEAVE, "enter") else (Bell(),)


def _scrolled(state: State, by: int) -> State:
    return replace(state, back=max(0, min(state.back + by, len(rows(state)) - 4)))


def _find(state: State, word: str) -> Next:
    return replace(state, entry=None, word=word, back=0), ()


def _typed(state: State, open: Entry, event: Key | Line) -> Next:
    text = open.typed(event)
    if isinstance(text, Entry):
        return replace(state, entry=text), ()
    return (replace(state, entry=None), ()) if text is None else open.then(state, text)


def _line(state: State, text: str) -> Next:
    """Handle a plain-mode line: a word to find, "all" for every line, or nothing to go back."""
    if text.lower() in ("", "q", "x"):
        return state, (Leave(),)
    return replace(state, word="" if text.lower() == "all" else text[:WORD]), ()


# -- screen ----------------------------------------------------------------------------------


def chosen(lines: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Return the lines that contain the word, ignoring case."""
    return tuple(line for line in lines if word.casefold() in line.casefold()) if word else lines


def short(line: str) -> tuple[str, int]:
    """Return a line without date and logger, with its colour."""
    found = _LINE.fullmatch(line)
    return (f"{found[1]} {found[3]}", INKS.get(found[2], style(GREY))) if found else (line, style(GREY))


def rows(state: State, width: int = 76) -> list[tuple[str, int]]:
    """Wrap the lines to `width` columns."""
    folded: list[tuple[str, int]] = []
    for line in chosen(state.lines, state.word):
        text, ink = short(line)
        first, *rest = wrap(text, width) or ("",)
        folded.append((first, ink))
        folded += [(INDENT + piece, ink) for more in rest for piece in wrap(more, width - len(INDENT))]
    return folded


def whole(shown: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Drop rows at the top that continue a line above them."""
    begins = (at for at, (text, _) in enumerate(shown) if not text.startswith(INDENT))
    return shown[next(begins, 0) :]


def draw(state: State, view: View) -> Canvas:
    all_rows = rows(state, view.cols - 2 * LEFT)
    size = look.block(view, len(all_rows) + 7, view.cols)
    canvas = Canvas(size.cols, size.rows)
    note = tr.sysop.log_lines_with(word=repr(state.word)) if state.word else tr.sysop.log_all_lines()
    y = look.heading(canvas, tr.sysop.title_log(), note)
    room = size.rows - y - 3
    end = len(all_rows) - min(state.back, max(0, len(all_rows) - room))
    for at, (text, ink) in enumerate(whole(all_rows[max(0, end - room) : end])):
        canvas.put(LEFT, y + at, text, ink)
    foot = size.rows - 2
    if state.entry:
        x = canvas.put(LEFT, foot, f"{state.entry.prompt} ", style(YELLOW))
        draw_field(canvas, x, foot, WORD, state.entry.field)
    elif state.note or not all_rows:
        canvas.put(LEFT, foot, state.note or tr.sysop.no_log_lines(), style(WHITE))
    elif end < len(all_rows):
        canvas.right(size.cols - 3, foot, tr.sysop.log_more_below(rows=len(all_rows) - end), style(DARK))
    keys_line(canvas, TYPING if state.entry else KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    """Say the end of the log at first and for a new word. After that, say each new line."""
    if not after.total:
        return Speech(
            (after.note,) if after.note else (), tr.common.plain_prompt_go_back() if after.note else ""
        )
    if before is None or not before.total or before.word != after.word:
        told = chosen(after.lines, after.word)[-SPOKEN:]
    else:
        new = min(after.total - before.total, len(after.lines))
        told = chosen(after.lines[len(after.lines) - new :], after.word)
    lines = [short(line)[0] for line in told]
    if after.word and not lines and before is not None and before.word != after.word:
        lines = [tr.sysop.no_log_lines_with(word=after.word)]
    return Speech(tuple(lines), PROMPT())
