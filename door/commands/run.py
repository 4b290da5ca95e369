"""`door run SLUG --dropfile PATH`: one caller of another board, in one door.

Standard input and output belong to the caller. Messages for the sysop go to the log and to standard error.
The exit code tells the host the result: 0 the caller was served (even if they hung up), 1 we could not serve
them, 2 the command line or the drop file is wrong.

Each run is a process of its own. Any number of them, and a `door serve`, can share one data folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from door.commands import Command, path, word
from door.commands.bulletin import daily_of, write_bulletin
from door.dropfile import DropFile, DropFileError, read
from door.net.calls import fault, line_of
from door.net.hostline import HostLine, is_socket, open_host
from door.net.line import HungUp, LostCaller
from door.records.bulletins import bulletin
from door.records.daily.rules import today_at
from door.server import background
from door.server.board import INFOS, Board, StartError, is_open, no_door, opened, read_settings, trouble
from door.server.log import start_log
from door.server.remote_callers import NAMELESS, visitor_handle, welcome
from door.server.supervisor import Job, supervised
from door.session.call.api import Plan
from door.session.call.loop import Session
from door.session.clock.limits import UP
from door.settings import Settings
from door.ui.texts import tr

LOG = logging.getLogger("door.call")
DONE, FAILED, WRONG = 0, 1, 2
HANG_UP_SECONDS: Final = 2.0
"""Seconds a call may take to end after the host says that its caller has gone."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One run: the door, its caller, and where bulletins go, if anywhere."""

    slug: str
    drop: DropFile
    board: str
    bulletins: Path | None = None

    @property
    def handle(self) -> str:
        """The caller's handle here."""
        return visitor_handle(self.drop.alias, self.board)


def run(args: argparse.Namespace) -> int:
    """Serve the drop file's caller. Return the exit code."""
    folder: Path = args.board
    try:
        settings = read_settings(folder)
        start_log(settings, console=False)
    except StartError as error:
        return _said(str(error), FAILED)
    except OSError as error:
        return _said(trouble(folder, error), FAILED)
    try:
        if args.slug not in INFOS:
            return _failed(no_door(args.slug), WRONG)
        if not is_open(settings, args.slug):
            raise StartError(tr.command.door_not_open(slug=args.slug))
        drop = _named(_usable(read(args.dropfile)), args.name)
        visit = Visit(args.slug, drop, _board_name(drop, args.bbs), args.write_bulletins)
        return asyncio.run(_serve(folder, _for_the_visitor(settings, drop), visit))
    except DropFileError as error:
        return _failed(str(error), WRONG)
    except StartError as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(trouble(folder, error))
    except Exception as error:
        return _failed(tr.command.fault(what=fault(error)))


def _failed(sentence: str, code: int = FAILED) -> int:
    for line in sentence.splitlines():
        LOG.error("door run: %s", line)
    return _said(f"door run: {sentence}", code)


def _said(sentence: str, code: int) -> int:
    with contextlib.suppress(OSError):
        print(sentence, file=sys.stderr)
    return code


def _usable(drop: DropFile) -> DropFile:
    """Return the drop file. Its socket must be one we inherited.

    Boards on Unix write the number of a standard stream if the caller is on all three.
    """
    if drop.handle in (0, 1, 2) and not is_socket(drop.handle):
        return replace(drop, handle=None)
    if drop.handle is not None and not is_socket(drop.handle):
        reason = tr.dropfile.not_a_socket(handle=drop.handle)
        raise DropFileError(drop.file, 2, reason)
    return drop


def _named(drop: DropFile, name: str | None) -> DropFile:
    """Return the drop file's caller with the name that the sysop wants."""
    if name == "real":
        return replace(drop, alias=drop.real_name or drop.alias)
    if name == "alias":
        return replace(drop, alias=drop.other or drop.alias)
    if drop.note:
        LOG.warning("%s", drop.note)
    return drop


def _board_name(drop: DropFile, bbs: str | None) -> str:
    name = bbs or drop.bbs
    if not name:
        LOG.warning("%s names no board and there was no --bbs: its callers are @%s", drop.kind, NAMELESS)
    return name


def _for_the_visitor(settings: Settings, drop: DropFile) -> Settings:
    """Return the board's settings, with the host's time limit if that is shorter."""
    own, left = settings.limits.minutes_per_call, drop.seconds / 60
    minutes = min(own, left) if own else left
    return replace(
        settings,
        limits=settings.limits.model_copy(update={"minutes_per_call": minutes}),
        terminal=settings.terminal.model_copy(update={"charset": "auto", "speed": 0}),
    )


# -- the call ----------------------------------------------------------------------------


