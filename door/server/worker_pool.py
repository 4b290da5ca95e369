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
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar
from weakref import ref

T = TypeVar("T")

COMPUTERS: Final = ("door.games.mindbuster.computer", "door.games.switchbox.computer")
"""The opponents that take long to load."""

TRIES: Final = 3
"""How often a question is asked whose process is killed."""

WORKERS = min(4, os.cpu_count() or 2)
"""One a core, since they give way to the board: of master's moves at twenty games of Switchbox 99 % were back
in 1.8 s on two busy cores, in 3 to 6 with one process; others' keys took as long with either."""

NICENESS = 5


class WorkerPool(Executor):
    """What several callers ask at once (the coach, at a table) is worked out once.

    Where a process of it was killed (by a machine short of memory, say) the pool begins anew, and what was
    under way is asked again; a question that is the cause itself fails with `BrokenProcessPool` in the end.
    """

    def __init__(self, workers: int) -> None:
        self._workers, self._pool, self._over = workers, _processes(workers), False
        self._asked: list[_Asked] = []
        self._asking = threading.Lock()

    def submit(self, task: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Each who asks has an answer of their own to wait for, or to cancel."""
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
        """What has not begun is given up."""
        self.stop()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        """From now on nothing begins."""
        with self._asking:
            self._over, asked = True, self._asked
        for each in asked:
            if not each.begun:
                each.work.cancel()

    def _hand_on(self) -> None:
        """Gives the processes what they have room for: a question each, and one more for whichever is ready
        first.  The others wait here, where one that nobody waits for is dropped."""
        with self._asking:
            self._asked = [asked for asked in self._asked if not asked.work.done()]
            room = 0 if self._over else self._workers + 1 - sum(asked.begun for asked in self._asked)
            waiting = [asked for asked in self._asked if not asked.begun]
            begun = [(asked, self._begin(asked)) for asked in waiting[: max(0, room)]]
        for asked, work in begun:
            work.add_done_callback(partial(self._came, asked))

    def _begin(self, asked: _Asked) -> Future[Any]:
        """The work of the processes on it: of new ones, where one was killed."""
        task, args, named = asked.what
        asked.begun, asked.tries = True, asked.tries + 1
        try:
            try:
                return self._pool.submit(task, *args, **named)
            except BrokenProcessPool:
                self._pool = _processes(self._workers)
                return self._pool.submit(task, *args, **named)
        except Exception as error:  # no process or thread can be started, or it was killed
            work: Future[Any] = Future()
            work.set_exception(error)
            return work

    def _came(self, asked: _Asked, work: Future[Any]) -> None:
        """The processes are done with it, or one was killed: then it is asked again while somebody waits."""
        killed = not work.cancelled() and isinstance(work.exception(), BrokenProcessPool)
        if killed and asked.tries < TRIES and not asked.is_let_go and not self._over:
            asked.begun = False
        else:
            _answered(asked.work, work)
        if killed:  # this is said under locks of the pool that is broken
            threading.Thread(target=self._hand_on, daemon=True).start()
        else:
            self._hand_on()


def _processes(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["door.server.forkserver_quiet"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)


class _Asked:
    """A task with its arguments, what it comes to, and who waits for that; whether it has `begun` at the
    processes, and how often."""

    def __init__(self, what: tuple[Any, ...]) -> None:
        self.what, self.begun, self.tries = what, False, 0
        self.work: Future[Any] = Future()
        self.answers: list[Future[Any]] = []

    @property
    def is_let_go(self) -> bool:
        """Whether nobody waits for it any more."""
        return all(answer.cancelled() for answer in self.answers)


def _let_go(asked: ref[_Asked], _: Future[Any]) -> None:
    """What nobody waits for any more need not begin.  An answer keeps what was asked no longer than the pool
    does: each would be a cycle, and they were all that the collector found."""
    what = asked()
    if what is not None and not what.begun and what.is_let_go:
        what.work.cancel()


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


def end(pool: WorkerPool) -> None:
    """Ends the processes, whatever they think about: nobody waits for it any more.  Waits until
    they are gone (a moment), so that nothing of the pool is left to the interpreter's own end."""
    pool.stop()
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
