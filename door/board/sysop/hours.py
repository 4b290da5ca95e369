"""Hours and access levels at one glance, the board's and every door's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board import paper, roll
from door.board.api import Answer, BoardEffects, BoardEvent, Denied, Lobby, Visit
from door.board.sysop.clerk import Administer, Hours
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Hint, cut

TITLE: Final = "Hours and access"
HEAD: Final = "                             Now                                    Level"
KEYS: Final = (
    Hint("down", "Choose", "↑↓"), Hint("enter", "Change hours"), Hint("l", "Change level"), paper.BACK,
)  # fmt: skip
PLAIN: Final = "Number for its hours, L and a number for its level, Enter to go back."


@dataclass(frozen=True, slots=True)
class State:
    roll: roll.Roll
    all: tuple[Hours, ...] = ()


Next = tuple[State, BoardEffects | Effects]
LOOK: Final = (Administer("hours"),)


def start(lobby: Lobby, arg: str) -> Next:
    return State(roll.Roll(TITLE, HEAD, keys=KEYS)), LOOK


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case Answer(topic="hours", value=(note, found)):
            shown = replace(state.roll.listing(tuple(map(_row, found))), note=note)
            return replace(state, roll=shown, all=tuple(found)), ()
        case Lobby():
            return state, LOOK
        case Denied(note):
            return replace(state, roll=state.roll.telling(note, wrong=True)), (Bell(),)
        case Key("h" | "H") if state.all:
            return _open(state, "hours")
        case Key("l" | "L") if state.all:
            return _open(state, "access_level")
        case Line(text):
            return _line(state, text.strip().lower())
        case Key() | Mouse():
            there, opened, effects = roll.pressed(state.roll, event)
            state = replace(state, roll=there)
            return _open(state, "hours") if opened else (state, effects)
    return state, ()


def _row(one: Hours) -> roll.Row:
    level = "-" if one.level is None else str(one.level)
    text = f"{cut(one.name, 28):<28} {one.now:<38} {level:>5}"
    spoken = (
        f"{one.name}: {one.now}; hours {one.hours}"
        + ("" if one.level is None else f"; level {one.level}")
        + "."
    )
    return roll.Row(text, f"Hours: {one.hours}", strong=not one.open, spoken=spoken)


def _line(state: State, text: str) -> Next:
    if text in ("", "q"):
        return state, (Leave(),)
    level = text.startswith("l")
    there = roll.numbered(state.roll, text.removeprefix("l").strip())
    if there is None:
        return replace(state, roll=state.roll.telling(f"There is no {text[:20]!r} here.", wrong=True)), ()
    return _open(replace(state, roll=there), "access_level" if level else "hours")


def _open(state: State, key: str) -> Next:
    one = state.all[state.roll.at]
    if key == "access_level" and one.level is None:
        return replace(
            state, roll=state.roll.telling("Access levels apply to doors, not to the board.", True)
        ), (Bell(),)
    return state, (Visit("sysop-key", f"{one.section}.{key}"),)


def draw(state: State, view: View) -> Canvas:
    return roll.draw(state.roll, view)


def tell(before: State | None, after: State) -> Speech:
    return roll.tell(before.roll if before else None, after.roll, PLAIN)
