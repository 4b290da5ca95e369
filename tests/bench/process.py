"""A server in a process of its own, and what it costs: CPU seconds and memory from /proc."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Server:
    """A running server; `ports` by kind as it printed them, `started` seconds until it did."""

    pid: int
    ports: dict[str, int]
    started: float

    @property
    def cpu(self) -> float:
        """CPU seconds used so far, user and system."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """Resident memory, bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(*command: str, lines: int = 1) -> Iterator[Server]:
    """Runs `python COMMAND…` until the block ends; it must print `KIND listening on HOST:PORT` lines."""
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        try:
            ports = {}
            for _ in range(lines):
                line = process.stdout.readline()
                found = re.match(r"(\w+) listening on .*:(\d+)$", line)
                if not found:
                    raise RuntimeError(f"{command}: said {line!r}")
                ports[found[1]] = int(found[2])
            yield Server(process.pid, ports, time.perf_counter() - begun)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
