"""The settings, for the sysop: sections and keys as a list, one key to change, and all hours and events.

A wrong value gets the same refusal as from `door check`, and stays on the line to be corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.features.desk.asks import HOURS, SETTINGS, AreYouSure, ChangeSetting, Hours
from door.pages.api import Done, Visit
from door.pages.lists import ListPage, ListState
from door.pages.page import on_reply
from door.pages.sheets import SheetPage, SheetState
from door.settings.keys import SettingKey, by_group
from door.settings.keys import SettingKey as Setting
from door.settings.reload import APPLIES, APPLIES_SHORT
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, style
from door.ui.blocks import OpenLine, Row, RowList, Text
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, No
from door.ui.texts import tr
from door.ui.widgets import Column, Field, wrap

Thing = SettingKey | tuple[SettingKey, ...]
"""A key, or the keys of a section."""

_Listed = tuple[ListState[Thing], Effects]
SECTIONS: Final = (
    Column(tr.heads.section, 22),
    Column(tr.heads.file, 28),
    Column(tr.heads.keys, 6, True),
    Column(tr.heads.changed, 7, True),
)
KEYS: Final = (
    Column(tr.heads.key, 24, grow=1, most=29),
    Column(tr.heads.value, 30, grow=5),
    Column(tr.heads.applies, 9),
)


class _DeskSettingsPage(ListPage[ListState[Thing], Thing]):
    TITLE = tr.sysop.title_settings
    COLUMNS = SECTIONS
    QUERY = SETTINGS

    def title(self, state: ListState[Thing]) -> str:
        return f"{self.TITLE}: {state.arg}" if state.arg else self.TITLE()

    def rows(self, state: ListState[Thing], found: Sequence[SettingKey]) -> Sequence[Thing]:
        groups = by_group(found)
        return groups.get(state.arg, ()) if state.arg else tuple(groups.values())

    def key(self, thing: Thing) -> object:
        return _name(thing)

    def about(self, state: ListState[Thing]) -> str:
        return state.marked_row.help if isinstance(state.marked_row, SettingKey) else ""

    def row(self, state: ListState[Thing], thing: Thing) -> Row:
        if isinstance(thing, SettingKey):
            name = thing.name.rpartition(".")[2]
            cells = (name, thing.shown, APPLIES_SHORT[thing.when]())
            return Row(cells, thing.changed, f"{name}: {thing.shown}")
        name, changed = _name(thing), sum(key.changed for key in thing)
        keys = tr.count.keys(n=len(thing))
        told = tr.sysop.plain_settings_section(name=name, keys=keys, changed=changed, file=thing[0].file)
        return Row((name, thing[0].file, len(thing), changed or "-"), bool(changed), told)

    def body(self, state: ListState[Thing]) -> RowList | Text:
        body = super().body(state)
        return replace(body, columns=KEYS) if state.arg and isinstance(body, RowList) else body

    def commands(self, state: ListState[Thing]) -> tuple[Command[ListState[Thing]], ...]:
        return (Command("open", "enter", tr.keys.open, self.visit, on_row=True),)

    def visit(self, state: ListState[Thing]) -> _Listed:
        return state, (Visit("sysop-key" if state.arg else "sysop-config", _name(state.marked_row)),)

    def on_text(self, state: ListState[Thing], text: str) -> _Listed:
        """Open a key or a section by its name."""
        for at, thing in enumerate(state.rows or ()):
            if text.lower() in (_name(thing), _name(thing).rpartition(".")[2]):
                return self.open(state.marking(at))
        return super().on_text(state, text)


def _name(thing: Thing) -> str:
    return thing.name if isinstance(thing, SettingKey) else thing[0].group


SETTINGS_PAGE: Final = _DeskSettingsPage()


LIMIT: Final = 1000
FACTS: Final = (tr.sysop.label_now, tr.sysop.label_default, tr.sysop.label_allowed, tr.sysop.label_applies)


@dataclass(frozen=True, slots=True)
class SettingState(SheetState):
    """`tried` is the last value typed, `refused` the reason against it."""

    tried: str = ""
    refused: str = ""

    @property
    def setting(self) -> Setting | None:
        settings: Sequence[Setting] = self.found or ()
        return next((one for one in settings if one.name == self.arg), None)


Next = tuple[SettingState, Effects]


class _Setting(SheetPage[SettingState]):
    TITLE = tr.sysop.title_setting
    STATE = SettingState
    QUERY = SETTINGS
    FOOT = 3
    GIVEN_UP = tr.common.nothing_changed

    def sheet(self, state: SettingState) -> Text:
        setting = state.setting
        if setting is None:
            return Text(state.arg)
        wrong = ("", *wrap(state.refused, 74)) if state.refused else ()
        lines = (*lines_of(setting), *((line, style(BRIGHT_RED)) for line in wrong))
        return Text(setting.name, lines, str(setting.file))

    def commands(self, state: SettingState) -> tuple[Command[SettingState], ...]:
        if state.setting is None:
            return ()
        return (
            Command("change", "e", tr.keys.change, self.change, also=("enter",), words=("edit",)),
            Command("default", "d", tr.keys.default, self.default),
        )

    def change(self, state: SettingState) -> Next:
        """Open the line with the current value, or the last one typed."""
        setting = state.setting
        assert setting is not None
        hidden = setting.secret or setting.shown == '""'
        value = state.tried or ("" if hidden else setting.shown)
        return state.ask(tr.sysop.ask_new_value(), LIMIT, _put, value, may_be_empty=True)

    def default(self, state: SettingState) -> Next:
        return _put(state, state.setting.default) if state.setting else (state, (Bell(),))

    def receive(self, state: SettingState, reply: Event) -> Next | None:
        match reply:
            case AreYouSure(question):
                entry = OpenLine(tr.sysop.ask_y_or_n(), Field(limit=1), _sure)
                return replace(state.say(question, wrong=True), entry=entry), (Bell(),)
            case Done():
                return on_reply(self, replace(state, tried="", refused=""), reply)
            case No(why) if state.setting:
                note = state.say(tr.sysop.setting_not_changed(), wrong=True)
                return self.with_sheet(replace(note, refused=why)), (Bell(),)
        done = super().receive(state, reply)
        if done and done[0].setting is None:
            return done[0].say(tr.sysop.no_such_setting(name=state.arg), wrong=True), done[1]
        return done


def _put(state: SettingState, text: str) -> Next:
    if not text:
        return replace(state, tried="").say(tr.sysop.setting_needs_quotes()), ()
    state = replace(state.say(tr.common.one_moment()), tried=text, refused="")
    return state, (ChangeSetting(state.arg, text),)


def _sure(state: SettingState, yes: str) -> Next:
    return state.say(tr.common.one_moment()), (ChangeSetting(state.arg, state.tried, sure=True),)


def lines_of(setting: Setting) -> Iterator[tuple[str, int]]:
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


SETTING_PAGE: Final = _Setting()


_HoursNext = tuple[ListState[Hours], Effects]


class _HoursPage(ListPage[ListState[Hours], Hours]):
    TITLE = tr.sysop.title_hours
    QUERY = HOURS
    COLUMNS = (Column("", 27), Column(tr.heads.now, 36), Column(tr.heads.level, 6, True))

    def count(self, state: ListState[Hours]) -> str:
        return state.found.clock if state.found else ""

    def about(self, state: ListState[Hours]) -> str:
        return tr.sysop.hours_are(hours=state.marked_row.hours)

    def row(self, state: ListState[Hours], one: Hours) -> Row:
        told = (
            tr.sysop.plain_hours(name=one.name, now=one.now, hours=one.hours)
            if one.level is None
            else tr.sysop.plain_hours_level(name=one.name, now=one.now, hours=one.hours, level=one.level)
        )
        return Row((one.name, one.now, "-" if one.level is None else one.level), not one.open, told)

    def commands(self, state: ListState[Hours]) -> tuple[Command[ListState[Hours]], ...]:
        return (
            Command("hours", "enter", tr.keys.change_hours, self.hours, on_row=True, also=("h",)),
            Command("level", "l", tr.keys.change_level, self.level, on_row=True),
        )

    def hours(self, state: ListState[Hours]) -> _HoursNext:
        return state, (Visit("sysop-key", f"{state.marked_row.section}.hours"),)

    def level(self, state: ListState[Hours]) -> _HoursNext:
        if state.marked_row.level is None:
            return state.refuse(tr.sysop.level_only_for_doors())
        return state, (Visit("sysop-key", f"{state.marked_row.section}.access_level"),)


HOURS_PAGE: Final = _HoursPage()
