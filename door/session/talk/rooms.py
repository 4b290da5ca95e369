"""Rooms: where callers talk, and who hears it.

Law: kept in memory, the last lines of each; who is ignored is left out of what that caller is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

from door.board.community.effects import InChat
from door.midend.match.values import TALK
from door.session.call.identity import Identity
from door.session.call.stack import Layer

SOON: Final = 0.05
"""Seconds within which what is said is handed out together."""

Talk = tuple[tuple[str, str], ...]


class Room:
    """Those who watch a game, or a table, or are in Chat; `tell` is called when something was said."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.talk: Talk = ()
        self._tell = tell

    def say(self, who: str, text: str) -> None:
        """Somebody says something to the others."""
        self.talk = (*self.talk, (who, text))[-TALK:]
        self._tell()

    def heard(self, ignores: Callable[[str], bool]) -> Talk:
        """What was said last, without those whom a caller ignores."""
        return tuple(said for said in self.talk if not ignores(said[0]))


class InRoom(Protocol):
    """A call, as Chat needs it."""

    who: Identity

    def post(self, layer: Layer | None, event: Any) -> None: ...


class Chatter:
    """One caller in Chat, for as long as their page is there."""

    def __init__(self, chat: Chat, call: InRoom, layer: Layer) -> None:
        self.chat, self.call, self.layer = chat, call, layer

    def took(self) -> None:
        """Lines are handed over as they come: a caller says one a second."""

    def cancel(self) -> None:
        self.layer.lose(self)
        self.chat.leave(self)


class Chat(Room):
    """The room for everybody on the board."""

    def __init__(self) -> None:
        super().__init__(self._changed)
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
            one.call.post(one.layer, InChat(self.heard(one.call.who.ignores), self.others(one.call.who)))
