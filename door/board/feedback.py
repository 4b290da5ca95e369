"""A letter to the sysop, written line by line; an empty line sends it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board import look
from door.board.api import BoardEffects, BoardEvent, Denied, Done, Lobby, Write
from door.records.commons import LETTER_LINES, WIDTH
from door.term.canvas import BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Field, Hint, draw_field, keys_line, type_key

TITLE: Final = "Feedback"
KEYS: Final = (
    Hint("enter", "Next line; an empty one sends"),
    Hint("backspace", "Back up", "BkSp"),
    Hint("esc", "Throw away"),
)
BACK: Final = (Hint("enter", "Go back"),)
SHOWN: Final = 14
"""Rows of the letter in view."""


@dataclass(frozen=True, slots=True)
class State:
    """`lines` are written, `field` is being typed; `sent` says that there is nothing left to write."""

    lobby: Lobby
    lines: tuple[str, ...] = ()
    field: Field = Field(limit=WIDTH)
    note: str = ""
    wrong: bool = False
    busy: bool = False
    sent: bool = False


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(lobby), ()


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case Done(note):
            return replace(state, note=note, busy=False, sent=True, wrong=False), ()
        case Denied(note):
            return replace(state, note=note, busy=False, wrong=True), (Bell(),)
        case Key() | Line() if state.sent:
            return state, (Leave(),)
        case Line(text) if not state.busy:
            return (state, (Leave(),)) if text.strip().lower() == "q" else _entered(state, text.strip())
        case Key("enter") if not state.busy:
            return _entered(state, state.field.value.rstrip())
        case Key("esc" | "ctrl-c"):
            return state, (Leave(),)
        case Key("backspace") if not state.field.value and state.lines:
            last = state.lines[-1]
            field = Field(last, len(last), WIDTH)
            return replace(state, lines=state.lines[:-1], field=field, note=""), ()
        case Key() if not state.busy:
            return replace(state, field=type_key(state.field, event), note=""), ()
    return state, ()


def _entered(state: State, text: str) -> Next:
    """One more line, or with an empty one the whole letter."""
    lines = (*state.lines, text[:WIDTH]) if text else state.lines
    if not lines:
        return state, (Leave(),)
    fresh = replace(state, lines=lines, field=Field(limit=WIDTH), note="", wrong=False)
    if text and len(lines) < LETTER_LINES:
        return fresh, ()
    return replace(fresh, busy=True, note="One moment ..."), (Write(lines),)


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    canvas = Canvas(view.cols, view.rows)
    y = (
        look.heading(canvas, f"{TITLE} to {state.lobby.sysop}", f"{len(state.lines)} of {LETTER_LINES} lines")
        + 1
    )
    left = (view.cols - look.WIDTH) // 2 + 4
    shown = state.lines[-SHOWN:]
    for at, line in enumerate(shown):
        canvas.put(left, y + at, line, style(GREY))
    if not (state.sent or state.busy):
        canvas.put(left - 2, y + len(shown), "►", style(YELLOW))
        draw_field(canvas, left, y + len(shown), WIDTH, state.field)
        if not state.lines and not state.field.value:
            canvas.put(
                left, y + 2, "What works, what does not, what you would like. Nobody else", style(DARK)
            )
            canvas.put(left, y + 3, f"reads it but {state.lobby.sysop}.", style(DARK))
    canvas.put(left, view.rows - 2, state.note, style(BRIGHT_RED if state.wrong else WHITE))
    keys_line(canvas, BACK if state.sent else KEYS)
    return canvas


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    if before is None:
        lines.append(
            f"{TITLE} to {after.lobby.sysop}. Write line by line; an empty line sends it, Q throws it away."
        )
    if after.note and after is not before:
        lines.append(after.note)
    if after.busy:
        return Speech(tuple(lines))
    return Speech(tuple(lines), "Enter to go back." if after.sent else f"Line {len(after.lines) + 1}:")
