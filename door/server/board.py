"""Builds a board: settings → records → doors, and then the services of calls.

Guarantees: no decisions here; pieces are made and handed to each other. The services (`services`) are a
third of a board's code, and are loaded while the listeners already answer.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from door.external.program import TERM_SECONDS
from door.net.guard.nodes import Nodes
from door.net.line import CallLine
from door.play.runaway import timer
from door.records.store import Store, StoreError, as_reason
from door.records.trail import BY_FILE
from door.screens.doors import REFUSED, infos
from door.server.log import noted_in
from door.server.records import Records, opened_store, records
from door.server.systemd import reading_goes_on
from door.server.worker_pool import end, workers
from door.settings import Address, Settings, SettingsError, address, load
from door.settings.models import LISTENERS
from door.settings.reload import SettingsWatch, flat, in_force, note_changes, write_snapshot
from door.ui.texts import Said, reason_of, speak, tr
from door.web.drawing import Drawing
from door.web.takeaway import Takeaway

if TYPE_CHECKING:
    from door.call.api import Services

LOG = logging.getLogger("door.board")
GOODBYE_SECONDS = 3.0
MOST_WARNINGS: Final = 20
"""Most lines to log about texts. After an upgrade there may be hundreds."""


class StartError(Exception):
    """The board can't start. The text is one or more plain sentences for the sysop."""


MODULES: Final = (
    "door.server.services", "door.server.jobs.background", "door.server.control", "door.server.handed",
)  # fmt: skip


def load_screens() -> None:
    """Load the board's screens and the session. They are half of a board's code, so whoever uses them imports
    them locally. For a thread."""
    for name in MODULES:
        importlib.import_module(name)


@dataclass(slots=True)
class RunningBoard:
    """A running board. `services` are there after `load_services`. `faulty` is True while the current files
    are refused. `unheard` has a sentence for each listener whose port is taken, by its kind. `for_commands`:
    it has no listeners, and only commands reach it. `started` is in Unix time. `delays` are the seconds by
    which the event loop was late in each second of the last minute."""

    folder: Path
    settings: Settings
    records: Records
    nodes: Nodes
    faulty: bool = False
    unheard: dict[str, str] = field(default_factory=dict)
    for_commands: bool = False
    started: float = field(default_factory=time.time)
    delays: deque[float] = field(default_factory=lambda: deque(maxlen=60))
    values: Mapping[str, Any] = field(init=False, repr=False)
    """The files' values by dotted key. Some apply only after a restart."""

    drawing: Drawing = field(init=False)
    takeaway: Takeaway = field(init=False)
    load_screens: Callable[[], None] = load_screens
    _loading: asyncio.Task[None] | None = None
    _services: Services | None = None

    def __post_init__(self) -> None:
        own = self.records
        self.values = flat(self.settings)
        self.drawing = Drawing(own.workers, own.gate.spared)
        self.takeaway = Takeaway(self.drawing, lambda: self.settings)

    @property
    def is_loaded(self) -> bool:
        return self._services is not None

    @property
    def services(self) -> Services:
        assert self._services, "the board is not loaded yet"
        return self._services

    async def load_services(self) -> Services:
        """Load the services of calls, at the first request. Who hangs up meanwhile doesn't stop that. If it
        fails (out of descriptors, say), the next request tries again."""
        if self._services is None:
            if self._loading is None or self._loading.done():
                self._loading = asyncio.create_task(asyncio.to_thread(self.load_screens))
            await asyncio.shield(self._loading)
        if self._services is None:
            from door.server.services import services

            self._services = services(
                self.records,
                lambda: self.settings,
                self.nodes.trust,
                self.reload,
                self.takeaway,
                self.unheard,
                self.for_commands,
            )
        return self._services

    def remote_addresses(self) -> list[str]:
        """Return the addresses of the calls on other hosts."""
        return [call.address for call in self.services.roster.remote()] if self.is_loaded else []

    def ending_nodes(self) -> set[int]:
        """Return the nodes of calls that are over, whose programs have not ended yet."""
        if not self.is_loaded:
            return set()
        from door.features.externals.seating import Seating

        return self.services[Seating].nodes()

    def reload(self, by: str = BY_FILE) -> None:
        """Read the configuration again, for a sysop or because a file was saved. If it has errors, the old
        settings stay."""
        try:
            fresh = load(self.folder, INFOS)
        except SettingsError as error:
            for line in error.errors:
                LOG.error("settings not reloaded: %s", line)
            self.faulty = True
            return
        fresh = replace(fresh, texts=fresh.texts.kept_from(self.settings.texts))
        if self.faulty:
            self.faulty = False
            LOG.info("settings: the files are in order again")
        values = flat(fresh)
        note_changes(self.values, values, by)
        self.values = values
        for change in SettingsWatch.compare(self.settings, fresh):
            LOG.info("settings: %s", change)
        if fresh.texts.warnings != self.settings.texts.warnings:
            log_texts(fresh, [one.warning for one in fresh.texts.unread])
        self.settings = in_force(self.settings, fresh)
        self.nodes.limits = self.settings.limits
        logging.getLogger("door").setLevel(self.settings.log.level.upper())
        if refused := write_snapshot(self.folder, self.settings):
            LOG.warning("%s", refused)
        if self.is_loaded:
            from door.call.faults import DoorFaults

            self.services[DoorFaults].forget()
        self.news()

    def news(self) -> None:
        """Tell the screen of every caller of this host that the ledger has changed."""
        if self.is_loaded:
            from door.call.refresh import Refresh

            self.services.roster.post.send_here(Refresh(look=True))


