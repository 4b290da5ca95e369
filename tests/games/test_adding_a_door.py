"""A door added to the letter of docs/doors.md: its files are made, and every contract holds for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from door.commands import CommandError
from door.commands.new_door import in_own_source, new_door

ROOT = Path(__file__).parents[2]
CONTRACTS = (
    "tests/games",
    "tests/settings/test_shipped.py",
    "tests/settings/test_manual.py",
    "tests/test_ansi_art.py",
)
OTHERS = (
    "shutbox or microlink or mindbuster or thieves or switchbox or blank or examples or test_adding_a_door"
    " or tester-prize or tester-ranking or tester-top or tester-turns_per_day or tester-daily"
)
"""Tests of other doors, pages that every door's settings change alike, and what a new door can't change."""
OF_ALL = "test_catalogue or test_renamed_tallies or test_midend.py or test_daily_doors or settings"
"""Modules whose tests without a door's name count as well."""


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The source, without what is no part of it. Nothing writes there."""
    tree = tmp_path_factory.mktemp("source")
    gone = shutil.ignore_patterns("__pycache__", ".*", "golden", "journals", "bench")
    for name in ("door", "config", "ansi_art", "docs", "tests"):
        shutil.copytree(ROOT / name, tree / name, ignore=gone)
    for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "LICENSE"):
        shutil.copy(path, tree)
    return tree


def ran(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(tree)} | {"PYTEST_ADDOPTS": "", "PYTHONDONTWRITEBYTECODE": "1"}
    argv = [sys.executable, "-m", *words]
    return subprocess.run(argv, cwd=tree, env=env, capture_output=True, text=True, timeout=300)


def test_a_new_door_keeps_every_contract(source, tmp_path):
    tree = tmp_path / "tree"
    shutil.copytree(source, tree)
    made = ran(tree, "door", "new-door", "tester")
    assert made.returncode == 0, made.stdout + made.stderr
    for path in ("door/games/tester/__init__.py", "config/doors/tester.yaml", "ansi_art/tester.ans"):
        assert (tree / path).is_file()
    wanted = f"(tester or {OF_ALL}) and not ({OTHERS})"
    tested = ran(tree, "pytest", "-vv", "-n", "0", "-p", "no:cacheprovider", "-k", wanted, *CONTRACTS)
    assert tested.returncode == 0, tested.stdout[-4000:]
    assert tested.stdout.count("tester]") > 50
    for command in (
        ("ruff", "check", "door"),
        ("ruff", "format", "--check", "door"),
        ("mypy", "door/games/tester"),
    ):
        checked = ran(tree, *command)
        assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("slug", ["", "x", "Tester", "two words", "a" * 17, "1up", "class", "../x"])
def test_what_is_no_slug(source, slug):
    with pytest.raises(CommandError, match=r"short name. Use 2 to 16 letters .* not a Python keyword"):
        new_door(slug, source)


@pytest.mark.parametrize("slug", ["shutbox", "blank"])
def test_nothing_that_is_there_is_overwritten(source, slug):
    before = (source / "door/games" / slug / "__init__.py").read_bytes()
    with pytest.raises(CommandError, match=r"exists\. Nothing was written"):
        new_door(slug, source)
    assert (source / "door/games" / slug / "__init__.py").read_bytes() == before


def test_a_module_of_the_games_is_not_hidden_by_a_door(source):
    with pytest.raises(CommandError, match=r"dice\.py exists\. Nothing was written"):
        new_door("dice", source)


def test_an_installed_copy_makes_no_door_that_it_would_not_know(source, monkeypatch):
    monkeypatch.chdir(source)
    with pytest.raises(CommandError, match=r"installed copy\. Run pip install -e"):
        in_own_source(Namespace(slug="tester"))
    assert not (source / "door/games/tester").exists()


def test_outside_the_source_it_says_so(tmp_path):
    with pytest.raises(CommandError, match="no door/games/blank here"):
        new_door("tester", tmp_path)
