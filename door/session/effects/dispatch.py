"""Carry out the effects of a screen by their handlers.

Effects run in order. While an answer is pending, the caller's keys wait for it. A `Think` holds keys only in
plain mode, where each line answers a prompt. The call can stop waiting for a `Question`; its answer still
arrives.
"""

from __future__ import annotations

from typing import Final, TypeVar

from door.midend.api import Think
from door.session.call.api import Call
from door.session.call.events import Failed
from door.session.call.roster import Message
from door.session.call.stack import Layer
from door.session.clock.clock import Look
from door.session.effects import account, community, external, games, logon, navigation, puzzles, refresh
from door.session.effects.handlers import Handlers
from door.session.sysop import calls, desk, log, watch
from door.session.tables import challenges
from door.session.tables import effects as tables
from door.session.talk import effects as talk
from door.session.talk import forum
from door.session.watching import abroad, galleries, tv
from door.session.watching import effects as watching
from door.ui.screen import Effect
from door.ui.texts import speaking

T = TypeVar("T")

HANDLERS: Final = Handlers(
    account.HANDLERS, community.HANDLERS, external.HANDLERS, games.HANDLERS, logon.HANDLERS,
    talk.HANDLERS, forum.HANDLERS, navigation.HANDLERS, puzzles.HANDLERS, refresh.HANDLERS, calls.HANDLERS,
    desk.HANDLERS, log.HANDLERS, watch.HANDLERS, account.CHANNELS, challenges.HANDLERS, tables.HANDLERS,
    galleries.HANDLERS, tv.HANDLERS, abroad.HANDLERS, watching.HANDLERS,
)  # fmt: skip


def carry_out(call: Call, layer: Layer, effect: Effect) -> None:
    """Carry out the effect, or start it."""
    at_once = HANDLERS.now.get(type(effect))
    if at_once is not None:
        at_once(call, layer, effect)
        return
    patient = call.terminal.plain or not isinstance(effect, Think)
    if patient:
        layer.awaits.append(effect)
    call.services.keep(_answer(call, layer, effect))


def receive(call: Call, message: Message[T]) -> T | None:
    """Carry out what others want from the call. Return the answer. A fault is this call's, not theirs."""
    answer: T | None = None
    try:
        with speaking(call.terminal.language):
            answer = HANDLERS.messages[type(message)](call, message)
    except Exception as error:
        call.post(None, Failed(error))
    return answer


async def _answer(call: Call, layer: Layer, effect: Effect) -> None:
    """Finish the effect, even if the call ends meanwhile."""
    try:
        answer = await HANDLERS.answer(call, layer, effect)
    except Exception as error:
        call.post(None, Failed(error))
        return
    finally:
        layer.answered(effect)
    call.post(*((layer, answer) if answer is not None else (None, Look())))
