"""Callers by a browser: pages over HTTP, and calls over WebSocket.

Guarantees: one connection answers requests, one after the other, until one of them becomes a call. Pace,
bans, back-pressure and logs are telnet's. `websockets` does the framing without IO.

A call outlives its connection by `KEPT_SECONDS`: phones sleep and pages are loaded again. The page shows the
call's token when it comes back, and the session draws the screen again.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from http import HTTPStatus
from typing import Final

from websockets.frames import Frame, Opcode
from websockets.http11 import Request as Handshake
from websockets.protocol import Protocol, Side, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from door.net import sanitize
from door.net.calls import hung_up, refused
from door.net.guard.acceptor import TOO_OFTEN
from door.net.guard.gate import ConnectRate
from door.net.line import CallLine, Hints, LostCaller, Redraw, Resized
from door.net.line_queue import Enter, QueuedLine
from door.net.socketline import LINGER_SECONDS, SocketListener, SocketWire, end_sending
from door.net.telnet.options import Budget
from door.net.telnet.server import TelnetListener
from door.net.web.http import BadRequest, Request, answer, head_of, read, refusal
from door.net.web.site import Site
from door.ui.catalogue import tr

TERMINAL: Final = Subprotocol("door.terminal.1")
PLAIN: Final = Subprotocol("door.plain.1")
"""The board's own pages: the terminal, and the page of lines for screen readers."""

OLD: Final = tuple(map(Subprotocol, ("binary", "telnet", "plain")))
"""What other boards' pages offer. They get telnet in their frames."""

LARGEST: Final = 4096
"""Most bytes of a message from a page."""

LONGEST_LINE: Final = 1000
"""Most characters of a line from the page of lines."""

_CONTROLS: Final = dict.fromkeys([*range(32), 127])

HEAD_SECONDS: Final = 10.0
IDLE_SECONDS: Final = 60.0
"""Seconds for a request's head, and until the next request on the same connection."""

PHONE: Final = "web-phone"
"""The terminal's name of the board's own page on a phone, which wants to know the screen's keys."""

SIZE_SECONDS: Final = 5.0
"""Seconds until a page has told its size. Then the call begins without one."""

PING_SECONDS: Final = 25.0
"""Seconds between pings. A page that doesn't answer one is gone; proxies keep a line with pings open."""

KEPT_SECONDS: Final = 60.0
"""Seconds that a call waits for its page to come back."""

HUNG_UP: Final = "hung up by the board"

GOODBYE, RESTART, BAD = 1000, 1012, 1008
"""Close codes. A page calls again by itself after any but GOODBYE."""


_SIZE: Final = re.compile(r'\{"cols":(\d{1,4}),"rows":(\d{1,4})(,"phone":true)?(?:,"call":"([\w-]{22})")?\}')


class WebLine(QueuedLine):
    """A call's line. Its wire may be lost and replaced by another."""

    def __init__(self, listener: WebListener, hints: Hints) -> None:
        super().__init__(self._full, self._room, hints)
        self._listener = listener
        self._wire: _Wire | None = None
        self._is_full = False
        self._timer: asyncio.TimerHandle | None = None
        self.token = secrets.token_urlsafe(16)
        listener.lines[self.token] = self

    def attach(self, wire: _Wire) -> None:
        """Go on with that wire. The one before is closed for good."""
        before, self._wire = self._wire, wire
        if self._timer is not None:
            self._timer.cancel()
        if before is not None:
            before.part(GOODBYE)
        if self._is_full:
            wire.stop_reading()

    def detach(self, wire: _Wire, reason: str, *, stay: bool) -> None:
        """Note that the wire is lost. With `stay` the call waits for another one."""
        if self._wire is not wire:
            return
        self._wire = None
        if stay and self.ended is None and self._listener.keeps(self):
            self._timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self.end, reason)
        else:
            self.end(reason)

    def end(self, reason: str = "") -> None:
        """End the call's line. Its token is no longer valid."""
        self._listener.lines.pop(self.token, None)
        if self._timer is not None:
            self._timer.cancel()
        super().end(reason)

    # -- what the session calls --------------------------------------------------------------

    async def send(self, data: bytes) -> None:
        """Send, waiting while the page is slow. What is sent to a lost page is dropped: it is drawn again."""
        if self._wire is not None:
            self._wire.binary(data)
            await self._wire.valve.passable()
        if ended := self.ended:
            raise LostCaller(ended.reason)

    def offer(self, data: bytes) -> bool:
        if self.ended is not None:
            return False
        if self._wire is not None:
            if self._wire.valve.is_shut:
                return False
            if data:
                self._wire.binary(data)
        return True

    async def hang_up(self) -> None:
        """Send the rest, close the WebSocket, and end the line."""
        wire = self._wire
        self.end(HUNG_UP)
        if wire is not None:
            wire.part(RESTART if self._listener.closing() else GOODBYE)
            await wire.gone()

    def _full(self) -> None:
        self._is_full = True
        if self._wire is not None:
            self._wire.stop_reading()

    def _room(self) -> None:
        self._is_full = False
        if self._wire is not None:
            self._wire.read_on()


