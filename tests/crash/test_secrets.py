"""Secrets stay secret: seeds of games in progress, password hashes, keys; and the disk's own troubles."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from boardroom import PASSWORD
from hostile import plain
from served import Served, door, ready_folder, served

from door.records.callers.callers import Callers
from door.records.store.files import Folder


async def playing(board: Served, handle: str = "Alice") -> tuple[object, str]:
    """A caller with a game in play, and all that was said to them."""
    client = await plain(board, "127.0.0.1")
    await client.log_on(handle)
    client.send(b"1\r\0\r\0")
    said = await client.see(b"Tiles to shut? ")
    return client, said.decode()


async def test_no_seed_and_no_hash_is_told_to_anyone(tmp_path):
    """Everything a caller can see, the log at its most talkative, and what every command prints."""
    ready_folder(tmp_path, "Alice", "Bob")
    config = tmp_path / "config" / "board.yaml"
    config.write_text(config.read_text().replace("level: info", "level: debug"))
    with served(tmp_path) as board:
        client, said = await playing(board)
        for words in (b"?\r\0", b"x\r\0", b"q\r\0n\r\0", b"99\r\0"):
            client.send(words)
            await asyncio.sleep(0.1)
        client.send(b"\r\0")
        other = await plain(board, "127.0.0.1")
        await other.log_on("Bob")
        for word in (b"w\r\0\r\0", b"b\r\0\r\0", b"h\r\0\r\0"):
            other.send(word)
            await asyncio.sleep(0.1)
        said += client.shown.decode() + other.shown.decode()
        printed = "".join(
            f"{ran.stdout}{ran.stderr}"
            for ran in (
                door("audit", board=tmp_path), door("check", board=tmp_path),
                door("callers", "list", board=tmp_path),
                door("callers", "show", "Alice", board=tmp_path), door("bulletin", board=tmp_path),
            )
        )  # fmt: skip
        [save] = (tmp_path / "data" / "saves").glob("[!.]*.jsonl")
        seed = json.loads(save.read_text().splitlines()[0])["seed"]
        journal = "".join(path.read_text() for path in (tmp_path / "data" / "journal").glob("*.jsonl"))
        client.hang_up()
        other.hang_up()
        caller = Callers(Folder(tmp_path / "data")).find("Alice")
        assert caller and caller.password.startswith("$argon2id$")
        logged = board.log + (tmp_path / "data" / "log" / "door.log").read_text()
        for secret in (seed, caller.password, caller.password.split("$")[-1], PASSWORD):
            for where, text in (
                ("said", said),
                ("printed", printed),
                ("logged", logged),
                ("journal", journal),
            ):
                assert secret not in text, where
        shown = re.findall(r"Seal: ((?:[0-9a-f]{4} ){4})", said)[0].replace(" ", "")
        assert f'"commit":"{shown}' in journal


async def test_nobody_else_on_the_machine_can_read_it(tmp_path):
    ready_folder(tmp_path, "Alice")
    umask = os.umask(0)
    try:
        with served(tmp_path) as board:
            client, _ = await playing(board)
            board.signal(signal.SIGTERM)
            assert board.end() == 0
            del client
    finally:
        os.umask(umask)
    for path in [tmp_path / "data", *(tmp_path / "data").rglob("*")]:
        if {"bulletins", "log"} & set(path.parts):
            continue  # behind the folder's own mode; bulletins are made to be handed out
        assert path.stat().st_mode & 0o077 == 0, path.relative_to(tmp_path)
    (tmp_path / "data" / "callers").chmod(0o755)
    checked = door("check", board=tmp_path)
    assert "callers" in checked.stdout + checked.stderr


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A board's folder whose data lies on a disk of a few hundred kilobytes, where that can be had."""
    ready_folder(tmp_path, "Alice", "Bob")
    data = tmp_path / "data"
    kept = tmp_path / "kept"
    data.rename(kept)
    data.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k,mode=700", "none", str(data)]
    if os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        subprocess.run(["cp", "-a", f"{kept}/.", str(data)], check=True)
        yield tmp_path
    finally:
        subprocess.run(["umount", "-l", str(data)], check=False)


async def test_a_disk_that_is_full_when_a_game_begins(tiny_disk):
    """Play goes on, caller and log are told, and what was played is on the books once there is room."""
    data = tiny_disk / "data"
    with served(tiny_disk) as board:
        client = await plain(board, "127.0.0.1")
        await client.log_on("Alice")
        filler = data / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        client.send(b"1\r\0\r\0")
        await client.see(b"Tiles to shut? ")
        board.logged(r"(?i)no space left on device")
        client.send(b"q\r\0g\r\0")
        await client.see(b"for the proof")
        filler.unlink()
        await booked(data)
        assert "Traceback" not in board.log
        client.hang_up()
    assert door("audit", board=tiny_disk).returncode == 0


async def test_a_disk_that_is_read_only_when_the_board_starts(tiny_disk):
    """The sysop is told; a game that waits goes on, others begin, and once it can be written all is on the
    books."""
    data = tiny_disk / "data"
    with served(tiny_disk) as board:
        _, said = await playing(board)
        board.signal(signal.SIGTERM)
        assert board.end() == 0
    remount(data, "ro")
    with served(tiny_disk) as board:
        board.logged(r"log cannot be written: Read-only file system")
        board.logged(r"journal in journal/ cannot be written: read-only file system")
        client, _ = await playing(board, "Bob")
        client.send(b"q\r\0g\r\0")
        await client.see(b"for the proof")
        waiting = await plain(board, "127.0.0.1")
        await waiting.log_on("Alice")
        waiting.send(b"1\r\0\r\0")
        again = await waiting.see(b"Tiles to shut? ")
        remount(data, "rw")
        await booked(data, "Bob")
        assert re.findall("Seal: .*", again.decode()) == re.findall("Seal: .*", said)
        assert "Traceback" not in board.log
    ran = door("audit", board=tiny_disk)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def remount(data: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(data)], check=True)


async def test_a_folder_of_saves_that_vanishes_while_a_game_is_played(tmp_path):
    ready_folder(tmp_path, "Alice")
    data = tmp_path / "data"
    with served(tmp_path) as board:
        client, _ = await playing(board)
        (data / "saves").rename(tmp_path / "away")
        client.send(b"q\r\0g\r\0")
        await client.see(b"for the proof")
        await booked(data)
        client.send(b"y\r\0")
        await client.see(b"Tiles to shut? ")
        assert "Traceback" not in board.log
        client.hang_up()
    ran = door("audit", board=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


async def booked(data: Path, caller: str = "Alice") -> None:
    """Waits until a turn and its game are in the journal."""
    for _ in range(900):
        lines = [json.loads(line) for path in (data / "journal").glob("*.jsonl") for line in path.open()]
        if [line["kind"] for line in lines if line.get("caller") == caller][:2] == ["turn", "game"]:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(lines)


async def test_a_journal_folder_that_vanishes_while_the_board_runs(tmp_path):
    ready_folder(tmp_path, "Alice")
    journal = tmp_path / "data" / "journal"
    with served(tmp_path) as board:
        client, _ = await playing(board)
        journal.rename(tmp_path / "away")
        client.send(b"q\r\0g\r\0")
        await client.see(b"for the proof")
        (tmp_path / "away").rename(journal)
        await booked(tmp_path / "data")
        client.hang_up()
        assert "Traceback" not in board.log
    ran = door("audit", board=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
