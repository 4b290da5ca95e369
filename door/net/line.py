"""A call's line: what the session sees of it (events in, bytes out, and hints about the caller), and its two
ends, a queue of incoming events and a valve for sending.

Guarantees: this is the only kind of connection above `door.net`. Telnet, SSH, rlogin and the local terminal
each provide a `CallLine`, and nothing above knows which. No protocol is here: its callbacks put events in and
turn the valve, and the session's task takes events out and waits at the valve. Both ends are bounded: a full
queue stops the reading of the wire, and a valve shut for too long ends the call.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

# -- what the session sees -------------------------------------------------------------------------


class Data(NamedTuple):
    """Bytes from the caller's terminal, protocol removed (no IAC, no CR NUL pairs: ENTER is b"\\r")."""

    data: bytes


class Resized(NamedTuple):
    """The window is now columns × rows (already clamped to 1..500)."""

    cols: int
    rows: int


class Term(NamedTuple):
    """The terminal has named itself (again): lower case, printable ASCII, at most 40 characters."""

    name: str


class Charset(NamedTuple):
    """The client named its character set: "utf-8", "cp437" or "ascii" (others are not passed on)."""

    name: str


class HungUp(NamedTuple):
    """The line is gone; nothing follows and nothing can be sent."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScreenLost:
    """The terminal has lost its screen and its modes. It needs all of them again."""


LineEvent = Data | Resized | Term | Charset | ScreenLost | HungUp


@dataclass(frozen=True, slots=True)
class Hints:
    """Facts known when the call began; None or "" for an unknown one.

    `size` is the window's columns × rows (1..500). `handle` is a name the client gave. With `proved` the
    line has checked it (SSH password or key, a drop file), so the caller doesn't log on again. `door` is the
    slug of a door that the caller asks for, unchecked. `encrypted`: nobody on the way can read the line.
    """

    kind: str
    address: str
    term: str = ""
    size: tuple[int, int] | None = None
    charset: str = ""
    handle: str = ""
    proved: bool = False
    door: str = ""
    environ: dict[str, str] = field(default_factory=dict)
    encrypted: bool = False


class LostCaller(Exception):
    """The caller could not be reached: gone, or too slow to take what was sent."""


class CallLine(Protocol):
    """One call's line."""

    @property
    def hints(self) -> Hints: ...

    async def receive(self) -> LineEvent:
        """Return the next event; after `HungUp`, HungUp for ever."""
        ...

    def take(self) -> LineEvent | None:
        """Return the next event if there is one; `HungUp` once, then None."""
        ...

    def listen(self, arrived: Callable[[], None]) -> None:
        """Call `arrived()` in the loop's thread whenever there is an event to take.

        From then on use `take`, not `receive`. Events that aren't taken stay on the line, and too many of
        them stop the reading of the wire.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Send, waiting while the caller is slow. Raises LostCaller after the line's time limit."""
        ...

    def offer(self, data: bytes) -> bool:
        """Send if that needs no waiting; otherwise send nothing and return False."""
        ...

    async def hang_up(self) -> None:
        """Send the rest and close. Safe to call twice."""
        ...


# -- the two ends ----------------------------------------------------------------------------------

FULL: Final = 8192
"""Bytes waiting for the session above which reading stops. It resumes at half of that."""

PIECE: Final = 512
"""Most typed bytes to hand out at once, so that a flood is mixed with everybody else's keys."""

_WEIGHT: Final = 64
"""Bytes that an event without bytes counts as."""


def _nothing() -> None:
    """Do nothing. Replaces the callbacks of a line that has ended, to release references."""


