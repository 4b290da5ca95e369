"""The benchmark suite: everything that is promised of speed and size, in one table.

    python tests/bench/suite.py [--full] [--only load,ssh,bytes,start,leak,records,thinkers,lists]

Floors are measured in the same run, by the same callers: bare telnetlib3, bare asyncssh and plain
asyncio streams, each sending 1.3 KB for every key.  Bounded: about twelve minutes; `--full` plays
longer and reads ten times the journals, about forty.  Detail goes to stderr while it runs; the
table comes at the end.  Exit code 1 where a target is missed.
"""

import argparse
import asyncio
import compileall
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "support"))
import bench_bytes
import bench_leak
import bench_worker_pool
import board
import callers
from bench_load import BUSY, COUNTS, SCREEN, SSH, SSH_COUNTS, TELNET, Result, run, server_of
from process import ROOT, serving

from door.features.callers.asks import CALLERS, CallerRow, CallersFound
from door.features.callers.pages import callers as callers_page
from door.pages.api import Lobby
from door.term.keys import Key
from door.ui.screen import Answer, View

RECORD = re.compile(r"^(.{58}) *([\d,.]+) (a second|\S+) *(.*)$")
STARTS = 5


@dataclass(frozen=True)
class Row:
    """A line of the table.  `target` is in words, `met` whether it was met (None: there is none),
    and `note` what else there is to say."""

    what: str
    value: str
    floor: str = ""
    ratio: str = ""
    target: str = ""
    met: bool | None = None
    note: str = ""

    def __str__(self) -> str:
        verdict = {None: "", True: "met", False: "MISSED"}[self.met]
        return (
            f"{self.what:<58}{self.value:>14}{self.floor:>12}{self.ratio:>8}  {self.target:<18}{verdict:<8}"
            f"{self.note}"
        ).rstrip()


HEAD = f"{'':<58}{'board':>14}{'floor':>12}{'ratio':>8}  {'target':<18}"


def times(value: float, floor: float) -> str:
    """How many times the floor."""
    return f"{value / floor:.2f}x" if floor else ""


def load(full: bool) -> Iterator[Row]:
    """Telnet, from 1 to 2,000 callers."""
    results = run(TELNET, COUNTS, 30.0 if full else 10.0, sys.stderr)
    for count in COUNTS:
        floor, streams, ours = (result for result in results if result.count == count)
        yield from _keys("telnet", ours, floor, 3.0 if count == 1000 else 0, 50.0 if count == 1000 else 0)
        yield Row(f"  beside plain streams, p99 (CPU {streams.cpu:.2f} ms)", f"{ours.p99:.1f} ms",
                  f"{streams.p99:.1f}", times(ours.p99, streams.p99))  # fmt: skip
        yield _cpu(ours, floor, 2.0 if count == 500 else 0)
        if count == 500:
            yield from _memory(ours, floor)
        if count in (100, 2000):
            yield Row("  connects a second, with the first screen", f"{ours.connects:.0f}",
                      f"{floor.connects:.0f}", times(ours.connects, floor.connects))  # fmt: skip
            yield Row("  connect to first screen", f"{ours.first:.0f} ms", f"{floor.first:.0f}",
                      times(ours.first, floor.first))  # fmt: skip
        if count == 2000:
            yield Row("  callers that failed", str(ours.failed), str(floor.failed), "", "none",
                      ours.failed == 0)  # fmt: skip


def ssh(full: bool) -> Iterator[Row]:
    """SSH, with passwords."""
    results = run(SSH, SSH_COUNTS, 30.0 if full else 10.0, sys.stderr)
    for count in SSH_COUNTS:
        floor, ours = (result for result in results if result.count == count)
        yield from _keys("SSH", ours, floor, 0, 0)
        yield _cpu(ours, floor, 0)
        yield Row("  connects a second, with the first screen", f"{ours.connects:.0f}",
                  f"{floor.connects:.0f}", times(ours.connects, floor.connects))  # fmt: skip


