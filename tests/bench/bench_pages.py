"""Measure what the public pages cost on a board with few games and on one with a hundred times as many.

    python tests/bench/bench_pages.py [--games 500]

One more finished game costs the pages nothing: they are drawn when somebody asks. So this measures the CPU of
a worker for a page, and that of the event loop for what the page takes from the ledger. Both boards have
their games in ten months. Each figure is the middle of nine. Takes about a minute.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT), str(ROOT / "tests" / "support"), str(Path(__file__).parent)]
from bench_store import row  # noqa: E402
from journal_facts import lines_of  # noqa: E402
from records_kit import write_journal  # noqa: E402

from door.net.web.site import make_files  # noqa: E402
from door.records.ledger.live_ledger import read_ledger  # noqa: E402
from door.screens.doors import DOORS, infos  # noqa: E402
from door.settings import load  # noqa: E402
from door.settings.skeleton import init  # noqa: E402
from door.web.board import facts, public_board  # noqa: E402
from door.web.pages import assets  # noqa: E402
from door.web.routes import Route  # noqa: E402
from door.web.site import draw  # noqa: E402

JOURNAL = ROOT / "tests" / "releases" / "journals" / "release_1_0_0" / "journal"
MONTHS = [f"2025-{month:02d}" for month in range(1, 11)]
NOW = datetime(2025, 10, 28, 12, tzinfo=UTC)
BY_SLUG = {door.INFO.slug: door for door in DOORS}
TIMES = 9


def lay(folder: Path, count: int) -> str:
    """Write a board's journal with so many games, of a release's. Return the first game's id."""
    lines = lines_of(JOURNAL)
    begun = {one["id"]: one for one in lines if one["kind"] == "turn"}
    pairs = [(begun[one["id"]], one) for one in lines if one["kind"] == "game" and one["id"] in begun]
    each, number = count // len(MONTHS), 0
    months: dict[str, list[Any]] = {month: [] for month in MONTHS}
    for month, own in months.items():
        for at in range(each):
            number += 1
            t = f"{month}-{1 + at * 27 // each:02d}T{at % 24:02d}:00:00.000Z"
            for line in pairs[number % len(pairs)]:
                copy = {key: value for key, value in line.items() if key not in ("v", "prev")}
                copy |= {"id": f"{number:016x}", "t": t}
                copy |= {"month": month} if line["kind"] == "game" else {"day": t[:10]}
                own.append(copy)
    write_journal(folder / "data" / "journal", months)
    return f"{1:016x}"


def cpu(work: Callable[[], object]) -> float:
    """Milliseconds of CPU, the middle of several."""
    work()
    times = []
    for _ in range(TIMES):
        begun = time.process_time()
        work()
        times.append(1000 * (time.process_time() - begun))
    return statistics.median(times)


def measure(folder: Path, count: int) -> dict[str, float]:
    init(folder)
    first = lay(folder, count)
    settings = load(folder, infos())
    ledger = read_ledger(folder / "data" / "journal", BY_SLUG, folder / "data" / "cache")
    board = public_board(settings, assets(make_files()), is_live=True)
    language = settings.texts.of("en")
    found = {}
    for what, route in {
        "the first page": Route("games"), "a game's page": Route("game", MONTHS[0], first),
        "the hall": Route("hall"), "the feed": Route("feed"),
        "a month's page, a game": Route("month", MONTHS[0]),
    }.items():  # fmt: skip
        known = facts(ledger, settings, BY_SLUG, NOW, route)
        assert draw(route, board, known, language.texts, "en")
        found[what] = cpu(lambda route=route, known=known: draw(route, board, known, language.texts, "en"))
        asked = cpu(lambda route=route: facts(ledger, settings, BY_SLUG, NOW, route))
        found[f"{what}: the loop"] = asked
    for name in ("a month's page, a game",):
        found[name] /= count / len(MONTHS)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500, help="games of the smaller board")
    games = parser.parse_args().games
    print(
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; {100 * games:,} games beside {games:,}"
    )
    with tempfile.TemporaryDirectory() as name:
        few = measure(Path(name, "few"), games)
        many = measure(Path(name, "many"), 100 * games)
    for what, one in few.items():
        two = many[what]
        most = 3.0 if "loop" not in what else 0.0
        row(f"CPU of {what}", f"{two:.2f} ms", f"{one:.2f} ms", two / max(one, 0.01), most)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
