"""rlogin: what clients say first, their windows, who is believed, and real clients."""

import asyncio
import contextlib
import os
import shutil
import socket
import struct

import pytest
from argon2 import PasswordHasher
from effort import PATIENCE
from hypothesis import given
from hypothesis import strategies as st
from pty_client import PtyClient
from wire import EchoBoard, exchange, listening

from door.net.line import Data, Resized
from door.net.rlogin import LONGEST_GREETING, BadGreeting, RloginListener, RloginProof, Windows, read_greeting
from door.records.access.failed_logons import FailedLogons
from door.records.callers.callers import Callers
from door.records.callers.logons import LogonGate
from door.records.callers.passwords import Passwords
from door.records.store.files import Folder
from door.server.remote_callers import RloginAuth

KEY = "a-long-secret-of-vert"
HELLO = b"\0" + KEY.encode() + b"\0Alice\0ansi-bbs/115200\0"


def window(cols: int, rows: int) -> bytes:
    return b"\xff\xffss" + struct.pack("!HHHH", rows, cols, 640, 511)


def test_a_greeting_is_read_once_it_is_whole():
    for cut in range(len(HELLO)):
        assert read_greeting(HELLO[:cut]) is None
    greeting, rest = read_greeting(HELLO + b"typed ahead\0")
    assert greeting == (KEY, "Alice", "ansi-bbs", "")
    assert rest == b"typed ahead\0"


def test_a_door_is_asked_for_as_boards_do():
    assert read_greeting(b"\0k\0Alice\0xtrn=SHUTBOX\0")[0][2:] == ("", "shutbox")
    assert read_greeting(b"\0k\0Jos\x82\0vt100\0")[0].second == "José"


def test_a_client_that_chooses_only_the_second_name_puts_all_into_it():
    assert read_greeting(b"\0k\0shutbox:Alice\0vt100/9600\0")[0] == ("k", "Alice", "vt100", "shutbox")
    assert read_greeting(b"\0me\0ShutBox:key:Al:ice\0vt100\0")[0] == ("key", "Al:ice", "vt100", "shutbox")
    assert read_greeting(b"\0me\0:key:Alice\0vt100\0")[0] == ("key", "Alice", "vt100", "")


@pytest.mark.parametrize("data", [b"GET / HTTP/1.0", b"\0" + b"x" * LONGEST_GREETING])
def test_what_is_no_greeting_is_refused(data):
    with pytest.raises(BadGreeting):
        read_greeting(data)


def heard(events: list[Data | Resized]) -> tuple[bytes, list[Resized]]:
    data = b"".join(event.data for event in events if isinstance(event, Data))
    return data, [event for event in events if isinstance(event, Resized)]


def test_windows_are_found_wherever_the_stream_is_cut():
    stream = b"a" + window(255, 255) + b"b\xffc" + window(132, 50) + b"d\xff\xffs!"
    for size in range(1, len(stream)):
        windows = Windows()
        events = [e for at in range(0, len(stream), size) for e in windows.feed(stream[at : at + size])]
        assert heard(events) == (b"ab\xffcd\xff\xffs!", [Resized(255, 255), Resized(132, 50)]), size


@given(st.binary(max_size=60), st.integers(1, 7))
def test_other_bytes_pass_through(data, size):
    windows = Windows()
    plain = data.replace(b"s", b"t") + b"."
    events = [e for at in range(0, len(plain), size) for e in windows.feed(plain[at : at + size])]
    assert heard(events) == (plain, [])


@pytest.fixture
async def threshold(tmp_path):
    callers = Callers(Folder(tmp_path), Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)))
    await callers.register("Bob", "open sesame")
    logons = LogonGate(callers, FailedLogons())
    return RloginAuth(logons, lambda: [f"VERT {KEY}", "NIGHT another-secret"], _now)


def _now():
    from datetime import UTC, datetime

    return datetime(2026, 11, 21, tzinfo=UTC)


async def test_a_board_s_key_proves_its_visitors(threshold):
    assert await threshold.prove("Alice", KEY, "127.0.0.1") == RloginProof("Alice@VERT", True)
    assert await threshold.prove("Bob", "another-secret", "127.0.0.1") == RloginProof("Bob@NIGHT", True)
    assert threshold.logons.callers.read("alice@vert").password == ""
    assert (await threshold.prove("", KEY, "127.0.0.1")).refusal


async def test_a_caller_s_own_password_proves_them(threshold):
    assert await threshold.prove("Bob", "open sesame", "10.0.0.1") == RloginProof("Bob", True)
    assert await threshold.prove("Bob", "open", "10.0.0.1") == RloginProof("Bob", False)
    assert await threshold.prove("Nobody", "x", "10.0.0.1") == RloginProof("Nobody", False)
    assert await threshold.prove("Bob", "", "10.0.0.1") == RloginProof("Bob", False)


async def test_a_visitor_s_name_opens_nothing_without_the_key(threshold):
    await threshold.prove("Alice", KEY, "127.0.0.1")
    for secret in ("", "x", KEY[:-1]):
        assert not (await threshold.prove("Alice@VERT", secret, "10.0.0.2")).proved


