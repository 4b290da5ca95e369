"""Calls by WebSocket: real connections on loopback, well-behaved and not."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from effort import PATIENCE
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from wire import IAC, listening

from door.net.guard.gate import Gate
from door.net.guard.nodes import Nodes
from door.net.line import Data, LostCaller, Resized, ScreenLost
from door.net.socketline import SocketWire
from door.net.web import frames, server
from door.net.web.frames import BAD, GOODBYE, PLAIN, RESTART, TERMINAL
from door.net.web.server import WebListener
from door.net.web.site import DiskFile, Found, Site
from door.settings.models import LimitSettings
from door.ui.texts import tr

ORIGIN = "http://127.0.0.1:{port}"


def web_board(**more: Any) -> Any:
    return listening(WebListener, **{"site": Site(), **more})


def page(port: int, path: str = "/ws", **more: Any) -> connect:
    """A page's WebSocket."""
    protocols = more.pop("subprotocols", [TERMINAL])
    return connect(f"ws://127.0.0.1:{port}{path}", subprotocols=protocols, compression=None, **more)


def size(cols: int, rows: int, token: str) -> str:
    return json.dumps({"cols": cols, "rows": rows, "call": token}, separators=(",", ":"))


async def told(socket: ClientConnection) -> str | bytes:
    return await asyncio.wait_for(socket.recv(), PATIENCE)


async def begun(socket: ClientConnection, size: str = '{"cols":80,"rows":25}') -> str:
    """Begin a call. Return its token."""
    await socket.send(size)
    token: str = json.loads(await told(socket))["call"]
    return token


async def lost_page(port: int, **more: Any) -> str:
    """A call whose page is lost as soon as it has begun; its token."""
    async with page(port, **more) as socket:
        token = await begun(socket)
        socket.transport.abort()
    return token


async def closed(socket: ClientConnection) -> int | None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await told(socket)
    return socket.close_code


