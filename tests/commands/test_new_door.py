"""A door of one's own, by `door new-door`: an installable package that keeps every law."""

import subprocess
import sys
import tomllib
from argparse import Namespace

import pytest

from door.commands import CommandError
from door.commands.new_door import new_door


def ran(folder, *words):
    argv = [sys.executable, "-m", *words]
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    return done.stdout


@pytest.mark.whole("package")
def test_a_new_door_keeps_every_law(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new_door(Namespace(slug="tester"))
    package = tmp_path / "door-tester"
    project = tomllib.loads((package / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["door.games"] == {"tester": "door_tester:DOOR"}
    assert (package / "config/doors/tester.yaml").read_text().count("enabled: true") == 1
    assert (package / "ansi_art/tester.ans").is_file()
    assert ran(package, "pytest", "-p", "no:cacheprovider", "-q").count(".") > 10
    ran(package, "ruff", "check", "--line-length", "110", "door_tester")
    ran(package, "mypy", "--strict", "door_tester")


@pytest.mark.parametrize("slug", ["", "x", "Tester", "two words", "a" * 17, "1up", "class", "../x"])
def test_what_is_no_slug(tmp_path, monkeypatch, slug):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=r"short name. Use 2 to 16 letters .* not a Python keyword"):
        new_door(Namespace(slug=slug))
    assert not list(tmp_path.iterdir())


def test_a_door_of_ours_keeps_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="shutbox of its own"):
        new_door(Namespace(slug="shutbox"))
    assert not list(tmp_path.iterdir())


def test_nothing_that_is_there_is_overwritten(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "door-tester").mkdir()
    with pytest.raises(CommandError, match=r"door-tester exists\. Nothing was written"):
        new_door(Namespace(slug="tester"))
