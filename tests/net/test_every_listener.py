"""Limits that hold whatever a connection speaks: it makes room, and it gets no more than it takes."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from certificates import write_certificate
from effort import PATIENCE
from ssh_kit import HOST_KEY, Accounts
from wire import TelnetClient, exchange, listening

from door.net.finger import FingerListener
from door.net.guard.gate import AT_ONCE, Gate
from door.net.metrics import MetricsListener
from door.net.rlogin import RloginListener, RloginProof
from door.net.socketline import HIGH_WATER, SocketListener
from door.net.ssh.server import SshListener
from door.net.telnet.server import TelnetListener
from door.net.tls import Certificate
from door.net.web.server import WebListener
from door.net.web.site import PIECE, Site

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: door.terminal.1\r\n\r\n"
)
IGNORED = b"\0\0\0\x0c\x0a\x02" + bytes(10)
SITE = Site()
LARGEST = max((file.body for file in SITE.files.values()), key=len)
LARGE = next(path for path, file in SITE.files.items() if file.body is LARGEST)


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()


async def proves(alias: str, secret: str, address: str) -> RloginProof:
    return RloginProof(alias)


class Case(NamedTuple):
    """A kind of connection: its listener, what a client sends before it falls silent, and what would make the
    board answer without end."""

    make: Callable[..., SocketListener]
    silent: bytes = b""
    flood: bytes = b""


def tls(kind: Callable[..., SocketListener]) -> Callable[..., SocketListener]:
    def make(*args: Any, **more: Any) -> SocketListener:
        folder = Path(more.pop("folder"))
        paths = write_certificate(folder, "one")
        return kind(*args, tls=Certificate(lambda: paths), **more)

    return make


def telnet(*args: Any, folder: Path, **more: Any) -> SocketListener:
    return TelnetListener(*args, connect_seconds=PATIENCE, **more)


def web(*args: Any, folder: Path, **more: Any) -> SocketListener:
    return WebListener(*args, site=SITE, **more)


def proxied(*args: Any, folder: Path, **more: Any) -> SocketListener:
    more["gate"].spared = lambda address: address.startswith("127.0.4.")
    return TelnetListener(*args, proxied=True, **more)


def rlogin(*args: Any, folder: Path, **more: Any) -> SocketListener:
    return RloginListener(*args, prove=proves, **more)


def metrics(*args: Any, folder: Path, **more: Any) -> SocketListener:
    async def numbers() -> str:
        return "x" * 100_000

    return MetricsListener(*args, numbers=numbers, **more)


def finger(*args: Any, folder: Path, **more: Any) -> SocketListener:
    return FingerListener(*args, answer=lambda name, address: "x" * 4096, **more)


def ssh(*args: Any, folder: Path, **more: Any) -> SocketListener:
    return SshListener(*args, host_keys=[HOST_KEY], auth=Accounts(), **more)


CASES = {
    "telnet": Case(telnet, flood=b"\xff\xfd\x63" * 300),
    "telnet in TLS": Case(tls(TelnetListener)),
    "telnet behind a proxy": Case(proxied),
    "web": Case(web, flood=get(LARGE) * 300),
    "web, answered": Case(web, silent=get("/plain"), flood=get("/plain") * 300),
    "web, small pages": Case(web, silent=get("/no"), flood=get("/no") * 2000),
    "web, half a head": Case(web, silent=b"GET / HTTP/1.1\r\nX", flood=(get(LARGE) + get("/no")) * 150),
    "web, a WebSocket without a call": Case(
        web, silent=HANDSHAKE, flood=HANDSHAKE + (b"\x89\xfd\0\0\0\0" + b"p" * 125) * 2000
    ),
    "rlogin": Case(rlogin, silent=b"\0\0Ann", flood=b"\0\0Ann\0xterm/9600\0" + b"k" * 300_000),
    "metrics": Case(metrics, flood=get("/metrics") * 4000),
    "finger": Case(finger, flood=b"\r\n" * 8000),
    "ssh": Case(ssh, silent=b"SSH-2.0-x\r\n", flood=b"SSH-2.0-x\r\n" + IGNORED * 900),
}


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0)


@pytest.mark.parametrize("name", CASES)
async def test_connections_without_a_call_make_room_for_a_caller_from_elsewhere(name, tmp_path):
    case, gate = CASES[name], Gate()
    gate.most = lambda: 4
    async with (
        listening(case.make, gate=gate, folder=tmp_path) as (_, _, port),
        listening(TelnetListener, gate=gate) as (_, _, calls),
        contextlib.AsyncExitStack() as stack,
    ):
        playing = await TelnetClient(set()).call(calls)
        playing.send(b"k")
        await playing.see(b"k")
        crowd = []
        for n in range(3):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(f"127.0.4.{n + 1}", 0)
            )
            stack.callback(writer.close)
            writer.write(case.silent)
            crowd.append(reader)
        await until(lambda: len(gate) == 4)
        reader, writer = await asyncio.open_connection("127.0.0.1", calls, local_addr=("127.0.7.1", 0))
        stack.callback(writer.close)
        writer.write(b"x")
        async with asyncio.timeout(PATIENCE):
            await reader.readuntil(b"> ")
        playing.send(b"Z")
        await playing.see(b"Z")
        assert len(gate) <= 4
        playing.hang_up()


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.flood])
async def test_a_client_that_does_not_read_gets_no_more_than_fits_in_a_buffer(name, tmp_path):
    case = CASES[name]
    async with listening(case.make, gate=Gate(), folder=tmp_path) as (_, listener, port):
        mute = socket.socket()
        mute.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        mute.setblocking(False)
        loop, most = asyncio.get_running_loop(), 0
        with mute:
            await loop.sock_connect(mute, ("127.0.0.1", port))
            left = case.flood
            for _ in range(400):
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    left = left[mute.send(left) :] if left else left
                await asyncio.sleep(0)
                for wire in listener.wires:
                    transport = getattr(wire, "transport", None)
                    if transport is not None:
                        most = max(most, transport.get_write_buffer_size() + len(getattr(wire, "_data", b"")))
        assert most <= PIECE + 3 * HIGH_WATER, f"{most} bytes wait for a client that does not read"


@pytest.mark.parametrize("name", ["telnet", "telnet in TLS", "rlogin", "metrics", "finger", "ssh"])
async def test_a_connection_too_many_is_closed_without_a_word(name, tmp_path, caplog):
    caplog.set_level(logging.WARNING, "door.net")
    gate = Gate(lambda: 1)
    assert not gate.comes_too_often("127.0.0.1")
    async with listening(CASES[name].make, gate=gate, folder=tmp_path) as (_, _, port):
        assert await exchange(port, CASES[name].silent) == b""
    assert "from 127.0.0.1: connects too often" in caplog.text


async def test_pipelined_requests_are_all_answered_in_their_order():
    paths = ["/no", LARGE, "/plain", "/", LARGE, "/healthz"] * 5
    async with listening(web, gate=Gate(), folder=Path()) as (_, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"".join(map(get, paths)))
        statuses, sizes = [], []
        async with asyncio.timeout(PATIENCE):
            for _ in paths:
                head = await reader.readuntil(b"\r\n\r\n")
                size = int(head.partition(b"Content-Length: ")[2].split(b"\r\n")[0])
                await reader.readexactly(size)
                statuses.append(head.split()[1])
                sizes.append(size)
        writer.close()
    assert statuses == [b"404", b"200", b"200", b"200", b"200", b"403"] * 5
    assert sizes[1] == sizes[4] == len(LARGEST) and sizes[:6] == sizes[6:12]


async def test_a_crowded_network_gets_no_place_of_others():
    gate = Gate()
    gate.most = lambda: 3
    async with listening(web, gate=gate, folder=Path()) as (_, _, port), contextlib.AsyncExitStack() as stack:
        readers = []
        for address in ("127.0.4.1", "127.0.5.1", "127.0.6.1", "127.0.4.2", "127.0.4.3"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            stack.callback(writer.close)
            writer.write(get("/no"))
            readers.append(reader)
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        assert len(gate) == 3
        for reader in readers[3:]:
            with contextlib.suppress(ConnectionError):
                assert not await asyncio.wait_for(reader.read(), PATIENCE), "it was not let in"


async def test_a_connection_that_makes_room_while_it_waits_its_turn_is_not_let_in(caplog):
    gate = Gate()
    gate.most = lambda: AT_ONCE + 2
    addresses = [*(f"127.0.4.{n + 1}" for n in range(AT_ONCE)), *["127.0.4.99"] * 2, "127.0.5.1"]
    async with listening(TelnetListener, gate=gate) as (_, _, port), contextlib.AsyncExitStack() as stack:
        clients = [
            socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
            for address in addresses  # the board meets all of them in one pass
        ]
        for client in clients:
            client.send(b"x")
            reader, writer = await asyncio.open_connection(sock=client)
            stack.callback(writer.close)
            async with asyncio.timeout(PATIENCE):
                if client is clients[AT_ONCE]:
                    with contextlib.suppress(ConnectionError):
                        assert await reader.read() == b""
                else:
                    await reader.readuntil(b"> ")
    assert not [record for record in caplog.records if record.name == "asyncio"]


async def test_what_a_proxy_names_counts_and_not_the_proxy():
    gate = Gate(spared=lambda address: address == "127.0.0.1")
    gate.most = lambda: 4
    async with listening(web, gate=gate, folder=Path()) as (_, _, port), contextlib.AsyncExitStack() as stack:

        async def ask(address: str) -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(get("/no").replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {address}\r\n\r\n".encode()))
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                return await asyncio.wait_for(reader.readuntil(b"\r\n"), PATIENCE)
            return b""

        for n in range(4):
            assert await ask(f"203.0.113.{n}")
        assert await ask("198.51.100.1"), "the idle connections are a stranger's, not the proxy's"
