"""What must hold for the code as text: lint, format, types, import contracts, and where tests stand."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "command",
    [
        ("-m", "ruff", "check", "door", "tests", "tools"),
        ("-m", "ruff", "format", "--check", "door", "tests", "tools"),
        ("-m", "mypy"),
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


TESTS = sorted((ROOT / "tests").rglob("*.py"))


def test_what_tests_share_stands_in_support():
    """A test that imports another fails with it, and moves with it."""
    imports = re.compile(r"^\s*(?:from|import) (?:test_\w+|tests\b|conftest\b).*", re.M)
    found = [(path.name, line) for path in TESTS for line in imports.findall(path.read_text("utf-8"))]
    assert found == []


def test_no_test_file_repeats_its_folder():
    assert [path for path in TESTS if re.match(rf"test_{path.parent.name}(_|$)", path.stem)] == []
