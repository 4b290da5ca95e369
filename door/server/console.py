"""`door play` and `door replay`: open a board with this terminal as its only line."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from door.midend.api import Setup
from door.net.stdio import open_stdio
from door.records.callers.caller_file import check_handle
from door.records.files.disk import open_file
from door.server.board import INFOS, Board, StartError, no_door, opened, read_settings, told
from door.server.log import start_log
from door.session.call.api import Plan
from door.session.call.loop import Session
from door.settings import Settings


def play(
    folder: Path,
    slug: str | None,
    argv: Sequence[str],
    caller: str | None,
    plain: bool,
    trace: Path | None = None,
) -> int:
    """Play on this terminal. Return the exit code. `trace` gets a line for each event and effect."""
    with told(folder):
        settings = read_settings(folder)
        if slug is not None and slug not in INFOS:
            raise StartError(no_door(slug))
        start_log(settings, console=False)
        plan = Plan(caller or settings.board.sysop, slug or "", tuple(argv), plain=plain)
        return asyncio.run(_play(folder, settings, plan, trace))
    return 1


def show(folder: Path, page: str, arg: str) -> int:
    """Show a page of the board on this terminal, for the sysop. Return the exit code."""
    with told(folder):
        settings = read_settings(folder)
        start_log(settings, console=False)
        return asyncio.run(_play(folder, settings, Plan(settings.board.sysop, page=page, arg=arg), None))
    return 1


async def _play(folder: Path, settings: Settings, plan: Plan, trace: Path | None) -> int:
    async with opened(folder, settings) as board:
        if reason := _refused(board, plan):
            raise StartError(reason)
        line = await open_stdio(environ=os.environ, handle=plan.handle)
        with _traced(trace) as told:
            await Session(line, 0, board.services, replace(plan, trace=told)).run()
    return 0


def _refused(board: Board, plan: Plan) -> str:
    """Return why that caller can't play this way, or ""."""
    settings, services, handle = board.settings, board.services, plan.handle
    known = handle == settings.board.sysop or services.callers.find(handle)
    if not known and (fault := check_handle(handle, settings.callers.reserved)):
        return fault
    if not plan.slug:
        return ""
    setup = Setup(handle, settings.doors[plan.slug].options, argv=plan.argv)
    return services.doors[plan.slug].refused_words(setup)


@contextmanager
def _traced(path: Path | None) -> Iterator[Callable[[str], object] | None]:
    """Open a trace file that only its owner can read, because it contains keys, passwords and seeds."""
    if path is None:
        yield None
        return
    with open(path, "w", opener=lambda name, flags: open_file(path, flags)) as file:
        yield file.write
