"""Rooms for talk: the watchers of a game or a table, and Chat.

Each room keeps its latest lines in memory. Callers don't see lines of callers they ignore.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

from door.board.community.effects import InChat
from door.midend.match.values import TALK
from door.records.access.quota import MINUTE, Quota
from door.session.call.identity import Identity
from door.session.call.stack import Ending, Layer
from door.ui.words import Talk

SOON: Final = 0.05
"""Lines within so many seconds are sent together."""


class InRoom(Protocol):
    """A call as a room sees it."""

    who: Identity

    def post(self, layer: Layer | None, event: Any) -> None: ...


def added(talk: Talk, who: str, text: str) -> Talk:
    """Append a line, dropping the oldest ones beyond the limit."""
    return (*talk, (who, text))[-TALK:]


def heard(talk: Talk, call: InRoom) -> Talk:
    """Return the lines, except lines of callers whom this call ignores."""
    return tuple(one for one in talk if not call.who.ignores(one[0]))


class Chatter(Ending):
    """One caller in Chat, while their page is open."""

    def __init__(self, chat: Chat, call: InRoom, layer: Layer) -> None:
        self.chat, self.call, self.layer = chat, call, layer

    def cancel(self) -> None:
        self.layer.lose(self)
        self.chat.leave(self)


class Chat:
    """The room for everybody. `told` limits how often others are notified that a caller has come."""

    def __init__(self) -> None:
        self.told = Quota((1, 5 * MINUTE))
        self.talk: Talk = ()
        self.here: tuple[Chatter, ...] = ()
        self._due: asyncio.TimerHandle | None = None

    def come(self, call: InRoom, layer: Layer) -> None:
        """Add a caller."""
        chatter = Chatter(self, call, layer)
        layer.ends = (*layer.ends, chatter)
        self.here = (*self.here, chatter)
        self._changed()

    def leave(self, chatter: Chatter) -> None:
        """Remove a caller. When the last one leaves, the lines are dropped."""
        self.here = tuple(one for one in self.here if one is not chatter)
        self.talk = self.talk if self.here else ()
        self._changed()

    def say(self, who: str, text: str) -> None:
        """Say a line to everybody in the room."""
        self.talk = added(self.talk, who, text)
        self._changed()

    def others(self, who: Identity) -> tuple[str, ...]:
        """Return the handles of the others, without callers whom `who` ignores."""
        names = (one.call.who.handle for one in self.here)
        return tuple(name for name in names if name != who.handle and not who.ignores(name))

    def _changed(self) -> None:
        if self._due is None and self.here:
            self._due = asyncio.get_running_loop().call_later(SOON, self._hand_out)

    def _hand_out(self) -> None:
        self._due = None
        for one in self.here:
            one.call.post(one.layer, InChat(heard(self.talk, one.call), self.others(one.call.who)))
