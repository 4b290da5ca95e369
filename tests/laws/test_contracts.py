"""The import contracts of calls and features are checked: each is broken once, on purpose."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BREAKS = {
    "The house: each room may use only what stands below it": {"call/view.py": "import door.features.every"},
    "Features: which uses which is no circle, whatever their number": {
        "features/wall/handlers.py": "import door.features.chat.handlers",
        "features/chat/handlers.py": "import door.features.wall.handlers",
    },
    "Pages and what they ask are values: they know no call and no store, and nothing that waits": {
        "features/log/pages.py": "import asyncio"
    },
    "A page knows other features' pages and what they ask, never their handlers": {
        "features/forum/asks.py": "import door.features.letters.handlers"
    },
    "One call: its parts are no circle": {"call/clock.py": "import door.call.loop"},
}
"""Contracts, with lines that break them, by file."""


@pytest.mark.whole("contracts")
def test_each_contract_of_calls_and_features_is_broken_by_what_it_forbids(tmp_path):
    shutil.copytree(ROOT / "door", tmp_path / "door", ignore=_all_but_code)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for lines in BREAKS.values():
        for name, line in lines.items():
            with (tmp_path / "door" / name).open("a") as file:
                file.write(f"\n{line}\n")
    command = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    ran = subprocess.run(
        [sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "300", "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    broken = set(re.findall(r"^(.*) BROKEN(?: \(.*)?$", ran.stdout, re.M))
    assert broken == set(BREAKS), ran.stdout + ran.stderr


def _all_but_code(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if ("." in name and not name.endswith(".py")) or name == "__pycache__"]
