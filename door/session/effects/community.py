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
from typing import TYPE_CHECKING, Any, Final

from door.board import api as board
from door.records.callers.caller_file import CallerError
from door.records.community.community import LastCall, Letter, Posted
from door.records.ledger.history import History, Won, hall_of_fame, history
from door.session.effects import external
from door.session.effects.sysop_nodes import is_sysop
from door.term.charset import clean

if TYPE_CHECKING:
    from door.session.call.loop import Session
    from door.session.call.services import Services
    from door.session.call.stack import Layer

LOG = logging.getLogger("door.call")
MESSAGE_WIDTH: Final = 68
MESSAGE_SECONDS: Final = 3.0
"""Between two messages of one caller, so that nobody is flooded: the second waits that long."""

GUEST: Final = "Guests can read here, but leave nothing behind. Call again as NEW to join the board."


# -- what may be asked ------------------------------------------------------------------------


async def _who(session: Session) -> tuple[board.Online, ...]:
    return session.services.roster.online()


async def _wall(session: Session) -> tuple[Posted, ...]:
    lines = await asyncio.to_thread(session.services.community.oneliners)
    return tuple(replace(line, t=shown_time(session, line.t)) for line in lines)


async def _may_post(session: Session) -> str:
    community, own = session.services.community, session.handle
    return await asyncio.to_thread(community.may_post, own) if session.caller else GUEST


async def _may_write(session: Session) -> str:
    community, own = session.services.community, session.handle
    return await asyncio.to_thread(community.may_write, own) if session.caller else GUEST


async def _calls(session: Session) -> tuple[LastCall, ...]:
    calls = await asyncio.to_thread(session.services.community.last_calls)
    return tuple(_shown_call(session, call) for call in calls)


async def _news(session: Session) -> tuple[tuple[LastCall, ...], tuple[Posted, ...]]:
    return await _calls(session), await _wall(session)


async def _letters(session: Session) -> tuple[Letter, ...]:
    if not is_sysop(session):
        return ()
    letters = await asyncio.to_thread(session.services.community.letters)
    return tuple(replace(letter, t=shown_time(session, letter.t)) for letter in letters)


async def _inbox(session: Session) -> tuple[board.Note, ...]:
    session.unread = 0
    return session.inbox


async def _hall(session: Session) -> tuple[Won, ...]:
    doors = session.services.doors
    return session.services.store.ledger.read(lambda ledger: hall_of_fame(ledger, doors))


async def _profile(session: Session) -> board.Profile:
    services, caller = session.services, session.caller
    past = [
        board.DoorPast(services.doors[slug].INFO.name, services.doors[slug].INFO.accent, own)
        for slug, own in (await pasts(services, session.handle)).items()
    ]
    if caller is None:
        return board.Profile(session.handle, 0, "", "", tuple(past), ())
    since, last = shown_time(session, caller.created), shown_time(session, session.since)
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


TOPICS: Final[dict[str, Callable[[Session], Awaitable[Any]]]] = {
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


async def ask(session: Session, layer: Layer, effect: board.Ask) -> board.Answer:
    return board.Answer(effect.topic, await TOPICS[effect.topic](session))


def shown_time(session: Session, t: str) -> str:
    """A moment (RFC 3339) by the board's clock, "21 Nov, 14:05", with its year where it is another;
    "" for none."""
    now = session.services.now()
    try:
        moment = datetime.fromisoformat(t).astimezone(now.tzinfo)
    except (ValueError, OverflowError):
        return ""
    return moment.strftime("%d %b, %H:%M" if moment.year == now.year else "%d %b %Y")


def _shown_call(session: Session, call: LastCall) -> LastCall:
    doors = {slug: door.INFO.name for slug, door in session.services.doors.items()}
    doors |= {slug: door.name for slug, door in session.services.settings().externals.items()}
    names = tuple(doors[slug] for slug in call.doors if slug in doors)
    return replace(call, t=shown_time(session, call.t), doors=names)


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


async def has_news(session: Session, since: str) -> bool:
    """Whether somebody else has called or written on the wall since then (RFC 3339 UTC)."""
    community, own = session.services.community, session.handle.casefold()
    found: list[Posted | LastCall] = [*await asyncio.to_thread(community.oneliners)]
    found += await asyncio.to_thread(community.last_calls)
    return any(one.t > since and one.handle.casefold() != own for one in found)


def call_over(session: Session) -> None:
    """The call joins the last callers; a guest's does not."""
    if session.caller is None or session.guest:
        return
    call = LastCall(
        session.handle, session.admitted, session.node, session.time.seconds // 60, session.visited
    )
    session.services.keep(asyncio.to_thread(session.services.community.note_call, call))


# -- what may be done ---------------------------------------------------------------------------


async def _send(session: Session, layer: Layer, effect: board.Send) -> board.Done | board.Denied:
    text, now = clean(effect.text, MESSAGE_WIDTH).strip(), asyncio.get_running_loop().time()
    if not text:
        return board.Denied("There was nothing in it to send.")
    await asyncio.sleep(session.silent_until - now)
    others = [one for one in session.services.roster.sessions() if one.node == effect.node]
    there = next((one for one in others if one.online.handle == effect.handle), None)
    if there is None:
        return board.Denied(f"{effect.handle} is not on node {effect.node} any more.")
    when = session.services.now().strftime("%H:%M")
    if not there.hear(board.Note(session.handle, session.node, when, text)):
        return board.Denied(f"{effect.handle} takes no messages just now.")
    session.silent_until = asyncio.get_running_loop().time() + MESSAGE_SECONDS
    return board.Done(f"Sent to {effect.handle}.")


async def _post(session: Session, layer: Layer, effect: board.Post) -> board.Done | board.Denied:
    if session.caller is None:
        return board.Denied(GUEST)
    reason = await asyncio.to_thread(session.services.community.post, session.handle, effect.text)
    return board.Denied(reason) if reason else board.Done("It is on the wall.")


async def _write(session: Session, layer: Layer, effect: board.Write) -> board.Done | board.Denied:
    if session.caller is None:
        return board.Denied(GUEST)
    reason = await asyncio.to_thread(session.services.community.write, session.handle, effect.lines)
    if reason:
        return board.Denied(reason)
    LOG.info("feedback node=%d caller=%r", session.node, session.handle)
    return board.Done("Your letter is with the sysop. Thank you.")


async def _add_key(session: Session, layer: Layer, effect: board.AddKey) -> board.Done | board.Denied:
    callers = session.services.callers
    if session.caller is None:
        return board.Denied(GUEST)
    try:
        session.caller = await asyncio.to_thread(callers.add_key, session.handle, effect.line)
    except CallerError as error:
        return board.Denied(str(error))
    LOG.info("key added node=%d caller=%r", session.node, session.handle)
    return board.Done("The key is yours from the next SSH call on.")


async def _drop_key(session: Session, layer: Layer, effect: board.DropKey) -> board.Done | board.Denied:
    if session.caller is None:
        return board.Denied(GUEST)
    try:
        session.caller = await session.services.callers.edit(
            session.handle, lambda c: replace(c, keys=tuple(key for key in c.keys if key != effect.line))
        )
    except CallerError as error:
        return board.Denied(str(error))
    LOG.info("key removed node=%d caller=%r", session.node, session.handle)
    return board.Done("The key is removed.")


ERRANDS: Final[dict[type, Callable[[Any, Any, Any], Awaitable[Any]]]] = {
    board.Ask: ask,
    board.Send: _send,
    board.Post: _post,
    board.Write: _write,
    board.AddKey: _add_key,
    board.DropKey: _drop_key,
}
