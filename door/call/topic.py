"""Topics: whatever several screens follow, on any host. A table, a game that is played alone, Chat, a call.

A topic makes a view for each reader, in the reader's language. If it is `patient`, the next view comes only
after the screen has handled the last one (`Took`). So nobody waits for a slow reader, and many changes become
one view. Lines of talk are numbered: each reader gets every line once.

A topic is found by its name. Some live on every host (a table, whose match is in the store), and hear of
each other's talk. Others live where their call is. A `TopicMirror` follows such a one on the reader's host,
and asks again with the number of its last line if the hosts have missed messages.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from door.call.access import name_of
from door.call.api import Call, Services
from door.call.bus import CallBus, Gap, sendable
from door.call.handlers import Handlers
from door.call.roster import At, CallInfo, CallMessage, Roster, TopicOver
from door.call.stack import Follows, Layer
from door.play.match.values import Refusal
from door.records.part import Part
from door.records.store import message_bytes
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, reason_of, speaking, tr
from door.ui.words import Talk as Lines

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
FAR: Final = 0.25
"""Seconds between two views for a reader on another host."""

FIRST: Final = 20
"""Lines said before that a reader gets at first."""

KEPT: Final = 200
"""Lines kept for readers who are slow."""

AT_ONCE: Final = 2_000
"""Bytes of lines in a message to another host."""


class HasIgnored(Protocol):
    def ignores(self, handle: str) -> bool: ...


Numbered = tuple[tuple[int, str, str], ...]
"""Lines: their numbers, who has said them, and the texts."""


class Talk:
    """The talk about a topic. `count` is the number of the last line."""

    def __init__(self, kept: int = KEPT) -> None:
        self.count = 0
        self._lines: deque[tuple[int, str, str]] = deque(maxlen=kept)

    def add(self, who: str, text: str) -> None:
        self.count += 1
        self._lines.append((self.count, who, text))

    def put(self, lines: Numbered, count: int) -> None:
        """Add numbered lines, except those that are known. `count` is the number of the last one."""
        for line in lines:
            if line[0] > self.count:
                self._lines.append(line)
        self.count = max(self.count, count)

    def lines_after(self, number: int, reader: HasIgnored | None) -> Numbered:
        """Return the lines after that number, except lines of callers whom the reader ignores."""
        found = []
        for line in reversed(self._lines):
            if line[0] <= number:
                break
            if reader is None or not reader.ignores(line[1]):
                found.append(line)
        return tuple(reversed(found))

    def since(self, number: int, reader: HasIgnored | None) -> Lines:
        return tuple(map(itemgetter(1, 2), self.lines_after(number, reader)))

    def latest(self, reader: HasIgnored | None) -> Lines:
        return self.since(self.count - FIRST, reader)

    def clear(self) -> None:
        self._lines.clear()


class TopicReader(Follows):
    """A screen that follows a topic (its `source`). `may`: they may see it. `heard`: their last line."""

    def __init__(self, source: Topic, handle: str, node: int, may: bool = True) -> None:
        self.source, self.handle, self.node, self.may = source, handle, node, may
        self.heard = max(0, source.talk.count - source.first)
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
        if self._idle and self._fresh and self in self.source.readers and self.source.is_shown:
            self._idle, self._fresh = not self.source.patient, False
            try:
                self.send(self.view)
            except Exception as error:  # this reader's alone
                LOG.error("node=%d cannot follow %s: %r", self.node, self.topic, error, exc_info=error)
                self.leave()
                self.tell_end(tr.watch.cannot_be_shown())

    def view(self) -> Any:
        return self.source.view(self, self.new_lines())

    def begin(self) -> Any:
        """Return the view that the screen starts with. It answers with a `Took`."""
        self._idle = not self.source.patient
        return self.view()

    def new_lines(self) -> Lines:
        """Return the lines that they have not had yet."""
        since, self.heard = self.heard, self.source.talk.count
        return self.source.talk.since(since, self.ears()) if since < self.heard else ()

    def ears(self) -> HasIgnored | None:
        """Return who knows whom they ignore. None if that doesn't matter, or if their call has ended."""
        return None if self.source.hears_all else self.source.roster.call(self.node)

    def send(self, make: Callable[[], Any]) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        self.source.remove(self)

    def tell_end(self, why: MaybeSaid) -> None:
        """Tell them that there is nothing more to follow."""
        self.may = False


