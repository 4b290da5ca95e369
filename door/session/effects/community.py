"""What callers do among themselves: the wall, last callers, messages, letters, their own page.

Law: one short function for each effect and for each topic that may be asked, as in
`dispatch`; what waits for the disk does so in a thread.  Times become the board's own here,
so that pages need no clock.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from door.board import api as board
from door.records.callers.caller_file import CallerError
from door.records.community.community import LastCall, Letter, Posted
from door.records.ledger.history import History, Won, hall_of_fame, history
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.effects import external
from door.session.effects.handlers import Handlers
from door.session.effects.sysop_nodes import is_sysop
from door.term.charset import clean

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
MESSAGE_WIDTH: Final = 68
GUEST: Final = "Guests can read here, but leave nothing behind. Call again as NEW to join the board."


# -- what may be asked ------------------------------------------------------------------------


async def _who(call: Call) -> tuple[board.Online, ...]:
    return lobby.everybody(call.services)


async def _wall(call: Call) -> tuple[Posted, ...]:
    lines = await asyncio.to_thread(call.services.community.oneliners)
    return tuple(replace(line, t=shown_time(call, line.t)) for line in lines)


async def _may_post(call: Call) -> str:
    community, own = call.services.community, call.who.handle
    return await asyncio.to_thread(community.may_post, own) if call.who.caller else GUEST


async def _may_write(call: Call) -> str:
    community, own = call.services.community, call.who.handle
    return await asyncio.to_thread(community.may_write, own) if call.who.caller else GUEST


async def _calls(call: Call) -> tuple[LastCall, ...]:
    calls = await asyncio.to_thread(call.services.community.last_calls)
    return tuple(_shown_call(call, one) for one in calls)


async def _news(call: Call) -> tuple[tuple[LastCall, ...], tuple[Posted, ...]]:
    return await _calls(call), await _wall(call)


async def _letters(call: Call) -> tuple[Letter, ...]:
    if not is_sysop(call):
        return ()
    letters = await asyncio.to_thread(call.services.community.letters)
    return tuple(replace(letter, t=shown_time(call, letter.t)) for letter in letters)


async def _inbox(call: Call) -> tuple[board.Note, ...]:
    return call.messages.read()


async def _hall(call: Call) -> tuple[Won, ...]:
    doors = call.services.doors
    return call.services.store.ledger.read(lambda ledger: hall_of_fame(ledger, doors))


async def _profile(call: Call) -> board.Profile:
    services, caller = call.services, call.who.caller
    past = [
        board.DoorPast(services.doors[slug].INFO.name, services.doors[slug].INFO.accent, own)
        for slug, own in (await pasts(services, call.who.handle)).items()
    ]
    if caller is None:
        return board.Profile(call.who.handle, 0, "", "", tuple(past), ())
    since, last = shown_time(call, caller.created), shown_time(call, call.who.since)
    keys = tuple((key_name(line), line) for line in caller.keys)
    return board.Profile(caller.handle, caller.calls, since, last, tuple(past), keys)


async def pasts(services: Services, handle: str) -> dict[str, History]:
    """What a caller has on the books, door by door, and others have their turn between two doors:
    a year of a thousand callers' months takes some milliseconds."""
    found = {}
    for slug, door in services.doors.items():
        if settings := services.settings().doors.get(slug):
            asked = partial(history, door=door, options=settings.options, caller=handle)
            found[slug] = services.store.ledger.read(asked)
            await asyncio.sleep(0)
    return found


TOPICS: Final[dict[str, Callable[[Call], Awaitable[Any]]]] = {
    "who": _who,
    "wall": _wall,
    "may-post": _may_post,
    "may-write": _may_write,
    "calls": _calls,
    "news": _news,
    "letters": _letters,
    "inbox": _inbox,
    "hall": _hall,
    "profile": _profile,
    "more": external.more,
}


@HANDLERS.answered(board.Ask)
async def ask(call: Call, layer: Layer, effect: board.Ask) -> board.Answer:
    return board.Answer(effect.topic, await TOPICS[effect.topic](call))


def shown_time(call: Call, t: str) -> str:
    """A moment (RFC 3339) by the board's clock, "21 Nov, 14:05", with its year where it is another;
    "" for none."""
    now = call.services.now()
    try:
        moment = datetime.fromisoformat(t).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return ""
    return moment.strftime("%d %b, %H:%M" if moment.year == now.year else "%d %b %Y")


