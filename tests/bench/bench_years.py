"""Ten years of a big board's books beside an empty board, in the same run.

    python tests/bench/bench_years.py [--tenth] [--years 10] [--keep FOLDER]

100,000 callers' files and 5,000,000 games of Shut The Box over 120 months, their months declared.  Each day
has a deal, and one game in twenty comes with a game of the deal and a rated match.
`--keep` makes the books there once and takes them from there the next time.  Steps are in CPU, all threads,
so that a busy machine says the same; "held" is the most that the event loop took of it without a pause.
"""

import argparse
import asyncio
import os
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1] / "support"))
import bench_records
import game_lines
from process import ROOT, serving

from door.features.bulletins.pages import HALL_PAGE as hall
from door.features.callers.asks import WHO
from door.features.callers.pages.callers import WHO_PAGE as who
from door.features.callers.pages.profile import PAGE as profile
from door.games.chance import commitment
from door.games.shutbox import rules
from door.pages.api import HALL, CallerProfile, DoorPast, DoorsLobby, Lobby, Online
from door.pages.bulletin_files import forms
from door.play.api import Begun
from door.play.match.values import Proposal
from door.records.callers.caller_file import Caller, write_caller
from door.records.callers.callers import Callers
from door.records.journal import lines
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import read_ledger
from door.records.ledger.standings import best_places, hall_of_fame, history, passers, winners_line
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.ui.screen import Answer, View

