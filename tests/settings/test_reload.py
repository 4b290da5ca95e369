"""Reload: what changed, when it applies, and what a running board leaves for `door check`."""

import json
import os
import stat
from dataclasses import replace

import pytest
from testdoor import Name
from unprivileged import unprivileged

from door.games.info import Info
from door.settings import (
    SettingsError,
    SettingsWatch,
    defaults,
    in_force,
    load,
    read_snapshot,
    write_snapshot,
)
from door.settings.models import SECTIONS
from door.settings.reload import APPLIES, flat, when

DOORS = {"box": Info("box", Name("The Box"), Name("a box"), 2)}


@pytest.fixture
def board(tmp_path):
    (tmp_path / "config" / "doors").mkdir(parents=True)
    (tmp_path / "config" / "board.yaml").write_text("board: {}\n")
    return tmp_path


def test_the_watch_sees_every_kind_of_saving(board):
    watch = SettingsWatch(board)
    main, door = board / "config" / "board.yaml", board / "config" / "doors" / "box.yaml"
    assert not watch.changed()
    main.write_text("board: {name: x}\n")
    assert watch.changed()
    assert not watch.changed()
    before = main.stat()
    aside = board / "config" / "aside"
    aside.write_text("board: {name: y}\n")
    os.utime(aside, ns=(before.st_atime_ns, before.st_mtime_ns))
    aside.replace(main)
    assert watch.changed(), "same time, same size, another inode"
    door.write_text("enabled: false\n")
    assert watch.changed(), "a new file"
    door.unlink()
    assert watch.changed(), "a file deleted"
    main.unlink()
    assert watch.changed()
    assert not watch.changed()


def test_a_config_folder_that_cannot_be_read_for_a_moment_is_a_fault_and_the_watch_goes_on():
    with unprivileged() as board:
        config = board / "config"
        (config / "doors").mkdir(parents=True)
        (config / "board.yaml").write_text("board: {name: Still here}\n")
        (config / "texts.yaml").write_text("{}\n")
        watch = SettingsWatch(board)
        config.chmod(0)
        assert watch.changed()
        with pytest.raises(SettingsError) as caught:
            load(board, DOORS)
        assert all("cannot be read: Permission denied" in line for line in caught.value.errors)
        assert not watch.changed()
        config.chmod(0o700)
        assert watch.changed()
        assert load(board, DOORS).board.name == "Still here"


def test_changes_name_the_key_and_when_it_applies(board):
    old = load(board, DOORS)
    (board / "config" / "board.yaml").write_text(
        "board: {name: Other}\nlisten: {ssh: off}\nlimits: {nodes: 2, logon_attempts: 3}\n"
    )
    (board / "config" / "doors" / "box.yaml").write_text("turns_per_day: 7\n")
    new = load(board, DOORS)
    assert SettingsWatch.compare(old, new) == [
        ("board.name", "live"),
        ("listen.ssh", "restart"),
        ("limits.nodes", "next call"),
        ("doors.box.turns_per_day", "live"),
    ]
    assert str(SettingsWatch.compare(old, new)[1]) == "listen.ssh applies after a restart"
    assert SettingsWatch.compare(old, old) == []


def test_what_waits_for_a_restart_is_not_in_force_until_then(board):
    old = load(board, DOORS)
    (board / "config" / "board.yaml").write_text(
        "board: {name: Other, timezone: Asia/Tokyo}\nlisten: {ssh: off}\n"
    )
    new = load(board, DOORS)
    held = in_force(old, new)
    assert (held.board.name, held.board.timezone, held.listen.ssh) == ("Other", "UTC", "127.0.0.1:2222")
    assert [change.key for change in SettingsWatch.compare(held, new)] == ["board.timezone", "listen.ssh"]
    assert held == replace(old, board=old.board.model_copy(update={"name": "Other"}))


def test_every_key_says_when_it_applies(board):
    keys = list(flat(defaults(board, DOORS)))
    of_door = 3 + len(DOORS["box"].options)
    assert len(keys) == sum(len(part.model_fields) for part in SECTIONS.values()) + of_door
    assert {when(key) for key in keys} == set(APPLIES)


def test_the_snapshot_comes_back_private_and_without_secrets(board):
    (board / "config" / "board.yaml").write_text("callers: {new_password: tadpole, reserved: [Batman]}\n")
    settings = load(board, DOORS)
    assert write_snapshot(board, settings) == ""
    path = settings.data / "running.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700
    assert "tadpole" not in path.read_text()
    assert read_snapshot(settings.data) == flat(settings)
    assert [item.name for item in settings.data.iterdir()] == ["running.json"]


def test_a_snapshot_that_cannot_be_written_is_a_sentence(board):
    settings = load(board, DOORS)
    (board / "data").write_text("a file where the folder should be")
    assert write_snapshot(board, settings).startswith(f"{board}/data/running.json: cannot be written: ")


@pytest.mark.parametrize("text", ["", "[]", "{", "\udce9", "5", "[" * 100_000])
def test_a_broken_snapshot_is_as_good_as_none(tmp_path, text):
    (tmp_path / "running.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    assert read_snapshot(tmp_path) is None
    assert read_snapshot(tmp_path / "nowhere") is None


def test_a_snapshot_is_plain_json(board):
    settings = load(board, DOORS)
    write_snapshot(board, settings)
    assert json.loads((board / "data" / "running.json").read_text())["limits.nodes"] == 250