class LocalReader(TopicReader):
    """A reader on this host: the screen `layer` of a `call`."""

    def __init__(self, source: Topic, call: Call, layer: Layer, may: bool = True) -> None:
        super().__init__(source, name_of(call), call.node, may)
        self.call, self.layer = call, layer

    def ears(self) -> HasIgnored | None:
        return None if self.source.hears_all else self.call.who

    def send(self, make: Callable[[], Any]) -> None:
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, make())

    def tell_end(self, why: MaybeSaid) -> None:
        super().tell_end(why)
        self.send(lambda: No(why.again() if isinstance(why, Said) else why))

    def hear_of(self, message: Any) -> None:
        """Hear from the host where the topic lives."""
        self.source.hear_of(message)


@sendable
class ViewUpdate(NamedTuple):
    """A message to a reader on another host: the `view`, the lines `after` that number, and the number of the
    last one."""

    view: Any
    lines: Numbered
    last: int
    may: bool
    after: int = 0


class RemoteReader(TopicReader):
    """A reader on any host, whose `TopicMirror` gets what is sent."""

    def __init__(self, source: Topic, at: At, may: bool = True, heard: int = -1) -> None:
        super().__init__(source, at.handle, at.node, may)
        self.at, self._links = at, source.roster.links
        if heard >= 0:
            self.heard = heard
        self._links.readers[at] = self

    def send(self, make: Callable[[], Any]) -> None:
        self._links.tell(self.at, make())
        wait = 0.0 if self._links.is_here(self.at) else FAR
        asyncio.get_running_loop().call_later(wait, self.took)

    def view(self) -> ViewUpdate:
        talk, room, part = self.source.talk, AT_ONCE, list[tuple[int, str, str]]()
        after = self.heard
        if not self.may:
            return ViewUpdate(self.source.pack(self.source.view(self, ())), (), after, False, after)
        for line in talk.lines_after(after, self.ears()):
            room -= len(message_bytes(line))
            if room < 0 and part:
                self._fresh = True  # the rest comes with the next view
                break
            part.append(line)
        self.heard = part[-1][0] if self._fresh else talk.count
        view = self.source.pack(self.source.view(self, ()))
        return ViewUpdate(view, tuple(part), self.heard, self.may, after)

    def leave(self) -> None:
        self._links.readers.pop(self.at, None)
        super().leave()

    def tell_end(self, why: MaybeSaid) -> None:
        super().tell_end(why)
        self._links.readers.pop(self.at, None)
        self._links.tell(self.at, TopicOver(why))


class Topic:
    """Something that several screens follow. `readers` are in the order in which they came."""

    READER: type[LocalReader] = LocalReader
    patient: ClassVar[bool] = True
    soon: float = 0.0
    """Seconds from a change until readers get it."""

    apart: float = 0.0
    """Seconds between two readers, so that no key waits for all of them."""

    first: ClassVar[int] = FIRST
    """Lines said before that a new reader gets."""

    hears_all: ClassVar[bool] = False
    """True if readers also get what callers say whom they ignore."""

    is_shown: bool = True
    """False while there is nothing to see."""

    def __init__(self, name: str, roster: Roster, kept: int = KEPT) -> None:
        self.name, self.roster = name, roster
        self.readers: tuple[TopicReader, ...] = ()
        self.talk = Talk(kept)
        self._due: asyncio.TimerHandle | None = None
        self._next: list[TopicReader] = []

    # -- what a topic describes

    def view(self, reader: TopicReader, said: Lines) -> Any:
        """Return what that reader sees now, in their language, with the lines that are new to them."""
        raise NotImplementedError

    def pack(self, view: Any) -> Any:
        """Return a view as another host can hear it."""
        return view

    def came_or_went(self, reader: TopicReader) -> None:
        """Somebody comes or goes."""

    def is_new(self) -> bool:
        """True if readers would see something new. Asked after a change."""
        return True

    def onlookers(self, reader: TopicReader) -> int:
        """Return how many watch, for the reader's status line."""
        return 0

    def is_about(self, subject: str) -> bool:
        """True if a notice about that is needless for readers."""
        return subject == self.name

    def why_not(self, node: int) -> MaybeSaid:
        """Return the reason why the call on that node may not follow this, or ""."""
        return ""

    def hear_of(self, message: Any) -> None:
        """Hear from the host where the topic lives."""

    # -- coming and going

    def follow(self, call: Call, layer: Layer, may: bool = True) -> LocalReader:
        """Let a screen follow the topic until it is closed. If it does, show it again what there is."""
        if isinstance(layer.link, LocalReader) and layer.link.source is self:
            layer.link.offer()
            return layer.link
        reader = self.READER(self, call, layer, may)
        layer.link = reader
        layer.ends.append(reader.leave)
        self.add(reader)
        return reader

    def add(self, reader: TopicReader) -> None:
        self.readers = (*self.readers, reader)
        self.came_or_went(reader)

    def remove(self, reader: TopicReader) -> None:
        if reader in self.readers:
            self.readers = tuple(one for one in self.readers if one is not reader)
            self.came_or_went(reader)

    def close(self, why: MaybeSaid) -> None:
        """There is nothing more to follow."""
        readers, self.readers, self._next = self.readers, (), []
        if self._due is not None:
            self._due.cancel()
        for reader in readers:
            reader.tell_end(why)

    # -- changes

    def announce_change(self) -> None:
        """Let readers see a change, after a moment."""
        if self._due is None and self.readers:
            self._due = asyncio.get_running_loop().call_later(self.soon, self.spread)

    def spread(self, but: TopicReader | None = None) -> None:
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
        for one in self.readers:
            if one not in self._next:
                self._next.append(one)
        if idle:
            self._hand()

    def _hand(self) -> None:
        if self._next:
            reader = self._next.pop(0)
            asyncio.get_running_loop().call_later(self.apart, self._hand)
            reader.offer()

    def say(self, reader: TopicReader, text: str, typing: str = "") -> None:
        """Say a line, as one of the readers. `typing` is their half-typed one, for topics that show it."""
        self.hear(reader.handle, text)

    def hear(self, who: str, text: str) -> None:
        """Let readers have a line."""
        self.talk.add(who, text)
        self.announce_change()


