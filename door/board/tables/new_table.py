"""A new table: the game, how it is played, the opponent, the clock, rated or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from door.board.api import Lobby
from door.board.tables.choices import CLOCK, GAME, LABELS, WITH, Choices, choices, clocks
from door.board.tables.effects import TABLE_FORM, Sit, TableForm, TableReady
from door.board.widgets.blocks import Choice
from door.board.widgets.forms import FormPage
from door.board.widgets.page import PageState
from door.term.canvas import GREY, YELLOW
from door.term.keys import Key, Line
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, Leave
from door.ui.texts import tr
from door.ui.words import commas

HANDLE: Final = 20
"""Characters of a handle."""


@dataclass(frozen=True, slots=True)
class State(PageState):
    """`form` has the choices, once they arrive. `picked`: values by row."""

    form: TableForm | None = None
    picked: Mapping[str, str] = field(default_factory=dict)

    @property
    def choices(self) -> Choices | None:
        """The rows, or None without a form or a game."""
        form = self.form
        return choices(form, self.picked, self.lobby.guest) if form and form.games else None


Next = tuple[State, Effects]


class _Page(FormPage[State]):
    """The argument is the handle to challenge, or "/" and a game's slug, or ""."""

    TITLE = tr.tables.title_new_table
    STATE = State

    def update(self, state: State, event: Event) -> Next:
        """Hear no key while the table is being opened."""
        return (state, ()) if state.away and isinstance(event, Key | Line) else super().update(state, event)

    def first(self, lobby: Lobby, arg: str) -> State:
        return State(lobby, arg, picked={GAME: arg[1:]} if arg.startswith("/") else {WITH: arg})

    def load(self, state: State) -> Effects:
        return (TABLE_FORM(),)

    def receive(self, state: State, reply: Event) -> Next | None:
        if isinstance(reply, TableReady):
            return state, (Leave(), Sit(reply.id))
        form = TABLE_FORM.answered(reply)
        if form is None:
            return None
        state = replace(state, form=form)
        rows = state.choices.rows if state.choices else ()
        return replace(state, at=min(state.at, max(0, len(rows) - 1))), ()

    def count(self, state: State) -> str:
        return state.lobby.handle

    def hint(self, state: State) -> str:
        return tr.tables.no_door_for_tables() if state.form and not state.choices else ""

    def prompt(self, state: State) -> str:
        return (tr.tables.plain_prompt_new_table if state.choices else tr.common.plain_prompt_go_back)()

    def choices(self, state: State) -> tuple[Choice, ...]:
        form = state.choices
        if form is None:
            return ()
        return tuple(
            Choice(
                key, LABELS[key](), value, options, partial(form.shown, key),
                about=form.about(key), told=form.spoken(key),
                ink=GREY if len(options) == 1 else form.game.accent if key == GAME else YELLOW,
            )
            for key, (options, value) in form.rows.items()
        )  # fmt: skip

    def summary(self, state: State) -> str:
        return state.choices.summary() if state.choices else ""

    def choose(self, state: State, key: str, value: str) -> Next:
        """Pick that value, and mark its row."""
        state = replace(state.say(""), picked={**state.picked, key: value})
        return replace(state, at=list(state.choices.rows).index(key) if state.choices else 0), ()

    def commands(self, state: State) -> tuple[Command[State], ...]:
        if state.choices is None:
            return ()
        return (
            Command("handle", "f", tr.keys.type_a_handle, self.handle),
            Command("open", "enter", tr.keys.open_the_table, self.open),
        )

    def handle(self, state: State) -> Next:
        return state.ask(tr.tables.ask_opponent(), HANDLE, self.against, may_be_empty=True)

    def open(self, state: State) -> Next:
        assert state.choices is not None
        return replace(state.say(tr.common.one_moment()), away=True), (state.choices.table,)

    def against(self, state: State, text: str) -> Next:
        """Pick an opponent by handle, or by node as in Who's online. "" is anybody."""
        online = state.form.online if state.form else ()
        known = {str(node): handle for handle, node in online} | {
            handle.casefold(): handle for handle, _ in online
        }
        anybody = dict.fromkeys((tr.tables.anybody.shipped, tr.tables.anybody().casefold()), "")
        who = {**known, **anybody}.get(text.casefold(), text)
        if len(who) == 1:  # a handle has at least two characters
            return state.refuse(tr.tables.no_such_opponent(who=who))
        return self.choose(state, WITH, who)

    def unknown(self, state: State, row: Choice, value: str) -> Next:
        """Take a typed handle or clock, or the start of a value."""
        if row.key == WITH and 0 < len(value) <= HANDLE:
            return self.against(state, value)
        if row.key == CLOCK and value in clocks(value, state.lobby.guest):
            return self.choose(state, CLOCK, value)
        for option in row.options if value else ():
            if row.shown(option).lower().startswith(value.lower()):
                return self.choose(state, row.key, option)
        return state.refuse(row.told)

    def typed(self, state: State, text: str) -> Next:
        if state.choices is None:
            return self.leave(state)
        return state.say(tr.tables.which_choice(rows=commas(state.choices.rows)), wrong=True), (Bell(),)


PAGE: Final = _Page()