DOORS = bench_records.DOOR
INFO = DOORS["shutbox"].INFO
OPTIONS = INFO.defaults()
FIRST, LAST = datetime(2016, 11, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
MONTHS = 121
AGAIN = 20
BESIDE = 20
DEALS = 1_000
"""Games of the day's deal, before the day ends."""

ONLINE, LISTED = 2_000, 200


def months() -> Iterator[datetime]:
    month = FIRST
    while month <= LAST:
        yield month
        month = (month + timedelta(days=32)).replace(day=1)


def make(data: Path, callers: int, games: int, years: int = 10) -> None:
    """The callers' files, and the last of ten years of a journal with so many games."""
    for name in ("callers", "journal"):
        (data / name).mkdir(parents=True, exist_ok=True)
    for number in range(callers):
        caller = Caller(f"Caller {number}", created=lines.stamp(FIRST), last_call=lines.stamp(LAST), calls=50)
        (data / "callers" / f"{caller.handle}.yaml").write_text(write_caller(caller))
    (data / "callers" / ".lock").touch()  # the first log-on made it long ago
    pool = sorted(bench_records.games(2_000), key=lambda game: len(game[1]))[:200]
    each = games // MONTHS
    every, head = list(months())[-12 * years - 1 :] if games else [], lines.ZERO
    before: Ledger | None = None
    for at, month in enumerate(every):
        made = days_of(month, range(at * each, (at + 1) * each), callers, pool)
        ledger, name = Ledger(DOORS, asking=False), f"{month:%Y-%m}"
        with (data / "journal" / f"{name}.jsonl").open("wb") as file:
            if before:
                first = [winners_line(before, INFO, OPTIONS, f"{every[at - 1]:%Y-%m}", month)]
                head = write(file, ledger, first, name, head)
            while some := list(islice(made, 10_000)):
                head = write(file, ledger, some, name, head)
        before = ledger


def days_of(month: datetime, numbers: range, callers: int, pool: list[Any]) -> Iterator[lines.Fields]:
    """A month's games, and each day's deal.  With every so many games comes one of the deal, and a match."""
    sealed = dict[str, str]()
    deals: list[lines.Fields] = []
    for number in numbers:
        turn, game = played(month, number, len(numbers), callers, pool)
        at, day = turn["t"], turn["day"]
        if sealed.get("day") != day:
            seed = secrets.token_hex(32)
            if sealed:
                yield lines.reveal(at, sealed["day"], sealed["seed"])
                yield from ({**deal, "t": at} for deal in deals)
            sealed, deals = {"day": day, "seed": seed}, []
            yield {
                "kind": "daily",
                "t": at,
                "day": day,
                "commit": commitment(bytes.fromhex(seed)),
                "late": False,
            }
        yield from (turn, game)
        if number % BESIDE == 0:
            who, ident = turn["caller"], secrets.token_hex(8)
            about = (at, ident, "shutbox", who, day)
            yield game_lines.daily_turn(*about, {}, turn["commit"])
            yield game_lines.daily_score(*about, game["score"], lines.ZERO)
            deals.append(
                game_lines.daily_game(*about, (who,), {}, game["seed"], game["moves"], game["score"])
            )
            yield from resigned(at, secrets.token_hex(8), day, (who, f"Caller {number * 104_729 % callers}"))


def resigned(at: str, ident: str, day: str, seats: tuple[str, str]) -> Iterator[lines.Fields]:
    """A match that its first caller has resigned at once."""
    seed = secrets.token_bytes(32)
    if seats[0] != seats[1]:
        yield {
            "kind": "table", "t": at, "id": ident, "door": "switchbox", "seats": list(seats), "options": {},
            "clock": "3d", "rated": True, "commit": commitment(seed), "day": day,
        }  # fmt: skip
        yield {
            "kind": "match", "t": at, "id": ident, "seats": list(seats), "seed": seed.hex(), "moves": [],
            "times": [], "scores": [0, 0], "places": [2, 1], "end": "resigned", "by": 0,
        }  # fmt: skip


def played(month: datetime, number: int, each: int, callers: int, pool: list[Any]) -> list[lines.Fields]:
    (seed, moves, score), ident = pool[number % len(pool)], secrets.token_hex(8)
    moment = month + timedelta(seconds=number % each * 1_700_000 // each)
    at, caller = lines.stamp(moment), f"Caller {number * 7919 % callers}"
    return [
        game_lines.turn(at, ident, "shutbox", caller, at[:10], False, {}, commitment(seed)),
        game_lines.game(at, ident, "shutbox", caller, (caller,), {}, seed.hex(), moves, score, at[:7]),
    ]


def write(file: Any, ledger: Ledger, made: list[lines.Fields], month: str, head: str) -> str:
    """The lines in the month's file and its books; the last one's hash."""
    entries = lines.chain_lines(made, head, month)
    file.writelines(entry.raw + b"\n" for entry in entries)
    for entry in entries:
        ledger.take(entry.fields)
    return entries[-1].hash


@contextmanager
def put_back(data: Path) -> Iterator[None]:
    """The journal and what is kept of it are afterwards what they were: months end in a run."""
    sizes = {path.name: path.stat().st_size for path in (data / "journal").glob("*.jsonl")}
    aside = data / "cache.aside"
    shutil.copytree(data / "cache", aside)
    try:
        yield
    finally:
        shutil.rmtree(data / "cache")
        aside.rename(data / "cache")
        for path in (data / "journal").glob("*.jsonl"):
            if path.name in sizes:
                os.truncate(path, sizes[path.name])
            else:
                path.unlink()


class OnceEach:
    """A door that replays each of the few games of these books once, to have them read in a third of the
    time; what it says of them is the door's own."""

    def __init__(self, door: Any) -> None:
        self.door = door
        self.positions, self.accounts = dict[str, Any](), dict[str, Any]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.door, name)

    def read(self, line: lines.Fields, position: Any = None) -> Any:
        game = self.door.read(line, position or self.positions.get(line["seed"]))
        self.positions[line["seed"]] = game.position
        return game

    def account(self, line: lines.Fields) -> Any:
        if line["seed"] not in self.accounts:
            self.accounts[line["seed"]] = self.door.account(line)
        return self.accounts[line["seed"]]


def read_whole(data: Path) -> None:
    """The books read line by line, and kept."""
    begun, doors = time.process_time(), {slug: OnceEach(door) for slug, door in DOORS.items()}
    files = data / "journal"
    read_ledger(files, doors, data / "cache")  # type: ignore[arg-type]
    spent, most = time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"  read and kept in {spent:.0f} s of CPU, a game looked at once; {most / 1e3:.0f} MB at most")


# -- what callers wait for ------------------------------------------------------------------------


async def held(step: Callable[[], Awaitable[Any] | Any]) -> tuple[float, float]:
    """Milliseconds of CPU that the step takes, and the most that the loop took of it within a millisecond or
    without a pause.  A watcher that looked whenever it could would be counted with what threads do."""
    longest, ending = 0.0, False

    async def watch() -> None:
        nonlocal longest
        while not ending:
            begun = time.thread_time()
            await asyncio.sleep(0.001)
            longest = max(longest, time.thread_time() - begun)

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    begun, first = time.process_time(), time.thread_time()
    answer = step()
    longest = time.thread_time() - first
    if isinstance(answer, Awaitable):
        await answer
    spent = time.process_time() - begun
    ending = True
    await watching
    return spent * 1e3, longest * 1e3


