"""The caller's own account: settings, password, SSH keys, and channels outside the board.

A setting applies at once, and holds for this call even if the disk refuses it. Writes run in the background,
in order.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

from door.call.api import Call, Services
from door.call.feature import Feature, Features
from door.call.handlers import Handlers, LoggedOn, need
from door.call.known import shown_time
from door.call.stack import Layer
from door.features.settings import pages as settings
from door.features.settings.pages import OUTSIDE_PAGE, PAGE
from door.features.tables.hub import TableHub
from door.notify.outside import Outside
from door.pages import api as board
from door.pages.api import LANGUAGE
from door.play import api
from door.records.callers.caller_file import Caller, CallerError
from door.records.callers.logons import LogonGate
from door.records.community.letters import Letters
from door.records.community.subscribers import Subscriber
from door.records.journal.lines import stamp
from door.term.charset import clean
from door.term.profile import SIZE_FOR
from door.ui.texts import MaybeSaid, Said, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


@HANDLERS.on(api.Remember)
def _remember(call: Call, layer: Layer, effect: api.Remember) -> None:
    if layer.slug and effect.key not in api.EVERYWHERE:
        edit(call, lambda caller: caller.remember(layer.slug, effect.key, effect.value))
        return
    if effect.key == settings.SIZE:
        prefer(call, SIZE_FOR, call.terminal.profile.terminal_and_size)
    prefer(call, effect.key, effect.value)
    if not layer.slug:
        call.stack.feed(layer, call.services[Features].lobby_of(call, layer.screen))


@HANDLERS.on(board.TrySize)
def _try_size(call: Call, layer: Layer, effect: board.TrySize) -> None:
    saved = call.who.caller.prefs if call.who.caller else {}
    size, on = saved.get(settings.SIZE, "auto"), saved.get(SIZE_FOR, "")
    if effect.size:
        size, on = effect.size, call.terminal.profile.terminal_and_size
    call.terminal.prefer({settings.SIZE: size, SIZE_FOR: on})
    call.stack.feed(layer, call.services[Features].lobby_of(call, layer.screen))


def prefer(call: Call, key: str, value: str) -> None:
    call.terminal.prefer({key: value})
    call.who.choose(key, value)
    remember(call, key, value)


def remember(call: Call, key: str, value: str) -> None:
    """Save a setting in the caller's file. A guest has no file."""
    edit(call, lambda caller: caller.prefer(key, value))


def edit(call: Call, change: Callable[[Caller], Caller]) -> None:
    """Change the caller's file in the background. The change holds for this call even if the disk fails.

    Changes that come while one waits to be written are written together.
    """
    if call.who.caller is not None:
        call.who.set_caller(change(call.who.caller))
        call.who.unsaved.append(change)
        if len(call.who.unsaved) == 1:
            call.services.writes.add(call.who.handle, _write(call, call.who.handle))


async def _write(call: Call, handle: str) -> None:
    changes, call.who.unsaved = call.who.unsaved, []

    def apply_changes(caller: Caller) -> Caller:
        for change in changes:
            caller = change(caller)
        return caller

    try:
        caller = await call.services.callers.edit(handle, apply_changes, at_once=False)
        if caller == call.who.caller:
            call.who.set_caller(caller)  # the object that the records know, not an equal copy
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", handle, error)
        call.messages.notify(tr.settings.not_saved())


# -- passwords and keys ---------------------------------------------------------------------------


@HANDLERS.on(board.CHECK_PASSWORD)
async def _own_password(call: Call, text: str) -> MaybeSaid:
    """Check the caller's own password as at the log-on: somebody else may sit at a call left alone."""
    await call.services[LogonGate].password(call.who.handle, text, call.who.address, call.node)
    return ""


@HANDLERS.on(board.NEW_PASSWORD)
async def _new_password(call: Call, typed: tuple[str, str]) -> Said:
    (old, new), files = typed, call.services.callers
    await _own_password(call, old)
    await files.set_password(call.who.handle, new, call.who.address)
    call.who.set_caller(files.find(call.who.handle))
    return tr.settings.password_changed()


def key_name(line: str) -> str:
    """Return an OpenSSH public key in readable form: type, SHA-256 fingerprint, comment."""
    kind, _, rest = line.partition(" ")
    text, _, comment = rest.partition(" ")
    try:
        digest = hashlib.sha256(base64.b64decode(text, validate=True)).digest()
    except ValueError:
        return clean(line, 60)
    finger = base64.b64encode(digest).decode().rstrip("=")
    return clean(f"{kind} SHA256:{finger} {comment}".strip())


