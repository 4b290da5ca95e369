"""Measure what a board's store costs, in files and in a database, as ratios of the same run.

    python tests/bench/bench_store.py [--only games,database,lines,moves,messages]

The database is a PostgreSQL server of Debian's on this disk, with fsync. All sides take turns, and each
figure is the middle of five. CPU is the measured process's own. Takes about two minutes.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import chain
from pathlib import Path
from random import Random, random
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path += [str(ROOT), str(ROOT / "tests" / "support")]
from records_kit import Clock, make_store  # noqa: E402

from door.records.play.lifecycle import GameWish  # noqa: E402

ROUNDS = 5
GAMES = {0: 1, 1: 60, 24: 12}
"""Games of each caller in a round, by the number of callers at once; 0 are those who play now and then."""

STEADY, STEADY_SECONDS = 20, 3
"""Lines a second of a host that is neither busy nor idle, and for how long."""

MOVERS, MOVES, PAUSE = 20, 50, 0.02
WRITERS, SECONDS = 8, 1.5
BODY = b"x" * 400
LINE = {"kind": "note", "text": "x" * 200}


def middle(rounds: list[list[float]], at: float) -> float:
    """The middle round's quantile, in milliseconds."""
    return 1000 * statistics.median(sorted(one)[min(len(one) - 1, int(at * len(one)))] for one in rounds)


def row(
    what: str, value: str, beside: str = "", ratio: float = 0.0, most: float = 0.0, least: float = 0.0
) -> None:
    target = f"<= {most:g}" if most else f">= {least:g}" if least else ""
    missed = (most and ratio > most) or (least and ratio < least)
    shown = f"{ratio:.2f}x" if ratio and beside else ""
    verdict = "" if not target else "MISSED" if missed else "met"
    print(f"{what:<58}{value:>12}{beside:>12}{shown:>8}  {target:<8}{verdict}", flush=True)


def percentiles(what: str, ours: list[list[float]], beside: list[list[float]], most: float = 0.0) -> None:
    """Two rows: p50, and p99, which has a limit."""
    for at, limit in ((0.5, 0.0), (0.99, most)):
        one, other = middle(ours, at), middle(beside, at)
        row(f"{what}, p{at * 100:.0f}", f"{one:.2f} ms", f"{other:.2f} ms", one / other, limit)


async def game(store: Any, caller: str) -> tuple[float, float]:
    """Play a game; return the seconds of its begin and of its end."""
    begun = time.perf_counter()
    game = (await store.games.begin(store.ranked, GameWish("dice", caller))).record
    has_begun = time.perf_counter()
    moves = ("die", "die", "stop")
    for move in moves:
        if (kept := store.games.add_move(game.id, move)) and not isinstance(kept, str):
            await kept
    ends = time.perf_counter()
    await store.games.finish(game.id)
    return has_begun - begun, time.perf_counter() - ends


async def games(store: Any, callers: int) -> list[list[float]]:
    """Seconds of each begin and each end, of callers who play at once; 0 callers play now and then."""

    async def play(caller: str, wait: float = 0) -> list[tuple[float, float]]:
        await asyncio.sleep(wait)
        return [await game(store, caller) for _ in range(GAMES[callers])]

    if callers:
        played = await asyncio.gather(*(play(f"Caller {n}") for n in range(callers)))
    else:
        played = await asyncio.gather(*(play(f"Now {n}", wait) for n, wait in enumerate(moments(2))))
    return [list(times) for times in zip(*(one for some in played for one in some), strict=True)]


def moments(lines: int) -> list[float]:
    """Random moments for what writes as many lines, so that there are `STEADY` lines a second."""
    count = int(STEADY * STEADY_SECONDS / lines)
    return [random() * STEADY_SECONDS for _ in range(count)]


@asynccontextmanager
async def opened(folder: Path, url: str = "", host: str = "one") -> AsyncIterator[Any]:
    """A board's records, in files or in the database, with the test door and turns without end."""
    if url:
        import store_kit

        from door.records.store.opening import store_of

        store_kit.KINDS["postgres"], store_kit.chosen = (lambda data: store_of(data, url, host)), "postgres"
    store = make_store(folder, Clock(), turns_per_day=0)
    if url:
        store_kit.chosen = "files"
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def play_as_told(folder: str, url: str = "", host: str = "") -> None:
    """Another process: a number of callers a line, and their times back."""
    sys.setswitchinterval(0.001)  # as a board does
    async with opened(Path(folder), url, host) as store:
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await games(store, int(line))), flush=True)