class _Wire(SocketWire):
    """A connection: requests, or a call."""

    _listener: WebListener

    def __init__(self, listener: WebListener, address: str) -> None:
        super().__init__(listener, address)
        self._peer = address
        self._loop = asyncio.get_running_loop()
        self._data = b""
        self._frames: _Frames | None = None
        self._timer = self._loop.call_later(HEAD_SECONDS, self._silent)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        if self._frames is not None:
            self._frames.lost(exc)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._frames is not None:
            self._frames.feed(data)
        elif not self.finishing:
            self._data += data
            self._read_requests()

    def eof_received(self) -> None:
        super().eof_received()
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._frames is not None:
            self._frames.paused(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._frames is not None:
            self._frames.paused(False)

    def stop_reading(self) -> None:
        self._reading.stop()

    def read_on(self) -> None:
        self._reading.go_on()

    # -- requests ------------------------------------------------------------------------------

    def _read_requests(self) -> None:
        try:
            while self._frames is None and not self.finishing and (head := head_of(self._data)):
                self._data = self._data[len(head) :]
                self._answer(head, read(head))
        except BadRequest as error:
            self._turn_away(error.status, str(error))

    def _answer(self, head: bytes, request: Request) -> None:
        self.hints = replace(self.hints, address=self._address(request))
        self._check_host(request)
        if request.lists("upgrade", "websocket"):
            self._upgrade(head, request)
            return
        if not self._listener.admits_request(self.hints.address):
            raise BadRequest(HTTPStatus.TOO_MANY_REQUESTS, tr.web.too_many_requests())
        page = self._listener.site.page(request, self.hints.address)
        self.transport.write(
            answer(
                page.status, page.body, page.headers, keep=request.keeps_alive,
                head_only=request.method == "HEAD",
            )
        )  # fmt: skip
        self._timer.cancel()
        if request.keeps_alive:
            self._timer = self._loop.call_later(IDLE_SECONDS, self.finish)
        else:
            self.finish()

    def _address(self, request: Request) -> str:
        """Return the caller's address. A trusted proxy names it in X-Forwarded-For."""
        spared, named = self._listener.gate.spared, ",".join(request.every("x-forwarded-for"))
        if not spared(self._peer):
            return self._peer
        hops = [sanitize.address((hop.strip(),)) for hop in named.split(",")[-10:]]
        return next((hop for hop in reversed(hops) if hop and not spared(hop)), self._peer)

    def _upgrade(self, head: bytes, request: Request) -> None:
        self._check_origin(request)
        if self._listener.gate.comes_too_often(self.hints.address):
            raise BadRequest(HTTPStatus.TOO_MANY_REQUESTS, tr.web.connects_too_often())
        shake = ServerProtocol(subprotocols=[one for one in KINDS if one], select_subprotocol=_chosen)
        shake.receive_data(head)
        asked = shake.events_received()
        if not asked or not isinstance(asked[0], Handshake):
            raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.not_a_handshake())
        response = shake.accept(asked[0])
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            raise BadRequest(HTTPStatus(response.status_code), tr.web.not_a_handshake())
        shake.send_response(response)
        self.transport.write(b"".join(shake.data_to_send()))
        self._timer.cancel()
        protocol = Protocol(Side.SERVER, state=State.OPEN, max_size=LARGEST)  # without the handshake's memory
        protocol.subprotocol = shake.subprotocol
        self._frames = KINDS.get(protocol.subprotocol, _Telnet)(self, self._listener, protocol)
        self._frames.start()
        rest, self._data = self._data, b""
        if rest:
            self._frames.feed(rest)

    def _check_host(self, request: Request) -> None:
        """Refuse a name that isn't the board's, from a trusted address. Pages of other sites could let their
        own name point to the board, and call from the browser's machine as if they were its pages."""
        host = request.one("host").lower()
        name = host if host.startswith("[") else host.partition(":")[0]
        own = {site.split("/")[2].partition(":")[0] for site in self._listener.origins()}
        if "." not in name or sanitize.address((name,)) or name in own:
            return
        if self._listener.gate.spared(self.hints.address):
            raise BadRequest(HTTPStatus.MISDIRECTED_REQUEST, tr.web.strange_host(name=name))

    def _check_origin(self, request: Request) -> None:
        """Refuse pages of other sites. Programs name no origin."""
        origin, host = request.one("origin"), request.one("host").lower()
        allowed = {f"http://{host}", f"https://{host}", *self._listener.origins()}
        if origin and origin.lower() not in allowed:
            raise BadRequest(HTTPStatus.FORBIDDEN, tr.web.other_site())

    def _turn_away(self, status: HTTPStatus, sentence: str) -> None:
        why = TOO_OFTEN if status is HTTPStatus.TOO_MANY_REQUESTS else sentence
        refused(self.hints.kind, self.hints.address, why)
        self.transport.write(refusal(status, sentence))
        self.finish()

    def _silent(self) -> None:
        if self._data:
            self.refuse("a request without end")
        else:
            self.finish()

    def finish(self) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(LINGER_SECONDS, self.abort, HUNG_UP)
        super().finish()

    # -- a call's line uses these ----------------------------------------------------------------

    def binary(self, data: bytes) -> None:
        """Send a screen's bytes."""
        assert self._frames is not None
        self._frames.send(data)

    def part(self, code: int) -> None:
        """Close the WebSocket with that code."""
        assert self._frames is not None
        self._frames.close(code)

    async def gone(self) -> None:
        """Return once the client has closed too, after three seconds at most."""
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                await self.wait_closed()
        except TimeoutError:
            self.abort(HUNG_UP)


