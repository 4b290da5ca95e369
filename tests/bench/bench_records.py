"""The journal's pace: appends, audit, a month's standings, start-up with ten years of books.

    python tests/bench/bench_records.py [--quick]

Floors of the same run: fsync of one line at a time, and reading the same bytes line by line.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from door.games.catalogue import DOORS
from door.games.chance import Chance, commitment
from door.games.shutbox import rules
from door.records import lines
from door.records.audit import audit
from door.records.desk import Desk
from door.records.journal import Journal
from door.records.lines import chained

DOOR = {door.INFO.slug: door for door in DOORS}


def shown(what: str, number: float, unit: str, note: str = "") -> None:
    print(f"{what:<58}{number:>12,.1f} {unit:<10}{note}", flush=True)


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
    made = []
    for number in range(count):
        seed, moves, score = pool[number % len(pool)]
        caller, ident = f"Caller {number % 500}", secrets.token_hex(8)
        at = lines.stamp(month + timedelta(seconds=number * 2_000_000 // max(count, 1)))
        made += [
            lines.turn(at, ident, "shutbox", caller, at[:10], False, {}, commitment(seed)),
            lines.game(at, ident, "shutbox", caller, (caller,), {}, seed.hex(), moves, score, at[:7]),
        ]
    entries = chained(made, prev, month.strftime("%Y-%m"))
    with (folder / f"{month:%Y-%m}.jsonl").open("ab") as file:
        file.writelines(entry.raw + b"\n" for entry in entries)
    return entries[-1].hash


async def appends(folder: Path, count: int) -> None:
    journal = Journal(folder, UTC, lambda: datetime.now(UTC))
    line = {"kind": "note", "t": lines.stamp(datetime.now(UTC)), "text": "x" * 200}
    begun = time.perf_counter()
    await asyncio.gather(*(journal.append([line]) for _ in range(count)))
    spent = time.perf_counter() - begun
    await journal.close()
    with (folder / "floor").open("ab") as file:
        begun = time.perf_counter()
        for _ in range(200):
            file.write(b"x" * 300)
            file.flush()
            os.fsync(file.fileno())
        floor = 200 / (time.perf_counter() - begun)
    shown(f"appends with durability, {count} callers at once", count / spent, "a second",
          f"{count / spent / floor:.1f} x one fsync a line")  # fmt: skip


async def start(folder: Path) -> float:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    desk = Desk(folder, DOOR, lambda slug: DOOR[slug].INFO.defaults(), UTC, lambda: now)
    begun = time.perf_counter()
    await desk.open()
    spent = time.perf_counter() - begun
    begun = time.perf_counter()
    for _ in range(100):
        desk.books("shutbox", "Caller 7")
    shown("  the books of one caller then", (time.perf_counter() - begun) * 10_000, "µs")
    await desk.close()
    return spent


def floor_read(folder: Path) -> float:
    begun = time.perf_counter()
    for path in sorted(folder.glob("*.jsonl")):
        with path.open("rb") as file:
            for _ in file:
                pass
    return time.perf_counter() - begun


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the lines")
    scale = 10 if parser.parse_args().quick else 1
    pool = games(2000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a").mkdir()
        await appends(folder / "a", 1000)
        (folder / "audit" / "journal").mkdir(parents=True)
        october = datetime(2026, 10, 1, tzinfo=UTC)
        books(folder / "audit" / "journal", october, 20_000 // scale, lines.ZERO, pool)
        begun = time.perf_counter()
        report = audit(folder / "audit" / "journal", DOOR)
        assert not report.faults, report.faults[:3]
        shown("audit of Shut The Box, games", report.games / (time.perf_counter() - begun), "a second")
        ten = folder / "ten" / "journal"
        ten.mkdir(parents=True)
        prev, month = lines.ZERO, datetime(2016, 12, 1, tzinfo=UTC)
        while month < datetime(2026, 11, 1, tzinfo=UTC):
            prev = books(ten, month, 4_000 // scale, prev, pool)
            month = (month + timedelta(days=32)).replace(day=1)
        books(ten, month, 500_000 // scale, prev, pool)
        floor = floor_read(ten)
        shown("ten years of journals: reading the lines alone (floor)", floor, "s")
        shown("first start, nothing cached", await start(folder / "ten"), "s")
        shown("next start, closed months cached (this month has 1M lines)", await start(folder / "ten"), "s")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
