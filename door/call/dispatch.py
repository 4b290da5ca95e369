"""Carry out the effects of a screen by their handlers.

Effects run in order. While an answer is pending, the caller's keys wait for it. A `Think` holds keys only in
plain mode, where each line answers a prompt. The call can stop waiting for a `Question`; its answer still
arrives.

A handler that fails ends no call. The log has the traceback, and the caller reads one sentence.
"""

from __future__ import annotations

import logging
from typing import TypeVar

from door.call.api import Call
from door.call.clock import Redraw
from door.call.events import Failed
from door.call.feature import Features
from door.call.handlers import fault
from door.call.roster import CallMessage
from door.call.stack import Layer
from door.play.api import Think
from door.play.match.values import Refusal
from door.ui.screen import Ask, DoAct, Effect, No
from door.ui.texts import reason_of, speaking, tr

LOG = logging.getLogger("door.call")
T = TypeVar("T")


def carry_out(call: Call, layer: Layer, effect: Effect) -> None:
    """Carry out the effect, or start it."""
    at_once = call.services[Features].handlers.now.get(type(effect))
    if at_once is not None:
        try:
            at_once(call, layer, effect)
        except Refusal as refused:
            call.post(layer, No(reason_of(refused), to=effect))
        except Exception as error:
            why = fault(call, effect, error)
            if layer in call.stack and not layer.slug:
                call.post(layer, No(why, to=effect))
            else:  # a game goes on, and a page that has closed hears nothing
                call.messages.notify(why)
        return
    patient = call.terminal.plain or not isinstance(effect, Think)
    if patient:
        layer.awaits.append(effect)
    call.services.keep(_answer(call, layer, effect))


def receive(call: Call, message: CallMessage[T]) -> T:
    """Carry out what others want from the call. Return the answer. Raises Refusal, also after a fault."""
    if (handler := call.services[Features].handlers.messages.get(type(message))) is None:
        LOG.error("node=%d nothing carries out %r", call.node, message)
        raise Refusal(tr.refused.missing_here())
    try:
        with speaking(call.terminal.language):
            answer: T = handler(call, message)
        return answer
    except Refusal:
        raise
    except Exception as error:
        raise Refusal(fault(call, message, error)) from error


async def _answer(call: Call, layer: Layer, effect: Effect) -> None:
    """Finish the effect, even if the call ends meanwhile."""
    try:
        answer = await call.services[Features].handlers.answer(call, layer, effect)
    except Exception as error:
        if layer.slug in call.services.doors and not isinstance(effect, (Ask, DoAct)):
            call.post(layer, Failed(error))  # the game may wait for it for ever
            return
        answer = No(fault(call, effect, error), to=effect)
    finally:
        layer.end_wait(effect)
    call.post(*((layer, answer) if answer is not None else (None, Redraw())))