def _keys(kind: str, ours: Result, floor: Result, most: float, below: float) -> Iterator[Row]:
    what = f"{kind}, {ours.count} callers: key to first byte"
    yield Row(f"{what}, p50", f"{ours.p50:.2f} ms", f"{floor.p50:.2f}", times(ours.p50, floor.p50))
    met = ours.p99 < below and ours.p99 <= most * floor.p99 if below else None
    target = f"< {below:.0f} ms, <= {most:.0f}x" if below else ""
    yield Row("  p99", f"{ours.p99:.2f} ms", f"{floor.p99:.2f}", times(ours.p99, floor.p99), target, met)
    if max(ours.own, floor.own) > BUSY:
        yield Row("  (the callers' own process was busy)", f"{ours.own:.0%}", f"{floor.own:.0%}")


def _cpu(ours: Result, floor: Result, most: float) -> Row:
    met = ours.cpu <= most * floor.cpu if most else None
    target = f"<= {most:.0f}x" if most else ""
    ratio = times(ours.cpu, floor.cpu)
    return Row("  CPU a key", f"{ours.cpu:.3f} ms", f"{floor.cpu:.3f}", ratio, target, met)


def _memory(ours: Result, floor: Result) -> Iterator[Row]:
    most = floor.menu + 48
    yield Row("  memory a caller, idle in the menu", f"{ours.menu:.0f} KiB", f"{floor.menu:.0f}",
              times(ours.menu, floor.menu))  # fmt: skip
    yield Row("  memory a caller, in Shut The Box", f"{ours.inside:.0f} KiB", f"{floor.menu:.0f}",
              times(ours.inside, floor.menu), "<= floor + 48 KiB", ours.inside <= most)  # fmt: skip


def start(full: bool) -> Iterator[Row]:
    """From the command to a listener's line: telnet's, which comes first, and SSH's; and to the first
    screen of a caller who was waiting for it."""
    compileall.compile_dir(ROOT / "door", quiet=2)  # as an installation does
    for kind, name, most in (("telnet", "telnetlib3", 0.7), ("ssh", "asyncssh", 0.0)):
        ours, floor = (_started(server, listener) for server, listener in (("door", kind), (name, name)))
        target, met = (f"< {most} s", ours < most) if most else ("", None)
        what = f"start-up to listening, {kind}"
        yield Row(what, f"{ours:.2f} s", f"{floor:.2f}", times(ours, floor), target, met)
    seconds = statistics.median(_first_screen() for _ in range(STARTS))
    yield Row("  to a caller's first screen, telnet", f"{seconds:.2f} s")


def _first_screen() -> float:
    """Seconds from the command to the first screen of a caller who calls as soon as it listens."""

    async def called(port: int) -> None:
        line = await callers.telnet(port)
        async with asyncio.timeout(20):
            while line.bytes_in < len(SCREEN) // 2:
                line.came.clear()
                await line.came.wait()
        line.close()

    with tempfile.TemporaryDirectory() as folder:
        board.make(Path(folder, "board"), 0)
        begun = time.perf_counter()
        with serving(
            "-m", "door", "serve", "--board", f"{folder}/board", "--ssh", "off", "--web", "off"
        ) as server:
            asyncio.run(called(server.ports["telnet"]))
            return time.perf_counter() - begun


def _started(name: str, listener: str) -> float:
    """Seconds, the middle of several starts."""
    seconds = []
    for _ in range(STARTS):
        with server_of(name, 1) as server:
            seconds.append(server.listening[listener])
    return statistics.median(seconds)


def sizes(full: bool) -> Iterator[Row]:
    """Bytes for each thing a caller does in Shut The Box, the mean and in brackets the most."""
    for term in bench_bytes.TERMS:
        costs = bench_bytes.measure(term)
        whole = statistics.mean(costs["screen"])
        for action, what, most in (("cursor", "cursor moved", 40), ("tile", "tile pulled", 0),
                                   ("roll", "dice rolled", 400)):  # fmt: skip
            mean, worst = statistics.mean(costs[action]), max(costs[action])
            value, target = f"{mean:.0f} ({worst}) B", f"<= {most}" if most else ""
            met = mean <= most if most else None
            yield Row(f"{term}: {what}", value, f"{whole:.0f}", times(mean, whole), target, met)


