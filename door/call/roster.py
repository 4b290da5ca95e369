"""The calls on the board: values about each of them, and messages to them.

The board's calls are those of all its hosts. No call reaches into another one. It reads the frozen
`CallInfo`, and sends a typed `CallMessage`. Screens follow topics (`door.call.topic`). A caller has
only one logged-on call. Writes to a caller's file keep their order across all of their calls, and finish
independently of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from door.call.bus import CallBus, sendable
from door.call.stack import Follows, Layer
from door.play.match.values import Refusal
from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key
from door.ui.texts import MaybeSaid, Said, reason_of, tr

ELSEWHERE: Final = "taken over"
"""The reason for the end of a call whose caller has called again."""

T = TypeVar("T")


@sendable
class CallInfo(NamedTuple):
    """One call, as others on the board know it.

    - `handle` is "" before the log-on, and `admitted` the time of the log-on. `caller` is the caller's file
      as last read; guests have none. `own_rules`: this board's hours and levels don't apply.
    - `where`: the name of its visible screen. `screens`: the slugs of its screens ("" for pages of the
      board), the visible one last; none while it connects or ends.
    - `follows`: the names of the topics that its screens follow, such as "chat" or "table/7ab1e". `shows`:
      that of the visible screen, or "". `plays`: the game that they play alone, if it is on another host.
    - `minutes` since the call began, and `idle` seconds since the last key.
    - `open`: they would like to play, and get a notice of each table for anybody.
    - `watchable`: "yes", "ask" or "no". `ignored_here`: the keys of callers ignored for this call.
    """

    node: int
    handle: str
    kind: str
    address: str
    admitted: str
    caller: Caller | None
    guest: bool
    own_rules: bool
    where: str
    screens: tuple[str, ...]
    shows: str
    minutes: int
    idle: int
    takes_messages: bool
    watchable: str
    ignored_here: frozenset[str]
    open: bool = False
    follows: frozenset[str] = frozenset()
    plays: Any = None

    def ignores(self, handle: str) -> bool:
        here = caller_key(handle) in self.ignored_here
        return here or (self.caller is not None and self.caller.ignores(handle))


@sendable
class CallFault(NamedTuple):
    """The answer of a call that refuses, or has a fault."""

    why: Said


class CallMessage(Generic[T]):
    """Something that others do to a call. The call answers with a T."""

    __slots__ = ()


@sendable
@dataclass(frozen=True, slots=True)
class Evict(CallMessage[None]):
    """End the call soon. The caller reads `reason`, and `saved` if a game is saved. The log gets `why`."""

    reason: Said
    saved: MaybeSaid = ""
    why: str = "evicted"


@sendable
@dataclass(frozen=True, slots=True)
class Notify(CallMessage[None]):
    """Show a sentence on the status line. `about` is its table, or another subject. `bell`: ring first."""

    sentence: Said
    about: str = ""
    bell: bool = False


@sendable
@dataclass(frozen=True, slots=True)
class BigMoment(CallMessage[None]):
    """Tell everybody once what these `callers` have achieved. They themselves know it."""

    sentence: Said
    callers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaysAlone(CallMessage[Any]):
    """Return the game that the caller plays alone, without what only this host knows, or None."""


# -- screens, for any host ----------------------------------------------------------------------------


@sendable
class At(NamedTuple):
    """A screen of a call, for any host: the layer's `number` on `host`."""

    host: str
    number: int
    node: int
    handle: str


@sendable
class ToLink(NamedTuple):
    """A message to `Layer.link` of the screen of that number."""

    number: int
    message: Any


@sendable
class TopicOver(NamedTuple):
    """There is nothing more to follow."""

    why: MaybeSaid


class Links:
    """This host's screens that follow something anywhere, and the screens that follow something here."""

    def __init__(self, bus: CallBus) -> None:
        self._bus = bus
        self.exposed: dict[int, Layer] = {}
        """This host's screens that all hosts may send to, by number."""

        self.readers: dict[At, Follows] = {}
        """Screens of any host that follow something here."""

        bus.hears(ToLink, self._hear)

    def expose(self, layer: Layer, node: int, handle: str) -> At:
        """Let all hosts send to the link of that screen of a call."""
        self.exposed[layer.number] = layer
        layer.ends.append(lambda: self.exposed.pop(layer.number, None))
        return At(self._bus.id, layer.number, node, handle)

    def is_here(self, at: At) -> bool:
        return at.host == self._bus.id

    def tell(self, at: At, message: Any) -> None:
        """Send a message to a screen's link, on this host or another one."""
        if self.is_here(at):
            self._hear(ToLink(at.number, message), at.host)
        else:
            self._bus.say(ToLink(at.number, message), to=at.host)

    def _hear(self, heard: ToLink, host: str) -> None:
        layer = self.exposed.get(heard.number)
        if layer and isinstance(layer.link, Follows):
            layer.link.hear_of(heard.message)


# -- calls --------------------------------------------------------------------------------------------


