"""Random evenings: games, daily deals, tables, renames, removals, midnights, months and restarts.

After each evening the audit must accept the journal, and the board's ledger must be the one that a fresh fold
of the journal makes. The suite plays a few evenings. For a long run:

    python tests/support/evenings.py FIRST COUNT

It plays COUNT evenings from the seed FIRST on, prints each new kind of fault with its seed, and exits with 1
if there was one.
"""

import asyncio
import json
import logging
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from journal_players import sit_down
from records_kit import accounts_of, take_lines

from door.play.api import Begun
from door.play.match.values import Proposal, Refusal
from door.records.audit.audit import audit
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.journal.files import lines_since
from door.records.journal.lines import RecordsError
from door.records.ledger.ledger import Ledger
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store.files import Folder
from door.screens.door import GameDoor
from door.screens.doors import DOORS

EVERY: Mapping[str, GameDoor] = {door.INFO.slug: door for door in DOORS}
HANDLES = (
    "Alba", "Bruno", "Cyrus", "Doris", "Egon", "Frieda", "Gustl", "Hanna", "Iwan", "Jutta", "Karl", "Lotte",
    "Mona", "Nils", "Olga", "Pavel",
)  # fmt: skip
ZONES = ("UTC", "Europe/Vienna", "Pacific/Auckland")
ALONE = ("shutbox", "thieves", "switchbox", "microlink")
TOGETHER = ("switchbox", "microlink", "mindbuster", "shutbox")
ACTS = (
    "sign_up", *["rename"] * 3, "remove", *["begin"] * 2, *["end"] * 2, "deal", *["open_table"] * 3,
    *["sit"] * 4, *["resign"] * 2, "call_off", "pass_days", "restart", "refresh",
)  # fmt: skip
STARTED = datetime(2026, 11, 27, 20, tzinfo=UTC)


