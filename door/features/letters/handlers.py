"""Letters, and paging the sysop: permission, delivery and notices.

Disk access runs in a thread. A letter is saved before anybody is notified.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.call import access
from door.call.access import is_sysop, is_sysop_s
from door.call.api import Call, Services
from door.call.bus import Gap, sendable
from door.call.feature import Feature
from door.call.handlers import Handlers, check, need
from door.call.known import shown_time
from door.call.messages import MAIL as ABOUT_MAIL
from door.call.navigation import key_of, lay_over
from door.call.roster import CallInfo, CallMessage, Notify
from door.call.stack import Layer
from door.features.letters.asks import (
    ADDRESSEE,
    MAIL,
    PAGE_SYSOP,
    THROW_AWAY,
    Addressee,
    Delete,
    KeepDraft,
    MailContents,
    OpenLetter,
    Write,
)
from door.features.letters.pages import letter, mail
from door.notify.outside import Outside
from door.pages import api as board
from door.pages.api import Done
from door.play.match.values import Refusal
from door.records.community.letters import SYSOP, About, Letter, Letters
from door.settings import hours
from door.term.charset import clean
from door.ui.texts import MaybeSaid, Said, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


# -- the mailbox --------------------------------------------------------------------------


@HANDLERS.on(MAIL)
async def _mail(call: Call, sysops: bool) -> MailContents:
    box = call.services[Letters].box
    if sysops:
        letters = await asyncio.to_thread(box, SYSOP) if is_sysop(call) else ()
        call.messages.to_sysop = len(letters)
        return MailContents((), tuple(replace(one, read=True) for one in _with_shown_times(call, letters)))
    notes = call.messages.read()
    if call.who.caller is None:
        return MailContents(notes, ())
    letters, drafts = await asyncio.to_thread(_both, call)
    call.messages.letters = sum(not one.read for one in letters)
    return MailContents(notes, _with_shown_times(call, letters), _with_shown_times(call, drafts))


def _both(call: Call) -> tuple[tuple[Letter, ...], tuple[Letter, ...]]:
    letters, whose = call.services[Letters], call.who.handle
    return letters.box(whose), letters.drafts(whose)


def _with_shown_times(call: Call, letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
    return tuple(replace(one, t=shown_time(call, one.t)) for one in letters)


@HANDLERS.on(OpenLetter)
async def _open(call: Call, layer: Layer, effect: OpenLetter) -> None:
    if call.who.caller is not None:
        await asyncio.to_thread(call.services[Letters].mark_read, call.who.handle, effect.id)
        await count(call)


@HANDLERS.on(Delete)
async def _delete(call: Call, layer: Layer, effect: Delete) -> Done:
    if isinstance(effect.what, board.CallerLine):
        call.messages.forget(effect.what)
        return Done(tr.mail.letter_deleted())
    check(access.sysops_only(call) if effect.sysops else "")
    if effect.what.about == "draft":
        await throw_away(call, effect.what.handle)
    else:
        whose = SYSOP if effect.sysops else call.who.handle
        check(await asyncio.to_thread(call.services[Letters].delete, whose, effect.what.id))
    return Done(tr.mail.letter_deleted())


async def count(call: Call) -> None:
    """Count the caller's unread letters, and for a sysop the letters to the sysop."""
    call.messages.letters, call.messages.to_sysop = await asyncio.to_thread(counts, call, is_sysop(call))


def counts(call: Call, sysop: bool) -> tuple[int, int]:
    """Return the caller's number of unread letters, and for a `sysop` the number of letters to the sysop."""
    letters = call.services[Letters]
    unread = letters.unread(call.who.handle) if call.who.caller is not None else 0
    return unread, len(letters.box(SYSOP)) if sysop else 0


# -- writing ------------------------------------------------------------------------------


@HANDLERS.on(ADDRESSEE)
async def _addressee(call: Call, name: str) -> Addressee:
    to = await _handle_of_addressee(call, name)
    drafts = await asyncio.to_thread(call.services[Letters].drafts, call.who.handle)
    return Addressee(to, next((one.lines for one in drafts if one.handle == to), ()))


@HANDLERS.on(KeepDraft)
def _keeps(call: Call, layer: Layer, effect: KeepDraft) -> None:
    if call.who.caller is not None:
        layer.ends.append(partial(_keep_draft, call, layer))


def _keep_draft(call: Call, layer: Layer) -> None:
    """Save a letter as a draft, because its page closes."""
    if lines := letter.draft_lines(layer.state):
        keep, whose = call.services[Letters].keep_draft, call.who.handle
        call.services.writes.add(whose, asyncio.to_thread(keep, whose, layer.state.to, lines))


