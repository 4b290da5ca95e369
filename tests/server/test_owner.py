"""One owner for each data folder: real processes, also killed ones."""

import asyncio
import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from effort import PATIENCE
from hostboard import Host, door32, talk
from served import door, ready_folder, served
from unprivileged import unprivileged

from door.commands import CommandError
from door.commands.parts.owner import ask_board
from door.net.control_wire import MAKE_WAY, folder_of, pack, socket_name, unpack
from door.records.clock import boot_id
from door.records.files import owner
from door.records.files.disk import try_lock
from door.records.files.owner import Owned, owning
from door.server import start
from door.settings.skeleton import init
from door.ui.texts import tr

LISTEN = ("--telnet", "127.0.0.1:0", "--rlogin", "127.0.0.1:0", "--ssh", "off")


def test_a_second_board_is_refused_with_the_first_one_s_process(tmp_path):
    folder = ready_folder(tmp_path)
    with served(folder, *LISTEN) as first:
        second = door("serve", *LISTEN, board=folder)
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr.count("\n") == 1
        assert f"{folder / 'data'} belongs to a running board (process {first.process.pid})" in second.stderr
        assert door("nodes", board=folder).returncode == 0


def test_a_killed_board_owns_nothing(tmp_path):
    folder = ready_folder(tmp_path)
    with served(folder, *LISTEN) as killed:
        killed.signal(signal.SIGKILL)
        killed.end()
    with served(folder, *LISTEN):
        assert door("nodes", board=folder).returncode == 0


def mark(data: Path, host: str, boot: str) -> Path:
    data.mkdir()
    (data / owner.NAME).write_text(f"4711 {host} {boot}\n")
    return data / owner.NAME


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner, "WATCH", 0.5)
    monkeypatch.setattr(owner, "BEAT", 0.02)


def test_another_machine_s_living_board_is_not_joined(tmp_path, quick):
    path = mark(tmp_path / "data", "elsewhere", "another-boot")
    said = r"board on elsewhere \(process 4711\)"
    with owner._beating(path), pytest.raises(owner.Owned, match=said), owner.owning(tmp_path / "data"):
        pass
    assert path.read_text().startswith("4711 elsewhere")


@pytest.mark.parametrize(
    ("host", "boot"), [("elsewhere", "another-boot"), (socket.gethostname(), "x"), ("x", boot_id())]
)
def test_a_board_that_was_killed_there_or_here_owns_nothing(tmp_path, quick, host, boot):
    path = mark(tmp_path / "data", host, boot)
    with owner.owning(tmp_path / "data"):
        assert path.read_text().split() == [str(os.getpid()), socket.gethostname(), boot_id()]
    assert path.read_text() == ""


@pytest.mark.parametrize("said", [b"", b"4711\n", b"\xff\xfe \x00", b"a b c d e f", b"1 " * 4000])
def test_any_mark_is_read(tmp_path, quick, said):
    mark(tmp_path / "data", "x", "y").write_bytes(said)
    with owner.owning(tmp_path / "data"):
        pass


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(ready_folder(tmp_path / "board"), tmp_path / "drops")


def owner_of(host: Host) -> int:
    return int((host.folder / "data" / ".owner").read_text().split()[0])


def owned(host: Host) -> bool:
    with (host.folder / "data" / ".owner").open() as file:
        return not try_lock(file.fileno())


def until(condition: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.02)


def events(host: Host) -> list[str]:
    return [line["kind"] for path in sorted((host.folder / "data" / "journal").glob("*.jsonl"))
            for line in map(json.loads, path.read_text().splitlines())]  # fmt: skip


def test_a_call_starts_an_owner_that_ends_when_it_is_idle(host):
    with host.on_a_socket(emulation="0") as (caller, door, _):
        caller.see(b"to shut?")
        assert owner_of(host) != door.pid and owned(host)
        caller.line.close()
        assert door.wait(PATIENCE) == 0
    until(lambda: not owned(host))
    assert "ERROR" not in host.log()


async def test_calls_that_start_at_once_have_one_owner(host):
    words = []
    for name in ("Al", "Bo", "Cy"):
        (host.drops / name).mkdir()
        words.append(host.words(f"{name}/door32.sys", door32("0", 0, alias=name, emulation="0")))
    answers = {"Tiles to shut?": "q", "play on (Enter)?": "l"}
    ended = await asyncio.gather(*(talk(each, answers) for each in words))
    assert [code for code, _ in ended] == [0] * 3
    assert sorted(re.findall(r"log-on node=\d caller='(\w+)@VERT'", host.log())) == ["Al", "Bo", "Cy"]
    assert events(host) == ["turn"] * 3


