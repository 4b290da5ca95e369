"""The wiring of the listeners."""

import asyncio
import errno
import re
import resource
import socket
import sys
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from certificates import write_certificate
from effort import PATIENCE
from served import open_board, ready_folder

from door.call.api import Upkeep
from door.net.guard.gate import most_connections, most_files, raise_limit
from door.net.ssh import host_key
from door.records.journal.journal import JournalPlan, JournalWaits
from door.records.store import Change, StoreRefused, Unanswered
from door.server import listeners
from door.server.app import NO_FILES, Uncaught
from door.server.board import StartError, load_screens, open_records, print_trouble, read_settings
from door.server.listeners import listen, try_ports
from door.settings.models import LISTENERS

SSH_ONLY = {"telnet": "off", "ssh": "127.0.0.1:0", "rlogin": "off"}


async def start(folder: Path) -> list[str]:
    """Starts and ends a board; the host keys it has in the end."""
    async with open_board(folder, read_settings(folder)) as board:
        for listener in await listen(board, SSH_ONLY):
            await listener.close()
    return sorted(path.name for path in (folder / "data" / "keys").iterdir())


async def test_host_keys_are_loaded_beside_the_loop_and_once_where_both_are_there(tmp_path, monkeypatch):
    folder, loads = ready_folder(tmp_path / "board"), []
    load = host_key.host_keys

    def noted(keys: Path) -> object:
        loads.append(threading.current_thread())
        return load(keys)

    monkeypatch.setattr(host_key, "host_keys", noted)
    monkeypatch.setattr(host_key, "RSA_BITS", 2048)
    assert await start(folder) == [host_key.NAME, host_key.OLD_NAME]
    assert len(loads) == 2, "a new board shows the old clients' key once it is made"
    assert await start(folder) == [host_key.NAME, host_key.OLD_NAME]
    assert len(loads) == 3 and threading.main_thread() not in loads


async def test_tls_with_a_certificate_and_one_sentence_without(tmp_path):
    folder = ready_folder(tmp_path / "board")
    certificate, key = write_certificate(tmp_path, "board.example")
    board_file = folder / "config" / "board.yaml"
    plain = board_file.read_text()

    def choose(certificate: Path, key: Path) -> None:
        tls = f"tls:\n  certificate: {certificate}\n  key: {key}\n"
        board_file.write_text(re.sub(r"^tls:\n(?:  .*\n)+", tls, plain, flags=re.M))

    places = dict.fromkeys(LISTENERS, "off") | {"telnet_tls": "127.0.0.1:0", "web_tls": "127.0.0.1:0"}
    choose(certificate, key)
    async with open_board(folder, read_settings(folder)) as board:
        started = await listen(board, places)
        assert [listener.kind for listener in started] == ["telnet", "web"]
        assert all(listener.tls for listener in started)
        for listener in started:
            await listener.close()
    choose(certificate, tmp_path / "none.key")
    async with open_board(folder, read_settings(folder)) as board:
        with pytest.raises(StartError, match=r"^tls: .*none\.key: no such file or directory$"):
            await listen(board, places)
    board_file.write_text(plain.replace('web_tls: "off"', "web_tls: 127.0.0.1:0"))
    with pytest.raises(StartError, match=r"tls: must name a .*, because listen\.web_tls is on"):
        read_settings(folder)


async def test_a_library_of_another_release_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "door.net.ssh.server", None)
    with pytest.raises(StartError, match=r"^ssh: .*door\.net\.ssh\.server"):
        await start(ready_folder(tmp_path / "board"))


async def test_no_descriptor_for_callers_is_one_line_a_minute(caplog):
    told, loop = Uncaught(), asyncio.get_running_loop()
    for code in (errno.EMFILE, errno.ENFILE, errno.EMFILE):
        told(loop, {"message": "socket.accept() out of system resource", "exception": OSError(code, "x")})
    told(loop, {"message": "another", "exception": OSError(errno.EIO, "x")})
    assert [record.getMessage() for record in caplog.records] == [NO_FILES, "another: OSError: [Errno 5] x"]


