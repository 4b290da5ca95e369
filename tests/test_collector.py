"""The collector's full passes wait for a quiet time."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from door.collector import FEW, PUT_OFF, FullPasses


class Knot:
    """Refers to itself: only the collector finds that nobody else does."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def passes() -> Iterator[FullPasses]:
    before = gc.get_threshold()
    found = FullPasses()
    yield found
    found.restore()
    assert gc.get_threshold() == before


def passed(generation: int) -> int:
    return int(gc.get_stats()[generation]["collections"])


def filled() -> tuple[int, int]:
    """How many passes over what is new, and full ones, it takes to make many things that stay."""
    gc.collect()
    newer, full = passed(1), passed(2)
    kept = [[number] for number in range(400_000)]
    return (passed(1) - newer, passed(2) - full) if kept else (0, 0)


def test_python_begins_no_full_pass_of_its_own(passes: FullPasses):
    newer, full = filled()
    assert newer > 10 and full == 0
    passes.restore()
    assert filled()[1] > 0, "as it would have"


def test_a_full_pass_waits_while_there_are_many_but_not_for_ever(passes: FullPasses):
    knot = Knot()
    gc.collect()  # the knot is old now: no pass but a full one finds it
    gone = weakref.ref(knot)
    del knot
    gc.collect(1)
    before = gone() is not None
    passed_now = passes.look(FEW)
    assert (before, passed_now, gone() is None) == (True, True, True)
    assert [passes.look(FEW + 1) for _ in range(PUT_OFF + 2)] == [False] * PUT_OFF + [True, False]
