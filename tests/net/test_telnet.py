import asyncio
import contextlib
import gc
import socket
import time

import pytest
from effort import PATIENCE
from hypothesis import given
from hypothesis import strategies as st
from wire import (
    BINARY,
    CHARSET,
    DO,
    DONT,
    ECHO,
    IAC,
    NAWS,
    NEW_ENVIRON,
    SB,
    SE,
    SGA,
    TTYPE,
    WILL,
    WONT,
    EchoBoard,
    TelnetClient,
    naws,
    telnet_board,
    wrapped,
)

from door.net.guard.gate import Gate
from door.net.line import CallLine, Charset, Data, EnterFilter, HungUp, LostCaller, Resized, Term
from door.net.socketline import WireLine
from door.net.telnet.server import COMMANDS, TelnetListener, choose_charset

FULL = {BINARY, SGA, TTYPE, NAWS, NEW_ENVIRON}


@contextlib.asynccontextmanager
async def answered(client=None, **limits):
    """A board, and a client that has seen its prompt."""
    async with telnet_board(**limits) as (board, port):
        client = await (client or TelnetClient(FULL)).call(port)
        await client.see(b"> ")
        yield board, client
        client.hang_up()


ENTERS = [
    (b"a\r\0b\r\nc\rd", b"a\rb\rc\rd"),
    (b"\r\r\0\r\n\r", b"\r\r\r\r"),
    (b"a\nb\n\n", b"a\nb\n\n"),
    (b"\r\0\n", b"\r\n"),
    (b"\r\n\n\0", b"\r\n\0"),
    (b"\0\n\r", b"\0\n\r"),
]


@pytest.mark.parametrize(("sent", "meant"), ENTERS)
def test_every_form_of_enter_at_every_boundary(sent, meant):
    for first in range(len(sent) + 1):
        for second in range(first, len(sent) + 1):
            enter = EnterFilter()
            parts = sent[:first], sent[first:second], sent[second:]
            assert b"".join(enter.feed(part) for part in parts) == meant


@given(st.lists(st.binary(max_size=6).map(lambda b: bytes(b"\r\n\0a"[c % 4] for c in b)), max_size=8))
def test_cutting_the_stream_changes_nothing(parts):
    enter = EnterFilter()
    assert b"".join(map(enter.feed, parts)) == EnterFilter().feed(b"".join(parts))


async def test_a_client_that_answers_is_on_at_once_with_all_it_said():
    environ = b"\0USER\1Al\x1b[2Jice\0LANG\1de_DE.UTF-8\0PATH\1/bin\0COLORTERM\1truecolor"
    async with answered(
        TelnetClient(FULL, terms=(b"XTERM-256COLOR", b"XTERM"), size=(132, 50), environ=environ)
    ) as (board, _):
        hints = board.lines[0].hints
        assert (hints.kind, hints.address, hints.term) == ("telnet", "127.0.0.1", "xterm-256color")
        assert (hints.size, hints.charset) == ((132, 50), "utf-8")
        assert hints.handle == "Al[2Jice"
        assert hints.environ == {"LANG": "de_DE.UTF-8", "COLORTERM": "truecolor"}
        assert not hints.proved


async def test_we_offer_echo_and_character_mode_in_the_first_packet():
    async with telnet_board() as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        first = await reader.read(200)
        for verb, option in [
            (WILL, ECHO),
            (WILL, SGA),
            (WILL, BINARY),
            (DO, BINARY),
            (DO, TTYPE),
            (DO, NAWS),
        ]:
            assert bytes((IAC, verb, option)) in first
        writer.close()


MSSP = 70


async def test_a_list_of_boards_is_told_the_board_s_numbers_once():
    async with telnet_board(status=lambda: {"NAME": "Ä \xff", "PLAYERS": "2"}) as (_, port):
        client = await TelnetClient(FULL).call(port)
        client.send(bytes((IAC, DO, MSSP)) * 2)
        client.send(b"Q")
        await client.closed()
        told = wrapped(MSSP, b"\x01NAME\x02" + "Ä \xff".encode() + b"\x01PLAYERS\x022")[1:]
        assert [one for one in client.asked if one[1] == MSSP] == [bytes((WILL, MSSP)), told]


