"""Callers: the last calls, all callers, one caller's public profile, and who is online."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from door.features.callers.asks import CALLERS, LAST_CALLERS, OPEN, WHO, CallerRow
from door.features.callers.pages import profile
from door.features.messages.asks import WIDTH, Send
from door.features.replays.pages import BY
from door.pages.api import IGNORE, PROFILE, Online, Visit
from door.pages.lists import ListPage, ListState, visiting
from door.pages.page import asking, doing, sending
from door.pages.sheets import SheetPage, SheetState
from door.records.community.community import LastCall
from door.term.canvas import GREY, WHITE, style
from door.ui.blocks import Lines, Row, Text, head, line
from door.ui.commands import Command
from door.ui.screen import Effect, Effects
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas, ordinal

COLUMNS: Final = (
    Column(tr.heads.caller, 20, bare=True),
    Column(tr.heads.when, 13, bare=True),
    Column(tr.heads.calls, 5, True),
    Column(tr.heads.minutes, 7, True),
    Column(tr.heads.doors, 23, bare=True),
)
WIDE: Final = (*COLUMNS[:-1], Column(tr.heads.doors, 55, bare=True))


def lines_of(calls: Sequence[LastCall], handle: str, columns: Sequence[Column] = COLUMNS) -> Lines:
    """Return a line per caller, newest first. Consecutive calls by one caller share a line."""
    lines = [head(columns)]
    for who, group in groupby(reversed(calls), key=attrgetter("handle")):
        newest, *older = group
        doors = tuple(dict.fromkeys(door for call in (*reversed(older), newest) for door in call.doors))
        minutes, every = sum(call.minutes for call in (newest, *older)), commas(doors)
        shown = (every, every if len(doors) < 2 else tr.count.doors(n=len(doors)))
        ink = style(WHITE if who == handle else GREY)
        lines.append(line(columns, (who, newest.t, 1 + len(older), minutes, shown), ink))
    return tuple(lines) if calls else ((tr.people.no_last_callers(), style(GREY)),)


class _LastCallers(SheetPage[SheetState]):
    TITLE = tr.people.title_last_callers
    FACE = "callers"
    QUERY = LAST_CALLERS
    FRESH = False

    def sheet(self, state: SheetState) -> Text:
        calls: Sequence[LastCall] = state.found
        lines, wide = (lines_of(calls, state.lobby.handle, columns) for columns in (COLUMNS, WIDE))
        return Text(self.TITLE(), lines, wide=(wide,) if calls else ())

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        return (Command("everybody", "a", tr.keys.all_callers, doing(Visit("everybody"))),)


LAST: Final = _LastCallers()


HANDLE: Final = 33


_Listed = tuple[ListState[CallerRow], Effects]


class _CallersPage(ListPage[ListState[CallerRow], CallerRow]):
    """The argument is part of a handle."""

    TITLE = tr.people.title_all_callers
    EMPTY = tr.people.no_caller_found
    COLUMNS = (
        Column(tr.heads.caller, 20, grow=2, most=33),
        Column(tr.heads.last_call, 14, grow=1, most=20),
        Column(tr.heads.calls, 5, True, grow=1, most=8),
        Column(tr.heads.this_month, 29, grow=2),
    )
    QUERY = CALLERS
    BY_ARG = True

    def count(self, state: ListState[CallerRow]) -> str:
        if state.rows is None:
            return ""
        shown, count = len(state.rows), tr.count.callers(n=state.found.total)
        return tr.common.place_of_total(at=shown, of=count) if shown < state.found.total else count

    def row(self, state: ListState[CallerRow], one: CallerRow) -> Row:
        when = tr.people.on_node(node=one.node) if one.node else one.last_call or tr.people.never_called()
        place = tr.people.place_at_door(place=ordinal(one.place), door=one.door) if one.place else ""
        last = when if one.node else tr.people.last_call(when=when)
        told = commas((one.handle, last, tr.count.calls(n=one.calls), place))
        return Row((one.handle, when, one.calls, place), bool(one.node), told)

    def commands(self, state: ListState[CallerRow]) -> tuple[Command[ListState[CallerRow]], ...]:
        return (
            Command("profile", "enter", tr.keys.profile, visiting("caller", "handle"), on_row=True),
            Command("write", "m", tr.keys.write, visiting("write", "handle"), on_row=True),
            Command("find", "f", tr.keys.find, asking(tr.people.ask_find_caller, HANDLE, self.search, True)),
        )

    def fits(self, state: ListState[CallerRow], one: CallerRow, command: Command[Any]) -> bool:
        return command.id != "write" or one.handle != state.lobby.handle

    def search(self, state: ListState[CallerRow], text: str) -> _Listed:
        return self.anew(replace(state, arg=text))


def years(number: int) -> str:
    """Return a number of years in words: "a year", "2 years"."""
    return tr.people.anniversary_one_year() if number == 1 else tr.count.years(n=number)


EVERYBODY: Final = _CallersPage()


class _CallerPage(SheetPage[SheetState]):
    """The argument is the caller's handle."""

    TITLE = tr.profile.title
    QUERY = PROFILE
    BY_ARG = True
    FOOT = 3

    def title(self, state: SheetState) -> str:
        return state.found.handle if state.found else state.arg

    def sheet(self, state: SheetState) -> Text:
        return profile.sheet(state.found.handle, state.found)

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        if not state.found:
            return ()
        who, ignored = state.arg, state.found.is_ignored
        name, label = ("hear", tr.keys.hear_again) if ignored else ("ignore", tr.keys.ignore)
        return (
            Command("replays", "r", tr.keys.replays, doing(Visit("replays", f"{BY}{who}"))),
            Command("write", "m", tr.keys.write, doing(Visit("write", who))),
            Command("challenge", "c", tr.keys.challenge, doing(Visit("new-table", who))),
            Command(name, "i", label, doing(IGNORE(who))),
        )


