"""Runs Python's garbage collector.

Guarantees: only this module tunes or runs it. It checks new objects while that finds something, all objects
at a quiet time, and never the objects loaded at the start.
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
    """Exclude everything loaded so far from all later passes."""
    gc.freeze()
    gc.enable()


@contextmanager
def loading() -> Iterator[None]:
    """Exclude objects made inside from all later passes."""
    begin_loading()
    try:
        yield
    finally:
        end_loading()


class Passes:
    """Schedules the collector's passes.

    Python runs a full pass once there are enough new objects, so in the middle of many log-ons, and all
    callers wait for it. Calls leave few cycles behind, so full passes can wait for a quiet time.

    Passes over new objects run while they find something, or after many lasting objects were made. Games
    leave nothing to find, and with 500 callers these passes would cost 10 % of the processor.
    """

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._looks = self._most = 0
        self._callers = 0  # at the last pass
        self._found = _found_so_far()
        gc.set_threshold(*self._before[:2], _NEVER)

    def look(self, callers: int) -> bool:
        """Run a full pass if it is due; return True if it ran. To be called every two seconds.

        It is due if it is worth it and nobody would notice, or if the last one was too long ago.
        """
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