def files(folder: Path) -> None:
    """Begins and ends with files, in a process of their own."""
    with _child(["--player", str(folder)]) as player:
        for callers in filter(None, GAMES):
            rounds = [_asked(player, str(callers)) for _ in range(ROUNDS + 1)][1:]
            for at, what in enumerate(("begin", "end")):
                for quantile in (0.5, 0.99):
                    took = middle([one[at] for one in rounds], quantile)
                    row(f"files, {callers} at once: {what}, p{quantile * 100:.0f}", f"{took:.2f} ms")


@contextmanager
def _child(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, __file__, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        yield child
        assert child.stdin
        child.stdin.close()


def _asked(child: subprocess.Popen[str], what: str) -> Any:
    assert child.stdin and child.stdout
    child.stdin.write(f"{what}\n")
    child.stdin.flush()
    return json.loads(child.stdout.readline())


async def database(folder: Path, url: str) -> None:
    """Begins and ends beside bare commits of as many connections."""
    import psycopg

    bare = [await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(max(GAMES))]
    await bare[0].execute("create table bare (body bytea)")

    async def commits(connection: Any, moments: Sequence[float]) -> list[float]:
        took, since = list[float](), time.perf_counter()
        for moment in moments:
            await asyncio.sleep(since + moment - time.perf_counter())
            begun = time.perf_counter()
            await connection.execute("insert into bare values (%s)", [BODY])
            took.append(time.perf_counter() - begun)
        return took

    def tell(what: str, rounds: list[Any]) -> None:
        for at, step in enumerate(("begin", "end")):
            name = f"database, {what}: {step} / bare commit"
            percentiles(name, [one[at] for one in rounds], [one[2] for one in rounds], 3.0)

    async with opened(folder, url) as store:
        await games(store, 1)
        for callers, count in filter(all, GAMES.items()):
            rounds = []
            for _ in range(ROUNDS):
                took = await asyncio.gather(*(commits(one, [0] * count) for one in bare[:callers]))
                rounds.append((*await games(store, callers), list(chain(*took))))
            tell(f"{callers} at once", rounds)
    with ExitStack() as stack:
        hosts = [
            stack.enter_context(_child(["--player", f"{folder}/{name}", url, name])) for name in ("a", "b")
        ]
        rounds = []
        for _ in range(ROUNDS + 1):
            took = await asyncio.gather(*(commits(one, sorted(moments(1))) for one in bare[:2]))
            both = await asyncio.gather(*(asyncio.to_thread(_asked, host, "0") for host in hosts))
            rounds.append((both[0][0] + both[1][0], both[0][1] + both[1][1], list(chain(*took))))
    tell(f"two hosts, {STEADY} lines a second each", rounds[1:])
    for connection in bare:
        await connection.close()


async def write_as_told(folder: str, url: str, host: str) -> None:
    """One host's writers, for some seconds a line; lines and CPU seconds back."""
    from datetime import UTC, datetime

    from door.records.journal.journal import Journal
    from door.records.store.opening import store_of

    journal = Journal(store_of(Path(folder), url, host), UTC, lambda: datetime.now(UTC))
    await asyncio.to_thread(journal.repair)

    async def writer(until: float) -> int:
        count = 0
        while time.monotonic() < until:
            await journal.decide([LINE])
            count += 1
        return count

    for line in sys.stdin:
        cpu, until = time.process_time(), time.monotonic() + SECONDS
        counts = await asyncio.gather(*(writer(until) for _ in range(int(line))))
        print(json.dumps([sum(counts), time.process_time() - cpu]), flush=True)
    await journal.close()


async def lines(folder: Path, url: str) -> None:
    """Lines of two hosts on the database, beside one process with files."""
    with ExitStack() as stack:
        hosts = [
            stack.enter_context(_child(["--writer", f"{folder}/{name}", url, name])) for name in ("a", "b")
        ]
        filer = stack.enter_context(_child(["--writer", f"{folder}/files", "files", ""]))
        rounds = []
        for _ in range(ROUNDS + 1):
            few, one = _asked(filer, f"{WRITERS}"), _asked(hosts[0], f"{WRITERS}")
            many = _asked(filer, f"{2 * WRITERS}")
            both = await asyncio.gather(*(asyncio.to_thread(_asked, host, f"{WRITERS}") for host in hosts))
            rounds.append((many, few, one, both))
        crowds, files, single, two = zip(*rounds[1:], strict=True)
    rates = [
        statistics.median(sum(n for n, _ in pair) / SECONDS for pair in two),
        statistics.median(n / SECONDS for n, _ in crowds),
    ]
    row("lines a second of two hosts / one process on files", f"{rates[0]:,.0f}", f"{rates[1]:,.0f}",
        rates[0] / rates[1], least=1.0)  # fmt: skip
    costs = [statistics.median(1e6 * cpu / n for n, cpu in some) for some in (files, single)]
    costs.append(
        statistics.median(1e6 * sum(cpu for _, cpu in pair) / sum(n for n, _ in pair) for pair in two)
    )
    for what, cost, most in (("one host", costs[1], 1.0), ("two hosts that collide", costs[2], 1.5)):
        row(f"CPU of a line, {what} / files", f"{cost:.0f} µs", f"{costs[0]:.0f} µs", cost / costs[0], most)


async def moves(folder: Path, url: str) -> None:
    """Moves of many callers: this process's CPU if they come at once, how long each waits if they don't."""
    chance = Random(1)

    async def moved(store: Any, are_at_once: bool) -> tuple[float, list[float]]:
        names = [f"Caller {len(rounds)}.{are_at_once}.{n}" for n in range(MOVERS)]
        begun = [await store.games.begin(store.ranked, GameWish("dice", name)) for name in names]
        waits, cpu = list[float](), time.process_time()

        async def play(id: str) -> None:
            for _ in range(MOVES):
                await asyncio.sleep(PAUSE if are_at_once else 2 * PAUSE * chance.random())
                asked = time.perf_counter()
                if (kept := store.games.add_move(id, "die")) and not isinstance(kept, str):
                    await kept
                waits.append(time.perf_counter() - asked)

        await asyncio.gather(*(play(game.record.id) for game in begun))
        return 1e6 * (time.process_time() - cpu) / MOVERS / MOVES, waits

    rounds: list[list[list[Any]]] = []
    async with opened(folder / "files") as near, opened(folder / "far", url) as far:
        for _ in range(ROUNDS + 1):
            rounds.append(
                [[await moved(store, at_once) for store in (near, far)] for at_once in (True, False)]
            )
    file, base = (statistics.median(one[0][at][0] for one in rounds[1:]) for at in (0, 1))
    row(f"CPU of a move, {MOVERS} callers at once: database / files", f"{base:.0f} µs", f"{file:.0f} µs",
        base / file, 3.0)  # fmt: skip
    near_waits, far_waits = ([one[1][at][1] for one in rounds[1:]] for at in (0, 1))
    for at, most in ((0.5, 1.0), (0.99, 20.0)):
        later = middle(far_waits, at) - middle(near_waits, at)
        row(f"  at random moments, shown later than with files, ms, p{at * 100:.0f}", f"{later:.2f} ms", "",
            later, most)  # fmt: skip


async def messages(folder: Path, url: str) -> None:
    """From one host to another."""
    from door.records.store.opening import store_of

    ends = [store_of(folder / name, url, name) for name in ("a", "b")]
    came: asyncio.Queue[int] = asyncio.Queue()
    for end in ends:
        await asyncio.to_thread(end.open)
    ends[1].listen(lambda message: came.put_nowait(message["n"]) if message["do"] == "bench" else None)
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        rounds.append([])
        for n in range(200):
            said = time.perf_counter()
            ends[0].say({"do": "bench", "n": n, "text": "x" * 200})
            while await asyncio.wait_for(came.get(), 10) != n:
                pass
            rounds[-1].append(time.perf_counter() - said)
            await asyncio.sleep(0.002)
    for at, most in ((0.5, 5.0), (0.99, 50.0)):
        took = middle(rounds, at)
        row(f"a message to another host, ms, p{at * 100:.0f}", f"{took:.2f} ms", "", took, most)
    for end in ends:
        await asyncio.to_thread(end.close)


IN_DATABASE: dict[str, Callable[[Path, str], Awaitable[None]]] = {
    "database": database, "lines": lines, "moves": moves, "messages": messages,
}  # fmt: skip
PARTS = ("games", *IN_DATABASE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(PARTS), help="parts of it, with commas between")
    parser.add_argument("--player", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("--writer", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.player:
        asyncio.run(play_as_told(*given.player))
        return
    if given.writer:
        asyncio.run(write_as_told(*given.writer))
        return
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    begun, only = time.monotonic(), given.only.split(",")
    sys.setswitchinterval(0.001)
    with tempfile.TemporaryDirectory(dir=ROOT.parent) as name:
        if "games" in only:
            files(Path(name, "games"))
        if set(IN_DATABASE) & set(only):
            import postgres_kit

            server = postgres_kit.Server(postgres_kit.programs(), durable=True)
            for part, measure in IN_DATABASE.items():
                if part in only:
                    folder = Path(name, part)
                    asyncio.run(measure(folder, server.database(folder)))
    print(f"load {os.getloadavg()[0]:.1f}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
