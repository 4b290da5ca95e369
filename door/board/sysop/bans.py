"""Who is banned, handles and addresses, for the sysop: to lift a ban, or to ban an address."""

from __future__ import annotations

from typing import Final

from door.board.sysop.effects import BansFound, Barred, KeepOut, ListBans
from door.board.widgets import pager
from door.board.widgets.listbox import ListboxPage, Next, Row, State
from door.board.widgets.look import UNCHANGED
from door.ui.texts import Text
from door.ui.widgets import Column, Hint, cut

ADDRESS: Final = Text("Address, or address and days, such as 192.0.2.0/24 7:")
LIFT: Final = Text("Lift the ban on {name}? (yes or no)")
LENGTH: Final = Text("Give a number of days, such as 7, or EVER.")
OWN: Final = Text("You are calling from that address yourself.")
BANNED: Final = Text("{address} is banned {length}{put_out}.")
PUT_OUT: Final = Text("; {calls} disconnected")
LIFTED: Final = Text("{address} may call again.")
COUNT: Final = Text("{count} banned")
SINCE: Final = Text("since {day}, ")
BY: Final = Text("{length}, by {sysop}")
EMPTY: Final = Text("Nobody is banned.")


class _Page(ListboxPage[Barred]):
    """The open line asks whether to lift a ban, or, about none of them, for an address."""

    TITLE = Text("Bans")
    COLUMNS = (Column("Handle or address", 24), Column("Why, or how long", 40))
    WIDE = (Column("Handle or address", 43), Column("Why, or how long", 40))
    KEYS = (Hint("down", "Choose", "↑↓"), Hint("enter", "Lift"), Hint("a", "Ban an address"), pager.BACK)
    PROMPT = Text("Number to lift, A to ban an address, + for more, Enter to go back.")
    GIVEN_UP = UNCHANGED

    def ask(self, of: str) -> ListBans:
        return ListBans()

    def listed(self, state: State[Barred], answer: object) -> State[Barred]:
        if not isinstance(answer, BansFound):
            return state
        return state.listing(answer.rows, _row, COUNT(count=len(answer.rows)), EMPTY())

    def open(self, state: State[Barred]) -> Next[Barred]:
        return state.asking(LIFT(name=state.marked.name), 3, state.marked), ()

    def key(self, state: State[Barred], name: str) -> Next[Barred] | None:
        return (state.asking(ADDRESS(), 60), ()) if name == "a" else None

    def entered(self, state: State[Barred], text: str) -> Next[Barred]:
        if not text or (state.about and text.casefold() not in ("y", "yes")):
            return state.telling(self.GIVEN_UP()), ()
        address, _, days = text.partition(" ")
        return state.telling(""), (state.about.lift if state.about else KeepOut(address, days.strip()),)


def _row(one: Barred) -> Row:
    since = SINCE(day=one.since) if one.since else ""
    told = f"{one.name}: {since}{one.told}"
    return Row(
        f"{cut(one.name, 25):<25} {one.told}", told, spoken=f"{told}.", wide=f"{one.name:<44} {one.told}"
    )


PAGE: Final = _Page()
