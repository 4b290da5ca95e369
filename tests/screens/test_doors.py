"""Doors of installed packages: found by their entry points; a broken one is left out and named."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from effort import PATIENCE
from packages import COIN, installed
from served import ready_folder

from door.screens import doors
from door.screens.doors import GROUP, installed_doors, is_editable
from door.ui import sentence

TAKEN = tuple(door.INFO.slug for door in doors.OWN)
BROKEN = {
    "import": ("1 / 0", "it raised ZeroDivisionError: division by zero."),
    "exit": ("raise SystemExit(3)", "it raised SystemExit: 3."),
    "loop": ("while True:\n    pass\n", "it raised Runaway."),
    "nothing": ("", "it raised AttributeError: module 'door_nothing' has no attribute 'DOOR'."),
    "type": ("DOOR = 42", "door_type:DOOR is not a game."),
    "slug": (COIN.replace('slug="{slug}"', 'slug="../x"'), "'../x' is not a door's short name."),
    "taken": (COIN.replace('slug="{slug}"', 'slug="shutbox"'), "there is a door shutbox already."),
    "play": (COIN, "it raised KeyError: 'there are sentences of play already'."),
    "option": (
        COIN.replace("name=texts", 'options=(api.Option("hours", False, texts.name),), name=texts'),
        "its option hours is a key that every door has.",
    ),
    "words": (COIN.replace("texts.name", "texts.not_there"), "it raised KeyError: 'not_there'."),
    "new": (
        COIN.replace("info=INFO", "info=INFO, rules=replace(blank.DOOR.rules, new=lambda *given: 1 / 0)"),
        "it raised ZeroDivisionError:",
    ),
    "draw": (
        COIN + "from door.term.canvas import Canvas\n"
        "DOOR = replace(DOOR, picture=api.Picture(draw=lambda table, view: Canvas(40, 5)))\n",
        "it raised TypeError: draw made 40x5, not 80x23.",
    ),
}


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """The folder of installed packages. What they leave in this process is forgotten."""
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.setattr(sentence, "_packages", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path / "site"
    for name in [name for name in sys.modules if name.startswith("door_")]:
        del sys.modules[name]
    sentence._room.cache_clear()
    sentence.shipped_text.cache_clear()


def test_a_door_is_found_with_its_own_sentences(packages):
    installed(packages, "penny", name="A Penny")
    installed(packages, "dime")
    made, refused = installed_doors(TAKEN)
    assert [door.INFO.slug for door in made] == ["dime", "penny"] and not refused
    assert made[1].INFO.name() == "A Penny" and made[1].INFO.package == "door-penny 0.1.0"


@pytest.mark.parametrize("slug", BROKEN)
def test_a_broken_package_is_left_out_with_one_sentence(packages, monkeypatch, slug):
    code, why = BROKEN[slug]
    monkeypatch.setattr(doors, "SECONDS", 0.1)
    installed(packages, slug, code)
    made, (refused,) = installed_doors(TAKEN)
    assert made == () and refused.package == f"door-{slug} 0.1.0"
    assert str(refused).startswith(f"The door of package door-{slug} 0.1.0 is left out: {why}")


def test_the_first_of_two_packages_with_one_slug_wins(packages):
    installed(packages, "aa", COIN.replace("{slug}", "penny"))
    installed(packages, "bb", COIN.replace('slug="{slug}"', 'slug="penny"'))
    made, (refused,) = installed_doors(TAKEN)
    assert [door.INFO.package for door in made] == ["door-aa 0.1.0"]
    assert str(refused).endswith("there is a door penny already.")


@pytest.mark.parametrize(
    ("written", "edited"),
    [('{"dir_info": {"editable": true}}', True), ('{"dir_info": {}}', False), ("[]", False), ("{", False)],
)
def test_a_package_whose_code_changes_is_known(packages, written, edited):
    installed(packages, "penny")
    (entry,) = entry_points(group=GROUP, name="penny")
    assert not is_editable(entry)
    (packages / "door_penny-0.1.0.dist-info" / "direct_url.json").write_text(written)
    assert is_editable(entry) is edited


def test_a_reworded_sentence_of_a_package(packages):
    installed(packages, "penny", name="A Penny")
    ((door,), _) = installed_doors(TAKEN)
    with sentence.speaking(lambda: sentence.Language({"penny.name": "One Cent"})):
        assert door.INFO.name() == "One Cent"


def run(board: Path, packages: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(packages)}
    argv = [sys.executable, "-m", "door", *words, "--board", str(board)]
    return subprocess.run(argv, env=env, input=typed, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.whole("processes")
def test_door_check_names_a_broken_package_and_the_board_starts_without(tmp_path):
    board, packages = ready_folder(tmp_path / "board"), tmp_path / "site"
    installed(packages, "penny")
    installed(packages, "import", BROKEN["import"][0])
    checked = run(board, packages, "check")
    assert checked.returncode == 1 and "Doors open: 5 of 6" in checked.stdout
    assert checked.stderr == f"The door of package door-import 0.1.0 is left out: {BROKEN['import'][1]}\n"
    (board / "config" / "doors" / "penny.yaml").write_text("top: 5\n")
    played = run(board, packages, "play", "penny", "--plain", "--caller", "Ann", typed="\n")
    assert "High or low?" in played.stdout, played.stderr
    (board / "config" / "texts.yaml").write_text("penny.name: One Cent\n")
    checked = run(board, tmp_path / "gone", "check")
    assert checked.returncode == 0 and "penny.yaml: the door penny is not installed" in checked.stdout


def test_a_game_with_a_fault_ends_with_a_sentence_and_its_traceback_is_logged(tmp_path):
    board, packages = ready_folder(tmp_path / "board"), tmp_path / "site"
    broken = "rules=replace(blank.DOOR.rules, apply=lambda guess, move: 1 / 0)"
    installed(packages, "penny", COIN.replace("info=INFO", f"info=INFO, {broken}"))
    (board / "config" / "doors" / "penny.yaml").write_text("enabled: true\n")
    played = run(board, packages, "play", "penny", "--plain", "--caller", "Ann", typed="\nh\n")
    assert played.stdout.endswith("Penny has a fault and was closed. The sysop's log says why.\n"), played
    assert "Traceback" not in played.stdout + played.stderr