async def _serve(folder: Path, settings: Settings, visit: Visit) -> int:
    drop = visit.drop
    async with opened(folder, settings) as board:
        line = open_host(
            visit.handle,
            socket=drop.handle,
            ansi=drop.ansi,
            size=_size(drop),
            charset=drop.charset,
            send_seconds=settings.limits.send_seconds,
        )
        try:
            caller = await asyncio.to_thread(
                welcome,
                board.services.callers,
                visit.handle,
                board.services.now(),
                settings.callers.new_level,
            )
            if caller is not None and caller.banned:
                LOG.warning("refused banned visitor caller=%r", visit.handle)
                await _turn_away(line, tr.refused.banned_from_door(text=caller.banned))
            elif not drop.seconds:
                LOG.warning("refused visitor without time caller=%r: the drop file says 0", visit.handle)
                await _turn_away(line, UP["call"]())
            else:
                await _play(board, line, visit)
        finally:
            await line.hang_up()
        return await _write_bulletins(board, visit)


def _size(drop: DropFile) -> tuple[int, int] | None:
    """Return the screen's size if the file gives both sides. Fewer than 24 rows are a pager's length."""
    if drop.cols is None or drop.rows is None or (drop.cols >= 80 and drop.rows < 24):
        return None
    return drop.cols, drop.rows


async def _turn_away(line: HostLine, sentence: str) -> None:
    with contextlib.suppress(LostCaller):
        await line.send(line_of(sentence, line.hints.charset))


async def _play(board: Board, line: HostLine, visit: Visit) -> None:
    drop = visit.drop
    plan = Plan(handle=visit.handle, slug=visit.slug, straight=True, plain=not drop.ansi)
    LOG.info("run node=%d caller=%r door=%s %s", drop.node, visit.handle, visit.slug, drop.kind)
    session = Session(line, drop.node, board.services, plan)
    call = asyncio.create_task(session.run())
    async with _signals(session, call), supervised(jobs(board)):
        await asyncio.wait([call])
        if not call.cancelled():
            with contextlib.suppress(LostCaller):
                call.result()


@asynccontextmanager
async def _signals(session: Session, call: asyncio.Task[None]) -> AsyncIterator[None]:
    """Treat SIGHUP as the caller's hang-up. SIGTERM and SIGINT end the call with a sentence."""
    loop = asyncio.get_running_loop()

    def gone() -> None:
        session.post(None, HungUp("the host hung up"))
        loop.call_later(HANG_UP_SECONDS, call.cancel)

    def stop() -> None:
        session.evict(tr.refused.door_closing(), tr.refused.game_saved_for_next_time())

    doings: dict[signal.Signals, Callable[[], None]] = {
        signal.SIGHUP: gone,
        signal.SIGTERM: stop,
        signal.SIGINT: stop,
    }
    for number, doing in doings.items():
        loop.add_signal_handler(number, doing)
    try:
        yield
    finally:
        for number in doings:
            loop.add_signal_handler(number, lambda: None)


def jobs(board: Board) -> dict[str, Job]:
    """Follow other processes' games and midnight while the door is played."""
    store, services = board.services.store, board.services
    sweep = services.community.letters.sweep
    return {
        "journal": partial(background.follow_journal, store, services.roster),
        "midnight": background.Midnight(store, services.now, board.news, sweep).keep,
    }


async def _write_bulletins(board: Board, visit: Visit) -> int:
    """Write the door's bulletin as of now: by month, and as `slug` for the host's menu."""
    if visit.bulletins is None:
        return DONE
    services = board.services
    info, today = INFOS[visit.slug], today_at(services.now(), board.settings.zone)
    options, month, read = board.settings.doors[visit.slug].options, today.day[:7], services.store.ledger.read
    sheet = read(lambda ledger: bulletin(ledger, info, options, month, month))
    daily = read(lambda ledger: daily_of(ledger, info, options, month, today))
    try:
        for name in ("", visit.slug):
            await asyncio.to_thread(write_bulletin, sheet, daily, visit.bulletins, name)
    except OSError as error:
        return _failed(trouble(visit.bulletins, error))
    return DONE


_BBSDEV: Final = os.environ.get("BBSDEV_DRP", "")
"""The path of the BBSDEV.DRP that a host board has written."""

COMMANDS: Final = {
    "run": Command(tr.usage.run, run, (
        word("slug", "SLUG", tr.usage.door_slug),
        word("--dropfile", "PATH", tr.usage.run_dropfile, type=path, required=not _BBSDEV,
             default=Path(_BBSDEV)),
        word("--bbs", "NAME", tr.usage.run_bbs),
        word("--name", "real|alias", tr.usage.run_name, choices=["real", "alias"]),
        word("--write-bulletins", "DIR", tr.usage.run_write_bulletins, type=path),
    )),
}  # fmt: skip
