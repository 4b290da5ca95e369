"""A proxy that names the caller by the PROXY protocol: heads, and calls behind one."""

import asyncio
import contextlib
import socket
import ssl
import struct
from ipaddress import ip_address
from typing import Any
from unittest.mock import Mock

import pytest
from certificates import trusting, write_certificate
from effort import PATIENCE
from hypothesis import given
from hypothesis import strategies as st
from ssh_kit import ssh_board
from wire import exchange, listening

from door.net.guard import acceptor
from door.net.guard.acceptor import LONGEST, MARK, BadHead, address_in, missing
from door.net.guard.gate import Gate
from door.net.telnet.server import TelnetListener
from door.net.tls import Certificate

LINE = b"PROXY TCP4 192.0.2.7 127.0.0.1 50000 2323\r\n"


def binary(address: str, more: bytes = b"", command: int = 0x21) -> bytes:
    """A head of version 2."""
    packed = ip_address(address).packed
    body = packed * 2 + bytes(4) + more
    return MARK + bytes((command, 0x11 if len(packed) == 4 else 0x21)) + len(body).to_bytes(2, "big") + body


def read(data: bytes) -> tuple[str, bytes]:
    """Read a head as the board does. Return the address and what is left."""
    head = b""
    while count := missing(head):
        assert len(head) + count <= len(data), "it asks for more than there is"
        head = data[: len(head) + count]
    return address_in(head), data[len(head) :]


@pytest.mark.parametrize(("head", "address"), [
    (LINE, "192.0.2.7"),
    (b"PROXY TCP6 2001:db8::7 ::1 1 65535\r\n", "2001:db8::7"),
    (b"PROXY UNKNOWN\r\n", "unknown"),
    (b"PROXY UNKNOWN ffff:f...f 65535\r\n", "unknown"),
    (binary("192.0.2.7"), "192.0.2.7"),
    (binary("2001:db8::7", b"\x04\0\x03abc"), "2001:db8::7"),
    (binary("192.0.2.7", command=0x20), ""),
    (binary("192.0.2.7", bytes(LONGEST - len(binary("192.0.2.7")))), "192.0.2.7"),
])  # fmt: skip
def test_a_head_is_read_and_not_a_byte_more(head, address):
    for rest in (b"", b"\xff", b"\r\nPROXY TCP4 1.2.3.4 1.2.3.4 1 1\r\n"):
        assert read(head + rest) == (address, rest)


BAD = [
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"\x16\x03\x01\x02\x00" * 10,
    b"PROXY TCP4 192.0.2.7 127.0.0.1 50000\r\n",
    b"PROXY TCP4 2001:db8::7 ::1 1 1\r\n",
    b"PROXY TCP4 999.0.2.7 127.0.0.1 1 1\r\n",
    b"PROXY TCP4 192.0.2.7 127.0.0.1 1 1 1\r\n",
    b"PROXY UDP4 192.0.2.7 127.0.0.1 1 1\r\n",
    b"PROXY " + b"x" * 200,
    MARK + b"\x21\x11\xff\xff" + bytes(100),
    binary("192.0.2.7", bytes(LONGEST + 1 - len(binary("192.0.2.7")))),
    MARK + b"\x21\x11\0\x04" + bytes(4),
    MARK + b"\x31\x11\0\x0c" + bytes(12),
    MARK + b"\x21\x31\0\xd8" + bytes(216),
]


@pytest.mark.parametrize("data", BAD)
def test_a_malformed_head_is_refused(data):
    with pytest.raises(BadHead) as error:
        read(data)
    assert str(error.value)


@given(st.one_of(st.binary(max_size=60), st.binary(max_size=40).map(lambda tail: MARK + tail)))
def test_any_bytes_are_a_head_or_a_refusal(data):
    with contextlib.suppress(BadHead):
        read(data + bytes(2000))


