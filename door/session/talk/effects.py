"""Messages, letters, Chat, the wall and pages for the sysop: permission, delivery and notices.

Disk access runs in a thread. A letter is saved before anybody is notified.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.board import api as board
from door.board import menu
from door.board.api import Done
from door.board.community import chat, letter, mail
from door.board.community import effects as talk
from door.midend import api
from door.midend.match.values import Refusal
from door.records.community.community import Posted
from door.records.community.letters import SYSOP, About, Letter
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.bus import carried
from door.session.call.messages import ANSWERS, MAIL, PLAIN_KEYS
from door.session.call.roster import Message, Notify, On
from door.session.call.screens import Address
from door.session.call.stack import Layer
from door.session.clock.access import is_sysop, is_sysop_s
from door.session.effects.handlers import Handlers, check, need
from door.session.talk import ignoring
from door.settings import hours
from door.settings.forms import MENU
from door.term.charset import clean
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, tr
from door.ui.words import short_month

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
HANDLERS.does(board.IGNORE)(ignoring.toggle)
carried(board.Note)


@HANDLERS.does(talk.OPEN)
async def _open_to_a_game(call: Call, arg: None) -> Said:
    call.who.open = not call.who.open
    return tr.people.now_open() if call.who.open else tr.people.no_longer_open()


def key_of(services: Services, command: str) -> str:
    """Return a command's key in the main menu, such as "M". Without one, return the shipped key."""
    return dict(services.settings().board.commands).get(command, MENU[command]).upper()


# -- the mailbox --------------------------------------------------------------------------


@HANDLERS.answers(talk.MAIL)
async def _mail(call: Call, sysops: bool) -> talk.Mail:
    box = call.services.community.letters.box
    if sysops:
        letters = await asyncio.to_thread(box, SYSOP) if is_sysop(call) else ()
        call.messages.to_sysop = len(letters)
        return talk.Mail((), tuple(replace(one, read=True) for one in _shown(call, letters)))
    notes = call.messages.read()
    if call.who.caller is None:
        return talk.Mail(notes, ())
    letters, drafts = await asyncio.to_thread(_both, call)
    call.messages.letters = sum(not one.read for one in letters)
    return talk.Mail(notes, _shown(call, letters), _shown(call, drafts))


def _both(call: Call) -> tuple[tuple[Letter, ...], tuple[Letter, ...]]:
    letters, whose = call.services.community.letters, call.who.handle
    return letters.box(whose), letters.drafts(whose)