@pytest.mark.parametrize("answer", [b"", bytes((IAC, DONT, MSSP)), bytes((IAC, DO, MSSP))])
async def test_no_call_waits_for_an_answer_about_that(answer):
    async with telnet_board(connect_seconds=60) as (_, port):
        client = await TelnetClient(FULL).call(port)
        client.send(answer)
        await client.see(b"> ")
        client.hang_up()


async def test_a_client_that_refuses_everything_is_on_at_once():
    async with answered(TelnetClient(set(), lets=set()), connect_seconds=60) as (board, client):
        assert board.lines[0].hints.term == ""
        client.send(b"hello\r\n")
        assert await client.see(b"hello\r") == b"hello\r"


async def test_a_silent_client_is_on_after_the_wait():
    async with telnet_board(connect_seconds=0.05) as (board, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.wait_for(reader.readuntil(b"> "), PATIENCE)
        hints = board.lines[0].hints
        assert (hints.term, hints.size) == ("", None)
        writer.close()


async def test_whoever_types_first_is_not_kept_waiting():
    async with telnet_board(connect_seconds=60) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"k")
        await asyncio.wait_for(reader.readuntil(b"> k"), PATIENCE)
        writer.close()


async def test_late_answers_come_as_events():
    async with telnet_board(connect_seconds=0.02) as (board, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await reader.readuntil(b"> ")
        writer.write(bytes((IAC, WILL, NAWS)) + naws(100, 30))
        assert await board.event() == Resized(100, 30)
        writer.write(bytes((IAC, WILL, TTYPE)))
        await reader.readuntil(bytes((IAC, SB, TTYPE, 1, IAC, SE)))
        writer.write(wrapped(TTYPE, b"\0SyncTERM"))
        assert await board.event() == Term("syncterm")
        writer.write(bytes((IAC, WILL, CHARSET)))
        await reader.readuntil(b"UTF-8")
        writer.write(wrapped(CHARSET, b"\x02IBM437"))
        assert await board.event() == Charset("cp437")
        writer.write(b"k")
        assert await board.event() == Data(b"k")
        writer.close()


async def test_absurd_windows_are_clamped_and_equal_ones_are_no_news():
    async with answered(TelnetClient(FULL, size=(65535, 0xFF00))) as (board, client):
        assert board.lines[0].hints.size == (500, 500)
        client.send(naws(0, 0) + naws(80, 0) + naws(9999, 9999) + wrapped(NAWS, b"\0") + naws(1, 1) + b"k")
        assert await board.event() == Resized(1, 1)
        assert await board.event() == Data(b"k")


async def test_hostile_terminal_types():
    types = (b"\x1b[31mEvil\r\n" + b"A" * 300, b"\xe2\x98\xba", b"")
    async with answered(TelnetClient(FULL, terms=types)) as (board, _):
        term = board.lines[0].hints.term
        assert term.startswith("[31mevila")
        assert len(term) == 40


async def test_a_client_with_a_new_terminal_type_every_time_is_asked_only_so_often():
    async with answered(TelnetClient(FULL, terms=tuple(b"T%d" % n for n in range(100)))) as (_, client):
        assert client.asked.count(bytes((SB, TTYPE, 1, IAC, SE))) <= 6


async def test_a_mud_client_names_itself_then_its_terminal_then_its_abilities():
    terms = (b"TINTIN++", b"xterm-256color", b"MTTS 271")
    async with answered(TelnetClient({TTYPE, NAWS}, lets={SGA, ECHO}, terms=terms)) as (board, _):
        hints = board.lines[0].hints
        assert (hints.term, hints.charset, hints.environ) == ("xterm-256color", "utf-8", {"MTTS": "271"})


async def test_microsofts_client_is_not_asked_for_its_user():
    async with answered(TelnetClient(FULL, terms=(b"ANSI", b"VT100"))) as (_, client):
        requests = [c for c in client.asked if c[:2] == bytes((SB, NEW_ENVIRON))]
        assert requests
        assert all(b"USER" not in r for r in requests)


async def test_syncterm_speaks_first():
    opening = b"".join(
        bytes((IAC, v, o)) for v, o in [(WILL, SGA), (DO, SGA), (WILL, BINARY), (DO, BINARY), (DO, ECHO)]
    )
    async with telnet_board() as (board, port):
        client = TelnetClient({SGA, BINARY, TTYPE, NAWS}, terms=(b"syncterm",))
        await client.call(port)
        client.send(opening)
        await client.see(b"> ")
        assert (board.lines[0].hints.term, board.lines[0].hints.size) == ("syncterm", (80, 24))
        client.send(b"\r")
        assert await board.event() == Data(b"\r")
        client.hang_up()


async def test_commands_that_stand_for_keys_and_commands_that_do_not():
    async with answered() as (board, client):
        client.send(b"a\xff\xf4b\xff\xf7c\xff\xf8\xff\xf1\xff\xf2\xff\xf6\xff\xf9d\xff\xffe")
        assert await board.typed(9) == b"a\x03b\x08c\x15d\xffe"


async def test_options_nobody_asked_for_are_refused_and_their_bodies_ignored():
    async with answered() as (board, client):
        for option in (34, 69, 70, 86, 87, 200, 201):
            client.send(bytes((IAC, WILL, option, IAC, DO, option)) + wrapped(option, b"x" * 100))
        client.send(bytes((IAC, WILL, ECHO)) + b"k")
        await client.see(b"k")
        assert {bytes((DONT, o)) for o in (34, 86, 201)} <= set(client.asked)
        assert {bytes((WONT, o)) for o in (34, 86, 201)} <= set(client.asked)
        assert await board.event() == Data(b"k")


async def test_what_is_sent_has_its_iac_doubled():
    async with telnet_board() as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\xff\xff")
        assert (await reader.readuntil(b"> \xff\xff")).endswith(b"> \xff\xff")
        writer.close()


async def test_a_subnegotiation_without_end_ends_the_call():
    async with answered() as (board, client):
        client.send(bytes((IAC, SB, TTYPE)) + b"x" * 100_000)
        assert await board.end() == "a telnet command without end"


async def test_a_storm_of_options_ends_the_call():
    async with answered() as (board, client):
        client.send(bytes((IAC, DO, TTYPE)) * (COMMANDS + 200))
        assert await board.end() == "too many telnet commands"


async def test_a_flood_of_keys_is_held_back_not_buffered():
    async def deaf(line: CallLine) -> None:
        await asyncio.Event().wait()

    board = EchoBoard()
    board.run = deaf
    async with telnet_board(board) as (_, port):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"k" * 30_000_000)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(writer.drain(), 0.3)
        assert writer.transport.get_write_buffer_size() > 10_000_000, "the board took it all in"
        writer.transport.abort()


