"""The journal's pace: audit, a month of a million lines, starts with ten years of books.

    python tests/bench/bench_records.py [--quick]

The floor of the same run is reading the same lines and parsing their JSON.
A start is a process from its first instruction to `telnet listening`; CPU seconds are shown beside
the clock's, since they say more on a busy machine.
"""

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
import game_lines
from process import ROOT, serving

from door.games.chance import Chance, commitment
from door.games.shutbox import rules
from door.records.audit.audit import audit
from door.records.files.owner import owning
from door.records.journal import lines
from door.records.journal.journal import Journal
from door.records.journal.lines import chain_lines
from door.records.play.game_store import GameStore
from door.records.store.files import Folder
from door.screens.doors import DOORS

DOOR = {door.INFO.slug: door for door in DOORS}
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
CALLERS = 500
AT_ONCE = 5_000
"""Games made at a time, so that a month of a million lines needs little memory."""


def shown(what: str, number: float, unit: str, note: str = "") -> None:
    print(f"{what:<58}{number:>12,.2f} {unit:<10}{note}", flush=True)


def timed(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def games(count: int) -> list[tuple[bytes, list[str], int]]:
    """Greedy games: seed, moves, score."""
    made = []
    for _ in range(count):
        seed, moves = secrets.token_bytes(32), []
        game = rules.begin(rules.Variant(), Chance(seed))
        while not game.over:
            moves.append(rules.move_text(rules.legal(game.open, game.total)[-1]))
            game = rules.apply(game, moves[-1])
        made.append((seed, moves, game.score))
    return made


def books(folder: Path, month: datetime, count: int, prev: str, pool: list) -> str:
    """Writes a month's file with `count` games of 500 callers; the last line's hash."""
    with (folder / f"{month:%Y-%m}.jsonl").open("ab") as file:
        for first in range(0, count, AT_ONCE):
            made = []
            for number in range(first, min(count, first + AT_ONCE)):
                at = lines.stamp(month + timedelta(seconds=number * 1_700_000 // max(count, 1)))
                made += both(at, number, pool[number % len(pool)])
            entries = chain_lines(made, prev, f"{month:%Y-%m}")
            file.writelines(entry.raw + b"\n" for entry in entries)
            prev = entries[-1].hash
    return prev


def both(at: str, number: int, played: tuple[bytes, list[str], int]) -> list[lines.Fields]:
    (seed, moves, score), caller, ident = played, f"Caller {number % CALLERS}", secrets.token_hex(8)
    return [
        game_lines.turn(at, ident, "shutbox", caller, at[:10], False, {}, commitment(seed)),
        game_lines.game(at, ident, "shutbox", caller, (caller,), {}, seed.hex(), moves, score, at[:7]),
    ]


def ten_years(folder: Path, pool: list, scale: int) -> Path:
    """120 months of 4,000 games, then one of 500,000: the running month's file."""
    folder.mkdir(parents=True)
    prev, month = lines.ZERO, datetime(2016, 11, 1, tzinfo=UTC)
    while month < datetime(2026, 11, 1, tzinfo=UTC):
        prev = books(folder, month, 4_000 // scale, prev, pool)
        month = (month + timedelta(days=32)).replace(day=1)
    books(folder, month, 500_000 // scale, prev, pool)
    return folder / f"{month:%Y-%m}.jsonl"


def audits(folder: Path, pool: list, scale: int) -> None:
    folder.mkdir(parents=True)
    books(folder, datetime(2026, 10, 1, tzinfo=UTC), 20_000 // scale, lines.ZERO, pool)
    for jobs in sorted({0, len(os.sched_getaffinity(0))}):
        begun, spent = time.perf_counter(), time.process_time()
        report = audit(folder, DOOR, jobs=jobs)
        wall, cpu = time.perf_counter() - begun, time.process_time() - spent
        assert not report.faults, report.faults[:3]
        what = f"audit of Shut The Box, {jobs or 'no'} processes helping: games"
        note = f"{report.games / cpu:,.0f} a CPU second of the first process"
        shown(what, report.games / wall, "a second", note)


async def opened(folder: Path) -> tuple[GameStore, float]:
    store = GameStore(Folder(folder), DOOR, lambda slug: DOOR[slug].INFO.defaults(), UTC, lambda: NOW)
    begun = time.perf_counter()
    await store.open()
    return store, time.perf_counter() - begun


async def starts(folder: Path, pool: list) -> None:
    store, spent = await opened(folder)
    shown("the books read, nothing kept", spent, "s")
    shown("  kept for the next start, at the end", await closed(store), "s")
    size = sum(path.stat().st_size for path in (folder / "cache").iterdir())
    shown("  size of what is kept", size / 1e6, "MB")
    store, spent = await opened(folder)
    shown("the books read, kept", spent, "s")
    shown("  one caller's books", timed(lambda: store.standings.books("shutbox", "Caller 7")) * 1e6, "µs")
    Journal(Folder(folder), UTC, lambda: NOW).decide_now(both(lines.stamp(NOW), 7, pool[0]))
    begun = time.perf_counter()
    await store.refresh()
    store.standings.books("shutbox", "Caller 7")
    shown("  another process's game seen, tables made anew",
          (time.perf_counter() - begun) * 1e3, "ms")  # fmt: skip
    await store.close()


async def closed(store: GameStore) -> float:
    begun = time.perf_counter()
    await store.close()
    return time.perf_counter() - begun


def floor_read(path: Path) -> float:
    def read() -> None:
        with path.open("rb") as file:
            for line in file:
                json.loads(line)

    return timed(read)


def board_of(folder: Path) -> Path:
    """A ready board, its files compiled."""
    subprocess.run([sys.executable, "-m", "door", "init", folder], check=True, capture_output=True, cwd=ROOT)
    return folder


def listening(board: Path, what: str) -> None:
    """The best of three starts; SSH comes up after telnet, its library loaded meanwhile."""
    command = ("-m", "door", "serve", "--board", str(board), "--telnet", "127.0.0.1:0", "--ssh")
    best = min(started(*command, "off") for _ in range(3))
    shown(f"`door serve` to telnet, {what}", best[0], "s", f"{best[1]:.2f} s of CPU")
    both_up = started(*command, "127.0.0.1:0", lines=2)
    shown(f"`door serve` to telnet and SSH, {what}", both_up[0], "s", f"{both_up[1]:.2f} s of CPU")


def started(*command: str, lines: int = 1) -> tuple[float, float]:
    """Seconds, and CPU seconds, until a board said that it listens."""
    begun = time.perf_counter()
    with serving(*command, lines=lines) as server:
        return time.perf_counter() - begun, server.cpu


def visited(board: Path, what: str) -> None:
    """`door run` until its first bytes: by then the journal is read (a probe of the terminal follows)."""
    drop = board / "DOOR32.SYS"
    drop.write_bytes(b"0\r\n0\r\n38400\r\nBench\r\n7\r\nA Caller\r\nAlice\r\n10\r\n60\r\n1\r\n1\r\n")
    best = 1e9
    for _ in range(3):
        command = [sys.executable, "-m", "door", "run", "shutbox", "--board", board, "--dropfile", drop]
        begun = time.perf_counter()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdin and process.stdout
            process.stdout.read(1)
            best = min(best, time.perf_counter() - begun)
            process.stdin.close()
            process.stdout.read()
    shown(f"`door run` to its first bytes, {what}", best, "s")
    with owning(board / "data", 30):
        pass  # the board that the first of them started has ended: its folder can go


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the lines")
    scale = 10 if parser.parse_args().quick else 1
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed board has its bytecode
    os.environ["DOOR_IDLE_SECONDS"] = "2"  # the board that `door run` starts
    pool = games(2000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "pyc")
        audits(folder / "audit" / "journal", pool, scale)
        board = board_of(folder / "board")
        running = ten_years(board / "data" / "journal", pool, scale)
        count = 1_000_000 // scale
        shown(f"reading and parsing {count:,} lines (floor)", floor_read(running), "s")
        await starts(board / "data", pool)
        for place, what in (
            (board_of(folder / "empty"), "empty books"),
            (board, f"{count:,} lines this month"),
        ):
            listening(place, what)
            visited(place, what)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
