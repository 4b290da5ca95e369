import asyncio
import contextlib
import os
import pty
import select
import socket
import subprocess
import sys
import termios
from fcntl import ioctl
from struct import pack

import pytest
from effort import PATIENCE
from wire import naws

from door.commands.parts.owner import about_terminal
from door.net.line import Data, Hints, HungUp, LostCaller, Resized
from door.net.own_terminal import COLOURED, OwnTerminal, terminfo
from door.net.stdio import Commands, HostLine, StdioLine
from door.server.handed import hints_of
from door.term.profile import Profile


@pytest.fixture
def terminal(monkeypatch):
    """A terminal on standard input and output: what stands behind it, and its descriptor."""
    master, slave = pty.openpty()
    with open(slave, "w", closefd=False) as stream:
        for name in ("__stdin__", "__stdout__"):
            monkeypatch.setattr(sys, name, stream)
        for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
            monkeypatch.delenv(name, raising=False)
        yield master, slave
    for descriptor in (master, slave):
        with contextlib.suppress(OSError):
            os.close(descriptor)


def local(slave: int, seconds: float = 30.0) -> StdioLine:
    return StdioLine(slave, slave, Hints("local", ""), seconds)


def pipe(source: int, target: int = 1, seconds: float = 30.0) -> StdioLine:
    return StdioLine(source, target, Hints("pipe", ""), seconds)


async def everything(line) -> bytes:
    got = b""
    while isinstance(event := await asyncio.wait_for(line.receive(), 5), Data):
        got += event.data
    assert isinstance(event, HungUp)
    return got


async def test_a_pipes_line_ends_are_enter_and_its_end_is_hanging_up():
    source, feed = os.pipe()
    line = pipe(source)
    os.write(feed, b"3 5\n\nq\r\nx\r")
    os.write(feed, b"\ny")
    os.close(feed)
    assert await everything(line) == b"3 5\r\rq\rx\ry"
    assert isinstance(await line.receive(), HungUp)
    await line.hang_up()
    await line.hang_up()
    os.close(source)


async def test_a_second_line_on_the_same_pipe_stops_nobody():
    source, feed = os.pipe()
    lines = pipe(source), pipe(os.dup(source))
    os.write(feed, b"x")
    waiting = [asyncio.create_task(line.receive()) for line in lines]
    done, _ = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    assert [task.result() for task in done] == [Data(b"x")]
    os.close(feed)
    await asyncio.wait(waiting, timeout=PATIENCE)
    for line in lines:
        await line.hang_up()


@pytest.mark.parametrize("size", [0, 10, 100_000])
async def test_a_file_is_read_to_its_end(tmp_path, size):
    path = tmp_path / "moves"
    path.write_bytes(b"k" * size)
    source = os.open(path, os.O_RDONLY)
    line = pipe(source)
    assert await everything(line) == b"k" * size
    await line.hang_up()
    os.close(source)


async def test_no_input_at_all():
    source = os.open("/dev/null", os.O_RDONLY)
    line = pipe(source)
    assert await everything(line) == b""
    await line.hang_up()
    os.close(source)


async def test_output_goes_on_after_the_input_has_ended_and_waits_for_its_reader():
    source, (out, target) = os.open("/dev/null", os.O_RDONLY), os.pipe()
    line = pipe(source, target)
    await everything(line)
    text = bytes(range(256)) * 2000
    sending = asyncio.create_task(line.send(text))
    got = b""
    while len(got) < len(text):
        got += await asyncio.to_thread(os.read, out, 65536)
    await sending
    assert got == text
    await line.hang_up()
    for descriptor in (source, out, target):
        os.close(descriptor)


async def test_a_closed_reader_is_a_lost_caller():
    (source, feed), (out, target) = os.pipe(), os.pipe()
    line = pipe(source, target)
    os.close(out)
    with pytest.raises(LostCaller):
        await line.send(b"x")
    assert isinstance(await line.receive(), HungUp)
    await line.hang_up()
    for descriptor in (source, feed, target):
        os.close(descriptor)


async def test_a_reader_that_stands_still_is_a_lost_caller():
    (source, feed), (out, target) = os.pipe(), os.pipe()
    line = pipe(source, target, seconds=0.05)
    with pytest.raises(LostCaller):
        await line.send(b"x" * 1_000_000)
    await line.hang_up()
    for descriptor in (source, feed, out, target):
        os.close(descriptor)


async def test_a_descriptor_with_the_number_of_one_that_was_hung_up_is_another_s():
    (source, feed), (out, target), (later, more) = os.pipe(), os.pipe(), os.pipe()
    line = pipe(source, target)
    sending = asyncio.create_task(line.send(bytes(1 << 20)))
    await asyncio.sleep(0)
    assert not select.select([], [target], [], 0)[1], "it waits for its reader"
    await line.hang_up()
    os.dup2(more, target)  # before `sending` hears of it
    room = asyncio.Event()
    asyncio.get_running_loop().add_writer(target, room.set)
    with pytest.raises(LostCaller):
        await sending
    await asyncio.wait_for(room.wait(), PATIENCE)
    asyncio.get_running_loop().remove_writer(target)
    assert not select.select([later], [], [], 0)[0], "it is sent nothing"
    for descriptor in (source, feed, out, target, later, more):
        os.close(descriptor)


async def test_a_flood_is_held_back():
    source, feed = os.pipe()
    os.set_blocking(feed, False)
    line = pipe(source)
    written = 0
    for _ in range(200):
        try:
            written += os.write(feed, b"k" * 65536)
        except BlockingIOError:
            pass
        await asyncio.sleep(0)
    assert written < 1_000_000
    await line.hang_up()
    os.close(source)
    os.close(feed)


