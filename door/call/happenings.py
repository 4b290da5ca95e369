"""What happens to a call. Any feature may do something then: `@HANDLERS.when(CallOver)`."""

from __future__ import annotations

from dataclasses import dataclass


class Happening:
    """Something that has happened to a call."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class LoggedOn(Happening):
    """The caller is on the board."""


@dataclass(frozen=True, slots=True)
class CallOver(Happening):
    """The call is over. `by_board`: the caller was told why. `idle`: they pressed no key for too long."""

    by_board: bool
    idle: bool


@dataclass(frozen=True, slots=True)
class TakenOut(Happening):
    """The board takes the caller out of a door that closes."""

    slug: str


@dataclass(frozen=True, slots=True)
class Ignored(Happening):
    """The caller ignores another one from now on."""

    who: str
