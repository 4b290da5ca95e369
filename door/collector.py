"""When Python's collector looks at everything: at a quiet time."""

from __future__ import annotations

import gc
from typing import Final

FEW: Final = 100
"""Callers with whom a full pass takes some ten milliseconds: nobody feels it."""

PUT_OFF: Final = 60
"""How often in a row a full pass is put off because there are more."""

_NEVER: Final = 1 << 30


class FullPasses:
    """The collector's full passes, which look at whatever all callers have, at times of our choice.

    Python runs one when enough is new, so in the middle of many log-ons, and everybody waits for
    it: 95 ms with a thousand callers.  There is no hurry, since a call leaves only a handful of
    objects that refer to each other.  The passes over what is new stay as they are.
    """

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._put_off = 0
        gc.set_threshold(*self._before[:2], _NEVER)

    def look(self, callers: int) -> bool:
        """Runs one, where there are few callers or it has been put off for long; whether it did."""
        if callers > FEW and self._put_off < PUT_OFF:
            self._put_off += 1
            return False
        self._put_off = 0
        gc.collect()
        return True

    def restore(self) -> None:
        """Leaves them to Python again."""
        gc.set_threshold(*self._before)
