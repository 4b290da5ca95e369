"""A new table: the game, how it is played, the opponent, the clock, rated or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from door.board.api import Lobby
from door.board.tables.choices import CLOCK, GAME, LABELS, WITH, Choices, choices, clocks
from door.board.tables.effects import TABLE_FORM, Sit, TableForm, TableReady
from door.board.widgets import look, pager_input
from door.term.canvas import BRIGHT_RED, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Answer, Bell, Effects, Event, Leave, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, cut, draw_field, keys_line, wrap
from door.ui.words import commas, sentences

TITLE: Final = tr.tables.title_new_table
KEYS: Final = (
    Hint("down", tr.keys.choose, "↑↓"),
    Hint("right", tr.keys.change, "◄ ►"),
    Hint("f", tr.keys.type_a_handle),
    Hint("enter", tr.keys.open_the_table),
    Hint("q", tr.keys.back),
)
HANDLE: Final = 20
"""Characters of a handle."""

WIDTH: Final = 72
PROMPT: Final = tr.tables.plain_prompt_new_table


@dataclass(frozen=True, slots=True)
class State:
    """The form and the caller's picks.

    - `form`: the choices, once they arrive. `picked`: values by row. `at`: the marked row.
    - `entry`: a handle being typed. `busy`: the table is being opened.
    - `wrong`: the message reports a failure.
    """

    lobby: Lobby
    form: TableForm | None = None
    picked: Mapping[str, str] = field(default_factory=dict)
    at: int = 0
    entry: pager_input.Entry | None = None
    message: str = ""
    wrong: bool = False
    busy: bool = False

    @property
    def choices(self) -> Choices | None:
        """The rows, or None without a form or a game."""
        form = self.form
        return choices(form, self.picked, self.lobby.guest) if form and form.games else None


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    """Open the form. `arg` is the handle to challenge, or "/" and a game's slug, or ""."""
    picked = {GAME: arg[1:]} if arg.startswith("/") else {WITH: arg}
    return State(lobby, picked=picked), (TABLE_FORM(),)


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, TableForm() as form):
            return replace(_marking(replace(state, form=form), state.at), entry=state.entry), ()
        case TableReady(id):
            return state, (Leave(), Sit(id))
        case Lobby():
            return replace(state, lobby=event), (TABLE_FORM(),)
        case No(note):
            return _said(replace(state, busy=False), note, wrong=True), (Bell(),)
        case Key() | Line() if state.busy:
            return state, ()
        case Mouse() if state.busy or state.entry:
            return state, ()
        case Key() | Line() if state.entry:
            return _typed(state, state.entry, event)
        case Key(name):
            return _key(state, state.choices, name.lower())
        case Line(text):
            return _line(state, state.choices, text.strip())
        case Mouse(action="press", target=int(at)) if state.choices and 0 <= at < len(state.choices.rows):
            return _stepped(_marking(state, at), state.choices, 1)
        case Mouse(action="wheel-up" | "wheel-down"):
            return _marking(state, state.at + (1 if event.action == "wheel-down" else -1)), ()
    return state, ()


def _said(state: State, message: str = "", wrong: bool = False) -> State:
    return replace(state, message=message, wrong=wrong, entry=None)


def _marking(state: State, at: int) -> State:
    """Mark a row, wrapping around the ends."""
    return _said(replace(state, at=at % len(state.choices.rows) if state.choices else 0))


def _key(state: State, choices: Choices | None, name: str) -> Next:
    if name in navigation.LEAVE:
        return state, (Leave(),)
    if choices is None:
        return state, (Bell(),)
    if name == "f":
        return replace(_said(state), entry=pager_input.entry(tr.tables.ask_opponent(), HANDLE)), ()
    if by := navigation.change(name):
        return _stepped(state, choices, by)
    to = navigation.row(name, state.at, len(choices.rows))
    if to is not None:
        return _marking(state, to), ()
    return _opened(state, choices) if name == "enter" else (state, (Bell(),))


def _stepped(state: State, choices: Choices, by: int) -> Next:
    """Switch the marked row to its next choice."""
    key, (options, value) = list(choices.rows.items())[state.at]
    if len(options) == 1:
        return _said(state), (Bell(),)
    return _picking(state, key, options[(options.index(value) + by) % len(options)]), ()


def _picking(state: State, key: str, value: str) -> State:
    """Pick that value, and mark its row."""
    state = replace(state, picked={**state.picked, key: value})
    return _marking(state, list(state.choices.rows).index(key) if state.choices else 0)


