"""What a start loads: nothing that only other processes, or later callers, have a use for."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("asyncssh", "cryptography", "numpy", "multiprocessing.forkserver")


def test_the_board_is_put_together_without_what_is_loaded_aside() -> None:
    code = f"import sys, door.app, door.commands.run; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