async def test_a_terminal_s_bytes_pass_as_they_are(terminal):
    master, slave = terminal
    ioctl(slave, termios.TIOCSWINSZ, pack("HHHH", 30, 100, 0, 0))
    before = termios.tcgetattr(slave)
    own = OwnTerminal()
    assert own.size == (100, 30)
    restore = own.raw()
    assert termios.tcgetattr(slave) != before
    line = local(slave)
    os.write(master, b"\r\x03\x1a\n\x7f")
    assert await asyncio.wait_for(line.receive(), PATIENCE) == Data(b"\r\x03\x1a\n\x7f")
    sending = asyncio.create_task(line.send(b"screen\n" * 3000))
    shown = b""
    while len(shown) < 21000:
        shown += await asyncio.to_thread(os.read, master, 65536)
    await sending
    assert shown == b"screen\n" * 3000, "no echo, no CR added"
    line.resize(132, 50)
    assert await asyncio.wait_for(line.receive(), PATIENCE) == Resized(132, 50)
    await line.hang_up()
    await line.hang_up()
    with pytest.raises(LostCaller):
        await line.send(b"x")
    restore()
    assert termios.tcgetattr(slave) == before
    assert not select.select([master], [], [], 0)[0], "nothing was asked of the terminal"


async def test_a_terminal_whose_window_was_closed_hangs_up(terminal):
    master, slave = terminal
    line = local(slave)
    os.close(master)
    assert isinstance(await asyncio.wait_for(line.receive(), 5), HungUp)
    await line.hang_up()


async def test_descriptors_stay_blocking_for_the_shell_that_shares_them(terminal):
    _, slave = terminal
    line = local(slave)
    await line.send(b"x")
    await line.hang_up()
    assert os.get_blocking(slave)


async def test_a_terminal_that_takes_nothing_any_more_is_left_without_waiting(terminal):
    _, slave = terminal
    before = termios.tcgetattr(slave)
    restore = OwnTerminal().raw()
    line = local(slave, 0.05)
    with pytest.raises(LostCaller):
        await line.send(b"x" * 1_000_000)
    await line.hang_up()
    restore()
    assert termios.tcgetattr(slave) == before


@pytest.mark.parametrize(
    ("term", "variables", "colours"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "rgb"),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, "mono"),
        ("screen", {}, "16"),
        ("linux", {}, "16"),
        ("vt100", {}, "mono"),
        ("vt100", {"FORCE_COLOR": "1"}, "mono"),
        ("wezterm", {}, "rgb"),
        ("dumb", {}, "mono"),
        ("", {}, "16"),
    ],
)
def test_a_terminals_colours_are_what_terminfo_and_its_user_say(
    terminal, monkeypatch, term, variables, colours
):
    master, _ = terminal
    for name, value in {"TERM": term, **variables}.items():
        monkeypatch.setenv(name, value)
    hints = hints_of(about_terminal(OwnTerminal()))
    assert Profile.from_hints(hints.term, environ=hints.environ).colours == colours
    assert not select.select([master], [], [], 0)[0], "nothing was asked of the terminal"


@pytest.mark.parametrize("term", sorted(COLOURED))
def test_terminals_that_need_no_blessed_have_colours_as_it_says(term):
    kind = terminfo(term)
    assert kind and kind.number_of_colors > 0


@pytest.mark.parametrize("end", ["raise RuntimeError", "raise KeyboardInterrupt", "sys.exit(3)", "pass"])
def test_however_a_program_ends_its_terminal_is_left_as_it_was(end):
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    code = (
        "import sys, termios; from door.net.own_terminal import OwnTerminal; OwnTerminal().raw();"
        "from door.commands.parts.owner import about_terminal; about_terminal(OwnTerminal());"
        "print('raw', not termios.tcgetattr(0)[3] & termios.ECHO, 'blessed' in sys.modules, file=sys.stderr);"
        f"{end}"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], stdin=slave, stdout=slave, stderr=subprocess.PIPE,
        env=os.environ | {"TERM": "xterm-256color"},
    )  # fmt: skip
    assert ended.stderr.startswith(b"raw True False"), "a usual terminal needs no blessed"
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (255, 50), (80, 255), (255, 255)])
def test_a_255_need_not_be_doubled_in_a_windows_size(cols, rows):
    size = pack("!HH", cols, rows)
    for body in (size, size.replace(b"\xff", b"\xff\xff")):
        stream = b"a\xff\xfa\x1f" + body + b"\xff\xf0b"
        for at in range(len(stream) + 1):
            commands = Commands()
            (first, some), (rest, more) = commands.feed(stream[:at]), commands.feed(stream[at:])
            assert (first + rest, some + more) == (b"ab", [Resized(cols, rows)])


async def test_a_host_boards_socket_tells_sizes_between_keys_whatever_bytes_they_have():
    ours, theirs = socket.socketpair()
    line = HostLine(ours.fileno(), ours.fileno(), Hints("host", ""))
    line.commands = Commands()
    theirs.sendall(b"a\r\n" + bytes((255, 251, 31)) + naws(266, 10) + b"b\n\r\0")
    got = [await asyncio.wait_for(line.receive(), 5) for _ in range(2)]
    assert sorted(got, key=str) == [Data(b"a\rb\r\r"), Resized(266, 10)]
    await line.send(b"\xff!")
    assert theirs.recv(9) == b" !"
    theirs.close()
    assert await everything(line) == b""
    await line.hang_up()
    ours.close()