@dataclass
class Evening:
    """A board in `data`, and what has happened: `acts` in order, with what was refused."""

    data: Path
    seed: int
    acts: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance, self.moment = random.Random(self.seed), STARTED
        self.zone = ZoneInfo(self.chance.choice(ZONES))
        self.live: list[str] = []
        self.games: list[Begun] = []

    async def play(self) -> list[str]:
        """Play the evening; return the audit's faults, and others."""
        await self._open()
        for handle in self.chance.sample(HANDLES, 4):
            self._sign_up(handle)
        for _ in range(self.chance.randint(10, 45)):
            self.moment += timedelta(minutes=self.chance.randint(1, 90))
            act = self.chance.choice(ACTS)
            self.acts.append(act)
            step: Callable[[], Awaitable[None]] = getattr(self, act)
            try:
                await step()
            except (Refusal, RecordsError) as error:
                self.refused[f"{act}: {error}"] += 1
        self.moment += timedelta(days=self.chance.choice([0, 0, 1, 40]))
        await self.refresh()
        counted = self.board.ledger.read(_as_json)
        await self.board.close()
        return self._faults(counted)

    def _faults(self, counted: str) -> list[str]:
        folder = self.data / "journal"
        faults = [fault.reason for fault in audit(folder, EVERY).faults]
        fresh = Ledger(EVERY)
        for entry, _ in lines_since(folder):
            take_lines(fresh, [entry])
            self.lines[str(entry.fields["kind"])] += 1
        if _as_json(fresh) != counted:
            faults.append("the board's ledger differs from a fresh fold of the journal")
        return faults

    async def _open(self) -> None:
        self.board = GameStore(
            Folder(self.data), EVERY, lambda slug: EVERY[slug].INFO.defaults(), self.zone,
            lambda: self.moment,
        )  # fmt: skip
        await self.board.open(bulletins=False)
        self.callers = Callers(self.board.journal.store)

    # -- what callers do

    def _sign_up(self, handle: str) -> None:
        self.callers.create(Caller(handle))
        self.live.append(handle)

    async def sign_up(self) -> None:
        if len(self.live) < 6:
            self._sign_up(self.chance.choice(HANDLES))

    async def begin(self, daily: bool = False) -> None:
        if self.live:
            slug, caller = self.chance.choice(ALONE), self.chance.choice(self.live)
            begun = await self.board.games.begin(
                self.board.daily if daily else self.board.ranked, GameWish(slug, caller)
            )
            if isinstance(begun, Begun):
                self.games.append(begun)

    async def deal(self) -> None:
        await self.begin(daily=True)

    async def end(self) -> None:
        """Make some moves of a game, and end it, most often by quitting."""
        if not self.games:
            return
        record = self.games.pop(self.chance.randrange(len(self.games))).record
        play = self.board.plays.by_id.get(record.id)
        if play is None:
            return
        door = EVERY[play.header.door]
        table = sit_down(play.header.door, play.record, self.chance)
        for _ in range(self.chance.choice([0, 0, 1, 4, 200])):
            if not table.over:
                await self._move(record.id, table.move("wild"))
        if not door.game.rules.status(table.game).ended:
            await self._move(record.id, table.make("quit"))
        await self.board.games.finish(record.id)

    async def _move(self, id: str, move: str) -> None:
        said = self.board.games.add_move(id, move)
        if not isinstance(said, str):
            await said

    async def open_table(self) -> None:
        if not self.live:
            return
        slug = self.chance.choice(TOGETHER)
        info, chance = EVERY[slug].game.info, self.chance
        race = info.players.versus is None or (info.players.race is not None and chance.random() < 0.3)
        terms = Proposal(
            door=slug, options=info.defaults(), clock=chance.choice(["1d", "3d", "5+10"]),
            rated=chance.random() < 0.7, race=race, seats=2,
        )  # fmt: skip
        await self.board.tables.open_table(chance.choice(self.live), terms)

    async def _happen(self, event: dict[str, Any]) -> None:
        if tables := self.board.tables.under_way():
            await self.board.tables.do(self.chance.choice(tables).terms.id, event)

    async def sit(self) -> None:
        if self.live:
            await self._happen({"do": "sit", "seat": 1, "who": self.chance.choice(self.live)})

    async def resign(self) -> None:
        await self._happen({"do": "resign", "seat": self.chance.randint(0, 1)})

    # -- what the sysop and time do

    async def rename(self) -> None:
        if self.live:
            at, handle = self.chance.randrange(len(self.live)), self.chance.choice(HANDLES)
            await asyncio.to_thread(accounts_of(self.board, self.callers).rename, self.live[at], handle)
            self.live[at] = handle

    async def remove(self) -> None:
        if self.live and self.chance.random() < 0.6:
            handle = self.chance.choice(self.live)
            await asyncio.to_thread(accounts_of(self.board, self.callers).remove, handle)
            self.live.remove(handle)

    async def call_off(self) -> None:
        if self.chance.random() < 0.3:
            await self._happen({"do": "end", "why": "x"})

    async def pass_days(self) -> None:
        self.moment += timedelta(days=self.chance.choice([1, 1, 1, 2, 5]))

    async def restart(self) -> None:
        await self.board.close()
        self.games = []
        await self._open()

    async def refresh(self) -> None:
        await self.board.refresh()
        await self.board.roll_over()


def _as_json(ledger: Ledger) -> str:
    return json.dumps(ledger.to_json(), sort_keys=True, default=list)


def play_evening(data: Path, seed: int) -> tuple[Evening, list[str]]:
    """Play one evening in a new folder, and return it with its faults. An error of the board is one, too."""
    evening = Evening(data, seed)
    try:
        return evening, asyncio.run(asyncio.wait_for(evening.play(), 120))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return evening, [f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"]


def main(first: int, count: int) -> int:
    logging.disable(logging.CRITICAL)
    faults, lines, refused = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(first, first + count):
        data = Path(tempfile.mkdtemp(prefix="evening"))
        try:
            evening, found = play_evening(data, seed)
        finally:
            shutil.rmtree(data, ignore_errors=True)
        for fault in found:
            kind = "".join("#" if c.isdigit() else c for c in fault)[:90]
            if not faults[kind]:
                print(f"seed {seed}: {fault}\n  {' '.join(evening.acts)}", flush=True)
            faults[kind] += 1
        lines += evening.lines
        refused += Counter({why[:50]: n for why, n in evening.refused.items()})
        if (seed - first + 1) % 500 == 0:
            print(
                f"{seed - first + 1} evenings, {sum(lines.values())} lines, {faults.total()} faults",
                flush=True,
            )
    print(f"{count} evenings; lines: {dict(lines)}; refused: {refused.most_common(12)}")
    print(dict(faults) or "no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