@HANDLERS.on(THROW_AWAY)
async def throw_away(call: Call, to: str) -> MaybeSaid:
    if call.who.caller is not None:
        keep = call.services[Letters].keep_draft
        await asyncio.to_thread(keep, call.who.handle, to, ())
    return ""


def drafts(call: Call) -> MaybeSaid:
    found = call.services[Letters].drafts(call.who.handle)
    if not found:
        return ""
    return tr.mail.draft_unfinished(
        who=found[-1].handle or tr.mail.the_sysop(), key=key_of(call.services, "messages")
    )


async def _handle_of_addressee(call: Call, to: str) -> str:
    """Return the handle of the caller to write to, in its registered spelling. Raises Refusal."""
    need(call.who.caller, tr.people.guests_can_only_read)
    there = await asyncio.to_thread(call.services.callers.find, to) if to != SYSOP else None
    if there is None and to.casefold() in (SYSOP, call.services.settings().board.sysop.casefold()):
        return SYSOP
    if there is None:
        raise Refusal(tr.people.no_such_handle(who=to))
    check("" if there.sysop else access.leaves_nothing(call))
    need(there.handle != call.who.handle, tr.mail.cannot_write_to_yourself)
    check(access.between(call, there.handle))
    return there.handle


@HANDLERS.on(Write)
async def _write(call: Call, layer: Layer, effect: Write) -> Done:
    own, keep = call.who.handle, call.services[Letters].keep_draft
    try:
        to = await _handle_of_addressee(call, effect.to)
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
    send = services[Letters].send
    if reason := await asyncio.to_thread(send, sender, to, lines, about, by_sysop):
        return reason
    if to != SYSOP:
        services[Outside].tell(to, tr.outside.letter(who=sender))
    if to != SYSOP and (there := services.roster.of(to)):
        came = tr.mail.letter_came(who=sender, key=key_of(services, "messages"))
        services.roster.post.send(there.node, LetterCame(Notify(came, ABOUT_MAIL, bell=True)))
    for one in sysops_on(services) if to == SYSOP else ():
        told = None if about else Notify(tr.mail.letter_to_sysop_came(who=sender))
        services.roster.post.send(one.node, LetterCame(told))
    return ""


def sysops_on(services: Services) -> list[CallInfo]:
    return [one for one in services.roster.on() if one.caller and is_sysop_s(services, one.handle)]


@sendable
@dataclass(frozen=True, slots=True)
class LetterCame(CallMessage[None]):
    """Count the letters again, then show the notice, if any."""

    notice: Notify | None


@HANDLERS.on(LetterCame)
def _letter_came(call: Call, message: LetterCame) -> None:
    call.services.keep(_count_and_notify(call, message))


async def _count_and_notify(call: Call, message: LetterCame) -> None:
    await count(call)
    if message.notice:
        call.receive(message.notice)


# -- paging the sysop ----------------------------------------------------------------------------


def _not_now(services: Services) -> MaybeSaid:
    """Return the reason why the sysop can't be paged now, or ""."""
    now = services.now()
    state = hours.look(services.settings().board.page_hours, now)
    if state.open:
        return ""
    when = hours.moment_words(state.until, now) if state.until else ""
    key = key_of(services, "feedback")
    return tr.people.page_again_later(when=when, key=key) if when else tr.people.paging_off(key=key)


@HANDLERS.on(PAGE_SYSOP)
async def _page(call: Call, typed: str) -> Said:
    services, own = call.services, call.who.handle
    text = clean(typed, letter.REASON).strip()
    check(_not_now(services) or await leave(services, own, SYSOP, (text,), "page"))
    LOG.warning("page node=%d caller=%r address=%s text=%r", call.node, own, call.who.address, text)
    sysops = [one for one in sysops_on(services) if one.node != call.node]
    for one in sysops:
        paged = tr.people.chat_page(who=own, node=call.node, text=text)
        services.roster.post.send(one.node, Notify(paged, bell=True))
    return tr.people.sysop_paged() if sysops else tr.people.no_sysop_on()


def joins(services: Services) -> None:
    """Count the letters again when messages of other hosts were lost."""
    services.roster.bus.hears(Gap, lambda gap, host: services.roster.post.send_here(LetterCame(None)))


def _letters(services: Services) -> Letters:
    return Letters(
        services.store.journal.store, services.now, lambda: services.settings().callers.letter_days
    )


def _reply(call: Call) -> bool:
    lay_over(call, "inbox", mail.REPLY)
    return True


FEATURE: Final = Feature(
    "letters",
    (HANDLERS,),
    {
        "inbox": mail.PAGE,
        "feedback": letter.PAGE,
        "write": letter.PAGE,
        "page": letter.PAGING,
    },
    makes=(_letters,),
    joins=joins,
    anywhere=dict.fromkeys(("ctrl-r", "/r", "/reply"), _reply),
)
