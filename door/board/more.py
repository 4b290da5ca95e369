"""More doors: the sysop's external programs, with visits left."""

from __future__ import annotations

from typing import Final

from door.board.api import Visit
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.external.api import MORE_DOORS, MoreDoor
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import sentences

State = ListState[MoreDoor]
Next = tuple[State, Effects]


class _Page(ListPage[State, MoreDoor]):
    TITLE = tr.menu.title_more_doors
    QUERY = MORE_DOORS
    EMPTY = tr.menu.no_more_doors
    DIGITS = True
    COLUMNS = (
        Column("", 2, True),
        Column(tr.heads.door, 22, grow=1, most=40),
        Column("", 30, grow=3, most=66),
        Column(tr.menu.head_visits_left, 11),
    )

    def hint(self, state: State) -> str:
        return sentences(tr.menu.more_doors_about(), tr.menu.way_back_from_doors())

    def about(self, state: State) -> str:
        return state.marked.shut or state.marked.tagline

    def row(self, state: State, one: MoreDoor) -> Row:
        number = (state.rows or ()).index(one) + 1
        left = tr.menu.no_turn_limit() if one.left is None else str(one.left)
        visits = (
            tr.menu.plain_no_visit_limit() if one.left is None else tr.menu.plain_visits_left(visits=one.left)
        )
        told = f"{one.name}: {visits}. {one.shut or one.tagline}".rstrip()
        return Row((number, one.name, one.shut or one.tagline, left), told=told)

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (Command("enter", "enter", tr.keys.open_door, self.enter, on_row=True),)

    def enter(self, state: State) -> Next:
        one = state.marked
        return state.refuse(one.shut) if one.shut else (state, (Visit("visit", one.slug),))

    def missing(self, state: State, number: str) -> str:
        return tr.menu.choose_more_door()

    def typed(self, state: State, text: str) -> Next:
        """Open a door by its name."""
        for at, one in enumerate(state.rows or ()):
            if text.lower() in (one.slug, one.name.lower()):
                return self.open(state.marking(at))
        return state.refuse(tr.menu.choose_more_door())


PAGE: Final = _Page()
