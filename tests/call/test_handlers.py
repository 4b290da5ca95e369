"""Effects and who carries them out, without a board around them."""

import asyncio
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from door.call.clock import Clock, Timers
from door.call.feature import Features
from door.call.handlers import Handlers, bare_name, check
from door.call.identity import CallHistory, Identity
from door.call.loop import Session
from door.call.messages import Messages
from door.call.stack import Layer, Stack
from door.features.desk.asks import NODES
from door.features.every import FEATURES
from door.features.letters.asks import MAIL, MailContents
from door.net.line import Hints
from door.pages.api import CallerLine
from door.records.callers.caller_file import Caller
from door.records.community.letters import Letter, Letters
from door.ui import screen
from door.ui.screen import Act, Answer, Ask, DoAct, Effect, No, Query

pytestmark = pytest.mark.files("it has no store")


class Board(SimpleNamespace):
    """Services of a board, with parts by class."""

    def __getitem__(self, kind: type) -> Any:
        return self.parts[kind]


class Quiet:
    """A call of real parts on no line, at no board."""

    def __init__(self, handle: str = "Ann", **services: Any) -> None:
        self.node, self.over = 1, False
        self.plan = SimpleNamespace(trace=None)
        self.posted: list[tuple[Layer | None, Any]] = []
        self.services: Any = Board(parts={Features: FEATURES}, **services)
        self.timers = Timers(self.post)
        self.who, self.history = Identity(Hints("telnet", "192.0.2.1")), CallHistory()
        self.who.handle, self.who.admitted = handle, "2026-11-10T20:00:00Z"
        self.who.set_caller(Caller(handle))
        self.stack = Stack(self.post, lambda game: None, lambda layer, effect: None)
        self.clock, self.messages = Clock(self.timers), Messages(self.timers)
        self.terminal: Any = SimpleNamespace(plain=False, rung=0)
        self.left = ""

    def post(self, layer: Layer | None, event: Any) -> None:
        self.posted.append((layer, event))

    def leave(self, reason: str, farewell: str = "") -> None:
        self.left = reason

    def evict(self, reason: str, saved: str = "", why: str = "evicted") -> None:
        self.left = reason

    async def wait_closed(self) -> None: ...

    carry_out = Session.carry_out  # type: ignore[assignment]


def kinds(effect: type[Effect]) -> set[type[Effect]]:
    """Every effect of the board's that its module has by name, but those that only others are made from."""
    below = [
        one
        for one in effect.__subclasses__()
        if getattr(sys.modules[one.__module__], one.__name__, None) is one
    ]
    if not below:
        return {effect} if effect.__module__.startswith("door.") else set()
    return set().union(*map(kinds, below))


def queries() -> set[Query[Any, Any] | Act[Any]]:
    """Every query and act that a module of the board has by name."""
    rooms = [module for name, module in sys.modules.items() if name.startswith("door.")]
    return {one for room in rooms for one in vars(room).values() if isinstance(one, (Query, Act))}


def test_every_effect_and_query_has_one_handler():
    assert kinds(Effect) - {Ask, DoAct} | queries() == FEATURES.handlers.effects


def test_an_effect_that_two_would_carry_out_is_refused():
    one, other = Handlers(), Handlers()
    one.on(screen.Bell)(lambda call, layer, effect: None)
    other.on(screen.Bell)(lambda call, layer, effect: None)
    with pytest.raises(ValueError, match="two handlers for Bell"):
        Handlers(one, other)


def test_the_log_names_a_request_without_what_was_typed():
    named = {
        "ctrl-w": "ctrl-w",
        Act("password")("secret"): "password",
        MAIL(False): "mail",
        screen.Leave(): "Leave",
    }
    assert [bare_name(what).lower() for what in named] == [name.lower() for name in named.values()]


async def test_an_answer_goes_to_the_screen_that_asked():
    call, layer = Quiet(keep=asyncio.ensure_future, doors={}), Layer(None, None, "")  # type: ignore[arg-type]
    box = SimpleNamespace(box=lambda whose: (), drafts=lambda whose: ())
    call.services.parts[Letters] = box
    call.messages.hear(CallerLine("Bo", 2, "20:00", "hello"))
    call.carry_out(layer, MAIL(False))
    assert layer.busy
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))
    assert call.posted[-1] == (
        layer,
        Answer(MAIL, MailContents((CallerLine("Bo", 2, "20:00", "hello"),), ())),
    )
    assert not layer.busy and call.messages.unread == 0


async def test_the_desk_answers_nobody_else():
    callers = SimpleNamespace(recall=lambda handle, known: Caller(handle))
    roster = SimpleNamespace(of=lambda handle: None)
    call = Quiet(keep=asyncio.ensure_future, callers=callers, roster=roster)
    from door.features.desk.asks import SysopAct
    from door.features.forum.asks import DELETE_POST, DELETE_THREAD, MOVE_THREAD
    from door.features.letters.asks import Delete
    from door.features.log.pages import LOG

    letter = Letter("Bo", ("Help!",), "2026-11-10T20:00:00.000Z")
    call.services.parts[Letters] = SimpleNamespace(box=lambda whose: (letter,))
    forum = DELETE_POST(("ab" * 8, 1)), DELETE_THREAD("ab" * 8), MOVE_THREAD(("ab" * 8, "general"))
    asked = SysopAct("ban", "Bo", "rude"), NODES(0), LOG(0), Delete(letter, sysops=True), *forum
    answer = partial(FEATURES.handlers.answer, call, Layer(None, None, ""))  # type: ignore[arg-type]
    assert [await answer(effect) for effect in asked] == [No("Sysops only.")] * len(asked)
    assert await answer(MAIL(True)) == Answer(MAIL, MailContents((), ()))


async def test_a_notice_passes_and_a_message_stays():
    call = Quiet()
    call.messages.hear(CallerLine("Bo", 2, "20:00", "hello"))
    assert call.messages.notice == "Bo says: hello" and call.messages.unread == 1
    assert call.messages.read() == (CallerLine("Bo", 2, "20:00", "hello"),) and call.messages.unread == 0
    call.timers.stop()
    posted = len(call.posted)
    call.messages.notify("late")
    assert len(call.posted) == posted, "nothing reaches a call that is over"


async def test_every_refusal_is_one_no_and_says_what_was_refused():
    call, layer, handlers = Quiet(), Layer(None, None, ""), Handlers()  # type: ignore[arg-type]
    number: Query[int, int] = Query("number")
    other: Query[int, int] = Query("number")

    @handlers.on(screen.Bell)
    def bell(call: Any, layer: Any, effect: screen.Bell) -> None:
        check("Not now.")  # type: ignore[arg-type]

    @handlers.on(number)
    async def answer(call: Any, most: int) -> int:
        check("" if most else "None.")  # type: ignore[arg-type]
        return most

    call.services.parts[Features] = SimpleNamespace(handlers=handlers)
    call.carry_out(layer, screen.Bell())
    ((to, no),) = call.posted
    assert (to, no, no.to) == (layer, No("Not now."), screen.Bell())  # type: ignore[arg-type]
    asked = await handlers.answer(call, layer, number(3))  # type: ignore[arg-type]
    assert number.answer_in(asked) == 3 and other.answer_in(asked) is None
    refused = await handlers.answer(call, layer, number(0))  # type: ignore[arg-type]
    assert isinstance(refused, No) and refused.why == "None." and refused.to == number(0)
