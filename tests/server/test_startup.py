"""What a start loads: nothing that only other processes, or later callers, have a use for."""

import platform
import subprocess
import sys

import pytest

HEAVY = ("asyncssh", "cryptography", "numpy", "blessed", "multiprocessing.forkserver")


SCREENS = ("door.call.api", "door.call.refresh", "door.pages.api", "door.screens.watch",
           "door.server.control")  # fmt: skip


def loaded_of(names: tuple[str, ...], *wiring: str) -> str:
    code = f"import sys, {', '.join(wiring)}; print([m for m in {names!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_board_is_put_together_without_what_is_loaded_aside():
    assert loaded_of(HEAVY, "door.server.app", "door.commands.run") == "[]"


def test_a_call_is_handed_over_without_a_board():
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


def test_a_board_listens_before_it_has_loaded_its_screens():
    assert loaded_of(SCREENS, "door.server.app", "door.server.listeners") == "[]"


HASHING = """
import asyncio, re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from argon2 import PasswordHasher
from door.server.start import _run

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) // 1024

async def hash_in_threads():
    hasher = PasswordHasher(1, 19_456, parallelism=1)
    with ThreadPoolExecutor(6) as threads:
        before = resident()
        for _ in range(2):
            list(threads.map(hasher.hash, [b"a long secret"] * 6))
        print(resident() - before)

_run(hash_in_threads())
"""


@pytest.mark.whole("many calls")
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators have other ways")
def test_checked_passwords_keep_no_memory():
    done = subprocess.run([sys.executable, "-c", HASHING], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 19
