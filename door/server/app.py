"""A process that is a board: opens it, starts its listeners, handles signals, and runs the background
jobs."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from door.net.calls import fault
from door.net.control import ControlListener, Peer
from door.net.control_wire import MAKE_WAY, READY, Message, folder_of
from door.net.guard.gate import OUT_OF_FILES
from door.records.access.bans import BanError
from door.records.access.failed_logons import read_failed_logons
from door.records.journal.lines import RecordsError
from door.records.trail import BY_FILE, BY_RESTART, CONSOLE
from door.screens.doors import GROUP, is_editable
from door.server import collect_seldom
from door.server.board import GOODBYE_SECONDS, RunningBoard, StartError, open_records
from door.server.listeners import listen, try_ports
from door.server.log import fold_log
from door.server.records import end_with
from door.server.systemd import feed_watchdog, tell_systemd
from door.settings import Settings
from door.settings.reload import SettingsWatch, note_changes, read_snapshot, write_snapshot
from door.ui.texts import tr

LOG = logging.getLogger("door.board")
EVICT_SECONDS = 1.0
OFF: Final = ("computer opponents", "webhooks", "callers' webhooks", "notices")
"""Jobs that a board for commands only doesn't run."""

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
"""Most seconds until a failed job is started again. A job that ran for longer than that gets the first
pause again."""

Job = Callable[[], Awaitable[object]]
Sleep = Callable[[float], Awaitable[object]]

QUIET_SECONDS = 60.0
EDITED_SECONDS = 2.0
"""Seconds that a board for commands waits for its first call if a door's package is being edited. It ends
with its last call, so that the next one loads the new code."""

NO_FILES = "too many open files: callers wait until some are closed; allow the board more (LimitNOFILE=)"


async def serve(
    folder: Path, settings: Settings, watch: SettingsWatch, instead: Mapping[str, str | None],
    idle: float | None = None,
) -> int:  # fmt: skip
    """Run the board, without listeners if it may be `idle` for so many seconds only."""
    asyncio.get_running_loop().set_exception_handler(Uncaught())
    collect_seldom()
    stop = asyncio.Event()
    edited = idle is not None and any(map(is_editable, entry_points(group=GROUP)))
    async with (
        open_records(folder, settings, bulletins=False) as board,
        _open_control(board, watch, None if idle is None else stop, edited) as control,
    ):
        control.start()
        if control.trouble:
            LOG.warning("%s", control.trouble)
        end_with(board.records.store.journal.store, stop)
        await asyncio.to_thread(_recall_strikes, board, asyncio.get_running_loop().time())
        try:
            await asyncio.to_thread(board.records.bans.look)
        except BanError as error:
            raise StartError(str(error)) from None
        _take_signals(board, stop.set)
        if idle is None:
            listeners, work = await listen(board, instead), jobs(board, watch)
            work["taken ports"] = partial(try_ports, board, listeners, instead)
            if known := read_snapshot(settings.data):
                note_changes(known, board.values, BY_RESTART)
            if refused := write_snapshot(folder, settings):
                LOG.warning("%s", refused)
        else:
            board.for_commands = True
            await board.load_services()
            listeners, work = [], {name: job for name, job in jobs(board, watch).items() if name not in OFF}
            seconds = min(idle, EDITED_SECONDS) if edited else idle
            work["end when idle"] = partial(_end_when_idle, control, seconds, stop)
            _be_ready(control)
        collect_seldom()
        async with supervise(work):
            tell_systemd("READY=1\nSTATUS=")
            from door.notify.happenings import Happenings

            if idle is None:
                board.services[Happenings].up()
            await stop.wait()
            tell_systemd("STOPPING=1")
            LOG.info("shutting down")
            control.close()
        parting = [_part(board), *([board.services[Happenings].down()] if idle is None else ())]
        await asyncio.gather(*parting)
        await control.end()
        for listener in listeners:
            await listener.close()
        if others := board.services.roster.others:
            others.end()
    return 0


def _be_ready(control: ControlListener) -> None:
    """Tell the command that has started us, and let its output go. Raises StartError without a socket."""
    if control.trouble:
        raise StartError(control.trouble)
    control.quiet_since = asyncio.get_running_loop().time()
    print(READY, flush=True)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)


async def _end_when_idle(control: ControlListener, seconds: float, stop: asyncio.Event) -> None:
    while not stop.is_set():
        if (left := seconds - control.idle) <= 0:
            stop.set()
        await asyncio.sleep(min(1.0, max(0.0, left)))


@asynccontextmanager
async def _open_control(
    board: RunningBoard, watch: SettingsWatch, stop: asyncio.Event | None, edited: bool
) -> AsyncIterator[ControlListener]:
    """Open the socket for commands. A board that can't have one runs without. `stop` ends a board for
    commands: if `door serve` asks for it, and with the last call if a door's package is `edited`."""
    calls = 0

    def end_call() -> None:
        nonlocal calls
        calls -= 1
        if stop and edited and not calls:
            listener.close()
            stop.set()

    async def answer(request: Message, peer: Peer) -> None:
        nonlocal calls
        if stop and request.get("do") == MAKE_WAY:
            await peer.put({"done": ""})
            stop.set()
            return
        services = await board.load_services()
        from door.server import control, handed

        if stop and stop.is_set():
            return  # without an answer, so the command starts the next board
        do = request.get("do")
        if watch.changed():  # a command follows the files as they are now
            board.reload(CONSOLE if do == "settings" else BY_FILE)
        if isinstance(do, str) and do in handed.CALLS:
            calls += 1
            await handed.call(board, request, peer, end_call)
        else:
            await control.answer(services, request, peer)

    listener = ControlListener(folder_of(board.settings.data), answer)
    try:
        yield listener
    finally:
        await listener.end()