def test_a_board_takes_over_from_an_owner_without_listeners(host):
    with host.on_a_socket(emulation="0") as (caller, door, _):
        caller.see(b"to shut?")
        with served(host.folder, *LISTEN) as board:
            assert owner_of(host) == board.process.pid
            caller.see(b"Your game is saved")
            assert door.wait(PATIENCE) == 0
            with host.on_a_socket(emulation="0") as (again, second, _):
                again.see(b"A game of yours is waiting")
                board.signal(signal.SIGTERM)
                assert second.wait(PATIENCE) == 0
                assert board.end() == 0
    assert events(host) == ["turn"]


def test_a_killed_owner_ends_its_calls_and_the_games_wait(host):
    with host.on_a_socket(emulation="0") as (caller, door, ours):
        caller.see(b"to shut?")
        os.kill(owner_of(host), signal.SIGKILL)
        _, err = door.communicate(timeout=PATIENCE)
        assert door.returncode == 1 and tr.command.board_hung_up().encode() in err
        assert ours.getblocking()
    with host.on_a_socket(emulation="0") as (caller, door, _):
        caller.see(b"A game of yours is waiting")
        caller.line.close()
        assert door.wait(PATIENCE) == 0
    assert events(host) == ["turn"]


@pytest.mark.parametrize("at", [b"", b"Shut The Box", b"to shut?"])
def test_a_killed_command_ends_its_call(host, at):
    with host.on_a_socket(emulation="0") as (caller, door, _):
        if at:
            caller.see(at)
        door.kill()
        door.wait(PATIENCE)
        until(lambda: not (host.folder / "data" / ".owner").exists() or not owned(host))
    assert "ERROR" not in host.log() if at else True
    with host.on_a_socket(emulation="0") as (caller, door, _):
        caller.see(b"A game of yours is waiting" if at == b"to shut?" else b"Shut The Box")
        caller.line.close()
        assert door.wait(PATIENCE) == 0


def test_another_account_is_told_which_one_may():
    def lay(folder: Path) -> None:
        init(folder)
        (folder / "data" / "control").mkdir(0o000, parents=True)

    refusal = pytest.raises(CommandError, match="the board's own account")
    with unprivileged(lay) as folder, refusal, ask_board(folder, {"do": "run"}):
        pass


def test_it_waits_for_the_owner_no_longer_than_it_makes_sense(tmp_path):
    asked = list[bool]()

    def gives_up() -> bool:
        asked.append(True)
        return len(asked) == 3

    with owning(tmp_path), pytest.raises(Owned, match=str(os.getpid())), owning(tmp_path, 30.0, gives_up):
        raise AssertionError("it has two owners")
    assert len(asked) == 3


@pytest.mark.parametrize(("said", "code"), [({"done": ""}, 0), ({"error": "It is busy."}, 1)])
def test_a_board_waits_longer_for_an_owner_that_makes_way(tmp_path, monkeypatch, said, code):
    folder, tries, owns = ready_folder(tmp_path), list[int](), ExitStack()
    control = folder_of(folder / "data")
    monkeypatch.setattr(start, "PATIENCE", 0.5)
    monkeypatch.setattr(start, "start_log", lambda settings: None)
    monkeypatch.setattr(start, "_board", lambda: lambda *given: 0)
    monkeypatch.setattr(start, "_run", lambda code: code)

    def answer() -> None:
        line, _ = listener.accept()
        with line, line.makefile("rb") as asked:
            assert unpack(asked.readline())["do"] == MAKE_WAY
            line.sendall(pack(said))

    def ends_late(fd: int) -> bool:
        tries.append(fd)
        if len(tries) > 1.5 * start.PATIENCE / owner.NAP:
            owns.close()
        return try_lock(fd)

    with owns, socket.socket(socket.AF_UNIX) as listener:
        owns.enter_context(owning(folder / "data"))
        monkeypatch.setattr(owner, "try_lock", ends_late)
        control.mkdir()
        with socket_name(control) as name:
            listener.bind(name)
        listener.listen()
        answers = threading.Thread(target=answer)
        answers.start()
        assert start.serve(folder, {}) == code
        answers.join()