# -- topics that live on every host -----------------------------------------------------------------


@sendable
class Spoken(NamedTuple):
    """A host's `n`-th line about topics of a kind that live on every host. `topic` is its name."""

    topic: str
    n: int
    who: str
    text: str


@sendable
class SpeakAgain(NamedTuple):
    """Asks a host for its lines about topics of that kind after the `n`-th."""

    kind: str
    n: int


class Everywhere:
    """Carries talk between the hosts. `find` returns this host's topic of that name, or None.

    `kind` begins the names of these topics. After a gap, a host's lines wait for those that we have missed.
    """

    def __init__(self, bus: CallBus, kind: str, find: Callable[[str], Topic | None]) -> None:
        self._bus, self._kind, self._find = bus, kind, find
        self._own: deque[Spoken] = deque(maxlen=KEPT)
        self._count, self._heard = 0, dict[str, int]()
        self._asked: dict[str, asyncio.Future[None]] = {}
        self._waiting: dict[str, list[Spoken]] = {}
        bus.hears(Spoken, self._hear)
        bus.hears(SpeakAgain, self._again)
        bus.hears(Gap, self._ask)

    def say(self, topic: str, who: str, text: str) -> None:
        self._count += 1
        line = Spoken(topic, self._count, who, text)
        self._own.append(line)
        self._bus.say(line)
        self._add(line)

    def _hear(self, line: Spoken, host: str) -> None:
        if not line.topic.startswith(self._kind):
            return
        if host in self._waiting:
            self._waiting[host].append(line)
        elif line.n > self._heard.get(host, 0):
            self._heard[host] = line.n
            self._add(line)

    def _ask(self, gap: Gap, host: str) -> None:
        if host in self._heard and host not in self._waiting:
            self._waiting[host] = []
            self._asked[host] = asyncio.ensure_future(self._catch_up(host))

    async def _catch_up(self, host: str) -> None:
        with suppress(Refusal):  # the lines come before the answer
            await self._bus.ask(host, SpeakAgain(self._kind, self._heard[host]))
        for line in sorted(self._waiting.pop(host), key=attrgetter("n")):
            self._hear(line, host)

    def _again(self, asked: SpeakAgain, host: str) -> None:
        if asked.kind == self._kind:
            self._bus.say(*(line for line in self._own if line.n > asked.n), to=host)

    def _add(self, line: Spoken) -> None:
        if found := self._find(line.topic):
            found.hear(line.who, line.text)


# -- topics that live where their call is -----------------------------------------------------------


