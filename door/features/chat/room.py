"""Chat: one room for everybody on the board. Each host has its own, and gets the lines of the others."""

from __future__ import annotations

from typing import Final

from door.call.roster import CallInfo, Roster
from door.call.topic import Everywhere, HasIgnored, Topic, TopicReader
from door.features.chat.pages import InChat
from door.records.access.limits import quota
from door.records.part import Part
from door.ui.words import Talk

CHAT: Final = "chat"


class Chat(Topic, Part):
    """The room. `told` limits how often others are notified that a caller has come."""

    soon = 0.05

    def __init__(self, roster: Roster) -> None:
        super().__init__(CHAT, roster)
        self.told = quota("page")
        self._there: dict[int, str] = {}  # by node, who chats on another host
        self.hosts = Everywhere(roster.bus, CHAT, lambda name: self)
        roster.watchers.append(self._follow)

    @property
    def is_empty(self) -> bool:
        """True if nobody chats on any host."""
        return not self.readers and not self._there

    def _follow(self, before: CallInfo | None, after: CallInfo | None) -> None:
        """Follow who comes and goes on other hosts."""
        if before and CHAT in before.follows:
            self._there.pop(before.node, None)
            self.announce_change()
        if after and CHAT in after.follows:
            self._there[after.node] = after.handle
            self.announce_change()

    def came_or_went(self, reader: TopicReader) -> None:
        if self.is_empty:
            self.talk.clear()
        self.announce_change()

    def others(self, own: str, who: HasIgnored) -> tuple[str, ...]:
        """Return the handles of the others beside `own`, without callers whom `who` ignores."""
        names = (*(one.handle for one in self.readers), *self._there.values())
        return tuple(name for name in names if name != own and not who.ignores(name))

    def say(self, reader: TopicReader, text: str, typing: str = "") -> None:
        self.hosts.say(CHAT, reader.handle, text)

    def view(self, reader: TopicReader, said: Talk) -> InChat:
        who = reader.ears()
        return InChat(said, self.others(reader.handle, who) if who else ())
