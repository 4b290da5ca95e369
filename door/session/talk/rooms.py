"""Rooms for talk: the watchers of a game or a table, and Chat.

Each room keeps its latest lines in memory. Callers don't see lines of callers they ignore.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final, Protocol

from door.board.community.effects import InChat
from door.midend.match.values import TALK
from door.records.access.quota import MINUTE, Quota
from door.session.call.identity import Identity
from door.session.call.stack import Layer
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


class Chat:
    """The room for everybody.

    `here` has the calls by the pages on which they chat. `told` limits how often others are notified that a
    caller has come.
    """

    def __init__(self) -> None:
        self.told = Quota((1, 5 * MINUTE))
        self.talk: Talk = ()
        self.here: dict[Layer, InRoom] = {}
        self._due: asyncio.TimerHandle | None = None

    def come(self, call: InRoom, layer: Layer) -> None:
        """Add a caller."""
        layer.ends.append(partial(self._leave, layer))
        self.here[layer] = call
        self._changed()

    def _leave(self, layer: Layer) -> None:
        """Remove a caller. When the last one leaves, the lines are dropped."""
        self.here.pop(layer, None)
        self.talk = self.talk if self.here else ()
        self._changed()

    def say(self, who: str, text: str) -> None:
        """Say a line to everybody in the room."""
        self.talk = added(self.talk, who, text)
        self._changed()

    def others(self, who: Identity) -> tuple[str, ...]:
        """Return the handles of the others, without callers whom `who` ignores."""
        names = (call.who.handle for call in self.here.values())
        return tuple(name for name in names if name != who.handle and not who.ignores(name))

    def _changed(self) -> None:
        if self._due is None and self.here:
            self._due = asyncio.get_running_loop().call_later(SOON, self._hand_out)

    def _hand_out(self) -> None:
        self._due = None
        for layer, call in self.here.items():
            call.post(layer, InChat(heard(self.talk, call), self.others(call.who)))
