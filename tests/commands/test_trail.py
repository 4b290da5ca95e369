"""The trail says who has changed what, from which value to which, and no secret."""

import json
import re
import signal
from pathlib import Path

import pytest
from served import door, ready_folder, served, settle

from door.cli import main
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.store.files import Folder
from door.server.log import TRAIL_LINE

LINE = re.compile(r"trail (\w[\w-]*) by='([^']*)' about='([^']*)' before='([^']*)' after='([^']*)'")


def trail(board: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[tuple[str, ...]]:
    capsys.readouterr()
    assert main(["--board", str(board), "log", "--trail", *more]) == 0
    return [found.groups() for line in capsys.readouterr().out.splitlines() if (found := LINE.search(line))]


def test_what_a_shell_changes_while_no_board_runs_is_in_it(tmp_path, capsys):
    board = ready_folder(tmp_path / "board", "Ann")
    for words in (
        ["level", "Ann", "7"], ["ban", "Ann", "too", "loud"], ["unban", "Ann"],
        ["turns", "Ann", "shutbox", "3"],
        ["ban-address", "203.0.113.9", "--days", "3"], ["unban-address", "203.0.113.9"], ["invite", "Ann"],
    ):  # fmt: skip
        assert main(["--board", str(board), "callers", *words]) == 0
    word = re.search(r"\w{4}(?:-\w{4}){3}", capsys.readouterr().out)
    lines = trail(board, capsys)
    assert [line[0] for line in lines] == [
        "level", "ban", "unban", "turns", "keep-out", "let-in", "invite",
    ]  # fmt: skip
    assert lines[0] == ("level", "Sysop", "Ann", "10", "7") and lines[1][3:] == ("", "too loud")
    assert lines[2][3:] == ("too loud", "") and lines[3][4].startswith("shutbox +3 20")
    assert lines[4] == ("keep-out", "Sysop", "203.0.113.9", "", "3")
    assert word and word[0] not in (board / "data" / "log" / "door.log").read_text()
    assert trail(board, capsys, "203", "--lines", "1") == [lines[5]]


def test_settings_are_in_it_whether_a_command_a_file_or_a_restart_brings_them(tmp_path, capsys):
    folder = ready_folder(tmp_path / "board", "Ann")
    file = folder / "config" / "board.yaml"
    with served(folder) as board:
        assert door("config", "set", "limits.nodes", "9", board=folder).returncode == 0
        assert door("config", "set", "callers.new_password", "tadpole", board=folder).returncode == 0
        settle(file, idle_minutes="3")
        board.logged("trail setting by='a file'")
        assert door("callers", "level", "Ann", "8", board=folder).returncode == 0
        board.signal(signal.SIGTERM)
        assert board.end() == 0
    assert main(["--board", str(folder), "config", "set", "log.level", "error"]) == 0
    assert "webhooks: {}\n" in file.read_text()
    file.write_text(
        file.read_text().replace("webhooks: {}\n", "webhooks: {bot: {url: https://bot.example/}}\n")
    )
    (folder / "config" / "external" / "owl.yaml").write_text(
        "name: Owl\ntelnet: owl.example:23\nminutes: 5\n"
    )
    with served(folder) as board:
        board.signal(signal.SIGTERM)
        assert board.end() == 0
    lines = trail(folder, capsys)
    assert ("setting", "the command line", "limits.nodes", "250", "9") in lines
    assert ("setting", "a file", "limits.idle_minutes", "10", "3") in lines
    assert ("level", "Sysop", "Ann", "10", "8") in lines
    assert ("setting", "a restart", "log.level", "info", "error") in lines, "at every level of the log"
    came = [(line[2], *line[3:]) for line in lines if line[2].startswith(("external.", "webhooks."))]
    assert came == [
        ("webhooks.bot.url", "", "***"),
        ("external.owl.name", "", "Owl"), ("external.owl.telnet", "", "owl.example:23"),
        ("external.owl.charset", "", "cp437"), ("external.owl.minutes", "", "5"),
    ], "a door that came brings what differs from the defaults"  # fmt: skip
    secret = [line for line in lines if line[2] == "callers.new_password"]
    assert len(secret) == 1 and secret[0][4] == "***"
    assert "tadpole" not in (folder / "data" / "log" / "door.log").read_text()
    assert len(lines) == len(set(lines)), "each change once"


def test_a_caller_s_file_that_is_edited_is_a_line(tmp_path, caplog):
    callers = Callers(Folder(tmp_path))
    callers.add(Caller("Ann"))
    assert callers.find("Ann")
    path = tmp_path / "callers" / "Ann.yaml"
    path.write_text(
        path.read_text().replace("level: 10", "level: 90") + "banned: cheating\n".replace("banned", "x")
    )
    found = callers.find("Ann")
    assert found and found.level == 90
    callers.change("Ann", lambda caller: caller.prefer("bell", "off"))
    assert caplog.text.count("trail level") == 1
    assert "trail level by='a file' about='Ann' before='10' after='90'" in caplog.text


@pytest.mark.parametrize("more", [["-f"], ["--host", "b"]])
def test_it_is_of_the_files_here(tmp_path, more, capsys):
    board = ready_folder(tmp_path / "board")
    assert main(["--board", str(board), "log", "--trail", *more]) == 1
    assert "goes with neither" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("2026-11-21T20:15:09Z INFO door.trail trail level by='x'", True),
        (json.dumps({"time": "t", "level": "info", "logger": "door.trail", "message": "m"}), True),
        ("2026-11-21T20:15:09Z WARNING door.call log-on failed handle='INFO door.trail x'", False),
        (json.dumps({"time": "t", "level": "info", "logger": "x", "m": '"logger": "door.trail", '}), False),
        (' "logger": "door.trail", ', False),
    ],
)  # fmt: skip
def test_nobody_forges_a_line_with_words_of_theirs(line, is_one):
    assert bool(TRAIL_LINE.match(line)) == is_one
