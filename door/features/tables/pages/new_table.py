"""A new table: the game, how it is played, the opponent, the clock, rated or not.

A row's options depend on the rows above it. The rows always describe a table that can be opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Literal, NamedTuple

from door.features.tables.asks import (
    TABLE_FORM,
    FindOpponent,
    OpenTable,
    Sit,
    TableForm,
    TableGame,
    TableReady,
    rated_words,
)
from door.games.game import VALUES, level_name
from door.pages.api import Lobby
from door.pages.lines import FormPage
from door.pages.page import PageState
from door.play.match.values import for_race, is_live, may_be_set
from door.play.match.view import clock_words
from door.screens.doors import find
from door.term.canvas import GREY, YELLOW
from door.term.keys import Key, Line
from door.ui.blocks import FormRow
from door.ui.commands import Command
from door.ui.screen import Bell, Effects, Event, Leave
from door.ui.texts import tr
from door.ui.words import commas, sentences

GAME, PLAYED, WITH, SEATS, COMPUTERS, LEVEL, CLOCK, RATED = (
    "game", "played", "with", "seats", "computers", "level", "clock", "rated",
)  # fmt: skip
YES, NO = "yes", "no"
VERSUS: Final = "versus"
RACE: Final = "race"
CLOCKS: Final = ("1d", "3d", "7d", "3+2", "5+10", "10+15", "30+30")

ABOUT: Final = {
    GAME: tr.tables.about_game,
    VERSUS: tr.tables.about_versus,
    RACE: tr.tables.about_race,
    WITH: tr.tables.about_opponent,
    SEATS: tr.tables.about_seats,
    COMPUTERS: tr.tables.about_computers,
    LEVEL: tr.tables.about_level,
    "days": tr.tables.about_days,
    "live": tr.tables.about_live,
    RATED: tr.tables.about_rated,
}

LABELS: Final = {
    GAME: tr.tables.label_game,
    PLAYED: tr.tables.label_played,
    WITH: tr.tables.label_opponent,
    SEATS: tr.tables.label_seats,
    COMPUTERS: tr.tables.label_computers,
    LEVEL: tr.tables.label_level,
    CLOCK: tr.tables.label_clock,
    RATED: tr.tables.label_rated,
}


class RowOptions(NamedTuple):
    """A row's options and its current value."""

    options: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class TableFormRows:
    """The rows by name, for a form with at least one game."""

    form: TableForm
    rows: Mapping[str, RowOptions]

    @property
    def game(self) -> TableGame:
        return _game(self.form, self.rows[GAME].value)

    @property
    def table(self) -> OpenTable:
        values = {key: row.value for key, row in self.rows.items()}
        kind: Literal["versus", "race"] = RACE if values[PLAYED] == RACE else VERSUS
        computers = (values.get(LEVEL, ""),) * int(values.get(COMPUTERS, "0"))
        return OpenTable(
            values[GAME], kind, values[CLOCK], values[RATED] == YES, int(values.get(SEATS, "2")),
            values[WITH], computers,
        )  # fmt: skip

    def option_text(self, key: str, option: str) -> str:
        if key == GAME:
            return _game(self.form, option).name
        if key == PLAYED:
            door = find(self.game.slug)
            return (
                tr.tables.against_each_other()
                if option == VERSUS
                else tr.tables.race_each_alone(
                    alike=(door.INFO.alike if door else tr.play.chance_word_dice)()
                )
            )
        if key == CLOCK:
            return (
                tr.tables.clock_choice_live(clock=clock_words(option))
                if is_live(option)
                else clock_words(option)
            )
        if key == LEVEL:
            return level_name(option)
        if key == RATED:
            return VALUES[option]()
        return option or tr.tables.anybody()

    def about(self, key: str) -> str:
        """Return an explanation of a row's current value."""
        value = self.rows[key].value
        if key == PLAYED:
            return ABOUT[value]()
        if key == CLOCK:
            return ABOUT["live" if is_live(value) else "days"]()
        if key == WITH and value in dict(self.form.online):
            return tr.tables.on_node(handle=value, node=dict(self.form.online)[value])
        return self.form.why_not if key == RATED and not self.form.may_rate else ABOUT[key]()

    def row_line(self, key: str) -> str:
        """Return a row with the values that can be typed, or with the reason if there is only one."""
        options, value = self.rows[key]
        shown = self.option_text(key, value)
        if len(options) == 1:
            fixed = tr.tables.plain_fixed_choice(row=key, value=shown)
            return sentences(fixed, self.form.why_not if key == RATED else "")
        typed = (self.option_text(key, one) if key in (GAME, WITH, LEVEL, RATED) else one for one in options)
        return tr.tables.plain_choice(row=key, value=shown, options=commas(typed))

    def summary(self) -> str:
        """Return the whole table as a sentence: "Switchbox with Bob, 3 days a move, rated."."""
        table = self.table
        parts: list[str] = [tr.tables.a_race()] if table.kind == RACE else []
        parts += [tr.count.seats(n=table.seats)] if table.seats > 2 else []
        if table.computers:
            computers = tr.count.computers(n=len(table.computers))
            parts.append(
                tr.tables.computers_of_level(computers=computers, level=level_name(table.computers[0]))
            )
        return tr.tables.table_asked_for(
            game=self.game.name, who=table.to or tr.tables.anybody(),
            terms=commas((*parts, clock_words(table.clock), rated_words(table.rated))),
        )  # fmt: skip