INFOS = infos()


def log_texts(settings: Settings, kept: Collection[str] = ()) -> None:
    """Log the faults in the sysop's texts. The shipped sentences are used instead, or those from before if
    the warning is among the `kept`."""
    warnings = settings.texts.warnings
    for warning in warnings[:MOST_WARNINGS]:
        if warning in kept:
            LOG.warning("%s; the sentences from before are used", warning)
        else:
            LOG.warning("%s; the shipped sentence is used", warning)
    if len(warnings) > MOST_WARNINGS:
        LOG.warning("%d more texts are wrong; `door check` lists them", len(warnings) - MOST_WARNINGS)


def is_open(settings: Settings, slug: str) -> bool:
    """True if there is such a door and the sysop has it open."""
    return slug in settings.doors and settings.doors[slug].enabled


def no_door(slug: str) -> str:
    """Return the sentence that a door doesn't exist, with the names of all doors."""
    return tr.command.no_such_door(slug=repr(slug), doors=", ".join(INFOS))


def reason_of_system(error: OSError) -> str:
    """Return the system's reason. That of asyncio and `socket` repeats the address, and a failed look-up has
    no number."""
    if error.errno is not None and error.errno > 0:
        return os.strerror(error.errno).lower()
    return error.strerror or str(error)


def trouble(folder: Path, error: OSError) -> str:
    """Return a sentence about a system error during the start."""
    return f"{error.filename or folder}: {error.strerror or error}"


@contextmanager
def print_trouble(folder: Path) -> Iterator[None]:
    """Print on stderr why the board can't start, in English like the log."""
    try:
        yield
    except StartError as error:
        why = reason_of(error)
        print(why.in_english if isinstance(why, Said) else why, file=sys.stderr)
    except StoreError as error:  # a database that was lost meanwhile
        print(tr.records.records_unusable(why=as_reason(error)).in_english, file=sys.stderr)
    except OSError as error:
        print(trouble(folder, error), file=sys.stderr)


def read_settings(folder: Path) -> Settings:
    """Return the board's settings. Raises StartError with every error as file:line: key: reason."""
    try:
        return load(folder, INFOS)
    except SettingsError as error:
        raise StartError("\n".join(error.errors)) from None


def addresses(settings: Settings, instead: Mapping[str, str | None]) -> Iterator[tuple[str, Address]]:
    """Yield the kind and the address of each listener that is on."""
    listen = settings.listen
    for kind in LISTENERS:
        try:
            where = address(instead.get(kind) or getattr(listen, kind))
        except ValueError as error:
            raise StartError(f"--{kind}: {error}") from None
        if where is not None:
            yield kind, where


def _free_slot(store: Store) -> int:
    """Return the lowest number that no other host has."""
    return next(slot for slot in count() if store.take(f"slot/{slot}"))


@asynccontextmanager
async def open_records(
    folder: Path, settings: Settings, bulletins: bool = True
) -> AsyncIterator[RunningBoard]:
    """Open a board's records without its services; close them at the end. Without `bulletins` the caller
    writes the bulletins."""
    board: RunningBoard

    async def call(line: CallLine, node: int) -> None:
        services = await board.load_services()
        from door.server.services import session_for

        # A task of its own, so that a key doesn't resume everything that waits for the call's end.
        await asyncio.create_task(session_for(services, line, node).run())

    try:
        kept = await asyncio.to_thread(opened_store, settings)
    except StoreError as error:
        raise StartError(str(error)) from None
    pool = workers()
    own = records(settings, lambda: board.settings, pool, kept)
    own.store.ledger.progress = reading_goes_on()
    nodes = Nodes(
        call,
        settings.limits,
        own.bans.keeps_out,
        lambda: board.remote_addresses(),
        lambda: board.ending_nodes(),
    )
    board = RunningBoard(folder, settings, own, nodes)
    speak(lambda: board.settings.texts.of(board.settings.board.language))
    try:
        with noted_in(own.log), timer():
            log_texts(settings)
            for refused in REFUSED:
                LOG.error("%s", refused, exc_info=refused.error)
            for slug, path in settings.missing.items():
                LOG.warning("%s", tr.check.door_not_installed(path=path, slug=slug))
            for sentence in await own.store.open(bulletins):
                LOG.warning("%s", sentence)
            if own.store.journal.store.host:
                board.nodes.slot = await asyncio.to_thread(_free_slot, own.store.journal.store)
            yield board
            saving = [door.grace + TERM_SECONDS for door in board.settings.externals.values()]
            await own.tasks.wait(GOODBYE_SECONDS + max(saving, default=0.0))
    finally:
        await own.store.close()
        await asyncio.to_thread(end, pool)
