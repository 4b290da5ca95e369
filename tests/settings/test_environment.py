"""Settings by environment variables beat the files, are checked alike, and are named if they are bad."""

from pathlib import Path

import pytest

from door.cli import main
from door.commands.check import check_board
from door.commands.parts.owner import data_of
from door.screens.doors import infos
from door.settings import Settings, SettingsError, load
from door.settings.change import KeyRefused, put
from door.settings.skeleton import init


@pytest.fixture
def board(tmp_path: Path) -> Path:
    init(tmp_path / "board")
    return tmp_path / "board"


def loaded(board: Path, **environ: str) -> Settings:
    return load(board, infos(), environ=environ)


def test_a_variable_beats_the_file_whatever_the_key_s_kind(board):
    (board / "config" / "external" / "robots.yaml").write_text("name: Robots\ncommand: [/usr/games/robots]\n")
    made = loaded(
        board, DOOR_board__name="Night Owl: a board", DOOR_limits__nodes="50", DOOR_callers__guests="true",
        DOOR_limits__trusted="10.0.0.0/8, ::1/128", DOOR_doors__shutbox__turns_per_day="3",
        DOOR_LISTEN__TELNET="0.0.0.0:23", DOOR_external__robots__minutes="7",
        DOOR_webhooks__chat__url="https://example.org/x", DOOR_webhooks__chat__events="winners",
        DOOR_BOARD="elsewhere", DOOR_FUZZ_TIMES="3", OTHER__x="1",
    )  # fmt: skip
    assert (made.board.name, made.limits.nodes, made.callers.guests) == ("Night Owl: a board", 50, True)
    assert made.limits.trusted == ("10.0.0.0/8", "::1/128") and made.listen.telnet == "0.0.0.0:23"
    assert made.doors["shutbox"].options["turns_per_day"] == 3 and made.externals["robots"].minutes == 7
    assert made.webhooks["chat"].events == ("winners",)
    assert made.variables["listen.telnet"] == "DOOR_LISTEN__TELNET" and len(made.variables) == 9


def test_a_section_that_the_file_has_keeps_its_other_keys(board):
    path = board / "config" / "board.yaml"
    path.write_text(path.read_text().replace("idle_minutes: 10", "idle_minutes: 4"))
    made = loaded(board, DOOR_limits__nodes="50")
    assert (made.limits.idle_minutes, made.limits.nodes) == (4, 50)


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("DOOR_limits__nodes", "0", "DOOR_limits__nodes: limits.nodes: must be at least 1, not 0"),
        ("DOOR_limits__nodes", "many", "DOOR_limits__nodes: limits.nodes: must be a whole number"),
        ("DOOR_limits__nodez", "5", "DOOR_limits__nodez: limits.nodez: there is no such key; did you mean"),
        ("DOOR_nolimits__nodes", "5", "DOOR_nolimits__nodes: nolimits: there is no such key"),
        ("DOOR_doors__nosuch__tiles", "9", "DOOR_doors__nosuch__tiles: doors.nosuch.tiles: there is no such"),
        ("DOOR_doors__shutbox", "9", "DOOR_doors__shutbox: doors.shutbox: there is no such key"),
        ("DOOR_doors__shutbox__tiles", "11", "DOOR_doors__shutbox__tiles: tiles: must be"),
        ("DOOR_external__none__minutes", "9", "DOOR_external__none__minutes: external.none.minutes"),
        ("DOOR_limits__nodes__x", "9", "DOOR_limits__nodes__x: limits.nodes: must be"),
        ("DOOR_mail__password", "@file:no.key", "DOOR_mail__password: mail.password: "),
        ("DOOR___", "x", "DOOR___: "),
        ("DOOR_board__language", "", "DOOR_board__language: board.language"),
        ("DOOR_metrics__token", "short secret", "DOOR_metrics__token: metrics.token: must have at least 16"),
    ],
)  # fmt: skip
def test_a_bad_one_is_one_sentence_with_its_name(board, name, words, said):
    with pytest.raises(SettingsError) as caught:
        loaded(board, **{name: words})
    (error,) = caught.value.errors
    assert error.startswith(said), error
    assert "short secret" not in error


@pytest.mark.parametrize(
    ("was", "is_now", "variable", "said"),
    [
        ("idle_minutes: 10", "idle_minutes: -1", "DOOR_limits__nodes", "limits.idle_minutes: must be"),
        ("\nlimits:", "\nlimit:", "DOOR_limit__nodes", "limit: there is no such key"),
    ],
)
def test_what_the_file_has_wrong_is_not_the_variable_s(board, was, is_now, variable, said):
    path = board / "config" / "board.yaml"
    path.write_text(path.read_text().replace(was, is_now))
    with pytest.raises(SettingsError) as caught:
        loaded(board, **{variable: "50"})
    (error,) = caught.value.errors
    assert error.startswith(f"{path}:") and said in error


def test_check_names_the_variables_without_their_values(board, monkeypatch):
    monkeypatch.setenv("DOOR_callers__new_password", "tadpole")
    lines, errors = check_board(board, infos())
    assert "callers.new_password comes from the variable DOOR_callers__new_password" in lines
    assert not errors and "tadpole" not in "".join(lines)


def test_a_key_with_a_variable_is_not_set_in_the_file(board, monkeypatch):
    monkeypatch.setenv("DOOR_LIMITS__NODES", "50")
    before = (board / "config" / "board.yaml").read_text()
    with pytest.raises(KeyRefused, match=r"limits\.nodes comes from the variable DOOR_LIMITS__NODES here"):
        put(board, infos(), "limits.nodes", "7")
    assert (board / "config" / "board.yaml").read_text() == before
    assert put(board, infos(), "limits.idle_minutes", "7").after == "7"


def test_commands_use_the_data_folder_of_a_variable(board, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DOOR_board__data", str(tmp_path / "elsewhere"))
    assert data_of(board) == tmp_path / "elsewhere"
    assert main(["--board", str(board), "check"]) == 0
    assert "board.data comes from the variable DOOR_board__data" in capsys.readouterr().out
