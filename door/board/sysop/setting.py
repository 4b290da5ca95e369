"""One setting: its meaning, allowed values and current value, and a line to change it.

A wrong value gets the same refusal as from `door check`, and stays on the line to be corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Lobby
from door.board.sysop.effects import SETTINGS, AreYouSure, ChangeSetting
from door.board.widgets import pager, pager_input
from door.settings.keys import Key as Setting
from door.settings.reload import APPLIES
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effects, Event, No, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, wrap

TITLE: Final = tr.sysop.title_setting
KEYS: Final = (Hint("enter", tr.keys.change), Hint("d", tr.keys.default), pager.BACK)
SURE: Final = (Hint("y", tr.keys.answer_yes), Hint("n", tr.keys.answer_no))
LIMIT: Final = 1000
FACTS: Final = (tr.sysop.label_now, tr.sysop.label_default, tr.sysop.label_allowed, tr.sysop.label_applies)
PROMPT: Final = tr.sysop.plain_prompt_setting


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`tried` is the last value typed, `refused` the reason against it, `sure` an open question about it."""

    name: str
    setting: Setting | None = None
    tried: str = ""
    refused: str = ""
    sure: str = ""


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State.titled(TITLE(), KEYS, name=arg), (SETTINGS(),)


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, settings):
            return _shown(state, next((one for one in settings if one.name == state.name), None)), ()
        case AreYouSure(question):
            return state.said(question, wrong=True, sure=question), (Bell(),)
        case Key() | Line() if state.sure:
            return _answered(state, event)
        case Done(note):
            return state.said(note, tried="", refused=""), (SETTINGS(),)
        case No(note):
            return _papered(state.said(tr.sysop.setting_not_changed(), wrong=True, refused=note)), (Bell(),)
        case Key() | Line() if state.entry:
            return _typed(state, state.entry, event)
        case Key("enter" | "e" | "E") | Line("e" | "E" | "edit" | "change"):
            return _ask(state)
        case Key("d" | "D") | Line("d" | "D" | "default"):
            return _put(state, state.setting.default) if state.setting else (state, (Bell(),))
    return state.turned(event)


def _plain(setting: Setting) -> str:
    """Return the value as typed: "" for a secret, and no quotes for an empty text."""
    return "" if setting.secret or setting.shown == '""' else setting.shown


def _shown(state: State, setting: Setting | None) -> State:
    if setting is None:
        return state.said(tr.sysop.no_such_setting(name=state.name), wrong=True)
    return _papered(replace(state, setting=setting))


def _papered(state: State) -> State:
    """Return the page with the setting, and the reason against the last value."""
    setting = state.setting
    if setting is None:
        return state.said(state.refused, wrong=True)
    wrong = ("", *wrap(state.refused, 74)) if state.refused else ()
    lines = (*lines_of(setting), *((line, style(BRIGHT_RED)) for line in wrong))
    sheet = replace(state.sheet, title=setting.name, note=str(setting.file), lines=lines)
    return replace(state, sheet=sheet)


def lines_of(setting: Setting) -> Iterator[tuple[str, int]]:
    """Return the meaning, then the facts."""
    for line in wrap(setting.help, 74):
        yield line, style(GREY)
    yield "", 0
    values = (
        setting.shown, setting.default, setting.allowed, APPLIES[setting.when](),
    )  # fmt: skip
    for name, value in zip(map(str, FACTS), values, strict=True):
        first, *more = wrap(value, 64) or ("",)
        ink = style(YELLOW if value is setting.shown else GREY)
        yield f"{name + ':':<10}{first}", ink
        for line in more:
            yield f"{'':<10}{line}", ink


def _ask(state: State) -> Next:
    """Open the line with the current value, or the last one typed."""
    if state.setting is None:
        return state, (Bell(),)
    value = state.tried or _plain(state.setting)
    return state.asking(tr.sysop.ask_new_value(), LIMIT, value), ()


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    if text:
        return _put(state, text)
    given_up = isinstance(event, Key) and event.name != "enter"
    return state.said(
        tr.common.nothing_changed() if given_up else tr.sysop.setting_needs_quotes(), tried=""
    ), ()


def _put(state: State, text: str) -> Next:
    return state.said(tr.common.one_moment(), tried=text, refused=""), (ChangeSetting(state.name, text),)


def _answered(state: State, event: Key | Line) -> Next:
    """Handle the answer to the open question."""
    answer = event.name if isinstance(event, Key) else event.text.strip()
    if answer.lower() in ("y", "yes"):
        return state.said(tr.common.one_moment(), sure=""), (
            ChangeSetting(state.name, state.tried, sure=True),
        )
    if answer.lower() in ("n", "no", "esc"):
        return state.said(tr.common.nothing_changed(), sure=""), ()
    return state, (Bell(),)


def draw(state: State, view: View) -> Canvas:
    """Draw the page and its note. A long reason grows upwards from the second-to-last row."""
    sheet = replace(state.sheet, keys=SURE if state.sure else KEYS)
    return pager_input.draw(replace(state, sheet=sheet), view)


def tell(before: State | None, after: State) -> Speech:
    if after.setting is None and not after.note:
        return Speech()
    lines: list[str] = []
    if before is None or before.setting != after.setting:
        lines += pager.tell(None, after.sheet).lines
    if after.refused and after is not before and not after.entry:
        lines.append(after.refused)
    return pager_input.told(lines, before, after, tr.sysop.ask_y_or_n() if after.sure else PROMPT())
