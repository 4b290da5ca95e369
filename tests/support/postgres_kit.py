"""A PostgreSQL server for tests: one for each test process, started when the first test needs it."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from effort import PATIENCE

from door.records.journal.lines import ZERO


def programs() -> Path | None:
    """Return the folder of the newest server's programs, or None."""
    found = shutil.which("initdb")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parent.name))
    return Path(found).resolve().parent if found else places[-1] if places else None


def _parent(stat: Path) -> int:
    """The parent of the process with that file, 0 if it has ended."""
    with suppress(OSError):
        return int(stat.read_text().rpartition(")")[2].split()[1])
    return 0


def _signal(pid: int, number: signal.Signals) -> None:
    """Signal a process of the server, some of which end by themselves."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


EMPTY: Final = f"""
lock table unit in exclusive mode;
delete from unit; delete from piece; delete from line; delete from lease; delete from host;
update head set n = 0, month = '', hash = '{ZERO}'; update board set id = gen_random_uuid();
"""
"""Makes a database as good as new, once its last write has ended."""

END: Final = 'read -r word; "$@" -w -m immediate stop; rm -rf "$0"'
"""Stops a server and removes its folder once the process that began it has closed a pipe, or has ended."""


class Server:
    """A server in a folder of its own, reached by a unix socket, perhaps a standby of `primary`. It ends
    with this process."""

    def __init__(self, programs: Path, durable: bool = False, primary: Server | None = None) -> None:
        room = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir=room if room.is_dir() and not durable else None))
        self._programs, self._fsync = programs, "on" if durable else "off"
        self._spare: list[str] = []
        self._used: dict[Path, str] = {}
        self._connections: dict[str, Any] = {}
        self._as = ["runuser", "-u", "nobody", "--"] if os.getuid() == 0 else []
        if self._as:
            shutil.chown(self.folder, "nobody")
        atexit.register(self.remove)
        self._end = subprocess.Popen(
            ["sh", "-c", END, str(self.folder), *self._command("pg_ctl")],
            cwd="/", start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        if primary:
            copied = ("-h", str(primary.folder), "-U", "door", "-R", "-C", "-S", "standby")
            self._run("pg_basebackup", *copied, "--checkpoint=fast", "--no-sync")
        else:
            self._run("initdb", "-A", "trust", "-U", "door", "--no-locale", "-E", "UTF8", "--no-sync")
        self.start()

    def _command(self, program: str) -> list[str]:
        return [*self._as, str(self._programs / program), "-D", str(self.folder / "data")]

    def _run(self, program: str, *args: str) -> None:
        command = [*self._command(program), *args]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=PATIENCE)

    def start(self) -> None:
        """Start it as soon as the last process of a killed one has ended."""
        options = f"-k {self.folder} -c listen_addresses='' -c fsync={self._fsync} -c max_connections=100"
        log = self.folder / "log"
        self._connections.clear()  # a server that was killed has none
        for _ in range(100):
            with suppress(subprocess.CalledProcessError):
                self._run("pg_ctl", "-w", "-l", str(log), "-o", options, "start")
                return
            time.sleep(0.1)
        raise AssertionError(log.read_text()[-1000:])

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def promote(self) -> None:
        self._run("pg_ctl", "-w", "promote")

    def pids(self) -> list[int]:
        """Return the server's first process, and those for its connections and its own work."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        assert str(self.folder) in Path(f"/proc/{first}/cmdline").read_text(), "it is ours"
        stats = Path("/proc").glob("[0-9]*/stat")
        return [first, *(int(path.parent.name) for path in stats if _parent(path) == first)]

    def kill(self) -> None:
        """Kill all of it at once, as a power cut does."""
        for pid in self.pids():
            _signal(pid, signal.SIGKILL)

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Let the server and its connections stand still, as a machine without memory does."""
        pids = self.pids()
        for pid in pids:
            _signal(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                _signal(pid, signal.SIGCONT)

    def remove(self) -> None:
        atexit.unregister(self.remove)
        for connection in self._connections.values():
            connection.close()
        self._end.communicate()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://door@/{database}?host={self.folder}"

    def database(self, of: Path) -> str:
        """Return the address of a folder's own database, which is empty when a test asks for it first."""
        if of not in self._used:
            self._used[of] = self._spare.pop() if self._spare else self._created()
        return self.url(self._used[of])

    def _created(self) -> str:
        name = f"t{len(self._used)}"
        createdb = [str(self._programs / "createdb"), "-h", str(self.folder), "-U", "door"]
        made = subprocess.run([*createdb, "-S", "file_copy", name], capture_output=True, text=True)
        assert not made.returncode, made.stderr
        return name

    def empty(self) -> None:
        """Remove everything from the databases that a test has used."""
        for name in self._used.values():
            self._empty(name)
        self._spare += self._used.values()
        self._used.clear()

    def _empty(self, name: str) -> None:
        import psycopg

        if name not in self._connections or self._connections[name].closed:
            self._connections[name] = psycopg.connect(self.url(name), autocommit=True)
        with suppress(psycopg.errors.UndefinedTable):
            self._connections[name].execute(EMPTY)

    def emptied(self) -> str:
        """Return the address of a database without tables."""
        import psycopg

        with psycopg.connect(self.url()) as connection:
            connection.execute("drop schema public cascade; create schema public")
        return self.url()


@contextmanager
def pooled(server: Server, mode: str) -> Iterator[str]:
    """PgBouncer in front of the server: yield the address. Skips the test without it."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        pytest.skip("needs PgBouncer: apt-get install pgbouncer")
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o777)
        (folder / "ini").write_text(
            f"[databases]\n* = host={server.folder} user=door\n[pgbouncer]\nlisten_addr =\n"
            f"unix_socket_dir = {folder}\nauth_type = any\npool_mode = {mode}\n"
        )
        pool = subprocess.Popen(
            [program, str(folder / "ini")], stderr=subprocess.PIPE,
            user="nobody" if os.getuid() == 0 else None,
        )  # fmt: skip
        try:
            assert pool.stderr and any(b"process up" in line for line in pool.stderr)
            yield f"postgresql://door@/postgres?host={folder}&port=6432"
        finally:
            pool.terminate()
            pool.communicate()


@cache
def server() -> Server:
    """Return this process's server. Skips the test if there is none to be had."""
    pytest.importorskip("psycopg", reason="needs psycopg, of the extra [postgres]")
    found = programs()
    if found is None:
        pytest.skip("needs a PostgreSQL server: apt-get install postgresql")
    return Server(found)
