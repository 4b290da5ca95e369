"""A running board's background jobs: follow its configuration, the ledger and midnight."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError, Executor
from datetime import datetime, timedelta
from typing import Final

from door.call.api import Services
from door.call.refresh import spread
from door.call.roster import Roster
from door.features.bulletins.handlers import announcements
from door.records.access.failed_logons import NAME, FailedLogons, write_failed_logons
from door.records.community.forum import Forum, ForumReader
from door.records.daily.rules import day_after, today_at
from door.records.play.game_store import GameStore
from door.records.store import Lease, Store, StoreError, StoreRefused, Unanswered
from door.server.worker_pool import wake
from door.settings.reload import SettingsWatch

LOG = logging.getLogger("door.board")
LOOK_SECONDS: Final = 1.0
STRIKES_SECONDS: Final = 2.0
LEASE_SECONDS: Final = 2.0
THREADS_SECONDS: Final = 60.0
THREADS_AFTER: Final = timedelta(minutes=5)
NEWS_PACE: Final = 200
"""How many callers per second get news of other players' games (500 per second cost 10 % CPU)."""

LONGEST_SLEEP: Final = 60.0  # notices within a minute that the clock was set


async def measure_delays(delays: deque[float]) -> None:
    """Note once a second how late the event loop is, in seconds."""
    time = asyncio.get_running_loop().time
    while True:
        due = time() + 1.0
        await asyncio.sleep(1.0)
        delays.append(max(0.0, time() - due))


class Trouble:
    """Logs once that `what` cannot `verb`, such as "be written", and once that it can again."""

    def __init__(self, what: str, verb: str) -> None:
        self._what, self._verb, self._has_begun = what, verb, False

    def note(self, why: object = "") -> None:
        """Note why it cannot now, or that it can."""
        before, self._has_begun = self._has_begun, bool(why)
        if why and not before:
            LOG.error("%s cannot %s: %s", self._what, self._verb, why)
        elif before and not why:
            LOG.info("%s can %s again", self._what, self._verb)


async def watch_files(watch: SettingsWatch, reload: Callable[[], None]) -> None:
    """Reload the configuration when one of its files has changed."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if watch.changed():
            reload()


async def wake_workers(pool: Executor) -> None:
    """Load the computer opponents once the board answers, before anybody needs them."""
    try:
        await asyncio.to_thread(wake, pool)
    except (OSError, EOFError, RuntimeError, CancelledError) as error:  # shut down meanwhile, or no process
        LOG.debug("the computer opponents are not loaded yet: %s", error)


async def write_bulletins(store: GameStore) -> None:
    """Write the bulletins' files, which take a while to draw, after the start."""
    for sentence in await store.write_bulletins():
        LOG.error("%s", sentence)


async def follow_journal(store: GameStore, roster: Roster, look: Callable[[], Awaitable[None]]) -> None:
    """Do what time brings, and write lines that a disk refused. Callers see changes once a second, or less
    often with many callers. `look` sees them, too."""
    trouble = Trouble("the journal", "be read")
    while True:
        await asyncio.sleep(max(LOOK_SECONDS, roster.count / NEWS_PACE))
        try:
            if await store.refresh():
                await spread(roster)
                await look()
            trouble.note()
        except (OSError, StoreError) as error:
            trouble.note(error)


async def open_threads(services: Services) -> None:
    """Read the forum before somebody waits for it. Begin its threads about each day, a while after the day's
    deals can no longer be ended."""
    await asyncio.to_thread(services[Forum].thread_rows, ForumReader(""))
    trouble = Trouble("the forum", "be written")
    while True:
        await asyncio.sleep(THREADS_SECONDS)
        moment = services.now() - THREADS_AFTER
        day = day_after(today_at(moment, services.settings().zone).open_since, -1)
        try:
            await asyncio.to_thread(services[Forum].announce, day, announcements(services, day))
            trouble.note()
        except StoreError as error:
            trouble.note(error)


class Midnight:
    """Grants new turns at midnight and declares winners at a month's end. `sweep` deletes old data."""

    def __init__(
        self,
        store: GameStore,
        now: Callable[[], datetime],
        news: Callable[[], None],
        sweep: Callable[[], None],
    ) -> None:
        self._store, self._now, self._news, self._sweep = store, now, news, sweep
        self._done = now().date()
        """The day that was begun last: a restart begins one that failed again."""

    async def keep(self) -> None:
        """Wait for each midnight, and begin the day."""
        while True:
            left = (self._store.next_midnight() - self._now()).total_seconds()
            await asyncio.sleep(max(0.5, min(LONGEST_SLEEP, left)))
            if (day := self._now().date()) != self._done:
                await self._begin()
                self._done = day

    async def _begin(self) -> None:
        try:
            for sentence in await self._store.roll_over():
                LOG.info("%s", sentence)
        finally:
            self._news()
        await self._store.pack_closed()
        await asyncio.to_thread(self._sweep)


async def keep_failed_logons(failed_logons: FailedLogons, store: Store, now: Callable[[], datetime]) -> None:
    """Write wrong passwords to disk soon after they were counted. A disk that refuses is logged once."""
    written, time, trouble = 0, asyncio.get_running_loop().time, Trouble(NAME, "be written")

    async def write() -> None:
        nonlocal written
        if (version := failed_logons.version) == written:
            return
        try:
            await asyncio.to_thread(write_failed_logons, store, failed_logons.strikes(time()), now())
            written = version
            trouble.note()
        except (StoreRefused, Unanswered) as error:
            trouble.note(error)

    try:
        while True:
            await asyncio.sleep(STRIKES_SECONDS)
            await write()
    finally:
        await write()


class Chores:
    """What one host does for the whole board, such as webhooks about it: `are_ours` says whether this host
    does. A board on files has no other host."""

    def __init__(self, store: Store) -> None:
        self.are_ours, self._store = store.never_waits, store

    async def keep(self) -> None:
        """Take the chores when nobody has them, and note when we have lost them."""
        lease: Lease | None = None
        while not self._store.never_waits:
            try:
                if lease and not await asyncio.to_thread(self._store.holds, lease):
                    lease = None
                lease = lease or await asyncio.to_thread(self._store.take, "chores")
            except StoreError:
                self.are_ours = False
            else:
                self.are_ours = lease is not None
            await asyncio.sleep(LEASE_SECONDS)
