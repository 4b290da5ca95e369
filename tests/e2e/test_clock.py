"""A whole board under a clock that is far ahead, by libfaketime."""

import json
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import served as support
from served import Served, door, ready_folder, served


def library() -> str:
    """Where libfaketime is, "" if it isn't installed."""
    if not shutil.which("faketime"):
        return ""
    found = subprocess.run(
        ["faketime", "2030-01-01 00:00:00", "sh", "-c", "echo $LD_PRELOAD"], capture_output=True, text=True
    )
    return found.stdout.strip()


FAKETIME = library()
pytestmark = pytest.mark.skipif(not FAKETIME, reason="libfaketime is not installed")


@contextmanager
def wrong_clock(monkeypatch: pytest.MonkeyPatch, **settings: str) -> Iterator[None]:
    with monkeypatch.context() as patch:
        for name, value in {"LD_PRELOAD": FAKETIME, **settings}.items():
            patch.setitem(support.ENVIRON, name, value)
        yield


def times(folder: Path) -> list[str]:
    files = sorted((folder / "data" / "journal").glob("*.jsonl"))
    return [json.loads(line)["t"] for file in files for line in file.read_text().splitlines()]


def grant(folder: Path) -> str:
    """A turn for today, which is told with its date."""
    done = door("callers", "turns", "Ann", "shutbox", "1", board=folder)
    return done.stdout + done.stderr


def ended(board: Served) -> None:
    board.signal(signal.SIGTERM)
    assert board.end() == 0


def test_a_start_in_the_future_leaves_nothing_behind(tmp_path, monkeypatch):
    folder = ready_folder(tmp_path / "board", "Ann")
    with served(folder) as board:
        ended(board)
    assert f"{datetime.now(UTC):%Y-%m-%d}" in grant(folder)
    with wrong_clock(monkeypatch, FAKETIME="@2040-01-01 00:00:10"), served(folder) as board:
        board.logged(r"The clock says 2040-01-01 .* ahead of the board's time")
        ended(board)
    with wrong_clock(monkeypatch, FAKETIME="@2040-01-01 00:00:10"):
        assert "see `door clock` first" in grant(folder)
    with served(folder) as board:
        assert f"{datetime.now(UTC):%Y-%m-%d}" in grant(folder)
        ended(board)
    assert max(times(folder)) < "2040" and "behind" not in board.log
    assert "ahead" not in door("clock", board=folder).stdout


def test_a_leap_while_the_board_runs_is_not_believed(tmp_path, monkeypatch):
    folder, ahead = ready_folder(tmp_path / "board", "Ann"), tmp_path / "ahead"
    ahead.write_text("+0\n")
    fakes = {
        "FAKETIME_TIMESTAMP_FILE": str(ahead), "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }  # fmt: skip
    with wrong_clock(monkeypatch, **fakes), served(folder) as board:
        ahead.write_text("+40d\n")
        board.logged("40 days ahead of the board's time")
        ahead.write_text("+0\n")
        board.logged("The clock is right again")
        ended(board)
    assert "ahead" not in door("clock", board=folder).stdout
