"""DOS doors of our own, built by nasm, in Debian's DOSBox: on a terminal as a board would run them."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from door.dropfile.files import DropFile
from door.external.command import ProgramVisit
from door.external.dos.orders import DosDoor, explain, orders
from door.external.program import session_of, start

SOURCES = Path(__file__).parents[1] / "external" / "dos"
NOW = datetime(2026, 11, 28, 20, 0)
SECONDS = 60.0

needs_nasm = pytest.mark.skipif(not shutil.which("nasm"), reason="needs nasm (apt-get install nasm)")
needs_dosbox = pytest.mark.skipif(
    not (shutil.which("nasm") and Path("/usr/bin/dosbox").exists()),
    reason="needs DOSBox and nasm (apt-get install dosbox nasm)",
)
whole = pytest.mark.whole("DOSBox")
"""For a test in DOSBox, except one for each way to play: at a program, on a board, and from a shell."""


@cache
def built(source: Path, *defines: str) -> bytes:
    """The program that nasm makes of it."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.com"
        defined = [f"-D{one}" for one in defines]
        subprocess.run(["nasm", "-f", "bin", *defined, str(source), "-o", str(made)], check=True)
        return made.read_bytes()


def test_door(folder, name):
    """A test door in that folder."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name.upper()}.COM"
    path.write_bytes(built(SOURCES / f"{name}.asm"))
    return path


test_door.__test__ = False  # pytest: not a test


class Played:
    """A visit to a DOS door on a terminal of its own."""

    def __init__(self, log) -> None:
        self.out, self.status, self.log = b"", None, log
        self.news = asyncio.Event()
        self.program = None

    def printed(self, data: bytes) -> None:
        self.out += data
        self.news.set()
        self.program.more()

    def ended(self, status: int) -> None:
        self.status = status
        self.news.set()

    async def sees(self, text: bytes, seconds: float = SECONDS) -> bytes:
        async with asyncio.timeout(seconds):
            while text not in self.out:
                assert self.status is None, (self.status, self.why(), self.out[-300:])
                await self.more()
        return self.out

    async def over(self, seconds: float = SECONDS) -> int:
        async with asyncio.timeout(seconds):
            while self.status is None:
                await self.more()
        return self.status

    async def more(self) -> None:
        self.news.clear()
        await self.news.wait()

    async def type(self, data: bytes) -> None:
        """All of it, however slowly the program reads."""
        while data:
            room = 2048 - len(self.program.typed_ahead)
            if room > 0:
                self.program.type(data[:room])
                data = data[room:]
            await asyncio.sleep(0.01)

    def why(self) -> tuple[str, str]:
        said, log = explain("The Game", self.log.fileno(), None, self.status or 0)
        return str(said), log

    @property
    def box(self) -> int:
        """DOSBox's process."""
        return next(pid for pid in session_of(self.program.pid) if name_of(pid) == "dosbox")

    async def closed(self) -> float:
        """Hang up; return the seconds until nothing is left."""
        began = asyncio.get_running_loop().time()
        ending = self.program.close()
        if ending is not None:
            await ending
        return asyncio.get_running_loop().time() - began


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def cpu(pid: int) -> float:
    """Seconds of a core that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def playing(program: Path, *words: str, node: int = 1, spec=None, user=None, grace=10.0, **door):
    """A visit to that program; nothing is left of it in the end. `spec` changes the bridge's orders."""
    folder = Path(tempfile.mkdtemp(prefix="dos-test-"))
    ids = (user.pw_uid, user.pw_gid) if user else None
    log = tempfile.TemporaryFile()  # noqa: SIM115
    caller = DropFile("DOOR.SYS", "Alice", "Alice Liddell", "The Board", "Maggie Simpson", node, 3600)
    try:
        made = orders(
            DosDoor(program, words, **door),
            ProgramVisit(caller, str(folder), rows=25),
            NOW,
            "UTC",
            ids,
            log.fileno(),
            grace,
        )
        if spec:
            made = replace(made, words=(spec(made.words[0]),))
        visit = Played(log)
        made = replace(made, grace=grace, user=user.pw_name if user else "")
        visit.program = await start(made, visit.printed, visit.ended)
        visit.program.more()
        try:
            yield visit
        finally:
            await visit.closed()
            assert not session_of(visit.program.pid)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
