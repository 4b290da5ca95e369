"""A task for each call, and the log lines of calls that go wrong.

Guarantees: an error in a call ends that call, is one line in the log, and is seen by no other caller.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import PurePath
from typing import Any, Final

from door.net.line import CallLine
from door.records.access.failed_logons import block_of
from door.records.journal.lines import RecordsError
from door.term.charset import encode

log = logging.getLogger("door.net")

OnCall = Callable[[CallLine], Awaitable[None]]
"""Runs a whole call on its line and returns when the call is over."""


def fault(error: BaseException) -> str:
    """Return an error as one line for the log: its kind, its text, and the line that raised it."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(fault(inner) for inner in error.exceptions)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {'/'.join(PurePath(frames[-1].filename).parts[-3:])}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"


REFUSED: Final[Counter[str]] = Counter()
HUNG_UP: Final[Counter[str]] = Counter()
"""How many calls this process has refused, and how many it has ended, by their kind."""


def log_refusal(kind: str, address: str, why: str) -> None:
    """Log that a call is refused. Such lines are folded if an address causes many."""
    REFUSED[kind] += 1
    log.warning("refused %s from %s: %s", kind, address, why, extra=_extra(kind, address, why))


def log_hang_up(kind: str, address: str, why: str) -> None:
    """Log that the board hangs up. Such lines are folded too."""
    HUNG_UP[kind] += 1
    log.warning("hang-up %s from %s: %s", kind, address, why, extra=_extra(kind, address, why))


def _extra(kind: str, address: str, why: str) -> dict[str, object]:
    return {**of_crowd(address), "fields": {"kind": kind, "address": address, "reason": why}}


def of_crowd(address: str) -> dict[str, str]:
    """Return log extras that mark a line which an address can cause without end."""
    return {"crowd": block_of(address)}


class Tasks:
    """Background tasks. Their owner can wait for them or cancel them."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_end)
        return task

    def _on_end(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            is_known = isinstance(error, OSError | RecordsError)
            log.error("background work failed: %s", fault(error), exc_info=None if is_known else error)

    async def wait(self, seconds: float) -> None:
        """Wait until all tasks are done, but no longer than `seconds`."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    async def end(self) -> None:
        """Cancel the tasks that still run, and wait for them."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


class Calls(Tasks):
    """The calls of a listener. `end` cancels them."""

    def __init__(self, on_call: OnCall) -> None:
        super().__init__()
        self._on_call = on_call

    def begin(self, line: CallLine) -> None:
        """Run the call in its own task, and hang up when it ends."""
        self.keep(self._run(line))

    async def _run(self, line: CallLine) -> None:
        try:
            await self._on_call(line)
        except Exception as error:
            log.error("call from %s failed: %s", line.hints.address, fault(error))
        finally:
            await line.hang_up()


def line_of(sentence: str, charset: str) -> bytes:
    """Return the sentence on a line of its own; `charset` is "" if it isn't known."""
    return b"\r\n%s\r\n" % encode(sentence, charset)