def proxied_board(**more: Any) -> Any:
    """A board that trusts this machine as its proxy, and lets an address in three times a minute."""
    gate = Gate(lambda: 3, lambda address: address.startswith("127."))
    return listening(TelnetListener, **{"gate": gate, "connect_seconds": 0.0, "proxied": True, **more})


@pytest.mark.parametrize(("head", "address"), [
    (LINE, "192.0.2.7"), (binary("192.0.2.7"), "192.0.2.7"), (binary("::ffff:192.0.2.7"), "192.0.2.7"),
    (b"PROXY UNKNOWN\r\n", "unknown"),
])  # fmt: skip
async def test_the_caller_is_who_the_proxy_names(head, address, caplog):
    async with proxied_board() as (board, listener, port):
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head + b"hello")
            assert await board.typed(5) == b"hello"
            writer.close()
        assert [line.hints.address for line in board.lines] == [address] * 3
        assert await exchange(port, head) == b""
    assert [record.getMessage() for record in caplog.records] == [
        f"refused telnet from {address}: connects too often"
    ]
    assert len(listener.gate) == 0


@pytest.mark.parametrize("data", [*BAD, b"PROXY", b""])
async def test_a_call_without_a_proper_head_is_one_line(data, caplog, monkeypatch):
    monkeypatch.setattr(acceptor, "HEAD_SECONDS", 0.1)
    async with proxied_board() as (board, _, port):
        assert await exchange(port, data) == b""
        assert not board.lines and len(caplog.records) == 1
        assert caplog.records[0].getMessage().startswith("refused telnet from 127.0.0.1: ")


async def test_a_proxys_check_of_health_that_ends_by_a_reset_is_no_line_of_the_log(caplog):
    """HAProxy connects and resets. Then uvloop knows no address of the peer any more."""
    async with proxied_board() as (board, listener, port):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as check:
                check.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone = Mock()
        gone.get_extra_info.return_value = None
        acceptor.Acceptor(listener).connection_made(gone)
        gone.abort.assert_called_once_with()
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(binary("192.0.2.9") + b"hello")
        assert await board.typed(5) == b"hello"
        writer.close()
    assert not caplog.records


async def test_only_a_trusted_proxy_names_callers(caplog):
    async with proxied_board(gate=Gate()) as (board, _, port):
        assert await exchange(port, LINE) == b""
    assert "refused telnet from 127.0.0.1: not a trusted proxy" in caplog.text and not board.lines


async def test_a_listener_that_is_not_proxied_believes_no_head():
    async with proxied_board(proxied=False) as (board, _, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(LINE)
        assert (await board.typed(5)).startswith(b"PROXY")
        assert board.lines[0].hints.address == "127.0.0.1"
        writer.close()


async def test_a_head_and_the_beginning_of_tls_in_one_packet(tmp_path):
    paths = write_certificate(tmp_path, "one")
    async with proxied_board(tls=Certificate(lambda: paths)) as (board, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        theirs, ours = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls, first = trusting().wrap_bio(theirs, ours), LINE
        while True:
            with contextlib.suppress(ssl.SSLWantReadError):
                tls.do_handshake()
                break
            writer.write(first + ours.read())
            first = b""
            theirs.write(await asyncio.wait_for(reader.read(1 << 14), PATIENCE))
        tls.write(b"hello")
        writer.write(ours.read())
        assert await board.typed(5) == b"hello"
        assert board.lines[0].hints.address == "192.0.2.7"
        writer.close()


async def test_ssh_behind_a_proxy():
    gate = Gate(spared=lambda address: address.startswith("127."))
    async with ssh_board(gate=gate, proxied=True) as (board, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(LINE)
        assert (await asyncio.wait_for(reader.readline(), PATIENCE)).startswith(b"SSH-2.0-")
        assert board.listener.waiting.of("192.0.2.7") == 1
        writer.close()


def test_a_line_has_at_most_107_bytes():
    head = b"PROXY TCP6 ".ljust(107, b"f")
    assert missing(head[:106]) > 0 and missing(head[:105] + b"\r\n") == 0
    with pytest.raises(BadHead, match="too long"):
        missing(head)
