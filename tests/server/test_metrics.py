"""The board's numbers for Prometheus."""

import re
from pathlib import Path

from served import ready_folder

from door.server.board import open_board, read_settings
from door.server.public.pages import numbers

LINE = re.compile(r'door_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+]+')


async def test_every_line_is_one_that_prometheus_reads(tmp_path: Path) -> None:
    folder = ready_folder(tmp_path / "board", "Alice")
    async with open_board(folder, read_settings(folder)) as board:
        board.nodes.answered["telnet"] += 3
        lines = numbers(board).splitlines()
    named = [line.split()[2] for line in lines if line.startswith("# HELP")]
    assert len(named) == len(set(named)) >= 20
    assert all(line.startswith("# ") or LINE.fullmatch(line) for line in lines), lines
    assert 'door_calls_total{kind="telnet"} 3' in lines and 'door_calls{kind="web"} 0' in lines
    assert "Alice" not in "".join(lines)
    about = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    assert about == set(named)