class Member(Protocol):
    """A call as the roster sees it."""

    node: int

    def info(self) -> CallInfo: ...
    def receive(self, message: CallMessage[T]) -> T | None: ...
    def answer(self, message: CallMessage[T]) -> T: ...
    async def wait_closed(self) -> None: ...


@sendable
class ToCall(NamedTuple):
    """A message to the call of that caller on a node."""

    node: int
    who: str
    message: Any


@sendable
class ToCalls(NamedTuple):
    """A message to all logged-on calls."""

    message: Any


class RemoteCall:
    """A call on another host, as of the latest message from that host."""

    def __init__(self, bus: CallBus, host: str, on: CallInfo) -> None:
        self.host, self.node, self._bus, self._on = host, on.node, bus, on
        self._since = asyncio.get_running_loop().time()

    @property
    def address(self) -> str:
        return self._on.address

    def info(self) -> CallInfo:
        passed = int(asyncio.get_running_loop().time() - self._since)
        return self._on._replace(
            minutes=self._on.minutes + passed // 60, idle=self._on.idle and self._on.idle + passed
        )

    def receive(self, message: CallMessage[T]) -> T | None:
        self._bus.say(ToCall(self.node, self._on.handle, message), to=self.host)
        return None

    async def ask(self, message: CallMessage[T]) -> T | None:
        answer: Any = await self._bus.ask(self.host, ToCall(self.node, self._on.handle, message))
        if isinstance(answer, CallFault):
            raise Refusal(answer.why)
        return cast("T | None", answer)


class Hosts(Protocol):
    """Ends a caller's calls on other hosts, and tells them of this host's calls. `names` are the hosts' own,
    by their ids on the bus."""

    names: dict[str, str]
    lost: list[Callable[[str], object]]
    """Called with a host that is gone, and once after the start, when those that live have been heard."""

    async def run(self) -> None: ...
    def end(self) -> None: ...
    async def claim(self, key: str) -> bool: ...
    def free(self, key: str) -> None: ...
    async def is_free(self, key: str) -> bool: ...
    def show(self, call: Member) -> None: ...
    def hide(self, node: int) -> None: ...


class CallPost:
    """Messages to the calls in the roster, whatever their hosts are."""

    def __init__(
        self,
        bus: CallBus,
        calls: Mapping[int, Member | RemoteCall],
        logged_on: Mapping[str, Member | RemoteCall],
    ) -> None:
        self._bus, self._calls, self._logged_on = bus, calls, logged_on
        bus.hears(ToCall, self._to_call)
        bus.hears(ToCalls, lambda heard, host: self.send_here(heard.message))

    def send(self, node: int, message: CallMessage[T]) -> None:
        """Send a message to the call on that node, if there is one."""
        if call := self._calls.get(node):
            call.receive(message)

    async def ask(self, node: int, message: CallMessage[T]) -> T | None:
        """Send a message to the call on that node. Return its answer, or None if there is no call.

        Raises Refusal if its host doesn't answer, if the call refuses, or if it has a fault.
        """
        call = self._calls.get(node)
        if isinstance(call, RemoteCall):
            return await call.ask(message)
        return call.answer(message) if call else None

    def ask_here(self, node: int, message: CallMessage[T]) -> T | None:
        """Do the same at once, with a call of this host only."""
        call = self._calls.get(node)
        return call.receive(message) if call and not isinstance(call, RemoteCall) else None

    def send_to_all(self, message: CallMessage[Any], but: int = 0) -> None:
        """Send a message to all logged-on calls, except the one on node `but`."""
        self.send_here(message, but)
        self._bus.say(ToCalls(message))

    def send_here(self, message: CallMessage[Any], but: int = 0) -> None:
        """Send a message to all logged-on calls of this host, except the one on node `but`."""
        for call in _in_order(self._logged_on):
            if call.node != but and not isinstance(call, RemoteCall):
                call.receive(message)

    def _to_call(self, heard: ToCall, host: str) -> Any:
        call = self._calls.get(heard.node)
        if call is None or isinstance(call, RemoteCall) or call.info().handle != heard.who:
            return None
        try:
            return call.answer(heard.message)
        except Refusal as refused:
            return CallFault(reason_of(refused))


