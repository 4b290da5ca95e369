"""What reaches a caller beside their screen: notices on the status line, and lines from others."""

from __future__ import annotations

import asyncio
from typing import Final

from door.board.api import Note
from door.session.clock.timers import Timers
from door.ui.texts import Text

SAYS: Final = Text("{who} says: {text}{how}")
NOTICE_TIME: Final = 8.0
READ_SPEED: Final = 12.0
"""Seconds that a notice stands at least, and characters a second that are read of a long one."""

SEND_WAIT: Final = 3.0
"""Seconds between two messages of one caller, so that nobody is flooded: the second waits that long."""

MAIL: Final = "mail"
"""What a notice is about that messages and letters have come."""

KEPT: Final = 20
"""Messages of this call that are kept."""


class Messages:
    """One call's.  A notice stands on the status line for a while; a message is kept in the inbox, too.
    `about` is the table (or `MAIL`) that the notice is about, "" for none; `unread` are the messages and
    `letters` the letters that the caller has not seen, `to_sysop` those to the sysop, for who is one."""

    def __init__(self, timers: Timers) -> None:
        self._timers, self._loop = timers, asyncio.get_running_loop()
        self._notice, self._notice_ends, self.about = "", 0.0, ""
        self.inbox: tuple[Note, ...] = ()
        self.unread = self.letters = self.to_sysop = 0
        self.silent_until = 0.0

    @property
    def notice(self) -> str:
        """The sentence on the status line, while it stands there."""
        return self._notice if self._notice and self._loop.time() < self._notice_ends else ""

    def notify(self, text: str, about: str = "") -> None:
        """Shows a sentence for as long as it takes to read."""
        seconds = max(NOTICE_TIME, len(text) / READ_SPEED)
        self._notice, self._notice_ends, self.about = text, self._loop.time() + seconds, about
        self._timers.look()
        self._timers.later("notice", seconds + 0.01)

    def seen(self) -> None:
        """The caller sees what the notice is about."""
        self._notice = self.about = ""

    def hear(self, note: Note, how: str = "") -> None:
        """A line from another caller, or from the sysop, and how it is answered."""
        self.inbox = (*self.inbox, note)[-KEPT:]
        self.unread = min(self.unread + 1, KEPT)
        self.notify(SAYS(who=note.handle, text=note.text, how=how), MAIL)

    def forget(self, note: Note) -> None:
        """That message goes."""
        self.inbox = tuple(one for one in self.inbox if one is not note)

    def read(self) -> tuple[Note, ...]:
        """The inbox, which has been looked at by that."""
        self.unread = 0
        if self.about == MAIL:
            self.seen()
        return self.inbox

    async def turn_to_send(self) -> None:
        """Waits until this caller may send another message."""
        await asyncio.sleep(self.silent_until - self._loop.time())

    def sent(self, seconds: float = SEND_WAIT) -> None:
        """A message has gone out: the next one waits that long."""
        self.silent_until = self._loop.time() + seconds
