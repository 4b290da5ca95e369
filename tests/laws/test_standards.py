"""What must hold for the code as text: lint, format, types, import contracts, and where tests stand."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from door.cli import COMMANDS

ROOT = Path(__file__).parents[2]
MYPY = "from door.ui import catalogue_stub as s; s.main(); import mypy.__main__ as m; m.console_entry()"


@pytest.mark.parametrize(
    "command",
    [
        ("-m", "ruff", "check", "door", "tests"),
        ("-m", "ruff", "format", "--check", "door", "tests"),
        pytest.param(("-c", MYPY), marks=pytest.mark.whole("mypy")),
        ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    ],
    ids=["ruff", "format", "mypy", "imports"],
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
