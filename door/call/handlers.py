"""A register of handlers that a type checker can follow.

`@HANDLERS.on(X)` registers the function that carries X out. A handler of an effect gets the layer that asked;
one that is not asynchronous runs before the next screen is shown. A handler of a query or an act gets its
argument and takes time, and the screen gets its result. A handler of a message runs when others send it to
the call, and they get its result.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import Any, NamedTuple, TypeVar, overload

from door.call.api import Call
from door.call.roster import CallMessage
from door.call.stack import Layer
from door.play.match.values import Refusal
from door.records.callers.caller_file import CallerStoreRefused
from door.records.journal.lines import RecordsError
from door.ui.screen import Act, Answer, Ask, DoAct, Done, Effect, No, Query, Reply
from door.ui.texts import MaybeSaid, Said, reason_of, tr

LOG = logging.getLogger("door.call")


# -- what happens to a call: `@HANDLERS.when(CallOver)` ------------------------------------------------


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


# -- handlers ------------------------------------------------------------------------------------------

A = TypeVar("A")
E = TypeVar("E", bound=Effect)
R = TypeVar("R")
T = TypeVar("T")
M = TypeVar("M", bound=CallMessage[Any])
Asked = type[Effect] | Query[Any, Any] | Act[Any]
Answers = Callable[[Call, A], Awaitable[T | No]]
Does = Callable[[Call, A], Awaitable[MaybeSaid | No]]
Carries = Callable[[Call, Layer, E], Awaitable[Reply | None] | None]
Receives = Callable[[Call, M], R]
H = TypeVar("H", bound=Happening)
When = Callable[[Call, H], Awaitable[None] | None]


def refusal(call: Call, error: Exception) -> MaybeSaid:
    """Return the reason of a refusal by the rules or the records, or "" for a fault. Callers needn't read the
    name of a file that can't be written: that is for the log."""
    if isinstance(error, CallerStoreRefused):
        LOG.error("node=%d caller=%r: %s", call.node, call.who.handle, error)
        return tr.mail.board_cannot_write()
    return reason_of(error) if isinstance(error, (Refusal, RecordsError)) else ""


def bare_name(what: object) -> str:
    """Return a request's name for the log, without the typed text: it may be a password."""
    if isinstance(what, str):
        return what
    if isinstance(what, (Ask, DoAct)):
        return what.query.name if isinstance(what, Ask) else what.act.name
    return type(what).__name__


def fault(call: Call, what: object, error: Exception) -> Said:
    """Log a fault of the board's own code, with its traceback. Return the sentence for the caller."""
    LOG.error("node=%d %s failed: %r", call.node, bare_name(what), error, exc_info=error)
    return tr.refused.has_fault()


class LastRefusal(Refusal):
    """A refusal that ends the call."""


def check(reason: MaybeSaid, final: bool = False) -> None:
    """Refuse what was asked if there is a reason to."""
    if reason:
        raise (LastRefusal if final else Refusal)(reason)


def need(met: object, refusal: Callable[[], Said], final: bool = False) -> None:
    """Refuse what was asked with this sentence unless the condition is met."""
    check("" if met else refusal(), final)


class LateHandler(NamedTuple):
    """A handler that takes time. `may` and `refusal` are those of its `Handlers`."""

    carries_out: Callable[..., Awaitable[Any]]
    may: Callable[[Call], MaybeSaid] | None
    refusal: Callable[[Call, Exception], MaybeSaid]


class Handlers:
    """Handlers by the effect or question that they carry out, including those in `others`.

    `may` returns why a call may not use those that take time, or "". `refusal` turns an error into the
    reason for a refusal, or "".
    """

    def __init__(
        self,
        *others: Handlers,
        may: Callable[[Call], MaybeSaid] | None = None,
        refusal: Callable[[Call, Exception], MaybeSaid] = refusal,
    ) -> None:
        self.now: dict[type[Effect], Callable[[Call, Layer, Any], None]] = {}
        self.later: dict[Asked, LateHandler] = {}
        self.messages: dict[type[CallMessage[Any]], Callable[[Call, Any], Any]] = {}
        self.happenings: dict[type[Happening], list[When[Any]]] = {}
        self._may, self._refusal = may, refusal
        for other in others:
            if twice := self.effects & other.effects:
                names = (one.name if isinstance(one, (Query, Act)) else one.__name__ for one in twice)
                raise ValueError(f"two handlers for {', '.join(sorted(names))}")
            self.now |= other.now
            self.later |= other.later
            self.messages |= other.messages
            for what, does in other.happenings.items():
                self.happenings.setdefault(what, []).extend(does)

    @property
    def effects(self) -> set[Asked]:
        return set(self.now) | set(self.later)

    @overload
    def on(self, what: Query[A, T]) -> Callable[[Answers[A, T]], Answers[A, T]]: ...
    @overload
    def on(self, what: Act[A]) -> Callable[[Does[A]], Does[A]]: ...
    @overload
    def on(self, what: type[M]) -> Callable[[Receives[M, R]], Receives[M, R]]: ...
    @overload
    def on(self, what: type[E]) -> Callable[[Carries[E]], Carries[E]]: ...
    def on(self, what: Any) -> Callable[[Any], Any]:
        """Register a handler."""

        def register(handler: Any) -> Any:
            if isinstance(what, type) and issubclass(what, CallMessage):
                self.messages[what] = handler
            elif isinstance(what, (Query, Act)) or iscoroutinefunction(handler):
                self.later[what] = LateHandler(handler, self._may, self._refusal)
            else:
                self.now[what] = handler
            return handler

        return register

    def when(self, what: type[H]) -> Callable[[When[H]], When[H]]:
        """Register a function that is called when something happens to a call, besides others."""

        def register(handler: When[H]) -> When[H]:
            self.happenings.setdefault(what, []).append(handler)
            return handler

        return register

    async def answer(self, call: Call, layer: Layer, effect: Effect) -> Reply | None:
        """Carry out an effect that takes time. Return the reply, which may be a refusal. Raises faults."""
        what: Asked = type(effect)
        if isinstance(effect, Ask):
            what = effect.query
        elif isinstance(effect, DoAct):
            what = effect.act
        if (late := self.later.get(what)) is None:
            LOG.error("node=%d nothing carries out %s", call.node, bare_name(effect))
            return No(tr.refused.missing_here(), to=effect)
        if late.may and (reason := late.may(call)):
            return No(reason, to=effect)
        try:
            if isinstance(effect, (Ask, DoAct)):
                answer = await late.carries_out(call, effect.arg)
            else:
                answer = await late.carries_out(call, layer, effect)
        except Exception as error:
            if not (reason := late.refusal(call, error)):
                raise
            return No(reason, isinstance(error, LastRefusal), effect)
        if isinstance(answer, No):
            return No(answer.why, answer.final, effect)
        if isinstance(what, Query):
            return Answer(what, answer)
        reply: Reply | None = Done(answer) if isinstance(what, Act) else answer
        return reply
