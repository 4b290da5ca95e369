"""Sentences of the board and of its games that the sysop may put in other words.

Law: a sentence is a `Text`, a constant of the module that says it, and becomes a string only where it is
said: `GONE(who="Bo")`.  What the sysop says instead is one frozen mapping, which each call carries in its
context from its first byte on (as `decimal` does its precision): no screen keeps it, nothing is changed
in place, and two boards of one process have their own.  `door.session.texts` names every text there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from types import MappingProxyType
from typing import Final, NamedTuple, ParamSpec, TypeVar

from door.term.canvas import picture

P = ParamSpec("P")
T = TypeVar("T")


class Text:
    """A sentence as it is shipped, with `{names}` for what is filled in; a line of it has
    `room` columns beside those, where that is less than a line has (0)."""

    __slots__ = ("room", "shipped")

    def __init__(self, shipped: str, room: int = 0) -> None:
        self.shipped, self.room = shipped, room

    def __call__(self, **values: object) -> str:
        """The sentence as this board says it."""
        text = _said.get()().get(self, self.shipped)
        return text.format_map(values) if values or "{" in text or "}" in text else text

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


class _Same(NamedTuple):
    """What a board says otherwise, compared by identity."""

    said: Said

    def __hash__(self) -> int:
        return id(self.said)

    def __eq__(self, another: object) -> bool:
        return isinstance(another, _Same) and another.said is self.said


def worded(draw: Callable[P, T]) -> Callable[P, T]:
    """As `picture`, for what has texts in it: kept for as long as the board says the same."""

    @picture
    def kept(said: _Same | None, *args: P.args, **named: P.kwargs) -> T:
        return draw(*args, **named)

    @wraps(draw)
    def drawn(*args: P.args, **named: P.kwargs) -> T:
        said = other()
        return kept(_Same(said) if said else None, *args, **named)

    return drawn
