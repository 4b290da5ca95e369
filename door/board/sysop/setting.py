"""One setting: its meaning, allowed values and current value, and a line to change it.

A wrong value gets the same refusal as from `door check`, and stays on the line to be corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done
from door.board.sysop.effects import SETTINGS, AreYouSure, ChangeSetting
from door.board.widgets.blocks import Entry, Text
from door.board.widgets.page import replied
from door.board.widgets.sheets import SheetPage, SheetState
from door.settings.keys import Key as Setting
from door.settings.reload import APPLIES
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, style
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, No
from door.ui.texts import tr
from door.ui.widgets import Field, wrap

LIMIT: Final = 1000
FACTS: Final = (tr.sysop.label_now, tr.sysop.label_default, tr.sysop.label_allowed, tr.sysop.label_applies)


@dataclass(frozen=True, slots=True)
class State(SheetState):
    """`tried` is the last value typed, `refused` the reason against it."""

    tried: str = ""
    refused: str = ""

    @property
    def setting(self) -> Setting | None:
        """The setting whose name is the page's argument."""
        settings: Sequence[Setting] = self.found or ()
        return next((one for one in settings if one.name == self.arg), None)


Next = tuple[State, Effects]


class _Page(SheetPage[State]):
    TITLE = tr.sysop.title_setting
    STATE = State
    QUERY = SETTINGS
    FOOT = 3
    GIVEN_UP = tr.common.nothing_changed

    def sheet(self, state: State) -> Text:
        setting = state.setting
        if setting is None:
            return Text(state.arg)
        wrong = ("", *wrap(state.refused, 74)) if state.refused else ()
        lines = (*lines_of(setting), *((line, style(BRIGHT_RED)) for line in wrong))
        return Text(setting.name, lines, str(setting.file))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        if state.setting is None:
            return ()
        return (
            Command("change", "e", tr.keys.change, self.change, also=("enter",), words=("edit",)),
            Command("default", "d", tr.keys.default, self.default),
        )

    def change(self, state: State) -> Next:
        """Open the line with the current value, or the last one typed."""
        setting = state.setting
        assert setting is not None
        hidden = setting.secret or setting.shown == '""'
        value = state.tried or ("" if hidden else setting.shown)
        return state.ask(tr.sysop.ask_new_value(), LIMIT, _put, value, may_be_empty=True)

    def default(self, state: State) -> Next:
        return _put(state, state.setting.default) if state.setting else (state, (Bell(),))

    def receive(self, state: State, reply: Event) -> Next | None:
        match reply:
            case AreYouSure(question):
                entry = Entry(tr.sysop.ask_y_or_n(), Field(limit=1), _sure)
                return replace(state.say(question, wrong=True), entry=entry), (Bell(),)
            case Done():
                return replied(self, replace(state, tried="", refused=""), reply)
            case No(why) if state.setting:
                note = state.say(tr.sysop.setting_not_changed(), wrong=True)
                return self.shown(replace(note, refused=why)), (Bell(),)
        done = super().receive(state, reply)
        if done and done[0].setting is None:
            return done[0].say(tr.sysop.no_such_setting(name=state.arg), wrong=True), done[1]
        return done


def _put(state: State, text: str) -> Next:
    if not text:
        return replace(state, tried="").say(tr.sysop.setting_needs_quotes()), ()
    state = replace(state.say(tr.common.one_moment()), tried=text, refused="")
    return state, (ChangeSetting(state.arg, text),)


def _sure(state: State, yes: str) -> Next:
    return state.say(tr.common.one_moment()), (ChangeSetting(state.arg, state.tried, sure=True),)


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


PAGE: Final = _Page()
