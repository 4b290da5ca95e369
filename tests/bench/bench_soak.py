"""A thousand callers play for ten minutes; at the end nothing may be lost.

    python tests/bench/bench_soak.py [--callers 1000] [--minutes 10] [--seed N]

The board runs in a process of its own, the callers in this one.  They play all five doors on the
screen, hang up in the middle, call again and go on.  At the end everybody plays out
the game they are in, the board is ended as a sysop would, and the books are held against all that callers
were shown.  Passwords of this board are hashed at little cost; the disk is synced as everywhere.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
import board
from painters import Painter, Tally
from process import Server, serving

LOOK_SECONDS = 2.0
WARM = 0.4  # of the time; by then everybody plays and has called more than once
PER_SECOND = 20  # callers who come to the board at the beginning
CLOSING_SECONDS = 240.0
GROWTH = 5.0  # percent of memory, after the warm-up, to the end
LONG_ENOUGH = 300.0  # seconds: shorter runs are still warming up
ODD = re.compile(r"Traceback|crash|ERROR|CRITICAL|call from .* failed")


@dataclass
class Samples:
    """What the server's process had, every two seconds: seconds, bytes, CPU seconds, games ended, keys."""

    rows: list[tuple[float, int, float, int, int]] = field(default_factory=list)

    def growth(self, since: float) -> tuple[float, float]:
        """Percent that memory grew by from then on, and KiB a minute (least squares)."""
        seconds, sizes = zip(*[(row[0], row[1]) for row in self.rows if row[0] >= since], strict=True)
        slope = statistics.linear_regression(seconds, sizes).slope
        return slope * (seconds[-1] - seconds[0]) * 100 / statistics.mean(sizes), slope * 60 / 1024


@dataclass
class Soak:
    """The run, and what it came to."""

    server: Server
    tally: Tally
    players: list[Painter]
    samples: Samples = field(default_factory=Samples)
    late: int = 0
    own: float = 0.0
    log_ons: float = 0.0

    async def run(self, seconds: float) -> None:
        """Everybody plays for that long, then to the end of their game."""
        begun, own = time.perf_counter(), time.process_time()
        looking = asyncio.create_task(self._look(begun))
        playing = [asyncio.create_task(self._play(at)) for at in range(len(self.players))]
        await asyncio.sleep(seconds)
        self.own = (time.process_time() - own) / (time.perf_counter() - begun)
        looking.cancel()
        self.tally.closing = True
        _, late = await asyncio.wait(playing, timeout=CLOSING_SECONDS)
        self.late = len(late)
        for at in [at for at, task in enumerate(playing) if task in late][:3]:
            print(f"{self.players[at].name} was here:\n{self.players[at].text}", file=sys.stderr, flush=True)
        for task in late:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, Exception):
                self.tally.trouble.append(repr(result))

    async def _play(self, at: int) -> None:
        await asyncio.sleep(at / PER_SECOND)
        await self.players[at].run(self.server.ports["telnet"])

    async def _look(self, begun: float) -> None:
        while True:
            now, counts = time.perf_counter() - begun, self.tally.counts
            self.samples.rows.append(
                (now, self.server.memory, self.server.cpu, counts["games ended"], counts["keys"])
            )
            if len(self.samples.rows) % 15 == 0:
                print(
                    f"  {now:5.0f} s  {self.server.memory >> 20} MiB  {counts['keys']} keys  "
                    f"{counts['games ended']} games  {counts['hang-ups']} hang-ups",
                    file=sys.stderr, flush=True,
                )  # fmt: skip
            await asyncio.sleep(LOOK_SECONDS)