@pytest.mark.parametrize("reset", [False, True])
async def test_a_line_that_drops_is_hung_up_for_ever(reset):
    async with answered() as (board, client):
        client.send(b"k")
        await client.see(b"k")
        if reset:
            client.reset()
        else:
            client.hang_up()
        assert await board.end() in ("hung up", "line lost")
        line = board.lines[0]
        assert isinstance(await line.receive(), HungUp)
        assert isinstance(await line.receive(), HungUp)
        with pytest.raises(LostCaller):
            await line.send(b"x")
        await line.hang_up()
        await line.hang_up()


async def test_a_caller_gone_before_the_call_began_makes_none():
    async with telnet_board(connect_seconds=60) as (board, port):
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await reader.read(1)
            writer.close()
        client = await TelnetClient(FULL).call(port)
        await client.see(b"> ")
        assert len(board.lines) == 1
        client.hang_up()


async def test_the_last_words_arrive_before_the_line_closes():
    async with answered() as (board, client):
        client.send(b"Q" + b"and keys nobody reads any more " * 50)
        assert (await client.closed()).startswith(b"Q")
        assert await board.end() == "left"


async def test_a_slow_reader_is_hung_up_after_its_limit_and_others_are_not_held_up():
    lost = asyncio.get_running_loop().create_future()
    begun = asyncio.Event()
    echo = EchoBoard()

    async def run(line: CallLine) -> None:
        if begun.is_set():
            return await echo.run(line)
        begun.set()
        started = time.monotonic()
        try:
            while True:
                await line.send(b"x" * 4000)
        except LostCaller as error:
            lost.set_result((str(error), time.monotonic() - started))

    board = EchoBoard()
    board.run = run
    async with telnet_board(board, send_seconds=1.0) as (_, port):
        slow = socket.create_connection(("127.0.0.1", port))
        slow.sendall(b"go")
        await asyncio.wait_for(begun.wait(), PATIENCE)
        other = await TelnetClient(FULL).call(port)
        await other.see(b"> ")
        answers = 0
        while not lost.done():
            other.send(b"k")
            await other.see(b"k")
            answers += not lost.done()
        reason, seconds = lost.result()
        assert reason == "too slow to take what was sent"
        assert seconds > 0.2
        assert answers, "the other caller was answered meanwhile"
        slow.close()
        other.hang_up()


