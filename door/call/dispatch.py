"""Carry out the effects of a screen by their handlers.

Effects run in order. While an answer is pending, the caller's keys wait for it. A `Think` holds keys only in
plain mode, where each line answers a prompt. The call can stop waiting for a `Question`; its answer still
arrives.
"""

from __future__ import annotations

from typing import TypeVar

from door.call.api import Call
from door.call.clock import Redraw
from door.call.events import Failed
from door.call.roster import Message
from door.call.stack import Layer
from door.play.api import Think
from door.play.match.values import Refusal
from door.ui.screen import Effect
from door.ui.texts import speaking, tr

T = TypeVar("T")


def carry_out(call: Call, layer: Layer, effect: Effect) -> None:
    """Carry out the effect, or start it."""
    at_once = call.services.features.handlers.now.get(type(effect))
    if at_once is not None:
        at_once(call, layer, effect)
        return
    patient = call.terminal.plain or not isinstance(effect, Think)
    if patient:
        layer.awaits.append(effect)
    call.services.keep(_answer(call, layer, effect))


def receive(call: Call, message: Message[T]) -> T:
    """Carry out what others want from the call. Return the answer.

    A fault is this call's, not theirs: they get a Refusal.
    """
    try:
        with speaking(call.terminal.language):
            answer: T = call.services.features.handlers.messages[type(message)](call, message)
        return answer
    except Exception as error:
        call.post(None, Failed(error))
        raise Refusal(tr.refused.call_has_fault()) from error


async def _answer(call: Call, layer: Layer, effect: Effect) -> None:
    """Finish the effect, even if the call ends meanwhile."""
    try:
        answer = await call.services.features.handlers.answer(call, layer, effect)
    except Exception as error:
        call.post(None, Failed(error))
        return
    finally:
        layer.answered(effect)
    call.post(*((layer, answer) if answer is not None else (None, Redraw())))
