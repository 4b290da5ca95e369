"""rlogin, telnet and plain bytes from a client's side, sans-IO.

`feed` returns the bytes to draw and the bytes to answer. Nothing that the other side sends makes
the state grow without end, and every answer is about as long as its question.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from door.external.far.values import FarError
from door.ui.texts import tr

SPEED: Final = "115200"
WINDOW: Final = 0x80
"""rlogin's urgent byte that asks for the window's size."""

LONGEST: Final = 4096
"""Most bytes of a telnet command without an end."""

IAC, SB, SE, WILL, WONT, DO, DONT = 255, 250, 240, 251, 252, 253, 254
BINARY, ECHO, SGA, TTYPE, NAWS = 0, 1, 3, 24, 31
WE_DO: Final = frozenset([BINARY, SGA, TTYPE, NAWS])
THEY_DO: Final = frozenset([BINARY, ECHO, SGA])

_COMMAND: Final = re.compile(
    rb"\xff(?:[\xfb-\xfe](?P<option>.)|\xfa(?P<body>(?:[^\xff]|\xff\xff)*)\xff\xf0|(?P<other>[^\xfa-\xfe]))",
    re.DOTALL,
)


class Codec(Protocol):
    """One protocol on one connection."""

    def begin(self) -> bytes:
        """Return the bytes that the client sends first."""

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        """Return the bytes to draw, and the bytes to answer. Raises FarError."""

    def encode_typing(self, data: bytes) -> bytes:
        """Return typed keys as they are sent."""

    def encode_size(self, cols: int, rows: int) -> bytes:
        """Return the bytes that tell the window's new size, or none."""


class TelnetCodec:
    """Telnet with the options of a terminal, and no others."""

    def __init__(self, terminal: str, cols: int, rows: int, name: str = "") -> None:
        self._terminal, self._size, self._name = terminal, (cols, rows), name
        self._ours, self._theirs = set[int](), set[int]()
        self._begun = b""

    def begin(self) -> bytes:
        return b""

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        data, self._begun, at = self._begun + data, b"", 0
        shown, answers = bytearray(), bytearray()
        while (begin := data.find(IAC, at)) >= 0:
            shown += data[at:begin]
            if (command := _COMMAND.match(data, begin)) is None:
                self._begun = data[begin:]
                if len(self._begun) > LONGEST:
                    raise FarError(tr.external.far_strange(name=self._name), "a telnet command without end")
                break
            at = command.end()
            if command["other"] == b"\xff":
                shown.append(IAC)
            elif command["option"]:
                answers += self._negotiate(data[begin + 1], data[begin + 2])
            elif command["body"] == bytes((TTYPE, 1)) and TTYPE in self._ours:
                answers += b"\xff\xfa\x18\x00%s\xff\xf0" % self._terminal.upper().encode("ascii", "replace")
        else:
            shown += data[at:]
        return bytes(shown if BINARY in self._theirs else shown.replace(b"\r\0", b"\r")), bytes(answers)

    def _negotiate(self, verb: int, option: int) -> bytes:
        """Return the answer to an offer or a request. One that changes nothing gets none."""
        is_offer, wants = verb in (WILL, WONT), verb in (WILL, DO)
        on, known = (self._theirs, THEY_DO) if is_offer else (self._ours, WE_DO)
        yes, no = (DO, DONT) if is_offer else (WILL, WONT)
        if wants and option not in known:
            return bytes((IAC, no, option))
        if wants is (option in on):
            return b""
        (on.add if wants else on.discard)(option)
        answer = bytes((IAC, yes if wants else no, option))
        return answer + self._window() if wants and not is_offer and option == NAWS else answer

    def encode_typing(self, data: bytes) -> bytes:
        data = data.replace(b"\xff", b"\xff\xff")
        return data if BINARY in self._ours else data.replace(b"\r", b"\r\0")

    def encode_size(self, cols: int, rows: int) -> bytes:
        self._size = cols, rows
        return self._window() if NAWS in self._ours else b""

    def _window(self) -> bytes:
        sides = b"".join(side.to_bytes(2, "big") for side in self._size)
        return b"\xff\xfa\x1f%s\xff\xf0" % sides.replace(b"\xff", b"\xff\xff")


class RloginCodec:
    """rlogin (RFC 1282). `first` and `second` are the two names of the greeting, `terminal` its third field.

    `inside` is telnet if the other side speaks that on its rlogin port.
    """

    def __init__(
        self, first: str, second: str, terminal: str, cols: int, rows: int, name: str = "",
        inside: TelnetCodec | None = None,
    ) -> None:  # fmt: skip
        self._names, self._size, self._name = (first, second, terminal), (cols, rows), name
        self._inside, self._is_answered, self._tells_size = inside, False, False

    def begin(self) -> bytes:
        return b"\0%s\0" % b"\0".join(one.replace("\0", "").encode() for one in self._names)

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        if data and not self._is_answered:
            self._is_answered = True
            if data[0] == IAC and self._inside is None:
                raise FarError(tr.external.far_strange(name=self._name), "it speaks telnet, not rlogin")
            if data[0] == 1:  # as rcmd has it: an error's text follows
                text = "".join(c for c in data[1:200].decode("ascii", "replace") if c.isprintable())
                raise FarError(tr.external.far_refuses(name=self._name), f"it refuses: {text}")
            data = data.removeprefix(b"\0")
        return self._inside.feed(data) if self._inside else (data, b"")

    def urgent(self, byte: int) -> bytes:
        """Return the answer to an urgent byte: the window's size, if it asks for that."""
        if byte != WINDOW:
            return b""
        self._tells_size = True
        return self.encode_size(*self._size)

    def encode_typing(self, data: bytes) -> bytes:
        return self._inside.encode_typing(data) if self._inside else data

    def encode_size(self, cols: int, rows: int) -> bytes:
        self._size = cols, rows
        if not self._tells_size:
            return b""
        return b"\xff\xffss" + b"".join(side.to_bytes(2, "big") for side in (rows, cols, 0, 0))


class PlainCodec:
    """Bytes as they are, for SSH, which has its own words for all else."""

    def begin(self) -> bytes:
        return b""

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        return data, b""

    def encode_typing(self, data: bytes) -> bytes:
        return data

    def encode_size(self, cols: int, rows: int) -> bytes:
        return b""
