"""Another board, as a door sees it: it writes the drop file, starts the door with its caller's
line, waits, and goes on with the caller."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bounded import begun
from dropfiles import DOOR32, dos
from effort import PATIENCE
from warm_board import nursery

DOOR = (sys.executable, str(Path(__file__).with_name("warm_door.py")))
ESCAPES = re.compile(rb"\x1b\[[0-9;?=]*[ -/]*[@-~]")


def door32(comm: str, handle: int, *, alias: str = "Alice", bbs: str = "VERT", minutes: str = "60",
           emulation: str = "1", node: str = "3") -> list[str]:  # fmt: skip
    """A DOOR32.SYS of that caller's."""
    return [comm, str(handle), *DOOR32[2:3], bbs, "1", "", alias, "10", minutes, emulation, node]


class Host:
    """A board whose doors are those in `folder`; drop files go to `drops`."""

    def __init__(self, folder: Path, drops: Path) -> None:
        self.folder, self.drops = folder, drops
        nursery()
        drops.mkdir(exist_ok=True)

    def words(self, name: str, lines: Sequence[str], *more: str, slug: str = "shutbox") -> list[str]:
        """Writes the drop file; the door's command line."""
        path = self.drops / name
        path.write_bytes(dos(lines))
        return [*DOOR, "run", slug, "--board", str(self.folder), "--dropfile", str(path), *more]

    @contextlib.contextmanager
    def on_a_socket(
        self, *more: str, **drop: str
    ) -> Iterator[tuple[Caller, subprocess.Popen[bytes], socket.socket]]:
        """A caller over TCP, whose socket the door inherits; the caller, the door, the host's end."""
        with socket.create_server(("127.0.0.1", 0)) as listening:
            theirs = socket.create_connection(listening.getsockname())
            ours, _ = listening.accept()
        with theirs, ours:
            words = self.words("door32.sys", door32("2", ours.fileno(), **drop), *more)
            with begun(
                words, pass_fds=[ours.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            ) as door:  # fmt: skip
                yield Caller(theirs), door, ours

    def log(self) -> str:
        """What the sysop finds in the log."""
        return (self.folder / "data" / "log" / "door.log").read_text()


class Caller:
    """The far end of a socket: a terminal that answers nothing by itself."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.line.settimeout(PATIENCE)
        self.raw = b""
        self._from = 0

    def type(self, data: bytes) -> None:
        self.line.sendall(data)

    def see(self, text: bytes) -> bytes:
        """Waits for the text, escapes taken out; what was new up to it."""
        while True:
            shown = ESCAPES.sub(b"", self.raw[self._from :])
            if text in shown:
                self._from = len(self.raw)
                return shown
            data = self.line.recv(65536)
            assert data, f"{text!r} never came; shown was {shown!r}"
            self.raw += data


async def talk(words: Sequence[str], answers: dict[str, str], most: int = 200) -> tuple[int, str]:
    """Runs a door in plain mode on pipes, answering its prompts by these rules; its exit code
    and all it said."""
    door = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert door.stdin and door.stdout
    said, fresh = "", ""
    while True:
        try:
            data = await asyncio.wait_for(door.stdout.read(65536), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"nothing came after {said[-300:]!r}") from None
        if not data:
            return await door.wait(), said
        said, fresh = said + data.decode("cp437"), fresh + data.decode("cp437")
        prompt = next((text for text in answers if fresh.rstrip().endswith(text)), None)
        if not most and fresh.rstrip().endswith("?"):
            door.stdin.close()
        elif prompt is not None and most:
            most, fresh = most - 1, ""
            with contextlib.suppress(ConnectionError):
                door.stdin.write(f"{answers[prompt]}\r".encode())
                await door.stdin.drain()
