"""Kills two hosts of a board, their database and their connections at random moments while bots play.

    python tests/chaos --kills 200 --bots 10

The database has a synchronous standby, which is promoted half-way.  The bots play at all doors, play
Switchbox with each other at tables, and write letters.  Now and then one calls the other host while its
first call still is there.  At the end they hold the board to its word as in `crash_harness`.  Then both
hosts' journals must be the database's, byte by byte.
"""

import asyncio
import os
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from crash_harness import Ring, main, ready_for
from crashbots import CALM_SECONDS, Bot, Broken
from postgres_kit import Server, programs
from relay import Cable, Relay
from scribes import Scribe
from served import Served, door, settle
from sitters import Sitter
from wanderers import Wanderer

from door.records.store import Store
from door.records.store.opening import store_of
from door.settings.skeleton import init

STRIKES = {
    "host": 30, "host for long": 4, "connection": 30, "answer": 15, "letter": 5, "all connections": 5,
    "backend": 15, "crashed backend": 3, "server": 8, "hung server": 4, "standby": 5,
}  # fmt: skip
"""What is done, and how often."""

LONG = 15.0
"""Seconds for which a dead host stays away, so that its callers call the other one."""

AFTER_PROMOTION = 4.0
"""Seconds without a strike, in which the hosts must find the new server."""

LOST_SECONDS = 1.5
"""Before a server's crash, the seconds whose moves may be lost."""

BOXES = 40
"""Callers who never call, and get letters: one a minute."""

RESTLESS = 0.005
"""How likely a bot calls one of the hosts again at a prompt, while its first call still is there."""

BACKENDS = """
select pid from pg_stat_activity
where backend_type = 'client backend' and pid <> pg_backend_pid() order by random()
"""

LEASES = """
select name, host from lease
where name like 'on/%' or host not in (select id from host where until > clock_timestamp())
"""
"""The leases of callers, and those of dead hosts."""


