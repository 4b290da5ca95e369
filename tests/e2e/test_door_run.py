"""`door run` as other boards start it: real processes, inherited sockets, pipes and terminals."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess

import pytest
from boxplay import move_for
from dropfiles import CHAIN, DOOR_SYS, DORINFO, SHIFTED, SYNCHRONET
from effort import PATIENCE
from hostboard import DOOR, Caller, Host, door32, talk
from pty_client import PtyClient
from served import served

from door.records.callers.callers import Callers
from door.records.store.files import Folder
from door.settings.skeleton import init

whole = pytest.mark.whole("processes")

RLOGIN = ("--telnet", "off", "--ssh", "off", "--web", "off", "--rlogin", "127.0.0.1:0")
PLAY = {"Tiles to shut?": "quit", "play on (Enter)?": "g", "Play again? (y/n)": "y", "help, quit)": "q"}


@pytest.fixture
def host(tmp_path):
    init(tmp_path / "board")
    return Host(tmp_path / "board", tmp_path / "drops")


def journal(host):
    files = sorted((host.folder / "data" / "journal").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def done(words: list[str]) -> subprocess.CompletedProcess[str]:
    """One command to its end; it has nothing to read."""
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)


def ended(door: subprocess.Popen[bytes], seconds: float = PATIENCE) -> tuple[int, str, str]:
    out, err = door.communicate(timeout=seconds)
    return door.returncode, out.decode(), err.decode()


def test_a_caller_on_an_inherited_socket(host):
    with host.on_a_socket() as (caller, door, ours):
        caller.type(b"\x1b[24;80R\x1b[1;4R")
        seen = caller.see(b"to match")
        assert b"Alice@VERT" in seen and b"Node 1" in seen and b"60 min left" in seen
        caller.type(b"\xff\xfa\x1f\x00\x84\x00\x32\xff\xf0\xff\xfb\x18q")
        caller.see(b"Leave this game?")
        assert re.search(rb"\x1b\[(2[6-9]|[34]\d);", caller.raw), "the window's size was heard among the keys"
        caller.type(b"l")
        assert ended(door) == (0, "", "")
        ours.sendall(b"Welcome back to VERT")
        caller.see(b"Welcome back to VERT")
    assert b"\xff" not in caller.raw
    assert [line["caller"] for line in journal(host)] == ["Alice@VERT"]


def test_the_socket_is_left_as_it_was(host):
    with host.on_a_socket() as (caller, door, ours):
        ours.setblocking(True)
        caller.see(b"to match")
        door.send_signal(signal.SIGTERM)
        assert ended(door) == (0, "", "")
        assert ours.getblocking()
        caller.see(b"Your game is saved")
        ours.settimeout(0.05)
        caller.type(b"still here")
        assert ours.recv(100) == b"still here"


@pytest.mark.parametrize("how", ["hang up", "SIGHUP"])
def test_a_lost_caller_ends_the_door_at_once_and_the_game_waits(host, how):
    with host.on_a_socket() as (caller, door, _):
        caller.see(b"Alice@VERT")
        caller.line.close() if how == "hang up" else door.send_signal(signal.SIGHUP)
        assert ended(door)[0] == 0
    if how == "SIGHUP":
        return
    with host.on_a_socket(emulation="0") as (caller, door, _):
        caller.see(b"A game of yours is waiting")
        caller.type(b"quit\rg\r")
        caller.see(b"Play again?")
        caller.line.close()
        assert ended(door)[0] == 0
    assert [line["kind"] for line in journal(host)] == ["turn", "game"]


def test_on_a_terminal_of_the_host(host):
    client = PtyClient(host.words("DOOR.SYS", DOOR_SYS, "--bbs", "WONDER"))
    try:
        client.see(b"\x1b[6n")
        client.type(b"\x1b[24;80R\x1b[1;4R")
        client.see(b"Alice@WONDER")
        client.see(b"126 min left")
        client.see(b"to match")
        assert "▄".encode("cp437") in client.shown, "the host's callers have CP437"
        client.type(b"q")
        client.see(b"Leave this game?")
        client.type(b"l")
        assert client.end() == 0
    finally:
        client.close()


async def test_without_ansi_it_is_plain_text(host):
    lines = [*DORINFO[:9], "0", *DORINFO[10:]]
    code, said = await talk(host.words("dorinfo2.def", lines), PLAY | {"Play again? (y/n)": "n"})
    assert code == 0
    assert "\x1b" not in said and said.isascii()
    assert "Score: " in said
    assert "Alice Liddell@Wonderland" in {line["caller"] for line in journal(host)}


@pytest.mark.parametrize(
    ("lines", "words", "caller", "warned"),
    [
        pytest.param(SYNCHRONET, (), "Alice@VERT", False, marks=whole),
        pytest.param(SYNCHRONET, ("--name", "alias"), "Ally@VERT", False, marks=whole),
        (SHIFTED, (), "Alice Liddell@VERT", True),
        pytest.param(DOOR_SYS, (), "Alice@VERT", False, marks=whole),
        (DOOR_SYS, ("--name", "real"), "Alice Liddell@VERT", False),
    ],
)
async def test_which_of_a_file_s_names_a_caller_goes_by(host, lines, words, caller, warned):
    plain = [*lines[:19], "NG", *lines[20:]]
    code, _ = await talk(
        host.words("DOOR.SYS", plain, "--bbs", "VERT", *words), PLAY | {"Play again? (y/n)": "n"}
    )
    assert code == 0
    assert {line["caller"] for line in journal(host)} == {caller}
    assert ("DOOR.SYS:36: expected the caller's alias, not 'Sysop'" in host.log()) is warned


async def test_a_socket_that_is_standard_output_means_standard_input_and_output(host):
    code, said = await talk(
        host.words("door32.sys", door32("2", 1, emulation="0")), {"Tiles to shut?": "q"}, 1
    )
    assert (code, "play on (Enter)?" in said) == (0, True)


def test_the_screen_of_chain_txt(host):
    client = PtyClient(host.words("CHAIN.TXT", CHAIN))
    try:
        client.see(b"Alice@Wonderland")
        assert b"\x1b[6n" not in client.shown, "a terminal whose size is known is not asked"
        client.see(b"Node 1")
    finally:
        client.close()


def test_minutes_left_are_warned_of(host):
    with host.on_a_socket(minutes="2", emulation="0") as (caller, _, _):
        caller.see(b"2 minutes left on this call.")


def test_no_time_left_spends_no_turn(host):
    with host.on_a_socket(minutes="0") as (caller, door, _):
        caller.see(b"Your time for this call is up.")
        assert ended(door)[0] == 0
    assert journal(host) == []
    assert "refused visitor without time caller='Alice@VERT'" in host.log()


@pytest.mark.parametrize(
    ("name", "lines", "error"),
    [
        ("door32.sys", door32("2", 99), ":2: expected the number of an open, inherited socket, not 99\n"),
        pytest.param(
            "DOOR.SYS", DOOR_SYS[:10], ":11: expected 31 or 52 lines, but the file ends after line 10\n",
            marks=whole,
        ),
        pytest.param(
            "door32.sys", door32("0", 0, alias=""), ":7: expected the caller's name, not ''\n", marks=whole
        ),
    ],
)  # fmt: skip
def test_an_unreadable_drop_file_is_2_with_file_and_line(host, name, lines, error):
    ran = done(host.words(name, lines))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("door run: ") and ran.stderr.endswith(f"{name}{error}")
    assert ran.stderr in host.log().replace("ERROR door.call ", "\n")


def test_a_socket_that_is_none_names_the_file_of_that_folder(host):
    words = host.words("door32.sys", door32("2", 99))
    words[words.index("--dropfile") + 1] = str(host.drops)
    ran = done(words)
    assert ran.returncode == 2 and f"{host.drops}/door32.sys:2: expected the number of" in ran.stderr


def test_a_door_that_there_is_not_is_2_and_a_closed_one_1_and_on_the_log(host):
    ran = done(host.words("DOOR.SYS", DOOR_SYS, slug="chess"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("door run: There is no door 'chess'; the doors are shutbox")
    assert "There is no door 'chess'" in host.log()
    card = host.folder / "config" / "doors" / "shutbox.yaml"
    card.write_text(card.read_text().replace("enabled: true", "enabled: false"))
    ran = done(host.words("DOOR.SYS", DOOR_SYS))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "The door shutbox is closed" in ran.stderr and "The door shutbox is closed" in host.log()


def test_a_fault_in_the_settings_is_1_and_told_once(host):
    card = host.folder / "config" / "doors" / "shutbox.yaml"
    card.write_text(card.read_text().replace("enabled: true", "enabled: x"))
    ran = done(host.words("DOOR.SYS", DOOR_SYS))
    assert ran.returncode == 1
    assert ran.stderr == f"{card}:6: enabled: must be true or false, not 'x'\n"


def test_a_banned_visitor(host):
    callers = Callers(Folder(host.folder / "data"))
    with host.on_a_socket() as (caller, door, _):
        caller.see(b"Alice@VERT")
        caller.line.close()
        ended(door)
    banned = done([*DOOR, "callers", "--board", str(host.folder), "ban", "alice@vert", "rude"])
    assert banned.returncode == 0, banned.stderr
    with host.on_a_socket() as (caller, door, _):
        caller.see(b"You are banned from this door: rude")
        assert ended(door)[0] == 0
    assert callers.read("Alice@VERT").calls == 1


def test_bulletins_for_the_host(host, tmp_path):
    with host.on_a_socket("--write-bulletins", str(tmp_path / "text"), emulation="0") as (caller, door, _):
        while b"Play again?" not in (said := caller.see(b"? ").decode()).encode():
            caller.type(move_for(said).encode() + b"\r")
        caller.type(b"n\rq\r")
        assert ended(door)[0] == 0
    for kind in ("ans", "asc", "txt"):
        assert b"Alice@VERT" in (tmp_path / "text" / f"shutbox.{kind}").read_bytes()
    assert len(list((tmp_path / "text").iterdir())) == 6


@whole
async def test_eight_at_once_share_journal_and_quotas_with_a_board(host):
    with served(host.folder, *RLOGIN) as board:
        words = []
        for number in range(8):
            drop = door32("0", 0, bbs=("VERT", "NIGHT")[number % 2], emulation="0", node=str(number))
            (host.drops / str(number)).mkdir()
            words.append(host.words(f"{number}/door32.sys", drop))
        results = await asyncio.gather(*(talk(each, PLAY) for each in words))
        assert [code for code, _ in results] == [0] * 8
        assert not any("fault" in said for _, said in results)
        board.signal(signal.SIGTERM)
        assert board.end() == 0 and "ERROR" not in board.log
    turns = [line["caller"] for line in journal(host) if line["kind"] == "turn" and not line["free"]]
    assert sorted(turns) == ["Alice@NIGHT"] * 5 + ["Alice@VERT"] * 5, "five turns a day for each Alice"
    audit = await asyncio.to_thread(done, [*DOOR, "audit", "--board", str(host.folder)])
    assert audit.returncode == 0, audit.stdout + audit.stderr
    assert "10 games checked: all proved" in audit.stdout
    assert "ERROR" not in host.log()


@whole
def test_visitors_by_rlogin_are_on_the_board_at_once(host):
    config = host.folder / "config" / "board.yaml"
    config.write_text(config.read_text().replace("boards: []", "boards: [VERT a-long-secret-of-vert]"))
    with served(host.folder, *RLOGIN) as board:
        port = board.port("rlogin")
        with socket.create_connection(("127.0.0.1", port)) as line:
            caller = Caller(line)
            caller.type(b"\0a-long-secret-of-vert\0Alice\0dumb/9600\0")
            assert b"Shut The Box" in caller.see(b"Main menu command?")
        with socket.create_connection(("127.0.0.1", port)) as line:
            caller = Caller(line)
            caller.type(b"\0a-long-secret-of-vert\0Alice\0xtrn=shutbox\0")
            caller.see(b"Tiles to shut?")
            caller.type(b"quit\rl\r")
            caller.see(b"later")
        with socket.create_connection(("127.0.0.1", port)) as line:
            caller = Caller(line)
            caller.type(b"\0not-the-secret-of-vert\0Alice@VERT\0dumb/9600\0")
            assert b"Shut The Box" not in caller.see(b"Your handle")
    assert [line["caller"] for line in journal(host)] == ["Alice@VERT"]


def test_a_bbsdev_drp_is_found_by_the_environment(host):
    lines = ["1.0", "stdio", "", "Ann", "42", "80", "24", "N", "N", "", "", "UTF-8", "en", "ENiGMA", "Attic"]
    words = host.words("BBSDEV.DRP", [*lines, "Sysop", "50", "3", "N"])
    at = words.index("--dropfile")
    env = {**os.environ, "BBSDEV_DRP": words[at + 1]}
    del words[at : at + 2]
    ran = subprocess.run(words, input="q\n", env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert (ran.returncode, ran.stderr) == (0, "") and "Shut The Box" in ran.stdout
    assert re.search(r"run node=1 caller='Ann@Attic' door=shutbox BBSDEV.DRP host_node=3\b", host.log())
    env["BBSDEV_DRP"] += ".no"
    assert subprocess.run(words, env=env, capture_output=True, timeout=PATIENCE).returncode == 2
