"""A call by WebSocket: its frames, what each kind of page speaks in them, and its line.

A call outlives its connection by `KEPT_SECONDS`: phones sleep and pages are loaded again. The page shows the
call's token when it comes back, and the session draws the screen again.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, State
from websockets.typing import Subprotocol

from door.net import sanitize
from door.net.calls import log_hang_up
from door.net.line import (
    CallLine,
    Data,
    EnterFilter,
    Hints,
    LostCaller,
    QueuedLine,
    Resized,
    ScreenLost,
    Term,
)
from door.net.socketline import LINGER_SECONDS, SocketWire, end_sending
from door.net.telnet.server import Budget
from door.term.profile import PHONE, UPRIGHT

TERMINAL: Final = Subprotocol("door.terminal.1")
PLAIN: Final = Subprotocol("door.plain.1")
"""The board's own pages: the terminal, and the page of lines for screen readers."""

LARGEST: Final = 4096
"""Most bytes of a message from a page."""

LONGEST_LINE: Final = 1000
"""Most characters of a line from the page of lines."""

_CONTROLS: Final = dict.fromkeys([*range(32), 127])

SIZE_SECONDS: Final = 5.0
"""Seconds until a page has told its size. Then the call begins without one."""

PING_SECONDS: Final = 25.0
"""Seconds between pings. A page that doesn't answer one is gone; proxies keep a line with pings open."""

KEPT_SECONDS: Final = 60.0
"""Seconds that a call waits for its page to come back."""

HUNG_UP: Final = "hung up by the board"

GOODBYE, RESTART, BAD = 1000, 1012, 1008
"""Close codes. A page calls again by itself after any but GOODBYE."""


_SIZE: Final = re.compile(
    r'\{"cols":(\d{1,4}),"rows":(\d{1,4})(?:,"phone":(true|"up"))?'
    r'(?:,"door":"([\w-]{1,20})")?(?:,"call":"([\w-]{22})")?\}',
    re.ASCII,
)


@dataclass(eq=False)
class WebCalls:
    """The calls of all pages: how one begins, and which of them wait for their pages, by their tokens.

    - `telnet(address)` returns the wire of a page that speaks telnet.
    - While the board is `closing`, pages are told to call again.
    - Lost calls that it `keeps` wait for pages at addresses that it `lets_back`.
    """

    begin: Callable[[CallLine], None]
    telnet: Callable[[str], SocketWire]
    closing: Callable[[], bool]
    keeps: Callable[[CallLine], bool]
    lets_back: Callable[[str], bool] = lambda address: True
    lines: dict[str, WebLine] = field(default_factory=dict)

    def call_of(self, token: str, page: WebTerminal) -> WebLine | None:
        """Return the call with that token, unless it began on the other kind of page, or this page is at an
        address that is banned by now, or is no longer encrypted."""
        line, hints = self.lines.get(token), page.wire.hints
        if line is None or line.page is not type(page) or (line.hints.encrypted and not hints.encrypted):
            return None
        return line if self.lets_back(hints.address) else None


