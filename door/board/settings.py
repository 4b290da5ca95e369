"""Settings of one caller: terminal, speed, bell, motion, password.

A new speed applies when the page is left, because at 300 bits a second the page would be too slow to use.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import CheckPassword, Done, Lobby, NewPassword, Prefer, preferences
from door.board.widgets import look
from door.games import game
from door.term.canvas import BRIGHT_CYAN, BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Bell, Effects, Event, Leave, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, cut, draw_field, keys_line, type_key
from door.ui.words import commas

TITLE: Final = tr.settings.title
VALUES: Final = {
    **game.VALUES,
    "auto": tr.settings.choice_auto,
    "mono": tr.settings.choice_mono,
    "ask": tr.settings.choice_ask,
    "numbers": tr.settings.choice_numbers,
    "numpad": tr.settings.choice_numpad,
    "letters": tr.settings.choice_letters,
}
"""Display texts of values. A value without one is shown as it is."""

LATER: Final = "speed"
LEAST: Final = 6
"""Minimum length of a password, in characters."""

CHANGE: Final = (tr.settings.label_password, tr.settings.change_password)
KEYS: Final = (
    Hint("up", tr.keys.move, "↑↓"),
    Hint("right", tr.keys.change, "◄ ►"),
    Hint("enter", tr.keys.next),
    Hint("q", tr.keys.back),
)
TYPING: Final = (Hint("enter", tr.keys.go_on), Hint("esc", tr.keys.cancel))
QUESTIONS: Final = (
    tr.settings.ask_current_password,
    tr.settings.ask_new_password,
    tr.settings.repeat_new_password,
)


@dataclass(frozen=True, slots=True)
class State:
    """`answers` are those to the password questions, once asked. `speed` is the modem speed chosen, or ""."""

    lobby: Lobby
    at: int = 0
    answers: tuple[str, ...] | None = None
    field: Field = Field(limit=128, secret=True)
    message: str = ""
    wrong: bool = False
    busy: bool = False
    speed: str = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """The settings' keys, one per row. The password's row comes after them."""
        return tuple(preferences(self.lobby))

    @property
    def password(self) -> int:
        return len(self.rows)


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> tuple[State, Effects]:
    return State(lobby), ()


def chosen(lobby: Lobby, key: str) -> str:
    """Return the caller's saved choice, or the default."""
    value = lobby.prefs.get(key, "")
    choices = preferences(lobby)[key][1]
    return value if value in choices else choices[0]


def update(state: State, event: Event) -> Next:
    match event:
        case Lobby():
            return _said(replace(state, lobby=_with(event, LATER, state.speed))), ()
        case Done(note):
            return _said(replace(state, busy=False), note), ()
        case No(note):
            answers = None if state.answers is None else ()
            return _wrong(replace(state, busy=False, answers=answers), note)
        case Key() | Line() if state.busy:
            return state, ()
        case Mouse() if state.busy or state.answers is not None:
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


def _said(state: State, message: str = "") -> State:
    return replace(state, message=message, wrong=False)


def _wrong(state: State, message: str) -> Next:
    return replace(state, message=message, wrong=True), (Bell(),)


def _key(state: State, name: str) -> Next:
    if name in navigation.LEAVE:
        return state, _left(state)
    if by := 1 if name == "enter" else navigation.change(name):
        return _choose(state, by)
    to = navigation.row(name, state.at, state.password + 1)
    return (state, (Bell(),)) if to is None else (_said(replace(state, at=to)), ())


def _choose(state: State, by: int) -> Next:
    """Switch the marked row to its next choice, or ask for the password."""
    if state.at == state.password:
        return _said(replace(state, answers=(), field=Field(limit=128, secret=True))), ()
    key = state.rows[state.at]
    choices = preferences(state.lobby)[key][1]
    value = choices[(choices.index(chosen(state.lobby, key)) + by) % len(choices)]
    return _set(state, key, value)


def _set(state: State, key: str, value: str) -> Next:
    state = _said(replace(state, lobby=_with(state.lobby, key, value)))
    if key == LATER:
        return _said(replace(state, speed=value), tr.settings.speed_applies_later()), ()
    return state, (Prefer(key, value),)


def _with(lobby: Lobby, key: str, value: str) -> Lobby:
    """Return the lobby with that choice, unless it is ""."""
    return replace(lobby, prefs={**lobby.prefs, key: value}) if value else lobby


def _left(state: State) -> Effects:
    """Return the effects of leaving the page."""
    return (Prefer(LATER, state.speed), Leave()) if state.speed else (Leave(),)


def _typing(state: State, key: Key) -> Next:
    if key.name == "esc":
        return _said(replace(state, answers=None), tr.settings.password_unchanged()), ()
    if key.name == "enter":
        return _answered(state, state.field.value)
    return replace(state, field=type_key(state.field, key)), ()


def _answered(state: State, text: str) -> Next:
    assert state.answers is not None
    answers = (*state.answers, text)
    state = _said(replace(state, answers=answers, field=Field(limit=128, secret=True)))
    if len(answers) == 1:
        return _said(replace(state, busy=True), tr.common.one_moment()), (CheckPassword(text),)
    if len(answers) == 2 and len(text) < LEAST:
        return _wrong(replace(state, answers=answers[:1]), tr.settings.password_too_short(least=LEAST))
    if len(answers) == 2:
        return state, ()
    old, new, again = answers
    if new != again:
        return _wrong(replace(state, answers=(old,)), tr.settings.passwords_differ())
    return _said(replace(state, answers=None, busy=True), tr.common.one_moment()), (NewPassword(old, new),)


