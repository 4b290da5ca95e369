"""The processes where computer opponents think."""

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import pytest

from door.play.runaway import Runaway
from door.server import worker_pool
from door.server.worker_pool import COMPUTERS, NICENESS, WorkerPool, end, wake, workers


@contextmanager
def one_process() -> Iterator[WorkerPool]:
    """A pool of one process, which is ended whatever it waits for."""
    pool = workers(1)
    try:
        yield pool
    finally:
        end(pool)


def _loaded(names: tuple[str, ...]) -> tuple[int, list[bool], int]:
    return os.getpid(), [name in sys.modules for name in names], os.nice(0)


def test_the_first_move_finds_a_process_that_has_loaded_the_opponents_and_gives_way_to_callers():
    with one_process() as pool:
        woken = wake(pool)
        pid, loaded, niceness = pool.submit(_loaded, COMPUTERS).result()
    assert pid == woken != os.getpid()
    assert all(loaded)
    assert niceness == min(os.nice(0) + NICENESS, 19), "there is no nicer than 19"


def _told(said: Path, gate: Path) -> int:
    """Says that it was asked, and waits at the gate."""
    with said.open("ab") as file:
        file.write(b"x")
    gate.read_bytes()
    return os.getpid()


def test_what_nobody_waits_for_any_more_is_not_begun(tmp_path):
    said, gate = tmp_path / "said", tmp_path / "gate"
    os.mkfifo(gate)
    with one_process() as pool:
        at_work = pool.submit(_told, tmp_path / "another", gate)
        ahead = [pool.submit(abs, number) for number in range(8)]  # a few are handed over at once
        given_up = [pool.submit(_told, said, gate) for _ in range(2)]
        for each in given_up:
            each.cancel()
        gate.write_bytes(b"")
        assert at_work.result(60) and [each.result(60) for each in ahead] == list(range(8))
    assert not said.exists()


def _never_ends():
    while True:
        pass


def test_a_task_that_never_ends_is_stopped_and_the_process_goes_on(monkeypatch):
    monkeypatch.setattr(worker_pool, "LONGEST", 0.2)
    for _ in range(2):
        with pytest.raises(Runaway):
            worker_pool._run(_never_ends, (), {})
    assert worker_pool._run(divmod, (7, 2), {}) == (3, 1)
    assert isinstance(pickle.loads(pickle.dumps(Runaway())), Runaway)


def test_after_a_killed_process_the_pool_goes_on(tmp_path):
    said, gate = tmp_path / "said", tmp_path / "gate"
    os.mkfifo(gate)
    with one_process() as pool:
        pid = wake(pool)
        under_way = pool.submit(_told, said, gate)
        _until(said.exists)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            under_way.result(60)
        assert pool.submit(os.getpid).result(60) != pid
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def _until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not so():
        assert time.monotonic() < deadline
        os.sched_yield()


def test_the_end_does_not_wait_for_a_thought():
    pool = workers(1)
    wake(pool)
    long = pool.submit(time.sleep, 600)
    waiting = pool.submit(os.getpid)
    end(pool)
    for thought in (long, waiting):
        with pytest.raises((BrokenProcessPool, CancelledError)):
            thought.result(60)


def test_a_machine_without_semaphores_is_named_by_their_place(monkeypatch):
    def refused(workers):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(worker_pool, "_processes", refused)
    with pytest.raises(OSError, match="Permission denied") as caught:
        workers()
    assert caught.value.filename == "/dev/shm"
