"""Who is kept out, handles and addresses, for the sysop: to let in again, or to add an address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, Denied, Done, Lobby
from door.board.sysop.effects import Bans, Barred, KeepOut, ListBans
from door.board.widgets import listbox, pager, pager_input
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Bell, Effects, Leave, Speech, View
from door.ui.widgets import Hint, cut

TITLE: Final = "Bans"
HEAD: Final = "Handle or address         Why, or how long"
KEYS: Final = (
    Hint("down", "Choose", "↑↓"), Hint("enter", "Let in again"), Hint("a", "Ban an address"), pager.BACK,
)  # fmt: skip
ADDRESS: Final = "Address, or address and days, such as 192.0.2.0/24 7:"
LET_IN: Final = "Let {name} in again? (yes or no)"
UNCHANGED: Final = "Nothing was changed."
PLAIN: Final = "Number to let in again, A to ban an address, + for more, Enter to go back."


@dataclass(frozen=True, slots=True)
class State:
    """`all` are those in the list; `lifting` is the one that is asked about, None where an address
    is being typed."""

    listbox: listbox.Listbox
    all: tuple[Barred, ...] = ()
    lifting: Barred | None = None


Next = tuple[State, BoardEffects | Effects]
LOOK: Final = (ListBans(),)


def start(lobby: Lobby, arg: str) -> Next:
    return State(listbox.Listbox(TITLE, HEAD, keys=KEYS)), LOOK


def update(state: State, event: BoardEvent) -> Next:
    match event:
        case Bans(found):
            return _listed(state, found), ()
        case Lobby():
            return state, LOOK
        case Done(note):
            return _saying(state, note), LOOK
        case Denied(note):
            return _saying(state, note, wrong=True), (Bell(),)
        case Key() | Line() if state.listbox.entry:
            return _typed(state, state.listbox.entry, event)
        case Line(text):
            return _line(state, text.strip().lower())
        case Key("a" | "A"):
            return _asking(state), ()
        case Key() | Mouse():
            there, opened, effects = listbox.pressed(state.listbox, event)
            state = replace(state, listbox=there)
            return (_asking_about(state), ()) if opened else (state, effects)
    return state, ()


def _listed(state: State, found: Sequence[Barred]) -> State:
    shown = state.listbox.listing(tuple(map(_row, found)))
    return replace(
        state,
        listbox=replace(shown, note=f"{len(found)} banned", empty="Nobody is banned."),
        all=tuple(found),
    )


def _row(one: Barred) -> listbox.Row:
    since = f"since {one.since}, " if one.since else ""
    return listbox.Row(
        cut(f"{cut(one.name, 25):<25} {one.told}", 74), f"{one.name}: {since}{one.told}",
        spoken=f"{one.name}: {since}{one.told}.",
    )  # fmt: skip


def _saying(state: State, note: str, wrong: bool = False) -> State:
    return replace(state, listbox=state.listbox.telling(note, wrong), lifting=None)


def _asking(state: State) -> State:
    return replace(state, listbox=state.listbox.asking(ADDRESS, 60), lifting=None)


def _asking_about(state: State) -> State:
    one = state.all[state.listbox.at]
    return replace(state, listbox=state.listbox.asking(LET_IN.format(name=one.name), 3), lifting=one)


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    still, text = pager_input.type_in(open, event)
    if still:
        return replace(state, listbox=replace(state.listbox, entry=still)), ()
    one = state.lifting
    if one is not None:
        yes = text.casefold() in ("y", "yes")
        return _saying(state, "" if yes else UNCHANGED), (one.lift,) if yes else ()
    if not text:
        return _saying(state, UNCHANGED), ()
    address, _, days = text.partition(" ")
    return _saying(state, ""), (KeepOut(address, days.strip()),)


def _line(state: State, text: str) -> Next:
    """Plain mode: a row's number, a letter, or nothing to go back."""
    if text in ("", "q", "x"):
        return state, (Leave(),)
    if text == "a":
        return _asking(state), ()
    there = listbox.spoken_page(state.listbox, text)
    if there is not None:
        return replace(state, listbox=there), ()
    there = listbox.numbered(state.listbox, text)
    if there is not None:
        return _asking_about(replace(state, listbox=there)), ()
    return _saying(state, f"There is no {text[:20]!r} here.", wrong=True), ()


def draw(state: State, view: View) -> Canvas:
    return listbox.draw(state.listbox, view)


def tell(before: State | None, after: State) -> Speech:
    return listbox.tell(before.listbox if before else None, after.listbox, PLAIN)