def _line(state: State, text: str) -> Next:
    """Handle a plain-mode line, such as "charset ascii" to set, "3" or "charset" to ask, or "password"."""
    if state.answers is not None:
        return _answered(state, text)
    words = text.strip().lower().split()
    if not words or words[0] in ("q", "quit", "back"):
        return state, _left(state)
    if words[0] == "password" or words[0] == str(state.password + 1):
        return _choose(replace(state, at=state.password), 1)
    if words[0].isdecimal() and 0 < int(words[0]) <= len(state.rows):
        words[0] = state.rows[int(words[0]) - 1]
    if words[0] in state.rows:
        key, choices = words[0], preferences(state.lobby)[words[0]][1]
        value, every = chosen(state.lobby, key), _listed(choices)
        if len(words) == 1:
            return _said(state, tr.settings.plain_setting_is(key=key, value=_value(value), choices=every)), ()
        wanted = {_value(one).lower(): one for one in choices}.get(words[1], words[1])
        if len(words) > 2 or wanted not in choices:
            return _wrong(state, tr.settings.not_one_of_choices(key=key, choices=every))
        return (
            (_said(state, tr.settings.setting_changed(key=key, value=_value(value))), ())
            if wanted == value
            else _set(state, key, wanted)
        )
    return _wrong(state, tr.settings.which_setting(rows=commas(state.rows)))


def _listed(choices: Iterable[str]) -> str:
    """Return "auto, on, off", in the reader's language."""
    return commas(map(_value, choices))


def _value(value: str) -> str:
    return str(VALUES.get(value, value))


def _shown(value: str, in_force: str) -> str:
    """Return a value, with the one in force after "auto": "auto (cp437)"."""
    if value == "auto" and in_force:
        return tr.settings.value_in_force(value=_value(value), in_force=_value(in_force))
    return _value(value)


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    canvas = Canvas(look.WIDTH, look.HEIGHT)
    y = look.heading(canvas, TITLE(), state.lobby.handle) + 1
    left, password = 4, state.password
    for at, (key, (label, _)) in enumerate(preferences(state.lobby).items()):
        in_force = state.lobby.terminal.get(key, "")
        _row(canvas, left, y + at, at, state.at, label(), chosen(state.lobby, key), in_force)
    _row(canvas, left, y + password, password, state.at, CHANGE[0](), CHANGE[1](), "")
    terminal = state.lobby.terminal
    facts = tr.settings.your_terminal(
        term=terminal.get("term") or tr.sysop.fact_unknown(), size=terminal.get("size", "")
    )
    canvas.put(left + 1, y + password + 1, facts, style(DARK))
    if state.at < password and state.answers is None:
        _choices(canvas, left + 1, y + password + 2, state.lobby, state.rows[state.at])
    if state.answers is not None and not state.busy:
        x = canvas.put(left + 1, y + password + 2, f"{QUESTIONS[len(state.answers)]} ", style(YELLOW))
        draw_field(canvas, x, y + password + 2, 28, state.field)
    ink = style(BRIGHT_RED if state.wrong else WHITE)
    look.sentence(canvas, left + 1, y + password + 3, state.message, 2, ink)
    keys_line(canvas, TYPING if state.answers is not None else KEYS)
    return canvas


def _choices(canvas: Canvas, x: int, y: int, lobby: Lobby, key: str) -> None:
    """Draw the choices of the marked setting in a row."""
    label, choices = preferences(lobby)[key]
    x = canvas.put(x, y, tr.settings.choices_of(label=label()), style(DARK)) + 1
    for choice in choices:
        x = canvas.put(x, y, _value(choice), style(YELLOW if choice == chosen(lobby, key) else GREY)) + 1


def _row(
    canvas: Canvas, left: int, y: int, at: int, marked: int, label: str, value: str, in_force: str
) -> None:
    back = look.marked(canvas, left - 1, y, at == marked)
    canvas.put(left + 1, y, cut(label, 32), style(WHITE if at == marked else GREY, back))
    canvas.put(left + 34, y, cut(_value(value), 11 if in_force else 35), style(YELLOW, back))
    if value == "auto" and in_force:
        canvas.put(left + 46, y, f"({_value(in_force)})", style(BRIGHT_CYAN, back))
    canvas.hot(left - 1, y, 72, 1, at)


def tell(before: State | None, after: State) -> Speech:
    lines: list[str] = []
    if before is None:
        lines.append(f"{TITLE}.")
        for at, (key, (label, choices)) in enumerate(preferences(after.lobby).items(), start=1):
            value, in_force = chosen(after.lobby, key), after.lobby.terminal.get(key, "")
            shown = _shown(value, in_force)
            lines.append(
                tr.settings.plain_setting(
                    number=at, key=key, label=label(), value=shown, choices=_listed(choices)
                )
            )
        lines.append(tr.settings.plain_password(number=after.password + 1))
    elif before.lobby.prefs != after.lobby.prefs:
        changed = [k for k in after.rows if chosen(before.lobby, k) != chosen(after.lobby, k)]
        lines += [
            tr.settings.setting_changed(key=key, value=_value(chosen(after.lobby, key))) for key in changed
        ]
    if after.message and after is not before:
        lines.append(after.message)
    if after.answers is not None:
        return Speech(tuple(lines), QUESTIONS[len(after.answers)](), secret=True)
    return Speech(tuple(lines), tr.settings.plain_prompt())