async def test_a_module_for_which_no_descriptor_was_left_stops_no_start(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(listeners, "AGAIN_SECONDS", 0.0)
    tries = iter([OSError(errno.EMFILE, "Too many open files", "probe.py"), None])

    def load_or_fail() -> None:
        if error := next(tries):
            raise error
        load_screens()

    folder = ready_folder(tmp_path / "board")
    async with open_records(folder, read_settings(folder)) as board:
        board.load_screens = load_or_fail
        for listener in await listen(
            board, {"telnet": "127.0.0.1:0", "ssh": "off", "web": "off", "rlogin": "off"}
        ):
            await listener.close()
    assert "probe.py: too many open files; it is tried again" in caplog.text
    assert next(tries, "none left") == "none left"


async def test_connections_leave_descriptors_for_the_board_s_files(monkeypatch):
    assert most_connections(4096, 250) == 3696 and most_connections(1 << 20, 250) == 4000
    assert most_connections(1 << 20, 5000) == 10_000 and most_connections(128, 250) == 32
    hard = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda what: (1024, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: None)
    assert most_files() == raise_limit() > 100_000, "there is no limit"
    hard = 4096
    assert most_files() == raise_limit() == 4096


async def test_a_port_that_is_taken_keeps_only_its_listener_down_until_it_is_free(tmp_path, caplog, capsys):
    folder = ready_folder(tmp_path / "board")
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    instead = {
        "telnet": f"127.0.0.1:{port}",
        "ssh": "off",
        "rlogin": "off",
        "finger": "off",
        "web": "127.0.0.1:0",
    }
    async with open_board(folder, read_settings(folder)) as board:
        running = await listen(board, instead)
        try:
            assert [one.kind for one in running] == ["web"]
            sentence = f"telnet: cannot listen on 127.0.0.1:{port}: address already in use"
            assert list(board.services[Upkeep].unheard.values()) == [sentence]
            assert f"{sentence}. Change that address in config/board.yaml" in caplog.text
            journal = board.services.store.journal
            (journal.store.data / "wall.jsonl").mkdir()
            plan = JournalPlan([], [Change("add", "lines", "wall", 0, b"{}\n")])
            with pytest.raises(JournalWaits) as refused:
                await journal.decide(lambda moment: plan, about="ann", waits=True)
            ready = b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            answer = await said(running[0]._server.sockets[0].getsockname()[1], ready)
            assert b"200 OK" in answer and answer.endswith(f"ok\n{sentence}\n{refused.value}\n".encode())
            slept = list[float]()

            async def frees_it(seconds: float) -> None:
                slept.append(seconds)
                if len(slept) == 2:
                    taken.close()

            await try_ports(board, running, instead, frees_it)
            assert slept == [10.0, 10.0] and [one.kind for one in running] == ["web", "telnet"]
            assert not board.services[Upkeep].unheard
            assert f"telnet listening on 127.0.0.1:{port}" in capsys.readouterr().out
        finally:
            for one in running:
                await one.close()
    assert f"journal: 1 line could not be written: {refused.value}" in caplog.text


@pytest.mark.parametrize("late", [False, True])
def test_a_database_that_is_lost_as_a_board_starts_is_named(tmp_path, capsys, late):
    why = "the connection to the database was lost"
    with print_trouble(tmp_path):
        raise Unanswered(why, Future()) if late else StoreRefused(why)
    assert capsys.readouterr().err == f"The board's records cannot be used: {why}.\n"


async def test_if_no_listener_can_start_the_board_does_not(tmp_path):
    folder = ready_folder(tmp_path / "board")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        off = dict.fromkeys(("ssh", "rlogin", "finger"), "off")
        async with open_board(folder, read_settings(folder)) as board:
            with pytest.raises(StartError, match=r"telnet: cannot listen .*\nweb: cannot listen"):
                await listen(board, {**off, "telnet": place, "web": place})


async def said(port: int, data: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return answer
