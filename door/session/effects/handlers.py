"""A register of effect handlers that a type checker can follow.

Each effect has one handler. An `at_once` handler runs before the next screen is shown. An `answered` handler
takes time: it runs outside the call's loop, and its result goes back to the screen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from door.board.api import Denied
from door.midend.match.values import Refusal
from door.records.journal.lines import RecordsError
from door.session.call.api import Call
from door.session.call.stack import Layer
from door.ui.screen import Effect, Reply
from door.ui.texts import reason_of

E = TypeVar("E", bound=Effect)
AtOnce = Callable[[Call, Layer, E], None]
Answered = Callable[[Call, Layer, E], Awaitable[Reply | None]]


class Handlers:
    """Handlers by effect, including those in `others`."""

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
        """Every effect with a handler here."""
        return set(self.now) | set(self.later)

    def at_once(self, effect: type[E]) -> Callable[[AtOnce[E]], AtOnce[E]]:
        """Register a handler that runs before the next screen is shown."""

        def register(handler: AtOnce[E]) -> AtOnce[E]:
            self.now[effect] = handler
            return handler

        return register

    def refusable(self, effect: type[E]) -> Callable[[Answered[E]], Answered[E]]:
        """Register an `answered` handler. Refusals by the rules or the records are answered with `Denied`."""

        def register(handler: Answered[E]) -> Answered[E]:
            @self.answered(effect)
            async def answer(call: Call, layer: Layer, asked: E) -> Reply | None:
                try:
                    return await handler(call, layer, asked)
                except (Refusal, RecordsError) as error:
                    return Denied(reason_of(error))

            return answer

        return register

    def answered(self, effect: type[E]) -> Callable[[Answered[E]], Answered[E]]:
        """Register a handler that takes time and answers the screen."""

        def register(handler: Answered[E]) -> Answered[E]:
            self.later[effect] = handler
            return handler

        return register
