"""Who is banned, handles and addresses, for the sysop: to lift a ban, or to ban an address."""

from __future__ import annotations

from typing import Final

from door.board.sysop.effects import BansFound, Barred, KeepOut, ListBans
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.board.widgets.look import UNCHANGED
from door.ui.widgets import Hint, cut

ADDRESS: Final = "Address, or address and days, such as 192.0.2.0/24 7:"
LIFT: Final = "Lift the ban on {name}? (yes or no)"
LENGTH: Final = "Give a number of days, such as 7, or EVER."
OWN: Final = "You are calling from that address yourself."
BANNED: Final = "{address} is banned {length}{put_out}."
PUT_OUT: Final = "; {calls} disconnected"
LIFTED: Final = "{address} may call again."
EMPTY: Final = "Nobody is banned."


class _Page(ListboxPage[Barred]):
    """The open line asks whether to lift a ban, or, about none of them, for an address."""

    TITLE = "Bans"
    HEAD = "Handle or address         Why, or how long"
    WIDE_HEAD = f"{'Handle or address':<44} Why, or how long"
    KEYS = (Hint("down", "Choose", "↑↓"), Hint("enter", "Lift"), Hint("a", "Ban an address"), pager.BACK)
    PROMPT = "Number to lift, A to ban an address, + for more, Enter to go back."
    GIVEN_UP = UNCHANGED

    def ask(self, of: str) -> ListBans:
        return ListBans()

    def listed(self, state: State[Barred], answer: object) -> State[Barred]:
        if not isinstance(answer, BansFound):
            return state
        return state.listing(answer.rows, _row, f"{len(answer.rows)} banned", EMPTY)

    def open(self, state: State[Barred]) -> Next[Barred]:
        return state.asking(LIFT.format(name=state.marked.name), 3, state.marked), ()

    def key(self, state: State[Barred], name: str) -> Next[Barred] | None:
        return (state.asking(ADDRESS, 60), ()) if name == "a" else None

    def entered(self, state: State[Barred], text: str) -> Next[Barred]:
        if not text or (state.about and text.casefold() not in ("y", "yes")):
            return state.telling(self.GIVEN_UP), ()
        address, _, days = text.partition(" ")
        return state.telling(""), (state.about.lift if state.about else KeepOut(address, days.strip()),)


def _row(one: Barred) -> Row:
    told = f"{one.name}: {f'since {one.since}, ' * bool(one.since)}{one.told}"
    return Row(
        f"{cut(one.name, 25):<25} {one.told}", told, spoken=f"{told}.", wide=f"{one.name:<44} {one.told}"
    )


PAGE: Final = _Page()