def books(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The journal's turns and games, by caller."""
    lines = defaultdict(list)
    for path in sorted((folder / "data" / "journal").glob("*.jsonl")):
        for text in path.read_text().splitlines():
            line = json.loads(text)
            if line["kind"] in ("turn", "game"):
                lines[line["caller"]].append(line)
    return lines


class Report:
    """Lines of the table; `good` as long as nothing failed."""

    def __init__(self) -> None:
        self.good = True

    def told(self, what: str, value: str) -> None:
        print(f"      {what:<38}{value}")

    def held(self, what: str, holds: bool, value: str) -> None:
        self.good &= holds
        print(f"{'PASS' if holds else 'FAIL'}  {what:<38}{value}")

    def listed(self, faults: list[str]) -> None:
        for fault in faults[:10]:
            print(f"        {fault}")
        if len(faults) > 10:
            print(f"        and {len(faults) - 10} more")


def told(soak: Soak, seconds: float, report: Report) -> None:
    """What it cost, and what callers felt."""
    counts, rows = soak.tally.counts, soak.samples.rows
    cuts = statistics.quantiles(soak.tally.seconds, n=1000)
    warm = [row for row in rows if row[0] >= seconds * WARM]
    cpu = warm[-1][2] - warm[0][2]
    spent = cpu / (warm[-1][0] - warm[0][0])
    each = cpu * 1000 / max(1, warm[-1][4] - warm[0][4])
    percent, slope = soak.samples.growth(seconds * WARM)
    report.told("callers, calls, hang-ups", f"{len(soak.players)}, {counts['calls']}, {counts['hang-ups']}")
    report.told("keys, unanswered ones", f"{counts['keys']}, {counts['unanswered']}")
    report.told("games begun, ended", f"{counts['games begun']}, {counts['games ended']}")
    report.told("CPU of the board, of the callers", f"{spent:.0%}, {soak.own:.0%} of a core")
    report.told("CPU of the board a key and its frames", f"{each:.2f} ms")
    if soak.own > 0.85:
        report.told("", "the callers' own process was busy: latency is theirs as well")
    report.told("memory at first, warm, at the end", ", ".join(f"{row[1] / 2**20:.1f}" for row in (
        rows[0], warm[0], warm[-1])) + " MiB")  # fmt: skip
    growth = f"{percent:+.1f} %, {slope:+.0f} KiB a minute"
    if seconds >= LONG_ENOUGH:
        report.held(f"memory flat (within {GROWTH:.0f} %)", percent <= GROWTH, growth)
    else:
        report.told("memory, still warming up", growth)
    p50, p99, worst = (cut * 1000 for cut in (cuts[499], cuts[989], max(soak.tally.seconds)))
    report.told("a key to its first byte", f"p50 {p50:.1f}, p99 {p99:.1f}, worst {worst:.0f} ms")
    report.told("", f"(load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors)")


def reckon(soak: Soak, folder: Path, report: Report, code: int, errors: Path) -> None:
    """Holds the books against what was shown."""
    lines = books(folder)
    wrong = {who: who.faults(lines[who.name]) for who in soak.players}
    faults = [fault for said in wrong.values() for fault in said]
    for who in [who for who, said in wrong.items() if said][:3]:
        print(f"{who.name} saw last:\n{who.text}", file=sys.stderr, flush=True)
    trouble, late = soak.tally.trouble, soak.late
    report.held(
        "every call was answered to its end", not trouble and not late,
        f"{len(trouble)} troubles, {late} callers not at their game's end",
    )  # fmt: skip
    report.listed(trouble)
    turns = sum(line["kind"] == "turn" for mine in lines.values() for line in mine)
    report.held("nothing lost, nothing charged twice", not faults, f"{turns} turns on the books")
    report.listed(faults)
    left = [path.name for path in (folder / "data" / "saves").glob("[!.]*")]
    report.held("no game is left open", not left, f"{len(left)} saves")
    begun = time.perf_counter()
    audit = subprocess.run(
        [sys.executable, "-m", "door", "audit", "--board", str(folder)], capture_output=True, text=True
    )
    said = (audit.stdout + audit.stderr).strip().splitlines() or [""]
    report.held("door audit", audit.returncode == 0, f"{said[-1]} ({time.perf_counter() - begun:.0f} s)")
    log = (folder / "door.log").read_text() + errors.read_text()
    odd = [line for line in log.splitlines() if ODD.search(line)]
    report.held("the log has no fault", not odd, f"{log.count(chr(10))} lines")
    report.listed(odd)
    report.held("the board ended when asked", code == 0, f"exit code {code}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--callers", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1, help="what the callers choose by")
    given = parser.parse_args()
    board.many_files()
    report, seconds = Report(), given.minutes * 60
    with tempfile.TemporaryDirectory() as place:
        folder, errors = Path(place) / "board", Path(place) / "errors"
        board.make(folder, given.callers, log="door.log", level="info")
        tally = Tally()
        players = [
            Painter(f"Bot{at}", Random(f"{given.seed} {at}"), tally, "12345"[at % 5])
            for at in range(given.callers)
        ]
        with serving("-m", "door", "serve", "--board", str(folder), lines=2, errors=errors) as server:
            soak = Soak(server, tally, players)
            asyncio.run(soak.run(seconds))
            code = server.end()
        told(soak, seconds, report)
        reckon(soak, folder, report, code, errors)
    print("all held" if report.good else "NOT all held")
    sys.exit(not report.good)


if __name__ == "__main__":
    main()