class QueuedLine:
    """The half of a line that arrives: events in order, and the caller's `hints`. `full` and `room` tell the
    wire to stop and to go on. `ended` says how the line ended, None before that."""

    def __init__(self, full: Callable[[], None], room: Callable[[], None], hints: Hints) -> None:
        self.hints = hints
        self._events: list[LineEvent] = []  # few, because bytes are joined
        self._weight = 0
        self._held = self._told = False
        self.ended: HungUp | None = None
        self._arrived: Callable[[], None] | None = None
        self._full, self._room = full, room

    def put(self, event: LineEvent) -> None:
        """Add an event. Bytes join the last untaken ones. Only the last of several window sizes matters."""
        last = self._events[-1] if self._events else None
        if self.ended or event == Data(b""):
            return
        if isinstance(event, Resized) and isinstance(last, Resized):
            self._events[-1] = event
            return
        if isinstance(event, Data) and isinstance(last, Data):
            self._events[-1] = Data(last.data + event.data)
        else:
            self._events.append(event)
        self._weight += len(event.data) if isinstance(event, Data) else _WEIGHT
        if self._weight > FULL and not self._held:
            self._held = True
            self._full()
        if self._arrived is not None:
            self._arrived()

    def end(self, reason: str = "") -> None:
        """End the line. Events that arrived before are still given out, then HungUp for ever."""
        if self.ended is None:
            self.ended = HungUp(reason)
            if self._arrived is not None:
                self._arrived()
            self._arrived, self._full, self._room = None, _nothing, _nothing

    def listen(self, arrived: Callable[[], None]) -> None:
        """Call `arrived()` at once whenever there is something to take from now on."""
        if self.ended is None:
            self._arrived = arrived

    def take(self) -> LineEvent | None:
        """Return the next event, or None; the end is given once."""
        if not self._events:
            if self._told:
                return None
            self._told = self.ended is not None
            return self.ended
        event = self._events.pop(0)
        if isinstance(event, Data) and len(event.data) > PIECE:
            self._events.insert(0, Data(event.data[PIECE:]))
            event = Data(event.data[:PIECE])
        self._weight -= len(event.data) if isinstance(event, Data) else _WEIGHT
        if self._held and self._weight <= FULL // 2:
            self._held = False
            self._room()
        return event

    async def receive(self) -> LineEvent:
        """Return the next event. Safe to cancel; nothing is lost. Only one task at a time may wait."""
        while (event := self.take() or self.ended) is None:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.listen(lambda waiter=waiter: waiter.done() or waiter.set_result(None))  # type: ignore[misc]
            await waiter
        return event

    def offer(self, data: bytes) -> bool:
        """Take nothing, because sending may take a while."""
        return False


class Valve:
    """Holds up senders while the wire is full. `too_slow` is called if it stays shut for `seconds`.

    Several parts may shut it (a socket's buffer, a channel's window). It opens when all have opened it
    again. While it `is_shut`, `passable` waits.
    """

    def __init__(self, seconds: float, too_slow: Callable[[], None]) -> None:
        self._shut = 0
        self.is_shut = self._broken = False
        self._opening: asyncio.Future[None] | None = None  # while it is shut; smaller than an Event
        self._seconds, self._too_slow = seconds, too_slow
        self._timer: asyncio.TimerHandle | None = None

    def shut(self) -> None:
        self._shut += 1
        if self._shut == 1 and not self._broken:
            loop = asyncio.get_running_loop()
            self.is_shut, self._opening = True, loop.create_future()
            self._timer = loop.call_later(self._seconds, self._too_slow)

    def open(self) -> None:
        self._shut -= 1
        if self._shut == 0:
            self._release()

    def break_open(self) -> None:
        """Let all waiters go on for good: the line is gone."""
        self._broken, self._too_slow = True, _nothing
        self._release()

    async def passable(self) -> None:
        """Return once the wire takes more, or is gone."""
        if self._opening is not None:
            await asyncio.shield(self._opening)

    def _release(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._opening is not None:
            self._opening.set_result(None)
            self._opening, self.is_shut = None, False


class ReadSwitch:
    """Stops and starts the reading of a transport. Several parts may stop it. It resumes when all agree."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._stops = 0

    def stop(self) -> None:
        """Stop reading until `go_on`."""
        self._stops += 1
        if self.transport is not None and not self.transport.is_closing():
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Undo one `stop`."""
        self._stops -= 1
        if not self._stops and self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()


_ENTER: Final = re.compile(rb"\r[\0\n]")


class EnterFilter:
    """Turns ENTER (CR NUL, CR LF or CR) into CR, however the stream is split. A bare LF stays."""

    def __init__(self) -> None:
        self._after_cr = False

    def feed(self, data: bytes) -> bytes:
        """Return the bytes with CR NUL and CR LF replaced by CR."""
        if self._after_cr and data[:1] in (b"\0", b"\n"):
            data = data[1:]
            self._after_cr = False
        if data:
            self._after_cr = data.endswith(b"\r")
        return _ENTER.sub(b"\r", data) if b"\r" in data else data