class WebLine(QueuedLine):
    """A call's line. Its connection may be lost and replaced by another from the same kind of `page`."""

    def __init__(self, calls: WebCalls, hints: Hints, page: type[WebTerminal]) -> None:
        super().__init__(self._full, self._room, hints)
        self.page = page
        self._calls = calls
        self._frames: Frames | None = None
        self._is_full = False
        self._timer: asyncio.TimerHandle | None = None
        self.token = secrets.token_urlsafe(16)
        calls.lines[self.token] = self

    def attach(self, frames: Frames) -> None:
        """Go on with those frames. The ones before are closed for good."""
        before, self._frames = self._frames, frames
        if self._timer is not None:
            self._timer.cancel()
        if before is not None:
            before.close(GOODBYE)
        if self._is_full:
            frames.wire.reading.stop()

    def detach(self, frames: Frames, reason: str, *, stay: bool) -> None:
        """Note that they are lost. With `stay` the call waits for others."""
        if self._frames is not frames:
            return
        self._frames = None
        if stay and self.ended is None and self._calls.keeps(self):
            self._timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self.end, reason)
        else:
            self.end(reason)

    def end(self, reason: str = "") -> None:
        """End the call's line. Its token is no longer valid."""
        self._calls.lines.pop(self.token, None)
        if self._timer is not None:
            self._timer.cancel()
        super().end(reason)

    # -- what the session calls --------------------------------------------------------------

    async def send(self, data: bytes) -> None:
        """Send, waiting while the page is slow. Data for a lost page is dropped: it is drawn again."""
        if self._frames is not None:
            self._frames.send(data)
            await self._frames.wire.valve.passable()
        if ended := self.ended:
            raise LostCaller(ended.reason)

    def offer(self, data: bytes) -> bool:
        if self.ended is not None:
            return False
        if self._frames is not None:
            if self._frames.wire.valve.is_shut:
                return False
            if data:
                self._frames.send(data)
        return True

    async def hang_up(self) -> None:
        """Send the rest, close the WebSocket, and end the line."""
        frames = self._frames
        self.end(HUNG_UP)
        if frames is not None:
            frames.close(RESTART if self._calls.closing() else GOODBYE)
            await frames.wire.wait_closed()

    def _full(self) -> None:
        self._is_full = True
        if self._frames is not None:
            self._frames.wire.reading.stop()

    def _room(self) -> None:
        self._is_full = False
        if self._frames is not None:
            self._frames.wire.reading.go_on()