def rows_of(form: TableForm, picked: Mapping[str, str], guest: bool) -> TableFormRows:
    """Return the rows. A value that was picked is kept while it is an option, else the usual one applies."""
    rows: dict[str, RowOptions] = {}

    def row(key: str, options: Sequence[str], usual: str = "") -> str:
        value = next(one for one in (picked.get(key, ""), usual, *options) if one in options)
        rows[key] = RowOptions(tuple(options), value)
        return value

    game = _game(form, row(GAME, [game.slug for game in form.games]))
    played = row(PLAYED, [VERSUS] * bool(game.seats[1]) + [RACE] * game.race)
    online, typed = [handle for handle, _ in form.online], picked.get(WITH, "")
    someone = row(WITH, ["", *online, *([typed] if typed not in ("", *online) else [])])
    low, high = game.seats if played == VERSUS else (2, 2)
    if high > low and (game.computers or not someone):
        most = int(row(SEATS, [str(count) for count in range(low, high + 1)])) - 2
        # a challenged caller gets the only seat for callers, and computers get the others
        fewest = most if someone else 0
        if most and game.computers:
            counts = [str(count) for count in range(fewest, most + 1)]
            if row(COMPUTERS, counts) != "0":
                row(LEVEL, game.computers)
    options, usual = clocks(picked.get(CLOCK, ""), guest), form.clock
    if played == RACE:
        options, usual = list(dict.fromkeys(map(for_race, options))), for_race(usual)
        picked = {**picked, CLOCK: for_race(picked.get(CLOCK, ""))}
    row(CLOCK, options, usual)
    row(RATED, (YES, NO) if form.may_rate else (NO,))
    return TableFormRows(form, rows)


def clocks(picked: str, guest: bool) -> list[str]:
    """Return the clocks: days a move (not for guests), minutes and seconds, and a typed one last."""
    known = dict.fromkeys((*CLOCKS, *([picked] if may_be_set(picked) else [])))
    return [clock for clock in known if is_live(clock) or not guest]


def _game(form: TableForm, slug: str) -> TableGame:
    return next(game for game in form.games if game.slug == slug)


HANDLE: Final = 20
"""Characters of a handle."""


@dataclass(frozen=True, slots=True)
class NewTableState(PageState):
    """`form` has the choices, once they arrive. `picked`: values by row."""

    form: TableForm | None = None
    picked: Mapping[str, str] = field(default_factory=dict)

    @property
    def choices(self) -> TableFormRows | None:
        """The rows, or None without a form or a game."""
        form = self.form
        return rows_of(form, self.picked, self.lobby.guest) if form and form.games else None


Next = tuple[NewTableState, Effects]


