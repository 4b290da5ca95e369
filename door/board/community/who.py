"""Callers online: node, handle, where, minutes. Each can be challenged, written to, or ignored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from door.board.api import IGNORE, Online, Visit
from door.board.community import mail
from door.board.community.effects import MAY_SEND, OPEN, WHO, Send
from door.board.widgets.blocks import Row
from door.board.widgets.lists import ListPage, ListState
from door.board.widgets.page import doing, sending
from door.ui.commands import Command
from door.ui.screen import Effect, Effects, Event, Leave
from door.ui.texts import tr
from door.ui.widgets import Column

State = ListState[Online]
Next = tuple[State, Effects]


class _Page(ListPage[State, Online]):
    TITLE = tr.people.title_who
    QUERY = WHO
    REFRESH = 2.0
    NUMBER = tr.common.prompt_node
    COLUMNS = (
        Column(tr.heads.node, 5, True),
        Column(tr.heads.caller, 21, bare=True),
        Column(tr.heads.where, 29, bare=True, grow=1),
        Column(tr.heads.minutes, 7, True),
    )

    def row(self, state: State, who: Online) -> Row:
        where = tr.people.ignored_and_where(where=who.where) if who.ignored else who.where
        where = tr.people.open_and_where(where=where) if who.open else where
        return Row((who.node, who.handle, where, who.minutes), strong=who.handle == state.lobby.handle)

    def key(self, who: Online) -> object:
        return who.node, who.handle

    def number(self, who: Online) -> int:
        return who.node

    def missing(self, state: State, number: str) -> str:
        return tr.people.node_empty(node=number)

    def starts_on(self, state: State, rows: Sequence[Online]) -> int:
        """Mark the first other caller."""
        return next((at for at, one in enumerate(rows) if one.handle != state.lobby.handle), 0)

    def changed(self, before: Sequence[Online], after: Sequence[Online]) -> list[str]:
        known, now = ({(one.node, one.handle) for one in rows} for rows in (before, after))
        return [
            *(tr.people.node_hung_up(handle=handle, node=node) for node, handle in sorted(known - now)),
            *(tr.tables.on_node(handle=handle, node=node) for node, handle in sorted(now - known)),
        ]

    def count(self, state: State) -> str:
        return tr.people.online_count(count=len(state.rows or ()))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        return (
            Command("challenge", "enter", tr.keys.challenge, self.challenge, on_row=True, also=("c",)),
            Command("message", "m", tr.keys.write, self.message, on_row=True),
            Command("open", "o", tr.keys.open_to_a_game, doing(OPEN(None))),
            Command("ignore", "i", tr.keys.ignore, self.ignore, on_row=True),
            Command("messages", "v", tr.keys.view_messages, doing(Leave(), Visit("inbox"))),
        )

    def challenge(self, state: State) -> Next:
        return self._to_other(state, Visit("new-table", state.marked.handle))

    def ignore(self, state: State) -> Next:
        return self._to_other(state, IGNORE(state.marked.handle))

    def message(self, state: State) -> Next:
        return self._to_other(state, MAY_SEND((state.marked.node, state.marked.handle)))

    def _to_other(self, state: State, effect: Effect) -> Next:
        if state.marked.handle == state.lobby.handle:
            return state.refuse(tr.people.that_is_you())
        return state, (effect,)

    def receive(self, state: State, reply: Event) -> Next | None:
        if (handle := MAY_SEND.answered(reply)) is None:
            return super().receive(state, reply)
        if not state.rows or state.marked.handle != handle:  # they have left meanwhile
            return state, ()
        to = state.marked
        send = sending(partial(Send, to.node, to.handle))
        return state.ask(tr.mail.ask_message_to(handle=to.handle), mail.WIDTH, send)


PAGE: Final = _Page()
