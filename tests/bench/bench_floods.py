"""One caller's keys while others flood the board, beside the same keys on a quiet one.

    python tests/bench/bench_floods.py [--seconds 6]

The board trusts nobody but one address, as on the open net.  Each flood is a process of its own, as
hard as it can; shown are the caller's keys, the CPU it costs the board, memory before and after, and
the lines it leaves in the log.

Then a few addresses take all the room there is for those who have not logged on, and sit there: how
long a newcomer from elsewhere waits for the welcome, by telnet and by SSH, and how often in vain.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import asyncssh
import board
import callers
from bench_load import Crowd
from process import Server, serving

IAC, SB, WILL = 255, 250, 251
TRUSTED = "127.0.9.1"
PATIENCE = 5.0
A_TERMINAL = bytes((IAC, WILL, 31, IAC, SB, 31, 0, 80, 0, 24, IAC, 240))
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


async def noise(ports: dict[str, int]) -> None:
    """Random bytes from an address that is trusted, whose connections nobody counts."""
    _, writer = await asyncio.open_connection("127.0.0.1", ports["telnet"], local_addr=(TRUSTED, 0))
    try:
        while True:
            writer.write(os.urandom(4096))
            await writer.drain()
    finally:
        writer.transport.abort()


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
    "noise, trusted": (noise, 200),
    "passwords, SSH": (guesses, 4),
}
"""Each with how many do it at once."""


async def held(port: int, address: str, said: bytes) -> None:
    """Connects, says that, and sits there; again whenever it is hung up."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            writer.write(said)
            while await reader.read(65536):
                pass
            writer.close()
        await asyncio.sleep(0.2)


async def seats(ports: dict[str, int]) -> None:
    """Calls by telnet that tell a terminal, as many as four addresses may make."""
    where = (f"127.0.2.{number}" for number in range(4))
    await asyncio.gather(*(held(ports["telnet"], address, A_TERMINAL) for address in where for _ in range(8)))


async def silence(ports: dict[str, int]) -> None:
    """Connections to SSH without a byte, as many as eight addresses may make."""
    where = (f"127.0.3.{number}" for number in range(8))
    await asyncio.gather(*(held(ports["ssh"], address, b"") for address in where for _ in range(8)))


CROWDS: dict[str, tuple[Flood, int]] = {
    "32 at the log-on": (seats, 1),
    "64 silent, SSH": (silence, 1),
}


def flooding(name: str, ports: dict[str, int], seconds: float) -> None:
    """A process: does it again and again, so many at once."""
    flood, many = (FLOODS | CROWDS)[name]

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


async def measure(server: Server, log: Path, seconds: float, only: Sequence[str]) -> None:
    """The quiet board, and every flood."""
    crowd = Crowd("telnet", server.ports["telnet"])
    for step in (crowd.connect, crowd.log_on, crowd.open_door):
        await step("Bot1")
    print(f"{'':<24}{'p50 ms':>8}{'p99 ms':>8}{'worst':>8}{'CPU':>6}{'MiB':>14}{'log lines':>11}")
    for name in ("a quiet board", *only):
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


async def welcomed(kind: str, port: int, address: str) -> float | None:
    """Milliseconds until a newcomer from that address is asked for a handle; None if never."""
    loop, begun = asyncio.get_running_loop(), time.perf_counter()
    line: callers.Line | None = None
    try:
        async with asyncio.timeout(PATIENCE):
            if kind == "telnet":
                _, line = await loop.create_connection(
                    callers.Telnet, "127.0.0.1", port, local_addr=(address, 0)
                )
            else:
                line = await callers.ssh(port, "Newcomer", address)
            await callers.sees(line, "a newcomer", "handle")
        return (time.perf_counter() - begun) * 1000
    except (OSError, asyncssh.Error):
        return None
    finally:
        if line is not None:
            line.close()


async def measure_welcomes(server: Server, seconds: float) -> None:
    """Newcomers on a quiet board, and while a few addresses take all the room."""
    print(f"\n{'':<24}{'welcome by':>12}{'p50 ms':>8}{'worst':>8}{'in vain':>10}")
    for name in ("a quiet board", *CROWDS):
        process = multiprocessing.Process(target=flooding, args=(name, server.ports, 2 * seconds + 3))
        if name in CROWDS:
            process.start()
            await asyncio.sleep(3)
        for kind in ("telnet", "ssh"):
            times, end = [], time.perf_counter() + seconds
            while time.perf_counter() < end:
                times.append(await welcomed(kind, server.ports[kind], f"127.0.8.{len(times) % 250 + 1}"))
                await asyncio.sleep(0.2)
            came = sorted(took for took in times if took is not None) or [float("nan")]
            vain = f"{times.count(None)} of {len(times)}"
            print(
                f"{name:<24}{kind:>12}{statistics.median(came):>8.1f}{came[-1]:>8.1f}{vain:>10}", flush=True
            )
        if name in CROWDS:
            await asyncio.to_thread(process.join)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--only", nargs="*", choices=FLOODS, help="these floods alone")
    given = parser.parse_args()
    board.many_files()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "board"
        board.make(folder, 3, log="door.log", level="info", limits=f"trusted: [{TRUSTED}/32]")
        with serving("-m", "door", "serve", "--board", str(folder), lines=2) as server:
            asyncio.run(measure(server, folder / "door.log", given.seconds, given.only or tuple(FLOODS)))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "board"
        board.make(folder, 0, limits="trusted: []", unproved=32)
        with serving("-m", "door", "serve", "--board", str(folder), lines=2) as server:
            asyncio.run(measure_welcomes(server, given.seconds))


if __name__ == "__main__":
    main()
