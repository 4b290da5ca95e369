import asyncio
import contextlib
import logging
import os

import asyncssh
import pytest
from boardroom import Boardroom
from effort import PATIENCE
from other_words import other_words
from ssh_kit import OWN_KEY, connected, session, ssh_board
from wire import TTYPE, EchoBoard, TelnetClient, exchange, telnet_board

from door.net.guard.gate import Gate
from door.net.line import CallLine, Data, Hints, HungUp, LostCaller, Resized
from door.net.ssh.line import SshSession
from door.net.ssh.server import KEYS, PASSWORDS
from door.records.access.failed_logons import LONGEST, Wait
from door.records.journal.lines import RecordsError
from door.ui.texts import speak, tr


async def test_an_unknown_name_comes_in_unproved_and_leaves_with_status_0():
    async with ssh_board() as (board, accounts, port), connected(port, "Newé Caller") as connection:
        env = {"LANG": "en_US.UTF-8", "COLORTERM": "truecolor", "LD_PRELOAD": "x"}
        process = await session(connection, "XTerm-256Color", term_size=(132, 50), env=env)
        assert await process.stdout.readexactly(2) == b"> "
        hints = board.lines[0].hints
        assert (hints.kind, hints.address, hints.term) == ("ssh", "127.0.0.1", "xterm-256color")
        assert (hints.size, hints.charset) == ((132, 50), "utf-8")
        assert (hints.handle, hints.proved, hints.encrypted) == ("New Caller", False, True)
        assert hints.environ == {"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"}
        process.stdin.write(b"\r\xff\x00\x03")
        assert await board.event() == Data(b"\r\xff\x00\x03")
        process.change_terminal_size(100, 40)
        assert await board.event() == Resized(100, 40)
        process.stdin.write(b"Q")
        await process.wait()
        assert process.exit_status == 0
        assert not accounts.tried


async def test_a_known_handle_proves_itself_by_password():
    async with ssh_board() as (board, accounts, port):
        async with connected(port, "Alice", password="secret") as connection:
            await (await session(connection)).stdout.readexactly(2)
            assert (board.lines[0].hints.handle, board.lines[0].hints.proved) == ("Alice", True)
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(port, "Alice", password="wrong"):
                pass
        assert accounts.tried[0] == ("Alice", "secret", "127.0.0.1")
        assert ("Alice", "wrong", "127.0.0.1") in accounts.tried


async def test_a_known_handle_proves_itself_by_its_key_and_by_no_other():
    async with ssh_board() as (board, accounts, port):
        async with connected(port, "alice", client_keys=[OWN_KEY]) as connection:
            await (await session(connection)).stdout.readexactly(2)
            assert board.lines[0].hints.proved
        other = asyncssh.generate_private_key("ssh-ed25519")
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(port, "alice", client_keys=[other]):
                pass
        assert not accounts.tried


async def _calls_a_door(**options):
    """The hints of a call to `shutbox@`, and what the accounts were told."""
    async with ssh_board() as (board, accounts, port), connected(port, "shutbox", **options) as connection:
        await (await session(connection)).stdout.readexactly(2)
        return board.lines[0].hints, accounts


async def test_a_doors_name_lets_a_guest_in_without_a_question():
    hints, accounts = await _calls_a_door(client_factory=lambda: Silent("none"))
    assert (hints.door, hints.handle, hints.proved) == ("shutbox", "", False)
    assert not accounts.tried and not accounts.used


class Silent(asyncssh.SSHClient):
    """A client whose user can't answer. It proves the key of OWN_KEY, or only claims it."""

    def __init__(self, key: str) -> None:
        self.keys = {"claimed": [Claimed()], "own": [OWN_KEY], "none": []}[key]
        self.asked: list[object] = []

    def public_key_auth_requested(self):
        return self.keys.pop() if self.keys else None

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        self.asked += prompts
        return [] if not prompts else None


class Claimed(asyncssh.SSHKeyPair):
    """The public half of OWN_KEY, which everybody may have."""

    def __init__(self) -> None:
        key = OWN_KEY
        super().__init__(key.algorithm, key.algorithm, key.sig_algorithms, key.sig_algorithms,
                         key.public_data, None)  # fmt: skip

    def sign(self, data: bytes) -> bytes:
        return asyncssh.generate_private_key("ssh-ed25519").sign(data, b"ssh-ed25519")


async def test_a_registered_key_goes_into_a_door_as_its_caller():
    hints, accounts = await _calls_a_door(client_factory=lambda: Silent("own"))
    assert (hints.door, hints.handle, hints.proved) == ("shutbox", "Alice", True)
    assert accounts.used == [("Alice", OWN_KEY.public_data)]


