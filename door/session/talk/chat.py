"""Chat, and paging the sysop."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from door.board import api as board
from door.board import menu
from door.board.community import chat, page_sysop
from door.board.community import effects as talk
from door.records.community.letters import SYSOP
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.clock.access import is_sysop
from door.session.effects.handlers import Handlers
from door.session.tables import ignoring
from door.session.talk import mail
from door.settings import hours
from door.term.charset import clean
from door.ui.screen import No
from door.ui.texts import MaybeSaid, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
SAY_SECONDS: Final = 1.0
"""Minimum seconds between two lines of one caller. The second one waits."""


@HANDLERS.at_once(talk.EnterChat)
def _enter(call: Call, layer: Layer, effect: talk.EnterChat) -> None:
    """Enter Chat. If the room was empty, notify callers at the main menu."""
    room, own = call.services.chat, call.who.handle
    key = dict(call.services.settings().board.commands).get("chat", "")
    first = not room.here and not ignoring.not_heard_yet(call)
    first = first and not room.told.take(own, call.services.now())
    room.come(call, layer)
    for one in call.services.roster.on() if first else ():
        at_menu = bool(one.stack) and one.stack.top.screen is menu
        if key and at_menu and one is not call and not one.who.ignores(own):
            one.messages.notify(tr.menu.one_in_chat(who=own, key=key.upper()))


@HANDLERS.answered(talk.SayInChat)
async def _say(call: Call, layer: Layer, effect: talk.SayInChat) -> None:
    if text := clean(effect.text, chat.WIDTH).strip():
        if reason := ignoring.not_heard_yet(call):
            call.messages.notify(reason)
            return
        await call.messages.turn_to_send()
        call.messages.sent(SAY_SECONDS)
        call.services.chat.say(call.who.handle, text)


def _not_now(services: Services) -> MaybeSaid:
    """Return the reason why the sysop can't be paged now, or ""."""
    now = services.now()
    state = hours.look(services.settings().board.page_hours, now)
    if state.open:
        return ""
    when = hours.moment_words(state.until, now) if state.until else ""
    key = mail.key_of(services, "feedback")
    return tr.people.page_again_later(when=when, key=key) if when else tr.people.paging_off(key=key)


@HANDLERS.answers(talk.MAY_PAGE)
async def _may_page(call: Call, arg: None) -> bool | No:
    may = call.services.community.letters.may_send
    reason = _not_now(call.services) or await asyncio.to_thread(may, call.who.handle, SYSOP)
    return No(reason) if reason else True


@HANDLERS.answered(talk.PageSysop)
async def _page(call: Call, layer: Layer, effect: talk.PageSysop) -> board.Done | No:
    services, own = call.services, call.who.handle
    text = clean(effect.text, page_sysop.WIDTH).strip()
    if not text:
        return No(tr.mail.letter_empty())
    if reason := _not_now(services) or await mail.leave(services, own, SYSOP, (text,), "page"):
        return No(reason)
    LOG.warning("page node=%d caller=%r address=%s text=%r", call.node, own, call.who.address, text)
    sysops = [one for one in services.roster.on() if one is not call and is_sysop(one)]
    for one in sysops:
        one.terminal.ring()
        one.messages.notify(tr.people.chat_page(who=own, node=call.node, text=text))
    return board.Done(tr.people.sysop_paged() if sysops else tr.people.no_sysop_on())
