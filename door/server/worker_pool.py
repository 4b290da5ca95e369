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
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Final

COMPUTERS: Final = ("door.games.mindbuster.computer", "door.games.switchbox.computer")
"""The opponents that take long to load."""

WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
NICENESS = 5


def workers(workers: int = WORKERS) -> ProcessPoolExecutor:
    """The pool; its processes start with the first thought, or with `wake`."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["door.server.forkserver_quiet"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


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
