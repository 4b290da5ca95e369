"""Pages of other boards, such as fTelnet's: telnet inside a WebSocket."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from websockets.protocol import Protocol, State
from websockets.typing import Subprotocol

from door.net.socketline import SocketWire
from door.net.web.frames import GOODBYE, Frames, WebCalls

OLD: Final = tuple(map(Subprotocol, ("binary", "telnet", "plain")))
"""What other boards' pages offer. They get telnet in their frames."""


class TelnetPage(Frames):
    """Another board's page: telnet in its frames."""

    def __init__(self, wire: SocketWire, calls: WebCalls, protocol: Protocol) -> None:
        super().__init__(wire, calls, protocol)
        self._inner = calls.telnet(wire.hints.address)
        self._inner.hints = replace(self._inner.hints, encrypted=wire.hints.encrypted)
        self._is_text = protocol.subprotocol == "plain"

    def start(self) -> None:
        self.wire.begin_call()
        self._inner.connection_made(_FramesTransport(self))

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

    def pause(self, is_paused: bool) -> None:
        if is_paused:
            self._inner.pause_writing()
        else:
            self._inner.resume_writing()

    def lose(self, exc: Exception | None) -> None:
        self._inner.connection_lost(exc)


class _FramesTransport:
    """The transport of telnet within a WebSocket."""

    def __init__(self, frames: Frames) -> None:
        self._frames, outer = frames, frames.wire.transport
        self.write, self.abort, self.close = frames.send, outer.abort, outer.close
        self.pause_reading, self.resume_reading = frames.wire.reading.stop, frames.wire.reading.go_on

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