async def test_banned_visitors_are_refused(threshold):
    from dataclasses import replace

    await threshold.prove("Alice", KEY, "127.0.0.1")
    threshold.logons.callers.change("Alice@VERT", lambda caller: replace(caller, banned="rude"))
    assert "rude" in (await threshold.prove("alice", KEY, "127.0.0.1")).refusal


@contextlib.asynccontextmanager
async def rlogin_board(board: EchoBoard, secret: str = KEY, **limits: float):
    """A listening board that believes whoever has the secret; its port."""

    async def prove(alias: str, given: str, address: str) -> RloginProof:
        if given == secret:
            return RloginProof(f"{alias}@VERT", True)
        return RloginProof(alias, refusal="No." * (given == "bad"))

    async with listening(RloginListener, board, prove=prove, **limits) as (_, _, port):
        yield port


async def test_a_call():
    board = EchoBoard()
    async with rlogin_board(board) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HELLO + b"early\r\0")
        assert await reader.readexactly(3) == b"\0> ", "one NUL, and the urgent byte beside the stream"
        hints = board.lines[0].hints
        assert (hints.kind, hints.handle, hints.proved, hints.term) == (
            "rlogin",
            "Alice@VERT",
            True,
            "ansi-bbs",
        )
        assert await board.event() == Data(b"early\r")
        writer.write(window(132, 50))
        assert await board.event() == Resized(132, 50)
        writer.write(b"Q")
        assert await reader.readuntil(b"Q") == b"early\rQ"
        writer.close()
        assert await board.end() == "left"


async def urgent(line: socket.socket) -> bytes:
    """The next urgent byte."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(OSError):
                return line.recv(1, socket.MSG_OOB)
            await asyncio.sleep(0.01)


async def test_the_window_is_asked_for_by_an_urgent_byte_until_a_size_comes():
    board = EchoBoard()
    async with rlogin_board(board) as port, contextlib.AsyncExitStack() as stack:
        first, second = (stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(2))
        for line, said in ((first, HELLO + window(132, 50)), (second, HELLO)):
            line.setblocking(False)
            line.sendall(said)
            assert await urgent(line) == b"\x80"
        assert await board.event() == Resized(132, 50)
        assert [await urgent(second) for _ in range(2)] == [b"\x80"] * 2
        with pytest.raises(OSError):
            first.recv(1, socket.MSG_OOB)  # it was asked first, and would have been asked again first
        second.sendall(window(80, 25))
        assert await board.event() == Resized(80, 25)


@pytest.mark.parametrize(
    ("sent", "answer"), [(b"hello\r\n", b""), (b"\0bad\0x\0\0", b"\0\r\nNo.\r\n"), (b"\0half", b"")]
)
async def test_who_is_not_taken_is_hung_up(sent, answer):
    board = EchoBoard()
    async with rlogin_board(board, greeting_seconds=0.2 if sent == b"\0half" else PATIENCE) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 2 * PATIENCE) == answer
        writer.close()
        assert board.lines == []


def client(program: str):
    """Clients of old call from a port below 1024, which takes root."""
    missing = not shutil.which(program)
    reason = f"{program} is not installed" if missing else "rlogin clients need root"
    return pytest.mark.skipif(missing or os.geteuid() != 0, reason=reason)


async def resized(call: PtyClient, board: EchoBoard) -> None:
    """Resizes the client until it tells: netkit's misses what comes while it tells its first size."""
    for attempt in range(30):
        size = Resized(120 + attempt, 40)
        call.resize(size.cols, size.rows)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                while await board.event() != size:
                    pass
                return
    raise AssertionError("no new size came")


async def drive(words: list[str], board: EchoBoard) -> None:
    async with rlogin_board(board) as port:
        call = PtyClient([*words, "-p", str(port), "127.0.0.1"], cols=100, rows=30)

        def script() -> None:
            call.see(b"> ")
            call.type(b"abc\r")
            call.see(b"abc\r")

        try:
            await asyncio.to_thread(script)
            await resized(call, board)
            call.type(b"Q")
            assert await board.end() == "left"
            await asyncio.to_thread(call.end)
        finally:
            call.close()


@client("rsh-redone-rlogin")
async def test_rsh_redone_rlogin():
    board = EchoBoard()
    await drive(["rsh-redone-rlogin", "-l", "Alice"], board)
    hints = board.lines[0].hints
    assert (hints.handle, hints.proved, hints.term) == ("Alice", False, "xterm-256color")


@client("netkit-rlogin")
async def test_netkit_rlogin_with_a_board_s_key_as_the_first_name():
    board = EchoBoard()
    await drive(["netkit-rlogin", "-8", "-i", KEY, "-l", "Alice"], board)
    hints = board.lines[0].hints
    assert (hints.handle, hints.proved) == ("Alice@VERT", True)


async def test_a_fault_while_it_is_found_out_who_calls_ends_that_call_and_is_one_line(caplog):
    async def prove(alias: str, given: str, address: str) -> RloginProof:
        raise RuntimeError("no books")

    async with listening(RloginListener, prove=prove) as (_, _, port):
        assert await exchange(port, HELLO) == b"\0"
    [line] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("call from 127.0.0.1 failed: RuntimeError: no books at ")
