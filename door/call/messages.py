"""Notices on the status line, and messages from other callers."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from door.call.clock import Redraw, Timers
from door.pages.api import CallerLine
from door.records.community.forum import Unread
from door.ui.texts import MaybeSaid, Said, again, tr

NOTICE_TIME: Final = 8.0
"""Seconds on the status line if no other notice waits. A long notice stays longer."""

LEAST_TIME: Final = 3.0
"""Minimum seconds on the status line if others wait."""

READ_SPEED: Final = 12.0
"""Characters read per second."""

MOST: Final = 12
"""Maximum number of waiting notices. Beyond that the oldest is dropped."""

MOMENT_WAIT: Final = 60.0
"""Minimum seconds between two big moments of others on a status line. Those in between are dropped."""

SEND_WAIT: Final = 3.0
"""Minimum seconds between two messages from one caller. The second one waits."""

MAIL: Final = "mail"
"""The subject of notices about messages and letters."""

ANSWERS, TABLES, WATCHERS, ACCEPTS, DECLINES = "Ctrl-R", "Ctrl-T", "Ctrl-W", "Ctrl-Y", "Ctrl-N"
PLAIN_KEYS: Final = {ANSWERS: "/r", TABLES: "/t", WATCHERS: "/w", ACCEPTS: "/y", DECLINES: "/n"}
"""Keys in notices that work from anywhere, and the lines in plain mode."""

KEPT: Final = 20
"""Messages kept per call."""


class CallerNotice(NamedTuple):
    """A sentence for the caller. `about` is its table, `MAIL` or ""."""

    sentence: Said
    about: str


class Messages:
    """One call's messages and notices.

    Notices queue for the status line, and each stays long enough to be read. Plain mode reads them all at
    once. Messages from callers also go to the inbox.

    `unread` counts new messages, `letters` unread letters, and `to_sysop` (sysops only) letters to the
    sysop. `posts` are new ones in the forum. `posts_seen`: shown since the forum was told, by thread.
    """

    def __init__(self, timers: Timers) -> None:
        self._timers, self._loop = timers, asyncio.get_running_loop()
        self.notices: tuple[CallerNotice, ...] = ()
        self._since = self._ends = 0.0  # times at which the first was first shown, and makes room
        self._no_moment_until = 0.0
        self.inbox: tuple[CallerLine, ...] = ()
        self.unread = self.letters = self.to_sysop = 0
        self.posts = Unread()
        self.posts_seen: dict[str, int] = {}
        self.silent_until = 0.0

    @property
    def notice(self) -> str:
        """The sentence on the status line, or ""."""
        while self.notices and self._loop.time() >= self._ends:
            self._keep(self.notices[1:])
        return again(self.notices[0].sentence) if self.notices else ""

    def notify(self, sentence: Said, about: str = "") -> None:
        self._keep((*self.notices, CallerNotice(sentence, about))[-MOST:])
        self._timers.redraw()

    def show_moment(self, sentence: Said) -> None:
        """Show what somebody else has achieved, unless a notice of the caller's own is on the line."""
        if not self.notice and (now := self._loop.time()) >= self._no_moment_until:
            self._no_moment_until = now + MOMENT_WAIT
            self.notify(sentence)

    def _keep(self, notices: tuple[CallerNotice, ...]) -> None:
        if notices and not (self.notices and notices[0] is self.notices[0]):
            self._since = self._loop.time()
        self.notices = notices
        if notices:
            least = LEAST_TIME if len(notices) > 1 else NOTICE_TIME
            self._ends = self._since + max(least, len(notices[0].sentence) / READ_SPEED)
            self._timers.later("notice", self._ends - self._loop.time() + 0.01, Redraw())

    def drop_notices_about(self, about: str) -> None:
        """Drop notices about the thing that is now on the screen."""
        self._keep(tuple(notice for notice in self.notices if notice.about != about))

    def drop_notices(self) -> None:
        """Drop the notices after plain mode has read them all."""
        self.notices = ()

    def hear(self, note: CallerLine, how: MaybeSaid = "") -> None:
        """Receive a line from a caller or the sysop. `how` names the key that answers it."""
        self.inbox = (*self.inbox, note)[-KEPT:]
        self.unread = min(self.unread + 1, KEPT)
        who = note.handle or tr.sysop.message_sender()
        self.notify(tr.people.who_says(who=who, text=note.text, how=how), MAIL)

    def forget(self, note: CallerLine) -> None:
        self.inbox = tuple(one for one in self.inbox if one is not note)

    def read(self) -> tuple[CallerLine, ...]:
        """Return the inbox and mark it as read."""
        self.unread = 0
        self.drop_notices_about(MAIL)
        return self.inbox

    async def take_turn(self, seconds: float = SEND_WAIT) -> None:
        """Wait until the caller may send something. They may send more after that many seconds."""
        await asyncio.sleep(self.silent_until - self._loop.time())
        self.silent_until = self._loop.time() + seconds

    def stay_silent(self) -> None:
        self.silent_until = self._loop.time() + SEND_WAIT
