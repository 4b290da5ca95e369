"""One caller's keys while others flood the board, beside the same keys on a quiet one.

    python tests/bench/bench_floods.py [--seconds 6]

The board trusts nobody, as on the open net.  Each flood is a process of its own, as hard as it
can; shown are the caller's keys, the CPU it costs the board, memory before and after, and the
lines it leaves in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import asyncssh
import board
import callers
from bench_load import Crowd
from process import Server, serving

IAC, SB, WILL = 255, 250, 251
KEYS_A_SECOND = 20
Flood = Callable[[dict[str, int]], Awaitable[None]]


async def connects(ports: dict[str, int]) -> None:
    """Connects to telnet from one address without end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", ports["telnet"], local_addr=("127.0.1.2", 0))
    await reader.read(1)
    writer.transport.abort()


async def knocks_of_ssh(ports: dict[str, int]) -> None:
    """The same to SSH, with a greeting."""
    reader, writer = await asyncio.open_connection("127.0.0.1", ports["ssh"], local_addr=("127.0.1.3", 0))
    writer.write(b"SSH-2.0-x\r\n")
    await reader.read(1)
    writer.transport.abort()


async def poured(ports: dict[str, int], address: str, what: bytes) -> None:
    """Sends the same again and again on a line, until it is cut."""
    _, writer = await asyncio.open_connection("127.0.0.1", ports["telnet"], local_addr=(address, 0))
    try:
        while True:
            writer.write(what)
            await writer.drain()
    finally:
        writer.transport.abort()


async def options(ports: dict[str, int]) -> None:
    """Telnet options without end."""
    await poured(ports, "127.0.1.4", bytes((IAC, WILL, 200)) * 1000)


async def subnegotiation(ports: dict[str, int]) -> None:
    """A telnet command that never ends."""
    await poured(ports, "127.0.1.5", bytes((IAC, SB, 31)) + b"x" * 4000)


async def keys(ports: dict[str, int]) -> None:
    """Keys at the log-on, as fast as the line takes them."""
    await poured(ports, "127.0.1.6", b"\x1b[A" * 1000)


async def guesses(ports: dict[str, int]) -> None:
    """Wrong passwords by SSH."""
    await asyncssh.connect(
        "127.0.0.1", ports["ssh"], username="Bot2", password="wrong", known_hosts=None, config=None,
        client_keys=None, agent_path=None, local_addr=("127.0.1.7", 0),
    )  # fmt: skip


FLOODS: dict[str, tuple[Flood, int]] = {
    "connects, telnet": (connects, 20),
    "connects, SSH": (knocks_of_ssh, 20),
    "options": (options, 4),
    "a command without end": (subnegotiation, 4),
    "keys at the log-on": (keys, 4),
    "passwords, SSH": (guesses, 4),
}
"""Each with how many do it at once."""


def flooding(name: str, ports: dict[str, int], seconds: float) -> None:
    """A process: does it again and again, so many at once."""
    flood, many = FLOODS[name]

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError, asyncssh.Error):
                await flood(ports)
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(one() for _ in range(many)))

    asyncio.run(all_of_them())


async def pressing(line: callers.Line, seconds: float) -> list[float]:
    """Milliseconds of each key for so long."""
    end, times = time.perf_counter() + seconds, []
    while (now := time.perf_counter()) < end:
        times.append(await callers.press(line, b"6") * 1000)
        await asyncio.sleep(max(0.0, now + 1 / KEYS_A_SECOND - time.perf_counter()))
    return times


def written(log: Path) -> int:
    """Lines of the log."""
    return log.read_text().count("\n")


async def measure(server: Server, log: Path, seconds: float) -> None:
    """The quiet board, and every flood."""
    crowd = Crowd("telnet", server.ports["telnet"])
    for step in (crowd.connect, crowd.log_on, crowd.open_door):
        await step("Bot1")
    print(f"{'':<24}{'p50 ms':>8}{'p99 ms':>8}{'worst':>8}{'CPU':>6}{'MiB':>14}{'log lines':>11}")
    for name in ("a quiet board", *FLOODS):
        process = multiprocessing.Process(target=flooding, args=(name, server.ports, seconds + 1))
        if name in FLOODS:
            process.start()
            await asyncio.sleep(1)
        lines, cpu, before = written(log), server.cpu, server.memory / 2**20
        times = await pressing(crowd.lines["Bot1"], seconds)
        spent, after = (server.cpu - cpu) / seconds, server.memory / 2**20
        if name in FLOODS:
            await asyncio.to_thread(process.join)
        cuts, fresh = statistics.quantiles(times, n=100), written(log) - lines
        print(
            f"{name:<24}{cuts[49]:>8.2f}{cuts[98]:>8.2f}{max(times):>8.1f}{spent:>6.0%}"
            f"{before:>7.0f}{after:>7.0f}{fresh:>11}", flush=True,
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=6.0)
    given = parser.parse_args()
    board.many_files()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "board"
        board.make(folder, 3, log="door.log", level="info", limits="trusted: []")
        with serving("-m", "door", "serve", "--board", str(folder), lines=2) as server:
            asyncio.run(measure(server, folder / "door.log", given.seconds))


if __name__ == "__main__":
    main()
