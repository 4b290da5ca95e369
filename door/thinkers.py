"""Where computer opponents think: a few processes beside the board, at lower priority.

They are forked from a clean server process, so that they hold none of the board's sockets or
files, and they end by themselves when the board does, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait

WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
NICENESS = 5


def thinkers(workers: int = WORKERS) -> ProcessPoolExecutor:
    """The pool; its processes start with the first thought."""
    context = multiprocessing.get_context("forkserver")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    threading.Thread(target=_end_with_the_board, daemon=True).start()


def _end_with_the_board() -> None:
    board = multiprocessing.parent_process()
    if board is not None:
        wait([board.sentinel])
        os._exit(0)