class Frames:
    """A WebSocket on a wire: messages in, bytes out, and its end."""

    def __init__(self, wire: SocketWire, calls: WebCalls, protocol: Protocol) -> None:
        self.wire, self.calls, self.protocol = wire, calls, protocol
        self.loop = asyncio.get_running_loop()
        self._budget = Budget(self.loop.time())
        self._parts: list[Frame] = []
        self._answered = True
        self._is_refused = False
        wire.later(PING_SECONDS, self._send_ping)

    def start(self) -> None:
        """Begin, once the handshake is answered."""

    def feed(self, data: bytes) -> None:
        """Take bytes from the page."""
        self._answered = True
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame) and not self._is_refused and not self._take(event):
                self._refuse("too many frames")
        if self.protocol.parser_exc is not None and not self._is_refused:
            self._refuse(f"a broken WebSocket: {self.protocol.parser_exc}")
        self.flush()

    def _take(self, frame: Frame) -> bool:
        """Handle a frame. False if there are too many that say nothing."""
        if frame.opcode is Opcode.BINARY and frame.fin and frame.data and not self._parts:
            self.message(bytes(frame.data), False)  # what nearly all are
            return True
        if frame.opcode is Opcode.CLOSE:
            self.wire.later(LINGER_SECONDS, self.wire.abort, HUNG_UP)
            return True
        is_control = frame.opcode in (Opcode.PING, Opcode.PONG)
        if (is_control or not frame.fin or not frame.data) and not self._budget.spend(1, self.loop.time()):
            return False
        if not is_control:
            self._parts.append(frame)
            if frame.fin:
                parts, self._parts = self._parts, []
                data = b"".join(bytes(part.data) for part in parts)
                self.message(data, parts[0].opcode is Opcode.TEXT)
        return True

    def _refuse(self, why: str) -> None:
        self._is_refused = True
        log_hang_up(self.wire.hints.kind, self.wire.hints.address, why)
        self.close(BAD)

    def flush(self) -> None:
        """Send what the protocol has to say."""
        transport = self.wire.transport
        for data in self.protocol.data_to_send():
            if transport.is_closing():
                return
            if data:
                transport.write(data)
            else:
                end_sending(transport)

    def send(self, data: bytes) -> None:
        if self.protocol.state is State.OPEN:
            self.protocol.send_binary(data)
            self.flush()

    def close(self, code: int) -> None:
        """Close the WebSocket. A page that doesn't close too is cut off."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code)
            self.flush()
        self.wire.later(LINGER_SECONDS, self.wire.abort, HUNG_UP)

    def _send_ping(self) -> None:
        if not self._answered:
            self.wire.refuse("no answer to a ping")
            return
        self._answered = False
        self.protocol.send_ping(b"")
        self.flush()
        self.wire.later(PING_SECONDS, self._send_ping)

    def message(self, data: bytes, is_text: bool) -> None:
        """Take a whole message."""
        raise NotImplementedError

    def pause(self, is_paused: bool) -> None:
        """Note that the page takes no more, or takes again."""

    def lose(self, exc: Exception | None) -> None:
        """Note that the connection is gone."""


class WebTerminal(Frames):
    """The board's own page: sizes as text, keys and screens as bytes."""

    term = "web"
    may_be_phone = True
    """It can say that it is a phone, and how it is held."""

    def __init__(self, wire: SocketWire, calls: WebCalls, protocol: Protocol) -> None:
        super().__init__(wire, calls, protocol)
        self._line: WebLine | None = None
        self._size: tuple[int, int] | None = None
        self._door = ""
        self._enter = EnterFilter()
        self._waiting = self.loop.call_later(SIZE_SECONDS, self._begin)

    def message(self, data: bytes, is_text: bool) -> None:
        if not is_text:
            self._begin().put(Data(self._enter.feed(data)))
            return
        found = _SIZE.fullmatch(data.decode("utf-8", "replace"))
        if found is None:
            self._refuse("text that is not a size")
            return
        size = sanitize.window(int(found[1]), int(found[2]))
        self._door = found[4] or ""
        if self._line is None and (kept := self.calls.call_of(found[5] or "", self)):
            self._line = kept
            self._connect(kept)
            kept.put(ScreenLost())
        if found[3] and self.may_be_phone:
            term = UPRIGHT if found[3] == '"up"' else PHONE
            if self._line is not None and term != self.term:
                self._line.put(Term(term))
            self.term = term
        if size and size != self._size:
            self._size = size
            if self._line is not None:
                self._line.put(Resized(*size))
        self._begin()

    def _begin(self) -> WebLine:
        """Return the call's line. Begin the call if there is none."""
        if self._line is None:
            hints = replace(
                self.wire.hints, term=self.term, charset="utf-8", size=self._size, door=self._door
            )
            self._line = WebLine(self.calls, hints, type(self))
            self._connect(self._line)
            self.calls.begin(self._line)
        return self._line

    def _connect(self, line: WebLine) -> None:
        self._waiting.cancel()
        self.wire.begin_call()
        line.attach(self)
        self.protocol.send_text(b'{"call":"%s"}' % line.token.encode())
        self.flush()

    def lose(self, exc: Exception | None) -> None:
        self._waiting.cancel()
        if self._line is not None:
            said = self.protocol.close_rcvd
            stay = said is None or said.code != GOODBYE
            self._line.detach(self, "hung up" if exc is None else "line lost", stay=stay)


class PlainPage(WebTerminal):
    """The page of lines: a line of text in each message to us, a JSON object in each from us."""

    term, may_be_phone = "page", False

    def __init__(self, wire: SocketWire, calls: WebCalls, protocol: Protocol) -> None:
        super().__init__(wire, calls, protocol)
        self._unsent = b""

    def message(self, data: bytes, is_text: bool) -> None:
        if data.startswith(b'{"cols"'):
            super().message(data, is_text)
        else:
            line = data.decode("utf-8", "replace").translate(_CONTROLS)[:LONGEST_LINE]
            self._begin().put(Data(line.encode() + b"\r"))

    def send(self, data: bytes) -> None:
        *lines, self._unsent = (self._unsent + data).split(b"\n")
        for line in lines:
            if b"\a" in line:
                self._tell(b'{"bell":true}')
            if line := line.replace(b"\a", b"").strip():
                self._tell(line if line[:1] == b"{" else json.dumps({"lines": [line.decode()]}).encode())

    def _tell(self, message: bytes) -> None:
        if self.protocol.state is State.OPEN:
            self.protocol.send_text(message)
            self.flush()
