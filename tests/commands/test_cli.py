"""The command line: what is accepted, exit codes, one plain sentence for whatever goes wrong."""

import os
import subprocess
import sys

import pytest
from effort import PATIENCE

from door import cli
from door.cli import parser
from door.commands import CommandError
from door.commands.callers import CALLERS
from door.settings.skeleton import init

COMMANDS = ["serve", "init", "play", "run", "check", "bulletin", "audit", "replay", "callers", "tables"]


def door(*words, **kwargs):
    """`python -m door` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "door", *words], capture_output=True, text=True, timeout=PATIENCE, **kwargs
    )


@pytest.fixture
def seen():
    """What a command line is understood as; nothing is carried out."""
    whole = parser()
    return lambda words: vars(whole.parse_args(words))


def test_help_names_every_command_and_loads_nothing_heavy():
    ran = door("--help", env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"})
    assert ran.returncode == 0
    for command in COMMANDS:
        assert f"\n    {command} " in ran.stdout
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "door.cli" in loaded
    assert not loaded & {"pydantic", "asyncssh", "numpy", "asyncio", "yaml", "door.settings"}


def test_every_command_has_help():
    whole = parser()
    for command in [[name] for name in COMMANDS] + [["callers", name] for name in CALLERS]:
        with pytest.raises(SystemExit) as stop:
            whole.parse_args([*command, "--help"])
        assert stop.value.code == 0


def test_the_board_may_stand_before_and_after(seen):
    assert str(seen(["check"])["board"]) == "."
    assert str(seen(["--board", "x", "check"])["board"]) == "x"
    assert str(seen(["check", "--board", "x"])["board"]) == "x"
    assert str(seen(["--board", "y", "check", "--board", "x"])["board"]) == "x"
    assert str(seen(["--board", "y", "callers", "list"])["board"]) == "y"
    assert str(seen(["callers", "--board", "y", "list"])["board"]) == "y"
    assert str(seen(["callers", "list", "--board", "y"])["board"]) == "y"


def test_the_words_of_each_command(seen):
    assert seen(["serve", "--telnet", "[::1]:0", "--ssh", "off"])["telnet"] == "[::1]:0"
    played = seen(["play", "microlink", "R", "P", "--plain", "--caller", "Ann Lee"])
    assert (played["slug"], played["toggles"], played["plain"], played["caller"]) == (
        "microlink", ["R", "P"], True, "Ann Lee",
    )  # fmt: skip
    assert seen(["play"])["slug"] is None
    assert seen(["bulletin", "shutbox", "--month", "2026-11"])["month"] == "2026-11"
    assert seen(["callers", "turns", "Ann", "shutbox", "-3"])["turns"] == -3
    assert seen(["callers", "ban", "Ann", "too", "loud"])["reason"] == ["too", "loud"]


@pytest.mark.parametrize(
    "words",
    [
        [], ["frobnicate"], ["init"], ["check", "--bord", "x"], ["check", "more"],
        ["audit", "--mon", "2026-11"], ["audit", "--month", "2026-13"], ["audit", "--month", "26-11"],
        ["audit", "--month", "２０２６-11"],
        ["bulletin", "--month"], ["replay"], ["serve", "--telnet", "2323"], ["serve", "--ssh", "h:99999"],
        ["callers"], ["callers", "add"], ["callers", "turns", "Ann", "shutbox", "many"],
        ["callers", "turns", "Ann", "shutbox", "0"], ["callers", "key", "Ann", "--remove", "x"],
        ["run", "shutbox"],
    ],
)  # fmt: skip
def test_wrong_usage_is_one_sentence_and_2(words, capsys):
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("door") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (CommandError("It cannot be."), 1, "It cannot be.\n"),
        (PermissionError(13, "Permission denied", "data"), 1, "data: Permission denied.\n"),
        (EOFError(), 1, "The input ended before there was an answer. Nothing was changed.\n"),
        (SystemExit(2), 2, ""),
    ],
)
def test_every_end_has_its_exit_code(monkeypatch, capsys, error, code, said):
    def fails(target):
        raise error

    monkeypatch.setattr("door.settings.skeleton.init", fails)
    assert cli.main(["init", "x"]) == code
    assert capsys.readouterr().err == said


def test_a_fault_of_ours_is_a_sentence_too(monkeypatch, capsys):
    monkeypatch.setattr("door.settings.skeleton.init", lambda target: {}["missing"])
    assert cli.main(["init", "x"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("Internal fault (KeyError: 'missing', test_cli.py:")
    assert err.count("\n") == 1


@pytest.fixture
def here(tmp_path, monkeypatch, capsys):
    """A command in that folder, in this process: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    return lambda *words: (cli.main(words), *capsys.readouterr())


