"""What reaches a caller beside their screen: notices on the status line, and lines from others."""

from __future__ import annotations

import asyncio
from typing import Final

from door.board.api import Note
from door.session.clock.timers import Timers

NOTICE_TIME: Final = 8.0
SEND_WAIT: Final = 3.0
"""Seconds between two messages of one caller, so that nobody is flooded: the second waits that long."""

KEPT: Final = 20
"""Messages of this call that are kept."""


class Messages:
    """One call's.  A notice stands on the status line for a while; a message is kept in the inbox, too.
    `about` is the table that the notice is about, "" for none."""

    def __init__(self, timers: Timers) -> None:
        self._timers, self._loop = timers, asyncio.get_running_loop()
        self._notice, self._notice_ends, self.about = "", 0.0, ""
        self.inbox: tuple[Note, ...] = ()
        self.unread = 0
        self.silent_until = 0.0

    @property
    def notice(self) -> str:
        """The sentence on the status line, while it stands there."""
        return self._notice if self._notice and self._loop.time() < self._notice_ends else ""

    def notify(self, text: str, about: str = "") -> None:
        """Shows a sentence for a while."""
        self._notice, self._notice_ends, self.about = text, self._loop.time() + NOTICE_TIME, about
        self._timers.look()
        self._timers.later("notice", NOTICE_TIME + 0.01)

    def seen(self) -> None:
        """The caller sees what the notice is about."""
        self._notice = self.about = ""

    def hear(self, note: Note) -> None:
        """A line from another caller, or from the sysop."""
        self.inbox = (*self.inbox, note)[-KEPT:]
        self.unread = min(self.unread + 1, KEPT)
        self.notify(f"{note.handle} says: {note.text}")

    def read(self) -> tuple[Note, ...]:
        """The inbox, which has been looked at by that."""
        self.unread = 0
        return self.inbox

    async def turn_to_send(self) -> None:
        """Waits until this caller may send another message."""
        await asyncio.sleep(self.silent_until - self._loop.time())

    def sent(self) -> None:
        """A message has gone out: the next one waits."""
        self.silent_until = self._loop.time() + SEND_WAIT