CALLER: Final = _CallerPage()


State = ListState[Online]
Next = tuple[State, Effects]


class _WhoPage(ListPage[State, Online]):
    TITLE = tr.people.title_who
    FACE = "online"
    QUERY = WHO
    REFRESH = 2.0
    NUMBER = tr.common.prompt_node
    COLUMNS = (
        Column(tr.heads.node, 5, True),
        Column(tr.heads.caller, 21, bare=True),
        Column(tr.heads.where, 29, bare=True, grow=1),
        Column(tr.heads.minutes, 7, True),
    )

    def row(self, state: State, who: Online) -> Row:
        where = tr.people.ignored_and_where(where=who.where) if who.ignored else who.where
        where = tr.people.open_and_where(where=where) if who.open else where
        return Row((who.node, who.handle, where, who.minutes), strong=who.handle == state.lobby.handle)

    def key(self, who: Online) -> object:
        return who.node, who.handle

    def number(self, who: Online) -> int:
        return who.node

    def missing(self, state: State, number: str) -> str:
        return tr.people.node_empty(node=number)

    def starts_on(self, state: State, rows: Sequence[Online]) -> int:
        return next((at for at, one in enumerate(rows) if one.handle != state.lobby.handle), 0)

    def change_lines(self, before: Sequence[Online], after: Sequence[Online]) -> list[str]:
        known, now = ({(one.node, one.handle) for one in rows} for rows in (before, after))
        return [
            *(tr.people.node_hung_up(handle=handle, node=node) for node, handle in sorted(known - now)),
            *(tr.tables.on_node(handle=handle, node=node) for node, handle in sorted(now - known)),
        ]

    def count(self, state: State) -> str:
        return tr.people.online_count(count=len(state.rows or ()))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        rows, handle = state.rows or (), state.lobby.handle
        own = next((one for one in rows if one.handle == handle), None)
        openness = tr.keys.closed_to_games if own and own.open else tr.keys.open_to_a_game
        toggle: Command[State] = Command("open", "o", openness, doing(OPEN(None)))
        if all(one.handle == handle for one in rows):
            return (toggle,)
        ignore: Command[State] = Command("ignore", "i", tr.keys.ignore, self.ignore, on_row=True)
        hear: Command[State] = Command("hear", "i", tr.keys.hear_again, self.ignore, on_row=True)
        if state.lobby.has_row_buttons:
            ignores = (ignore, *(hear,) * any(one.ignored for one in rows))
        else:
            ignores = (hear if state.marked_row.ignored else ignore,)
        return (
            Command("challenge", "enter", tr.keys.challenge, self.challenge, on_row=True, also=("c",)),
            Command("message", "m", tr.keys.write, self.message, on_row=True),
            toggle,
            *ignores,
        )

    def fits(self, state: State, who: Online, command: Command[State]) -> bool:
        if command.id in ("ignore", "hear") and who.ignored != (command.id == "hear"):
            return False
        return who.handle != state.lobby.handle

    def hint(self, state: State) -> str:
        return tr.people.alone() if len(state.rows or ()) == 1 else ""

    def challenge(self, state: State) -> Next:
        return self._to_other(state, Visit("new-table", state.marked_row.handle))

    def ignore(self, state: State) -> Next:
        return self._to_other(state, IGNORE(state.marked_row.handle))

    def message(self, state: State) -> Next:
        to = state.marked_row
        if to.handle == state.lobby.handle:
            return state.refuse(tr.people.that_is_you())
        send = sending(partial(Send, to.node, to.handle))
        return state.ask(tr.mail.ask_message_to(handle=to.handle), WIDTH, send)

    def _to_other(self, state: State, effect: Effect) -> Next:
        if state.marked_row.handle == state.lobby.handle:
            return state.refuse(tr.people.that_is_you())
        return state, (effect,)


WHO_PAGE: Final = _WhoPage()
