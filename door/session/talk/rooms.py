"""Where callers talk, and who hears it: those who watch a game or a table, and Chat.

Law: kept in memory, the last lines of each; who is ignored is left out of what that caller is shown.
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
"""Seconds within which what is said is handed out together."""


class InRoom(Protocol):
    """A call, as a room needs it."""

    who: Identity

    def post(self, layer: Layer | None, event: Any) -> None: ...


def added(talk: Talk, who: str, text: str) -> Talk:
    """With something more said; the last of it is kept."""
    return (*talk, (who, text))[-TALK:]


def heard(talk: Talk, call: InRoom) -> Talk:
    """What was said, without the words of those whom that caller ignores."""
    return tuple(one for one in talk if not call.who.ignores(one[0]))


class Chatter(Ending):
    """One caller in Chat, for as long as their page is there: lines come as they are said, one a second."""

    def __init__(self, chat: Chat, call: InRoom, layer: Layer) -> None:
        self.chat, self.call, self.layer = chat, call, layer

    def cancel(self) -> None:
        self.layer.lose(self)
        self.chat.leave(self)


class Chat:
    """The room for everybody on the board.  `told` limits how often others hear that a caller is there."""

    def __init__(self) -> None:
        self.told = Quota((1, 5 * MINUTE))
        self.talk: Talk = ()
        self.here: tuple[Chatter, ...] = ()
        self._due: asyncio.TimerHandle | None = None

    def come(self, call: InRoom, layer: Layer) -> None:
        """A caller comes in."""
        chatter = Chatter(self, call, layer)
        layer.ends = (*layer.ends, chatter)
        self.here = (*self.here, chatter)
        self._changed()

    def leave(self, chatter: Chatter) -> None:
        """They have gone; what was said goes with the last."""
        self.here = tuple(one for one in self.here if one is not chatter)
        self.talk = self.talk if self.here else ()
        self._changed()

    def say(self, who: str, text: str) -> None:
        """Somebody says something to all who are there."""
        self.talk = added(self.talk, who, text)
        self._changed()

    def others(self, who: Identity) -> tuple[str, ...]:
        """Who is there, besides that caller and those they ignore."""
        names = (one.call.who.handle for one in self.here)
        return tuple(name for name in names if name != who.handle and not who.ignores(name))

    def _changed(self) -> None:
        if self._due is None and self.here:
            self._due = asyncio.get_running_loop().call_later(SOON, self._hand_out)

    def _hand_out(self) -> None:
        self._due = None
        for one in self.here:
            one.call.post(one.layer, InChat(heard(self.talk, one.call), self.others(one.call.who)))