def _shown(call: Call, letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
    return tuple(replace(one, t=lobby.shown_time(call, one.t)) for one in letters)


@HANDLERS.answered(talk.OpenLetter)
async def _open(call: Call, layer: Layer, effect: talk.OpenLetter) -> None:
    if call.who.caller is not None:
        await asyncio.to_thread(call.services.community.letters.mark_read, call.who.handle, effect.id)
        await count(call)


@HANDLERS.answered(talk.Delete)
async def _delete(call: Call, layer: Layer, effect: talk.Delete) -> Done:
    if isinstance(effect.what, board.Note):
        call.messages.forget(effect.what)
        return Done(tr.mail.letter_deleted())
    need(not effect.sysops or is_sysop(call), tr.sysop.sysops_only)
    if effect.what.about == "draft":
        await throw_away(call, effect.what.handle)
    else:
        whose = SYSOP if effect.sysops else call.who.handle
        check(await asyncio.to_thread(call.services.community.letters.delete, whose, effect.what.id))
    return Done(tr.mail.letter_deleted())


async def count(call: Call) -> None:
    """Count the caller's unread letters, and for a sysop the letters to the sysop."""
    call.messages.letters, call.messages.to_sysop = await asyncio.to_thread(counts, call, is_sysop(call))


def counts(call: Call, sysop: bool) -> tuple[int, int]:
    """Return the caller's number of unread letters, and for a `sysop` the number of letters to the sysop."""
    letters = call.services.community.letters
    unread = letters.unread(call.who.handle) if call.who.caller is not None else 0
    return unread, len(letters.box(SYSOP)) if sysop else 0


# -- writing ------------------------------------------------------------------------------


@HANDLERS.answers(talk.MAY_WRITE)
async def _may_write(call: Call, name: str) -> talk.Addressee:
    to, letters = await _addressed(call, name), call.services.community.letters
    check(await asyncio.to_thread(letters.may_send, call.who.handle, to, is_sysop(call)))
    drafts = await asyncio.to_thread(letters.drafts, call.who.handle)
    return talk.Addressee(to, next((one.lines for one in drafts if one.handle == to), ()))


@HANDLERS.at_once(talk.KeepDraft)
def _keeps(call: Call, layer: Layer, effect: talk.KeepDraft) -> None:
    if call.who.caller is not None:
        layer.ends.append(partial(_keep_draft, call, layer))


def _keep_draft(call: Call, layer: Layer) -> None:
    """Save a letter as a draft, because its page closes."""
    if lines := letter.unfinished(layer.state):
        keep, whose = call.services.community.letters.keep_draft, call.who.handle
        call.services.writes.add(whose, asyncio.to_thread(keep, whose, layer.state.to, lines))


@HANDLERS.does(talk.THROW_AWAY)
async def throw_away(call: Call, to: str) -> MaybeSaid:
    if call.who.caller is not None:
        keep = call.services.community.letters.keep_draft
        await asyncio.to_thread(keep, call.who.handle, to, ())
    return ""


def drafts(call: Call) -> MaybeSaid:
    found = call.services.community.letters.drafts(call.who.handle)
    if not found:
        return ""
    return tr.mail.draft_unfinished(
        who=found[-1].handle or tr.mail.the_sysop(), key=key_of(call.services, "messages")
    )


async def _addressed(call: Call, to: str) -> str:
    """Return the handle of the caller to write to, in its registered spelling. Raises Refusal."""
    need(call.who.caller, tr.people.guests_can_only_read)
    there = await asyncio.to_thread(call.services.callers.find, to) if to != SYSOP else None
    if there is None and to.casefold() in (SYSOP, call.services.settings().board.sysop.casefold()):
        return SYSOP
    if there is None:
        raise Refusal(tr.people.no_such_handle(who=to))
    check("" if there.sysop else ignoring.leaves_nothing(call))
    need(there.handle != call.who.handle, tr.mail.cannot_write_to_yourself)
    check(ignoring.between(call, there.handle))
    return there.handle


@HANDLERS.answered(talk.Write)
async def _write(call: Call, layer: Layer, effect: talk.Write) -> Done:
    own, keep = call.who.handle, call.services.community.letters.keep_draft
    try:
        to = await _addressed(call, effect.to)
        check(await leave(call.services, own, to, effect.lines, by_sysop=is_sysop(call)))
    except Refusal:
        if call.who.caller is not None:
            await asyncio.to_thread(keep, own, effect.to, effect.lines)
        raise
    await asyncio.to_thread(keep, own, effect.to, ())
    LOG.info("%s node=%d caller=%r", "letter" if to else "feedback", call.node, own)
    return Done(tr.mail.letter_sent(who=to) if to else tr.mail.feedback_sent())


async def leave(
    services: Services,
    sender: str,
    to: str,
    lines: tuple[str, ...],
    about: About = "",
    by_sysop: bool = False,
) -> MaybeSaid:
    """Send a letter, and notify its recipient if they are online. Return the refusal, or ""."""
    send = services.community.letters.send
    if reason := await asyncio.to_thread(send, sender, to, lines, about, by_sysop):
        return reason
    if to != SYSOP:
        services.outside.tell(to, tr.outside.letter(who=sender))
    if to != SYSOP and (there := services.roster.of(to)):
        came = tr.mail.letter_came(who=sender, key=key_of(services, "messages"))
        services.roster.post.send(there.node, LetterCame(Notify(came, MAIL, bell=True)))
    for one in sysops_on(services) if to == SYSOP else ():
        told = None if about else Notify(tr.mail.letter_to_sysop_came(who=sender))
        services.roster.post.send(one.node, LetterCame(told))
    return ""


def sysops_on(services: Services) -> list[On]:
    return [one for one in services.roster.on() if one.caller and is_sysop_s(services, one.handle)]


@carried
@dataclass(frozen=True, slots=True)
class LetterCame(Message[None]):
    """Count the letters again, then show the notice, if any."""

    notice: Notify | None


@HANDLERS.receives(LetterCame)
def _letter_came(call: Call, message: LetterCame) -> None:
    call.services.keep(_counted(call, message))


async def _counted(call: Call, message: LetterCame) -> None:
    await count(call)
    if message.notice:
        call.receive(message.notice)


def _hears(call: Call, node: int, handle: str) -> On:
    """Return the call that receives a line. Raises Refusal."""
    roster = call.services.roster
    there = roster.call(node) if node else roster.of(handle)
    if there is None or not there.admitted or there.handle != handle:
        gone = tr.people.not_on_node if node else tr.people.not_online_any_more
        raise Refusal(gone(handle=handle, node=node))
    check("" if is_sysop_s(call.services, handle) else ignoring.not_heard_yet(call))
    check(ignoring.between(call, handle))
    if not there.takes_messages:
        raise Refusal(tr.people.not_taking_messages(handle=handle))
    return there


@HANDLERS.answers(talk.MAY_SEND)
async def _may_line(call: Call, to: tuple[int, str]) -> str:
    return _hears(call, *to).handle


@HANDLERS.answered(talk.Send)
async def _send(call: Call, layer: Layer, effect: talk.Send) -> Done:
    text = clean(effect.text, mail.WIDTH).strip()
    need(text, tr.mail.letter_empty)
    await call.messages.turn_to_send()
    there = _hears(call, effect.node, effect.handle)
    when = call.services.now().strftime("%H:%M")
    note = board.Note(call.who.handle, call.node, when, text)
    if not await call.services.roster.post.ask(there.node, Deliver(note)):
        raise Refusal(tr.people.not_online_any_more(handle=effect.handle))
    call.messages.sent()
    sent = tr.people.message_sent(handle=effect.handle)
    if not effect.node:  # the page may be closed by now
        call.messages.notify(sent)
    return Done(sent if effect.node else "")


@carried
@dataclass(frozen=True, slots=True)
class Deliver(Message[bool]):
    """Ring, show a line from a caller or the sysop on the status line, and add it to the inbox.
    Return True."""

    note: board.Note


@HANDLERS.receives(Deliver)
def _deliver(call: Call, message: Deliver) -> bool:
    call.terminal.ring()
    key = PLAIN_KEYS[ANSWERS] if call.terminal.plain else ANSWERS
    call.messages.hear(message.note, tr.mail.key_answers(key=key) if message.note.node else "")
    return True


# -- chat, and paging the sysop ---------------------------------------------------------------------


SAY_SECONDS: Final = 1.0
"""Minimum seconds between two lines of one caller. The second one waits."""


@HANDLERS.at_once(talk.EnterChat)
def _enter(call: Call, layer: Layer, effect: talk.EnterChat) -> None:
    """Enter Chat. If the room was empty, notify callers at the main menu."""
    room, own = call.services.chat, call.who.handle
    key = dict(call.services.settings().board.commands).get("chat", "")
    first = room.is_empty and not ignoring.not_heard_yet(call)
    first = first and not room.told.take(own, call.services.now())
    room.come(Address(call, layer), layer)
    call.services.roster.show(call.node)
    if first and key:
        call.services.roster.post.send_to_all(ChatBegins(own, key.upper()), but=call.node)


@carried
@dataclass(frozen=True, slots=True)
class ChatBegins(Message[None]):
    """A caller has entered Chat, where nobody was before. `key` opens it in the main menu."""

    who: str
    key: str


@HANDLERS.receives(ChatBegins)
def _chat_begins(call: Call, message: ChatBegins) -> None:
    at_menu = bool(call.stack) and call.stack.top.screen is menu.PAGE
    if at_menu and not call.who.ignores(message.who):
        call.messages.notify(tr.menu.one_in_chat(who=message.who, key=message.key))


@HANDLERS.answered(talk.SayInChat)
async def _say(call: Call, layer: Layer, effect: talk.SayInChat) -> None:
    if text := clean(effect.text, chat.LIMIT).strip():
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
    key = key_of(services, "feedback")
    return tr.people.page_again_later(when=when, key=key) if when else tr.people.paging_off(key=key)


@HANDLERS.answers(talk.MAY_PAGE)
async def _may_page(call: Call, arg: None) -> bool:
    may = call.services.community.letters.may_send
    check(_not_now(call.services) or await asyncio.to_thread(may, call.who.handle, SYSOP))
    return True


@HANDLERS.does(talk.PAGE_SYSOP)
async def _page(call: Call, typed: str) -> Said:
    services, own = call.services, call.who.handle
    text = clean(typed, chat.REASON).strip()
    need(text, tr.mail.letter_empty)
    check(_not_now(services) or await leave(services, own, SYSOP, (text,), "page"))
    LOG.warning("page node=%d caller=%r address=%s text=%r", call.node, own, call.who.address, text)
    sysops = [one for one in sysops_on(services) if one.node != call.node]
    for one in sysops:
        paged = tr.people.chat_page(who=own, node=call.node, text=text)
        services.roster.post.send(one.node, Notify(paged, bell=True))
    return tr.people.sysop_paged() if sysops else tr.people.no_sysop_on()


# -- the wall -------------------------------------------------------------------------------------


@HANDLERS.answers(talk.WALL)
async def _wall(call: Call, arg: None) -> tuple[Posted, ...]:
    return await posted(call)


async def posted(call: Call) -> tuple[Posted, ...]:
    lines = await asyncio.to_thread(call.services.community.oneliners)
    return tuple(replace(line, t=lobby.shown_time(call, line.t)) for line in lines)


@HANDLERS.answers(talk.MAY_POST)
async def _may_post(call: Call, arg: None) -> bool:
    may = call.services.community.may_post
    check(ignoring.leaves_nothing(call) or await asyncio.to_thread(may, call.who.handle))
    return True


@HANDLERS.does(talk.POST)
async def _post(call: Call, text: str) -> Said:
    post = call.services.community.post
    check(ignoring.leaves_nothing(call) or await asyncio.to_thread(post, call.who.handle, text))
    return tr.people.wall_posted()


@HANDLERS.does(api.PUT_ON_WALL)
async def _put_on_wall(call: Call, result: tuple[str, str]) -> MaybeSaid | No:
    """Post a finished game on the wall: "Shut The Box 22 Nov: ▓▓▓▓▓▓▓░░ 7 shut, 96 points"."""
    (slug, text), now = result, call.services.now()
    name = call.services.doors[slug].INFO.name()
    return await _post(call, tr.people.wall_game(door=name, day=now.day, month=short_month(now), text=text))
