"""The processes where computer opponents think."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool

import pytest

from door.server.worker_pool import COMPUTERS, NICENESS, end, wake, workers


def _loaded(names: tuple[str, ...]) -> tuple[int, list[bool], int]:
    return os.getpid(), [name in sys.modules for name in names], os.nice(0)


def test_the_first_move_finds_a_process_that_has_loaded_the_opponents_and_gives_way_to_callers():
    with workers(1) as pool:
        woken = wake(pool)
        pid, loaded, niceness = pool.submit(_loaded, COMPUTERS).result()
    assert pid == woken != os.getpid()
    assert all(loaded)
    assert niceness == min(os.nice(0) + NICENESS, 19), "there is no nicer than 19"


def test_a_process_that_is_killed_costs_the_thoughts_under_way_and_no_more():
    with workers(1) as pool:
        pid = wake(pool)
        lost = pool.submit(time.sleep, 600)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            lost.result(60)
        assert pool.submit(os.getpid).result(60) not in (pid, os.getpid())
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def test_the_end_does_not_wait_for_a_thought():
    pool = workers(1)
    wake(pool)
    long = pool.submit(time.sleep, 600)
    waiting = pool.submit(os.getpid)
    end(pool)
    for thought in (long, waiting):
        with pytest.raises((BrokenProcessPool, CancelledError)):
            thought.result(60)
