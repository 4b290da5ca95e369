"""A line from caller to caller: permission and delivery."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.call import access
from door.call.access import is_sysop_s
from door.call.api import Call
from door.call.bus import sendable
from door.call.feature import Feature
from door.call.handlers import Handlers, check
from door.call.messages import ANSWERS, PLAIN_KEYS
from door.call.roster import CallMessage
from door.call.stack import Layer
from door.features.messages.asks import WIDTH, Send
from door.pages.api import CallerLine
from door.play.match.values import Refusal
from door.term.charset import clean
from door.ui.screen import Done
from door.ui.texts import tr

HANDLERS: Final = Handlers()
sendable(CallerLine)


@HANDLERS.on(Send)
async def _send(call: Call, layer: Layer, effect: Send) -> Done:
    text, handle, roster = clean(effect.text, WIDTH).strip(), effect.handle, call.services.roster
    check("" if text else tr.mail.letter_empty())
    await call.messages.take_turn()
    there = roster.call(effect.node) if effect.node else roster.of(handle)
    if there is None or not there.admitted or there.handle != handle:
        gone = tr.people.not_on_node if effect.node else tr.people.not_online_any_more
        raise Refusal(gone(handle=handle, node=effect.node))
    check("" if is_sysop_s(call.services, handle) else access.not_heard_yet(call))
    check(access.between(call, handle))
    check("" if there.takes_messages else tr.people.not_taking_messages(handle=handle))
    when = call.services.now().strftime("%H:%M")
    if not await roster.post.ask(there.node, Deliver(CallerLine(call.who.handle, call.node, when, text))):
        raise Refusal(tr.people.not_online_any_more(handle=handle))
    sent = tr.people.message_sent(handle=handle)
    if not effect.node:  # the page may be closed by now
        call.messages.notify(sent)
    return Done(sent if effect.node else "", changed=False)


@sendable
@dataclass(frozen=True, slots=True)
class Deliver(CallMessage[bool]):
    """Ring, show a line from a caller or the sysop on the status line, and add it to the inbox.
    Return True."""

    note: CallerLine


@HANDLERS.on(Deliver)
def _deliver(call: Call, message: Deliver) -> bool:
    call.terminal.ring()
    key = PLAIN_KEYS[ANSWERS] if call.terminal.plain else ANSWERS
    call.messages.hear(message.note, tr.mail.key_answers(key=key) if message.note.node else "")
    return True


FEATURE: Final = Feature("messages", (HANDLERS,))
