"""External doors for real: Debian's games on a served board, played by telnet and by SSH."""

import os
import pwd
import re
import select
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import PATIENCE
from people import Person, by_ssh, by_telnet
from pty_client import needs
from served import Served, door, ready_folder, served
from terminal import Terminal

from door.external import workdir
from door.external.program import session_of

ROBOTS = "name: Robots\ntagline: They are not clever.\ncommand: [/usr/games/robots]\n"
WHO = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
SIZE = f"""
name: Size
command: [/bin/sh, -c, "trap 'stty size' WINCH; echo; id -un; echo ready; while :; do read x; done"]
user: {WHO}
drop_file: DOOR.SYS
"""


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A board with external doors, whose visits' folders are in tmp_path/visits."""
    folder = ready_folder(tmp_path / "board", "Alice", expert="on")
    (folder / "config/external/robots.yaml").write_text(ROBOTS)
    (folder / "config/external/size.yaml").write_text(SIZE)
    with served(folder) as running:
        yield running


def at_the_doors(board: Served, person: type[Person]) -> Person:
    one = by_telnet(board, person, "Alice")
    one.type(b"d")
    one.shows(r"1  Robots(?s:.*)2  Size")
    return one


def pid_of(board: Served, slug: str) -> int:
    """The program's number, from the log."""
    return int(
        board.logged(rf"external started node=\d+ caller='Alice' door={slug} pid=\d+").rpartition("=")[2]
    )


def ends(pid: int) -> None:
    """Waits until the process is gone."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    assert select.select([watch], [], [], PATIENCE)[0], "the program outlives its caller"
    os.close(watch)


@needs("telnet")
@needs("/usr/games/robots")
def test_robots_by_telnet(board, person):
    one = at_the_doors(board, person)
    one.type(b"1")
    assert one.shows(r"Directions:.*Legend:.*Score: 0").startswith("+---")
    one.type(b".")
    one.type(b"q")
    one.shows(r"Really quit\?")
    one.type(b"y")
    screen = one.shows(r"More doors.*VISITS LEFT")
    assert "Directions" not in screen, "the board's screen is whole again"
    board.logged(r"external ended node=1 caller='Alice' door=robots status=0 seconds=\d+")
    one.type(b"qg\r")
    one.end()
    ran = door("audit", board=board.folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@needs("ssh")
def test_a_window_that_changes_by_ssh(board, person):
    one = by_ssh(board, person, "Alice")
    one.type(b"d2")
    one.shows(rf"{WHO}\nready")
    one.resize(100, 30)
    one.terminal = Terminal(100, 30)
    one.shows(r"\n29 100\n")
    pid = pid_of(board, "size")
    one.type(b"\x1a\x1a")
    one.shows("VISITS LEFT")
    ends(pid)


@needs("telnet")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_end_of_the_board_is_the_end_of_its_programs(board, person, how):
    one = at_the_doors(board, person)
    one.type(b"2")
    one.shows(rf"{WHO}\nready")
    pid = pid_of(board, "size")
    assert session_of(pid) == [pid]
    (visit,) = Path(tempfile.gettempdir()).glob(f"door-node1-{board.process.pid}-*")
    board.signal(how)
    ends(pid)
    assert board.end() == (0 if how == signal.SIGTERM else -how)
    assert visit.exists() == (how == signal.SIGKILL), "the next visit clears what that has left"
    workdir.clear(visit)


@needs("telnet")
def test_a_door_that_is_saved_or_deleted_is_there_or_gone_at_once(board, person):
    one = at_the_doors(board, person)
    (board.folder / "config/external/other.yaml").write_text("name: Other\ncommand: [/bin/true]\n")
    board.logged("external.other applies at once")
    one.type(b"qd")
    assert re.search(r"1  Other.*2  Robots", one.shows("Other"), re.S)
    (board.folder / "config/external/other.yaml").unlink()
    board.logged("(?s)external.other applies at once.*external.other applies at once")
    assert "Other" not in one.shows("1  Robots")
