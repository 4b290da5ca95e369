"""Runs Python's garbage collector: over new objects while that finds something, over everything at a quiet
time, and never over what was loaded at the start.

Guarantees: only this module tunes or runs the garbage collector.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

FEW: Final = 100
"""With up to this many callers, a full pass takes some ten milliseconds, which nobody feels."""

MANY: Final = 50
"""Run a full pass after so many callers have left."""

LOOKS: Final = 30
"""Calls of `look` between full passes: a minute, at one call every two seconds."""

MOST_LOOKS: Final = 1800
"""The same while more than a few callers are on: an hour."""

MUCH: Final = 200_000
"""Surviving new objects, besides new callers' own, after which a pass over new objects is due."""

EACH: Final = 1000
"""Most objects of one caller."""

LITTLE: Final = 1000
"""With fewer objects found between two looks, passes over new objects cost more than they find."""

_NEVER: Final = 1 << 30


def begin_loading() -> None:
    """Stop collecting while objects are loaded that stay."""
    gc.disable()


def end_loading() -> None:
    """Exclude what was loaded from all later passes."""
    gc.freeze()
    gc.enable()


@contextmanager
def loading() -> Iterator[None]:
    """Exclude what is made inside from all later passes."""
    begin_loading()
    try:
        yield
    finally:
        end_loading()


class Passes:
    """Schedules the collector's passes.

    Python runs a full pass when enough is new, so in the middle of many log-ons, and everybody waits for
    it: 95 ms with a thousand callers. Calls leave few cycles behind, so full passes can wait for a quiet
    time.

    Passes over new objects run as usual while they find something, or when much has been made that stays.
    Callers at play leave nothing to find: with 500 of them these passes cost 10 % of the processor, 15 to
    30 ms at a time.
    """

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._looks = self._most = 0
        self._callers = 0  # at the last pass
        self._found = _found_so_far()
        gc.set_threshold(*self._before[:2], _NEVER)

    def look(self, callers: int) -> bool:
        """Run a full pass if it is worth it and nobody would feel it, or if it is overdue; return True if it
        ran. To be called every two seconds."""
        self._switch(callers)
        self._looks += 1
        self._most = max(self._most, callers)
        if callers > FEW:
            due = self._looks >= MOST_LOOKS
        else:
            due = self._looks >= LOOKS or self._most - callers >= MANY
        if not due:
            return False
        self._looks, self._most, self._callers = 0, callers, callers
        gc.collect()
        return True

    def _switch(self, callers: int) -> None:
        """Switch passes over new objects on or off."""
        before, self._found = self._found, _found_so_far()
        if gc.isenabled():
            self._callers = callers
            if self._found - before < LITTLE:
                gc.disable()
        elif gc.get_count()[0] >= MUCH + EACH * max(0, callers - self._callers):
            gc.enable()

    def restore(self) -> None:
        """Restore Python's own settings."""
        gc.set_threshold(*self._before)
        gc.enable()


def _found_so_far() -> int:
    """Return how many objects passes over new objects have found so far."""
    return sum(passes["collected"] for passes in gc.get_stats()[:2])
