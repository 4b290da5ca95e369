"""Kills boards at random moments while bots play on them, and holds them to their word.

    python tests/support/crash_harness.py --kills 300 --bots 8

Half of the bots play Shut The Box and know every roll of it; the others wander through all five doors
and their daily deals.  Each round the board is killed and comes back, sometimes with a torn line that
a power cut might have left; its callers' lines drop, and they call again.  At the end every bot plays
its last game out, and then must hold: no turn, move or game that was shown is lost, none is charged or
booked twice, resumed games kept their dice, every torn line was cut off and reported, and the audit
finds no fault.
"""

import argparse
import asyncio
import json
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from crashbots import Bot, Broken
from served import Served, ready_folder, settle
from wanderers import Wanderer

from door.pages.bulletin_files import forms
from door.records.audit.audit import audit
from door.records.files.disk import ASIDE
from door.records.play.game_store import GameStore
from door.records.store import Store
from door.records.store.files import Folder
from door.screens.doors import DOORS

TORN = b'{"caller":"Nobody","kind":"turn","id":"to'
QUIET = re.compile(r" (INFO|WARNING) |^telnet |^ssh |resource_tracker|^  warnings\.warn\($")
"""What a board that is killed may say; Python's own tracker of resources misses what was killed."""
TEAR_EVERY, AUDIT_EVERY = 5, 25
SLOW = 60  # seconds that a busy machine may take
LAST = 180  # and for the last games


@dataclass
class Ring:
    """A board, its bots, and what has been done to them."""

    folder: Path
    random: Random
    bots: list[Bot] = field(default_factory=list)
    kills: int = 0
    tears: int = 0

    @property
    def journal(self) -> Path:
        return self.folder / "data" / "journal"

    @property
    def journals(self) -> list[Path]:
        return sorted(self.journal.glob("*.jsonl"))

    async def run(self, kills: int, minutes: float = 60) -> None:
        """Kills, as many as there is time for, and the reckoning after it."""
        await self.start()
        try:
            playing = [asyncio.create_task(self._play(bot)) for bot in self.bots]
            stopping = asyncio.create_task(self._kill_and_stop(kills, minutes))
            stuck = set[asyncio.Task[None]]()
            for tasks, seconds in (([*playing, stopping], None), (playing, LAST)):
                done, stuck = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
            if stuck:
                late = [bot for bot, task in zip(self.bots, playing, strict=True) if task in stuck]
                raise Broken("; ".join(f"{bot.handle} never ends: {bot.heard[-500:]!r}" for bot in late))
            await self.settled()
            await asyncio.to_thread(self.check)
        finally:
            self.stop()

    async def start(self) -> None:
        self.board = await asyncio.to_thread(Served(self.folder).listening)

    async def settled(self) -> None:
        """The last game is over."""
        self.board.stop()

    def stop(self) -> None:
        self.board.stop()

    async def port_for(self, bot: Bot) -> int:
        """The port that the bot calls next."""
        return self.board.port("telnet")

    async def _play(self, bot: Bot) -> None:
        """Calls again and again until the last game is over."""
        over = False
        while not over:
            over = await bot.play(await self.port_for(bot))
            await asyncio.sleep(0.02)

    async def _kill_and_stop(self, kills: int, minutes: float) -> None:
        ends = time.monotonic() + 60 * minutes
        while self.kills < kills and time.monotonic() < ends:
            self.kills += 1
            await self.kill()
            if self.kills % AUDIT_EVERY == 0:
                print(f"{self.kills} kills, {sum(len(bot.games) for bot in self.bots)} games", flush=True)
        await self.until(lambda: all(len(bot.games) > 1 for bot in self.bots))
        for bot in self.bots:
            bot.last_game = True

    @staticmethod
    async def until(condition: Callable[[], bool], seconds: int = SLOW) -> None:
        """Waits for the bots to come that far, which takes a busy machine longer."""
        for _ in range(seconds * 50):
            if condition():
                break
            await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """The board dies; it is back when this returns."""
        played = self.random.choice((0.01, 0.05, 0.2, 0.6)) * self.random.random() * 2
        await self.until(partial(self.board.has_spent, self.board.spent + played))
        if self.kills % TEAR_EVERY == 0:
            await self.until(lambda: bool(self.journals))
        await asyncio.to_thread(self.board.stop)
        if self.kills % TEAR_EVERY == 0:
            self._tear()
        self.board = await asyncio.to_thread(Served(self.folder).listening)
        if self.kills % AUDIT_EVERY == 0:
            await asyncio.to_thread(self._audit)

    def _tear(self) -> None:
        """What a power cut may leave at the end of the newest journal and of every waiting game."""
        self.tears += 1
        for path in [self.journals[-1], *self.folder.glob("data/saves/*.jsonl")]:
            with path.open("ab") as file:
                file.write(TORN)

    def check(self) -> None:
        """Broken says which promise does not hold."""
        self._audit()
        asyncio.run(self._lay_open())
        self._audit()
        lines = self.lines()
        for bot in self.bots:
            bot.check(lines)
        self.check_more(lines)

    def check_more(self, lines: list[dict[str, Any]]) -> None:
        log = self.board.log
        reported = [line for line in log.splitlines() if "torn line" in line]
        if len(reported) != self.tears:
            raise Broken(f"{self.tears} lines were torn, reported were {reported}")
        odd = [line for line in log.splitlines() if not QUIET.search(line)]
        if "Traceback" in log or odd:
            raise Broken(f"the log says: {odd[:5]}")
        charged = {line["id"] for line in lines if line["kind"] == "turn"}
        saves = (self.folder / "data" / "saves").glob("[!.]*")
        left = {path.name: path.read_text() for path in saves if not _was_never_begun(path, charged)}
        if left:
            raise Broken(f"saves are left of games that are over: {left}")

    async def _lay_open(self) -> None:
        """Two days on, the daily deals are proved."""
        options = {door.INFO.slug: door.INFO.defaults() for door in DOORS}
        later = datetime.now(UTC) + timedelta(days=2)
        doors = {door.INFO.slug: door for door in DOORS}
        store = GameStore(self.kept(), doors, options.__getitem__, UTC, lambda: later, forms)
        await store.open()
        await store.roll_over()
        await store.close()

    def kept(self) -> Store:
        return Folder(self.folder / "data")

    def _audit(self) -> None:
        report = audit(self.journal, {door.INFO.slug: door for door in DOORS})
        if report.faults:
            raise Broken("; ".join(map(str, report.faults[:5])))

    def lines(self) -> list[dict[str, Any]]:
        """All of the journal."""
        return [json.loads(line) for file in self.journals for line in file.read_text().splitlines()]

    def __str__(self) -> str:
        games, drops = sum(len(bot.games) for bot in self.bots), sum(bot.drops for bot in self.bots)
        resumed = sum(bot.resumed for bot in self.bots)
        return (
            f"{self.kills} kills, {self.tears} torn lines, {len(self.bots)} bots, {drops} dropped calls, "
            f"{games} games of which {resumed} times one was resumed, {len(self.lines())} lines"
        )


