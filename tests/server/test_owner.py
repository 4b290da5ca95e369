"""One owner for each data folder: real processes, also killed ones."""

from __future__ import annotations

import signal
from pathlib import Path

from served import door, ready_folder, served

LISTEN = ("--telnet", "127.0.0.1:0", "--rlogin", "127.0.0.1:0", "--ssh", "off")


def test_a_second_board_is_refused_with_the_first_one_s_process(tmp_path: Path) -> None:
    folder = ready_folder(tmp_path)
    with served(folder, *LISTEN) as first:
        second = door("serve", *LISTEN, board=folder)
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr.count("\n") == 1
        assert f"{folder / 'data'} belongs to a running board (process {first.process.pid})" in second.stderr
        assert door("nodes", board=folder).returncode == 0


def test_a_killed_board_owns_nothing(tmp_path: Path) -> None:
    folder = ready_folder(tmp_path)
    with served(folder, *LISTEN) as killed:
        killed.signal(signal.SIGKILL)
        killed.end()
    with served(folder, *LISTEN):
        assert door("nodes", board=folder).returncode == 0