class Roster:
    """The calls by node, and the logged-on ones by caller. Handles compare case-insensitively.

    `others` knows the other hosts, if there can be any. `watchers` are called with a call on one of them
    before and after it has changed; None is no call. `post` has messages to calls, `links` messages to
    screens of other hosts.
    """

    def __init__(self, bus: CallBus | None = None) -> None:
        self.bus = bus or CallBus()
        self.others: Hosts | None = None
        self.watchers: list[Callable[[CallInfo | None, CallInfo | None], object]] = []
        self._by_handle: dict[str, Member | RemoteCall] = {}
        self._by_node: dict[int, Member | RemoteCall] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.post = CallPost(self.bus, self._by_node, self._by_handle)
        self.links = Links(self.bus)

    def add(self, call: Member) -> None:
        self._by_node[call.node] = call

    def remove(self, call: Member) -> None:
        """Record the end of a call, unless its node has a new one."""
        if self._by_node.get(call.node) is call:
            del self._by_node[call.node]
            if self.others:
                self.others.hide(call.node)

    async def enter(self, handle: str, call: Member) -> bool:
        """Log a call on. End the caller's earlier call first, and return True if there was one.

        Two log-ons at the same moment wait for each other, and the last one stays.
        """
        key = handle.casefold()
        async with self._doors.setdefault(key, asyncio.Lock()):
            other = self._by_handle.get(key)
            took_over = other is not None
            if took_over and not isinstance(other, RemoteCall | None):
                other.receive(log_on_elsewhere())
                await other.wait_closed()
            if self.others:
                took_over = await self.others.claim(key) or took_over
            self._by_handle[key] = call
        return took_over

    def leave(self, handle: str, call: Member) -> None:
        """Log a call off, unless a new one has replaced it."""
        key = handle.casefold()
        if self._by_handle.get(key) is call:
            del self._by_handle[key]
        if self.others and not self.own(key):
            self.others.free(key)

    def show(self, node: int) -> None:
        """Tell the other hosts at once that a call has changed. They notice it within a second anyway."""
        call = self._by_node.get(node)
        if self.others and call and not isinstance(call, RemoteCall):
            self.others.show(call)

    # -- calls elsewhere

    def put(self, call: RemoteCall) -> None:
        """Note a call on another host. An older one of the same caller here ends, if that was missed."""
        on = call.info()
        if isinstance(self._by_node.get(call.node), RemoteCall | None):
            self._by_node[call.node] = call
        before = self._by_handle.get(on.handle.casefold())
        if on.admitted and (isinstance(before, RemoteCall | None) or before.info().admitted < on.admitted):
            self._by_handle[on.handle.casefold()] = call
            if not isinstance(before, RemoteCall | None):
                before.receive(log_on_elsewhere())

    def drop(self, call: RemoteCall) -> None:
        if self._by_node.get(call.node) is call:
            del self._by_node[call.node]
        key = call.info().handle.casefold()
        if self._by_handle.get(key) is call:
            del self._by_handle[key]

    # -- values

    def remote(self) -> Iterator[RemoteCall]:
        """Yield the calls on other hosts, logged on or not, by node."""
        for _, call in sorted(self._by_node.items()) if self.others else ():
            if isinstance(call, RemoteCall):
                yield call

    def on(self) -> list[CallInfo]:
        return [call.info() for call in _in_order(self._by_handle)]

    def remote_of(self, key: str) -> CallInfo | None:
        call = self._by_handle.get(key)
        return call.info() if isinstance(call, RemoteCall) else None

    def is_remote(self, node: int) -> bool:
        return isinstance(self._by_node.get(node), RemoteCall)

    def calls(self) -> list[CallInfo]:
        """Return all calls, logged on or not, by node."""
        return [call.info() for _, call in sorted(self._by_node.items())]

    def here(self) -> Iterator[Member]:
        """Yield this host's calls, logged on or not, by node."""
        for _, call in sorted(self._by_node.items()):
            if not isinstance(call, RemoteCall):
                yield call

    def own(self, key: str) -> Member | None:
        call = self._by_handle.get(key)
        return None if isinstance(call, RemoteCall) else call

    def of(self, handle: str) -> CallInfo | None:
        call = self._by_handle.get(handle.casefold())
        return call.info() if call else None

    def call(self, node: int) -> CallInfo | None:
        call = self._by_node.get(node)
        return call.info() if call else None

    def nodes(self) -> list[int]:
        """Return the nodes of all logged-on calls."""
        return sorted(call.node for call in self._by_handle.values())

    @property
    def count(self) -> int:
        return len(self._by_handle)


def log_on_elsewhere() -> Evict:
    """Return the message that ends a call because its caller has called again."""
    return Evict(tr.call.logged_on_elsewhere(), tr.call.game_goes_on_there(), ELSEWHERE)


def _in_order(calls: Mapping[Any, Member | RemoteCall]) -> list[Member | RemoteCall]:
    return sorted(calls.values(), key=attrgetter("node"))


class Writes:
    """The board's writes. `keep` finishes a task. Handles compare case-insensitively."""

    def __init__(self, keep: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._keep = keep
        self._last: dict[str, asyncio.Task[Any]] = {}

    def add(self, handle: str, work: Coroutine[Any, Any, object]) -> None:
        """Run `work` after everything added earlier for that caller."""
        key = handle.casefold()
        task = self._last[key] = self._keep(_after(self._last.get(key), work))
        task.add_done_callback(lambda done: self._forget(key, done))

    async def settled(self, handle: str) -> bool:
        """Wait until everything for that caller is done. True if anything was pending."""
        if last := self._last.get(handle.casefold()):
            await asyncio.wait([last])
        return last is not None

    def _forget(self, key: str, done: asyncio.Task[Any]) -> None:
        if self._last.get(key) is done:
            del self._last[key]


async def _after(before: asyncio.Task[Any] | None, work: Coroutine[Any, Any, object]) -> None:
    if before is not None:
        await asyncio.wait([before])
    await work
