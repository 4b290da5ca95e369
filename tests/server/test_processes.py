"""A board in several processes: real callers by telnet, children that are killed, hang, or are replaced."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

import asyncpg
import postgres_kit
import pytest
from hostile import Client, plain
from served import ENVIRON, Served, door, ready_folder, settle

from door.records.store import Change, Unanswered, Unit
from door.records.store.files import Folder
from door.records.store.remote import Owner, RemoteStore
from door.server.processes import parent as module
from door.server.processes.entrance import Child, Entrance, listening
from door.settings import Address
from door.settings.load import defaults
from door.settings.reload import Watch

WORDS = ("--processes", "2", "--telnet", "127.0.0.1:0", "--ssh", "off")


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    board = Served(folder, *WORDS)
    try:
        yield board.listening(1)
        if board.process.poll() is None:
            board.signal(signal.SIGTERM)
            assert board.end() == 0
        assert "Traceback" not in board.log, board.log
    finally:
        board.stop()


def children(board: Served) -> list[int]:
    """The pids of the children that are ready, the oldest first."""
    pids = map(int, re.findall(r"process \d+ is ready \(pid (\d+)\)", board.log))
    return [pid for pid in pids if b"door.server.processes" in _command(pid)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


async def both_on(board: Served) -> tuple[Client, Client]:
    """Ann and Bob, who have reached different children."""
    ann = await plain(board, "127.0.0.2")
    await ann.log_on("Ann")
    bob = await plain(board, "127.0.0.3")
    await bob.log_on("Bob")
    return ann, bob


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return ready_folder(tmp_path / "board", "Ann", "Bob", tour="seen")


async def test_callers_of_two_processes_meet_and_the_sysop_s_commands_reach_both(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(folder / "config" / "board.yaml", connects_per_minute="10", trusted="[]")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        systemd.settimeout(30)
        monkeypatch.setitem(ENVIRON, "NOTIFY_SOCKET", str(folder / "notify"))
        monkeypatch.setitem(ENVIRON, "WATCHDOG_USEC", "30000000")
        with served(folder) as board:
            ann, bob = await both_on(board)
            listed = door("nodes", board=folder).stdout
            nodes = {name: int(re.findall(rf"^ *(\d+) .*{name}", listed, re.M)[0]) for name in ("Ann", "Bob")}
            assert abs(nodes["Ann"] - nodes["Bob"]) > 1, listed
            for name, client in (("Ann", ann), ("Bob", bob)):
                assert door("message", f"{nodes[name]}", f"Hello {name}", board=folder).returncode == 0
                await client.see(f"Hello {name}".encode())
            for name in (signal.SIGTERM, signal.SIGUSR2):  # as systemd may do, which the parent answers
                os.kill(children(board)[0], name)
            await _outlives_a_killed_process(board, (ann, bob))
            _connects_too_often(board)
        assert set(iter(lambda: systemd.recv(100), b"READY=1")) == {b"WATCHDOG=1"}
    assert "… and 5 more from 127.0.0.99" in board.log


def _connects_too_often(board: Served) -> None:
    """It costs five lines of the log, and one at the end."""
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", board.port("telnet")), source_address=("127.0.0.99", 0)):
            pass
    board.logged(r"(?s)(refused telnet from 127.0.0.99: connects too often.*){5}")


async def _outlives_a_killed_process(board: Served, clients: tuple[Client, Client]) -> None:
    """It takes only its own callers, who call again, and is replaced."""
    os.kill(children(board)[0], signal.SIGKILL)
    waits = {asyncio.create_task(client.closed()): client for client in clients}
    [gone], [stays] = await asyncio.wait(waits, timeout=30, return_when=asyncio.FIRST_COMPLETED)
    stays.cancel()
    await asyncio.wait([stays])
    assert "Main menu" in (await _asked_again(waits[stays])).decode()
    again = await plain(board, "127.0.0.4")
    await again.log_on("Ann" if waits[gone] is clients[0] else "Bob")
    board.logged(r"process \d+ has ended by itself")
    board.logged(r"process 3 is ready")
    listed = door("nodes", board=board.folder).stdout
    assert "Ann" in listed and "Bob" in listed


async def _asked_again(client: Client) -> bytes:
    client.send(b"zz\r\0")
    return await client.see(b"command? ")


async def _outlives_a_process_that_hangs(board: Served) -> None:
    """It gets no callers, those that it got go to another one, and it is killed."""
    os.kill(children(board)[0], signal.SIGSTOP)
    early = [await plain(board, f"127.0.0.{number + 2}") for number in range(4)]
    for client in early:
        await client.see(b"Your handle")
    board.logged(r"process \d+ does not answer, and gets no callers")
    assert door("nodes", board=board.folder).returncode == 0
    for number in range(4):
        await (await plain(board, f"127.0.0.{number + 2}")).see(b"Your handle")
    board.logged(r"process \d+ still does not answer, and is killed")
    board.logged(r"process 5 is ready")


async def test_processes_are_replaced_one_by_one_and_no_connection_is_refused(folder: Path) -> None:
    with served(folder) as board:
        board.signal(signal.SIGUSR2)
        async with asyncio.timeout(120):
            for number in count():
                caller = await plain(board, f"127.0.1.{number % 200 + 2}")
                await caller.see(b"Your handle")
                caller.hang_up()
                if "process 4 is ready" in board.log and len(children(board)) == 2:
                    break
        assert number > 2
        assert "refused" not in board.log
        await _outlives_a_process_that_hangs(board)


class Reader:
    """A child's end of the line to its parent, without a process."""

    def __init__(self) -> None:
        self.line, end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.child = Child("", None, self.line, end)  # type: ignore[arg-type]
        self.child.is_ready.set()
        self.end = end

    def read(self) -> list[str]:
        """What has come: the address of each connection, and the other messages."""
        told = []
        with suppress(BlockingIOError):
            while True:
                data, descriptors, *_ = socket.recv_fds(self.end, 4096, 1)
                told.append(json.loads(data)["do"])
                for descriptor in descriptors:
                    with socket.socket(fileno=descriptor) as connection:
                        told[-1] = connection.getpeername()[0]
        return told


