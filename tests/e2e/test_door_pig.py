"""Packages with doors: the example is installed, played, audited and removed; the tutorial's door is typed in
and played after each step."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from effort import PATIENCE
from served import ready_folder

from door.commands.parts.owner import is_running

pytestmark = pytest.mark.whole("package")
TUTORIAL = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text("utf-8")
PIG = Path(__file__).parents[2] / "examples" / "door-pig"
THROWS = "\n" + "throw\n" * 30 + "q\ng\nn\n"
LINES = "\n" + "r\nr\nr\nh\n" * 100


def ran(*words: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, **more)  # type: ignore[call-overload]


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The interpreter of a new environment, which also sees what this one sees."""
    venv.create(tmp_path / "venv", with_pip=False)
    (site,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    seen = [path for path in sys.path if path and Path(path).is_dir() and "site-packages" in path]
    root = str(PIG.parents[1])
    (site / "house.pth").write_text("\n".join([root, *seen]))
    return tmp_path / "venv" / "bin" / "python"


def test_its_own_tests(tmp_path):
    shutil.copytree(PIG, tmp_path / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    done = ran(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path / "pig")
    assert done.returncode == 0, done.stdout


@pytest.mark.long(15)
def test_installed_played_proved_and_removed(tmp_path, python):
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    shutil.copytree(PIG, tmp_path / "pig")
    made = ran(*pip, "install", "-q", "--no-deps", "--no-build-isolation", "--no-index", tmp_path / "pig")
    if made.returncode:
        pytest.skip(f"pip cannot install here: {made.stderr.strip()[-200:]}")
    board = ready_folder(tmp_path / "board")

    def door(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        return ran(python, "-m", "door", "--board", board, *words, input=typed, env=env, cwd=tmp_path)

    closed = door("check")
    assert closed.returncode == 0 and "Doors open: 5 of 6" in closed.stdout, closed
    shutil.copytree(PIG / "config", board / "config", dirs_exist_ok=True)
    shutil.copytree(PIG / "ansi_art", board / "ansi_art", dirs_exist_ok=True)
    settings = board / "config" / "doors" / "pig.yaml"
    settings.write_text(settings.read_text().replace("target: 100", "target: 20"))
    (board / "config" / "texts.yaml").write_text('pig.held: "{who} keeps {score}."\n')
    opened = door("check")
    assert opened.returncode == 0 and "Doors open: 6 of 6" in opened.stdout, opened
    assert "another release" not in opened.stdout
    played = door("play", "pig", "--plain", "--caller", "Ann", typed=LINES)
    assert "Game over. Score:" in played.stdout and "keeps" in played.stdout, played
    audited = door("audit", "--computers")
    assert audited.returncode == 0 and "1 game checked: all proved." in audited.stdout, audited
    assert "Computers played in 1 game: all their moves were checked." in audited.stdout
    assert "Pig" in door("bulletin", "pig").stdout
    assert ran(*pip, "uninstall", "-q", "-y", "door-pig").returncode == 0
    gone = door("check")
    assert gone.returncode == 0 and "the door pig is not installed" in gone.stdout
    unproved = door("audit")
    assert unproved.returncode == 1
    assert unproved.stderr == "2 lines of the door pig can't be checked, because the door is not installed.\n"


def test_the_tutorial_is_typed_in_and_played_after_each_step(tmp_path, python):
    """To the letter: its commands, its files emptied, each step added to their ends."""
    board = ready_folder(tmp_path / "board")
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    env["PYTHONPATH"] = str(tmp_path / "door-tenthrows")  # as pip's -e, which needs a library more
    env["DOOR_IDLE_SECONDS"] = "60"
    pip = f"{sys.executable} -m pip --python {python} install -q --no-deps --no-build-isolation --no-index"
    (tmp_path / "bin").mkdir()
    for name, does in (("door", f'{python} -m door "$@"'), ("pip", f"{pip} .")):
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\nexec {does}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    block, *steps = re.split(r"^## \d\. ", TUTORIAL, flags=re.M)
    typed = re.findall(r"^    (.*)$", block, re.M)
    done = ran("sh", "-ec", "\n".join(typed).replace("BOARD", str(board)), env=env, cwd=tmp_path)
    assert done.returncode == 0, done
    (info,) = (tmp_path / "venv" / "lib").glob("python*/site-packages/door_tenthrows-*.dist-info")
    (info / "direct_url.json").write_text('{"dir_info": {"editable": true}, "url": "file:///"}')
    package = tmp_path / "door-tenthrows" / "door_tenthrows"
    code, texts = package / "__init__.py", package / "texts.yaml"
    code.write_text("")
    texts.write_text("")
    for at, step in enumerate(steps[:-1], 1):
        for file, kind in ((code, "python"), (texts, "yaml")):
            added = re.findall(rf"^```{kind}\n(.*?)^```$", step, re.M | re.S)
            file.write_text(file.read_text() + "".join(added))
        words = ("--board", board, "play", "tenthrows", "--plain", "--caller", f"Ann {at}")
        played = ran(python, "-m", "door", *words, input=THROWS, env=env, cwd=tmp_path)
        assert played.returncode == 0 and "Throw or hold?" in played.stdout, (at, played)
        assert at == 1 or "9 throws left" in played.stdout, (at, played)
        assert not is_running(board), "the next step would be played with the code of this one"
    settings = board / "config" / "doors" / "tenthrows.yaml"
    settings.write_text(settings.read_text() + "throws: 12\ndaily: true\n")
    checked = ran(python, "-m", "door", "--board", board, "check", env=env, cwd=tmp_path)
    assert checked.returncode == 0 and "Doors open: 6 of 6" in checked.stdout, checked
    audited = ran(python, "-m", "door", "--board", board, "audit", env=env, cwd=tmp_path)
    assert audited.returncode == 0 and "all proved" in audited.stdout, audited
