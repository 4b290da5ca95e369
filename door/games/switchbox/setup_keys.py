"""The set-up page's keys, clicks and lines: each row is turned in place, or typed into.

Law: the page edits the state's plan and nothing else; ENTER begins with it, ESC keeps it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from door.games.switchbox import plan, play
from door.games.switchbox.setup import setup_lines
from door.games.switchbox.state import State, Step, notice, say
from door.term.keys import Key
from door.ui.screen import Bell
from door.ui.widgets import Field, type_key

_STEPS: Final = {"up": -1, "backtab": -1, "down": 1, "tab": 1}


def press(state: State, key: Key) -> Step:
    """A key on the page; help is not asked for here."""
    if state.field is not None:
        return _in_field(state, state.field, key)
    every = plan.rows(state.plan)
    row = every[state.row % len(every)]
    if key.name in _STEPS:
        return replace(state, row=(state.row + _STEPS[key.name]) % len(every), note="", refused=False), ()
    if key.name == "enter":
        return play.begin(state) if _waits_for(state) else play.begin_planned(state)
    if key.name == "esc":
        state, kept = play.remember(replace(state, scene="title", note="", refused=False))
        return state, kept
    if row == "name":
        return _type_name(state, key)
    return _setting(state, row, key)


def _waits_for(state: State) -> bool:
    """Whether ENTER goes on with the contest game that waits."""
    return state.waiting and not state.practice_why


def _setting(state: State, row: str, key: Key) -> Step:
    name = key.name.lower()
    if name in ("left", "right", " "):
        return turn_row(state, -1 if name == "left" else 1), ()
    if row in plan.EXIT_ROWS and (name == "e" or name in "-0123456789"):
        return _edit(state, row, "" if name == "e" else name), ()
    if name == "q":
        return press(state, Key("esc"))
    if name == "r":
        return replace(state, plan=plan.boards(state.setup.options), row=0, note=""), ()
    return state, ()


def turn_row(state: State, step: int) -> State:
    """The row's next value."""
    row = plan.rows(state.plan)[state.row]
    turned = plan.turned(state.plan, row, step, state.setup.options)
    return replace(state, plan=turned, note="", refused=False)


def _edit(state: State, row: str, begun_with: str) -> State:
    """The exit values of a round as a line to be typed over."""
    values = " ".join(map(str, state.plan.exits[plan.EXIT_ROWS.index(row)]))
    text = begun_with or values
    return replace(state, field=Field(text, len(text), 96), note="")


def _in_field(state: State, field: Field, key: Key) -> Step:
    if key.name == "esc":
        return replace(state, field=None, note="", refused=False), ()
    if key.name != "enter":
        return replace(state, field=type_key(field, key)), ()
    row = plan.rows(state.plan)[state.row]
    wanted, reason = plan.typed(state.plan, row, field.value, state.setup.caller, state.setup.options)
    if reason:
        return notice(state, reason, True), (Bell(),)
    return replace(state, plan=wanted, field=None, note="", refused=False), ()


def _type_name(state: State, key: Key) -> Step:
    """The second person's name is typed in its row."""
    name = state.plan.name
    field = type_key(Field(name, len(name), plan.LONGEST), key)
    if key.text and not plan.fits(key.text):
        return notice(state, f'A name cannot hold "{key.text}".', True), (Bell(),)
    return replace(state, plan=replace(state.plan, name=field.value.lstrip()), note="", refused=False), ()


def click(state: State, row: int) -> Step:
    """A click goes to the row; a click on the row itself turns it."""
    if not 0 <= row < len(plan.rows(state.plan)):
        return state, ()
    return (turn_row(state, 1) if row == state.row else replace(state, row=row, note="")), ()


# -- lines: plain mode ------------------------------------------------------------------


def enter(state: State, text: str) -> Step:
    """ "3" turns row 3, "3 yes" sets it; an empty line begins."""
    head, _, rest = text.partition(" ")
    every = plan.rows(state.plan)
    if head.isascii() and head.isdigit() and 1 <= int(head[:3]) <= len(every):
        return _set_row(replace(state, row=int(head[:3]) - 1), every[int(head[:3]) - 1], rest)
    if not head:
        return press(state, Key("enter"))
    if head.lower() == "r":
        state = replace(state, plan=plan.boards(state.setup.options))
        return say(state, setup_lines(state)), ()
    if head.lower() in ("q", "esc"):
        return press(state, Key("esc"))
    return notice(state, f"Type a row's number, 1 to {len(every)}; Enter begins, q goes back.", True), ()


def _set_row(state: State, row: str, rest: str) -> Step:
    before = plan.rows(state.plan)
    if not rest and row != "name":
        return _row_told(turn_row(state, 1), before), ()
    wanted, reason = plan.typed(state.plan, row, rest, state.setup.caller, state.setup.options)
    if reason:
        return notice(state, reason, True), (Bell(),)
    return _row_told(replace(state, plan=wanted), before), ()


def _row_told(state: State, before: tuple[str, ...]) -> State:
    """The changed row and what the game counts for; every row where they are others than before."""
    lines = setup_lines(state)
    return say(state, lines if plan.rows(state.plan) != before else (lines[state.row], lines[-1]))


def typing(state: State) -> bool:
    """Whether letters are being typed just now, so that none of them is a command."""
    return state.field is not None or plan.rows(state.plan)[state.row] == "name"