async def test_somebody_elses_public_key_proves_nothing():
    hints, accounts = await _calls_a_door(client_factory=lambda: Silent("claimed"))
    assert (hints.door, hints.handle, hints.proved) == ("shutbox", "", False)
    assert not accounts.used


async def test_a_client_with_a_password_only_is_a_guest_as_well():
    hints, accounts = await _calls_a_door(password="secret", preferred_auth="password")
    assert (hints.door, hints.proved) == ("shutbox", False) and not accounts.tried


class Guesser(asyncssh.SSHClient):
    """Tries passwords (or keys) without end."""

    def __init__(self) -> None:
        self.tries = 0
        self.key = asyncssh.generate_private_key("ssh-ed25519")

    def password_auth_requested(self) -> str:
        self.tries += 1
        return f"guess {self.tries}"

    def public_key_auth_requested(self) -> asyncssh.SSHKey:
        self.tries += 1
        return self.key


@pytest.mark.parametrize(("method", "most"), [("password", PASSWORDS), ("publickey", KEYS)])
async def test_guessing_without_end_ends_the_connection(method, most):
    guesser = Guesser()
    async with ssh_board() as (board, accounts, port):
        with pytest.raises(asyncssh.Error):
            async with connected(
                port, "alice", client_factory=lambda: guesser, preferred_auth=method, client_keys=()
            ):
                pass
        assert 1 <= guesser.tries <= most + 1
        assert len(accounts.tried) == (most if method == "password" else 0)
        assert not board.lines


async def test_the_gate_may_send_an_address_or_a_handle_away():
    async with ssh_board() as (_, accounts, port):
        accounts.wait = {"alice": Wait(LONGEST, banned=True)}
        with pytest.raises(asyncssh.Error, match="banned"):
            async with connected(port, "alice", password="secret"):
                pass
        assert not accounts.tried
        accounts.wait = {"": Wait(LONGEST, banned=True)}
        with pytest.raises((asyncssh.Error, OSError)):
            async with connected(port, "bob"):
                pass


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"command": "cat /etc/passwd", "term_type": "xterm"}, tr.refused.no_commands),
        ({"command": "scp -t /tmp"}, tr.refused.no_commands),
        ({"subsystem": "sftp"}, tr.refused.no_subsystems),
        ({"subsystem": "netconf"}, tr.refused.no_subsystems),
        ({}, tr.refused.no_terminal),
    ],
)
async def test_whatever_is_no_caller_gets_one_sentence_and_status_1(options, sentence):
    async with ssh_board() as (board, _, port), connected(port) as connection:
        process = await connection.create_process(encoding=None, **options)
        out, errors = await process.communicate()
        assert (out, errors) == (b"", sentence.in_english.encode() + b"\r\n")
        assert process.exit_status == 1
        assert not board.lines


async def test_a_game_s_file_comes_whole_and_a_refusal_is_one_sentence():
    film, asked = bytes(300_000), []

    async def file(hints: Hints, wanted: str) -> bytes:
        asked.append((hints.handle, hints.proved, wanted))
        if wanted != "cast 1a2b":
            raise RecordsError(tr.refused.no_terminal())
        return film

    async with ssh_board(file=file) as (board, _, port):
        for who, options in (("alice", {"password": "secret"}), ("bob", {})):
            async with connected(port, who, **options) as connection:
                done = await connection.run("cast 1a2b", encoding=None)
                assert (done.stdout, done.stderr, done.exit_status) == (film, b"", 0)
        async with connected(port, "bob") as connection:
            done = await connection.run("png ../../x", encoding=None)
            assert (done.stdout, done.exit_status) == (b"", 1)
            assert done.stderr == tr.refused.no_terminal.in_english.encode() + b"\r\n"
        assert asked == [
            ("alice", True, "cast 1a2b"),
            ("bob", False, "cast 1a2b"),
            ("bob", False, "png ../../x"),
        ]
        assert not board.lines, "nobody is on the board for that"


@pytest.mark.parametrize(("env", "heard"), [({"LANG": "de_DE.UTF-8"}, "Nö.\r\n".encode()), ({}, b"No.\r\n")])
async def test_and_in_the_sysop_s_words_as_far_as_their_character_set_has_them(env, heard):
    own = other_words({tr.refused.no_commands: "Nö."})
    speak(lambda: own)
    async with ssh_board() as (_, _, port), connected(port) as connection:
        process = await connection.create_process("uptime", encoding=None, env=env)
        assert await process.communicate() == (b"", heard)


async def test_nothing_is_forwarded(tmp_path):
    async with ssh_board() as (_, _, port), connected(port) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection(str(tmp_path / "socket"))
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "a"), str(tmp_path / "b"))


