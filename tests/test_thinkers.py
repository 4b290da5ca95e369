"""The processes where computer opponents think."""

from __future__ import annotations

import os
import sys

from door.thinkers import COMPUTERS, thinkers, wake


def _loaded(names: tuple[str, ...]) -> tuple[int, list[bool], int]:
    return os.getpid(), [name in sys.modules for name in names], os.nice(0)


def test_the_first_move_finds_a_process_that_has_loaded_the_opponents_and_gives_way_to_callers():
    with thinkers(1) as pool:
        woken = wake(pool)
        pid, loaded, niceness = pool.submit(_loaded, COMPUTERS).result()
    assert pid == woken != os.getpid()
    assert all(loaded)
    assert niceness > os.nice(0)