@dataclass
class Chaos(Ring):
    """Two hosts, their database, its standby, and what has been done to them."""

    promotes_after: int = 0
    strikes: Counter[str] = field(default_factory=Counter)
    hosts: dict[Path, Served | None] = field(default_factory=dict)
    _where: dict[str, Path] = field(default_factory=dict)
    _starting: set[asyncio.Task[None]] = field(default_factory=set)
    _crashes: list[tuple[float, float]] = field(default_factory=list)
    _long: list[tuple[float, Bot]] = field(default_factory=list)
    _calm_from: float = 0.0
    _promoted: datetime | None = None
    _silences: list[float] = field(default_factory=list)

    async def start(self) -> None:
        found = programs()
        assert found, "needs PostgreSQL"
        self.server = self.standby = Server(found)
        address = self.server.database(self.folder)
        self.standby = Server(found, primary=self.server)
        self.name = address.partition("?")[0].rpartition("/")[2]
        await self._sql("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()")
        self.relays = Relay(self.server), Relay(self.standby)
        addresses = ",".join([await relay.start() for relay in self.relays])
        self.url = f"postgresql://door@{addresses}/{self.name}"
        if fault := (await asyncio.to_thread(door, "migrate", "--to", self.url, board=self.folder)).stderr:
            raise Broken(fault)
        other = self.folder.parent / f"{self.folder.name}-b"
        init(other)
        shutil.copytree(self.folder / "config", other / "config", dirs_exist_ok=True)
        for folder, name in ((self.folder, "a"), (other, "b")):
            settings = folder / "config" / "board.yaml"
            settings.write_text(settings.read_text().replace('host: ""', f"host: {name}", 1))
            settle(settings, store=self.url)
            self.hosts[folder] = None
            self._begin(folder)
        await asyncio.gather(*self._starting)
        for bot in self.bots:
            bot.is_calm, bot.may_be_lost, bot.restless = self._is_calm, self._may_be_lost, RESTLESS

    async def _sql(self, *statements: str) -> list[Any]:
        import psycopg

        url = self.server.url(self.name)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            for statement in statements:
                cursor = await connection.execute(statement)
            return await cursor.fetchall() if cursor.description else []

    def _begin(self, folder: Path, wait: float = 0) -> None:
        """Start a host again and again until it listens, as systemd does."""

        async def begin() -> None:
            await asyncio.sleep(wait)
            while self.hosts[folder] is None:
                board = Served(folder)
                try:
                    self.hosts[folder] = await asyncio.to_thread(board.listening)
                except AssertionError:
                    board.stop()
                    await asyncio.sleep(0.2)

        self._starting.add(task := asyncio.create_task(begin()))
        task.add_done_callback(self._starting.discard)

    def stop(self) -> None:
        for board in filter(None, self.hosts.values()):
            board.stop()
        for server in (self.server, self.standby):
            server.remove()

    async def port_for(self, bot: Bot) -> int:
        await self._somebody_up()
        self._where[bot.handle] = self.random.choice(self._up)
        board = self.hosts[self._where[bot.handle]]
        assert board
        return board.port("telnet")

    @property
    def _up(self) -> list[Path]:
        return [folder for folder, board in self.hosts.items() if board]

    async def _somebody_up(self) -> None:
        await self.until(lambda: bool(self._up))

    def _is_calm(self) -> bool:
        return time.monotonic() > self._calm_from

    def _may_be_lost(self, shown: float) -> bool:
        return any(begin - LOST_SECONDS <= shown <= end for begin, end in self._crashes)

    @asynccontextmanager
    async def _trouble(self, crash: bool = False) -> AsyncIterator[None]:
        self._calm_from, begin = inf, time.monotonic()
        try:
            yield
        finally:
            self._calm_from = time.monotonic() + CALM_SECONDS
            if crash:
                self._crashes.append((begin, time.monotonic()))

    @property
    def _kept(self) -> int:
        return sum(len(bot.kept) for bot in self.bots)

    async def kill(self) -> None:
        """Strike, mostly after some moves more."""
        enough = self._kept + self.random.choice((0, 5, 50, 200))
        await self.until(lambda: self._kept >= enough, 10)
        kind = self.random.choices([*STRIKES], [*STRIKES.values()])[0]
        if self.kills > self.promotes_after and not self._promoted:
            kind = "promotion"
        elif kind == "standby" and self._promoted:
            kind = "server"
        self.strikes[kind] += 1
        print(f"{datetime.now(UTC):%H:%M:%S} {self.kills}: {kind}", flush=True)
        await getattr(self, f"_strike_{kind.replace(' ', '_')}")()

    async def _strike_host(self, wait: float = 0) -> None:
        await self._somebody_up()
        folder = self.random.choice(self._up)
        board, self.hosts[folder] = self.hosts[folder], None
        assert board
        if wait:
            there = [bot for bot in self.bots if self._where.get(bot.handle) == folder and not bot.is_calling]
            self._long += [(time.monotonic(), bot) for bot in there]
        await asyncio.to_thread(board.stop)
        self._begin(folder, wait)

    async def _strike_host_for_long(self) -> None:
        await self.until(lambda: len(self._up) == 2)
        await self._strike_host(LONG)

    @property
    def _cables(self) -> list[Cable]:
        return [cable for relay in self.relays for cable in relay.cables]

    async def _strike_connection(self) -> None:
        if cables := self._cables:
            self.random.choice(cables).cut()

    async def _strike_answer(self) -> None:
        """The server does what it is told, and its answer is lost."""
        if cables := self._cables:
            self.random.choice(cables).loses_answer = True

    async def _strike_letter(self) -> None:
        """The answer to the next letter is lost."""
        for relay in self.relays:
            relay.marker, relay.cuts = f'"{self.bots[-1].handle} '.encode(), 1

    async def _strike_all_connections(self) -> None:
        for cable in self._cables:
            cable.cut()

    async def _strike_backend(self) -> None:
        await self._sql(f"select pg_terminate_backend(pid) from ({BACKENDS} limit 1) as one")

    async def _strike_crashed_backend(self) -> None:
        """The server ends all its connections then, and recovers."""
        pids = await self._sql(BACKENDS)
        async with self._trouble(crash=True):
            if pids and pids[0][0] in self.server.pids():
                os.kill(pids[0][0], signal.SIGKILL)
            await self._server_answers()

    async def _server_answers(self) -> None:
        import psycopg

        while True:
            with suppress(psycopg.Error):
                await self._sql("select 1")
                return
            await asyncio.sleep(0.1)

    async def _strike_server(self) -> None:
        how = self.random.choice(("fast", "immediate", "kill"))
        print(f"    {how}", flush=True)
        async with self._trouble(crash=how != "fast"):
            await asyncio.to_thread(self.server.kill if how == "kill" else partial(self.server.stop, how))
            await asyncio.sleep(2 * self.random.random())
            await asyncio.to_thread(self.server.start)

    async def _strike_hung_server(self) -> None:
        async with self._trouble():
            with self.server.hung():
                await asyncio.sleep(5 * self.random.random())

    async def _strike_standby(self) -> None:
        """Nothing can be committed meanwhile."""
        async with self._trouble():
            await asyncio.to_thread(self.standby.stop)
            await asyncio.sleep(4 * self.random.random())
            await asyncio.to_thread(self.standby.start)

    async def _strike_promotion(self) -> None:
        async with self._trouble(crash=True):
            await asyncio.to_thread(self.server.kill)
            await asyncio.sleep(1)
            promoting = datetime.now(UTC)
            await asyncio.to_thread(self.standby.promote)
            self.server.remove()
            self.server, self._promoted = self.standby, promoting
            await asyncio.sleep(AFTER_PROMOTION)

    async def settled(self) -> None:
        """Both hosts come up, and get the whole journal.  Then they end."""
        await asyncio.gather(*self._starting)
        await self.until(lambda: len(self._up) == 2 and len(set(map(_journal, self.hosts))) == 1)
        for _ in range(100):
            if not (held := await self._sql(LEASES)):
                break
            await asyncio.sleep(0.2)
        else:
            raise Broken(f"nobody is on and both hosts live, and {held} are held")
        if self._promoted:
            units = [at for (at,) in await self._sql("select made from unit order by made")]
            soon = self._promoted + timedelta(seconds=AFTER_PROMOTION)
            times = [self._promoted, *(at for at in units if self._promoted < at < soon), soon]
            self._silences = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
        for board in filter(None, self.hosts.values()):
            board.signal(signal.SIGTERM)
            if code := await asyncio.to_thread(board.end):
                raise Broken(f"a host ended with {code}")

    def kept(self) -> Store:
        return store_of(self.folder / "data", self.url, "a")

    def check(self) -> None:
        exported = self.folder / "exported"
        if fault := door("export-journal", str(exported), board=self.folder).stderr:
            raise Broken(fault)
        found = [_files(folder / "data" / "journal") for folder in self.hosts] + [_files(exported)]
        if not found[0] == found[1] == found[2]:
            raise Broken("the hosts' journals are not the database's")
        super().check()

    def check_more(self, lines: list[dict[str, Any]]) -> None:
        for folder in self.hosts:
            log = (folder / "stderr.log").read_text()
            if "Traceback" in log:
                raise Broken(f"the log says: {log[log.index('Traceback') - 300 :][:3000]}")
        tables, letters = sum(line["kind"] == "table" for line in lines), len(self.bots[-1].games)
        turns = [datetime.fromisoformat(line["t"]) for line in lines if line["kind"] == "turn"]
        seconds = (turns[-1] - turns[0]).total_seconds()
        if min(tables, letters) < seconds // 30:  # a bot that waits for another prompt does nothing
            raise Broken(f"only {tables} tables were opened and {letters} letters written")
        kept = self.kept()
        try:
            for bot in self.bots:
                if isinstance(bot, Scribe):
                    bot.check_letters(kept)
            if left := kept.keys("save"):
                raise Broken(f"saves are left of games that are over: {left}")
        finally:
            kept.close()

    def __str__(self) -> str:
        lines = Counter(line["kind"] for line in self.lines())
        doors = Counter(
            f"{line['kind']} {line['door']}"
            for line in self.lines()
            if line["kind"] in ("game", "daily_game", "table")
        )
        back = [next((at for at in bot.logged_on if at > since), inf) - since for since, bot in self._long]
        return "\n".join((
            super().__str__(),
            ", ".join(f"{count} × {kind}" for kind, count in self.strikes.most_common()),
            ", ".join(f"{count} {kind} lines" for kind, count in lines.most_common()),
            f"{self._kept} times moves were told as kept, and {len(self.bots[-1].games)} letters",
            f"{', '.join(f'{count} × {door}' for door, count in doors.most_common())}",
            f"after the promotion {max(self._silences, default=inf):.2f} s at most without a unit",
            f"{len(back)} callers of a host that stayed dead were on again after "
            f"{', '.join(f'{one:.1f}' for one in sorted(back))} s",
        ))  # fmt: skip


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}


