"""Settings of one caller: terminal, speed, bell, motion, password.

A new speed applies when the page is left, because at 300 bits a second the page would be too slow to use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.board.api import CHECK_PASSWORD, NEW_PASSWORD, Done, Lobby, Visit, preferences
from door.board.widgets.blocks import Choice
from door.board.widgets.lines import FormPage, values
from door.board.widgets.page import PageState, doing
from door.games import game
from door.midend.api import Remember
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, Leave, No
from door.ui.texts import tr
from door.ui.words import commas

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
PASSWORD: Final = "password"
LEAST, LONGEST = 6, 128
"""Characters of a password."""


@dataclass(frozen=True, slots=True)
class State(PageState):
    """`speed` is the modem speed chosen, or "". `old` and `new` are the passwords typed so far."""

    speed: str = ""
    old: str = ""
    new: str = ""


Next = tuple[State, Effects]


def chosen(lobby: Lobby, key: str) -> str:
    """Return the caller's saved choice, or the default."""
    value, choices = lobby.prefs.get(key, ""), preferences(lobby)[key][1]
    return value if value in choices else choices[0]


class _Page(FormPage[State]):
    TITLE = tr.settings.title
    STATE = State
    FOOT = 3

    def count(self, state: State) -> str:
        return state.lobby.handle

    def hint(self, state: State) -> str:
        terminal = state.lobby.terminal
        term = terminal.get("term") or tr.sysop.fact_unknown()
        return tr.settings.your_terminal(term=term, size=terminal.get("size", ""))

    def prompt(self, state: State) -> str:
        return tr.settings.plain_prompt()

    def choices(self, state: State) -> tuple[Choice, ...]:
        rows = [_choice(state.lobby, at, key) for at, key in enumerate(preferences(state.lobby), start=1)]
        told = tr.settings.plain_password(number=len(rows) + 1)
        label, change = tr.settings.label_password(), tr.settings.change_password()
        return (*rows, Choice(PASSWORD, label, change, told=told, run=self.password))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (Command("outside", "o", tr.keys.outside, doing(Visit("outside"))),)

    def changed(self, row: Choice) -> str:
        return tr.settings.setting_changed(key=row.key, value=row.shown(row.value))

    def choose(self, state: State, key: str, value: str) -> Next:
        state = replace(state, lobby=_with(state.lobby, key, value))
        if key == LATER:
            return replace(state, speed=value).say(tr.settings.speed_applies_later()), ()
        return state, (Remember(key, value),)

    def unknown(self, state: State, row: Choice, value: str) -> Next:
        every = values(row.options, row.shown)
        if value:
            return state.refuse(tr.settings.not_one_of_choices(key=row.key, choices=every))
        shown = row.shown(row.value)
        return state.say(tr.settings.plain_setting_is(key=row.key, value=shown, choices=every)), ()

    def typed(self, state: State, text: str) -> Next:
        return state.refuse(tr.settings.which_setting(rows=commas(preferences(state.lobby))))

    def leave(self, state: State) -> Next:
        return state, (Remember(LATER, state.speed), Leave()) if state.speed else (Leave(),)

    def receive(self, state: State, reply: Event) -> Next | None:
        match reply:
            case Lobby():
                return replace(state, lobby=_with(reply, LATER, state.speed)), ()
            case Done() if state.old and not state.new:
                return self._ask_new(state)
            case Done(note):
                return replace(state.say(note), old="", new=""), ()
            case No(why) if state.old:
                return self._wrong(self.password(state), why)
        return None

    # -- a new password: the current one is checked, then the new one is typed twice

    def password(self, state: State) -> Next:
        return self._ask(replace(state, old="", new=""), tr.settings.ask_current_password(), self.check)

    def check(self, state: State, text: str) -> Next:
        return replace(state.say(tr.common.one_moment()), old=text), (CHECK_PASSWORD(text),)

    def _ask_new(self, state: State) -> Next:
        return self._ask(state, tr.settings.ask_new_password(), self.repeat)

    def repeat(self, state: State, text: str) -> Next:
        if len(text) < LEAST:
            return self._wrong(self._ask_new(state), tr.settings.password_too_short(least=LEAST))
        return self._ask(state, tr.settings.repeat_new_password(), partial(self.change, text))

    def change(self, new: str, state: State, text: str) -> Next:
        if new != text:
            return self._wrong(self._ask_new(state), tr.settings.passwords_differ())
        return replace(state.say(tr.common.one_moment()), new=new), (NEW_PASSWORD((state.old, new)),)

    def _ask(self, state: State, prompt: str, then: Callable[[State, str], Next]) -> Next:
        return state.ask(prompt, LONGEST, then, secret=True, gives_up=_unchanged)

    def _wrong(self, asked: Next, why: str) -> Next:
        """Ask again below the reason."""
        return replace(asked[0], note=why, wrong=True, notes=asked[0].notes + 1), (Bell(),)


def _unchanged(state: State) -> Next:
    return replace(state, old="", new="").say(tr.settings.password_unchanged()), ()


def _with(lobby: Lobby, key: str, value: str) -> Lobby:
    """Return the lobby with that choice, unless it is ""."""
    return replace(lobby, prefs={**lobby.prefs, key: value}) if value else lobby


def _value(value: str) -> str:
    return str(VALUES.get(value, value))


def _choice(lobby: Lobby, number: int, key: str) -> Choice:
    """Return a setting's row. Behind "auto" stands the value in force."""
    label, options = preferences(lobby)[key]
    value, shown = chosen(lobby, key), _value(chosen(lobby, key))
    in_force = lobby.terminal.get(key, "") if value == "auto" else ""
    aside = f"({_value(in_force)})" if in_force else ""
    if in_force:
        shown = tr.settings.value_in_force(value=shown, in_force=_value(in_force))
    told = tr.settings.plain_setting(
        number=number, key=key, label=label(), value=shown, choices=values(options, _value)
    )
    return Choice(key, label(), value, options, _value, aside, told=told)


PAGE: Final = _Page()