@asynccontextmanager
async def entered(folder: Path, *calls: str) -> AsyncIterator[tuple[Entrance, Reader, Reader]]:
    """An entrance that has accepted connections from these addresses, and its two children."""
    settings = defaults(folder, {})
    settings = replace(settings, limits=settings.limits.model_copy(update={"trusted": ()}))
    one, two = Reader(), Reader()
    [(kind, place, door)] = listening(iter([("telnet", Address("127.0.0.1", 0))]))
    entrance = Entrance(lambda: settings, [(kind, door)], [one.child, two.child])
    entrance.open()
    with ExitStack() as callers:
        for number, address in enumerate(calls, 1):
            callers.enter_context(socket.create_connection(tuple(place), source_address=(address, 0)))
            async with asyncio.timeout(10):
                while one.child.calls + two.child.calls < number:  # noqa: ASYNC110
                    await asyncio.sleep(0)
        yield entrance, one, two
        entrance.close()
        for reader in (one, two):
            reader.child.close()


async def test_connections_of_an_address_go_to_one_child_which_counts_them(tmp_path: Path) -> None:
    async with entered(tmp_path, *["127.0.0.2"] * 3, *["127.0.0.3"] * 2, "127.0.0.4") as (_, one, two):
        assert one.read() == ["127.0.0.2"] * 3
        assert two.read() == ["127.0.0.3"] * 2 + ["127.0.0.4"]


async def test_what_a_silent_child_has_not_read_goes_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with entered(tmp_path, "127.0.0.2", "127.0.0.3", "127.0.0.2") as (entrance, one, two):
        one.child.tell("reload")
        one.child.tell("ping")
        monkeypatch.setattr(one.child, "_heard", float("-inf"))
        two.child.is_leaving = True
        entrance.look()
        assert (one.child.calls, two.child.calls) == (2, 1), "nobody else takes them"
        two.child.is_leaving = False
        entrance.look()
        assert one.read() == ["reload"]
        assert two.read() == ["127.0.0.3", "127.0.0.2", "127.0.0.2"]
        assert (one.child.calls, two.child.calls) == (0, 3)


