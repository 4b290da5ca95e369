"""Threads share a heap: what glibc itself says of a process that has set it so."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

SCRIPT = """
import ctypes, threading
from door.server.heap import one_heap
{first}
together = threading.Barrier(4)
def work():
    kept = [bytes(1000 + n) for n in range(2000)]
    together.wait()
for thread in [threading.Thread(target=work) for _ in range(3)]:
    thread.start()
together.wait()
ctypes.CDLL(None).malloc_stats()
"""


def heaps(first: str) -> int:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(first=first)], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0
    return ran.stderr.count("Arena ")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_threads_share_one_heap():
    assert heaps("one_heap()") == 1 < heaps("pass")
