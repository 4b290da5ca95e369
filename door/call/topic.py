"""Topics: whatever several screens follow, on any host. A table, a game that is played alone, Chat.

A topic makes a view for each reader, in the reader's language. A reader who is `patient` gets the next view
only after the screen has handled the last one (`Took`), so nobody waits for a slow reader, and many changes
become one view. What is said about a topic is numbered: each reader gets every line once.

A topic is found by its name. Some live on every host (a table, whose match is in the store), and hear of
each other's talk. Others live where their call is, and a `Mirror` follows them on the reader's host.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, Protocol

from door.call.bus import Bus, carried
from door.call.identity import Identity
from door.call.roster import On, Roster
from door.call.screens import At, HasScreens, Over
from door.call.stack import Follows, Layer
from door.ui.screen import No
from door.ui.texts import Said, speaking
from door.ui.words import Talk as Lines

FAR: Final = 0.25
"""Seconds between two views for a reader on another host."""

FIRST: Final = 20
"""Lines said before that a reader gets at first."""

KEPT: Final = 200
"""Lines kept for readers who are slow."""


class HasIgnored(Protocol):
    def ignores(self, handle: str) -> bool: ...


class Talk:
    """What is said about a topic. `count` is the number of the last line."""

    def __init__(self) -> None:
        self.count = 0
        self._lines: deque[tuple[int, str, str]] = deque(maxlen=KEPT)

    def add(self, who: str, text: str) -> None:
        self.count += 1
        self._lines.append((self.count, who, text))

    def since(self, number: int, reader: HasIgnored | None) -> Lines:
        """Return the lines after that number, without those of callers whom the reader ignores."""
        new = ((who, text) for n, who, text in self._lines if n > number)
        return tuple(line for line in new if reader is None or not reader.ignores(line[0]))

    def latest(self, reader: HasIgnored | None) -> Lines:
        return self.since(self.count - FIRST, reader)

    def clear(self) -> None:
        self._lines.clear()


class Reader(Follows):
    """A screen that follows a topic (its `source`). `may`: they may see it. `heard`: their last line."""

    def __init__(self, source: Topic, handle: str, node: int, may: bool = True) -> None:
        self.source, self.handle, self.node, self.may = source, handle, node, may
        self.heard = max(0, source.talk.count - FIRST)
        self._idle, self._fresh = True, False

    # -- for the call whose screen it is

    @property
    def topic(self) -> str:
        return self.source.name

    @property
    def onlookers(self) -> int:
        return self.source.onlookers(self)

    def is_about(self, subject: str) -> bool:
        return self.source.is_about(subject)

    # -- views

    def offer(self) -> None:
        """Note a change, and send it as soon as possible."""
        self._fresh = True
        self._hand_on()

    def took(self) -> None:
        """Note that the screen has handled the last view."""
        self._idle = True
        self._hand_on()

    def _hand_on(self) -> None:
        if self._idle and self._fresh and self in self.source.readers:
            self._idle, self._fresh = not self.source.patient, False
            self.send(self.view)

    def view(self) -> Any:
        return self.source.view(self)

    def first(self) -> Any:
        """Return the view that the screen starts with. It answers with a `Took`."""
        self._idle = not self.source.patient
        return self.view()

    def said(self, who: On | None) -> Lines:
        """Return the lines that they, whose call is known as `who`, have not had yet."""
        since, self.heard = self.heard, self.source.talk.count
        return self.source.talk.since(since, who)

    def talk(self) -> tuple[Lines, Lines]:
        """Return the lines that they have not had yet, and the latest ones."""
        who = self.who()
        return self.said(who), self.source.talk.latest(who)

    def who(self) -> On | None:
        return self.source.roster.call(self.node)

    def send(self, make: Callable[[], Any]) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        self.source.remove(self)

    def over(self, why: Said) -> None:
        """Tell them that there is nothing more to follow."""
        self.may = False
        self.send(lambda: No(why.again()))


class Here(Reader):
    """A reader on this host: the screen `layer` of a call."""

    def __init__(self, source: Topic, call: HasScreens, layer: Layer, may: bool = True) -> None:
        super().__init__(source, call.who.handle, call.node, may)
        self._post, self._language, self.layer = call.post, call.terminal.language, layer

    def send(self, make: Callable[[], Any]) -> None:
        with speaking(self._language):
            self._post(self.layer, make())

    def hear_of(self, message: Any) -> None:
        """Hear from the host where the topic lives."""
        self.source.hear_of(message)


class There(Reader):
    """A reader on another host, where a `Mirror` gets what is sent."""

    def __init__(self, source: Topic, at: At, may: bool) -> None:
        super().__init__(source, at.handle, at.node, may)
        self.at = at

    def send(self, make: Callable[[], Any]) -> None:
        event = make()
        links = self.source.roster.links
        if isinstance(event, No):
            links.tell(self.at, Over(event.why) if isinstance(event.why, Said) else event.why)
        else:
            links.tell(self.at, self.source.packed(self, event))
            asyncio.get_running_loop().call_later(FAR, self.took)


class Topic:
    """What several screens follow. `readers` in the order in which they came."""

    READER: type[Here] = Here
    patient: bool = True
    soon: float = 0.0
    """Seconds from a change until readers get it."""

    apart: float = 0.0
    """Seconds between two readers, so that no key waits for all of them."""

    def __init__(self, name: str, roster: Roster) -> None:
        self.name, self.roster = name, roster
        self.readers: tuple[Reader, ...] = ()
        self.talk = Talk()
        self._due: asyncio.TimerHandle | None = None
        self._next: list[Reader] = []

    # -- what a topic describes

    def view(self, reader: Reader) -> Any:
        """Return what that reader sees now, in their language."""
        raise NotImplementedError

    def packed(self, reader: Reader, view: Any) -> Any:
        """Return a view as another host can hear it."""
        return view

    def came_or_went(self, reader: Reader) -> None:
        """Somebody comes or goes."""

    def is_new(self) -> bool:
        """True if readers would see something new. Asked after a change."""
        return True

    def onlookers(self, reader: Reader) -> int:
        """Return how many watch, for the reader's status line."""
        return 0

    def is_about(self, subject: str) -> bool:
        """True if a notice about that is needless for readers."""
        return subject == self.name

    def hear_of(self, message: Any) -> None:
        """Hear from the host where the topic lives."""

    # -- coming and going

    def follow(self, call: HasScreens, layer: Layer, may: bool = True) -> Here:
        """Let a screen follow the topic until it is closed. If it does, show it again what there is."""
        if isinstance(layer.link, Here) and layer.link.source is self:
            layer.link.offer()
            return layer.link
        reader = self.READER(self, call, layer, may)
        layer.link = reader
        layer.ends.append(reader.leave)
        self.add(reader)
        return reader

    def add(self, reader: Reader) -> None:
        self.readers = (*self.readers, reader)
        self.came_or_went(reader)

    def remove(self, reader: Reader) -> None:
        if reader in self.readers:
            self.readers = tuple(one for one in self.readers if one is not reader)
            self.came_or_went(reader)

    def close(self, why: Said) -> None:
        """There is nothing more to follow."""
        readers, self.readers, self._next = self.readers, (), []
        if self._due is not None:
            self._due.cancel()
        for reader in readers:
            reader.over(why)

    # -- changes

    def changed(self) -> None:
        """Let readers see a change, after a moment."""
        if self._due is None and self.readers:
            self._due = asyncio.get_running_loop().call_later(self.soon, self.spread)

    def spread(self, but: Reader | None = None) -> None:
        """Let readers see a change now."""
        self._due = None
        if not self.is_new():
            return
        if not self.apart:
            for reader in self.readers:
                if reader is not but:
                    reader.offer()
            return
        idle = not self._next
        self._next += [one for one in self.readers if one not in self._next]
        if idle:
            self._hand()

    def _hand(self) -> None:
        if self._next:
            reader = self._next.pop(0)
            asyncio.get_running_loop().call_later(self.apart, self._hand)
            reader.offer()

    def say(self, who: str, text: str) -> None:
        """Say a line, where a reader is."""
        self.hear(who, text)

    def hear(self, who: str, text: str) -> None:
        """Let readers have a line, where the topic is."""
        self.talk.add(who, text)
        self.changed()


