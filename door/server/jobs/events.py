"""Events: programs that the sysop schedules at a time of day.

Guarantees: a program is started like an external door, by its words and never through a shell, on a terminal
of its own. It is ended with everything it has started. An event never runs twice at once, nor twice for the
same time. Events that were due while the board was down are skipped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from door.external.command import PATH
from door.external.launch import Orders, StartError
from door.external.program import start
from door.records.community.community import DONE, SAID, EventRun, EventRuns
from door.records.journal.lines import stamp
from door.records.store import Blocking, Lease, Moved, StoreError, Unit
from door.settings import Settings
from door.settings.hours import due
from door.settings.models import Event
from door.term.charset import clean
from door.ui.texts import tr

LOG = logging.getLogger("door.events")
LOOK_SECONDS: Final = 1.0
FAILED: Final = "failed, status {status}"
NOT_STARTED: Final = "not started: {why}"
TOO_LONG: Final = "ended after {minutes}"
BOARD_DOWN: Final = "ended with the board"
TAIL: Final = 4096
"""Bytes to keep of a program's latest output."""


class Keeper:
    """Starts events when they are due, and keeps their runs in `store`. `running` has the names of running
    events."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        running: set[str],
        since: datetime,
        store: Blocking,
        are_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        """Leave events that are due to another host, unless they `are_ours`."""
        self._settings, self._running, self._since, self._runs = settings, running, since, EventRuns(store)
        self._are_ours = are_ours
        self._ran: dict[str, datetime] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def keep(self, now: Callable[[], datetime]) -> None:
        """Start due events as long as the board runs."""
        try:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                self.look(now())
        except asyncio.CancelledError:
            await self.close()
            raise

    def look(self, now: datetime) -> None:
        """Start the events that became due since the last look."""
        settings = self._settings()
        for name, event in settings.events.items() if self._are_ours() else ():
            time = due(event.at, self._since, now)
            if time is None or self._ran.get(name) == time:  # the clock may have been set back
                continue
            self._ran[name] = time
            if name in self._running:
                LOG.warning("event %s is still running, and is not begun again", name)
                continue
            self._running.add(name)
            self.tasks[name] = asyncio.create_task(self._kept(name, event, settings, now))
        self._since = now

    async def _kept(self, name: str, event: Event, settings: Settings, moment: datetime) -> None:
        """Run an event, with a line in the log at the end."""
        try:
            made = await run(name, event, settings, stamp(moment))
        except Exception:
            LOG.exception("event %s failed", name)
            return
        finally:
            self._running.discard(name)
        LOG.log(
            logging.INFO if made.ended == DONE else logging.WARNING,
            "event %s %s seconds=%d said=%r", name, made.ended, made.seconds, made.said,
        )  # fmt: skip
        try:
            await asyncio.shield(asyncio.to_thread(self._runs.note, made))
        except StoreError as error:
            LOG.error("the run of event %s is not kept: %s", name, error)

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def run(name: str, event: Event, settings: Settings, t: str) -> EventRun:
    """Run an event to its end. It is cut off after its minutes, or when the board ends."""
    loop, printed = asyncio.get_running_loop(), bytearray()
    over: asyncio.Future[int] = loop.create_future()
    began = loop.time()

    def made(ended: str) -> EventRun:
        return EventRun(name, t, round(loop.time() - began), ended, _last_line(printed))

    def take(data: bytes) -> None:
        printed.extend(data)
        del printed[:-TAIL]
        program.more()

    folder = str((settings.folder / event.folder).absolute())
    environ = {"PATH": PATH, "HOME": folder, "SHELL": "/bin/sh", "TERM": "dumb", "LANG": "C.UTF-8"}
    try:
        program = await start(Orders(event.command, environ, folder, event.user), take, over.set_result)
    except (StartError, OSError) as error:
        return made(NOT_STARTED.format(why=error))
    LOG.info("event %s started pid=%d", name, program.pid)
    program.more()
    try:
        status = await asyncio.wait_for(over, event.minutes * 60)
        ended = FAILED.format(status=status) if status else DONE
    except TimeoutError:
        ended = TOO_LONG.format(minutes=tr.count.minutes(n=event.minutes))
    except asyncio.CancelledError:
        ended = BOARD_DOWN
    if ending := program.close():
        await ending
    return made(ended)


def _last_line(printed: bytes | bytearray) -> str:
    lines = (clean(line, SAID).strip() for line in printed.decode("utf-8", "replace").splitlines())
    return next(filter(None, reversed(list(lines))), "")


# -- whose events they are -----------------------------------------------------------------------


LEASE_SECONDS: Final = 2.0


class Chores:
    """Whether they are this host's. A board on files has no other host."""

    def __init__(self, store: Blocking) -> None:
        self.are_ours, self._store = store.is_local, store

    async def keep(self) -> None:
        """Take the chores when nobody has them, and note when we have lost them."""
        lease: Lease | None = None
        while not self._store.is_local:
            try:
                if lease is None:
                    lease = await asyncio.to_thread(self._store.take, "chores")
                else:
                    await asyncio.to_thread(self._store.write, Unit(lease=lease))
            except Moved:
                lease = None
            except StoreError:
                self.are_ours = False
            else:
                self.are_ours = lease is not None
            await asyncio.sleep(LEASE_SECONDS)
