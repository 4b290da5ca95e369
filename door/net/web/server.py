"""Callers by a browser: pages over HTTP, and calls over WebSocket.

Guarantees: one connection answers requests, one after the other, until one of them becomes a call. Pace,
bans, back-pressure and logs are telnet's. `websockets` does the framing without IO.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from http import HTTPStatus
from typing import Final

from websockets.http11 import Request as Handshake
from websockets.protocol import Protocol, Side, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from door.net import sanitize
from door.net.calls import fault, log, log_refusal
from door.net.guard.acceptor import TOO_OFTEN
from door.net.guard.gate import ConnectRate
from door.net.line import CallLine
from door.net.socketline import LINGER_SECONDS, SocketListener, SocketWire
from door.net.telnet.server import TelnetListener
from door.net.web.frames import (
    HUNG_UP,
    LARGEST,
    PLAIN,
    TERMINAL,
    Frames,
    PlainPage,
    WebCalls,
    WebTerminal,
)
from door.net.web.http import BadRequest, Request, answer, head_of, read, refusal
from door.net.web.old_pages import OLD, TelnetPage
from door.net.web.site import PIECE, FilePart, Site, WebAnswer
from door.ui.texts import tr

HEAD_SECONDS: Final = 10.0
MOST_HOPS: Final = 10
"""Most addresses of X-Forwarded-For to read, from the end."""

LONGEST_NAME: Final = 80
"""Most characters of a site's name to repeat in an answer."""

MONITORED: Final = ("/healthz", "/readyz")
"""Paths that any name may be asked for. Proxies check them by a name of their own choice."""

SOCKET: Final = "/ws"
"""The path at which our own pages call."""

IDLE_SECONDS: Final = 60.0
"""Seconds for a request's head, and until the next request on the same connection."""


FRAMES: Final[Mapping[Subprotocol | None, type[Frames]]] = {
    TERMINAL: WebTerminal, PLAIN: PlainPage, **dict.fromkeys(OLD, TelnetPage)
}  # fmt: skip
"""What a page may speak, the best first."""


