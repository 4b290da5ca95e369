"""The collector's full passes wait for a quiet time, and those over what is new for something to find."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from door.server.gc_policy import FEW, LITTLE, LOOKS, MANY, MOST_LOOKS, MUCH, Passes


class Knot:
    """Refers to itself: only the collector finds that nobody else does."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def passes() -> Iterator[Passes]:
    ours, before = gc.get_threshold(), (700, 10, 10)
    gc.set_threshold(*before)
    found = Passes()
    yield found
    found.restore()
    assert (gc.get_threshold(), gc.isenabled()) == (before, True)
    gc.set_threshold(*ours)


def passed(generation: int) -> int:
    return int(gc.get_stats()[generation]["collections"])


def filled() -> tuple[int, int]:
    """How many passes over what is new, and full ones, it takes to make many things that stay."""
    gc.collect()
    newer, full = passed(1), passed(2)
    kept = [[number] for number in range(400_000)]
    return (passed(1) - newer, passed(2) - full) if kept else (0, 0)


def test_python_begins_no_full_pass_of_its_own(passes: Passes):
    newer, full = filled()
    assert newer > 10 and full == 0
    passes.restore()
    assert filled()[1] > 0, "as it would have"


def test_a_full_pass_waits_while_there_are_many_but_not_for_ever(passes: Passes):
    knot = Knot()
    gc.collect()  # the knot is old now: no pass but a full one finds it
    gone = weakref.ref(knot)
    del knot
    gc.collect(1)
    before = gone() is not None
    looks = [passes.look(FEW) for _ in range(LOOKS)]
    assert (before, gone() is None) == (True, True)
    assert looks == [False] * (LOOKS - 1) + [True]
    looks = [passes.look(FEW + 1) for _ in range(MOST_LOOKS + 1)]
    assert looks == [False] * (MOST_LOOKS - 1) + [True, False]


def test_when_many_have_left_their_room_is_made_free_at_once(passes: Passes):
    assert not passes.look(FEW + MANY) and not passes.look(FEW + 1)
    assert [passes.look(FEW), passes.look(FEW)] == [True, False]
    assert [passes.look(FEW - MANY + 1), passes.look(FEW - MANY), passes.look(0)] == [False, True, True]


def knots(count: int) -> None:
    for _ in range(count):
        Knot()


def test_what_is_new_is_looked_at_only_while_that_finds_something(passes: Passes):
    gc.collect()
    knots(3 * LITTLE)
    passes.look(FEW + 1)
    assert gc.isenabled(), "there was something to find"
    passes.look(FEW + 1)
    assert not gc.isenabled(), "there was nothing more"
    gone = weakref.ref(Knot())
    knots(MUCH // 2)
    passes.look(FEW + 1)
    assert not gc.isenabled() and gone() is not None
    knots(MUCH // 2)
    passes.look(FEW + 101)
    assert not gc.isenabled(), "a hundred callers have come meanwhile"
    passes.look(FEW + 1)
    assert gc.isenabled(), "much has been made that is still there"
    knots(1000)
    assert gone() is None