async def test_a_client_that_reads_no_answers_is_not_read_either():
    async with telnet_board(send_seconds=0.3) as (board, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        await reader.read(1)
        writer.transport.pause_reading()
        writer.write(b"k" * 30_000_000)
        assert await board.end() == "too slow to take what was sent"
        writer.transport.abort()


@pytest.mark.whole("many calls")
async def test_three_hundred_callers_at_once_are_all_served():
    async def one(port: int) -> bytes:
        client = await TelnetClient({TTYPE, NAWS}).call(port)
        await client.see(b"> ")
        client.send(b"Q")
        seen = await client.closed()
        client.hang_up()
        return seen

    async with telnet_board() as (board, port):
        seen = await asyncio.gather(*(one(port) for _ in range(300)))
        assert seen == [b"Q"] * 300
        assert len(board.lines) == 300


async def test_closing_the_listener_ends_calls_and_frees_the_port():
    async with telnet_board() as (_, port):
        client = await TelnetClient(FULL).call(port)
        await client.see(b"> ")
        silent = socket.create_connection(("127.0.0.1", port))
        closed = asyncio.create_task(client.closed())
    await closed
    silent.close()
    client.hang_up()
    with pytest.raises(OSError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_crash_in_one_call_ends_that_call_alone(caplog):
    echo = EchoBoard()

    async def run(line: CallLine) -> None:
        if not echo.lines:
            return await echo.run(line)
        raise RuntimeError("two\nlines")

    board = EchoBoard()
    board.run = run
    async with telnet_board(board) as (_, port):
        first = await TelnetClient(FULL).call(port)
        await first.see(b"> ")
        second = await TelnetClient(FULL).call(port)
        assert await second.closed() == b""
        first.send(b"k")
        await first.see(b"k")
        first.hang_up()
        second.hang_up()
    failures = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
    assert len(failures) == 1
    assert "\n" not in failures[0]
    assert failures[0].startswith("call from 127.0.0.1 failed: RuntimeError: two lines at ")
    assert "test_telnet.py:" in failures[0]


def test_of_a_clients_charsets_ours_is_chosen_as_it_spelt_it():
    assert choose_charset(["ISO-8859-1", "utf8", "IBM437"]) == "utf8"
    assert choose_charset(["IBM437", "US-ASCII"]) == "IBM437"
    assert choose_charset(["KOI8-R", ""]) is None


async def test_the_port_of_another_is_an_os_error():
    async with telnet_board() as (_, port):
        with pytest.raises(OSError):
            await TelnetListener("127.0.0.1", port, EchoBoard().run).start()


async def test_beyond_the_most_connections_new_ones_are_dropped_and_the_old_play_on():
    gate = Gate()
    gate.most = lambda: 1
    async with telnet_board(gate=gate) as (board, port):
        first = await TelnetClient(FULL).call(port)
        await first.see(b"> ")
        second = await TelnetClient(FULL).call(port)
        with contextlib.suppress(ConnectionResetError):
            assert await second.closed() == b""
        second.hang_up()
        first.send(b"k")
        await first.see(b"k")
        first.hang_up()
        assert len(board.lines) == 1


async def test_nothing_of_a_call_is_left_when_it_is_over():
    async with telnet_board() as (board, port):
        for drop in (TelnetClient.hang_up, TelnetClient.reset):
            client = await TelnetClient(FULL).call(port)
            await client.see(b"> ")
            drop(client)
            await board.end()
        board.lines.clear()
    gc.collect()
    assert not [o for o in gc.get_objects() if isinstance(o, WireLine)]
