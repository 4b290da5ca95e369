"""Callers with a browser beside callers by telnet, in turns and at one board: what each costs.

    python tests/bench/bench_web.py [--quick]

A key in Shut The Box and a connect up to the first screen, by the board's CPU clock; the memory that a
caller in the menu adds; the start up to `telnet listening` with and without the web; and 500 browsers
at once.
"""

import argparse
import asyncio
import base64
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import board
import callers
from bench_load import Crowd
from process import Server, serving

SETTLE = 1.0
BLOCK, CONNECTS = 100, 10
"""Keys, and connects, in a turn."""

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: door.terminal.1\r\nSec-WebSocket-Key: {}\r\n\r\n"
)
SIZE = b'{"cols":80,"rows":24}'


class Web(callers.Telnet):
    """A page's WebSocket with the methods of a telnet call. The board's frames come whole on loopback."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._rest, self._up = b"", False
        self.transport.write(HANDSHAKE.format(base64.b64encode(os.urandom(16)).decode()).encode())
        self._send(0x81, SIZE)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        if not self._up:
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head:
                self.transport.abort()
                return
            self._up, self._rest = True, rest
        while len(self._rest) >= 4:
            size, at = self._rest[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(self._rest[2:4], "big"), 4
            if len(self._rest) < at + size:
                return
            body, opcode = self._rest[at : at + size], self._rest[0] & 15
            self._rest = self._rest[at + size :]
            if opcode == 2:
                self.bytes_in += len(body)
                self.data += body
                self.came.set()

    def type(self, keys: bytes) -> None:
        self._send(0x82, keys)

    def _send(self, first: int, data: bytes) -> None:
        self.transport.write(bytes((first, 0x80 | len(data))) + bytes(4) + data)  # a mask of zeros


class Callers(Crowd):
    """A crowd that also calls by WebSocket."""

    term = b"putty"
    """Telnet's terminal: its screens are the web's, in bytes."""

    @property
    def at_a_board(self) -> bool:
        return True

    async def connect(self, name: str) -> None:
        make = Web if self.kind == "web" else partial(callers.Telnet, self.term)
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(make, "127.0.0.1", self.port)
        await callers.sees(line, name, "handle")
        self.lines[name] = line

    async def log_on(self, name: str) -> None:
        await callers.walk(self.lines[name], name, callers.TO_THE_MENU)
        if await callers.sees(self.lines[name], name, callers.MENU, callers.NEWS) == callers.NEWS:
            await callers.walk(self.lines[name], name, ((callers.NEWS, "\r"), (callers.MENU, "")))

    def hang_up(self) -> None:
        for line in self.lines.values():
            line.close()
        self.lines.clear()


def served(place: Path) -> tuple[str, ...]:
    """Make a board there; return the command that serves it, but for where the web listens."""
    board.make(place, 500, limits="per_address: 10000, connects_per_minute: 0")
    serve = ("-m", "door", "serve", "--board", str(place))
    return (*serve, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web")


def told(what: str, unit: str, ours: Sequence[float], theirs: Sequence[float]) -> None:
    """Print the web's figures, telnet's, and the ratios of the least and of the medians."""
    least = min(ours) / min(theirs)
    median = statistics.median(ours) / statistics.median(theirs)
    print(
        f"{what:<27}web {min(ours):8.3f} {statistics.median(ours):8.3f}   telnet {min(theirs):8.3f} "
        f"{statistics.median(theirs):8.3f} {unit:<4} least {least:.2f} x, median {median:.2f} x",
        flush=True,
    )


async def keys_and_connects(server: Server, turns: int) -> None:
    crowds = {kind: Callers(kind, server.ports[kind]) for kind in ("telnet", "web")}
    costs: dict[str, dict[str, list[float]]] = {kind: {"key": [], "connect": []} for kind in crowds}
    for kind, crowd in crowds.items():
        name = f"Bot{1 + (kind == 'web')}"
        for step in (crowd.connect, crowd.log_on, crowd.open_door):
            await step(name)
    await asyncio.sleep(SETTLE)
    for _ in range(turns):
        for kind, crowd in crowds.items():
            (line,) = crowd.lines.values()
            before = server.cpu
            for _ in range(BLOCK):
                await callers.press(line, b"6")
            costs[kind]["key"].append((server.cpu - before) / BLOCK * 1e3)
    for crowd in crowds.values():
        crowd.hang_up()
        crowd.term = b"syncterm"  # which is asked nothing before its first screen, as a page
    await asyncio.sleep(SETTLE)
    for _ in range(turns):
        for kind, crowd in crowds.items():
            before = server.cpu
            for number in range(CONNECTS):
                await crowd.connect(f"Bot{number}")
            costs[kind]["connect"].append((server.cpu - before) / CONNECTS * 1e3)
            crowd.hang_up()
            await asyncio.sleep(0.1)
    for what in ("key", "connect"):
        told(f"CPU a {what}", "ms", costs["web"][what], costs["telnet"][what])


async def memory(server: Server, kind: str, half: int) -> float:
    """Return KiB that a caller in the menu adds to a board with `half` callers of the same kind.

    What callers share, and what the allocator has in hand, is paid by those before.
    """
    crowd, sizes = Callers(kind, server.ports[kind]), []
    names = [f"Bot{number}" for number in range(2 * half)]
    for some in (names[:half], names[half:]):
        await crowd.each(crowd.connect, some, 8)
        await crowd.each(crowd.log_on, some, 8)
        await asyncio.sleep(SETTLE)
        sizes.append(server.memory)
    if crowd.failed or len(crowd.lines) != len(names):
        raise RuntimeError(f"{kind}: {len(crowd.lines)} of {len(names)} callers are up")
    crowd.hang_up()
    return (sizes[1] - sizes[0]) / 1024 / half


def memory_in_turns(turns: int, half: int) -> None:
    """Print the memory of callers who call for the first time, and of the same who call again.

    Those have read their news before the menu. Each kind has boards of its own: on a board that the others
    have called before, everybody calls again.
    """
    grown: dict[tuple[bool, str], list[float]] = defaultdict(list)
    for _ in range(turns):
        for kind in ("telnet", "web"):
            with tempfile.TemporaryDirectory() as folder:
                serve = served(Path(folder, "board"))
                for again in (False, True):
                    with serving(*serve, "127.0.0.1:0", lines=2) as server:
                        grown[again, kind].append(asyncio.run(memory(server, kind, half)))
    for again, which in ((False, "1st call"), (True, "2nd call")):
        told(f"memory a caller, {which}", "KiB", grown[again, "web"], grown[again, "telnet"])


async def at_once(server: Server, count: int) -> None:
    crowd = Callers("web", server.ports["web"])
    names = [f"Bot{number}" for number in range(1, count + 1)]
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await crowd.each(crowd.connect, names, count)
    took = loop.time() - begun
    for line in crowd.lines.values():
        await callers.press(line, b"x")
    print(
        f"{count} browsers at once: {len(crowd.lines)} up in {took:.1f} s, {crowd.failed} failed", flush=True
    )
    crowd.hang_up()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    board.many_files()
    with tempfile.TemporaryDirectory() as folder:
        serve = served(Path(folder, "board"))
        with serving(*serve, "127.0.0.1:0", lines=2) as server:
            asyncio.run(keys_and_connects(server, 5 if quick else 20))
        memory_in_turns(1 if quick else 4, 100 if quick else 250)
        starts: dict[str, list[float]] = {"off": [], "127.0.0.1:0": []}
        for _ in range(3 if quick else 10):
            for where, found in starts.items():
                with serving(*serve, where) as server:
                    found.append(server.cpu)
        told("CPU to telnet listening", "s", starts["127.0.0.1:0"], starts["off"])
        with serving(*serve, "127.0.0.1:0", lines=2) as server:
            asyncio.run(at_once(server, 500))


if __name__ == "__main__":
    main()
