"""Sentences of the board that its sysop may put in other words.

Law: a sentence is a `Text`, a constant of the module that says it, and becomes a string only where it is
said: `GONE(who="Bo")`.  What the sysop says instead is one frozen mapping, which each call carries in its
context from its first byte on (as `decimal` does its precision): no screen keeps it, nothing is changed
in place, and two boards of one process have their own.  `door.session.texts` names every text there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final


class Text:
    """A sentence as it is shipped, with `{names}` for what is filled in."""

    __slots__ = ("shipped",)

    def __init__(self, shipped: str) -> None:
        self.shipped = shipped

    def __call__(self, **values: object) -> str:
        """The sentence as this board says it."""
        return other().get(self, self.shipped).format_map(values)

    def __str__(self) -> str:
        return self()


Said = Mapping[Text | str, str]
"""What is said instead: of texts, and of the single words (by the shipped one) that stand in many places."""

NOTHING: Final[Said] = MappingProxyType({})

_said: ContextVar[Callable[[], Said]] = ContextVar("said", default=lambda: NOTHING)


def speak(said: Callable[[], Said]) -> None:
    """From now on, in this call, what `said` gives holds: it is asked each time, since it may change."""
    _said.set(said)


def other() -> Said:
    """All that this board says otherwise than shipped."""
    return _said.get()()


def word(shipped: str) -> str:
    """A key's word in a keys line, or a column's head, as this board says it."""
    return other().get(shipped, shipped)
