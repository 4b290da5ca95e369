"""What the documents promise: README's commands, the fail2ban filter, playing on a pipe."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from bounded import begun
from boxplay import move_for
from effort import PATIENCE
from served import ENVIRON, door, ready_folder
from wire import TTYPE, TelnetClient

ROOT = Path(__file__).parent.parent.parent


def section(heading: str, file: str = "README.md") -> str:
    text = (ROOT / file).read_text()
    return text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def commands(heading: str, file: str = "README.md") -> list[str]:
    return [line.strip() for line in section(heading, file).splitlines() if line.startswith("    ")]


def test_readme_s_first_command_makes_an_environment_and_a_board_and_serves():
    first = commands("Run")[0]
    steps = first.split(" && ")
    assert steps[0].startswith("python3 -m venv ")
    venv = shlex.split(steps[0])[-1]
    assert steps[1:] == [
        f"{venv}/bin/pip install -q .", f"{venv}/bin/door init board", f"{venv}/bin/door serve --board board",
    ]  # fmt: skip


def test_readme_and_contributing_have_one_test_command_which_ci_runs():
    (command,) = commands("Contribute")
    assert command == commands("Test", "CONTRIBUTING.md")[0]
    script = "set -euo pipefail\n" + section_of_ci()
    ran = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert ran.stdout == f"{command}\n"


def section_of_ci() -> str:
    """Return the line of .ci/run that finds the test command, and one that prints it."""
    (line,) = re.findall(r"^command=.*$", (ROOT / ".ci" / "run").read_text(), re.M)
    return f'{line}\necho "$command"\n'


@pytest.mark.skipif(not os.environ.get("DOOR_FULL"), reason="installs everything: set DOOR_FULL=1")
def test_readme_s_first_command_to_the_letter(tmp_path):
    copy = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True, timeout=PATIENCE)
    command = ["bash", "-c", commands("Run")[0] + " --telnet 127.0.0.1:0 --ssh 127.0.0.1:0"]
    with begun(command, 300, cwd=copy, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = [process.stdout.readline(), process.stdout.readline()]
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)
    assert lines[0].startswith("telnet listening on 127.0.0.1:")
    assert lines[1].startswith("ssh listening on 127.0.0.1:")


def the_filter() -> re.Pattern[str]:
    """The documented failregex, with fail2ban's own <HOST> filled in."""
    found = re.search(r"^\s*failregex = (.*)$", section("Logs and fail2ban", "docs/operating.md"), re.M)
    assert found
    return re.compile(found[1].replace("<HOST>", r"(?P<host>[0-9a-fA-F.:]+)"))


async def test_the_fail2ban_filter_matches_failed_log_ons_and_nothing_else(board):
    call = await TelnetClient({TTYPE}, terms=(b"DUMB",)).call(board.port("telnet"))
    call.send(b"Erik\r\0not it\r\0")
    await call.see(b"Wrong password")
    call.hang_up()
    board.logged("log-on failed node=\\d+ handle='Erik'")
    matches = [match for line in board.log.splitlines() if (match := the_filter().search(line))]
    assert matches and {match["host"] for match in matches} == {"127.0.0.1"}
    assert all("log-on failed" in match.string for match in matches)
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ ", matches[0].string), "the documented date"


@pytest.mark.parametrize("name", ["x address=192.0.2.1", "x' address=192.0.2.1", "a\nlog-on failed"])
def test_a_forged_handle_cannot_accuse_another_address(name):
    line = f"2026-11-21T20:15:09Z WARNING door.call log-on failed node=2 handle={name!r} address=203.0.113.9"
    match = the_filter().search(line)
    assert match and match["host"] == "203.0.113.9"
    assert "\n" not in line


