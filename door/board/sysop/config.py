"""The settings in the board: their sections and keys as a list, and one key to be changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, Denied, Lobby, Visit
from door.board.sysop.effects import ListSettings, Settings
from door.board.widgets import listbox, pager
from door.settings.keys import Key as Setting
from door.settings.keys import grouped
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Hint, cut

TITLE: Final = "Settings of the board"
GROUP_HEAD: Final = "Section                 File                            Keys  Changed"
KEY_HEAD: Final = "Key                       Value                           Applies"
KEYS: Final = (Hint("down", "Choose", "↑↓"), Hint("enter", "Open"), pager.BACK)
PLAIN: Final = "Number, or Enter to go back."
WHEN: Final = {"live": "at once", "next call": "next call", "restart": "restart"}


@dataclass(frozen=True, slots=True)
class State:
    """`group` is the section whose keys are listed, "" for the list of sections."""

    listbox: listbox.Listbox
    group: str = ""
    names: tuple[str, ...] = ()


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    title = f"{TITLE}: {arg}" if arg else TITLE
    return State(listbox.Listbox(title, KEY_HEAD if arg else GROUP_HEAD, keys=KEYS), arg), (ListSettings(),)


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case Settings(settings):
            return _listed(state, settings), ()
        case Lobby():
            return state, (ListSettings(),)
        case Denied(note):
            return replace(state, listbox=state.listbox.telling(note, wrong=True)), (Bell(),)
        case Line(text):
            return _line(state, text.strip().lower())
        case Key() | Mouse():
            there, opened, effects = listbox.pressed(state.listbox, event)
            state = replace(state, listbox=there)
            return _open(state) if opened else (state, effects)
    return state, ()


def _listed(state: State, settings: tuple[Setting, ...]) -> State:
    groups = grouped(settings)
    if state.group:
        found = groups.get(state.group, ())
        rows, names = tuple(map(_key_row, found)), tuple(key.name for key in found)
    else:
        rows, names = tuple(_group_row(name, keys) for name, keys in groups.items()), tuple(groups)
    return replace(state, listbox=state.listbox.listing(rows), names=names)


def _group_row(name: str, keys: tuple[Setting, ...]) -> listbox.Row:
    changed = sum(key.changed for key in keys)
    text = f"{name:<23} {keys[0].file!s:<30} {len(keys):>5} {changed or '-':>8}"
    spoken = f"{name}, {len(keys)} keys, {changed} changed from the default, in {keys[0].file}."
    return listbox.Row(text, strong=bool(changed), spoken=spoken)


def _key_row(key: Setting) -> listbox.Row:
    name = key.name.rpartition(".")[2]
    text = f"{cut(name, 25):<25} {cut(key.shown, 30):<31} {WHEN[key.when]}"
    return listbox.Row(text, key.help, key.changed, f"{name}: {key.shown}")


def _line(state: State, text: str) -> Next:
    if text in ("", "q"):
        return state, (Leave(),)
    there = listbox.spoken_page(state.listbox, text)
    if there is not None:
        return replace(state, listbox=there), ()
    there = listbox.numbered(state.listbox, text)
    if there is None:
        names = [at for at, name in enumerate(state.names) if name == text or name.rpartition(".")[2] == text]
        there = replace(state.listbox, at=names[0]) if names else None
    if there is None:
        return replace(
            state, listbox=state.listbox.telling(f"There is no {text[:30]!r} here.", wrong=True)
        ), ()
    return _open(replace(state, listbox=there))


def _open(state: State) -> Next:
    page = "sysop-key" if state.group else "sysop-config"
    return state, (Visit(page, state.names[state.listbox.at]),)


def draw(state: State, view: View) -> Canvas:
    return listbox.draw(state.listbox, view)


def tell(before: State | None, after: State) -> Speech:
    return listbox.tell(before.listbox if before else None, after.listbox, PLAIN)
