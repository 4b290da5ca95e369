"""A door added to the letter of docs/doors.md: its files are made, and every contract holds for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from door.commands import CommandError
from door.commands.new_door import in_own_source, new_door

ROOT = Path(__file__).parents[2]
CONTRACTS = (
    "tests/games/test_catalogue.py", "tests/games/test_renamed_tallies.py", "tests/games/test_midend.py",
    "tests/games/test_daily_doors.py", "tests/settings/test_shipped.py",
    "tests/settings/test_manual.py", "tests/test_ansi_art.py",
)  # fmt: skip
OTHERS = "not (shutbox or microlink or mindbuster or thieves or switchbox or blank)"


@pytest.fixture
def tree(tmp_path):
    """The source, without what is no part of it."""
    gone = shutil.ignore_patterns("__pycache__", ".*", "golden", "journals", "bench")
    for name in ("door", "config", "ansi_art", "docs", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=gone)
    for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "LICENSE"):
        shutil.copy(path, tmp_path)
    return tmp_path


def ran(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(tree)} | {"PYTEST_ADDOPTS": "", "PYTHONDONTWRITEBYTECODE": "1"}
    argv = [sys.executable, "-m", *words]
    return subprocess.run(argv, cwd=tree, env=env, capture_output=True, text=True, timeout=300)


def test_a_new_door_keeps_every_contract(tree):
    made = ran(tree, "door", "new-door", "tester")
    assert made.returncode == 0, made.stdout + made.stderr
    for path in ("door/games/tester/__init__.py", "config/doors/tester.yaml", "ansi_art/tester.ans"):
        assert (tree / path).is_file()
    for words in (("-k", OTHERS, *CONTRACTS), ("-k", "tester", "tests/games")):
        tested = ran(tree, "pytest", "-q", "-p", "no:cacheprovider", *words)
        assert tested.returncode == 0, tested.stdout[-4000:]
    listed = ran(tree, "pytest", "-o", "addopts=", "-q", "--collect-only", "-k", "tester", *CONTRACTS)
    assert listed.stdout.count("[tester") > 10
    for command in (("ruff", "check", "door"), ("ruff", "format", "--check", "door"), ("mypy",)):
        checked = ran(tree, *command)
        assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("slug", ["", "x", "Tester", "two words", "a" * 17, "1up", "class", "../x"])
def test_what_is_no_slug(tree, slug):
    with pytest.raises(CommandError, match=r"short name. Use 2 to 16 letters .* not a Python keyword"):
        new_door(slug, tree)


@pytest.mark.parametrize("slug", ["shutbox", "blank"])
def test_nothing_that_is_there_is_overwritten(tree, slug):
    before = (tree / "door/games" / slug / "__init__.py").read_bytes()
    with pytest.raises(CommandError, match=r"exists\. Nothing was written"):
        new_door(slug, tree)
    assert (tree / "door/games" / slug / "__init__.py").read_bytes() == before


def test_a_module_of_the_games_is_not_hidden_by_a_door(tree):
    with pytest.raises(CommandError, match=r"dice\.py exists\. Nothing was written"):
        new_door("dice", tree)


def test_an_installed_copy_makes_no_door_that_it_would_not_know(tree, monkeypatch):
    monkeypatch.chdir(tree)
    with pytest.raises(CommandError, match=r"installed copy\. Run pip install -e"):
        in_own_source("tester")
    assert not (tree / "door/games/tester").exists()


def test_outside_the_source_it_says_so(tmp_path):
    with pytest.raises(CommandError, match="no door/games/blank here"):
        new_door("tester", tmp_path)