def _shown_call(call: Call, one: LastCall) -> LastCall:
    doors = {slug: door.INFO.name for slug, door in call.services.doors.items()}
    doors |= {slug: door.name for slug, door in call.services.settings().externals.items()}
    names = tuple(doors[slug] for slug in one.doors if slug in doors)
    return replace(one, t=shown_time(call, one.t), doors=names)


def key_name(line: str) -> str:
    """An OpenSSH public key as people tell it from others: type, SHA-256 fingerprint, comment."""
    kind, _, rest = line.partition(" ")
    text, _, comment = rest.partition(" ")
    try:
        digest = hashlib.sha256(base64.b64decode(text, validate=True)).digest()
    except binascii.Error:
        return clean(line, 60)
    finger = base64.b64encode(digest).decode().rstrip("=")
    return clean(f"{kind} SHA256:{finger} {comment}".strip())


# -- after the log-on ---------------------------------------------------------------------------


async def has_news(call: Call, since: str) -> bool:
    """Whether somebody else has called or written on the wall since then (RFC 3339 UTC)."""
    community, own = call.services.community, call.who.handle.casefold()
    found: list[Posted | LastCall] = [*await asyncio.to_thread(community.oneliners)]
    found += await asyncio.to_thread(community.last_calls)
    return any(one.t > since and one.handle.casefold() != own for one in found)


def call_over(call: Call) -> None:
    """The call joins the last callers; a guest's does not."""
    if call.who.caller is None or call.who.guest:
        return
    minutes = call.clock.seconds // 60
    past = LastCall(call.who.handle, call.who.admitted, call.node, minutes, call.history.doors)
    call.services.keep(asyncio.to_thread(call.services.community.note_call, past))


# -- what may be done ---------------------------------------------------------------------------


@HANDLERS.answered(board.Send)
async def _send(call: Call, layer: Layer, effect: board.Send) -> board.Done | board.Denied:
    text = clean(effect.text, MESSAGE_WIDTH).strip()
    if not text:
        return board.Denied("There was nothing in it to send.")
    await call.messages.turn_to_send()
    there = call.services.roster.call(effect.node)
    if there is None or not there.who.admitted or there.who.handle != effect.handle:
        return board.Denied(f"{effect.handle} is not on node {effect.node} any more.")
    if there.terminal.prefs.get("messages") == "off":
        return board.Denied(f"{effect.handle} takes no messages just now.")
    when = call.services.now().strftime("%H:%M")
    there.messages.hear(board.Note(call.who.handle, call.node, when, text))
    call.messages.sent()
    return board.Done(f"Sent to {effect.handle}.")


@HANDLERS.answered(board.Post)
async def _post(call: Call, layer: Layer, effect: board.Post) -> board.Done | board.Denied:
    if call.who.caller is None:
        return board.Denied(GUEST)
    reason = await asyncio.to_thread(call.services.community.post, call.who.handle, effect.text)
    return board.Denied(reason) if reason else board.Done("It is on the wall.")


@HANDLERS.answered(board.Write)
async def _write(call: Call, layer: Layer, effect: board.Write) -> board.Done | board.Denied:
    if call.who.caller is None:
        return board.Denied(GUEST)
    reason = await asyncio.to_thread(call.services.community.write, call.who.handle, effect.lines)
    if reason:
        return board.Denied(reason)
    LOG.info("feedback node=%d caller=%r", call.node, call.who.handle)
    return board.Done("Your letter is with the sysop. Thank you.")


@HANDLERS.answered(board.AddKey)
async def _add_key(call: Call, layer: Layer, effect: board.AddKey) -> board.Done | board.Denied:
    callers = call.services.callers
    if call.who.caller is None:
        return board.Denied(GUEST)
    try:
        call.who.known(await asyncio.to_thread(callers.add_key, call.who.handle, effect.line))
    except CallerError as error:
        return board.Denied(str(error))
    LOG.info("key added node=%d caller=%r", call.node, call.who.handle)
    return board.Done("The key is yours from the next SSH call on.")


@HANDLERS.answered(board.DropKey)
async def _drop_key(call: Call, layer: Layer, effect: board.DropKey) -> board.Done | board.Denied:
    if call.who.caller is None:
        return board.Denied(GUEST)
    try:
        caller = await call.services.callers.edit(
            call.who.handle, lambda c: replace(c, keys=tuple(key for key in c.keys if key != effect.line))
        )
    except CallerError as error:
        return board.Denied(str(error))
    call.who.known(caller)
    LOG.info("key removed node=%d caller=%r", call.node, call.who.handle)
    return board.Done("The key is removed.")
