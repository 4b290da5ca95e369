"""The settings form: a game's choices as rows, edited in place and saved at once.

Pure. The rows are the game's data (`Choice`); their meaning is unknown here.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from door.games.contract import Door
from door.games.game import Choice
from door.play.api import Remember
from door.screens.state import CLOSED, NO_NOTE, OpenPage, State, Step, choices, notice, refuse, say, with_page
from door.term.canvas import BLUE, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Mouse
from door.ui import navigation
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, cut, draw_field, fold, keys_line, page_frame, type_key
from door.ui.words import commas, sentences

TITLE: Final = tr.play.title_settings

SHOWN: Final = 14
_HINTS: Final = (
    Hint("up", tr.door_keys.row, "↑↓"),
    Hint("right", tr.door_keys.change, "◄ ►"),
    Hint("enter", tr.door_keys.done),
)


class RowSpot(NamedTuple):
    row: int


def open_page(game: Door, state: State) -> Step:
    state = _at(game, state._replace(page=OpenPage("settings"), note=NO_NOTE), 0)
    return say(state, lines(game, state)), ()


def _at(game: Door, state: State, row: int) -> State:
    """Move the bar to that row. A text row is opened for typing."""
    every = choices(game, state)
    choice = every[row % len(every)]
    text = choice.value(state.chosen)
    field = None if choice.values else Field(text, len(text), choice.limit)
    return with_page(state, at=row % len(every), field=field)


def set_to(game: Door, state: State, choice: Choice, text: str) -> Step:
    """Set and save a choice. It applies at once if it may, else from the next game on."""
    if choice.check and (why := choice.check(text)):
        return refuse(state, why)
    if text == choice.picked_value(state.chosen):
        return say(state, (tr.play.setting_is_now(label=choice.name, word=choice.word(text)),)), ()
    table = state.table
    playing = table is not None and state.scene == "play"
    if table is not None and choice.at_once:
        state = state._replace(table=table._replace(choices={**table.choices, choice.key: text}))
    state = state._replace(chosen={**state.chosen, choice.key: text}, note=NO_NOTE)
    if playing and not choice.at_once:
        state = notice(state, tr.play.setting_from_next_game())
    return say(state, (tr.play.setting_is_now(label=choice.name, word=choice.word(text)),)), (
        Remember(choice.key, text),
    )


def key(game: Door, state: State, key: Key) -> Step:
    """Handle a key: up and down move the bar, left and right change the row, Enter or Esc closes."""
    every, name = choices(game, state), key.name
    choice = every[state.page.at % len(every)]
    typed = state.page.field is not None
    if name in ("enter", "esc", "f3", "ctrl-c") or (not typed and name.lower() in navigation.LEAVE):
        return _set_typed_text(game, state, choice, close=True)
    step = 0 if typed else navigation.change(name)
    if step:
        return _step_choice(game, state, choice, step)
    to = navigation.row(name, state.page.at % len(every), len(every))
    if to is not None and not (typed and (key.text or name in ("home", "end"))):
        state, effects = _set_typed_text(game, state, choice)
        return (state if state.note.is_warning else _at(game, state, to)), effects
    if state.page.field is not None:
        return state._replace(
            page=state.page._replace(field=type_key(state.page.field, key)), note=NO_NOTE
        ), ()
    return state, ()


def _set_typed_text(game: Door, state: State, choice: Choice, close: bool = False) -> Step:
    """Set the typed text of the row, or refuse it in place. Then close the form if asked to."""
    effects: tuple[Remember, ...] = ()
    if state.page.field is not None:
        state, made = set_to(game, state, choice, state.page.field.value.strip())
        if state.note.is_warning:
            return state, made
        effects = tuple(effect for effect in made if isinstance(effect, Remember))
    return (state._replace(page=CLOSED) if close else state), effects


def _step_choice(game: Door, state: State, choice: Choice, step: int) -> Step:
    at = choice.offered_values.index(choice.picked_value(state.chosen)) + step
    return set_to(game, state, choice, choice.offered_values[at % len(choice.offered_values)])


def mouse(game: Door, state: State, mouse: Mouse) -> Step:
    """Handle a click on a row: it changes the row. Text typed in another row is set first."""
    every = choices(game, state)
    if mouse.action != "press" or not isinstance(mouse.target, RowSpot) or mouse.target.row >= len(every):
        return state, ()
    state, effects = _set_typed_text(game, state, every[state.page.at % len(every)])
    if state.note.is_warning or (mouse.target.row == state.page.at and state.page.field is not None):
        return state, effects
    state = _at(game, state, mouse.target.row)
    choice = every[mouse.target.row]
    if not choice.values:
        return state, effects
    state, made = _step_choice(game, state, choice, 1)
    return state, (*effects, *made)


def draw(game: Door, state: State, view: View) -> Canvas:
    canvas, accent, every = Canvas(COLS, ROWS), game.info.accent, choices(game, state)
    at = min(state.page.at, len(every) - 1)
    first = max(0, min(at - SHOWN + 1, len(every) - SHOWN)) if at >= SHOWN else 0
    page_frame(canvas, TITLE(name=game.info.name()), accent)
    for line, choice in enumerate(every[first : first + SHOWN]):
        _row(canvas, state, choice, 2 + line, first + line == at, view)
        canvas.hot(3, 2 + line, 74, 1, RowSpot(first + line))
    canvas.put(4, 16, "─" * 72, DARK)
    for line, text in enumerate(fold(every[at].help, 70, 2)):
        canvas.put(5, 17 + line, text, GREY)
    note = f"! {state.note.text}" if state.note.is_warning else state.note.text
    starred = tr.play.settings_starred() if any(choice.practice for choice in every) else ""
    canvas.centre(
        19, cut(note or sentences(tr.play.settings_remembered(), starred), 74), YELLOW if note else DARK
    )
    keys_line(canvas, _HINTS, accent)
    return canvas


def _row(canvas: Canvas, state: State, choice: Choice, y: int, here: bool, view: View) -> None:
    ground = BLUE if here and not (view.mono or view.ascii) else 0
    if here:
        canvas.fill(3, y, 74, 1, " ", style(WHITE, ground))
        canvas.put(4, y, "►", style(YELLOW, ground))
    mark = "*" if choice.practice else " "
    canvas.put(6, y, cut(f"{choice.name}{mark}", 30), style(WHITE if here else GREY, ground))
    if here and state.page.field is not None:
        draw_field(canvas, 38, y, 36, state.page.field)
        return
    text = cut(choice.word(choice.picked_value(state.chosen)), 32)
    shown = f"◄ {text} ►" if choice.values else text or "-"
    canvas.put(38, y, shown, style(YELLOW if here else WHITE, ground))


def line(game: Door, state: State, text: str) -> Step:
    """Handle a line in plain mode: "colours 5", "level einstein". An empty line closes the form."""
    name, _, rest = text.strip().partition(" ")
    if name.lower() in ("", "q", "done"):
        return state._replace(page=CLOSED, note=NO_NOTE), ()
    choice = next(
        (row for row in choices(game, state) if name.lower() in (row.key.lower(), row.name.lower())), None
    )
    if choice is None:
        return refuse(
            state,
            tr.play.no_such_setting(name=f"{name[:20]!r}", keys=commas(c.key for c in choices(game, state))),
        )
    wanted = rest.strip()
    if not choice.values:
        return set_to(game, state, choice, wanted)
    found = next(
        (v for v in choice.offered_values if wanted.lower() in (v.lower(), choice.word(v).lower())), None
    )
    if found is None:
        return refuse(
            state,
            tr.play.setting_can_be(
                label=choice.name, words=commas(choice.word(v) for v in choice.offered_values)
            ),
        )
    if found == choice.picked_value(state.chosen):
        return say(state, (tr.play.setting_is_already(label=choice.name, word=choice.word(found)),)), ()
    return set_to(game, state, choice, found)


def form(game: Door, state: State) -> dict[str, Any]:
    """Return the form as the values of a web page, as `door.ui.speech.to_page` has them."""
    fields = [
        {
            "label": choice.name,
            "value": (value := choice.picked_value(state.chosen)), "shown": choice.word(value),
            "about": choice.help, "line": choice.key, "asks": not choice.values,
            "options": [(one, choice.word(one)) for one in choice.offered_values],
        }
        for choice in choices(game, state)
    ]  # fmt: skip
    return {
        "title": TITLE(name=game.info.name()),
        "count": "",
        "hint": state.note.text,
        "wrong": state.note.is_warning,
        "summary": "",
        "buttons": [("done", tr.door_keys.done())],
        "fields": fields,
    }


def prompt(game: Door, state: State) -> str:
    return tr.play.plain_ask_setting()


def lines(game: Door, state: State) -> tuple[str, ...]:
    return (*(_row_line(state, choice) for choice in choices(game, state)), tr.play.settings_from_next_game())


def _row_line(state: State, choice: Choice) -> str:
    value = choice.word(choice.picked_value(state.chosen)) or "-"
    values = commas(map(choice.word, choice.offered_values))
    own = (
        tr.play.plain_setting_values(key=choice.key, value=value, values=values)
        if values
        else tr.play.plain_setting(key=choice.key, value=value)
    )
    return sentences(own, choice.help, tr.play.setting_practice_only() if choice.practice else "")
