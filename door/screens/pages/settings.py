"""The settings form: a game's choices as rows, saved at once.

Pure. The rows are the game's data (`Choice`); their meaning is unknown here.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from door.games.contract import Door
from door.games.game import Choice
from door.play.api import Remember
from door.screens.layouts import close
from door.screens.state import State, Step, choices, notice, refuse, ring, say, with_page
from door.ui.blocks import Choices, DoorFrame, FormRow, Layout, OpenLine, Picked
from door.ui.commands import Command
from door.ui.texts import tr
from door.ui.widgets import Field, Hint
from door.ui.words import commas, sentences

_BACK: Final = Hint("esc", tr.door_keys.back)


def shown_choices(game: Door, state: State) -> tuple[Choice, ...]:
    """Return the choices with rows: all but the one about keys on a phone with buttons."""
    unused = game.info.numpad[0] if state.setup.upright and game.info.numpad else ""
    return tuple(choice for choice in choices(game, state) if choice.key != unused)


def layout(game: Door, state: State) -> Layout:
    """Return the form. Enter closes it, except on a row whose value is typed."""
    every = shown_choices(game, state)
    marked = every[state.page.at % len(every)]
    starred = tr.play.settings_starred() if any(choice.practice for choice in every) else ""
    form = Choices(tuple(_row(state, choice) for choice in every), every.index(marked))
    entry = None
    if state.page.field is not None:
        entry = OpenLine(
            tr.common.heading(text=marked.name.strip()), state.page.field, partial(_set_text, game, marked)
        )
    return Layout(
        tr.play.title_settings(name=game.info.name()), form, _commands(marked), entry=entry,
        hint=sentences(tr.play.settings_remembered(), starred), back=None if marked.values else _BACK,
        frame=DoorFrame("", game.info.accent), prompt=tr.play.plain_ask_setting(),
    )  # fmt: skip


def commands(game: Door, state: State) -> tuple[Command[State], ...]:
    every = shown_choices(game, state)
    return _commands(every[state.page.at % len(every)])


def _commands(marked: Choice) -> tuple[Command[State], ...]:
    return (Command("done", "enter", tr.door_keys.back, close, also=("f3",)),) if marked.values else ()


def _row(state: State, choice: Choice) -> FormRow:
    value = choice.picked_value(state.chosen)
    return FormRow(
        choice.key, f"{choice.name}{'*' if choice.practice else ''}", value, choice.offered_values,
        lambda text: choice.word(text) or "-", about=choice.help, told=partial(_row_line, choice, value),
        is_typed=not choice.values,
    )  # fmt: skip


def _row_line(choice: Choice, value: str) -> str:
    """Return the row in plain mode."""
    words, shown = commas(map(choice.word, choice.offered_values)), choice.word(value) or "-"
    own = tr.play.plain_setting(key=choice.key, value=shown)
    if words:
        own = tr.play.plain_setting_values(key=choice.key, value=shown, values=words)
    return sentences(own, str(choice.help), tr.play.setting_practice_only() if choice.practice else "")


def pick(game: Door, state: State, picked: Picked) -> Step:
    """Do what an event does to the form."""
    choice = shown_choices(game, state)[picked.at]
    match picked.does:
        case "set":
            return set_to(game, state, choice, picked.value)
        case "ask" if picked.value:
            return set_to(game, state, choice, picked.value)
        case "ask":
            text = choice.value(state.chosen)
            return with_page(state, field=Field(text, len(text), choice.limit)), ()
        case "unknown":
            words = commas(map(choice.word, choice.offered_values))
            return refuse(state, tr.play.setting_can_be(label=choice.name, words=words))
        case "fixed":
            return state, ring(state)
    return state, ()


def _set_text(game: Door, choice: Choice, state: State, text: str) -> Step:
    """Set the typed text, or refuse it and leave the line open."""
    state, effects = set_to(game, state, choice, text)
    if state.note.wrong:
        state = with_page(state, field=Field(text, len(text), choice.limit))
    return state, effects


def set_to(game: Door, state: State, choice: Choice, text: str) -> Step:
    """Set and save a choice. It applies at once if it may, else from the next game on."""
    if choice.check and (why := choice.check(text)):
        return refuse(state, why)
    if text == choice.picked_value(state.chosen):
        return say(state, (tr.play.setting_is_already(label=choice.name, word=choice.word(text)),)), ()
    table = state.table
    if table is not None and choice.at_once:
        state = state._replace(table=table._replace(choices={**table.choices, choice.key: text}))
    elif table is not None and state.scene == "play":
        state = notice(state, tr.play.setting_from_next_game())
    state = state._replace(chosen={**state.chosen, choice.key: text})
    told = tr.play.setting_is_now(label=choice.name, word=choice.word(text))
    return say(state, (told,)), (Remember(choice.key, text),)
