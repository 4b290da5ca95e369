"""Doors on other machines: what is said to them, what they may do, and what becomes of a bad one."""

import asyncio
import re
import socket
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from callline import pass_time
from far_kit import ALICE, HOST_KEY, OTHER_KEY, BbsLink, Board, ssh, tcp, visit
from hypothesis import given
from hypothesis import strategies as st

from door.external.far import dial
from door.external.far.codec import LONGEST, RloginCodec, TelnetCodec
from door.external.far.values import PORTS, FarAddress, FarDoor, FarError, parse_address
from door.external.program import BURST

STRANGE = "Owl doesn't speak as it should. Please tell the sysop."


def owl(port: int, kind: Any = "rlogin", **more: Any) -> FarDoor:
    return FarDoor(kind, "Owl", "127.0.0.1", port, **more)


@pytest.fixture
def hosts(tmp_path: Path) -> Path:
    return tmp_path / "board" / "keys" / "known_hosts"


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def test_a_place_may_have_a_port_a_user_and_a_door():
    assert parse_address("owl.example", "rlogin") == FarAddress("owl.example", 513)
    assert parse_address("owl.example:2513/shutbox", "rlogin") == FarAddress(
        "owl.example", 2513, "", "shutbox"
    )
    assert parse_address("[2001:db8::1]:65535", "telnet") == FarAddress("2001:db8::1", 65535)
    assert parse_address("owl:1", "telnet").port == 1 and parse_address("owl", "telnet").port == 23
    assert parse_address("crawl@owl.example", "ssh") == FarAddress("owl.example", 22, "crawl")
    assert (owl(22).at, replace(owl(22), host="2001:db8::1").at) == ("127.0.0.1:22", "[2001:db8::1]:22")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("", "rlogin"), ("owl:0", "rlogin"), ("owl:65536", "telnet"), ("a b", "ssh"), ("owl/x", "telnet"),
     ("[1::2::3]", "ssh"), ("me@owl", "rlogin"), ("[::zz]:1", "ssh"), ("-owl", "ssh"), ("owl:23:4", "telnet"),
     ("http://owl", "telnet"), ("owl\0", "rlogin"), ("owl\n", "rlogin"), ("ówl", "rlogin")],
)  # fmt: skip
def test_what_is_no_place_is_refused(text, kind):
    with pytest.raises(ValueError, match="must be"):
        parse_address(text, kind)


async def test_a_board_by_rlogin_hears_who_calls_and_gets_what_they_type(hosts):
    board = Board(asks=True)
    async with tcp(board) as port, visit(owl(port, password="key", door="shutbox"), hosts) as caller:
        await caller.shows(b"Welcome to Owl\r\n> ")
        assert caller.shown.startswith(b"Calling Owl")
        assert board.greetings == [[b"key", b"Alice", b"xtrn=shutbox"]]
        await caller.shows(b"\xff\xffss\0\x18\0\x50\0\0\0\0")  # the urgent byte asked for it
        caller.end.type(b"hello\r")
        await caller.shows(b"hello\r")
        caller.end.fit(100, 30)
        await caller.shows(b"ss\0\x1e\0\x64")
        caller.end.type(b"Q", line=True)
        assert await caller.over() == 0
        assert caller.end.why == ""


async def test_without_a_door_the_terminal_is_named(hosts):
    board = Board()
    async with tcp(board) as port, visit(owl(port), hosts, ALICE._replace(terminal="dumb")) as caller:
        await caller.shows(b"Owl\r\n")
        assert board.greetings == [[b"", b"Alice", b"dumb/115200"]]


async def test_a_window_nobody_asked_for_is_not_sent(hosts):
    board = Board()
    async with tcp(board) as port, visit(owl(port), hosts) as caller:
        await caller.shows(b"Owl\r\n")
        caller.end.fit(100, 30)
        caller.end.type(b"x")
        await caller.shows(b"> x")
        assert board.heard == b"x"


