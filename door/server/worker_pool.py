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
from weakref import ref

from door.play.runaway import limited, timer

T = TypeVar("T")

COMPUTERS: Final = ("door.games.mindbuster.computer", "door.games.switchbox.computer")
"""Opponents that take long to load."""

TRIES: Final = 3
"""How often a task is tried whose process is killed."""

WORKERS = min(4, os.cpu_count() or 2)
"""One for each core, since they give way to the board."""

NICENESS = 5
LONGEST: Final = 60.0
"""CPU seconds after which a task is stopped, because it may never end."""


class WorkerPool(Executor):
    """Identical requests share one computation.

    If a worker is killed (by a machine short of memory, say), the pool restarts and retries. A task that
    keeps killing workers fails with BrokenProcessPool.
    """

    def __init__(self, workers: int) -> None:
        self._workers, self._pool, self._over = workers, _processes(workers), False
        self._asked: list[_Asked] = []
        self._asking = threading.Lock()

    def submit(self, task: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Queue a task. Each caller gets a future of their own, to wait for or cancel."""
        answer: Future[T] = Future()
        with self._asking:
            if self._over:
                raise RuntimeError("the pool has ended")
            going = (asked for asked in self._asked if not asked.work.done())
            asked = next((asked for asked in going if asked.what == (task, args, named)), None)
            if asked is None:
                asked = _Asked((task, args, named))
                self._asked.append(asked)
            asked.answers.append(answer)
        answer.add_done_callback(partial(_let_go, ref(asked)))
        asked.work.add_done_callback(lambda work: _answered(answer, work))
        self._hand_on()
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the pool; tasks that have not begun are cancelled."""
        self.stop()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        with self._asking:
            self._over, asked = True, self._asked
        for each in asked:
            if not each.begun:
                each.work.cancel()

    def _hand_on(self) -> None:
        """Give the processes a task each, and one more for the first that is ready. The others wait here, so
        that they can be cancelled."""
        with self._asking:
            self._asked = [asked for asked in self._asked if not asked.work.done()]
            room = 0 if self._over else self._workers + 1 - sum(asked.begun for asked in self._asked)
            waiting = [asked for asked in self._asked if not asked.begun]
            begun = [(asked, self._begin(asked)) for asked in waiting[: max(0, room)]]
        for asked, work in begun:
            work.add_done_callback(partial(self._came, asked))

    def _begin(self, asked: _Asked) -> Future[Any]:
        """Submit a task, to a new pool if a process was killed."""
        task, args, named = asked.what
        asked.begun, asked.tries = True, asked.tries + 1
        try:
            try:
                return self._pool.submit(_run, task, args, named)
            except BrokenProcessPool:
                self._pool = _processes(self._workers)
                return self._pool.submit(_run, task, args, named)
        except Exception as error:  # no process or thread can be started, or it was killed
            work: Future[Any] = Future()
            work.set_exception(error)
            return work

    def _came(self, asked: _Asked, work: Future[Any]) -> None:
        """Answer a finished task, or retry it if its process was killed and somebody waits for it."""
        killed = not work.cancelled() and isinstance(work.exception(), BrokenProcessPool)
        if killed and asked.tries < TRIES and not asked.is_let_go and not self._over:
            asked.begun = False
        else:
            _answered(asked.work, work)
        if killed:  # we are called under locks of the broken pool
            threading.Thread(target=self._hand_on, daemon=True).start()
        else:
            self._hand_on()


def _processes(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["door.server.forkserver_quiet"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


class _Asked:
    """A task with its arguments, its result, and the futures that wait for it."""

    def __init__(self, what: tuple[Any, ...]) -> None:
        self.what, self.begun, self.tries = what, False, 0
        self.work: Future[Any] = Future()
        self.answers: list[Future[Any]] = []

    @property
    def is_let_go(self) -> bool:
        """True if nobody waits for it any more."""
        return all(answer.cancelled() for answer in self.answers)


def _let_go(asked: ref[_Asked], _: Future[Any]) -> None:
    """Cancel a task that nobody waits for. A weak reference avoids a reference cycle for each request."""
    what = asked()
    if what is not None and not what.begun and what.is_let_go:
        what.work.cancel()


def _answered(answer: Future[Any], work: Future[Any]) -> None:
    """Copy the result to a future, unless it was cancelled."""
    if work.cancelled():
        answer.cancel()
    elif answer.set_running_or_notify_cancel():
        if (error := work.exception()) is not None:
            answer.set_exception(error)
        else:
            answer.set_result(work.result())


def workers(workers: int = WORKERS) -> WorkerPool:
    """Return the pool; its processes start with the first task, or with `wake`."""
    return WorkerPool(workers)


def wake(pool: Executor) -> int:
    """Start a process and load the opponents there, so that no caller's first move waits for it; return its
    number. Takes some tenths of a second: for a thread."""
    return pool.submit(_load).result()


def end(pool: WorkerPool) -> None:
    """End the processes at once, and wait until they are gone."""
    pool.stop()
    for process in multiprocessing.active_children():
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def _run(task: Callable[..., T], args: tuple[Any, ...], named: dict[str, Any]) -> T:
    """Do a task in this process. Raises Runaway if it takes too long."""
    with timer(LONGEST):
        return limited(partial(task, **named), *args)


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