async def asked(port: int, data: bytes) -> bytes:
    """Send bytes. Return everything that comes back until the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()


# -- a call ---------------------------------------------------------------------------------------


async def test_a_call_begins_with_its_size_and_ends_with_a_goodbye():
    async with web_board() as (board, _, port), page(port) as socket:
        await begun(socket, '{"cols":132,"rows":50}')
        assert await told(socket) == b"> "
        hints = board.lines[0].hints
        assert (hints.kind, hints.term, hints.charset, hints.size) == ("web", "web", "utf-8", (132, 50))
        await socket.send("é\r".encode())
        assert await board.event() == Data("é\r".encode())
        assert await told(socket) == "é\r".encode()
        await socket.send('{"cols":80,"rows":24}')
        assert await board.event() == Resized(80, 24)
        await socket.send(b"Q")
        assert await closed(socket) == GOODBYE and await board.end() == "left"


async def test_a_phone_says_that_it_is_one():
    async with web_board() as (board, _, port), page(port) as socket:
        await begun(socket, '{"cols":80,"rows":25,"phone":true}')
        assert await told(socket) == b"> "
        assert (board.lines[0].hints.term, board.lines[0].hints.size) == ("web-phone", (80, 25))


async def test_a_board_that_goes_down_tells_pages_to_call_again():
    async with web_board(closing=lambda: True) as (_, _, port), page(port) as socket:
        await begun(socket)
        await socket.send(b"Q")
        assert await closed(socket) == RESTART


async def test_a_page_without_a_size_is_heard_after_a_while(monkeypatch):
    monkeypatch.setattr(frames, "SIZE_SECONDS", 0.0)
    async with web_board() as (board, _, port), page(port) as socket:
        assert json.loads(await told(socket))["call"] and await told(socket) == b"> "
        assert board.lines[0].hints.size is None


# -- a lost line ------------------------------------------------------------------------------------


async def test_a_page_that_comes_back_is_on_the_same_call():
    async with web_board() as (board, _, port):
        token = await lost_page(port)
        async with page(port) as again:
            assert await begun(again, size(90, 30, token)) == token
            assert [await board.event(), await board.event()] == [ScreenLost(), Resized(90, 30)]
            await again.send(b"x")
            assert await told(again) == b"x"
        assert len(board.lines) == 1


async def test_a_page_at_a_banned_address_does_not_go_on_with_the_call():
    banned: set[str] = set()
    async with web_board(lets_back=lambda address: address not in banned) as (board, _, port):
        token = await lost_page(port)
        banned.add("127.0.0.1")
        async with page(port) as again:
            assert await begun(again, size(90, 30, token)) != token, "it is a call of its own"
        banned.clear()
        async with page(port) as again:
            assert await begun(again, size(90, 30, token)) == token, "the other one still waits"
        assert len(board.lines) == 2


async def test_a_second_tab_takes_the_call_over_and_the_first_is_told_to_stay_away():
    async with web_board() as (board, _, port), page(port) as first, page(port) as second:
        token = await begun(first)
        assert await begun(second, size(80, 25, token)) == token
        assert await closed(first) == GOODBYE
        assert await board.event() == ScreenLost()
        await second.send(b"x")
        assert await told(second) == b"x"


async def test_a_call_ends_if_nobody_comes_back(monkeypatch):
    monkeypatch.setattr(frames, "KEPT_SECONDS", 0.0)
    async with web_board() as (board, listener, port):
        await lost_page(port)
        assert await board.end() in ("hung up", "line lost") and not listener.web.lines


async def test_a_page_that_says_goodbye_ends_its_call_at_once():
    async with web_board() as (board, _, port):
        async with page(port) as socket:
            await begun(socket)
        assert await board.end() == "hung up"


@pytest.mark.parametrize(("first", "second"), [(TERMINAL, PLAIN), (PLAIN, TERMINAL)])
async def test_the_other_kind_of_page_begins_a_call_of_its_own(first, second):
    """It would show a screen's bytes as sentences, or sentences as a screen."""
    async with web_board() as (_, _, port):
        token = await lost_page(port, subprotocols=[first])
        async with page(port, subprotocols=[second]) as other:
            assert await begun(other, size(80, 25, token)) != token
        async with page(port, subprotocols=[first]) as again:
            assert await begun(again, size(80, 25, token)) == token, "the other one still waits"


async def test_the_page_of_lines_is_never_a_phone_s_screen():
    async with web_board() as (board, _, port), page(port, subprotocols=[PLAIN]) as socket:
        await begun(socket, '{"cols":80,"rows":25,"phone":"up"}')
        await socket.send('{"cols":90,"rows":25,"phone":true}')
        assert board.lines[0].hints.term == "page" and await board.event() == Resized(90, 25)


async def test_a_strange_token_begins_a_new_call():
    async with web_board() as (board, _, port), page(port) as socket:
        token = await begun(socket, size(80, 25, "x" * 22))
        assert token != "x" * 22 and await told(socket) == b"> " and len(board.lines) == 1


async def test_a_call_that_the_board_does_not_keep_ends_with_its_page():
    async with web_board(keeps=lambda line: False) as (board, listener, port):
        await lost_page(port)
        assert await board.end() in ("hung up", "line lost") and not listener.web.lines


async def test_a_page_that_takes_nothing_is_hung_up_and_nobody_waits_for_it(caplog):
    async with web_board(send_seconds=0.2, keeps=lambda line: False) as (board, _, port), page(port) as other:
        await begun(other)
        assert await told(other) == b"> "
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(HANDSHAKE + b"Sec-WebSocket-Protocol: door.terminal.1\r\n\r\n")
        writer.write(b"\x81\x95\0\0\0\0" + b'{"cols":80,"rows":25}')
        writer.write(b"\x82\x81\0\0\0\0y")
        assert await board.event() == Data(b"y")
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        with pytest.raises(LostCaller):
            while True:
                await asyncio.wait_for(board.lines[1].send(b"x" * 10_000), PATIENCE)
        await other.send(b"x")
        assert await told(other) == b"x"
        writer.close()
    assert "hang-up web from 127.0.0.1: too slow to take what was sent" in caplog.text


