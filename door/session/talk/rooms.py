"""Rooms for talk: the watchers of a game or a table, and Chat.

Each room keeps its latest lines in memory. Callers don't see lines of callers they ignore.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final, NamedTuple

from door.board.community.effects import InChat
from door.midend.match.values import TALK
from door.records.access.quota import MINUTE, Quota
from door.session.call.bus import carried
from door.session.call.identity import Identity
from door.session.call.roster import On, Roster
from door.session.call.screens import Address
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


@carried
class ChatLine(NamedTuple):
    """A line that somebody says in Chat."""

    who: str
    text: str


class Chat:
    """The room for everybody.

    `here` has the pages on which this host's callers chat, with their addresses. `told` limits how often
    others are notified that a caller has come.
    """

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self.told = Quota((1, 5 * MINUTE))
        self.talk: Talk = ()
        self.here: dict[Layer, Address] = {}
        self._due: asyncio.TimerHandle | None = None
        self._there: dict[int, str] = {}  # by node, who chats on another host
        roster.watchers.append(self._follow)
        roster.bus.hears(ChatLine, lambda line, host: self._add(*line))

    @property
    def is_empty(self) -> bool:
        """True if nobody chats on any host."""
        return not self.here and not self._there

    def _follow(self, before: On | None, after: On | None) -> None:
        """Follow who comes and goes on other hosts."""
        was = self._there.pop(before.node, "") if before else ""
        if after and after.chats:
            self._there[after.node] = after.handle
        if was or (after and after.chats):
            self._changed()

    def come(self, to: Address, layer: Layer) -> None:
        layer.ends.append(partial(self._leave, layer))
        self.here[layer] = to
        self._changed()

    def _leave(self, layer: Layer) -> None:
        """Remove a caller. When the last one leaves, the lines are dropped."""
        self.here.pop(layer, None)
        self.talk = () if self.is_empty else self.talk
        self._changed()

    def say(self, who: str, text: str) -> None:
        self._roster.bus.say(ChatLine(who, text))
        self._add(who, text)

    def _add(self, who: str, text: str) -> None:
        self.talk = added(self.talk, who, text)
        self._changed()

    def others(self, who: Identity | On) -> tuple[str, ...]:
        """Return the handles of the others, without callers whom `who` ignores."""
        names = (*(to.handle for to in self.here.values()), *self._there.values())
        return tuple(name for name in names if name != who.handle and not who.ignores(name))

    def _changed(self) -> None:
        if self._due is None and self.here:
            self._due = asyncio.get_running_loop().call_later(SOON, self._hand_out)

    def _hand_out(self) -> None:
        self._due = None
        for to in self.here.values():
            if reader := self._roster.call(to.node):
                to.send(InChat(heard(self.talk, reader), self.others(reader)))
