"""The settings in the board: their sections and keys as a list, and one key to be changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Lobby, Visit
from door.board.sysop.effects import ListSettings, SettingsFound
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.settings.keys import Key, grouped
from door.settings.reload import APPLIES_SHORT
from door.ui.texts import Text, word
from door.ui.widgets import Column, Hint, cut, heads
from door.ui.words import counted

TOLD: Final = Text("{name}, {keys}, {changed} changed from the default, in {file}.")
KEYS_OF: Final = (Column("Key", 24), Column("Value", 30), Column("Applies", 9))


class _Page(ListboxPage[str]):
    """The names of the sections, or of the keys of the one that the list is narrowed to."""

    TITLE = Text("Board settings")
    COLUMNS = (Column("Section", 22), Column("File", 28), Column("Keys", 6, True), Column("Changed", 7, True))
    WIDE = (Column("Key", 29), Column("Value", 62), Column("Applies", 9))
    KEYS = (Hint("down", "Choose", "↑↓"), Hint("enter", "Open"), pager.BACK)
    PROMPT = Text("Number, or Enter to go back.")

    def start(self, lobby: Lobby, arg: str) -> Next[str]:
        state, effects = super().start(lobby, arg)
        if arg:
            state = replace(state, title=f"{self.TITLE}: {arg}", head=heads(KEYS_OF))
        return state, effects

    def ask(self, of: str) -> ListSettings:
        return ListSettings()

    def listed(self, state: State[str], answer: object) -> State[str]:
        if not isinstance(answer, SettingsFound):
            return state
        groups = grouped(answer.keys)
        if state.of:
            keys = {key.name: key for key in groups.get(state.of, ())}
            return state.listing(tuple(keys), lambda name: _key_row(keys[name]))
        return state.listing(tuple(groups), lambda name: _group_row(name, groups[name]))

    def open(self, state: State[str]) -> Next[str]:
        return state, (Visit("sysop-key" if state.of else "sysop-config", state.marked),)

    def otherwise(self, state: State[str], text: str) -> Next[str]:
        names = [name for name in state.all if text.lower() in (name, name.rpartition(".")[2])]
        if not names:
            return super().otherwise(state, text)
        return self.open(replace(state, at=state.all.index(names[0])))


def _group_row(name: str, keys: tuple[Key, ...]) -> Row:
    changed = sum(key.changed for key in keys)
    text = f"{name:<23} {keys[0].file!s:<30} {len(keys):>5} {changed or '-':>8}"
    spoken = TOLD(name=name, keys=counted(len(keys), "key"), changed=changed, file=keys[0].file)
    return Row(text, strong=bool(changed), spoken=spoken)


def _key_row(key: Key) -> Row:
    name = key.name.rpartition(".")[2]
    when = word(APPLIES_SHORT[key.when])
    text = f"{cut(name, 25):<25} {cut(key.shown, 30):<31} {when}"
    wide = f"{name:<30} {cut(key.shown, 62):<63} {when}"
    return Row(text, key.help, key.changed, f"{name}: {key.shown}", wide=wide)


PAGE: Final = _Page()
