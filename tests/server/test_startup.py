"""What a start loads: nothing that only other processes, or later callers, have a use for."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("asyncssh", "cryptography", "numpy", "blessed", "multiprocessing.forkserver")


SCREENS = ("door.call.api", "door.call.refresh", "door.pages.api", "door.screens.watch",
           "door.server.control")  # fmt: skip


def loaded_of(names: tuple[str, ...], *wiring: str) -> str:
    code = f"import sys, {', '.join(wiring)}; print([m for m in {names!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_board_is_put_together_without_what_is_loaded_aside() -> None:
    assert loaded_of(HEAVY, "door.server.app", "door.commands.run") == "[]"


def test_a_call_is_handed_over_without_a_board() -> None:
    board = (
        "asyncio",
        "yaml",
        "pydantic",
        "door.records.journal",
        "door.games",
        "door.features",
        "door.call",
        "blessed",
    )
    assert loaded_of(board, "door.commands.run") == "[]"


def test_a_board_listens_before_it_has_loaded_its_screens() -> None:
    assert loaded_of(SCREENS, "door.server.app", "door.server.listeners") == "[]"