def _recall_strikes(board: RunningBoard, time: float) -> None:
    """Load the wrong passwords counted before a restart."""
    failed_logons, note = read_failed_logons(board.records.store.journal.store, board.records.now())
    if note:
        LOG.warning("%s", note)
    board.records.failed_logons.restore(failed_logons, time)


def jobs(board: RunningBoard, watch: SettingsWatch) -> dict[str, Job]:
    """Return the background jobs by their names in the log."""
    from door.features.menu.art_store import ArtStore
    from door.notify.happenings import Happenings
    from door.notify.outside import Outside
    from door.records.community.forum import Forum
    from door.records.community.letters import Letters
    from door.server.jobs import background

    store, services = board.services.store, board.services
    strikes = store.journal.store
    chores = background.Chores(store.journal.store)

    def sweep() -> None:
        services[Letters].sweep()
        services[Forum].sweep()

    async def look() -> None:
        await services[Happenings].look(chores.are_ours)

    return {
        "computer opponents": partial(background.wake_workers, board.records.workers),
        "caller list": partial(asyncio.to_thread, services.callers.list_all),
        "art": partial(asyncio.to_thread, services[ArtStore].read_all),
        "config files": partial(background.watch_files, watch, board.reload),
        "bulletins": partial(background.write_bulletins, store),
        "journal": partial(background.follow_journal, store, services.roster, look),
        "webhooks": services[Happenings].outbox.run,
        "callers' webhooks": services[Outside].outbox.run,
        "notices": services[Outside].follow,
        "midnight": background.Midnight(store, services.now, board.news, sweep).keep,
        "forum": partial(background.open_threads, services),
        "failed log-ons": partial(
            background.keep_failed_logons, board.records.failed_logons, strikes, services.now
        ),
        "bans": board.records.bans.follow,
        "log of the network": partial(fold_log, logging.getLogger("door.net")),
        "log of the records": partial(fold_log, logging.getLogger("door.records")),
        "watchdog": feed_watchdog,
        "delays": partial(background.measure_delays, board.delays),
        "chores": chores.keep,
        **({"other hosts": services.roster.others.run} if services.roster.others else {}),
    }


@asynccontextmanager
async def supervise(jobs: Mapping[str, Job], sleep: Sleep = asyncio.sleep) -> AsyncIterator[None]:
    """Run the jobs, by their names for the log, and cancel them at the end.

    A failed job is logged and started again after a pause, which doubles with each failure in a row. A job
    that returns is done.
    """
    tasks = [asyncio.create_task(_keep_running(name, job, sleep), name=name) for name, job in jobs.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _keep_running(name: str, job: Job, sleep: Sleep) -> None:
    clock, pause = asyncio.get_running_loop().time, FIRST_PAUSE
    while True:
        began = clock()
        try:
            await job()
            return
        except (Exception, asyncio.CancelledError) as error:  # a future it awaits may be cancelled
            if _is_cancelled():
                if isinstance(error, asyncio.CancelledError):
                    raise
                LOG.error("background job %r failed at its end: %s", name, fault(error))
                return
            pause = FIRST_PAUSE if clock() - began > LONGEST_PAUSE else pause
            LOG.error(
                "background job %r failed; restarting it in %d s: %s", name, pause, fault(error),
                exc_info=None if isinstance(error, OSError | RecordsError) else error,
            )  # fmt: skip
        await sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _part(board: RunningBoard) -> None:
    """Tell the callers, save their games, and take no new calls."""
    from door.call.roster import Evict

    board.nodes.close()
    calls = [call.task for call in board.nodes.calls.values()]
    end = Evict(tr.refused.board_going_down(), tr.refused.game_saved())
    for call in board.services.roster.here():
        call.receive(end)
    if calls:
        await asyncio.wait(calls, timeout=EVICT_SECONDS)
    await board.nodes.shut(tr.refused.board_going_down(), GOODBYE_SECONDS)


class Uncaught:
    """Logs an uncaught error as one line; the board goes on.

    The lack of a descriptor for another connection is logged once a minute, although asyncio tries again
    each second.
    """

    def __init__(self) -> None:
        self._silent_until = 0.0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in OUT_OF_FILES:
            if loop.time() >= self._silent_until:
                self._silent_until = loop.time() + QUIET_SECONDS
                LOG.error(NO_FILES)
            return
        LOG.error("%s%s", context.get("message", "error"), f": {fault(error)}" if error else "")


def _take_signals(board: RunningBoard, end: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, end)
    loop.add_signal_handler(signal.SIGHUP, board.reload)
