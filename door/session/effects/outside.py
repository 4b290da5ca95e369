"""Shows a caller's channels outside the board, and turns them on and off."""

from __future__ import annotations

from typing import Final

from door.board import settings as board
from door.board.api import LANGUAGE
from door.notify.outside import Outside
from door.records.community.subscribers import Subscriber
from door.session.call.api import Call
from door.session.effects.handlers import Handlers
from door.ui.texts import MaybeSaid, Said, tr


def _members(call: Call) -> MaybeSaid:
    """Refuse guests, and callers whom the sysop has yet to validate."""
    caller = call.who.caller
    if caller is None or call.who.guest:
        return tr.people.guests_can_only_read()
    return tr.outside.not_validated() if caller.unvalidated else ""


HANDLERS: Final = Handlers(may=_members)


def _of(call: Call) -> tuple[Outside, str, str]:
    """Return the board's service, the caller's handle, and their language."""
    code = call.who.caller.prefs.get(LANGUAGE, "auto") if call.who.caller else "auto"
    return call.services.outside, call.who.handle, "" if code == "auto" else code


@HANDLERS.answers(board.CHANNELS)
async def _channels(call: Call, arg: None) -> board.Channels:
    outside, handle, _ = _of(call)
    one = outside.subscribers.of(handle) or Subscriber(handle)
    return board.Channels(
        outside.feed_address(one), one.webhook, one.form, one.mail, outside.awaits_code(handle),
        outside.offered,
    )  # fmt: skip


@HANDLERS.does(board.FEED)
async def _feed(call: Call, is_on: bool) -> Said:
    outside, handle, language = _of(call)
    await outside.set_feed(handle, is_on, language)
    return tr.outside.feed_is_on() if is_on else tr.outside.feed_is_off()


@HANDLERS.does(board.WEBHOOK)
async def _webhook(call: Call, arg: tuple[str, str]) -> Said:
    outside, handle, language = _of(call)
    url, form = arg
    await outside.set_webhook(handle, url, form, language)
    return tr.outside.webhook_is_on() if url else tr.outside.webhook_is_off()


@HANDLERS.does(board.MAIL)
async def _mail(call: Call, to: str) -> Said:
    outside, handle, language = _of(call)
    if not to:
        await outside.set_mail(handle, "", language)
        return tr.outside.mail_is_off()
    await outside.send_code(handle, to)
    return tr.outside.code_sent(address=to)


@HANDLERS.does(board.CODE)
async def _code(call: Call, typed: str) -> Said:
    outside, handle, language = _of(call)
    await outside.set_mail(handle, typed, language)
    return tr.outside.mail_is_on()
