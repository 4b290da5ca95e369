"""Settings of one caller: terminal, speed, bell, fast mode, password.

The speed is chosen here and put in force when the page is left: at 300 bits a second nobody would
see what they choose next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import (
    PREFERENCES,
    BoardEffects,
    BoardEvent,
    CheckPassword,
    Denied,
    Done,
    Lobby,
    NewPassword,
    Prefer,
)  # fmt: skip
from door.board.widgets import look
from door.term.canvas import BLUE, BRIGHT_CYAN, BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Field, Hint, draw_field, keys_line, type_key

TITLE: Final = "Settings"
ROWS: Final = tuple(PREFERENCES)
PASSWORD: Final = len(ROWS)
LATER: Final = "speed"
LEAST: Final = 6
"""Characters of a password, at least."""

NOT_ALIKE: Final = "The two new passwords were not the same. Choose again."
WHEN: Final = "The modem speed holds when you leave this page."
KEYS: Final = (
    Hint("up", "Move", "↑↓"), Hint("right", "Change", "◄►"), Hint("enter", "The next"), Hint("q", "Back"),
)  # fmt: skip
TYPING: Final = (Hint("enter", "Go on"), Hint("esc", "Leave it as it is"))
QUESTIONS: Final = ("Your password now:", "The new password, 6 or more characters:", "The new one again:")


@dataclass(frozen=True, slots=True)
class State:
    """`at` is the marked row; `answers` the password questions answered, None when not asked;
    `speed` what was chosen here for the modem, "" as long as nothing was."""

    lobby: Lobby
    at: int = 0
    answers: tuple[str, ...] | None = None
    field: Field = Field(limit=128, secret=True)
    message: str = ""
    busy: bool = False
    speed: str = ""


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> tuple[State, BoardEffects]:
    return State(lobby), ()


def chosen(lobby: Lobby, key: str) -> str:
    """The caller's remembered choice, or the default."""
    value = lobby.prefs.get(key, "")
    choices = PREFERENCES[key][1]
    return value if value in choices else choices[0]


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case Lobby():
            return replace(state, lobby=_with(event, LATER, state.speed), message=""), ()
        case Done(note):
            return replace(state, message=note, busy=False), ()
        case Denied(note):
            answers = None if state.answers is None else ()
            return replace(state, message=note, busy=False, answers=answers), (Bell(),)
        case Key() | Line() if state.busy:
            return state, ()
        case Line(text):
            return _line(state, text)
        case Key() if state.answers is not None:
            return _typing(state, event)
        case Key(name):
            return _key(state, name.lower())
        case Mouse(action="press", target=int(at)):
            return _choose(replace(state, at=at), 1)
    return state, ()


def _key(state: State, name: str) -> Next:
    moves = {"up": -1, "8": -1, "w": -1, "down": 1, "2": 1, "x": 1, "tab": 1}
    if name in ("q", "esc"):
        return state, _left(state)
    if name in moves:
        return replace(state, at=(state.at + moves[name]) % (PASSWORD + 1), message=""), ()
    if name in ("enter", " ", "right", "6", "d"):
        return _choose(state, 1)
    if name in ("left", "4", "a"):
        return _choose(state, -1)
    return state, (Bell(),)


def _choose(state: State, by: int) -> Next:
    """The marked row's next choice, or the password questions."""
    if state.at == PASSWORD:
        return replace(state, answers=(), field=Field(limit=128, secret=True), message=""), ()
    key = ROWS[state.at]
    choices = PREFERENCES[key][1]
    value = choices[(choices.index(chosen(state.lobby, key)) + by) % len(choices)]
    return _set(state, key, value)


def _set(state: State, key: str, value: str) -> Next:
    state = replace(state, lobby=_with(state.lobby, key, value), message="")
    if key == LATER:
        return replace(state, speed=value, message=WHEN), ()
    return state, (Prefer(key, value),)


def _with(lobby: Lobby, key: str, value: str) -> Lobby:
    """The board with that choice made, if it is one."""
    return replace(lobby, prefs={**lobby.prefs, key: value}) if value else lobby


def _left(state: State) -> BoardEffects | Effects:
    """What is done when the page is left."""
    return (Prefer(LATER, state.speed), Leave()) if state.speed else (Leave(),)


def _typing(state: State, key: Key) -> Next:
    if key.name == "esc":
        return replace(state, answers=None, message="Your password stays as it is."), ()
    if key.name == "enter":
        return _answered(state, state.field.value)
    return replace(state, field=type_key(state.field, key)), ()


