"""The processes where computer opponents think."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import pytest

from door.play.runaway import Runaway
from door.server import worker_pool
from door.server.worker_pool import COMPUTERS, NICENESS, TRIES, WorkerPool, end, wake, workers


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


def test_what_is_asked_for_twice_at_once_is_worked_out_once(tmp_path):
    said, gate = tmp_path / "said", tmp_path / "gate"
    os.mkfifo(gate)
    with one_process() as pool:
        first, second, hung_up = (pool.submit(_told, said, gate) for _ in range(3))
        assert hung_up.cancel() and not first.done() and not second.done()
        gate.write_bytes(b"")  # waits until it is at work
        assert first.result(60) == second.result(60) and said.read_bytes() == b"x"
        anew = pool.submit(_told, said, gate)
        gate.write_bytes(b"")
        assert anew.result(60) and said.read_bytes() == b"xx", "later it is asked anew"


def test_what_was_asked_and_answered_is_kept_by_nobody():
    gc.disable()  # it must not take the collector to find that
    try:
        with one_process() as pool:
            answers = [pool.submit(abs, -number) for number in range(3)]
            assert [answer.result(60) for answer in answers] == [0, 1, 2]
            kept = [weakref.ref(answer) for answer in answers]
            del answers
        assert [answer() for answer in kept] == [None] * 3
    finally:
        gc.enable()


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


def test_a_failure_is_everybody_s():
    with one_process() as pool:
        for asked in [pool.submit(int, "none") for _ in range(2)]:
            with pytest.raises(ValueError, match="none"):
                asked.result(60)


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


def test_what_a_killed_process_thought_about_is_asked_again(tmp_path):
    said, gate = tmp_path / "said", tmp_path / "gate"
    os.mkfifo(gate)
    with one_process() as pool:
        pid = wake(pool)
        under_way = [pool.submit(_told, said, gate) for _ in range(2)]
        ahead = [pool.submit(abs, number) for number in range(4)]  # a few are handed over at once
        given_up, behind = pool.submit(abs, 9), pool.submit(os.getpid)
        given_up.cancel()
        _until(lambda: said.exists() and said.read_bytes() == b"x")
        os.kill(pid, signal.SIGKILL)
        _until(lambda: said.read_bytes() == b"xx")
        gate.write_bytes(b"")
        first, second = (asked.result(60) for asked in under_way)
        assert first == second == behind.result(60) != pid
        assert [asked.result(60) for asked in ahead] == list(range(4))
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def _until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not so():
        assert time.monotonic() < deadline
        os.sched_yield()


def _dies(said: Path) -> None:
    with said.open("ab") as file:
        file.write(b"x")
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_question_that_kills_its_process_fails_in_the_end(tmp_path):
    with one_process() as pool:
        with pytest.raises(BrokenProcessPool):
            pool.submit(_dies, tmp_path / "said").result(60)
        assert (tmp_path / "said").read_bytes() == b"x" * TRIES
        assert pool.submit(abs, -1).result(60) == 1


@pytest.mark.parametrize("trouble", [EOFError, BrokenProcessPool, OSError])
def test_what_could_not_begin_is_told_and_nobody_waits_for_it(monkeypatch, trouble):
    """The process that forks the others was killed while it did, say."""

    def refuses(*_: object) -> None:
        raise trouble

    with one_process() as pool:
        with monkeypatch.context() as broken:
            broken.setattr(ProcessPoolExecutor, "submit", refuses)
            with pytest.raises(trouble):
                pool.submit(abs, -1).result(60)
        assert pool.submit(abs, -1).result(60) == 1


def test_the_end_does_not_wait_for_a_thought():
    pool = workers(1)
    wake(pool)
    long = pool.submit(time.sleep, 600)
    waiting = pool.submit(os.getpid)
    end(pool)
    for thought in (long, waiting):
        with pytest.raises((BrokenProcessPool, CancelledError)):
            thought.result(60)