class TopicMirror(Topic):
    """A topic that lives where the call on that `node` is, for one screen of any host."""

    def __init__(self, call: Call, layer: Layer, name: str, node: int, may: bool = True) -> None:
        super().__init__(name, call.services.roster)
        self.node = node
        self.shown: Any = None
        """The latest view that its host has sent."""

        self.is_behind = False
        """We have missed something, and ask for it."""

        self.at = self.roster.links.expose(layer, call.node, name_of(call))
        self.reader = self.follow(call, layer, may)
        self.roster.post.send(node, self._follow())

    @property
    def is_shown(self) -> bool:  # type: ignore[override]
        return self.shown is not None

    def _follow(self) -> Follow:
        heard = self.talk.count if self.is_shown else -1
        return Follow(self.name, self.at, heard, self.reader.may)

    async def catch_up(self) -> None:
        """Ask that host for the lines that are missing. Views with later lines are dropped until it has heard
        that."""
        with suppress(Refusal):
            await self.roster.post.ask(self.node, self._follow())
        self.is_behind = False

    def came_or_went(self, reader: TopicReader) -> None:
        if not self.readers:
            self.roster.post.send(self.node, Unfollow(self.at))

    def hear_of(self, message: ViewUpdate | TopicOver) -> None:
        if isinstance(message, TopicOver):
            self.close(message.why)
            return
        if self.is_behind and message.after > self.talk.count:
            return
        self.shown, self.reader.may = message.view, message.may
        self.talk.put(message.lines, message.last)
        self.spread()

    def say(self, reader: TopicReader, text: str, typing: str = "") -> None:
        self.roster.post.send(self.node, SayThere(self.at, text, typing))


@sendable
@dataclass(frozen=True, slots=True)
class Follow(CallMessage[None]):
    """Let a screen of any host follow a topic of the call. It has the lines up to `heard` (-1: none)."""

    topic: str
    at: At
    heard: int
    may: bool


@sendable
@dataclass(frozen=True, slots=True)
class Unfollow(CallMessage[None]):
    at: At


@sendable
@dataclass(frozen=True, slots=True)
class SayThere(CallMessage[None]):
    at: At
    text: str
    typing: str = ""


@dataclass(frozen=True, slots=True)
class Find(CallMessage["Topic | None"]):
    """Return the topic of that name of the call. `at` follows it from elsewhere, or nobody yet does."""

    topic: str
    at: At | None = None


FindTopic = Callable[[Call, str, At | None], "Topic | None"]


class Topics(Part):
    """Finds the topics of a call that screens anywhere follow, by the first part of their names."""

    def __init__(self, finders: Mapping[str, FindTopic]) -> None:
        self._finders = finders

    def find(self, call: Call, name: str, at: At | None) -> Topic | None:
        find = self._finders.get(name.partition("/")[0])
        return find(call, name, at) if find else None


@HANDLERS.on(Find)
def _find(call: Call, message: Find) -> Topic | None:
    return call.services[Topics].find(call, message.topic, message.at)


@HANDLERS.on(Follow)
def _follow(call: Call, message: Follow) -> None:
    links = call.services.roster.links
    if reader := links.readers.get(message.at):  # they have missed something
        reader.heard = max(0, message.heard)
        reader.offer()
        return
    try:
        topic = _find(call, Find(message.topic, message.at))
        why = topic.why_not(message.at.node) if topic else ""
    except Refusal as refused:
        topic, why = None, reason_of(refused)
    if topic is None or why:
        links.tell(message.at, TopicOver(why or tr.watch.game_gone()))
        return
    there = RemoteReader(topic, message.at, message.may, message.heard)
    topic.add(there)
    there.offer()


@HANDLERS.on(Unfollow)
def _unfollow(call: Call, message: Unfollow) -> None:
    if reader := call.services.roster.links.readers.get(message.at):
        reader.leave()


@HANDLERS.on(SayThere)
def _say_there(call: Call, message: SayThere) -> None:
    reader = call.services.roster.links.readers.get(message.at)
    if isinstance(reader, RemoteReader) and reader.may:
        reader.source.say(reader, message.text, message.typing)


def join(services: Services) -> None:
    """Notice when calls of other hosts end, or when messages of those hosts were lost."""
    roster = services.roster

    def mirrors() -> list[TopicMirror]:
        links = (layer.link for layer in roster.links.exposed.values())
        sources = [link.source for link in links if isinstance(link, LocalReader)]
        return [source for source in sources if isinstance(source, TopicMirror)]

    def close_mirrors(before: CallInfo | None, after: CallInfo | None) -> None:
        if before is None or after is not None:
            return
        for mirror in mirrors():
            if mirror.node == before.node:
                mirror.close(tr.people.node_empty(node=before.node))
        for at, reader in list(roster.links.readers.items()):
            if at.node == before.node and not roster.links.is_here(at):
                reader.leave()

    def ask_again(gap: Gap, host: str) -> None:
        for mirror in mirrors():
            mirror.is_behind = mirror.is_shown
            services.keep(mirror.catch_up())

    roster.watchers.append(close_mirrors)
    roster.bus.hears(Gap, ask_again)