# -- pages of other boards ----------------------------------------------------------------------------


@pytest.mark.parametrize("offered", [["binary", "base64", "plain"], ["telnet"], None])
async def test_other_boards_pages_speak_telnet_in_their_frames(offered):
    async with web_board() as (board, _, port), page(port, "/", subprotocols=offered) as socket:
        first = await told(socket)
        assert isinstance(first, bytes) and first[0] == IAC
        await socket.send(b"hi\r\n")
        assert await board.event() == Data(b"hi\r")
        assert board.lines[0].hints.kind == "telnet"
        assert socket.subprotocol == (offered[0] if offered else None)


async def test_another_boards_page_that_closes_leaves_its_place(caplog):
    async with web_board() as (board, listener, port):
        async with page(port, subprotocols=["telnet"]) as socket:
            await told(socket)
            await socket.send(b"x")
            await board.event()
        assert await board.end() == "hung up"
    assert len(listener.gate) == 0 and not listener.wires
    assert not [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


async def test_text_is_bytes_for_a_page_that_asks_for_plain():
    async with web_board() as (board, _, port), page(port, subprotocols=["plain"]) as socket:
        first = await told(socket)
        assert isinstance(first, str) and first[0] == "\xff"
        await socket.send("\x82k")
        assert await board.event() == Data(b"\x82k")


# -- who may call ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1"])
async def test_pages_of_other_sites_may_not_call(origin, caplog):
    async with web_board() as (board, _, port):
        with pytest.raises(InvalidStatus) as error:
            await page(port, origin=origin)
        assert error.value.response.status_code == 403 and not board.lines
        assert len(caplog.records) == 1 and "refused web from 127.0.0.1" in caplog.text


async def test_its_own_pages_and_named_sites_may_call():
    async with web_board(origins=lambda: ("https://embed.example",)) as (_, _, port):
        for origin in (ORIGIN.format(port=port), "https://embed.example"):
            async with page(port, origin=origin) as socket:
                await begun(socket)


@pytest.mark.parametrize(
    ("trusted", "named", "is_encrypted"),
    [
        ("127.", "https", True), ("127.", "wss", True), ("127.", "https, HTTPS", True),
        ("127.", "http", False), ("127.", "https, http", False), ("127.", "http, https", False),
        ("127.", "", False), ("none", "https", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("offered", [None, ["telnet"]])
async def test_a_trusted_proxy_says_that_the_page_came_by_https(trusted, named, is_encrypted, offered):
    gate = Gate(spared=lambda address: address.startswith(trusted))
    async with web_board(gate=gate) as (board, _, port):
        more = {"subprotocols": offered} if offered else {}
        async with page(port, additional_headers={"X-Forwarded-Proto": named}, **more) as socket:
            if offered:
                await socket.send(b"x")
                assert await board.event() == Data(b"x")
            else:
                await begun(socket)
            assert board.lines[0].hints.encrypted is is_encrypted


async def test_an_encrypted_call_is_not_resumed_over_http():
    gate = Gate(spared=lambda address: address.startswith("127."))
    https = {"X-Forwarded-Proto": "https"}
    async with web_board(gate=gate) as (_, _, port):
        token = await lost_page(port, additional_headers=https)
        async with page(port) as again:
            assert await begun(again, size(90, 30, token)) != token, "it is a call of its own"
        async with page(port, additional_headers=https) as again:
            assert await begun(again, size(90, 30, token)) == token, "the other one still waits"


@pytest.mark.parametrize(
    ("named", "address"),
    [
        ("203.0.113.5:51234", "203.0.113.5"),
        ('"203.0.113.5:51234"', "203.0.113.5"),
        ("[2001:db8::7]:443", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("1.2.3.4, 203.0.113.5:51234", "203.0.113.5"),
        ("1.2.3.4, 127.0.0.9:80", "1.2.3.4"),
        ("1.2.3.4, , 127.0.0.9", "1.2.3.4"),
        (", ".join([f"198.51.100.{at}" for at in range(50)] + ["192.0.2.7", "127.0.0.9"]), "192.0.2.7"),
        ("", "127.0.0.1"),
        ("127.0.0.9", "127.0.0.1"),
        *((odd, "unknown") for odd in (
            "unknown", "_hidden", "for=203.0.113.5", "203.0.113.5:", "203.0.113.5:x", "203.0.113", "[::1",
            "::1]", "1.2.3.4, rubbish", "1.2.3.4, unknown, 127.0.0.9", "999.1.1.1", "127.0.0.1:1:1",
            "0x7f.0.0.1", "localhost", "127.1", "fe80::1%eth0", "127.0.0.1 127.0.0.1", "' '",
        )),
    ],
)  # fmt: skip
async def test_an_address_that_cannot_be_read_is_nobodys_that_is_trusted(named, address):
    gate = Gate(spared=lambda address: address.startswith("127."))
    site = Site(trusted=gate.spared)
    async with web_board(gate=gate, site=site) as (board, _, port):
        async with page(port, additional_headers={"X-Forwarded-For": named}) as socket:
            await begun(socket)
        assert board.lines[0].hints.address == address
        got = await asked(port, get("/healthz", f"X-Forwarded-For: {named}\r\nConnection: close\r\n"))
        assert got.split()[1] == (b"200" if address == "127.0.0.1" else b"403")


async def test_a_hundred_connections_of_one_forwarded_address(caplog):
    gate = Gate(lambda: 5, lambda address: address.startswith("127."))
    async with web_board(gate=gate) as (board, _, port), contextlib.AsyncExitStack() as stack:

        async def call(address: str) -> int:
            try:
                socket = await stack.enter_async_context(
                    page(port, additional_headers={"X-Forwarded-For": address})
                )
            except InvalidStatus as error:
                return error.response.status_code
            await begun(socket)
            return 101

        statuses = await asyncio.gather(*(call("192.0.2.7") for _ in range(100)))
        assert sorted(statuses) == [101] * 5 + [429] * 95
        assert await call("192.0.2.8") == 101, "others are not counted with it"
        assert len(board.lines) == 6
    said = {record.getMessage() for record in caplog.records}
    assert said == {"refused web from 192.0.2.7: connects too often"}


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_a_proxy_checks_the_boards_health_by_any_name(path):
    gate = Gate(spared=lambda address: address.startswith("127."))
    async with web_board(gate=gate, site=Site(trusted=gate.spared)) as (_, _, port):
        request = f"GET {path} HTTP/1.1\r\nHost: board.example\r\nConnection: close\r\n\r\n".encode()
        assert (await asked(port, request)).split()[1] == b"200"


async def test_a_proxy_that_passes_no_upgrade_on_is_told_so(caplog):
    async with web_board() as (_, _, port):
        got = await asked(port, get("/ws", "Connection: close\r\n"))
    assert got.startswith(b"HTTP/1.1 426 ") and b"\r\nUpgrade: websocket\r\n" in got
    assert "came without Upgrade" in caplog.text


@pytest.mark.parametrize(("origin", "host", "status"), [
    ("http://board.example:18200", "board.example", 101), ("https://board.example", "board.example", 101),
    ("http://board.example:1", "board.example:2", 403), ("http://other.example", "board.example", 403),
    ("http://board.example.evil", "board.example", 403), ("ftp://board.example", "board.example", 403),
    ("null", "board.example", 403), ("http://", "board.example", 403),
    ("://board.example", "board.example", 403),
])  # fmt: skip
async def test_a_proxy_may_drop_the_port_from_the_boards_own_name(origin, host, status, caplog):
    async with web_board() as (_, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE.replace(b"Host: a", b"Host: %s" % host.encode()))
        writer.write(f"Origin: {origin}\r\n\r\n".encode())
        line = await asyncio.wait_for(reader.readline(), PATIENCE)
        writer.close()
    assert int(line.split()[1]) == status
    if status == 403:
        assert origin in caplog.text and host in caplog.text, "a sysop sees which names differ"


async def _fails() -> str:
    raise RuntimeError("cannot schedule new futures after shutdown")


@pytest.mark.parametrize(("path", "site"), [
    ("/readyz", Site(ready=_fails, trusted=lambda address: True)),
    ("/x", Site(collect=lambda path: 1 // 0)),  # type: ignore[arg-type,return-value]
    ("/x", Site(public=lambda path, address: _fails())),  # type: ignore[arg-type,return-value]
])  # fmt: skip
async def test_a_page_that_fails_is_answered_and_its_connection_ends(path, site, caplog):
    async with web_board(site=site) as (_, listener, port):
        got = await asked(port, get(path) + get("/plain"))
        assert got.startswith(b"HTTP/1.1 500 ") and got.count(b"HTTP/1.1 ") == 1
        async with asyncio.timeout(PATIENCE):
            while len(listener.gate):  # noqa: ASYNC110
                await asyncio.sleep(0)
    assert "a page failed" in caplog.text


@pytest.mark.parametrize(("host", "status"), [
    ("evil.example", b"421"), ("evil.example:8080", b"421"), ("board.example:443", b"200"),
    ("localhost", b"200"), ("127.0.0.1:8080", b"200"), ("[::1]:8080", b"200"), ("mybox", b"200"),
])  # fmt: skip
async def test_a_trusted_browser_may_not_be_led_here_by_a_strangers_name(host, status, caplog):
    gate = Gate(spared=lambda address: address.startswith("127."))
    request = b"GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n" % host.encode()
    async with web_board(gate=gate, origins=lambda: ("https://board.example",)) as (_, _, port):
        assert (await asked(port, request + b"\r\n")).split()[1] == status
        assert len(caplog.records) == (status == b"421")
        got = await asked(port, request + b"X-Forwarded-For: 192.0.2.7\r\n\r\n")
        assert got.split()[1] == b"200", "a proxy's callers are not on this machine"


async def test_a_ban_while_a_page_is_open_ends_it_and_its_token(caplog):
    banned = list[str]()
    async with web_board() as (board, listener, port):
        nodes = Nodes(board.run, LimitSettings(), banned.__contains__)
        listener.calls._on_call = nodes.answer
        async with page(port) as socket:
            token = await begun(socket)
            assert await told(socket) == b"> "
            banned.append("127.0.0.1")
            await nodes.calls[1].line.hang_up()  # as the session does when the sysop bans an address
            assert await closed(socket) == GOODBYE, "the page doesn't call again by itself"
        async with page(port) as socket:
            assert await begun(socket, size(80, 25, token)) != token
            assert tr.refused.address_banned().encode() in await told(socket)
            assert await closed(socket) == GOODBYE
        assert len(board.lines) == 1
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        f"refused web from 127.0.0.1: {tr.refused.address_banned.in_english}"
    ]


async def test_nobody_else_names_the_caller():
    async with web_board() as (board, _, port):
        async with page(port, additional_headers={"X-Forwarded-For": "192.0.2.7"}) as socket:
            await begun(socket)
        assert board.lines[0].hints.address == "127.0.0.1"


async def test_an_address_may_ask_for_so_many_pages():
    async with web_board(per_minute=lambda: 4) as (_, _, port):
        request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        answers = await asked(port, request * 5)
        assert answers.count(b"HTTP/1.1 200 OK") == 4 and answers.count(b" 429 ") == 1


async def test_a_request_on_a_connection_of_its_own_counts_once():
    async with web_board(per_minute=lambda: 4) as (_, _, port):
        answers = [await asked(port, get("/", "Connection: close\r\n")) for _ in range(4)]
        assert [answer.split()[1] for answer in answers] == [b"200"] * 4
        with contextlib.suppress(ConnectionError):
            assert await asked(port, get("/")) == b"", "a connection too many is closed without a word"


# -- attacks ------------------------------------------------------------------------------------------------


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
MASKED = b"\x81\x80\0\0\0\0"


@pytest.mark.parametrize(("data", "status"), [
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\nHost: a\r\n\r\n", b"405"),
    (HANDSHAKE.replace(b"13", b"12") + b"\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", b"400"),
    (HANDSHAKE + b"Origin: http://a\r\nOrigin: http://a\r\n\r\n", b"400"),
    (b"\x16\x03\x01\x02\x00", b"400"),
    (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 4000, b"431"),
])  # fmt: skip
async def test_a_bad_request_is_one_sentence_and_one_line(data, status, caplog):
    async with web_board() as (_, _, port):
        got = await asked(port, data)
    head, _, body = got.partition(b"\r\n\r\n")
    assert head.split()[1] == status and body.count(b"\n") == 1 and got.count(b"HTTP/1.1 ") == 1
    assert len(caplog.records) == 1


async def test_a_head_without_end_is_cut_off(monkeypatch, caplog):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.01)
    async with web_board() as (_, _, port):
        assert await asked(port, b"GET / HT") == b""
    assert "a request without end" in caplog.text


@pytest.mark.parametrize("frame", [
    b"\x82\x01x",  # not masked
    b"\xf2\x80\0\0\0\0",  # reserved bits
    b"\x82\xff" + b"\x7f" * 8 + bytes(4),  # an absurd length
    b"\x82\xfe\x10\x01" + bytes(4) + bytes(4097),  # one byte too many
    b"\x80\x80\0\0\0\0",  # the rest of nothing
    b"\x88\x81\0\0\0\0x",  # a close of one byte
    MASKED[:1] + b"\x85\0\0\0\0hello",  # text that is not a size
    MASKED[:1] + b"\xfe\x07\xd0\0\0\0\0" + b"[" * 2000,
    b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 10_000,
    b"\x89\x80\0\0\0\0" * 1000,
])  # fmt: skip
async def test_a_bad_frame_closes_the_line_with_one_line_in_the_log(frame, caplog):
    caplog.set_level(logging.WARNING)
    async with web_board() as (board, _, port), page(port) as other:
        await begun(other)
        assert await told(other) == b"> "
        handshake = HANDSHAKE + b"Sec-WebSocket-Protocol: door.terminal.1\r\n\r\n"
        got = await asked(port, handshake + frame)
        assert got.startswith(b"HTTP/1.1 101 ") and got[-4:-3] != b"\x8a"
        await other.send(b"x")
        assert await told(other) == b"x", "others are not disturbed"
        assert await board.event() == Data(b"x")
    assert len(caplog.records) <= 1 and "Traceback" not in caplog.text
    assert all("hang-up web from 127.0.0.1" in record.getMessage() for record in caplog.records)


async def test_text_that_is_no_size_is_against_the_rules():
    async with web_board() as (_, _, port), page(port) as socket:
        await socket.send("x")
        assert await closed(socket) == BAD


async def test_a_page_that_answers_no_ping_is_lost(monkeypatch):
    monkeypatch.setattr(frames, "PING_SECONDS", 0.01)
    monkeypatch.setattr(frames, "KEPT_SECONDS", 0.0)
    async with web_board() as (board, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE + b"Sec-WebSocket-Protocol: door.terminal.1\r\n\r\n")
        writer.write(b"\x81\x95\0\0\0\0" + b'{"cols":80,"rows":25}')
        assert await board.end() in ("hung up", "line lost")
        await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()


# -- pages that take a while ----------------------------------------------------------------------------

LARGE = 8 << 20


@pytest.fixture
def large(tmp_path: Path) -> Site:
    """A site with a large file, and a page that takes until it is asked for "/now"."""
    kept = DiskFile(tmp_path / "large.jsonl", "stamp")
    kept.path.write_bytes(bytes(range(256)) * (LARGE // 256))
    ready = asyncio.Event()

    async def later() -> bytes:
        await ready.wait()
        return b"{}"

    def find(path: str, address: str) -> Found | Awaitable[Found]:
        if path == "/now":
            ready.set()
        return later() if path == "/later.json" else kept if path == "/large.jsonl" else None

    return Site(public=find)


def get(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: a\r\n{more}\r\n".encode()


async def test_a_large_file_is_sent_in_pieces_and_the_next_request_waits_for_its_turn(large):
    async with web_board(site=large) as (_, _, port):
        came = await asked(port, get("/large.jsonl") + get("/plain", "Connection: close\r\n"))
        head, _, rest = came.partition(b"\r\n\r\n")
        assert f"Content-Length: {LARGE}".encode() in head
        assert rest[:LARGE] == bytes(range(256)) * (LARGE // 256)
        assert rest[LARGE:].startswith(b"HTTP/1.1 200 OK") and rest.endswith(b"</html>\n")
        alone = await asked(port, get("/large.jsonl", "Connection: close\r\n"))
        assert len(alone.partition(b"\r\n\r\n")[2]) == LARGE, "the end of the line costs no byte"
        head = await asked(port, b"HEAD" + get("/large.jsonl", "Connection: close\r\n")[3:])
        assert head.endswith(b"\r\n\r\n") and f"Content-Length: {LARGE}".encode() in head


async def test_a_slow_reader_of_a_large_file_fills_no_memory_and_holds_nobody_up(large, tmp_path):
    with (tmp_path / "large.jsonl").open("wb") as file:
        file.truncate(64 * LARGE)
    async with web_board(site=large) as (_, listener, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        writer.write(get("/large.jsonl"))
        await reader.readexactly(100)
        slow = next(iter(listener.wires))
        assert isinstance(slow, SocketWire)
        async with asyncio.timeout(PATIENCE):
            while not slow.valve.is_shut:
                await asked(port, get("/plain", "Connection: close\r\n"))
        assert slow.transport.get_write_buffer_size() <= 65536 + 16384
        writer.close()


async def test_a_page_that_is_being_made_holds_nobody_up(large):
    async with web_board(site=large) as (_, _, port):
        _, lost = await asyncio.open_connection("127.0.0.1", port)
        lost.write(get("/later.json"))
        lost.transport.abort()
        slow = asyncio.create_task(asked(port, get("/later.json", "Connection: close\r\n")))
        assert b"404" in await asked(port, get("/now", "Connection: close\r\n"))
        assert (await slow).endswith(b"\r\n\r\n{}")


# -- the page of lines -------------------------------------------------------------------------------------


async def test_the_page_of_lines_gets_objects_and_sends_lines():
    async with web_board() as (board, _, port), page(port, subprotocols=[PLAIN]) as socket:
        await begun(socket)
        await socket.send("hel\x1b[2Jlo\r\nx")
        assert await board.typed(10) == b"hel[2Jlox\r"
        line = board.lines[0]
        assert (line.hints.term, line.hints.charset) == ("page", "utf-8")
        await line.send(b'\n{"prompt": "Who?", "sec')
        await line.send(b'ret": false}\nAll nodes are busy.\r\n\x07{"lines": ["x"]}\n')
        got: list[str | bytes] = []
        while '{"lines": ["x"]}' not in got:
            got.append(await told(socket))
        assert got[-4:] == [
            '{"prompt": "Who?", "secret": false}',
            '{"lines": ["All nodes are busy."]}',
            '{"bell":true}',
            '{"lines": ["x"]}',
        ]


async def test_the_body_of_a_post_is_never_read_as_a_request():
    path, seen = f"/yours/{'x' * 22}/off", list[tuple[str, bool]]()

    def personal(path: str, posts: bool) -> tuple[bytes, str]:
        seen.append((path, posts))
        return b"done", "text/plain"

    smuggled = get("/yours/smuggled")
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(smuggled)}\r\n\r\n"
    async with web_board(site=Site({}, personal=personal)) as (_, _, port):
        answer = await asked(port, head.encode() + smuggled)
    assert answer.count(b"HTTP/1.1 200") == 1 and answer.endswith(b"done")
    assert b"Connection: close" in answer and seen == [(path, True)]