class _WebWire(SocketWire):
    """A connection: requests, or a call."""

    _listener: WebListener

    def __init__(self, listener: WebListener, address: str) -> None:
        super().__init__(listener, address)
        self._peer = address
        self._data = b""
        self._frames: Frames | None = None
        self._answering: asyncio.Task[None] | None = None
        self._next: asyncio.Handle | None = None
        self.later(HEAD_SECONDS, self._silent)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answering is not None:
            self._answering.cancel()
        if self._next is not None:
            self._next.cancel()
        if self._frames is not None:
            self._frames.lose(exc)
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
            self._frames.pause(True)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._frames is not None:
            self._frames.pause(False)
        else:
            self._read_requests()

    # -- requests ------------------------------------------------------------------------------

    def _read_requests(self) -> None:
        """Answer the next request. Those behind it wait for the next pass, and nothing is read meanwhile."""
        try:
            if not (self._is_free() and (head := head_of(self._data))):
                return
            self._data = self._data[len(head) :]
            self._answer(head, read(head))
        except BadRequest as error:
            self._turn_away(error.status, str(error))
        except Exception as error:
            self._break_off(error, begun=False)
        if self._data and self._is_free():
            self.reading.stop()
            self._next = self._loop.call_soon(self._read_next)

    def _read_next(self) -> None:
        self._next = None
        self.reading.go_on()
        self._read_requests()

    def _is_free(self) -> bool:
        """True if the next request may be answered: no other is, and the client takes the answers."""
        is_busy = self._answering is not None or self._next is not None or self.valve.is_shut
        return self._frames is None and not is_busy and not self.finishing

    def _answer(self, head: bytes, request: Request) -> None:
        address = self._address(request)
        if address != self.hints.address:
            self.hints = replace(self.hints, address=address)
            self._listener.gate.set_address(self, address)
        self.hints = replace(self.hints, encrypted=self._is_encrypted(request))
        if request.path not in MONITORED:
            self._check_host(request)
        if request.lists("upgrade", "websocket"):
            self._upgrade(head, request)
            return
        if request.path == SOCKET:
            raise BadRequest(HTTPStatus.UPGRADE_REQUIRED, tr.web.no_upgrade())
        if not self._listener.admits_request(self.hints.address):
            raise BadRequest(HTTPStatus.TOO_MANY_REQUESTS, tr.web.too_many_requests())
        self.stop_timer()
        page = self._listener.site.page(request, self.hints.address)
        if isinstance(page, WebAnswer) and isinstance(page.body, bytes) and page.size <= PIECE:
            self._send_head(request, page)
            self.transport.write(b"" if request.method == "HEAD" else page.body)
            self._end_answer(request)
        else:
            self.reading.stop()
            self._answering = self._loop.create_task(self._answer_slowly(request, page))

    def _send_head(self, request: Request, page: WebAnswer) -> None:
        self.transport.write(answer(page.status, page.size, page.headers, keep=request.keeps_alive))

    def _end_answer(self, request: Request) -> None:
        if request.keeps_alive:
            self.later(IDLE_SECONDS, self.finish)
        else:
            self.finish()

    async def _answer_slowly(self, request: Request, coming: WebAnswer | Awaitable[WebAnswer]) -> None:
        """Wait for a page that is being made, and send it in pieces, as fast as the client takes them."""
        begun = False
        try:
            page = coming if isinstance(coming, WebAnswer) else await coming
            begun = True
            self._send_head(request, page)
            if request.method != "HEAD":
                await self._send_body(page.body)
        except BadRequest as error:
            self._turn_away(error.status, str(error))
            return
        except OSError as error:  # the client sees that bytes are missing
            self.refuse(tr.web.unreadable(reason=error.strerror or error))
            return
        except Exception as error:
            self._break_off(error, begun)
            return
        self._answering = None
        self.reading.go_on()
        if self.ended is None:
            self._end_answer(request)
            self._read_requests()

    async def _send_body(self, body: bytes | FilePart) -> None:
        if isinstance(body, bytes):
            for at in range(0, len(body), PIECE):
                if self.ended is None:
                    self.transport.write(body[at : at + PIECE])
                    await self.valve.passable()
            return
        left = body.size
        with body.path.open("rb") as file:
            file.seek(body.start)
            while left and self.ended is None:
                piece = await asyncio.to_thread(file.read, min(left, PIECE))
                if not piece:
                    raise OSError(tr.web.shortened())
                self.transport.write(piece)
                left -= len(piece)
                await self.valve.passable()

    def _address(self, request: Request) -> str:
        """Return the caller's address. A trusted proxy names it in X-Forwarded-For: it is the last one that
        isn't trusted too, or `UNKNOWN` if that one can't be read."""
        spared, named = self._listener.gate.spared, ",".join(request.every("x-forwarded-for"))
        if not spared(self._peer):
            return self._peer
        hops = [sanitize.hop_address(hop) for hop in named.split(",")[-MOST_HOPS:] if hop.strip()]
        return next((hop for hop in reversed(hops) if not spared(hop)), self._peer)

    def _is_encrypted(self, request: Request) -> bool:
        """True if the line has TLS, or a trusted proxy says so, with every proxy before it."""
        named = ",".join(request.every("x-forwarded-proto")).lower().split(",")
        is_named = all(one.strip() in ("https", "wss") for one in named)
        return self._listener.tls is not None or (is_named and self._listener.gate.spared(self._peer))

    def _upgrade(self, head: bytes, request: Request) -> None:
        self._check_origin(request)
        if self._listener.gate.comes_too_often(self.hints.address):
            raise BadRequest(HTTPStatus.TOO_MANY_REQUESTS, tr.web.connects_too_often())
        shake = ServerProtocol(subprotocols=[one for one in FRAMES if one], select_subprotocol=_subprotocol)
        shake.receive_data(head)
        asked = shake.events_received()
        if not asked or not isinstance(asked[0], Handshake):
            raise BadRequest(HTTPStatus.BAD_REQUEST, tr.web.not_a_handshake())
        response = shake.accept(asked[0])
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            raise BadRequest(HTTPStatus(response.status_code), tr.web.not_a_handshake())
        shake.send_response(response)
        self.transport.write(b"".join(shake.data_to_send()))
        protocol = Protocol(Side.SERVER, state=State.OPEN, max_size=LARGEST)  # without the handshake's memory
        protocol.subprotocol = shake.subprotocol
        self._frames = FRAMES.get(protocol.subprotocol, TelnetPage)(self, self._listener.web, protocol)
        self._frames.start()
        rest, self._data = self._data, b""
        if rest:
            self._frames.feed(rest)

    def _break_off(self, error: Exception, begun: bool) -> None:
        """End the connection after a fault in a page. The client gets an answer unless one has `begun`."""
        log.error("web from %s: a page failed: %s", self.hints.address, fault(error), exc_info=error)
        if begun:
            self.abort("a page failed")
        elif self.ended is None:
            self.transport.write(refusal(HTTPStatus.INTERNAL_SERVER_ERROR, tr.refused.board_fault()))
            self.finish()

    def _check_host(self, request: Request) -> None:
        """Refuse a name that isn't the board's, from a trusted address. Pages of other sites could let their
        own name point to the board, and call from the browser's machine as if they were its pages."""
        host = request.one("host").lower()
        name = _without_port(host)
        own = {_without_port(site.split("/")[2]) for site in self._listener.origins()}
        if "." not in name or sanitize.hop_address(name) != sanitize.UNKNOWN or name in own:
            return
        if self._listener.gate.spared(self.hints.address):
            raise BadRequest(HTTPStatus.MISDIRECTED_REQUEST, tr.web.strange_host(name=name))

    def _check_origin(self, request: Request) -> None:
        """Refuse pages of other sites. Programs name no origin."""
        origin, host = request.one("origin").lower(), request.one("host").lower()
        scheme, _, site = origin.partition("://")
        is_own = scheme in ("http", "https") and host in (site, _without_port(site))  # proxies drop the port
        if origin and not is_own and origin not in self._listener.origins():
            names = {"origin": origin[:LONGEST_NAME], "host": host[:LONGEST_NAME]}
            raise BadRequest(HTTPStatus.FORBIDDEN, tr.web.other_site(**names))

    def _turn_away(self, status: HTTPStatus, sentence: str) -> None:
        why = TOO_OFTEN if status is HTTPStatus.TOO_MANY_REQUESTS else sentence
        log_refusal(self.hints.kind, self.hints.address, why)
        self.transport.write(refusal(status, sentence))
        self.finish()

    def _silent(self) -> None:
        if self._data:
            self.refuse("a request without end")
        else:
            self.finish()

    def finish(self) -> None:
        self.later(LINGER_SECONDS, self.abort, HUNG_UP)
        super().finish()


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if name and port.isascii() and port.isdecimal() and not name.endswith(":") else host