def _answered(state: State, text: str) -> Next:
    assert state.answers is not None
    answers = (*state.answers, text)
    state = replace(state, answers=answers, field=Field(limit=128, secret=True), message="")
    if len(answers) == 1:
        return replace(state, busy=True, message="One moment ..."), (CheckPassword(text),)
    if len(answers) == 2 and len(text) < LEAST:
        short = f"A password has at least {LEAST} characters."
        return replace(state, answers=answers[:1], message=short), (Bell(),)
    if len(answers) == 2:
        return state, ()
    old, new, again = answers
    if new != again:
        return replace(state, answers=(old,), message=NOT_ALIKE), (Bell(),)
    return replace(state, answers=None, busy=True, message="One moment ..."), (NewPassword(old, new),)


def _line(state: State, text: str) -> Next:
    """Plain mode: "3" steps that choice on, "charset ascii" sets one, "password" asks."""
    if state.answers is not None:
        return _answered(state, text)
    words = text.strip().lower().split()
    if not words or words[0] in ("q", "quit", "back"):
        return state, _left(state)
    if words[0] == "password" or words[0] == str(PASSWORD + 1):
        return _choose(replace(state, at=PASSWORD), 1)
    if words[0].isdigit() and 0 < int(words[0]) <= len(ROWS):
        return _choose(replace(state, at=int(words[0]) - 1), 1)
    if words[0] in PREFERENCES:
        choices = PREFERENCES[words[0]][1]
        if len(words) == 2 and words[1] in choices:
            return _set(state, words[0], words[1])
        return replace(state, message=f"{words[0]} can be one of {', '.join(choices)}."), (Bell(),)
    names = ", ".join(ROWS)
    return replace(state, message=f"Type a number, or one of {names} and its new value."), (Bell(),)


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    canvas = Canvas(look.WIDTH, look.HEIGHT)
    y = look.heading(canvas, TITLE, state.lobby.handle) + 1
    left = 4
    for at, key in enumerate(ROWS):
        in_force = state.lobby.terminal.get(key, "")
        _row(canvas, left, y + at, at, state.at, PREFERENCES[key][0], chosen(state.lobby, key), in_force)
    _row(canvas, left, y + PASSWORD, PASSWORD, state.at, "Password", "change ...", "")
    terminal = state.lobby.terminal
    facts = f"Your terminal: {terminal.get('term', 'unknown')}, {terminal.get('size', '')}"
    canvas.put(left + 1, y + PASSWORD + 2, facts, style(DARK))
    if state.at < PASSWORD and state.answers is None:
        _choices(canvas, left + 1, y + PASSWORD + 3, state.lobby, ROWS[state.at])
    if state.answers is not None and not state.busy:
        x = canvas.put(left + 1, y + PASSWORD + 4, QUESTIONS[len(state.answers)] + " ", style(YELLOW))
        draw_field(canvas, x, y + PASSWORD + 4, 28, state.field)
    wrong = style(BRIGHT_RED if "not" in state.message else WHITE)
    canvas.put(left + 1, y + PASSWORD + 5, state.message, wrong)
    keys_line(canvas, TYPING if state.answers is not None else KEYS)
    return canvas


def _choices(canvas: Canvas, x: int, y: int, lobby: Lobby, key: str) -> None:
    """All that the marked setting can be, in a row."""
    label, choices = PREFERENCES[key]
    x = canvas.put(x, y, f"{label.partition(',')[0].partition(' (')[0]}: ", style(DARK))
    for choice in choices:
        x = canvas.put(x, y, choice, style(YELLOW if choice == chosen(lobby, key) else GREY)) + 1


def _row(
    canvas: Canvas, left: int, y: int, at: int, marked: int, label: str, value: str, in_force: str
) -> None:
    back = BLUE if at == marked else 0
    canvas.fill(left - 1, y, 72, 1, " ", style(GREY, back))
    canvas.put(left - 1, y, "►" if at == marked else " ", style(YELLOW, back))
    canvas.put(left + 1, y, label, style(WHITE if at == marked else GREY, back))
    canvas.put(left + 34, y, value, style(YELLOW, back))
    if value == "auto" and in_force:
        canvas.put(left + 46, y, f"({in_force})", style(BRIGHT_CYAN, back))
    canvas.hot(left - 1, y, 72, 1, at)


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    if before is None:
        lines.append("Settings.")
        for at, key in enumerate(ROWS, start=1):
            label, choices = PREFERENCES[key]
            lines.append(f"{at} {key}: {label}: {chosen(after.lobby, key)} (of {', '.join(choices)})")
        lines.append(f"{PASSWORD + 1} password: change your password")
    elif before.lobby.prefs != after.lobby.prefs:
        changed = [k for k in ROWS if chosen(before.lobby, k) != chosen(after.lobby, k)]
        lines += [f"{key} is now {chosen(after.lobby, key)}." for key in changed]
    if after.message and after is not before:
        lines.append(after.message)
    if after.answers is not None and not after.busy:
        return Speech(tuple(lines), QUESTIONS[len(after.answers)], secret=True)
    return Speech(tuple(lines), "" if after.busy else "Which setting? (Enter to go back)")