def _opened(state: State, choices: Choices) -> Next:
    return replace(_said(state, tr.common.one_moment()), busy=True), (choices.table,)


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    """Handle a key in the handle's line. An empty handle means anybody. Esc changes nothing."""
    still, text = pager_input.type_in(open, event)
    if still:
        return replace(state, entry=still), ()
    given_up = isinstance(event, Key) and event.name != "enter"
    return (_said(state), ()) if given_up else _against(state, text)


def _against(state: State, text: str) -> Next:
    """Pick an opponent by handle, or by node as in Who's online. "" is anybody."""
    online = state.form.online if state.form else ()
    known = {str(node): handle for handle, node in online} | {
        handle.casefold(): handle for handle, _ in online
    }
    anybody = dict.fromkeys((tr.tables.anybody.shipped, tr.tables.anybody().casefold()), "")
    who = {**known, **anybody}.get(text.casefold(), text)
    if len(who) == 1:  # a handle has at least two characters
        return _said(state, tr.tables.no_such_opponent(who=who), wrong=True), (Bell(),)
    return _picking(state, WITH, who), ()


def _line(state: State, choices: Choices | None, text: str) -> Next:
    """Handle a plain-mode line: a row and its new value, "open", or nothing to go back."""
    word, _, value = text.partition(" ")
    key, value = word.lower(), value.strip()
    if not text or key in navigation.LEAVE or choices is None:
        return state, (Leave(),)
    if key == "open":
        return _opened(state, choices)
    if key not in choices.rows:
        return _said(state, tr.tables.which_choice(rows=commas(choices.rows)), wrong=True), (Bell(),)
    if key == WITH and 0 < len(value) <= HANDLE:
        return _against(state, value)
    if key == CLOCK and value in clocks(value, state.lobby.guest):
        return _picking(state, CLOCK, value), ()
    for option in choices.rows[key].options if value else ():
        if value.lower() == option or choices.shown(key, option).lower().startswith(value.lower()):
            return _picking(state, key, option), ()
    return _said(state, choices.spoken(key), wrong=True), (Bell(),)


# -- screen ------------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    canvas, choices, left = Canvas(look.WIDTH, look.HEIGHT), state.choices, 4
    y = look.heading(canvas, TITLE(), state.lobby.handle) + 1
    if choices is None:
        canvas.put(
            left + 2, y, tr.tables.no_door_for_tables() if state.form else tr.common.one_moment(), style(GREY)
        )
        keys_line(canvas, KEYS[-1:])
        return canvas
    for at, (key, (options, value)) in enumerate(choices.rows.items()):
        back = look.marked(canvas, left, y + at, at == state.at)
        canvas.put(left + 2, y + at, cut(LABELS[key](), 13), style(WHITE if at == state.at else GREY, back))
        ink = GREY if len(options) == 1 else choices.game.accent if key == GAME else YELLOW
        canvas.put(left + 16, y + at, cut(choices.shown(key, value), WIDTH - 16), style(ink, back))
        canvas.hot(left, y + at, WIDTH, 1, at)
    _lines(canvas, left + 2, y + len(choices.rows) + 1, choices.about(list(choices.rows)[state.at]), DARK)
    y = canvas.rows - 6
    _lines(canvas, left + 2, y, choices.summary(), WHITE)
    if state.entry:
        x = canvas.put(left + 2, y + 3, f"{state.entry.prompt} ", style(YELLOW))
        draw_field(canvas, x, y + 3, HANDLE + 2, state.entry.field)
    look.sentence(canvas, left + 2, y + 4, state.message, 2, style(BRIGHT_RED if state.wrong else WHITE))
    keys_line(canvas, pager_input.TYPING if state.entry else KEYS)
    return canvas


def _lines(canvas: Canvas, x: int, y: int, text: str, ink: int) -> None:
    for at, line in enumerate(wrap(text, WIDTH - 2)):
        canvas.put(x, y + at, line, style(ink))


def tell(before: State | None, after: State) -> Speech:
    """Say the rows at first, and later any new ones. After each change, say the table in a sentence."""
    choices = after.choices
    if choices is None:
        return (
            Speech(
                (sentences(tr.common.full_stop(text=TITLE()), tr.tables.no_door_for_tables()),),
                tr.common.plain_prompt_go_back(),
            )
            if after.form
            else Speech()
        )
    known = before.choices if before else None
    lines = [] if known else [f"{TITLE}."]
    lines += [choices.spoken(key) for key in choices.rows if known is None or key not in known.rows]
    if known is None or known.rows != choices.rows:
        lines.append(choices.summary())
    if after.message and after is not before:
        lines.append(after.message)
    if after.entry:
        return Speech(tuple(lines), after.entry.prompt)
    return Speech(tuple(lines), PROMPT())
