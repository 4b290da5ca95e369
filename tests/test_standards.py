"""What must hold for the code as text: lint, format, types, import contracts."""

import os
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
