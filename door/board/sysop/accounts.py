"""The board's callers, for the sysop: a list to look through and to search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, Denied, Lobby, Visit
from door.board.sysop.effects import AccountRow, Accounts, FindAccounts
from door.board.widgets import listbox, pager, pager_input
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Hint, cut
from door.ui.words import counted

TITLE: Final = "Callers"
HEAD: Final = "Handle                      Calls  Level  Last call"
KEYS: Final = (
    Hint("down", "Choose", "↑↓"), Hint("enter", "That caller"), Hint("f", "Find"), Hint("n", "New caller"),
    pager.BACK,
)  # fmt: skip
FIND: Final = "Part of a handle (Enter alone lists all):"
NEW: Final = (Visit("sysop-caller", ""),)
PLAIN: Final = "Number, part of a handle, + for more, N for a new caller, Enter to go back."


@dataclass(frozen=True, slots=True)
class State:
    """`accounts` are those in the list, `part` what their handles have in common."""

    listbox: listbox.Listbox
    accounts: tuple[AccountRow, ...] = ()
    part: str = ""


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(listbox.Listbox(TITLE, HEAD, keys=KEYS)), (FindAccounts(),)


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case Accounts(accounts):
            return _listed(state, accounts), ()
        case Lobby():
            return state, (FindAccounts(state.part),)
        case Denied(note):
            return replace(state, listbox=state.listbox.telling(note, wrong=True)), (Bell(),)
        case Key() | Line() if state.listbox.entry:
            return _typed(state, state.listbox.entry, event)
        case Line(text):
            return _line(state, text.strip())
        case Key("f" | "F" | "/"):
            return replace(state, listbox=state.listbox.asking(FIND, 20)), ()
        case Key("n" | "N"):
            return state, NEW
        case Key() | Mouse():
            there, opened, effects = listbox.pressed(state.listbox, event)
            state = replace(state, listbox=there)
            return _open(state) if opened else (state, effects)
    return state, ()


def _listed(state: State, accounts: Sequence[AccountRow]) -> State:
    count = counted(len(accounts), "caller")
    note = f"{count} with {state.part!r}" if state.part else count
    shown = replace(state.listbox.listing(tuple(map(_row, accounts))), note=note, empty="No such caller.")
    return replace(state, listbox=shown, accounts=tuple(accounts))


def _row(account: AccountRow) -> listbox.Row:
    last = account.last or "never"
    marks = ", ".join(
        ([f"on node {account.online}"] if account.online else []) + ([account.marks] * bool(account.marks))
    )
    text = f"{account.handle:<26} {account.calls:>6} {account.level:>6}  {last:<14} {marks}"
    said = f"{account.handle}: {account.calls} calls, level {account.level}, last call {last}"
    return listbox.Row(
        cut(text.rstrip(), 74), strong=bool(account.online), spoken=f"{said}{f', {marks}' * bool(marks)}."
    )


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    still, text = pager_input.type_in(open, event)
    if still:
        return replace(state, listbox=replace(state.listbox, entry=still)), ()
    if isinstance(event, Key) and event.name != "enter":
        return replace(state, listbox=state.listbox.telling("")), ()
    return _search(state, text)


def _search(state: State, text: str) -> Next:
    fresh = replace(state.listbox.telling(""), at=0, page=0)
    return replace(state, part=text, listbox=fresh), (FindAccounts(text),)


def _line(state: State, text: str) -> Next:
    """Plain mode: a row's number, a part of a handle, or nothing to go back."""
    there = listbox.spoken_page(state.listbox, text)
    if there is not None:
        return replace(state, listbox=there), ()
    there = listbox.numbered(state.listbox, text)
    if there is not None:
        return _open(replace(state, listbox=there))
    if text.lower() == "n":
        return state, NEW
    return (state, (Leave(),)) if text.lower() in ("", "q") else _search(state, text)


def _open(state: State) -> Next:
    return state, (Visit("sysop-caller", state.accounts[state.listbox.at].handle),)


def draw(state: State, view: View) -> Canvas:
    return listbox.draw(state.listbox, view)


def tell(before: State | None, after: State) -> Speech:
    return listbox.tell(before.listbox if before else None, after.listbox, PLAIN)
