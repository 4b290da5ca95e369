"""DOS doors for real: a served board with two lines of YAML, by telnet, SSH, `door run` and `door dos`."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import CHROMIUM, LIGHT, Page, browsing
from dos_kit import name_of, needs_dosbox, test_door, whole
from effort import PATIENCE
from hostboard import Host
from people import Person, by_ssh, by_telnet
from pty_client import needs
from served import Served, door, ready_folder, served

from door.external.program import session_of

pytestmark = needs_dosbox


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return test_door(tmp_path / "game", "fossdoor")


@pytest.fixture
def folder(tmp_path: Path, game: Path) -> Path:
    made = ready_folder(tmp_path / "board", "Alice", expert="on")
    (made / "config/external/toy.yaml").write_text(f"name: The Toy\ndos: [{game}]\n")
    return made


@pytest.fixture
def board(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running


def at_the_door(one: Person) -> None:
    one.type(b"d")
    one.shows(r"1  The Toy")
    one.type(b"1")
    one.shows(r"FOSSIL door: The Door FOSSIL 1\s+COM1:\s+57600")


def watched(board: Served) -> tuple[int, list[int]]:
    """The bridge's number, and what is readable when it and DOSBox have ended."""
    pid = int(board.logged(r"external started node=\d+ caller='Alice' door=toy pid=\d+").rpartition("=")[2])
    members = session_of(pid)
    assert "dosbox" in map(name_of, members)
    return pid, [os.pidfd_open(one) for one in members]


def end(watches: list[int]) -> None:
    for watch in watches:
        assert select.select([watch], [], [], PATIENCE)[0], "something outlives its caller"
        os.close(watch)


@whole
@needs("telnet")
def test_by_telnet_a_caller_plays_and_hangs_up(board, person, game):
    one = by_telnet(board, person, "Alice")
    at_the_door(one)
    one.type(b"echoed")
    one.shows("echoed")
    _, watches = watched(board)
    one.close()
    end(watches)
    board.logged(r"external ended node=1 caller='Alice' door=toy status=\S+")
    assert (game.parent / "FOSS.HUP").read_text() == "saved"


@whole
@needs("ssh")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_by_ssh_and_the_end_of_the_board_saves_the_game(board, person, game, how):
    one = by_ssh(board, person, "Alice")
    at_the_door(one)
    _, watches = watched(board)
    board.signal(how)
    end(watches)
    assert board.end() == (0 if how == signal.SIGTERM else -how)
    assert (game.parent / "FOSS.HUP").read_text() == "saved"


@whole
def test_a_caller_of_another_board_plays_it_by_door_run(folder, tmp_path, game):
    host = Host(folder, tmp_path / "drops")
    words, host.words = host.words, lambda *args, **more: words(*args, **{**more, "slug": "toy"})
    with host.on_a_socket() as (caller, running, _):
        caller.see(b"57600")  # blanks may be a move of the cursor
        caller.type(b"Q")
        caller.see(b"bye")
        caller.see(b"ended")
        caller.type(b" ")
        assert running.wait(PATIENCE) == 0
    assert (game.parent / "FOSS.SAV").read_text() == "saved"


@whole
def test_door_dos_runs_the_set_up_and_tries_the_door(folder, game):
    """On a terminal of 25 rows, without a board that runs. A tall one has DOSBox's log below the door."""
    test_door(game.parent, "paint")
    words, place = [sys.executable, "-m", "door", "dos", "toy"], ["--board", str(folder)]
    one = Person([*words, "PAINT.COM", *place], 80, 25)
    one.shows("╔═ Set-up ═╗")
    one.type(b"\x1b[A")
    one.shows("48")
    one.type(b"\x1b")
    one.shows("has ended")
    one.type(b" ")
    one.end()
    one = Person([*words, "--try", *place], 100, 40)
    one.shows("FOSSIL door")
    one.shows("DOSBox's log\n.*DOSBox version .*Connecting to host 127.0.0.1")
    one.type(b"Q")
    one.shows("has ended")
    one.type(b" ")
    one.see(b"DOSBox's log:")
    one.end()
    assert (game.parent / "FOSS.SAV").read_text() == "saved"
    small = Person([*words, "PAINT.COM", *place], 80, 24)
    small.shows("needs a window of 80x25; yours is 80x24")
    small.type(b"\r")
    small.end()


def test_what_door_dos_refuses(folder):
    for words, why in ((["nosuch"], "There is no DOS door nosuch."), (["toy"], "has no set-up program")):
        ran = door("dos", *words, board=folder)
        assert ran.returncode == 1 and why in ran.stderr and "Traceback" not in ran.stderr


def test_door_check_names_what_is_missing_and_the_walls(folder, game):
    ran = door("check", board=folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"The Toy: walls that hold here: .*own files", ran.stdout), ran.stdout
    (game.parent / "LONGERNAME.TEXT").write_text("")
    (game.parent / "NODE1.CFG").write_bytes(b"FOSSIL\r\nBBSDROP C:\\GAMESRV\\NODE1\\\r\n")
    ran = door("check", board=folder)
    assert "LONGERNAME.TEXT by that name" in ran.stdout
    assert "NODE1.CFG:2 names C:\\GAMESRV\\NODE1\\." in ran.stdout
    (game.parent / "out").symlink_to("/etc")
    (folder / "config/external/toy.yaml").write_text(
        f"name: The Toy\ndos: [{game.with_name('NOSUCH.EXE')}]\nsetup: NOSETUP.EXE\nfolder_megabytes: 1\n"
    )
    (game.parent / "BIG.DAT").write_bytes(bytes(2 << 20))
    ran = door("check", board=folder)
    assert ran.returncode == 1
    for why in (
        "toy.yaml:2: dos: .*NOSUCH.EXE does not exist", "toy.yaml:3: setup: .*NOSETUP.EXE does not exist",
        "toy.yaml:4: folder_megabytes: .*already has 2 megabytes",
        "toy.yaml:2: dos: .*out is a link that leads out of the door's folder",
    ):  # fmt: skip
        assert re.search(why, ran.stderr), ran.stderr


@whole
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
@pytest.mark.parametrize(
    ("name", "ready", "saved"),
    [("fossdoor", r"COM1:\s+57600", "FOSS.HUP"), ("uartdoor", "ready", "UART.HUP")],
)
def test_in_a_browser_a_caller_plays_and_leaves(folder, game, name, ready, saved):
    """Both test doors: keys both ways, and the save behind the caller's back."""
    program = test_door(game.parent, name)
    (folder / "config/external/toy.yaml").write_text(f"name: The Toy\ndos: [{program}]\n")
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0") as board:
        with browsing() as browser:
            context = browser.new_context()
            context.add_init_script(LIGHT)
            page = Page(context, board)
            page.log_on("Alice")
            page.type("d")
            page.until("The Toy")
            page.type("1")
            page.until(ready)
            page.type("xyz")
            page.until("xyz")
            page.press("Control+z")
            page.press("Control+z")
            page.until("VISITS LEFT")
            page.done()
            context.close()
        board.logged(r"external ended node=1 caller='Alice' door=toy status=\S+")
        deadline = time.monotonic() + PATIENCE
        while not (program.parent / saved).exists():
            assert time.monotonic() < deadline, [*program.parent.iterdir()]
            time.sleep(0.1)
