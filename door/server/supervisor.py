"""Keeps a board's background jobs running.

A failed job is logged by its name and started again after a pause, which doubles with each failure in a row.
A job that returns is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from door.net.calls import fault
from door.records.journal.lines import RecordsError

LOG = logging.getLogger("door.board")
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
"""Most seconds until a failed job is started again. A job that ran for longer than that gets the first
pause again."""

Job = Callable[[], Awaitable[object]]
Sleep = Callable[[float], Awaitable[object]]


@asynccontextmanager
async def supervised(jobs: Mapping[str, Job], sleep: Sleep = asyncio.sleep) -> AsyncIterator[None]:
    """Run the jobs, by their names for the log, and cancel them at the end."""
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