@HANDLERS.on(board.ADD_KEY)
async def _add_key(call: Call, line: str) -> Said:
    need(call.who.caller, tr.people.guests_can_only_read)
    call.who.set_caller(await asyncio.to_thread(call.services.callers.add_key, call.who.handle, line))
    LOG.info("key added node=%d caller=%r", call.node, call.who.handle)
    return tr.profile.key_added()


@HANDLERS.on(board.DROP_KEY)
async def _drop_key(call: Call, line: str) -> Said:
    need(call.who.caller, tr.people.guests_can_only_read)

    def without(caller: Caller) -> Caller:
        return replace(caller, keys=tuple(key for key in caller.keys if key != line))

    call.who.set_caller(await call.services.callers.edit(call.who.handle, without))
    LOG.info("key removed node=%d caller=%r", call.node, call.who.handle)
    return tr.profile.key_removed()


# -- channels outside the board ------------------------------------------------------------------


def _members(call: Call) -> MaybeSaid:
    """Refuse guests, and callers whom the sysop has yet to validate."""
    caller = call.who.caller
    if caller is None:
        return tr.people.guests_can_only_read()
    return tr.outside.not_validated() if caller.unvalidated else ""


CHANNELS: Final = Handlers(may=_members)
FAILS: Final = timedelta(days=2)
"""How long e-mail to a caller has failed before they hear of it at the log-on."""


def _of(call: Call) -> tuple[Outside, str, str]:
    """Return the board's service, the caller's handle, and their language."""
    code = call.who.caller.prefs.get(LANGUAGE, "auto") if call.who.caller else "auto"
    return call.services[Outside], call.who.handle, "" if code == "auto" else code


@CHANNELS.on(settings.CHANNELS)
async def _channels(call: Call, arg: None) -> settings.Channels:
    outside, handle, _ = _of(call)
    one = outside.subscribers.of(handle) or Subscriber(handle)
    return settings.Channels(
        outside.feed_address(one), one.webhook, one.form, one.mail, outside.awaits_code(handle),
        outside.channels, shown_time(call, one.failed),
    )  # fmt: skip


@CHANNELS.when(LoggedOn)
def _mail_fails(call: Call, happened: LoggedOn) -> None:
    """Tell callers whose e-mail has failed for days."""
    outside, handle, _ = _of(call)
    one = outside.subscribers.of(handle)
    if one is not None and one.mail and one.failed and one.failed < stamp(call.services.now() - FAILS):
        call.messages.notify(tr.outside.mail_fails(since=shown_time(call, one.failed)))


@CHANNELS.on(settings.FEED)
async def _feed(call: Call, is_on: bool) -> Said:
    outside, handle, language = _of(call)
    await outside.set_feed(handle, is_on, language)
    return tr.outside.feed_is_on() if is_on else tr.outside.feed_is_off()


@CHANNELS.on(settings.WEBHOOK)
async def _webhook(call: Call, arg: tuple[str, str]) -> Said:
    outside, handle, language = _of(call)
    url, form = arg
    await outside.set_webhook(handle, url, form, language)
    return tr.outside.webhook_is_on() if url else tr.outside.webhook_is_off()


@CHANNELS.on(settings.MAIL)
async def _mail(call: Call, to: str) -> Said:
    outside, handle, language = _of(call)
    if not to:
        await outside.set_mail(handle, "", language)
        return tr.outside.mail_is_off()
    await outside.send_code(handle, to)
    return tr.outside.code_sent(address=to)


@CHANNELS.on(settings.CODE)
async def _code(call: Call, typed: str) -> Said:
    outside, handle, language = _of(call)
    await outside.set_mail(handle, typed, language)
    return tr.outside.mail_is_on()


def _outside(services: Services) -> Outside:
    async def waits(handle: str, table: str) -> bool:
        """True if that table, or with "" an unread letter, waits for the caller. Banned callers are not
        told."""
        caller = await asyncio.to_thread(services.callers.find, handle)
        if caller is None or caller.banned:
            return False
        if table:
            return services[TableHub].waiting.waits(handle, table)
        return await asyncio.to_thread(services[Letters].unread, handle) > 0

    return Outside(
        services.store.journal.store,
        services.settings,
        services.now,
        services.keep,
        is_on=lambda handle: services.roster.of(handle) is not None,
        waits=waits,
    )


FEATURE: Final = Feature(
    "settings", (HANDLERS, CHANNELS), {"options": PAGE, "outside": OUTSIDE_PAGE}, makes=(_outside,)
)
