"""Commands of telnet between keys: the same however the stream is cut, and bounded."""

import struct

import pytest
from wire import DO, ECHO, IAC, NAWS, NEW_ENVIRON, SB, SE, SGA, TTYPE, WILL, WONT, naws, wrapped

from door.net.telnet.server import COMMANDS, COMMANDS_A_SECOND, LONGEST_ANSWER, Budget, TelnetOptions


class Transport:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


class Heard:
    """A client that keeps what it said; keys beside each other are one."""

    def __init__(self) -> None:
        self.all: list[object] = []

    def type_data(self, data: bytes) -> None:
        if self.all and isinstance(last := self.all[-1], bytes):
            self.all[-1] = last + data
        else:
            self.all.append(data)

    def on_naws(self, rows: int, cols: int) -> None:
        self.all.append((cols, rows))

    def on_ttype(self, ttype: str) -> None:
        self.all.append(ttype)

    def on_environ(self, mapping: dict[str, str]) -> None:
        self.all.append(mapping)

    def on_charset(self, charset: str) -> None:
        self.all.append(charset)

    def variables(self) -> list[str]:
        return ["USER"]


STREAM = (
    b"ab" + bytes((IAC, WILL, NAWS)) + naws(255, 25) + b"c\xff\xffd\xff\xf4e" + bytes((IAC, DO, ECHO))
    + wrapped(TTYPE, b"\0XTERM") + b"\r\0" + bytes((IAC, WONT, SGA)) + wrapped(NEW_ENVIRON, b"\0\0USER\1Bo")
    + wrapped(200, b"\xff" * 3) + b"\xff\xf1f"
)  # fmt: skip


def fed(*parts: bytes) -> tuple[list[object], list[bytes]]:
    """What is heard of the parts, and what is answered to them, if anything, in one packet."""
    transport, heard = Transport(), Heard()
    options = TelnetOptions(transport, heard)
    with options.together():
        assert all(options.feed(part) for part in parts)
    return heard.all, transport.sent


def test_commands_are_told_from_keys_wherever_the_stream_is_cut():
    whole, answers = fed(STREAM)
    assert whole == [b"ab", (255, 25), b"c\xffd\x03e", "XTERM", b"\r\0", {"USER": "Bo"}, b"f"]
    assert len(answers) == 1, "in one packet"
    for first in range(len(STREAM) + 1):
        for second in range(first, len(STREAM) + 1, 7):
            heard, sent = fed(STREAM[:first], STREAM[first:second], STREAM[second:])
            assert heard == whole
            assert b"".join(sent) == answers[0]
    assert fed(*(STREAM[at : at + 1] for at in range(len(STREAM))))[0] == whole


@pytest.mark.parametrize("cols", [80, 255, 256, 511])
@pytest.mark.parametrize("rows", [24, 255])
def test_a_window_of_255_columns_is_read_from_clients_that_do_not_double_the_255(cols, rows):
    size = struct.pack("!HH", cols, rows)
    for body in (size, size.replace(b"\xff", b"\xff\xff")):
        stream = (
            b"a" + bytes((IAC, SB, NAWS)) + body + bytes((IAC, SE)) + b"b" + bytes((IAC, DO, ECHO)) + b"c"
        )
        for at in range(len(stream) + 1):
            heard, _ = fed(bytes((IAC, WILL, NAWS)), stream[:at], stream[at:])
            assert heard == [b"a", (cols, rows), b"bc"]


def test_only_a_command_that_goes_on_and_on_has_no_end():
    options = TelnetOptions(Transport(), heard := Heard())
    assert all(options.feed(naws(number, 25)) for number in range(1, 1001))
    assert len(heard.all) == 1000
    begun = bytes((IAC, SB, TTYPE))
    assert options.feed(begun + b"x" * (LONGEST_ANSWER - len(begun)))
    assert not options.feed(b"x")


def test_what_cannot_be_read_is_passed_over():
    heard, _ = fed(wrapped(NAWS, b"\0"), wrapped(42, b"\x02\xff\xfe"), wrapped(42, b""), b"k")
    assert heard == [b"k"]


def test_the_client_cannot_choose_the_codec_of_its_variables():
    heard, _ = fed(wrapped(42, b"\x02zlib"), wrapped(NEW_ENVIRON, b"\0\0USER\1Bo"))
    assert heard == ["zlib", {"USER": "Bo"}]


def test_commands_are_allowed_up_to_the_limit_which_grows_back():
    budget = Budget(100.0)
    assert budget.spend(COMMANDS, 100.0)
    assert not budget.spend(1, 100.0)
    budget = Budget(100.0)
    budget.spend(COMMANDS, 100.0)
    assert budget.spend(int(COMMANDS_A_SECOND), 101.0)
    assert not budget.spend(int(COMMANDS_A_SECOND) + 1, 102.0)
    assert not Budget(100.0).spend(COMMANDS + 1, 1000.0), "it never holds more"
