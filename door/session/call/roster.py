"""The calls on the board: values about each of them, and messages to them.

No call reaches into another one. It reads the frozen `On`, and sends a typed `Message`. What is watched or
chatted live is a stream: an object that both ends hold, in place of an answer (`Watcher`, `Watching`,
`Side`). A caller has only one logged-on call. Writes to a caller's file keep their order across all of their
calls, and finish independently of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar
from weakref import WeakValueDictionary

from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key
from door.session.call.identity import Identity
from door.session.call.stack import Layer
from door.session.call.terminal import Terminal
from door.ui.texts import MaybeSaid, Said, speaking, tr

ELSEWHERE: Final = "taken over"
"""The reason for the end of a call whose caller has called again."""

T = TypeVar("T")


class On(NamedTuple):
    """One call, as others on the board know it.

    - `handle` is "" before the log-on, and `admitted` the time of the log-on. `caller` is the caller's file
      as last read; guests have none. `own_rules`: this board's hours and levels don't apply.
    - `where`: the name of its visible screen. `screens`: the slugs of its screens ("" for pages of the
      board), the visible one last; none while it connects or ends. `table`: the table on its screen, or "".
    - `minutes` since the call began, and `idle` seconds since the last key.
    - `open`: they would like to play, and are told of tables for anybody.
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
    table: str
    minutes: int
    idle: int
    takes_messages: bool
    watchable: str
    ignored_here: frozenset[str]
    open: bool = False

    def ignores(self, handle: str) -> bool:
        here = caller_key(handle) in self.ignored_here
        return here or (self.caller is not None and self.caller.ignores(handle))


class Message(Generic[T]):
    """Something that others do to a call. The call answers with a T."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Evict(Message[None]):
    """End the call soon. The caller reads `reason`, and `saved` if a game is saved. The log gets `why`."""

    reason: Said
    saved: MaybeSaid = ""
    why: str = "evicted"


@dataclass(frozen=True, slots=True)
class Notify(Message[None]):
    """Show a sentence on the status line. `about` is its table, or another subject. `bell`: ring first."""

    sentence: Said
    about: str = ""
    bell: bool = False


class Member(Protocol):
    """A call as the roster sees it."""

    node: int

    def known(self) -> On: ...

    def receive(self, message: Message[T]) -> T | None: ...

    async def wait_closed(self) -> None: ...


class Roster:
    """The calls by node, and the logged-on ones by caller. Handles compare case-insensitively."""

    def __init__(self) -> None:
        self._by_handle: dict[str, Member] = {}
        self._by_node: dict[int, Member] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def arrived(self, call: Member) -> None:
        self._by_node[call.node] = call

    def gone(self, call: Member) -> None:
        """Record the end of a call, unless its node has a new one."""
        if self._by_node.get(call.node) is call:
            del self._by_node[call.node]

    async def enter(self, handle: str, call: Member) -> bool:
        """Log a call on. End the caller's earlier call first, and return True if there was one.

        Two log-ons at the same moment wait for each other, and the last one stays.
        """
        key = handle.casefold()
        async with self._doors.setdefault(key, asyncio.Lock()):
            other = self._by_handle.get(key)
            took_over = other is not None and other is not call
            if other is not None and took_over:
                elsewhere = tr.call.logged_on_elsewhere(), tr.call.game_goes_on_there()
                other.receive(Evict(*elsewhere, ELSEWHERE))
                await other.wait_closed()
            self._by_handle[key] = call
        return took_over

    def leave(self, handle: str, call: Member) -> None:
        """Log a call off, unless a new one has replaced it."""
        if self._by_handle.get(handle.casefold()) is call:
            del self._by_handle[handle.casefold()]

    # -- values

    def on(self) -> list[On]:
        return [call.known() for call in _in_order(self._by_handle)]

    def calls(self) -> list[On]:
        """Return all calls, logged on or not, by node."""
        return [call.known() for call in _in_order(self._by_node)]

    def of(self, handle: str) -> On | None:
        """Return the call of a logged-on caller."""
        call = self._by_handle.get(handle.casefold())
        return call.known() if call else None

    def call(self, node: int) -> On | None:
        call = self._by_node.get(node)
        return call.known() if call else None

    def nodes(self) -> list[int]:
        """Return the nodes of all logged-on calls."""
        return sorted(call.node for call in self._by_handle.values())

    @property
    def count(self) -> int:
        return len(self._by_handle)

    # -- messages

    def send(self, node: int, message: Message[T]) -> T | None:
        """Send a message to the call on that node. Return its answer, or None if there is no call."""
        call = self._by_node.get(node)
        return call.receive(message) if call else None

    def send_to_all(self, message: Message[Any], but: int = 0) -> None:
        """Send a message to all logged-on calls, except the one on node `but`."""
        for call in _in_order(self._by_handle):
            if call.node != but:
                call.receive(message)


def _in_order(calls: Mapping[Any, Member]) -> list[Member]:
    return sorted(calls.values(), key=lambda call: call.node)


class HasScreens(Protocol):
    """A call that others may send events to."""

    node: int
    who: Identity
    terminal: Terminal

    def post(self, layer: Layer | None, event: Any) -> None: ...


class Address:
    """One screen of a call, for events that others send to it. It tells nothing else about the call."""

    __slots__ = ("_language", "_layer", "_post", "handle", "node")

    def __init__(self, call: HasScreens, layer: Layer) -> None:
        self.node, self.handle = call.node, call.who.handle
        self._post, self._language, self._layer = call.post, call.terminal.language, layer

    def send(self, event: Any) -> None:
        self._post(self._layer, event)

    def say(self, event: Callable[[], Any]) -> None:
        """Send what `event` returns in the reader's language."""
        with speaking(self._language):
            self._post(self._layer, event())


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
