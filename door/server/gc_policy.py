"""When Python's collector runs: over what is new while it finds something there, over everything at a quiet
time, and never over what was loaded.

Law: nobody else sets it or calls it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

FEW: Final = 100
"""Callers with whom a full pass takes some ten milliseconds: nobody feels it."""

MANY: Final = 50
"""Callers who have left since the last pass, and are worth one of their own."""

LOOKS: Final = 30
"""Looks from one full pass to the next: a minute, at one every two seconds."""

MOST_LOOKS: Final = 1800
"""The same while there are more than a few callers: an hour."""

MUCH: Final = 200_000
"""Objects made since the last pass that are still there, besides those of callers who came since: books and
pictures, or at most some 20 MB of cycles.  500 callers at all doors make as many in six minutes; the pass
that then comes takes 150 ms."""

EACH: Final = 1000
"""Objects that one caller has, at most; 700 were counted."""

LITTLE: Final = 1000
"""Objects found between two looks: not worth what looking for them costs."""

_NEVER: Final = 1 << 30


def begin_loading() -> None:
    """From here on things are made that stay; a tenth of the time went into looking at them."""
    gc.disable()


def end_loading() -> None:
    """What was made stays, and is not looked at any more."""
    gc.freeze()
    gc.enable()


@contextmanager
def loading() -> Iterator[None]:
    """What is made inside stays."""
    begin_loading()
    try:
        yield
    finally:
        end_loading()


class Passes:
    """The collector's passes, at times of our choice.

    The full ones look at whatever all callers have.  Python runs one when enough is new, so in the middle of
    many log-ons, and everybody waits for it: 95 ms with a thousand callers.  There is no hurry, since a call
    leaves only a handful of objects that refer to each other; but when many calls have ended, the next ones
    can use the room.

    Those over what is new come as Python has them while they find something, or much has been made that
    stays.  Callers at play leave nothing to find, and everything of theirs is new every few seconds: with 500
    at all doors these passes took 10 % of the processor, 15 to 30 ms at a time.
    """

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._looks = self._most = 0
        self._callers = 0  # at the last pass
        self._found = _found_so_far()
        gc.set_threshold(*self._before[:2], _NEVER)

    def look(self, callers: int) -> bool:
        """To be called every two seconds.  Runs a full pass where one is worth it and nobody would feel
        it, or it has been put off for long; whether it did."""
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
        """Lets passes over what is new come from here on, or not."""
        before, self._found = self._found, _found_so_far()
        if gc.isenabled():
            self._callers = callers
            if self._found - before < LITTLE:
                gc.disable()
        elif gc.get_count()[0] >= MUCH + EACH * max(0, callers - self._callers):
            gc.enable()

    def restore(self) -> None:
        """Leaves them to Python again."""
        gc.set_threshold(*self._before)
        gc.enable()


def _found_so_far() -> int:
    """Objects that passes over what is new have found since the process began."""
    return sum(passes["collected"] for passes in gc.get_stats()[:2])