async def test_telnet_on_an_rlogin_port_is_refused_unless_the_file_says_so(hosts):
    board = Board(b"\xff\xfb\x01\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0")
    async with tcp(board) as port:
        async with visit(owl(port), hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why == "Owl doesn't speak as it should. Please tell the sysop."
            assert caller.end.reason == "it speaks telnet, not rlogin"
        async with visit(owl(port, strips_telnet=True), hosts) as caller:
            await caller.shows(b"Owl\r\n> ")
            assert b"\xff" not in caller.shown
            caller.end.type(b"Q")
            assert await caller.over() == 0
        assert board.heard.startswith(b"\xff\xfd\x01\xff\xfb\x18\xff\xfa\x18\0ANSI\xff\xf0")


async def test_a_refusal_by_rlogin_is_in_the_log(hosts):
    async with tcp(Board(b"\x01Permission \x1b[2Jdenied.\r\n")) as port, visit(owl(port), hosts) as caller:
        assert await caller.over() == 1
        assert caller.end.why == "Owl doesn't let this board in. Please tell the sysop."
        assert caller.end.reason.startswith("it refuses: Permission [2Jdenied.")


async def test_a_host_that_is_not_there(hosts):
    asyncio.get_running_loop().set_debug(True)  # refuses a socket on which the board would wait
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        async with visit(owl(port), hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why == "Owl doesn't take calls right now."
            assert caller.end.reason == f"127.0.0.1:{port}: Connection refused"
    for host, is_name in (("no-such-name.invalid", True), ("x" * 64, False)):
        async with visit(replace(owl(1), host=host), hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why == "Owl can't be found right now."
            assert caller.end.reason.startswith(f"{host}: ")
            assert caller.end.reason.endswith(": not a name") != is_name


async def _silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def test_a_host_that_says_nothing_can_be_left_at_once(hosts, monkeypatch):
    monkeypatch.setattr(dial, "SECONDS", 0.2)
    async with tcp(_silent) as port:
        for kind in ("ssh", "bbslink", "doorparty", "rlogin", "telnet"):
            async with visit(owl(port, kind), hosts) as caller:
                assert await caller.over() == 1
                assert caller.end.why == "Owl doesn't answer."
        monkeypatch.setattr(dial, "SECONDS", 60)
        async with visit(owl(port), hosts) as caller:
            await caller.shows(b"Calling Owl")
            await asyncio.wait_for(caller.close(), 10)
        assert not caller.status.done()


async def _hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    pass


async def _resets(reader: Any, writer: Any) -> None:
    await reader.readuntil(b"115200\0")
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def test_a_host_that_hangs_up(hosts):
    async with tcp(_hangs_up) as port:
        for kind in ("rlogin", "telnet", "ssh", "doorparty"):
            async with visit(owl(port, kind), hosts) as caller:
                assert await caller.over() == 1
                assert caller.end.why in ("Owl hung up.", "The line to Owl was lost."), caller.end.reason
        async with visit(owl(port, "bbslink"), hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why in ("Owl hung up.", STRANGE)
    async with tcp(_resets) as port, visit(owl(port), hosts) as caller:
        assert await caller.over() == 1
        assert (caller.end.why, caller.end.reason) == (
            "The line to Owl was lost.",
            "Connection reset by peer",
        )


async def test_a_line_that_breaks_in_a_sequence_ends_the_visit_and_shows_what_came(hosts):
    async def breaks(reader: Any, writer: Any) -> None:
        await reader.readuntil(b"115200\0")
        writer.write(b"\0score: 12\x1b[")

    async with tcp(breaks) as port, visit(owl(port), hosts) as caller:
        assert await caller.over() == 0
        assert caller.shown.endswith(b"score: 12\x1b[")


async def test_a_host_that_sends_100_megabytes_is_read_as_slowly_as_it_is_drawn(hosts):
    sent = 0

    async def floods(reader: Any, writer: Any) -> None:
        nonlocal sent
        writer.write(b"\0")
        piece = b"flood \x1b[6n\x07\x1b[31m" * 500
        while sent < 100_000_000:
            writer.write(piece)
            await writer.drain()
            sent += len(piece)

    async with tcp(floods) as port, visit(owl(port), hosts) as caller:
        await caller.shows(b"flood")
        await asyncio.sleep(0.5)
        assert len(caller.shown) < 60_000, "a burst and half a second of it"
        assert sent < 8_000_000, "the kernel holds the rest"
        pass_time(60)
        caller.shown = b""
        async with asyncio.timeout(10):  # without a new burst it would take 30 s
            while len(caller.shown) < BURST:
                caller.news.clear()
                await caller.news.wait()
        await asyncio.wait_for(caller.close(), 10)


async def test_a_host_that_does_not_read_costs_no_memory(hosts):
    async def deaf(reader: Any, writer: Any) -> None:
        writer.transport.pause_reading()
        writer.write(b"\0hello")
        await asyncio.sleep(30)

    async with tcp(deaf) as port, visit(owl(port), hosts) as caller:
        await caller.shows(b"hello")
        for _ in range(20_000):
            caller.end.type(b"x" * 1000)
        line = caller.end._line
        assert line is not None and line.unsent < 10_000


def telnet() -> TelnetCodec:
    return TelnetCodec("ansi", 80, 24, "Owl")


def test_telnet_answers_what_it_knows_and_refuses_the_rest():
    codec = telnet()
    shown, answers = codec.feed(
        b"a\xff\xfd\x1f\xff\xfd\x18\xff\xfb\x01\xff\xfb\x56\xff\xfd\x27b\xff\xffc\xff\xf1"
    )
    assert shown == b"ab\xffc"
    assert answers == (
        b"\xff\xfb\x1f\xff\xfa\x1f\0\x50\0\x18\xff\xf0\xff\xfb\x18\xff\xfd\x01\xff\xfe\x56\xff\xfc\x27"
    )
    assert codec.feed(b"\xff\xfd\x1f\xff\xfb\x01") == (b"", b""), "what is on already needs no answer"
    assert codec.encode_size(255, 50) == b"\xff\xfa\x1f\0\xff\xff\0\x32\xff\xf0"
    assert codec.feed(b"\xff\xfe\x1f") == (b"", b"\xff\xfc\x1f")
    assert codec.encode_size(90, 30) == b""


def test_enter_is_cr_nul_until_both_are_binary():
    codec = telnet()
    assert codec.encode_typing(b"x\xff\r") == b"x\xff\xff\r\0"
    assert codec.feed(b"one\r\0\r\n")[0] == b"one\r\r\n"
    codec.feed(b"\xff\xfd\0\xff\xfb\0")
    assert codec.encode_typing(b"x\r") == b"x\r"


@given(st.binary(max_size=300), st.integers(0, 300))
def test_telnet_is_the_same_however_it_is_cut(data, at):
    whole, cut = telnet(), telnet()
    both = [cut.feed(data[:at]), cut.feed(data[at:])]
    shown, answers = whole.feed(data)
    assert answers == both[0][1] + both[1][1]
    assert shown.replace(b"\r\0", b"\r") == (both[0][0] + both[1][0]).replace(b"\r\0", b"\r")


@given(st.binary(max_size=2000))
def test_an_answer_is_hardly_longer_than_its_question(data):
    assert len(telnet().feed(data)[1]) <= 6 * len(data)
    assert len(RloginCodec("a", "b", "c", 80, 24, "Owl", telnet()).feed(b"\0" + data)[1]) <= 6 * len(data)


def test_a_telnet_command_without_end_is_refused():
    codec = telnet()
    with pytest.raises(FarError, match="without end"):
        for _ in range(LONGEST):
            codec.feed(b"\xff\xfa\x18" + b"x" * 10 if _ == 0 else b"x" * 10)


async def test_a_game_by_ssh_knows_the_window_and_the_key_is_kept(hosts):
    async with ssh() as port:
        door = owl(port, "ssh", password="secret", command="crawl")
        async with visit(door, hosts) as caller:
            await caller.shows(b"Alice ansi (80, 24) crawl")
            caller.end.fit(100, 30)
            await caller.shows(b"now 100x30")
            caller.end.type(b"Q")
            assert await caller.over() == 0
        kept = read(hosts)
        assert re.fullmatch(rf"\[127\.0\.0\.1\]:{port} ssh-ed25519 \S+\n", kept)
        assert mode(hosts) == 0o600 and mode(hosts.parent) == 0o700
        write(hosts, kept := f"{kept.strip()} a comment\n")
        async with visit(door, hosts) as caller:
            await caller.shows(b"Alice ansi")
        assert read(hosts) == kept


async def test_a_host_with_several_keys_is_asked_for_the_kept_one(hosts):
    keys = [HOST_KEY, asyncssh.generate_private_key("ecdsa-sha2-nistp256")]
    async with ssh(*keys) as port:
        for key in keys:
            write(hosts, f"[127.0.0.1]:{port} {key.export_public_key().decode()}")
            async with visit(owl(port, "ssh", password="secret"), hosts) as caller:
                await caller.shows(b"Alice ansi")


async def test_a_changed_host_key_is_refused(hosts):
    async with ssh() as port:
        write(hosts, f"[127.0.0.1]:{port} {OTHER_KEY.export_public_key().decode()}")
        async with visit(owl(port, "ssh", password="secret"), hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why.startswith("Owl isn't the machine it was")
            assert "another host key than in" in caller.end.reason and "secret" not in caller.end.reason
        assert read(hosts).count("\n") == 1


@pytest.mark.parametrize("kind", ["ssh", "doorparty"])
async def test_a_wrong_password_by_ssh(hosts, kind):
    async with ssh() as port, visit(owl(port, kind, login="us", password="wrong"), hosts) as caller:
        assert await caller.over() == 1
        assert caller.end.why == "Owl doesn't let this board in. Please tell the sysop."
        assert "wrong" not in caller.end.reason


async def test_a_private_key_that_is_none(hosts):
    async with ssh() as port, visit(owl(port, "ssh", key="no key"), hosts) as caller:
        assert await caller.over() == 1
        assert caller.end.reason.startswith("ssh_key: ")


async def test_doorparty_is_rlogin_through_ssh(hosts):
    board = Board()
    async with ssh() as port, tcp(board) as inner:
        door = owl(port, "doorparty", login="us", password="secret", tag="OWL", door="lord", rlogin=inner)
        async with visit(door, hosts) as caller:
            await caller.shows(b"Welcome to Owl")
            assert board.greetings == [[b"Alice", b"[OWL]Alice", b"xtrn=lord"]]
            caller.end.type(b"Q")
            assert await caller.over() == 0


async def _plays(reader: Any, writer: Any) -> None:
    writer.write(b"\xff\xfd\x18\xff\xfb\x03LORD\r\n")
    await reader.readuntil(b"Q")


async def test_bbslink_gets_its_hashes_and_then_telnet(hosts):
    link = BbsLink()
    async with tcp(link) as port, tcp(_plays) as players:
        door = owl(port, "bbslink", system="sys", auth="auth", scheme="scheme", door="lord", telnet=players)
        async with visit(door, hosts) as caller:
            await caller.shows(b"LORD")
            caller.end.type(b"Q")
            assert await caller.over() == 0
        token, auth = link.asked
        assert re.fullmatch(r"/token\.php\?key=[A-Za-z]{6}", token["path"])
        key = token["path"][-6:]
        assert auth["path"] == f"/auth.php?key={key}" and auth["X-Key"] == key
        assert (auth["X-User"], auth["X-Door"], auth["X-Rows"]) == ("7", "lord", "24")
        assert "auth" not in (auth["X-Auth"], auth["X-Code"])
        async with visit(replace(door, auth="guess"), hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why == "Owl doesn't let this board in. Please tell the sysop."
            assert "Invalid credentials" in caller.end.reason and "guess" not in caller.end.reason


BAD_TOKENS = [b"", b"a\r\nX-Evil: 1", "é".encode(), b"x" * 201, b"x" * 100_000]
BAD_HEADS = [b"HTTP/1.1 404 Not Found\r\n\r\n", b"HTTP/1.1 200 OK\r\n", b"\r\n\r\n"]


@pytest.mark.parametrize(
    "link", [*(BbsLink(token) for token in BAD_TOKENS), *(BbsLink(head=head) for head in BAD_HEADS)]
)
async def test_a_token_that_is_none_goes_into_no_header(hosts, link):
    async with tcp(link) as port, visit(owl(port, "bbslink"), hosts) as caller:
        assert await caller.over() == 1
        assert caller.end.why == "Owl doesn't speak as it should. Please tell the sysop."
        assert len(link.asked) == 1


async def test_a_slow_answer_is_waited_for_but_not_for_ever(hosts, monkeypatch):
    async with tcp(BbsLink(pause=0.1)) as port, tcp(_plays) as players:
        door = owl(port, "bbslink", system="sys", auth="auth", scheme="scheme", telnet=players)
        async with visit(door, hosts) as caller:
            await caller.shows(b"LORD")
        monkeypatch.setattr(dial, "SECONDS", 0.15)
        async with visit(door, hosts) as caller:
            assert await caller.over() == 1
            assert caller.end.why == "Owl doesn't answer."


def test_every_kind_has_a_port():
    assert set(PORTS) == set(dial._WAYS)
    assert asyncssh.__version__
