"""The settings: their sections and keys as a list, and one key to change."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.board.api import Lobby, Visit
from door.board.sysop.effects import SETTINGS
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.settings.keys import Key, grouped
from door.settings.reload import APPLIES_SHORT
from door.ui.screen import Effect
from door.ui.texts import tr
from door.ui.widgets import Column, Hint, cut, heads

KEYS_OF: Final = (Column(tr.heads.key, 24), Column(tr.heads.value, 30), Column(tr.heads.applies, 9))


class _Page(ListboxPage[str]):
    """The sections, or the keys of one section."""

    TITLE = tr.sysop.title_settings
    COLUMNS = (
        Column(tr.heads.section, 22),
        Column(tr.heads.file, 28),
        Column(tr.heads.keys, 6, True),
        Column(tr.heads.changed, 7, True),
    )
    WIDE = (Column(tr.heads.key, 29), Column(tr.heads.value, 62), Column(tr.heads.applies, 9))
    KEYS = (Hint("down", tr.keys.choose, "↑↓"), Hint("enter", tr.keys.open), pager.BACK)
    PROMPT = tr.sysop.plain_prompt_settings

    def start(self, lobby: Lobby, arg: str) -> Next[str]:
        state, effects = super().start(lobby, arg)
        if arg:
            state = replace(state, title=f"{self.TITLE}: {arg}", head=heads(KEYS_OF))
        return state, effects

    def ask(self, of: str) -> Effect:
        return SETTINGS()

    def listed(self, state: State[str], answer: object) -> State[str]:
        if (found := SETTINGS.answered(answer)) is None:
            return state
        groups = grouped(found)
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
    spoken = tr.sysop.plain_settings_section(
        name=name, keys=tr.count.keys(n=len(keys)), changed=changed, file=keys[0].file
    )
    return Row(text, strong=bool(changed), spoken=spoken)


def _key_row(key: Key) -> Row:
    name = key.name.rpartition(".")[2]
    when = APPLIES_SHORT[key.when]()
    text = f"{cut(name, 25):<25} {cut(key.shown, 30):<31} {when}"
    wide = f"{name:<30} {cut(key.shown, 62):<63} {when}"
    return Row(text, key.help, key.changed, f"{name}: {key.shown}", wide=wide)


PAGE: Final = _Page()