def test_a_new_board_is_made_and_checked(tmp_path, here):
    made = door("init", "my board", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert f"door serve --board '{tmp_path / 'my board'}'\n" in made.stdout
    assert here("init", "my board") == (1, "", "my board/config exists. Nothing was overwritten.\n")
    code, said, fault = here("check", "--board", "my board")
    assert (code, fault) == (0, "") and "No faults." in said


def test_a_folder_without_a_name_is_not_this_one(tmp_path, here):
    code, _, fault = here("init", "")
    assert code == 2 and "the name is empty" in fault and not list(tmp_path.iterdir())


def test_check_fails_with_every_error(tmp_path, here):
    init(tmp_path)
    (tmp_path / "config" / "board.yaml").write_text("limits:\n  nods: 5\n  nodes: many\n")
    (tmp_path / "ansi_art" / "broken.ans").write_bytes(b"no record")
    code, _, fault = here("check")
    assert code == 1
    assert fault.splitlines() == [
        "config/board.yaml:2: limits.nods: there is no such key; did you mean limits.nodes?",
        "config/board.yaml:3: limits.nodes: must be a whole number, not 'many'",
        "ansi_art/broken.ans:1: has no SAUCE record, which holds its title and width",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bulletn"], "door: there is no 'bulletn'; did you mean bulletin?"),
        (["callers", "lst"], "door callers: there is no 'lst'; did you mean list?"),
        (["xyzzy"], "door: there is no 'xyzzy' (see"),
    ],
)
def test_a_word_mistyped_is_told_the_nearest(words, said, capsys):
    assert cli.main(words) == 2
    assert capsys.readouterr().err.startswith(said)


def test_a_folder_that_is_no_board_says_door_init(tmp_path, capsys):
    for words in (["check"], ["audit"], ["bulletin"], ["replay", "x"], ["callers", "list"]):
        assert cli.main([*words, "--board", str(tmp_path)]) == 1
        err = capsys.readouterr().err
        assert err.startswith(f"{tmp_path}/config/board.yaml:1: there is no such file")
        assert "`door init DIR`" in err


@pytest.mark.whole("processes")
def test_a_reader_that_has_gone_is_no_matter(tmp_path):
    init(tmp_path)
    gone, end = os.pipe()
    os.close(gone)
    ran = subprocess.run(
        [sys.executable, "-m", "door", "check"],
        stdout=end,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        timeout=PATIENCE,
    )
    os.close(end)
    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.whole("commands")
def test_closed_streams_are_no_fault(tmp_path):
    """As some cron leaves them."""
    init(tmp_path)
    for closed in ("<&- >&-", "<&- >&- 2>&-"):
        words = f"exec {sys.executable} -m door check --board {tmp_path} {closed}"
        ran = subprocess.run(["sh", "-c", words], stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        assert ran.returncode == 0 and not ran.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become an account that doesn't exist")
def test_an_account_without_a_name_and_a_home_can_check_a_board(tmp_path):
    """And asyncssh, which looks for one, can be loaded."""
    text = "import sys; from door.cli import main; code = main(sys.argv[1:]); import asyncssh; sys.exit(code)"
    for path in (tmp_path.parent, tmp_path):
        path.chmod(0o755)
    account = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": ":".join(sys.path)}
    words = [*account, "/usr/bin/python3", "-c", text, "--version"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, env=environ)
    assert ran.returncode == 0, ran.stderr