class _NewTablePage(FormPage[NewTableState]):
    """The argument is the handle to challenge, or "/" and a game's slug, or ""."""

    TITLE = tr.tables.title_new_table
    STATE = NewTableState

    def update(self, state: NewTableState, event: Event) -> Next:
        """Hear no key while the table is being opened."""
        return (state, ()) if state.away and isinstance(event, Key | Line) else super().update(state, event)

    def first(self, lobby: Lobby, arg: str) -> NewTableState:
        return NewTableState(lobby, arg, picked={GAME: arg[1:]} if arg.startswith("/") else {WITH: arg})

    def load(self, state: NewTableState) -> Effects:
        return (TABLE_FORM(),)

    def receive(self, state: NewTableState, reply: Event) -> Next | None:
        if isinstance(reply, TableReady):
            return state, (Leave(), Sit(reply.id))
        form = TABLE_FORM.answer_in(reply)
        if form is None:
            return None
        state = replace(state, form=form)
        rows = state.choices.rows if state.choices else ()
        return replace(state, at=min(state.at, max(0, len(rows) - 1))), ()

    def count(self, state: NewTableState) -> str:
        return state.lobby.handle

    def hint(self, state: NewTableState) -> str:
        return tr.tables.no_door_for_tables() if state.form and not state.choices else ""

    def prompt(self, state: NewTableState) -> str:
        return (tr.tables.plain_prompt_new_table if state.choices else tr.common.plain_prompt_go_back)()

    def choices(self, state: NewTableState) -> tuple[FormRow, ...]:
        form = state.choices
        if form is None:
            return ()
        return tuple(
            FormRow(
                key, LABELS[key](), value, options, partial(form.option_text, key),
                about=form.about(key), told=partial(form.row_line, key),
                ink=GREY if len(options) == 1 else form.game.accent if key == GAME else YELLOW,
            )
            for key, (options, value) in form.rows.items()
        )  # fmt: skip

    def summary(self, state: NewTableState) -> str:
        return state.choices.summary() if state.choices else ""

    def choose(self, state: NewTableState, key: str, value: str) -> Next:
        state = replace(state.say(""), picked={**state.picked, key: value})
        return replace(state, at=list(state.choices.rows).index(key) if state.choices else 0), ()

    def commands(self, state: NewTableState) -> tuple[Command[NewTableState], ...]:
        if state.choices is None:
            return ()
        return (
            Command("handle", "f", tr.keys.type_a_handle, self.handle),
            Command("find", "p", tr.keys.find_an_opponent, self.find),
            Command("open", "enter", tr.keys.open_the_table, self.open),
        )

    def handle(self, state: NewTableState) -> Next:
        return state.ask(tr.tables.ask_opponent(), HANDLE, self.against, may_be_empty=True)

    def open(self, state: NewTableState) -> Next:
        assert state.choices is not None
        return replace(state.say(tr.common.one_moment()), away=True), (state.choices.table,)

    def find(self, state: NewTableState) -> Next:
        """Play a rated game with whoever waits for one with this clock, else wait for somebody."""
        assert state.choices is not None
        return replace(state.say(tr.common.one_moment()), away=True), (FindOpponent(state.choices.table),)

    def against(self, state: NewTableState, text: str) -> Next:
        """Pick an opponent by handle, or by node as in Who's online. "" is anybody."""
        online = state.form.online if state.form else ()
        known = {str(node): handle for handle, node in online} | {
            handle.casefold(): handle for handle, _ in online
        }
        anybody = dict.fromkeys((tr.tables.anybody.in_english, tr.tables.anybody().casefold()), "")
        who = {**known, **anybody}.get(text.casefold(), text)
        if len(who) == 1:  # a handle has at least two characters
            return state.refuse(tr.tables.no_such_opponent(who=who))
        return self.choose(state, WITH, who)

    def unknown(self, state: NewTableState, row: FormRow, value: str) -> Next:
        """Take a typed handle or clock, or the start of a value."""
        if row.key == WITH and 0 < len(value) <= HANDLE:
            return self.against(state, value)
        if row.key == CLOCK and value in clocks(value, state.lobby.guest):
            return self.choose(state, CLOCK, value)
        for option in row.options if value else ():
            if row.shown(option).lower().startswith(value.lower()):
                return self.choose(state, row.key, option)
        return state.refuse(row.told())

    def on_text(self, state: NewTableState, text: str) -> Next:
        if state.choices is None:
            return self.leave(state)
        return state.say(tr.tables.which_choice(rows=commas(state.choices.rows)), wrong=True), (Bell(),)


PAGE: Final = _NewTablePage()