def _subprotocol(protocol: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Return the first subprotocol that we know. Old clients offer none."""
    return next((one for one in FRAMES if one in offered), None)


@dataclass(eq=False)
class WebListener(SocketListener):
    """Answers browsers on one address (see `SocketListener`) with the pages of `site`.

    An address may make `per_minute` requests and as many connections. `origins` are the board's public site
    and others whose pages may call. While the board is `closing`, pages are told to call again. Lost calls
    that it `keeps` wait for their pages, at addresses that it `lets_back`.
    """

    kind = "web"
    _: KW_ONLY
    site: Site
    per_minute: Callable[[], int] = lambda: 0
    origins: Callable[[], tuple[str, ...]] = tuple
    closing: Callable[[], bool] = lambda: False
    keeps: Callable[[CallLine], bool] = lambda line: True
    lets_back: Callable[[str], bool] = lambda address: True

    def __post_init__(self) -> None:
        super().__post_init__()
        self._requests = ConnectRate(self.per_minute, self.gate.spared)
        self._connects = ConnectRate(self.per_minute, self.gate.spared)
        self.telnet = TelnetListener(
            self.host, self.port, self.on_call, send_seconds=self.send_seconds, gate=self.gate
        )
        self.web = WebCalls(self.calls.begin, self.telnet.wire, self.closing, self.keeps, self.lets_back)

    def wire(self, address: str) -> SocketWire:
        return _WebWire(self, address)

    def comes_too_often(self, address: str) -> bool:
        return not self._connects.admits(address, asyncio.get_running_loop().time())

    def admits_request(self, address: str) -> bool:
        """Count a request. False if the address makes too many."""
        return self._requests.admits(address, asyncio.get_running_loop().time())

    async def close(self) -> None:
        await self.telnet.calls.end()
        await super().close()
