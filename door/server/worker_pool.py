"""Where computer opponents think: a few processes beside the board, at lower priority.

They are forked from a clean server process, so that they hold none of the board's sockets or
files, and they end by themselves when the board does, however it ends.
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
from multiprocessing.connection import wait
from typing import Final, ParamSpec, TypeVar

COMPUTERS: Final = ("door.games.mindbuster.computer", "door.games.switchbox.computer")
"""The opponents that take long to load."""

P = ParamSpec("P")
T = TypeVar("T")
WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
NICENESS = 5


class Workers(Executor):
    """A pool that begins anew where one of its processes was killed (by a machine short of memory, say):
    the thoughts under way are lost, and those that come after are not."""

    def __init__(self, begun: Callable[[], ProcessPoolExecutor]) -> None:
        self._begun, self._pool, self._over = begun, begun(), False

    def submit(self, task: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        """Raises RuntimeError once the pool is shut down."""
        try:
            return self._pool.submit(task, *args, **named)
        except BrokenProcessPool:
            if self._over:
                raise
            self._pool = self._begun()
            return self._pool.submit(task, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._over = True
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def workers(workers: int = WORKERS) -> Workers:
    """The pool; its processes start with the first thought, or with `wake`."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["door.server.forkserver_quiet"])
    return Workers(lambda: ProcessPoolExecutor(workers, mp_context=context, initializer=_begin))


def wake(pool: Executor) -> int:
    """Starts a process and loads the opponents there, so that no caller's first move waits for
    it; the process's number.  Takes some tenths of a second: for a thread."""
    return pool.submit(_load).result()


def end(pool: Executor) -> None:
    """Ends the processes, whatever they think about: nobody waits for it any more.  Waits until
    they are gone (a moment), so that nothing of the pool is left to the interpreter's own end."""
    for process in multiprocessing.active_children():
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


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