# -- topics that live on every host -----------------------------------------------------------------


@carried
class Spoken(NamedTuple):
    """A line that somebody says about a topic that lives on every host."""

    topic: str
    who: str
    text: str


class Everywhere:
    """Carries talk between the hosts. `find` returns this host's topic of that name, or None."""

    def __init__(self, bus: Bus, find: Callable[[str], Topic | None]) -> None:
        self._bus, self._find = bus, find
        bus.hears(Spoken, lambda line, host: self._add(line))

    def say(self, topic: str, who: str, text: str) -> None:
        line = Spoken(topic, who, text)
        self._bus.say(line)
        self._add(line)

    def _add(self, line: Spoken) -> None:
        if found := self._find(line.topic):
            found.hear(line.who, line.text)


def elsewhere(name: str, before: On | None, after: On | None) -> tuple[bool, bool]:
    """Return whether a call on another host has followed the topic, and follows it now."""
    return (bool(before and name in before.follows), bool(after and name in after.follows))


# -- topics that live where their call is -----------------------------------------------------------


class Mirror(Topic):
    """A topic of another host, where the call on that node is, for one screen here."""

    def __init__(self, name: str, roster: Roster, node: int) -> None:
        super().__init__(name, roster)
        self.node = node

    def ask(self) -> None:
        """Ask that host for views, at first and after a gap."""
        raise NotImplementedError

    def ends(self) -> None:
        """Tell that host that nobody follows any more."""
        raise NotImplementedError

    def came_or_went(self, reader: Reader) -> None:
        if not self.readers:
            self.ends()

    def hear_of(self, message: Any) -> None:
        if isinstance(message, Over):
            self.close(message.why)
        else:
            self.take(message)
            self.spread()

    def take(self, message: Any) -> None:
        """Take what the other host has sent."""
        raise NotImplementedError


def heard(talk: Lines, reader: Identity | On) -> Lines:
    """Return the lines, except lines of callers whom the reader ignores."""
    return tuple(one for one in talk if not reader.ignores(one[0]))


def followers_of(layers: Iterable[Layer], kind: type[Topic]) -> list[Here]:
    """Return the readers of topics of that kind among the layers."""
    links = (layer.link for layer in layers)
    return [link for link in links if isinstance(link, Here) and isinstance(link.source, kind)]
