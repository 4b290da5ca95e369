"""One object for values that are equal: most callers have the same, and each keeps theirs for long."""

from __future__ import annotations

from collections import deque
from typing import Final, TypeVar

T = TypeVar("T")

KEPT: Final = 12
"""Values that a new one is compared with."""


class Alike:
    """The values last seen.  Several threads may ask."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: deque[object] = deque(maxlen=KEPT)

    def of(self, value: T) -> T:
        """The value, or one that is equal to it and there already."""
        kind = type(value)
        for known in tuple(self._known):
            if type(known) is kind and known == value:
                return known
        self._known.append(value)
        return value
