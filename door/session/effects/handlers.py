"""A register of effect handlers that a type checker can follow.

Each effect and each query has one handler. An `at_once` handler runs before the next screen is shown. The
others take time: they run outside the call's loop, and what they return goes back to the screen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from door.board.api import Done
from door.midend.match.values import Refusal
from door.records.journal.lines import RecordsError
from door.session.call.api import Call
from door.session.call.roster import Message
from door.session.call.stack import Layer
from door.ui.screen import Act, Answer, Ask, Do, Effect, No, Query, Reply
from door.ui.texts import MaybeSaid, Said, reason_of

A = TypeVar("A")
E = TypeVar("E", bound=Effect)
M = TypeVar("M", bound=Message[Any])
R = TypeVar("R")
T = TypeVar("T")
AtOnce = Callable[[Call, Layer, E], None]
Answered = Callable[[Call, Layer, E], Awaitable[Reply | None]]
Answers = Callable[[Call, A], Awaitable[T | No]]
Does = Callable[[Call, A], Awaitable[MaybeSaid | No]]
Asked = type[Effect] | Query[Any, Any] | Act[Any]


def anybody(call: Call) -> MaybeSaid:
    return ""


def refusal(call: Call, error: Exception) -> MaybeSaid:
    """Return the reason of a refusal by the rules or the records, or "" for a fault."""
    return reason_of(error) if isinstance(error, (Refusal, RecordsError)) else ""


class LastRefusal(Refusal):
    """A refusal that ends the call."""


def check(reason: MaybeSaid, final: bool = False) -> None:
    """Refuse what was asked if there is a reason to."""
    if reason:
        raise (LastRefusal if final else Refusal)(reason)


def need(met: object, refusal: Callable[[], Said], final: bool = False) -> None:
    """Refuse what was asked with this sentence unless the condition is met."""
    check("" if met else refusal(), final)


class Handlers:
    """Handlers by effect or query, including those in `others`.

    `may` returns why a call may not use those that take time, or "". `refusal` turns an error into the
    reason for a refusal, or "".
    """

    def __init__(
        self,
        *others: Handlers,
        may: Callable[[Call], MaybeSaid] = anybody,
        refusal: Callable[[Call, Exception], MaybeSaid] = refusal,
    ) -> None:
        self.now: dict[type[Effect], AtOnce[Any]] = {}
        self.later: dict[Asked, Answered[Any]] = {}
        self.messages: dict[type[Message[Any]], Callable[[Call, Any], Any]] = {}
        self._may, self._refusal = may, refusal
        for other in others:
            if twice := self.effects & other.effects:
                names = (one.name if isinstance(one, (Query, Act)) else one.__name__ for one in twice)
                raise ValueError(f"two handlers for {', '.join(sorted(names))}")
            self.now |= other.now
            self.later |= other.later
            self.messages |= other.messages

    @property
    def effects(self) -> set[Asked]:
        return set(self.now) | set(self.later)

    async def answer(self, call: Call, layer: Layer, effect: Effect) -> Reply | None:
        asked: Asked = type(effect)
        if isinstance(effect, Ask):
            asked = effect.query
        elif isinstance(effect, Do):
            asked = effect.act
        return await self.later[asked](call, layer, effect)

    def receives(self, message: type[M]) -> Callable[[Callable[[Call, M], R]], Callable[[Call, M], R]]:
        """Register a function that a call runs when others send it a message."""

        def register(handler: Callable[[Call, M], R]) -> Callable[[Call, M], R]:
            self.messages[message] = handler
            return handler

        return register

    def at_once(self, effect: type[E]) -> Callable[[AtOnce[E]], AtOnce[E]]:
        """Register a handler that runs before the next screen is shown."""

        def register(handler: AtOnce[E]) -> AtOnce[E]:
            self.now[effect] = partial(_at_once, handler)
            return handler

        return register

    def answered(self, effect: type[E]) -> Callable[[Answered[E]], Answered[E]]:
        """Register a handler that takes time and answers the screen."""

        def register(handler: Answered[E]) -> Answered[E]:
            self._guard(effect, handler)
            return handler

        return register

    def answers(self, query: Query[A, T]) -> Callable[[Answers[A, T]], Answers[A, T]]:
        """Register a function that returns the answer to a query, or `No`."""

        def register(handler: Answers[A, T]) -> Answers[A, T]:
            async def answer(call: Call, layer: Layer, asked: Ask[A, T]) -> Reply:
                value = await handler(call, asked.arg)
                return value if isinstance(value, No) else Answer(query, value)

            self._guard(query, answer)
            return handler

        return register

    def does(self, act: Act[A]) -> Callable[[Does[A]], Does[A]]:
        """Register a function that does something, and returns a sentence about it or ""."""

        def register(handler: Does[A]) -> Does[A]:
            async def done(call: Call, layer: Layer, asked: Do[A]) -> Reply:
                note = await handler(call, asked.arg)
                return note if isinstance(note, No) else Done(note)

            self._guard(act, done)
            return handler

        return register

    def _guard(self, asked: Asked, handler: Answered[Any]) -> None:
        async def guarded(call: Call, layer: Layer, effect: Any) -> Reply | None:
            if reason := self._may(call):
                return No(reason, to=effect)
            try:
                answer = await handler(call, layer, effect)
            except Exception as error:
                if not (reason := self._refusal(call, error)):
                    raise
                answer = No(reason, final=isinstance(error, LastRefusal))
            return No(answer.why, answer.final, effect) if isinstance(answer, No) else answer

        self.later[asked] = guarded


def _at_once(handler: AtOnce[E], call: Call, layer: Layer, effect: E) -> None:
    """Run a handler, and answer the screen if it refuses."""
    try:
        handler(call, layer, effect)
    except Refusal as refused:
        call.post(layer, No(reason_of(refused), to=effect))
