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
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")

COMPUTERS: Final = ("door.games.mindbuster.computer", "door.games.switchbox.computer")
"""The opponents that take long to load."""

WORKERS = max(1, min(4, (os.cpu_count() or 2) - 1))
NICENESS = 5


class WorkerPool(Executor):
    """What several callers ask at once (the coach, at a table) is worked out once.

    Where a process of it was killed (by a machine short of memory, say) the pool begins anew: the thoughts
    under way are lost, and those that come after are not.
    """

    def __init__(self, workers: int) -> None:
        self._workers, self._pool, self._over = workers, _processes(workers), False
        self._asked: list[_Asked] = []
        self._asking = threading.Lock()

    def submit(self, task: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Each who asks has an answer of their own to wait for, or to cancel."""
        answer: Future[T] = Future()
        with self._asking:
            self._asked = [asked for asked in self._asked if not asked.work.done()]
            asked = next((asked for asked in self._asked if asked.what == (task, args, named)), None)
            if asked is None:
                asked = _Asked((task, args, named), self._begun(task, *args, **named), [])
                self._asked.append(asked)
            asked.answers.append(answer)
        answer.add_done_callback(asked.let_go)
        asked.work.add_done_callback(lambda work: _answered(answer, work))
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._over = True
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def _begun(self, task: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        try:
            return self._pool.submit(task, *args, **named)
        except BrokenProcessPool:
            if self._over:
                raise
            self._pool = _processes(self._workers)
            return self._pool.submit(task, *args, **named)


def _processes(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["door.server.forkserver_quiet"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


class _Asked(NamedTuple):
    """A task with its arguments, the work on it, and who waits for that."""

    what: tuple[Any, ...]
    work: Future[Any]
    answers: list[Future[Any]]

    def let_go(self, _: Future[Any]) -> None:
        """Nobody waits any more: the work need not begin."""
        if all(answer.cancelled() for answer in self.answers):
            self.work.cancel()


def _answered(answer: Future[Any], work: Future[Any]) -> None:
    """Hands on what the work came to; one who hung up meanwhile is not told."""
    if work.cancelled():
        answer.cancel()
    elif answer.set_running_or_notify_cancel():
        if (error := work.exception()) is not None:
            answer.set_exception(error)
        else:
            answer.set_result(work.result())


def workers(workers: int = WORKERS) -> WorkerPool:
    """The pool; its processes start with the first thought, or with `wake`."""
    return WorkerPool(workers)


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
