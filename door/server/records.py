"""A board's records and guards: everything that is open before the first call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from door.call.logbook import Logbook
from door.games.info import Options
from door.net.calls import Tasks
from door.net.guard.gate import Gate
from door.net.guard.nodes import within
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.bulletins import Sheet
from door.records.callers.callers import Callers
from door.records.callers.logons import LogonGate
from door.records.callers.passwords import Passwords
from door.records.clock import board_clock
from door.records.play.game_store import GameStore
from door.records.store import Store, StoreError, StoreRefused
from door.records.store.opening import store_of
from door.records.tables.tables import MatchNeeds
from door.screens.door import GameDoor
from door.screens.doors import DOORS
from door.settings import Settings
from door.settings.access import let_in_for
from door.ui.texts import tr

LOG = logging.getLogger("door.records")


@dataclass(frozen=True, slots=True)
class Records:
    """The parts of a board that are open before the first call. `Services` has them too. `tasks` end before
    the board."""

    doors: Mapping[str, GameDoor]
    store: GameStore
    callers: Callers
    failed_logons: FailedLogons
    logons: LogonGate
    bans: Bans
    now: Callable[[], datetime]
    workers: Executor
    gate: Gate
    tasks: Tasks = field(default_factory=Tasks)
    log: Logbook = field(default_factory=Logbook)


def opened_store(settings: Settings) -> Store:
    """Return the board's store. A database is opened: for a thread. Raises StoreError, with a sentence."""
    store = store_of(*settings.where)
    try:
        for note in () if store.never_waits else store.open():
            LOG.warning("%s", note)
    except StoreRefused as error:
        store.close()
        raise StoreError(tr.records.database_unusable(why=str(error))) from None
    except StoreError:
        store.close()
        raise
    return store


def end_with(store: Store, stop: asyncio.Event) -> None:
    """Set `stop` when this host can't go on with its store."""

    def hear(message: Mapping[str, Any]) -> None:
        if message["do"] == "end" and not stop.is_set():
            LOG.error("%s", message["why"])
            stop.set()

    store.listen(hear)


def records(settings: Settings, in_force: Callable[[], Settings], pool: Executor, kept: Store) -> Records:
    """Open the records of a board in the store `kept`. `in_force` gives the current settings."""
    doors, data, rules = {door.INFO.slug: door for door in DOORS}, settings.data, settings.callers
    now = board_clock(data, settings.zone, kept)

    def spared(address: str) -> bool:
        return within(address, in_force().limits.trusted)

    def options_for(slug: str) -> Options:
        return in_force().doors[slug].options

    async def think(task: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, task, *args)

    bans = Bans(kept, now, spared)
    passwords = Passwords.at_cost(rules.password_passes, rules.password_kilobytes)
    callers = Callers(kept, passwords, now=now)

    def lets_in(handle: str, slug: str) -> int:
        caller = callers.recall(handle)
        level = None if caller is None or caller.sysop else caller.level
        return let_in_for(in_force(), slug, level, now()) // timedelta(milliseconds=1)

    needs = MatchNeeds(lambda: in_force().tables.days, now.leaps, lets_in, think)
    store = GameStore(kept, doors, options_for, settings.zone, now, _forms, needs)
    failed_logons = FailedLogons(spared=spared, kept_out=bans.keeps_out)
    gate = Gate(lambda: in_force().limits.connects_per_minute, spared)
    logons = LogonGate(callers, failed_logons)
    return Records(doors, store, callers, failed_logons, logons, bans, now, pool, gate)


def _forms(sheet: Sheet) -> dict[str, bytes]:
    """Draw a bulletin's files. The code for it is loaded for the first one."""
    from door.pages.bulletin_files import forms

    return forms(sheet)