def test_a_whole_game_on_a_pipe(tmp_path):
    ready_folder(tmp_path)
    argv = [sys.executable, "-m", "door", "play", "shutbox", "--plain", "--board", str(tmp_path)]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with begun(argv, text=True, env=ENVIRON, **pipes) as process:
        assert process.stdin and process.stdout and process.stderr
        said = ""
        process.stdin.write("\n")  # to the title's question
        process.stdin.flush()
        for line in process.stdout:
            said += line
            if roll := re.match(r"Roll: (\d) \+ (\d) = (\d+)", line):
                assert int(roll[3]) == int(roll[1]) + int(roll[2])
            elif line.startswith("Tiles to shut?"):
                process.stdin.write(move_for(said) + "\n")
                process.stdin.flush()
            elif "for the proof" in line:
                process.stdin.write("n\n")
                process.stdin.close()
                break
        rest = process.stdout.read()
        assert process.wait(10) == 0
        assert process.stderr.read() == ""
    assert re.search(r"Game over\. Score: \d+\n", said) and "\x1b" not in said + rest
    ran = door("audit", board=tmp_path)
    assert ran.returncode == 0 and "1 game checked: all proved." in ran.stdout


def test_input_that_ends_in_the_middle_of_a_game_lets_it_wait(tmp_path):
    ready_folder(tmp_path)
    ran = door("play", "shutbox", "--plain", board=tmp_path, text="\n")
    assert ran.returncode == 0 and ran.stderr == ""
    assert "Seal: " in ran.stdout
    again = door("play", "shutbox", "--plain", "--caller", "Sysop", board=tmp_path, text="\nq\ng\nn\n")
    assert "Your game goes on" in again.stdout and "Game over. Score: 0" in again.stdout
    assert re.findall(r"Seal: \w+", ran.stdout) == re.findall(r"Seal: \w+", again.stdout)


def test_play_shows_the_title_and_charges_a_game_that_begins(tmp_path):
    ready_folder(tmp_path)
    ran = door("play", "thieves", "--plain", board=tmp_path, text="q\n")
    assert ran.returncode == 0 and "Play? (" in ran.stdout and "Seal: " not in ran.stdout
    assert not list((tmp_path / "data" / "journal").glob("*.jsonl"))
    for caller in ("Bad/Name", "x", "Guest"):
        refused = door("play", "shutbox", "--plain", "--caller", caller, board=tmp_path, text="\n")
        assert refused.returncode == 1 and "handle" in refused.stderr and not refused.stdout
    wrong = door("play", "mindbuster", "einstien", "--plain", board=tmp_path, text="\n")
    assert wrong.returncode == 1 and not wrong.stdout
    assert wrong.stderr == 'This door doesn\'t know "einstien". Did you mean einstein?\n'


def test_play_without_a_door_is_the_menu_and_a_wrong_door_is_named(tmp_path):
    ready_folder(tmp_path)
    ran = door("play", "--plain", board=tmp_path, text="g\n\n")
    assert ran.returncode == 0 and "Main menu command?" in ran.stdout
    wrong = door("play", "chess", "--plain", board=tmp_path)
    assert wrong.returncode == 1 and wrong.stderr.startswith("There is no door 'chess'; the doors are ")


def test_a_door_that_does_not_exist_starts_no_board_and_a_board_for_commands_is_not_healthy(tmp_path):
    ready_folder(tmp_path)
    assert door("play", "chess", "--plain", board=tmp_path).returncode == 1
    assert not (tmp_path / "data" / "control").exists()
    assert door("play", "shutbox", "--plain", board=tmp_path, text="q\n").returncode == 0
    ran = door("health", board=tmp_path)
    assert ran.returncode == 1 and ran.stderr.startswith("Nobody can call: door serve does not run")


def test_a_trace_has_each_event_and_effect_and_is_its_owner_s(tmp_path):
    ready_folder(tmp_path)
    trace = tmp_path / "trace.txt"
    ran = door("play", "shutbox", "--plain", "--trace", str(trace), board=tmp_path, text="\nq\n")
    assert ran.returncode == 0 and trace.stat().st_mode & 0o777 == 0o600
    told = trace.read_text().splitlines()
    assert all(re.match(r"[^\t]+\t[<>] \w+", line) for line in told)
    began = next(at for at, line in enumerate(told) if "\t> Begin(" in line)
    assert any("\t< Begun(" in line for line in told[began:])
    assert any("Line(text='q'" in line for line in told)
    nowhere = door("play", "shutbox", "--trace", str(tmp_path / "no" / "trace"), board=tmp_path, text="")
    assert nowhere.returncode == 1 and "no/trace: No such file or directory" in nowhere.stderr