def _journal(folder: Path) -> tuple[tuple[str, int], ...]:
    """What shows how far a host's files have come."""
    return tuple(
        sorted((path.name, path.stat().st_size) for path in (folder / "data" / "journal").glob("*.jsonl"))
    )


def chaos(folder: Path, bots: int, seed: int, kills: int) -> Chaos:
    """Two fresh hosts, and bots: two in five sit at tables, and the last one writes letters."""
    random = Random(seed)
    names = [f"Bot {chr(ord('A') + n // 26)}{chr(ord('a') + n % 26)}" for n in range(bots)]
    home = folder / "a"
    boxes = [f"Box {n}" for n in range(BOXES)]
    ready_for(home, names + boxes)
    made: list[Bot] = []
    sitters = names[: bots // 5 * 2]
    for n, name in enumerate(sitters):
        made.append(Sitter(name, Random(random.random()), sitters[n ^ 1], n % 2 == 0))
    for one, other in zip(made[::2], made[1::2], strict=True):
        one.partner, other.partner = other, one
    for n, name in enumerate(names[len(sitters) : -1]):
        made.append((Wanderer, Bot)[n % 2](name, Random(random.random())))
    made.append(Scribe(names[-1], Random(random.random()), boxes))
    return Chaos(home, random, bots=made, promotes_after=kills // 2)


if __name__ == "__main__":
    main(__doc__, chaos, kills=200, bots=10)
