import asyncio
import os
import pty
import select
import signal
import socket
import termios
from fcntl import ioctl
from struct import pack

import pytest
from wire import naws

from door.net.hostline import open_host
from door.net.line import Data, HungUp, LostCaller, Resized
from door.net.stdio import open_stdio


async def everything(line) -> bytes:
    got = b""
    while isinstance(event := await asyncio.wait_for(line.receive(), 5), Data):
        got += event.data
    assert isinstance(event, HungUp)
    return got


async def test_a_pipes_line_ends_are_enter_and_its_end_is_hanging_up() -> None:
    source, feed = os.pipe()
    line = await open_stdio(
        source=source, target=1, environ={"LANG": "C.UTF-8", "TERM": "xterm"}, handle="Al"
    )
    hints = line.hints
    assert (hints.kind, hints.term, hints.charset, hints.handle, hints.proved) == (
        "pipe",
        "",
        "utf-8",
        "Al",
        True,
    )
    os.write(feed, b"3 5\n\nq\r\nx\r")
    os.write(feed, b"\ny")
    os.close(feed)
    assert await everything(line) == b"3 5\r\rq\rx\ry"
    assert isinstance(await line.receive(), HungUp)
    await line.hang_up()
    await line.hang_up()
    os.close(source)


@pytest.mark.parametrize("size", [0, 10, 100_000])
async def test_a_file_is_read_to_its_end(tmp_path, size) -> None:
    path = tmp_path / "moves"
    path.write_bytes(b"k" * size)
    source = os.open(path, os.O_RDONLY)
    line = await open_stdio(source=source, target=1, environ={})
    assert await everything(line) == b"k" * size
    await line.hang_up()
    os.close(source)


async def test_no_input_at_all() -> None:
    source = os.open("/dev/null", os.O_RDONLY)
    line = await open_stdio(source=source, target=1, environ={})
    assert await everything(line) == b""
    await line.hang_up()
    os.close(source)


async def test_output_goes_on_after_the_input_has_ended_and_waits_for_its_reader() -> None:
    source, (out, target) = os.open("/dev/null", os.O_RDONLY), os.pipe()
    line = await open_stdio(source=source, target=target, environ={})
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


async def test_a_closed_reader_is_a_lost_caller() -> None:
    (source, feed), (out, target) = os.pipe(), os.pipe()
    line = await open_stdio(source=source, target=target, environ={})
    os.close(out)
    with pytest.raises(LostCaller):
        await line.send(b"x")
    assert isinstance(await line.receive(), HungUp)
    await line.hang_up()
    for descriptor in (source, feed, target):
        os.close(descriptor)


async def test_a_reader_that_stands_still_is_a_lost_caller() -> None:
    (source, feed), (out, target) = os.pipe(), os.pipe()
    line = await open_stdio(source=source, target=target, environ={}, send_seconds=0.05)
    with pytest.raises(LostCaller):
        await line.send(b"x" * 1_000_000)
    await line.hang_up()
    for descriptor in (source, feed, out, target):
        os.close(descriptor)


async def test_a_flood_is_held_back() -> None:
    source, feed = os.pipe()
    os.set_blocking(feed, False)
    line = await open_stdio(source=source, target=1, environ={})
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


async def test_a_terminal_is_raw_tells_its_size_and_is_left_as_it_was() -> None:
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, pack("HHHH", 30, 100, 0, 0))
    before = termios.tcgetattr(slave)
    line = await open_stdio(source=slave, target=slave, environ={"TERM": "XTerm", "LANG": "en_US.UTF-8"})
    hints = line.hints
    assert (hints.kind, hints.term, hints.cols, hints.rows) == ("local", "xterm", 100, 30)
    assert termios.tcgetattr(slave) != before
    os.write(master, b"\r\x03\x1a\n\x7f")
    assert await asyncio.wait_for(line.receive(), 5) == Data(b"\r\x03\x1a\n\x7f")
    sending = asyncio.create_task(line.send(b"screen\n" * 3000))
    shown = b""
    while len(shown) < 21000:
        shown += await asyncio.to_thread(os.read, master, 65536)
    await sending
    assert shown == b"screen\n" * 3000, "no echo, no CR added"
    ioctl(slave, termios.TIOCSWINSZ, pack("HHHH", 50, 132, 0, 0))
    os.kill(os.getpid(), signal.SIGWINCH)
    assert await asyncio.wait_for(line.receive(), 5) == Resized(132, 50)
    await line.hang_up()
    assert termios.tcgetattr(slave) == before
    await line.hang_up()
    with pytest.raises(LostCaller):
        await line.send(b"x")
    assert not select.select([master], [], [], 0)[0]
    os.close(slave)
    os.close(master)


async def test_a_terminal_whose_window_was_closed_hangs_up() -> None:
    master, slave = pty.openpty()
    line = await open_stdio(source=slave, target=slave, environ={})
    os.close(master)
    assert isinstance(await asyncio.wait_for(line.receive(), 5), HungUp)
    await line.hang_up()
    os.close(slave)


async def test_descriptors_stay_blocking_for_the_shell_that_shares_them() -> None:
    master, slave = pty.openpty()
    line = await open_stdio(source=slave, target=slave, environ={})
    await line.send(b"x")
    await line.hang_up()
    assert os.get_blocking(slave)
    os.close(slave)
    os.close(master)


async def test_a_host_boards_socket_tells_sizes_between_keys_whatever_bytes_they_have() -> None:
    ours, theirs = socket.socketpair()
    line = open_host("Al", socket=ours.fileno())
    theirs.sendall(b"a\r\n" + bytes((255, 251, 31)) + naws(266, 10) + b"b\n\r\0")
    got = [await asyncio.wait_for(line.receive(), 5) for _ in range(2)]
    assert sorted(got, key=str) == [Data(b"a\rb\r\r"), Resized(266, 10)]
    await line.send(b"\xff!")
    assert theirs.recv(9) == b" !"
    theirs.close()
    assert await everything(line) == b""
    await line.hang_up()
    ours.close()
