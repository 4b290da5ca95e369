"""`door config`: keys listed, read and set from the command line."""

from functools import partial

import pytest
from served import door, ready_folder, served

from door import cli


@pytest.fixture
def config(door):
    return partial(door, "config")


def test_list_has_every_key_by_its_file(config):
    code, out, err = config("list")
    assert (code, err) == (0, "")
    assert "config/board.yaml:\n   board.name " in out
    assert out.index("config/doors/shutbox.yaml:") < out.index("doors.shutbox.tiles")
    assert all(len(line) < 80 for line in out.splitlines())
    config("set", "limits.nodes", "9")
    assert "\n * limits.nodes                       9 " in config("list")[1]


def test_a_word_explains_the_keys_it_is_in(config):
    code, out, _ = config("list", "idle")
    assert (code, out.splitlines()) == (
        0,
        [
            "limits.idle_minutes: 10",
            "    Minutes without a key before the board hangs up, 1 to 1440; 0 means no",
            "    limit.",
            "    Allowed: a whole number, 0 to 1440. Default: 10.",
            "    In config/board.yaml; applies: next call.",
        ],
    )
    assert config("list", "nonsense")[::2] == (
        1, "No key has 'nonsense' in its name; `door config list` lists all of them.\n",
    )  # fmt: skip


def test_get_and_set(config, board):
    assert config("get", "limits.idle_minutes") == (0, "10\n", "")
    assert config("set", "limits.idle_minutes", "20") == (
        0, "limits.idle_minutes: 10 -> 20; applies from the next call on.\n", "",
    )  # fmt: skip
    assert config("get", "limits.idle_minutes")[1] == "20\n"
    assert config("set", "limits.idle_minutes", "20")[1] == "limits.idle_minutes: it is 20 already.\n"
    assert config("set", "board.name", "The", "Attic")[1].startswith(
        "board.name: The Door -> The Attic; applies"
    )
    assert "  idle_minutes: 20\n" in (board / "config" / "board.yaml").read_text()


def test_unset_puts_the_default_back_and_adds_no_line(config, board):
    file = board / "config" / "board.yaml"
    shipped = file.read_text()
    config("set", "limits.idle_minutes", "20")
    told = "limits.idle_minutes: 20 -> 10; applies from the next call on.\n"
    assert config("unset", "limits.idle_minutes") == (0, told, "")
    assert file.read_text() == shipped
    without = shipped.replace("  idle_minutes: 10\n", "")
    file.write_text(without)
    assert config("unset", "limits.idle_minutes") == (0, "limits.idle_minutes: it is 10 already.\n", "")
    assert file.read_text() == without != shipped
    config("set", "board.hours", "mon-fri", "18:00-23:30")
    assert config("unset", "board.hours")[0] == 0 and config("get", "board.hours")[1] == "[]\n"
    assert config("unset", "limits.nonsense")[0] == 1


def test_door_board_names_the_folder(board, capsys, monkeypatch):
    monkeypatch.setenv("DOOR_BOARD", str(board))
    assert cli.main(["config", "get", "limits.idle_minutes"]) == 0 and capsys.readouterr().out == "10\n"
    assert cli.main(["config", "get", "limits.idle_minutes", "--board", str(board / "no")]) == 1, "says more"


def test_what_is_wrong_is_told_with_file_and_line_and_exit_1(config, board):
    code, out, err = config("set", "limits.nodes", "0")
    assert (code, out) == (1, "")
    assert err.startswith(f"{board}/config/board.yaml:")
    assert err.endswith(": limits.nodes: must be at least 1, not 0\n")
    for words in (["get", "limits.idle"], ["set", "limits.idle", "5"]):
        assert config(*words)[::2] == (
            1, "There is no key 'limits.idle'; did you mean limits.idle_minutes?\n"
        )  # fmt: skip
    assert config("set", "limits.nodes")[::2] == (
        1, "Give a value, or --stdin and the value on standard input.\n"
    )  # fmt: skip
    assert config("get")[0] == config()[0] == 2


def test_a_secret_comes_by_standard_input_and_is_not_told(config):
    assert config("set", "callers.new_password", "--stdin", stdin="tadpole\n")[1] == (
        'callers.new_password: "" -> (secret); applies at once.\n'
    )
    assert config("set", "callers.new_password", "frog")[1] == (
        "callers.new_password: (secret) -> (secret); applies at once.\n"
    )
    assert (
        config("set", "callers.new_password", "frog")[1] == "callers.new_password: it is (secret) already.\n"
    )
    assert config("get", "callers.boards")[1] == "[]\n"
    assert config("get", "callers.new_password")[1] == "(secret)\n"
    assert config("set", "callers.new_password", "--stdin", stdin="")[0] == 1


def test_no_board_is_said_and_none_is_made(tmp_path, capsys):
    assert cli.main(["--board", str(tmp_path), "config", "set", "limits.nodes", "9"]) == 1
    assert "door init" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_running_board_takes_a_set_value_up(tmp_path):
    folder = ready_folder(tmp_path / "board")
    with served(folder) as board:
        assert door("config", "set", "board.name", "The Attic", board=folder).returncode == 0
        board.logged("settings: board.name applies at once")
        refused = door("config", "set", "limits.nodes", "none", board=folder)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
        assert "not reloaded" not in board.log