def _shown(page: Any, lobby: Lobby, said: Any) -> None:
    """A page with what it has asked for, as its caller sees it."""
    state, _ = page.start(lobby, "")
    page.draw(page.update(state, said)[0], View())


class Board:
    """The records of a board, and the steps that are measured."""

    def __init__(self, data: Path, callers: int) -> None:
        self.now, self.count = LAST + timedelta(days=20), callers
        self.callers = Callers(Folder(data))
        options = {slug: door.INFO.defaults() for slug, door in DOORS.items()}
        self.store = GameStore(Folder(data), DOORS, options.__getitem__, UTC, lambda: self.now, forms)
        self.numbers = iter(range(10**6))

    def steps(self) -> dict[str, Callable[[], Any]]:
        store, read = self.store, self.store.ledger.read
        handles = [f"Caller {number}" for number in range(LISTED)]
        online = tuple(Online(at, f"Caller {at}", "at the menu", at % 60) for at in range(1, ONLINE + 1))
        lobby = DoorsLobby("A board", "Sysop", 1, handle="Caller 7")
        standing = read(lambda ledger: ledger.months.places(f"{self.now:%Y-%m}", "shutbox", "total").rows())
        last, week = (
            standing[-1].caller if standing else handles[0],
            lines.stamp(self.now - timedelta(days=7)),
        )
        infos = {slug: (door.INFO, door.INFO.defaults()) for slug, door in DOORS.items()}
        return {
            "a caller's file found": lambda: self.callers.find(f"Caller {next(self.numbers) % self.count}"),
            "a log-on kept": lambda: self.callers.edit("Caller 7", self._called),
            "an unknown handle, after a log-on": lambda: self.callers.find(f"Nobody {next(self.numbers)}"),
            "a new handle checked": lambda: asyncio.to_thread(self.callers.check_handle, "Somebody New"),
            "the menu: all doors' books": lambda: [store.standings.books(slug, "Caller 7") for slug in DOORS],
            "the title": lambda: store.standings.books("shutbox", "Caller 7"),
            "a month without its luck": lambda: read(
                lambda ledger: ledger.luck.table(f"{self.now:%Y-%m}", "shutbox", "total")
            ),
            "who has passed the last of all in a week": lambda: read(
                lambda ledger: passers(ledger, INFO, OPTIONS, f"{self.now:%Y-%m}", last, week)
            ),
            "profile": lambda: self._profile(lobby),
            "hall of fame": lambda: _shown(
                hall, lobby, Answer(HALL, read(lambda ledger: hall_of_fame(ledger, DOORS)))
            ),
            f"Who's online, a look among {ONLINE}": lambda: _shown(who, lobby, Answer(WHO, online)),
            f"places of {LISTED} who are listed": lambda: read(
                lambda ledger: best_places(ledger, infos, f"{self.now:%Y-%m}", handles)
            ),
            "begin, play, finish": self._game,
        }

    def _profile(self, lobby: Lobby) -> None:
        pasts = [
            self.store.ledger.read(lambda ledger, d=door: history(ledger, d, d.INFO.defaults(), "Caller 7"))
            for door in DOORS.values()
        ]
        doors = tuple(
            DoorPast(door.INFO.name(), door.INFO.accent, past)
            for door, past in zip(DOORS.values(), pasts, strict=True)
        )
        _shown(profile, lobby, CallerProfile("Caller 7", 50, "", "", doors, ()))

    def _called(self, caller: Caller) -> Caller:
        return caller.prefer("n", str(next(self.numbers)))

    async def resigning(self) -> Callable[[], Awaitable[Any]]:
        """A rated match that waits to be resigned."""
        tables, (one, two) = self.store.tables, (f"Caller {next(self.numbers) % self.count}" for _ in "12")
        proposal = Proposal(
            door="switchbox", options=DOORS["switchbox"].INFO.defaults(), clock="3d", rated=True
        )
        id = (await tables.open_table(one, proposal)).terms.id
        match = await tables.do(id, {"do": "sit", "seat": 1, "who": two})
        assert match.stage == "play"
        return lambda: tables.do(id, {"do": "resign", "seat": 0})

    async def _game(self, handle: str = "", daily: bool = False) -> None:
        handle = handle or f"Caller {next(self.numbers) % self.count}"
        begun = await self.store.games.begin(
            self.store.daily if daily else self.store.ranked, GameWish("shutbox", handle, OPTIONS)
        )
        assert isinstance(begun, Begun)
        game = rules.begin(rules.Variant(), begun.record.chance)
        while not game.over:
            move = rules.move_text(rules.legal(game.open, game.total)[-1])
            game = rules.apply(game, move)
            self.store.games.add_move(begun.record.id, move)
        await self.store.games.finish(begun.record.id)


