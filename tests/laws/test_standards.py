"""What must hold for the code as text: lint, format, types, import contracts, and where tests stand; and how
many functions a newcomer reads to follow a ranked game."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from door.cli import COMMANDS
from door.games import api

ROOT = Path(__file__).parents[2]
MYPY = "from door.ui import catalogue_stub as s; s.main(); import mypy.__main__ as m; m.console_entry()"


@pytest.mark.parametrize(
    "command",
    [
        ("-m", "ruff", "check", "door", "tests"),
        ("-m", "ruff", "format", "--check", "door", "tests"),
        pytest.param(("-c", MYPY), marks=pytest.mark.whole("mypy")),
        ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
        pytest.param(("tests/bench/bench_paths.py", "--game"), marks=pytest.mark.whole("a process")),
    ],
    ids=["ruff", "format", "mypy", "imports", "paths"],
)
def test_standards(command):
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_few_modules_of_the_records_ask_the_system():
    """Everybody else goes through them, so that the records could be kept elsewhere than in files."""
    records = ROOT / "door" / "records"
    system = re.compile(r"^import (?:os|fcntl)\b", re.M)
    found = {
        str(path.relative_to(records))
        for path in records.rglob("*.py")
        if system.search(path.read_text("utf-8"))
    }
    ours = {name for name in found if not name.startswith(("files/", "store/"))}
    assert ours == {"journal/files.py", "ledger/shelf.py"}


TESTS = sorted((ROOT / "tests").rglob("*.py"))


def test_what_tests_share_stands_in_support():
    """A test that imports another fails with it, and moves with it."""
    imports = re.compile(r"^\s*(?:from|import) (?:test_\w+|tests\b|conftest\b).*", re.M)
    found = [(path.name, line) for path in TESTS for line in imports.findall(path.read_text("utf-8"))]
    assert found == []


DOORS = [
    *sorted((ROOT / "door" / "games").glob("*/*.py")),
    *sorted((ROOT / "examples").glob("*/door_*/*.py")),
]


def test_doors_import_one_module_of_the_games_and_what_they_draw_with():
    """Authors of doors learn from these: nothing else of the board is promised to them."""
    drawing = r"door\.ui\b.*|door\.term\.(canvas|keys)"
    sources = [path.read_text("utf-8") for path in DOORS]
    tutorial = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs" / "tutorial.md").read_text("utf-8"), re.M | re.S
    )
    for source in (*sources, *tutorial):
        for node in ast.walk(ast.parse(source)):
            for name in _imports(node):
                assert name == "door.games.api" or re.fullmatch(drawing, name) or _is_a_door(name), name


def test_what_is_promised_to_doors_is_used_by_one_of_them():
    used = {name for path in DOORS for name in re.findall(r"\bapi\.(\w+)", path.read_text("utf-8"))}
    assert used == set(api.__all__)


def _imports(node):
    """Return the modules of the house that an import names; of `door.games` and `door.ui`, what it takes."""
    if isinstance(node, ast.Import):
        return [one.name for one in node.names if one.name.split(".")[0] == "door"]
    if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] != "door":
        return []
    packages = ("door", "door.games", "door.ui", "door.term")
    return [f"{node.module}.{one.name}" if node.module in packages else node.module for one in node.names]


def _is_a_door(name):
    return name.startswith("door.games.") and (ROOT / "door" / "games" / name.split(".")[2]).is_dir()


@pytest.mark.parametrize("room", ["call", "features", "games", "pages", "play", "screens", "ui"])
def test_no_caller_is_told_to_run_a_command(room):
    """What the rooms that callers see have to say; docstrings are for whoever works on them."""
    command = re.compile(rf"\bdoor ({'|'.join(COMMANDS)})\b")
    for path in (ROOT / "door" / room).rglob("*.py"):
        text = path.read_text("utf-8")
        if command.search(re.sub(r"""["']\s+f?["']""", "", text)):
            nodes = [*ast.walk(ast.parse(text))]
            told_to_us = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
            found = [one.value for one in texts if id(one) not in told_to_us and command.search(one.value)]
            assert found == [], path
