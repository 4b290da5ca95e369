"""More doors: the sysop's external programs, with visits left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Lobby, Visit
from door.board.widgets import look
from door.external.api import MORE_DOORS, MoreDoor
from door.term.canvas import BRIGHT_CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.screen import Answer, Bell, Effects, Event, Leave, Speech, View
from door.ui.texts import tr
from door.ui.widgets import Hint, cut, keys_line

TITLE: Final = tr.menu.title_more_doors
PROMPT: Final = tr.menu.plain_prompt_more_doors
KEYS: Final = (
    Hint("down", tr.keys.choose, "↑↓"), Hint("enter", tr.keys.open_door), Hint("q", tr.keys.back)
)  # fmt: skip
PAGE: Final = 8
"""Rows that PgUp and PgDn move by."""

EACH: Final = 2
"""Rows per door."""


@dataclass(frozen=True, slots=True)
class State:
    """`last` is the answer before `doors`. `at` is the marked row."""

    lobby: Lobby
    doors: tuple[MoreDoor, ...] | None = None
    last: tuple[MoreDoor, ...] = ()
    at: int = 0
    message: str = ""

    @property
    def shown(self) -> tuple[MoreDoor, ...]:
        return self.last if self.doors is None else self.doors


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(lobby), (MORE_DOORS(),)


def update(state: State, event: Event) -> Next:
    match event:
        case Lobby():
            return replace(state, lobby=event, message="", doors=None, last=state.shown), (MORE_DOORS(),)
        case Answer(_, doors):
            return replace(state, doors=doors, at=min(state.at, max(0, len(doors) - 1))), ()
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _line(state, text.strip().lower())
        case Mouse(action="press", target=int(at)):
            return _enter(state, at)
        case Mouse(action="wheel-up" | "wheel-down" as turned):
            return _moved(state, -1 if turned == "wheel-up" else 1)
    return state, ()


def _key(state: State, name: str) -> Next:
    if name in navigation.LEAVE:
        return state, (Leave(),)
    if name == "enter":
        return _enter(state, state.at)
    if name.isdecimal() and name != "0":
        return _enter(state, int(name) - 1)
    by = navigation.rows(name, PAGE)
    return _moved(state, by) if by else (state, (Bell(),))


def _moved(state: State, by: int) -> Next:
    count = len(state.shown)
    return replace(state, at=max(0, min(state.at + by, count - 1)), message=""), ()


def _line(state: State, text: str) -> Next:
    """Handle a plain-mode line: a door's number or name, or nothing to go back."""
    if not text or text in navigation.LEAVE:
        return state, (Leave(),)
    for at, door in enumerate(state.shown):
        if text in (door.slug, door.name.lower()):
            return _enter(state, at)
    return _enter(state, int(text) - 1 if text.isdecimal() and len(text) < 4 else -1)


def _enter(state: State, at: int) -> Next:
    doors = state.shown
    if not 0 <= at < len(doors):
        return replace(state, message=tr.menu.choose_more_door()), (Bell(),)
    if doors[at].shut:
        return replace(state, at=at, message=doors[at].shut), (Bell(),)
    return replace(state, at=at, message=""), (Visit("visit", doors[at].slug),)


# -- screen ----------------------------------------------------------------------------------


def draw(state: State, view: View) -> Canvas:
    size = look.block(view, 9 + EACH * len(state.shown))
    canvas, left = Canvas(size.cols, size.rows), 0
    y = look.heading(canvas, TITLE()) + 1
    canvas.put(left + 8, y, cut(tr.menu.more_doors_about(), 70), style(DARK))
    canvas.put(left + 57, y + 1, cut(tr.menu.head_visits_left(), 20), style(DARK))
    room = (canvas.rows - y - 5) // EACH
    doors = state.shown
    top = max(0, min(state.at - room // 2, len(doors) - room))
    for row, door in enumerate(doors[top : top + room]):
        _door(canvas, left, y + 2 + row * EACH, top + row, door, top + row == state.at)
    if not doors:
        canvas.centre(
            y + 3, tr.common.one_moment() if state.doors is None else tr.menu.no_more_doors(), style(GREY)
        )
    if len(doors) > room:
        canvas.right(
            left + 75,
            canvas.rows - 3,
            tr.common.place_of_total(at=f"{top + 1}-{top + room}", of=len(doors)),
            style(DARK),
        )
    ink = style(YELLOW if state.message else DARK)
    text = state.message or tr.menu.way_back_from_doors()
    look.sentence(canvas, left + 8, canvas.rows - 2, text, 2, ink)
    keys_line(canvas, KEYS)
    return canvas


def _door(canvas: Canvas, left: int, y: int, at: int, door: MoreDoor, marked: bool) -> None:
    back = look.marked(canvas, left + 4, y, marked)
    canvas.right(left + 7, y, str(at + 1), style(YELLOW, back))
    canvas.put(left + 9, y, cut(door.name, 40), style(WHITE if marked else BRIGHT_CYAN, back))
    canvas.put(left + 57, y, _left(door), style(GREY, back))
    canvas.put(left + 9, y + 1, cut(door.shut or door.tagline, 66), style(YELLOW if door.shut else DARK))
    canvas.hot(left + 4, y, 72, EACH, at)


def _left(door: MoreDoor) -> str:
    return tr.menu.no_turn_limit() if door.left is None else str(door.left)


def tell(before: State | None, after: State) -> Speech:
    if after.doors is None:
        return Speech()
    lines: list[str] = []
    if before is None or before.doors != after.doors:
        lines += [TITLE() + ".", tr.menu.more_doors_about()]
        lines += [_spoken(at, door) for at, door in enumerate(after.doors, start=1)]
    if after.message and after is not before:
        lines.append(after.message)
    return Speech(tuple(lines), PROMPT())


def _spoken(number: int, door: MoreDoor) -> str:
    left = (
        tr.menu.plain_no_visit_limit() if door.left is None else tr.menu.plain_visits_left(visits=door.left)
    )
    return f"{number} {door.name}: {left}. {door.shut or door.tagline}".rstrip()
