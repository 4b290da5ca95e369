"""Who carries out which effect: a register that a type checker can follow.

Law: an effect has one handler.  What is done `at_once` is done before the next screen is shown; what
takes time is `answered`: it runs beside the loop, and what it returns goes back to the screen that
asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from door.session.call.api import Call
from door.session.call.stack import Layer
from door.ui.screen import Effect, Reply

E = TypeVar("E", bound=Effect)
AtOnce = Callable[[Call, Layer, E], None]
Answered = Callable[[Call, Layer, E], Awaitable[Reply | None]]


class Handlers:
    """Handlers by their effect; those of `others` are taken in."""

    def __init__(self, *others: Handlers) -> None:
        self.now: dict[type[Effect], AtOnce[Any]] = {}
        self.later: dict[type[Effect], Answered[Any]] = {}
        for other in others:
            if twice := self.effects & other.effects:
                raise ValueError(f"two handlers for {', '.join(sorted(e.__name__ for e in twice))}")
            self.now |= other.now
            self.later |= other.later

    @property
    def effects(self) -> set[type[Effect]]:
        """Every effect that has a handler here."""
        return set(self.now) | set(self.later)

    def at_once(self, effect: type[E]) -> Callable[[AtOnce[E]], AtOnce[E]]:
        """Registers what is done before the next screen is shown."""

        def register(handler: AtOnce[E]) -> AtOnce[E]:
            self.now[effect] = handler
            return handler

        return register

    def answered(self, effect: type[E]) -> Callable[[Answered[E]], Answered[E]]:
        """Registers what takes time, and whose answer goes back to the screen."""

        def register(handler: Answered[E]) -> Answered[E]:
            self.later[effect] = handler
            return handler

        return register
