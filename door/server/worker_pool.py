"""The processes in which computer opponents think, at lower priority than the board.

They are forked from a clean server process, so that they hold none of the board's sockets or files, and
end when the board does, however it ends.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

from door.play.runaway import call_in_time, timer

T = TypeVar("T")

COMPUTERS: Final = ("door.games.mindbuster.computer", "door.games.switchbox.computer")
"""Opponents that take long to load."""

WORKERS = min(4, os.cpu_count() or 2)
"""One for each core, since they give way to the board."""

NICENESS = 5
LONGEST: Final = 60.0
"""CPU seconds after which a task is stopped, because it may never end."""


SEMAPHORES: Final = "/dev/shm"


class WorkerPool(Executor):
    """A pool of processes, which is made again if one of them is killed (by a machine short of memory, say).
    Their tasks fail with BrokenProcessPool then."""

    def __init__(self, workers: int) -> None:
        self._workers, self._pool, self._making = workers, _processes(workers), threading.Lock()

    def submit(self, task: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        with self._making:
            try:
                return self._pool.submit(_run, task, args, named)
            except BrokenProcessPool:
                self._pool = _processes(self._workers)
                return self._pool.submit(_run, task, args, named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _processes(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["door.server.forkserver_quiet"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


def workers(workers: int = WORKERS) -> WorkerPool:
    """Return the pool; its processes start with the first task, or with `wake`. Raises OSError with the place
    of the machine's semaphores if it lets nobody make any."""
    try:
        return WorkerPool(workers)
    except OSError as error:  # it names no file
        raise OSError(error.errno, error.strerror, SEMAPHORES) from None


def wake(pool: Executor) -> int:
    """Start a process and load the opponents there, so that no caller's first move waits for it; return its
    number. Takes some tenths of a second: for a thread."""
    return pool.submit(_load).result()


def end(pool: WorkerPool) -> None:
    """End the processes at once, and wait until they are gone."""
    for process in multiprocessing.active_children():
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def _run(task: Callable[..., T], args: tuple[Any, ...], named: dict[str, Any]) -> T:
    """Do a task in this process. Raises Runaway if it takes too long."""
    with timer(LONGEST):
        return call_in_time(partial(task, **named), *args)


def _load() -> int:
    for computer in COMPUTERS:
        importlib.import_module(computer)
    return os.getpid()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_the_board, daemon=True).start()


def _end_with_the_board() -> None:
    board = multiprocessing.parent_process()
    if board is not None:
        wait([board.sentinel])
        os._exit(0)
