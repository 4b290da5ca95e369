"""What reaches a caller beside their screen: notices on the status line, and lines from others."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from door.board.api import Note
from door.session.clock.timers import Timers
from door.ui.texts import MaybeSaid, Said, again, tr

NOTICE_TIME: Final = 8.0
"""Seconds that a notice stays, if no other one waits and it does not take longer to read."""

LEAST_TIME: Final = 3.0
"""Seconds that a notice stays if others wait."""

READ_SPEED: Final = 12.0
"""Characters a second."""

MOST: Final = 12
"""Notices that may wait; the oldest goes if there are more."""

SEND_WAIT: Final = 3.0
"""Seconds between two messages of one caller, so that nobody is flooded: the second waits that long."""

MAIL: Final = "mail"
"""What a notice is about that messages and letters have come."""

KEPT: Final = 20
"""Messages of this call that are kept."""


class Notice(NamedTuple):
    """A sentence for the caller; `about` is the table (or `MAIL`) that it is about, "" for none."""

    sentence: Said
    about: str

    @property
    def text(self) -> str:
        """The sentence in the language of this context's reader, who need not be the one it came from."""
        return again(self.sentence)

    def seconds(self, others: bool) -> float:
        """Return how long it stays on the status line, less if `others` wait."""
        return max(LEAST_TIME if others else NOTICE_TIME, len(self.sentence) / READ_SPEED)


class Messages:
    """One call's messages and notices.

    Notices queue for the status line, where each stays long enough to be read.  Plain mode says all of
    them at once.  A message from another caller is kept in the inbox, too.  `unread` counts the messages and
    `letters` the letters that the caller has not seen, `to_sysop` the letters to the sysop (sysops only)."""

    def __init__(self, timers: Timers) -> None:
        self._timers, self._loop = timers, asyncio.get_running_loop()
        self.notices: tuple[Notice, ...] = ()
        self._since = 0.0  # when the first of them was first shown
        self.inbox: tuple[Note, ...] = ()
        self.unread = self.letters = self.to_sysop = 0
        self.silent_until = 0.0

    @property
    def notice(self) -> str:
        """The sentence that is on the status line, or ""."""
        while self.notices and self._loop.time() >= self._ends:
            self._keep(self.notices[1:])
        return self.notices[0].text if self.notices else ""

    @property
    def _ends(self) -> float:
        return self._since + self.notices[0].seconds(len(self.notices) > 1)

    def notify(self, sentence: Said, about: str = "") -> None:
        """Show a sentence, after those that wait already."""
        self._keep((*self.notices, Notice(sentence, about))[-MOST:])
        self._timers.look()

    def _keep(self, notices: tuple[Notice, ...]) -> None:
        if notices and not (self.notices and notices[0] is self.notices[0]):
            self._since = self._loop.time()
        self.notices = notices
        if notices:
            self._timers.later("notice", self._ends - self._loop.time() + 0.01)

    def seen(self, about: str) -> None:
        """Drop the notices about something that the caller is looking at now."""
        self._keep(tuple(notice for notice in self.notices if notice.about != about))

    def told(self) -> None:
        """Drop the notices: plain mode has said them all."""
        self.notices = ()

    def hear(self, note: Note, how: MaybeSaid = "") -> None:
        """A line from another caller, or from the sysop, and how it is answered."""
        self.inbox = (*self.inbox, note)[-KEPT:]
        self.unread = min(self.unread + 1, KEPT)
        who = note.handle or tr.sysop.message_sender()
        self.notify(tr.people.who_says(who=who, text=note.text, how=how), MAIL)

    def forget(self, note: Note) -> None:
        """That message goes."""
        self.inbox = tuple(one for one in self.inbox if one is not note)

    def read(self) -> tuple[Note, ...]:
        """The inbox, which has been looked at by that."""
        self.unread = 0
        self.seen(MAIL)
        return self.inbox

    async def turn_to_send(self) -> None:
        """Waits until this caller may send another message."""
        await asyncio.sleep(self.silent_until - self._loop.time())

    def sent(self, seconds: float = SEND_WAIT) -> None:
        """A message has gone out: the next one waits that long."""
        self.silent_until = self._loop.time() + seconds
