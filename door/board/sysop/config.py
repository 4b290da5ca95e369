"""The settings: their sections and keys as a list, and one key to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from door.board.api import Visit
from door.board.sysop.effects import SETTINGS
from door.board.widgets.blocks import Row, Table, Text
from door.board.widgets.lists import ListPage, ListState
from door.settings.keys import Key, grouped
from door.settings.reload import APPLIES_SHORT
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr
from door.ui.widgets import Column

Thing = Key | tuple[Key, ...]
"""A key, or the keys of a section."""

State = ListState[Thing]
Next = tuple[State, Effects]
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


class _Page(ListPage[State, Thing]):
    """The sections, or the keys of one section."""

    TITLE = tr.sysop.title_settings
    COLUMNS = SECTIONS
    QUERY = SETTINGS

    def title(self, state: State) -> str:
        return f"{self.TITLE}: {state.arg}" if state.arg else self.TITLE()

    def rows(self, state: State, found: Sequence[Key]) -> Sequence[Thing]:
        groups = grouped(found)
        return groups.get(state.arg, ()) if state.arg else tuple(groups.values())

    def key(self, thing: Thing) -> object:
        return _name(thing)

    def about(self, state: State) -> str:
        return state.marked.help if isinstance(state.marked, Key) else ""

    def row(self, state: State, thing: Thing) -> Row:
        if isinstance(thing, Key):
            name = thing.name.rpartition(".")[2]
            cells = (name, thing.shown, APPLIES_SHORT[thing.when]())
            return Row(cells, thing.changed, f"{name}: {thing.shown}")
        name, changed = _name(thing), sum(key.changed for key in thing)
        keys = tr.count.keys(n=len(thing))
        told = tr.sysop.plain_settings_section(name=name, keys=keys, changed=changed, file=thing[0].file)
        return Row((name, thing[0].file, len(thing), changed or "-"), bool(changed), told)

    def body(self, state: State) -> Table | Text:
        body = super().body(state)
        return replace(body, columns=KEYS) if state.arg and isinstance(body, Table) else body

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (Command("open", "enter", tr.keys.open, self.visit, on_row=True),)

    def visit(self, state: State) -> Next:
        return state, (Visit("sysop-key" if state.arg else "sysop-config", _name(state.marked)),)

    def typed(self, state: State, text: str) -> Next:
        """Open a key or a section by its name."""
        for at, thing in enumerate(state.rows or ()):
            if text.lower() in (_name(thing), _name(thing).rpartition(".")[2]):
                return self.open(state.marking(at))
        return super().typed(state, text)


def _name(thing: Thing) -> str:
    return thing.name if isinstance(thing, Key) else thing[0].group


PAGE: Final = _Page()
