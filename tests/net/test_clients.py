"""Real clients on real terminals, at a bare line: telnet and OpenSSH (on a board: e2e/test_clients)."""

import asyncio
from collections.abc import Callable

import pytest
from pty_client import PtyClient, needs
from ssh_kit import ssh_board
from wire import telnet_board

from door.net.line import Data, Resized
from door.ui.texts import tr


async def on(client: PtyClient, script: Callable[[PtyClient], object]) -> None:
    """Runs a client's script in a thread, since the board lives in this one."""
    try:
        await asyncio.to_thread(script, client)
    finally:
        client.close()


def ssh(port: int, *more: str, name: str = "bob") -> list[str]:
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "SendEnv=LANG"]
    flags = [part for option in options for part in ("-o", option)]
    return ["ssh", "-F", "none", "-p", str(port), *flags, *more[:-1], f"{name}@127.0.0.1", *more[-1:]]


def echo_and_leave(client: PtyClient) -> None:
    client.see(b"> ")
    client.type(b"abc\r")
    client.see(b"abc\r")
    client.type(b"Q")
    client.see(b"Q")
    assert client.end() == 0


@needs("telnet")
async def test_inetutils_telnet():
    async with telnet_board() as (board, port):
        client = PtyClient(["telnet", "127.0.0.1", str(port)], cols=100, rows=30)
        await on(client, echo_and_leave)
        hints = board.lines[0].hints
        assert (hints.term, hints.size) == ("xterm-256color", (100, 30))
        assert await board.typed(5) == b"abc\rQ"
        assert client.shown.count(b"abc") == 1, "echoed by the board alone"


@needs("telnet")
async def test_a_window_dragged_in_telnet():
    async with telnet_board() as (board, port):
        client = PtyClient(["telnet", "127.0.0.1", str(port)])
        await asyncio.to_thread(client.see, b"> ")
        client.resize(132, 50)
        assert await board.event() == Resized(132, 50)
        client.close()


@needs("ssh")
async def test_openssh_as_a_stranger():
    async with ssh_board() as (board, _, port):
        client = PtyClient(ssh(port, "-t", "")[:-1], cols=132, rows=50)
        await on(client, echo_and_leave)
        hints = board.lines[0].hints
        assert (hints.term, hints.size) == ("xterm-256color", (132, 50))
        assert (hints.handle, hints.proved, hints.charset) == ("bob", False, "utf-8")
        assert await board.typed(5) == b"abc\rQ"


@needs("ssh")
async def test_a_window_dragged_in_openssh():
    async with ssh_board() as (board, _, port):
        client = PtyClient(ssh(port, "-t", "")[:-1])
        await asyncio.to_thread(client.see, b"> ")
        client.resize(90, 33)
        assert await board.event() == Resized(90, 33)
        client.type(b"k")
        assert await board.event() == Data(b"k")
        client.close()


@needs("ssh")
@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["-T", ""], tr.refused.no_terminal),
        (["-T", "uptime"], tr.refused.no_commands),
        (["-t", "uptime"], tr.refused.no_commands),
        (["-s", "sftp"], tr.refused.no_subsystems),
        (["-A", "-T", ""], tr.refused.no_terminal),
    ],
)
async def test_openssh_for_anything_else(more, sentence):
    def script(client: PtyClient) -> None:
        client.see(sentence.in_english.encode())
        assert client.end() == 1

    async with ssh_board() as (board, _, port):
        argv = ssh(port, *more)
        await on(PtyClient(argv if argv[-1] else argv[:-1]), script)
        assert not board.lines


@needs("ssh")
async def test_openssh_forwards_nothing():
    def script(client: PtyClient) -> None:
        client.see(b"remote port forwarding failed")
        assert client.end() != 0

    async with ssh_board() as (_, _, port):
        argv = ssh(port, "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:9", "")[:-1]
        await on(PtyClient(argv), script)
