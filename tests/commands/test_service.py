"""`door systemd`, what a service tells systemd, `door health`, and the Containerfile's commands."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from effort import PATIENCE
from served import ENVIRON, door, ready_folder, served, settle

from door.commands.service import quote, unit
from door.records.ledger import live_ledger
from door.screens.doors import infos
from door.server import systemd as service
from door.server.board import open_records
from door.settings import load

ROOT = Path(unit.__code__.co_filename).parents[2]


def of(folder: Path) -> str:
    return unit(load(folder, infos()), folder, "board", ["/opt/door/bin/door"])


def values(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.M)


def test_words_are_escaped_as_systemd_reads_them():
    assert quote("/srv/the-door") == "/srv/the-door"
    assert quote('/srv/100% "my" \\ board') == '"/srv/100%% \\"my\\" \\\\ board"'
    assert quote("a\nb") == '"a\\nb"'


def test_a_unit_names_the_folders_that_the_board_writes(tmp_path):
    folder = ready_folder(tmp_path / "my board")
    text = of(folder)
    assert values(text, "ExecStart") == [f'/opt/door/bin/door serve --board "{folder}"']
    assert values(text, "ReadWritePaths") == [f'"{folder}"']
    assert values(text, "LimitNOFILE") == ["8192"] and values(text, "CapabilityBoundingSet") == [""]
    settle(folder / "config" / "board.yaml", data="/var/lib/door", file="/var/log/door/door.log", nodes=9000)
    settle(folder / "config" / "board.yaml", telnet="0.0.0.0:23")
    text = of(folder)
    assert values(text, "ReadWritePaths") == [f'"{folder}"', "/var/lib/door", "/var/log/door"]
    assert values(text, "LimitNOFILE") == ["18150"]
    assert values(text, "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]
    assert values(text, "PrivateUsers") == ["no"]


def test_a_unit_of_a_board_on_a_database_starts_behind_it(tmp_path):
    folder = ready_folder(tmp_path / "board")
    assert values(of(folder), "After") == ["network-online.target time-sync.target"]
    settle(folder / "config" / "board.yaml", store="postgresql://door@db1/door")
    assert values(of(folder), "After") == ["network-online.target time-sync.target postgresql.service"]


def test_a_unit_for_an_account_that_does_not_exist_is_printed_with_a_warning(tmp_path):
    folder = ready_folder(tmp_path / "board")
    ran = door("systemd", "--user", "no-such-account", board=folder)
    assert ran.returncode == 0 and "\nUser=no-such-account\n" in ran.stdout
    assert ran.stderr.startswith("This machine has no account no-such-account.")
    for known in ("root", "54321"):
        assert not door("systemd", "--user", known, board=folder).stderr


def test_a_unit_lets_dos_doors_save_write_and_have_a_network_of_their_own(tmp_path):
    folder = ready_folder(tmp_path / "board")
    assert values(of(folder), "RestrictNamespaces") == ["yes"]
    file = folder / "config" / "external" / "lord.yaml"
    file.write_text("name: LORD\ndos: [/srv/lord/LORD.EXE]\ngrace: 25\n")
    text = of(folder)
    assert values(text, "RestrictNamespaces") == ["user net"] and values(text, "KillMode") == ["mixed"]
    assert "/srv/lord" in values(text, "ReadWritePaths") and values(text, "TimeoutStopSec") == ["55"]
    assert any("landlock_restrict_self" in line for line in values(text, "SystemCallFilter"))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
@pytest.mark.parametrize("port", [2323, 23])
def test_systemd_takes_the_unit_and_calls_it_safe(tmp_path, port):
    folder = ready_folder(tmp_path / 'a 100% "board"')
    settle(folder / "config" / "board.yaml", telnet=f"0.0.0.0:{port}")
    text = unit(load(folder, infos()), folder, "board", [sys.executable, "-m", "door"])
    file = tmp_path / "door.service"
    file.write_text(text.replace("PrivateTmp=no", "PrivateTmp=yes"))  # real boards don't live in /tmp
    verified = subprocess.run(
        ["systemd-analyze", "verify", file], capture_output=True, text=True, timeout=PATIENCE
    )
    assert "door.service" not in verified.stderr, verified.stderr
    asked = ["systemd-analyze", "security", "--offline=true", "--threshold=20", file]
    safe = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE)
    assert safe.returncode == 0, safe.stdout[-300:]


def test_a_service_says_when_it_is_ready_alive_and_stopping_and_logs_json(tmp_path, monkeypatch):
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(path))
        systemd.settimeout(PATIENCE)
        monkeypatch.setitem(ENVIRON, "NOTIFY_SOCKET", str(path))
        monkeypatch.setitem(ENVIRON, "WATCHDOG_USEC", "3000000")
        folder = ready_folder(tmp_path / "board")
        settle(folder / "config" / "board.yaml", format="json")
        with served(folder) as board:
            said = [systemd.recv(100).decode() for _ in range(3)]
            ready = "READY=1\nSTATUS="
            assert set(said) == {ready, "WATCHDOG=1"} and said.count(ready) == 1
            assert door("health", board=board.folder).stdout == "The board is up, with 0 calls.\n"
            systemd.setblocking(False)
            with suppress(BlockingIOError):
                while systemd.recv(100):
                    pass  # what came meanwhile, which would fill the queue
            systemd.settimeout(PATIENCE)
            board.signal(signal.SIGTERM)
            while (state := systemd.recv(100).decode()) != "STOPPING=1":
                assert state == "WATCHDOG=1"
            assert board.end() == 0
    lines = [json.loads(line) for line in board.log.splitlines()]
    (started,) = [line for line in lines if "started in" in line["message"]]
    assert (started["level"], started["logger"]) == ("info", "door.board")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", started["time"])
    down = door("health", board=tmp_path / "board")
    assert down.returncode == 1 and "No board is running" in down.stderr


async def test_systemd_waits_for_a_start_as_long_as_reading_goes_on(tmp_path, monkeypatch):
    folder, path = ready_folder(tmp_path / "board", "Bo"), tmp_path / "notify"
    assert (
        door("play", "shutbox", "--plain", "--caller", "Bo", board=folder, text="\nq\ng\nn\n").returncode == 0
    )
    monkeypatch.setattr(live_ledger, "OFTEN", 1)
    monkeypatch.setattr(service, "TOLD_SECONDS", 0)
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(path))
        systemd.settimeout(PATIENCE)
        async with open_records(folder, load(folder, infos())):
            said = [systemd.recv(100).decode() for _ in range(2)]
    assert [re.sub(r"\d+ %", "N %", one) for one in said] == 2 * [
        "EXTEND_TIMEOUT_USEC=90000000\nSTATUS=Reading the journal: N %"
    ]
    assert said[-1].endswith(" 100 %")


@pytest.mark.whole("container")
def test_the_container_s_command_makes_a_board_serves_it_and_ends_by_sigterm(tmp_path):
    text = (ROOT / "Containerfile").read_text()
    (line,) = re.findall(r"^CMD (.*)$", text, re.M)
    shell, option, script = json.loads(line)
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "door").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m door "$@"\n')
    (bin / "door").chmod(0o755)
    board = tmp_path / "board"
    board.mkdir()
    environ = {**ENVIRON, "PATH": f"{bin}:{os.environ['PATH']}", "DOOR_BOARD": str(board)}
    script = re.sub(r"0\.0\.0\.0:\d+", "127.0.0.1:0", script)
    argv = [shell, option, script]
    for made in (True, False):
        with subprocess.Popen(argv, cwd=board, env=environ, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            printed = ""
            while "web listening" not in printed:
                row = process.stdout.readline()
                assert row, printed
                printed += row
            assert ("Your board is ready" in printed) == made
            process.terminate()
            assert process.wait(30) == 0
    (check,) = re.findall(r"^HEALTHCHECK .*CMD (.*)$", text, re.M)
    assert json.loads(check) == ["door", "health"]
