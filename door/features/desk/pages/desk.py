"""The sysop's desk: all nodes, kept up to date, and the way to the sysop's other pages.

A page joins the desk with one line in `ENTRIES` (and one in `door.features.every`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.features.desk.asks import NODES, NodeListing
from door.features.letters.asks import MAIL, MailContents
from door.pages.api import Visit
from door.pages.lists import ListPage, ListState, visiting
from door.pages.page import doing, on_reply
from door.records.community.letters import JOINING, Letter
from door.ui.blocks import Row
from door.ui.commands import Command
from door.ui.screen import Answer, Bell, Effects, Event, No
from door.ui.texts import tr
from door.ui.widgets import Column
from door.ui.words import commas

TITLE: Final = tr.sysop.title_desk
ENTRIES: Final = (
    ("callers", "c", tr.sysop.entry_callers, "sysop-callers"),
    ("bans", "b", tr.sysop.entry_bans, "sysop-bans"),
    ("settings", "o", tr.sysop.entry_settings, "sysop-config"),
    ("hours", "h", tr.sysop.entry_hours, "sysop-hours"),
    ("doors", "d", tr.sysop.entry_doors, "sysop-doors"),
    ("log", "l", tr.sysop.entry_log, "sysop-log"),
    ("letters", "f", tr.sysop.entry_letters, "letters"),
    ("announce", "a", tr.sysop.entry_announce, "sysop-announce"),
)
"""The pages that the desk opens: name, key, label and page, in display order. Q, R and X are the desk's."""

FEW: Final = 8
"""With at most this many nodes, plain mode reports every move, else only arrivals and departures."""


@dataclass(frozen=True, slots=True)
class DeskState(ListState[NodeListing]):
    """`letters` are the sysop's, once they have come."""

    letters: tuple[Letter, ...] | None = None


Next = tuple[DeskState, Effects]


class _DeskPage(ListPage[DeskState, NodeListing]):
    TITLE = TITLE
    STATE = DeskState
    QUERY = NODES
    KEY = "node"
    REFRESH = 1.0
    NUMBER = tr.common.prompt_node
    GAP = 1
    COLUMNS = (
        Column(tr.sysop.head_node, 4, True),
        Column(tr.sysop.head_handle, 20),
        Column(tr.sysop.head_where, 14, grow=1, most=23),
        Column(tr.sysop.head_idle, 5, True),
        Column(tr.sysop.head_minutes, 4, True),
        Column(tr.sysop.head_address, 15, grow=3, most=39),
        Column(tr.sysop.head_client, 6),
    )

    def load(self, state: DeskState) -> Effects:
        return NODES(0), MAIL(True)

    def row(self, state: DeskState, one: NodeListing) -> Row:
        cells = (one.node, one.who, one.where, idle_text(one.idle), one.minutes, one.address, one.kind)
        return Row(cells, one.node == state.lobby.node, listing_line(one))

    def number(self, one: NodeListing) -> int:
        return one.node

    def missing(self, state: DeskState, number: str) -> str:
        return tr.people.node_empty(node=number)

    def about(self, state: DeskState) -> str:
        one = state.marked_row
        return f"{one.client}, {one.screen}, {one.address}{marks(one)}"

    def count(self, state: DeskState) -> str:
        if not state.rows:
            return ""
        in_use = tr.sysop.nodes_in_use(nodes=tr.count.nodes(n=len(state.rows)))
        return commas((in_use, new_callers(state.letters or ())))

    def change_lines(self, before: Sequence[NodeListing], after: Sequence[NodeListing]) -> list[str]:
        known, now = {one.node: one for one in before}, {one.node for one in after}
        told: list[str] = [
            tr.sysop.node_left(node=one.node, who=one.who) for one in before if one.node not in now
        ]
        for one in after:
            was = known.get(one.node)
            came = was is None or was.handle != one.handle
            if came or (was and was.where != one.where and len(after) <= FEW):
                told.append(listing_line(one))
        return told

    def commands(self, state: DeskState) -> tuple[Command[DeskState], ...]:
        letters = len(state.letters or ())
        entries: list[Command[DeskState]] = [
            Command(id, key, label, doing(Visit(page)), menu=True,
                    counted=letters if page == "letters" else 0)
            for id, key, label, page in ENTRIES
        ]  # fmt: skip
        return (
            Command("open", "enter", tr.keys.open, visiting("sysop-node", "node"), on_row=True),
            Command("refresh", "r", tr.keys.refresh, self.again),
            *entries,
        )

    def receive(self, state: DeskState, reply: Event) -> Next | None:
        match reply:
            case Answer(_, MailContents(letters=letters)):
                return _came(state, letters)
            case No():  # a demoted sysop must not keep the nodes on screen
                return on_reply(self, replace(state, rows=()), reply)
        return super().receive(state, reply)


def _came(state: DeskState, letters: tuple[Letter, ...]) -> Next:
    """Update the letters. A new one rings, and a page shows its caller's name."""
    new = [one for one in letters if one not in state.letters] if state.letters is not None else []
    paged = [one for one in new if one.about == "page"]
    joined, known = new_callers(letters), new_callers(state.letters or ())
    state = replace(state, letters=letters)
    if paged:
        state = state.say(tr.sysop.paged_by(who=paged[-1].handle, text=" ".join(paged[-1].lines)))
    elif joined not in ("", known):
        state = state.say(tr.common.full_stop(text=joined))
    return state, (Bell(),) if new else ()


def idle_text(seconds: int) -> str:
    """Return an idle time in five columns: "42s", "12:05", "3h10"."""
    if seconds < 60:
        return f"{seconds}s"
    minutes = seconds // 60
    return f"{minutes}:{seconds % 60:02d}" if minutes < 60 else f"{minutes // 60}h{minutes % 60:02d}"


def marks(listing: NodeListing) -> str:
    """Return a node's marks: in chat, watched."""
    marks = [tr.sysop.mark_in_chat()] * listing.talking + [tr.sysop.mark_watched()] * bool(listing.watched)
    return "".join(f", {mark}" for mark in marks)


def new_callers(letters: Sequence[Letter]) -> str:
    """Return the number of new callers in the letters, "2 new callers, 1 to validate", or ""."""
    joined, waits = (sum(one.about in about for one in letters) for about in (JOINING, JOINING[1:]))
    return commas(
        (
            tr.count.new_callers(n=joined) if joined else "",
            tr.sysop.callers_to_validate(count=waits) if waits else "",
        )
    )


def listing_line(listing: NodeListing) -> str:
    return tr.sysop.plain_node(
        node=listing.node, who=listing.who, where=listing.where, idle=idle_text(listing.idle),
        minutes=tr.count.minutes(n=listing.minutes), address=listing.address or tr.sysop.no_address(),
        client=listing.client, screen=listing.screen, marks=marks(listing),
    )  # fmt: skip


PAGE: Final = _DeskPage()
