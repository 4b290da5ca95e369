"""Rooms for talk: the watchers of a game or a table, and Chat.

Each room keeps its latest lines in memory. Callers don't see lines of callers they ignore.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from door.board.community.effects import InChat
from door.midend.match.values import TALK
from door.records.access.quota import MINUTE, Quota
from door.session.call.identity import Identity
from door.session.call.roster import Address, On, Roster
from door.session.call.stack import Layer
from door.ui.words import Talk

SOON: Final = 0.05
"""Lines within so many seconds are sent together."""


def added(talk: Talk, who: str, text: str) -> Talk:
    """Append a line, dropping the oldest ones beyond the limit."""
    return (*talk, (who, text))[-TALK:]


def heard(talk: Talk, reader: Identity | On) -> Talk:
    """Return the lines, except lines of callers whom the reader ignores."""
    return tuple(one for one in talk if not reader.ignores(one[0]))


class Chat:
    """The room for everybody.

    `here` has the pages on which callers chat, with their addresses. `told` limits how often others are
    notified that a caller has come.
    """

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self.told = Quota((1, 5 * MINUTE))
        self.talk: Talk = ()
        self.here: dict[Layer, Address] = {}
        self._due: asyncio.TimerHandle | None = None

    def come(self, to: Address, layer: Layer) -> None:
        layer.ends.append(partial(self._leave, layer))
        self.here[layer] = to
        self._changed()

    def _leave(self, layer: Layer) -> None:
        """Remove a caller. When the last one leaves, the lines are dropped."""
        self.here.pop(layer, None)
        self.talk = self.talk if self.here else ()
        self._changed()

    def say(self, who: str, text: str) -> None:
        self.talk = added(self.talk, who, text)
        self._changed()

    def others(self, who: Identity | On) -> tuple[str, ...]:
        """Return the handles of the others, without callers whom `who` ignores."""
        names = (to.handle for to in self.here.values())
        return tuple(name for name in names if name != who.handle and not who.ignores(name))

    def _changed(self) -> None:
        if self._due is None and self.here:
            self._due = asyncio.get_running_loop().call_later(SOON, self._hand_out)

    def _hand_out(self) -> None:
        self._due = None
        for to in self.here.values():
            if reader := self._roster.call(to.node):
                to.send(InChat(heard(self.talk, reader), self.others(reader)))