def _chosen(protocol: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Return the first subprotocol that we know. Old clients offer none."""
    return next((one for one in KINDS if one in offered), None)


class _Frames:
    """A WebSocket on a wire: messages in, bytes out, and its end."""

    def __init__(self, wire: _Wire, listener: WebListener, protocol: Protocol) -> None:
        self.wire, self.listener, self.protocol = wire, listener, protocol
        self.loop = asyncio.get_running_loop()
        self._budget = Budget(self.loop.time())
        self._parts: list[Frame] = []
        self._answered = True
        self._is_refused = False
        self._ping = self.loop.call_later(PING_SECONDS, self._send_ping)

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
            self._cut_off_later()
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
        hung_up(self.wire.hints.kind, self.wire.hints.address, why)
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
        """Send a binary message."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_binary(data)
            self.flush()

    def close(self, code: int) -> None:
        """Close the WebSocket. A page that doesn't close too is cut off."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code)
            self.flush()
        self._cut_off_later()

    def _cut_off_later(self) -> None:
        self._ping.cancel()
        self._ping = self.loop.call_later(LINGER_SECONDS, self.wire.abort, HUNG_UP)

    def _send_ping(self) -> None:
        if not self._answered:
            self.wire.refuse("no answer to a ping")
            return
        self._answered = False
        self.protocol.send_ping(b"")
        self.flush()
        self._ping = self.loop.call_later(PING_SECONDS, self._send_ping)

    def message(self, data: bytes, is_text: bool) -> None:
        """Take a whole message."""
        raise NotImplementedError

    def paused(self, is_paused: bool) -> None:
        """Note that the page takes no more, or takes again."""

    def lost(self, exc: Exception | None) -> None:
        """Note that the connection is gone."""
        self._ping.cancel()


class _Terminal(_Frames):
    """The board's own page: sizes as text, keys and screens as bytes."""

    term = "web"

    def __init__(self, wire: _Wire, listener: WebListener, protocol: Protocol) -> None:
        super().__init__(wire, listener, protocol)
        self._line: WebLine | None = None
        self._size: tuple[int, int] | None = None
        self._enter = Enter()
        self._waiting = self.loop.call_later(SIZE_SECONDS, self._begin)

    def message(self, data: bytes, is_text: bool) -> None:
        if not is_text:
            self._begin().data(self._enter.feed(data))
            return
        found = _SIZE.fullmatch(data.decode("utf-8", "replace"))
        if found is None:
            self._refuse("text that is not a size")
            return
        size = sanitize.window(int(found[1]), int(found[2]))
        if self._line is None and (kept := self.listener.lines.get(found[4] or "")):
            self._line = kept
            self._connect(kept)
            kept.put(Redraw())
        if found[3]:
            self.term = PHONE
        if size and size != self._size:
            self._size = size
            if self._line is not None:
                self._line.put(Resized(*size))
        self._begin()

    def _begin(self) -> WebLine:
        """Return the call's line. Begin the call if there is none."""
        if self._line is None:
            hints = replace(self.wire.hints, term=self.term, charset="utf-8", size=self._size)
            self._line = WebLine(self.listener, hints)
            self._connect(self._line)
            self.listener.calls.begin(self._line)
        return self._line

    def _connect(self, line: WebLine) -> None:
        self._waiting.cancel()
        line.attach(self.wire)
        self.protocol.send_text(b'{"call":"%s"}' % line.token.encode())
        self.flush()

    def lost(self, exc: Exception | None) -> None:
        super().lost(exc)
        self._waiting.cancel()
        if self._line is not None:
            said = self.protocol.close_rcvd
            stay = said is None or said.code != GOODBYE
            self._line.detach(self.wire, "hung up" if exc is None else "line lost", stay=stay)


class _Plain(_Terminal):
    """The page of lines: a line of text in each message to us, a JSON object in each from us."""

    term = "page"

    def __init__(self, wire: _Wire, listener: WebListener, protocol: Protocol) -> None:
        super().__init__(wire, listener, protocol)
        self._unsent = b""

    def message(self, data: bytes, is_text: bool) -> None:
        if data.startswith(b'{"cols"'):
            super().message(data, is_text)
        else:
            line = data.decode("utf-8", "replace").translate(_CONTROLS)[:LONGEST_LINE]
            self._begin().data(line.encode() + b"\r")

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


class _Telnet(_Frames):
    """Another board's page: telnet in its frames."""

    def __init__(self, wire: _Wire, listener: WebListener, protocol: Protocol) -> None:
        super().__init__(wire, listener, protocol)
        self._inner = listener.telnet.wire(wire.hints.address)
        self._is_text = protocol.subprotocol == "plain"

    def start(self) -> None:
        self._inner.connection_made(_Inside(self))

    def message(self, data: bytes, is_text: bool) -> None:
        if is_text:
            data = data.decode("utf-8", "replace").encode("latin-1", "replace")
        self._inner.data_received(data)

    def send(self, data: bytes) -> None:
        if not self._is_text:
            super().send(data)
        elif self.protocol.state is State.OPEN:
            self.protocol.send_text(data.decode("latin-1").encode())
            self.flush()

    def paused(self, is_paused: bool) -> None:
        if is_paused:
            self._inner.pause_writing()
        else:
            self._inner.resume_writing()

    def lost(self, exc: Exception | None) -> None:
        super().lost(exc)
        self._inner.connection_lost(exc)


class _Inside:
    """The transport of telnet within a WebSocket."""

    def __init__(self, frames: _Frames) -> None:
        self._frames = frames
        self.write, self.abort = frames.send, frames.wire.transport.abort
        self.pause_reading, self.resume_reading = frames.wire.stop_reading, frames.wire.read_on

    def get_extra_info(self, name: str) -> None:
        """Know nothing. The connection around it has the socket."""

    def set_write_buffer_limits(self, high: int, low: int) -> None:
        """Keep the limits of the connection around it."""

    def is_closing(self) -> bool:
        return self._frames.protocol.state is not State.OPEN or self._frames.wire.transport.is_closing()

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self._frames.close(GOODBYE)


KINDS: Final[Mapping[Subprotocol | None, type[_Frames]]] = {
    TERMINAL: _Terminal, PLAIN: _Plain, **dict.fromkeys(OLD, _Telnet)
}  # fmt: skip
"""What a page may speak, the best first."""


def nowhere() -> tuple[str, ...]:
    """Name no other site."""
    return ()


@dataclass(eq=False)
class WebListener(SocketListener):
    """Answers browsers on one address (see `SocketListener`) with the pages of `site`.

    An address may make `per_minute` requests. `origins` are other sites whose pages may call. While the
    board is `closing`, pages are told to call again. Lost calls that it `keeps` wait for their pages.
    """

    kind = "web"
    _: KW_ONLY
    site: Site
    per_minute: Callable[[], int] = lambda: 0
    origins: Callable[[], tuple[str, ...]] = nowhere
    closing: Callable[[], bool] = lambda: False
    keeps: Callable[[CallLine], bool] = lambda line: True
    lines: dict[str, WebLine] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._requests = ConnectRate(self.per_minute, self.gate.spared)
        self.telnet = TelnetListener(
            self.host, self.port, self.on_call, send_seconds=self.send_seconds, gate=self.gate
        )

    def wire(self, address: str) -> SocketWire:
        return _Wire(self, address)

    def comes_too_often(self, address: str) -> bool:
        return not self.admits_request(address)

    def admits_request(self, address: str) -> bool:
        """Count a request. False if the address makes too many."""
        return self._requests.admits(address, asyncio.get_running_loop().time())

    async def close(self) -> None:
        await self.telnet.calls.end()
        await super().close()