async def test_an_agent_is_not_taken(tmp_path):
    async with ssh_board() as (_, _, port), connected(port) as connection:
        chan, _ = await connection.create_session(asyncssh.SSHClientSession, term_type="xterm", encoding=None)
        assert not await chan._make_request(b"auth-agent-req@openssh.com")


async def test_one_session_a_connection():
    async with ssh_board() as (_, _, port), connected(port) as connection:
        process = await session(connection)
        await process.stdout.readexactly(2)
        for _ in range(200):
            with pytest.raises(asyncssh.ChannelOpenError):
                await session(connection)
        process.stdin.write(b"k")
        assert await process.stdout.readexactly(1) == b"k"


async def test_an_environment_without_end_is_not_kept(monkeypatch):
    met, channels = SshSession.connection_made, []
    monkeypatch.setattr(SshSession, "connection_made", lambda self, c: (channels.append(c), met(self, c)))
    async with ssh_board() as (board, _, port), connected(port) as connection:
        env = {f"N{n}": "x" for n in range(500)} | {"LANG": "x" * 100_000}
        process = await session(connection, env=env)
        await process.stdout.readexactly(2)
        assert len(channels[0].get_environment()) <= 32
        assert board.lines[0].hints.environ == {}


async def test_odd_terminals_are_cleaned():
    async with ssh_board() as (board, _, port), connected(port) as connection:
        process = await session(connection, "\x1b[2JEvil" + "x" * 100, term_size=(100000, 0))
        await process.stdout.readexactly(2)
        hints = board.lines[0].hints
        assert hints.term == ("[2jevil" + "x" * 100)[:40]
        assert hints.size is None
        process.change_terminal_size(100000, 100000)
        assert await board.event() == Resized(500, 500)


async def test_signals_and_breaks_change_nothing():
    async with ssh_board() as (board, _, port), connected(port) as connection:
        process = await session(connection)
        process.send_signal("INT")
        process.send_signal("TERM")
        process.send_break(100)
        process.stdin.write(b"k")
        assert await board.event() == Data(b"k")


@pytest.mark.parametrize("how", ["abort", "eof", "channel"])
async def test_a_caller_who_vanishes_has_hung_up(how):
    async with ssh_board() as (board, _, port), connected(port) as connection:
        process = await session(connection)
        await process.stdout.readexactly(2)
        {"abort": connection.abort, "eof": process.stdin.write_eof, "channel": process.close}[how]()
        await board.end()
        line = board.lines[0]
        assert isinstance(await line.receive(), HungUp)
        with pytest.raises(LostCaller):
            await line.send(b"x")
        connection.abort()
        await asyncio.wait_for(line.hang_up(), PATIENCE)
        await line.hang_up()


async def test_a_dead_line_is_found_by_keepalives():
    async with ssh_board(keepalive_seconds=0.05) as (board, _, port), connected(port) as connection:
        process = await session(connection)
        await process.stdout.readexactly(2)
        vars(connection)["_transport"].pause_reading()
        assert await board.end() == "line lost"


async def test_a_slow_reader_is_hung_up_and_what_it_sends_is_not_hoarded():
    lost = asyncio.get_running_loop().create_future()

    async def flood(line: CallLine) -> None:
        try:
            while True:
                await line.send(b"x" * 4000)
        except LostCaller as error:
            lost.set_result(str(error))

    board = EchoBoard()
    board.run = flood
    async with ssh_board(board, send_seconds=0.2) as (_, _, port), connected(port) as connection:
        await session(connection)
        vars(connection)["_transport"].pause_reading()
        assert await asyncio.wait_for(lost, PATIENCE) == "too slow to take what was sent"


async def test_a_closed_window_holds_the_sender_and_then_hangs_up():
    lost = asyncio.get_running_loop().create_future()

    async def flood(line: CallLine) -> None:
        sent = 0
        try:
            while True:
                await line.send(b"x" * 4000)
                sent += 4000
        except LostCaller:
            lost.set_result(sent)

    board = EchoBoard()
    board.run = flood
    async with ssh_board(board, send_seconds=0.2) as (_, _, port), connected(port) as connection:
        process = await session(connection, window=32768)
        process.channel.pause_reading()
        assert await asyncio.wait_for(lost, PATIENCE) < 300_000


async def test_connections_that_do_not_log_on_are_counted_and_timed(caplog):
    caplog.set_level(logging.WARNING, "door.net")
    async with ssh_board(strangers_per_address=2, login_seconds=60) as (board, _, port):
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        for reader, _ in silent:
            await reader.readuntil(b"\n")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
        assert any("too many unauthenticated" in r.getMessage() for r in caplog.records)
        writer.close()
        Boardroom.pass_time(60)
        for reader, writer in silent:
            await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        async with connected(port) as connection:
            process = await session(connection)
            await process.stdout.readexactly(2)
        assert not board.listener.waiting


