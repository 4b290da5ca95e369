"""A server in a process of its own, and what it costs: CPU seconds and memory from /proc."""

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
    """A running server; `ports` by kind as it printed them, and seconds until it printed each."""

    process: subprocess.Popen[str]
    ports: dict[str, int]
    listening: dict[str, float]

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def cpu(self) -> float:
        """CPU seconds used so far, user and system."""
        return cpu_of(self.pid)

    @property
    def memory(self) -> int:
        """Resident memory, bytes."""
        return _resident(self.pid)

    @property
    def whole_memory(self) -> int:
        """The same with all the processes that it has begun, and those that they have."""
        return sum(map(_resident, _family(self.pid)))

    def end(self, seconds: float = 20) -> int:
        """Ends it as a sysop would; its exit code, -9 where it had to be killed."""
        self.process.terminate()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def cpu_of(pid: int) -> float:
    """A process's CPU seconds by its own clock: a tick of /proc is ten milliseconds."""
    return time.clock_gettime(~pid << 3 | 2)  # how Linux numbers these clocks


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _family(pid: int) -> list[int]:
    """The process and all that come from it."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    begun = [int(child) for path in threads for child in path.read_text().split()]
    return [pid, *(below for child in begun for below in _family(child))]


def stolen() -> float:
    """Seconds since the machine's start that its host gave to others instead, a core on the mean."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    return int(fields[8]) / TICK / (os.cpu_count() or 1)


@contextmanager
def serving(*command: str, lines: int = 1, errors: Path | None = None) -> Iterator[Server]:
    """Runs `python COMMAND…` until the block ends; it must print `KIND listening on HOST:PORT` lines.

    What it says on stderr goes to the file `errors`, or nowhere.
    """
    begun = time.perf_counter()
    with (
        (errors or Path(os.devnull)).open("ab") as told,
        subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=told, text=True, cwd=ROOT
        ) as process,
    ):
        assert process.stdout is not None
        server = Server(process, {}, {})
        try:
            for _ in range(lines):
                line = process.stdout.readline()
                found = re.match(r"(\w+) listening on .*:(\d+)$", line)
                if not found:
                    raise RuntimeError(f"{command}: said {line!r}")
                server.ports[found[1]] = int(found[2])
                server.listening[found[1]] = time.perf_counter() - begun
            yield server
        finally:
            if process.poll() is None:
                server.end()