async def steps(board: Board) -> dict[str, tuple[float, float]]:
    """The median of each step and the worst hold."""
    figures = {}
    for name, step in board.steps().items():
        times = []
        for _ in range(AGAIN):
            if name.startswith("an unknown"):
                await board.callers.edit("Caller 7", board._called)
            times.append(await held(step))
        spent, stalls = zip(*times, strict=True)
        figures[name] = sorted(spent)[AGAIN // 2], max(stalls)
    refreshes = []
    for _ in range(AGAIN):
        await board._game()
        refreshes.append(await held(board.store.refresh))
    figures["a refresh after a game, bulletins with it"] = (
        sorted(refreshes)[AGAIN // 2][0],
        max(stall for _, stall in refreshes),
    )
    ends = [await held(await board.resigning()) for _ in range(AGAIN)]
    figures["a match's end"] = sorted(ends)[AGAIN // 2][0], max(stall for _, stall in ends)
    for number in range(DEALS):
        await board._game(f"Caller {number}", daily=True)
    board.now += timedelta(days=2)
    figures[f"a day's end, after {DEALS:,} deals"] = await held(board.store.roll_over)
    board.now = LAST + timedelta(days=31)
    figures["a month's end"] = await held(board.store.roll_over)
    begun = time.process_time()
    await board.store.pack_closed()
    figures["that month put away, in a thread"] = (time.process_time() - begun) * 1e3, 0.0
    return figures


async def records(data: Path, callers: int) -> dict[str, tuple[float, float]]:
    board = Board(data, callers)
    begun = time.perf_counter()
    await board.store.open()
    print(f"  books open after {time.perf_counter() - begun:.2f} s")
    figures = await steps(board)
    await board.store.close()
    return figures


def whole(place: Path) -> dict[str, float]:
    """Whole processes: seconds, and megabytes."""
    serve = ("-m", "door", "serve", "--board", str(place), "--telnet", "127.0.0.1:0")
    serve += ("--ssh", "off", "--web", "off")
    figures = {"start to telnet, s": 1e9}
    for _ in range(3):
        begun = time.perf_counter()
        with serving(*serve) as server:
            figures["start to telnet, s"] = min(figures["start to telnet, s"], time.perf_counter() - begun)
            figures["memory, MB"] = server.memory / 1e6
    for name in (("bulletin",), ("callers", "list")):
        command, begun = f"`door {' '.join(name)}`", time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-u", "-m", "door", *name, "--board", place], cwd=ROOT, stdout=subprocess.PIPE
        ) as said:
            assert said.stdout is not None and said.stdout.readline() and said.stdout.readline()
            figures[f"{command}: first rows, s"] = time.perf_counter() - begun
            said.stdout.read()
        assert not said.returncode
        figures[f"{command}, s"] = time.perf_counter() - begun
    return figures


async def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tenth", action="store_true", help="a tenth of callers and games")
    parser.add_argument("--years", type=int, default=10, help="only the last of the ten years")
    parser.add_argument("--keep", type=Path, help="a folder for the books, kept")
    args = parser.parse_args()
    scale = 10 if args.tenth else 1
    callers, games = 100_000 // scale, 5_000_000 // scale
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        empty, full = Path(name) / "empty", (args.keep or Path(name)) / f"years{scale}-{args.years}"
        bench_records.board_of(empty)
        make(empty / "data", 8, 0)
        if not full.exists():
            bench_records.board_of(full)
            begun = time.perf_counter()
            make(full / "data", callers, games, args.years)
            made = games * (12 * args.years + 1) // MONTHS
            print(f"{callers:,} callers, {made:,} games made in {time.perf_counter() - begun:.0f} s")
        if not (full / "data" / "cache" / "ledger.jsonl").exists():
            read_whole(full / "data")
        few = await records(empty / "data", 8)
        with put_back(full / "data"):
            many = await records(full / "data", callers)
        print(f"{'ms of CPU: empty, full, ratio; held':<40}")
        for what, (spent, stall) in many.items():
            print(f"{what:<40}{few[what][0]:>10.3f}{spent:>12.3f}{spent / few[what][0]:>9.1f}{stall:>11.2f}")
        before = whole(empty)
        for what, figure in whole(full).items():
            print(f"{what:<40}{before[what]:>10.2f}{figure:>12.2f}{figure / before[what]:>9.1f}")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