async def test_a_few_addresses_that_connect_and_say_nothing_keep_nobody_out(caplog):
    caplog.set_level(logging.WARNING, "door.net")
    async with ssh_board(strangers=8, strangers_per_address=2) as (board, _, port):
        silent = []
        for n in range(8):
            address = f"127.0.4.{n // 2}" if n < 4 else f"127.0.{n // 2}.1"
            silent.append(await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)))
            await silent[-1][0].readuntil(b"\n")
        for address in ("127.0.7.1", "127.0.4.9"):
            async with connected(port, local_addr=(address, 0)) as connection:
                await (await session(connection)).stdout.readexactly(2)
                assert len(board.listener.waiting) == 7
                silent.append(await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.5.8", 0)))
                await silent[-1][0].readuntil(b"\n")
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(silent[0][0].read(), PATIENCE) == b""
        assert "hang-up ssh from 127.0.4.0: makes room for a caller" in caplog.text
        assert "127.0.7.1" not in caplog.text and "127.0.4.9" not in caplog.text
        for _, writer in silent:
            writer.close()


async def test_logged_on_callers_do_not_count_as_strangers():
    async with ssh_board(strangers_per_address=1) as (board, _, port), contextlib.AsyncExitStack() as stack:
        for _ in range(3):
            connection = await stack.enter_async_context(connected(port))
            await (await session(connection)).stdout.readexactly(2)
        assert len(board.lines) == 3


async def test_a_name_that_nobody_proves_is_a_stranger_until_its_session_begins(caplog):
    """Any name that is no caller's is authenticated at once, with nothing."""
    caplog.set_level(logging.WARNING, "door.net")
    async with ssh_board(strangers_per_address=2) as (board, _, port), contextlib.AsyncExitStack() as stack:
        first, _ = [await stack.enter_async_context(connected(port, f"zz{n}")) for n in range(2)]
        assert await exchange(port) == b""
        assert "too many unauthenticated connections from one address" in caplog.text
        await (await session(first)).stdout.readexactly(2)
        await stack.enter_async_context(connected(port, "zz2"))
        assert len(board.lines) == 1 and len(board.listener.waiting) == 2


async def test_a_named_connection_without_a_session_makes_room_as_well():
    async with ssh_board(strangers=2, strangers_per_address=2) as (board, _, port):
        async with contextlib.AsyncExitStack() as stack:
            crowd = [
                await stack.enter_async_context(connected(port, f"zz{n}", local_addr=("127.0.4.1", 0)))
                for n in range(2)
            ]
            other = await stack.enter_async_context(connected(port, "Ann", local_addr=("127.0.7.1", 0)))
            await (await session(other)).stdout.readexactly(2)
            await asyncio.wait_for(crowd[0].wait_closed(), PATIENCE)
        assert len(board.lines) == 1


async def test_the_most_connections_are_those_of_all_protocols(caplog):
    caplog.set_level(logging.WARNING, "door.net")
    shared = Gate()
    shared.most = lambda: 2
    async with (
        telnet_board(gate=shared) as (_, telnet),
        ssh_board(gate=shared) as (_, _, ssh),
        connected(ssh),
    ):
        first = await TelnetClient({TTYPE}).call(telnet)
        for port in (ssh, telnet):
            assert await exchange(port) == b""
        await first.see(b"> ")
        first.hang_up()
        async with asyncio.timeout(PATIENCE):
            while len(shared) > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await (await TelnetClient({TTYPE}).call(telnet)).see(b"> ")
    assert [r.getMessage() for r in caplog.records] == [
        "refused ssh from 127.0.0.1: too many connections",
        "refused telnet from 127.0.0.1: too many connections",
    ]


async def test_a_proxys_connections_are_no_strangers():
    gate = Gate(spared={"127.0.0.1"}.__contains__)
    limits = {"strangers": 1, "strangers_per_address": 1}
    async with ssh_board(**limits, gate=gate) as (board, _, port):
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        for reader, _ in lines:
            assert await reader.readuntil(b"\n") == b"SSH-2.0-door\r\n"
        assert not board.listener.waiting
        for _, writer in lines:
            writer.close()


async def test_the_banner_is_neutral():
    async with ssh_board() as (_, _, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.readline() == b"SSH-2.0-door\r\n"
        writer.write(os.urandom(2000) + b"\n")
        await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()


async def test_twenty_callers_at_once():
    async def one(port: int) -> int | None:
        async with connected(port) as connection:
            process = await session(connection)
            await process.stdout.readexactly(2)
            process.stdin.write(b"Q")
            await process.wait()
            return process.exit_status

    async with ssh_board(strangers_per_address=100) as (_, _, port):
        assert await asyncio.gather(*(one(port) for _ in range(20))) == [0] * 20