async def test_processes_that_could_not_be_heard_are_not_killed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As after Ctrl-Z, or when a container was frozen."""
    async with entered(tmp_path) as (_, one, two):
        parent = module.Parent(tmp_path, defaults(tmp_path, {}), Owner(Folder(tmp_path)), (), 2)
        parent._children += [one.child, two.child]
        for frozen in (parent, one.child, two.child):
            setattr(frozen, "_looked" if frozen is parent else "_heard", float("-inf"))
        one.child.is_silent = True
        caplog.set_level(logging.INFO)
        parent._look(Watch(tmp_path))
        assert caplog.messages == ["process  answers again"]
        assert one.child.takes_calls and two.child.takes_calls
        assert (one.read(), two.read()) == (["lead", "ping"], ["ping"])


async def test_a_process_that_ends_while_others_are_replaced_gets_one_successor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with entered(tmp_path) as (_, one, two):
        parent = module.Parent(tmp_path, defaults(tmp_path, {}), Owner(Folder(tmp_path)), (), 2)
        parent._children += [one.child, two.child]
        added, ended = [], []

        async def add() -> None:
            added.append(one.child.has_successor)
            parent._children.remove(two.child)

        async def end(child: Child) -> None:
            ended.append(child)

        monkeypatch.setattr(parent, "_add", add)
        monkeypatch.setattr(parent, "_end", end)
        parent.replace()
        await asyncio.wait(parent._tasks)
        assert (added, ended) == ([True], [one.child])


def test_a_board_in_processes_that_cannot_start_ends_with_the_reason(folder: Path) -> None:
    off = ("--processes", "2", "--ssh", "off", "--telnet")
    told = door("serve", *off, "off", board=folder)
    assert (told.returncode, "nobody could call" in told.stderr) == (1, True), told.stderr
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = door("serve", *off, f"127.0.0.1:{taken.getsockname()[1]}", board=folder)
    assert told.returncode == 1 and told.stderr.endswith("address already in use\n"), told.stderr
    settings = folder / "data" / "bans.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("{")
    board = Served(folder, *WORDS)
    assert board.end() == 1
    assert "bans.json" in board.log and "process 3" not in board.log
    assert "another one" not in board.log and "Traceback" not in board.log


def test_a_parent_listens_at_every_address_of_a_host_s_name() -> None:
    addresses = {found[4][0] for found in socket.getaddrinfo("localhost", 0, type=socket.SOCK_STREAM)}
    doors = listening(iter([("telnet", Address("localhost", 0))]))
    for *_, opened in doors:
        opened.close()
    assert {kind for kind, *_ in doors} == {"telnet"} and {place.host for _, place, _ in doors} == addresses


def test_a_parent_does_without_addresses_that_the_machine_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with IPv6 in a container that has only its names."""
    lacked, there = ((socket.AF_INET, 0, 0, "", (host, 0)) for host in ("192.0.2.1", "127.0.0.1"))
    for found in ([lacked, there], [there, lacked]):
        monkeypatch.setattr(socket, "getaddrinfo", lambda *args, found=found, **more: found)
        [(_, place, opened)] = listening(iter([("telnet", Address("board", 0))]))
        opened.close()
        assert place.host == "127.0.0.1"
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: [lacked])
    with pytest.raises(OSError, match="assign"):
        listening(iter([("telnet", Address("board", 0))]))


@pytest.mark.whole("database")
async def test_a_host_s_processes_have_its_name_and_it_ends_when_that_is_another_s(folder: Path) -> None:
    url = await postgres_kit.server().emptied()
    config = folder / "config" / "board.yaml"
    config.write_text(config.read_text().replace("store: files", f'store: "{url}"'))
    with served(folder) as board:
        connection, heard = await asyncpg.connect(url), asyncio.Queue[str]()
        await connection.add_listener("door", lambda *args: heard.put_nowait(json.loads(args[-1])["from"]))
        async with asyncio.timeout(30):
            assert await heard.get() in (f"{socket.gethostname()}/{number}" for number in (1, 2))
        await connection.execute("update host set epoch = epoch + 1")
        await connection.close()
        assert board.end() == 0
        assert "is called" in board.log and "another one is started" not in board.log


async def test_a_parent_ends_although_the_database_owes_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LATE_SECONDS", 0.01)
    late = Future[list[int]]()

    class Silent(Folder):
        def write(self, unit: Unit) -> list[int]:
            raise Unanswered("no answer", late)

    parent = module.Parent(tmp_path, defaults(tmp_path, {}), Owner(Silent(tmp_path)), (), 1)
    ours, theirs = socket.socketpair()
    serving = parent._keep(parent._owner.serve(theirs, "1"))
    client = RemoteStore(ours)
    await client.open()
    writing = asyncio.create_task(client.write(Unit([Change("put", "lines", "a", 0, b"1\n")])))
    await asyncio.sleep(0)
    assert await client.get("lines", "a") is None, "the write has come, too"
    ours.shutdown(socket.SHUT_RDWR)
    async with asyncio.timeout(10):
        await parent.close()
    assert not serving.done()
    late.set_result([1])
    await serving
    writing.cancel()
    await client.close()
