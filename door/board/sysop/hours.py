"""Hours and access levels at one glance, the board's and every door's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, Denied, Lobby, Visit
from door.board.sysop.effects import AllHours, Hours, ListHours
from door.board.widgets import listbox, pager
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Hint, cut

TITLE: Final = "Hours and access"
HEAD: Final = "                             Now                                    Level"
KEYS: Final = (
    Hint("down", "Choose", "↑↓"), Hint("enter", "Change hours"), Hint("l", "Change level"), pager.BACK,
)  # fmt: skip
PLAIN: Final = "Number for its hours, L and a number for its level, Enter to go back."


@dataclass(frozen=True, slots=True)
class State:
    listbox: listbox.Listbox
    all: tuple[Hours, ...] = ()


Next = tuple[State, BoardEffects | Effects]
LOOK: Final = (ListHours(),)


def start(lobby: Lobby, arg: str) -> Next:
    return State(listbox.Listbox(TITLE, HEAD, keys=KEYS)), LOOK


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case AllHours(note, found):
            shown = replace(state.listbox.listing(tuple(map(_row, found))), note=note)
            return replace(state, listbox=shown, all=tuple(found)), ()
        case Lobby():
            return state, LOOK
        case Denied(note):
            return replace(state, listbox=state.listbox.telling(note, wrong=True)), (Bell(),)
        case Key("h" | "H") if state.all:
            return _open(state, "hours")
        case Key("l" | "L") if state.all:
            return _open(state, "access_level")
        case Line(text):
            return _line(state, text.strip().lower())
        case Key() | Mouse():
            there, opened, effects = listbox.pressed(state.listbox, event)
            state = replace(state, listbox=there)
            return _open(state, "hours") if opened else (state, effects)
    return state, ()


def _row(one: Hours) -> listbox.Row:
    level = "-" if one.level is None else str(one.level)
    text = f"{cut(one.name, 28):<28} {one.now:<38} {level:>5}"
    spoken = (
        f"{one.name}: {one.now}; hours {one.hours}"
        + ("" if one.level is None else f"; level {one.level}")
        + "."
    )
    return listbox.Row(text, f"Hours: {one.hours}", strong=not one.open, spoken=spoken)


def _line(state: State, text: str) -> Next:
    if text in ("", "q"):
        return state, (Leave(),)
    level = text.startswith("l")
    there = listbox.numbered(state.listbox, text.removeprefix("l").strip())
    if there is None:
        return replace(
            state, listbox=state.listbox.telling(f"There is no {text[:20]!r} here.", wrong=True)
        ), ()
    return _open(replace(state, listbox=there), "access_level" if level else "hours")


def _open(state: State, key: str) -> Next:
    one = state.all[state.listbox.at]
    if key == "access_level" and one.level is None:
        return replace(
            state, listbox=state.listbox.telling("Access levels apply to doors, not to the board.", True)
        ), (Bell(),)
    return state, (Visit("sysop-key", f"{one.section}.{key}"),)


def draw(state: State, view: View) -> Canvas:
    return listbox.draw(state.listbox, view)


def tell(before: State | None, after: State) -> Speech:
    return listbox.tell(before.listbox if before else None, after.listbox, PLAIN)