def _was_never_begun(path: Path, charged: Set[str]) -> bool:
    """Whether its board was killed between a game's save and its turn: nobody was shown it, no move was made,
    and it is set aside, since the journal could also be an older one."""
    header, *moves, _ = path.read_text().split("\n")  # what follows the last newline was torn, and is no move
    return path.name.endswith(ASIDE) and not moves and json.loads(header)["id"] not in charged


def ring(folder: Path, bots: int, seed: int) -> Ring:
    """A fresh board's folder without limits, and bots with cheap passwords."""
    random = Random(seed)
    names = [f"Bot {chr(ord('A') + n // 26)}{chr(ord('a') + n % 26)}" for n in range(bots)]
    ready_for(folder, names)
    kinds = (Bot, Wanderer)
    made = [kinds[n % 2](name, Random(random.random())) for n, name in enumerate(names)]
    return Ring(folder, random, bots=made)


def ready_for(folder: Path, names: list[str]) -> None:
    """A board's folder without limits, for callers with cheap passwords."""
    ready_folder(folder, *names)
    settle(folder / "config" / "board.yaml", password_kilobytes=32, password_passes=1)
    for door in DOORS:
        settle(folder / "config" / "doors" / f"{door.INFO.slug}.yaml", turns_per_day=0)


def main(doc: str | None, make: Callable[[Path, int, int, int], Ring], **defaults: int) -> None:
    """Run the ring that the command's words ask for."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    for name, default in {**defaults, "minutes": 60, "seed": int(time.time())}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    told = parser.parse_args()
    folder = tempfile.mkdtemp()
    print(f"seed {told.seed}, kept in {folder} if a promise does not hold", flush=True)
    made = make(Path(folder), told.bots, told.seed, told.kills)
    asyncio.run(made.run(told.kills, told.minutes))
    print(made)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(__doc__, lambda folder, bots, seed, kills: ring(folder, bots, seed), kills=300, bots=8)