def leak(full: bool) -> Iterator[Row]:
    """Memory after everybody has hung up."""
    count = 1000 if full else 500
    found, floor = bench_leak.run("door", count, 3), bench_leak.run("telnetlib3", count, 2)
    yield Row(f"memory at a start ({count} callers to come)", _mib(found.start), _mib(floor.start))
    yield Row("  after they have hung up, twice over", _mib(found.after[1]), _mib(floor.after[1]))
    yield Row("  above the start", f"{found.above:+.0f} %", f"{floor.above:+.0f} %", "",
              "" if full else "<= +20 %", None if full else found.above <= bench_leak.MOST)  # fmt: skip
    yield Row("  the same with the board's helpers", f"{found.whole_above:+.0f} %", "", "", "<= +20 %",
              found.whole_above <= bench_leak.MOST)  # fmt: skip
    yield Row("  and after a third time", _mib(found.after[2]), "", f"{found.growth:+.1f} %")


def _mib(size: int) -> str:
    return f"{size / 2**20:.0f} MiB"


def records(full: bool) -> Iterator[Row]:
    """The journal's pace, as bench_records tells it."""
    command = [sys.executable, str(Path(__file__).parent / "bench_records.py")]
    ran = subprocess.run(command + ([] if full else ["--quick"]), capture_output=True, text=True)
    print(ran.stdout + ran.stderr, file=sys.stderr, flush=True)
    for line in ran.stdout.splitlines():
        if found := RECORD.match(line):
            what, number, unit, note = (text.strip() for text in found.groups())
            audit = what.startswith("audit of Shut The Box")
            measured = float(number.replace(",", ""))
            met = measured >= 5000 if audit else None
            value = f"{measured:,.0f} /s" if unit == "a second" else f"{number} {unit}"
            yield Row(what, value, "", "", ">= 5,000" if audit else "", met, note)
    if ran.returncode:
        yield Row("the records' benchmark failed", "", "", "", "", False)


def workers(full: bool) -> Iterator[Row]:
    """One caller's keys while others' opponents think."""
    quiet, busy, _ = asyncio.run(bench_worker_pool.measure())
    calm, tail = (statistics.quantiles(found, n=100)[98] for found in (quiet, busy))
    yield Row(f"a key while {bench_worker_pool.EINSTEINS} Einsteins think, p99", f"{tail:.1f} ms",
              f"{calm:.1f}", times(tail, calm), "<= 20 ms", tail <= 20)  # fmt: skip


def lists(full: bool) -> Iterator[Row]:
    """A list of 2,000 callers: it comes, and a key in it, each with its picture."""
    page, rows = callers_page.EVERYBODY, [CallerRow(f"Caller {at}", "", at, 0, "") for at in range(2000)]
    start, found = page.start(Lobby("", "", 1), "")[0], Answer(CALLERS, CallersFound(tuple(rows), len(rows)))
    state = start
    for what, before, event in (("comes", start, found), ("a key in it", None, Key("down"))):
        took = []
        for _ in range(200):
            began = time.perf_counter()
            state, _ = page.update(before or state, event)
            page.draw(state, View())
            took.append((time.perf_counter() - began) * 1e6)
        yield Row(f"a list of 2,000 rows, {what}", f"{statistics.median(took):.0f} µs")


PARTS: dict[str, Callable[[bool], Iterator[Row]]] = {
    "start": start,
    "bytes": sizes,
    "load": load,
    "ssh": ssh,
    "leak": leak,
    "records": records,
    "thinkers": workers,
    "lists": lists,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="longer, with all of the journals")
    parser.add_argument("--only", default=",".join(PARTS), help="parts of it, with commas between")
    given = parser.parse_args()
    begun, rows, files = time.perf_counter(), [], board.many_files()
    for name in given.only.split(","):
        print(f"-- {name}", file=sys.stderr, flush=True)
        rows += PARTS[name](given.full)
    load, minutes = os.getloadavg()[0], (time.perf_counter() - begun) / 60
    print(
        f"{os.cpu_count()} processors, load {load:.1f}, {files} open files allowed, {minutes:.0f} minutes\n"
    )
    print(HEAD, *rows, sep="\n")
    missed = [row.what.strip() for row in rows if row.met is False]
    print(f"\n{len(missed)} targets missed{': ' if missed else ''}{'; '.join(missed)}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
