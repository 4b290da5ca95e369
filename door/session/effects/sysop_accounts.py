"""Callers' accounts and bans, for the sysop's pages.

Law: acts use the same code as the command line (`door.records.callers.accounts`), in a thread and with a
journal of their own. Callers online see the result at once. Each act is logged, without secrets.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from typing import Final

from door.board import api as board
from door.board.sysop import effects as desk
from door.records.callers.accounts import Accounts, facts, marks, why_banned
from door.records.callers.caller_file import Caller
from door.records.callers.handles import key_of
from door.records.journal.journal import Journal
from door.records.play.saves import Saves
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.effects import refresh, sysop_bans
from door.session.effects.community import key_name, pasts, shown_time
from door.session.effects.sysop import for_sysops
from door.session.talk import mail
from door.ui.screen import No
from door.ui.texts import Said, Sentence, speaking, tr

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = for_sysops()
Answer = board.Done | No
NO_OWN: Final = (desk.BanHandle, desk.RemoveCaller, desk.RenameCaller, desk.SetSysop)
"""Acts that sysops can't do to their own account."""

FAREWELLS: Final[Mapping[type[desk.AccountAct], Callable[..., Said]]] = {
    desk.BanHandle: why_banned,
    desk.RemoveCaller: tr.sysop.farewell_removed,
    desk.RenameCaller: tr.sysop.farewell_renamed,
}
WORDS: Final = "bdfghklmnprstvz", "aeiou"
"""Letters of generated passwords: syllables that can be read out over a telephone."""


def accounts(services: Services, by: str) -> Accounts:
    """Return the command line's `Accounts`, with its own journal. Use it in a thread."""
    data, settings = services.settings().data, services.settings()
    journal = Journal(data / "journal", settings.zone, services.now)
    names = {slug: door.INFO.name() for slug, door in services.doors.items()}

    def on_books(key: str) -> bool:
        return services.store.ledger.read(lambda ledger: key in ledger.names)

    tables = services.tables.tables.files
    return Accounts(services.callers, journal, Saves(data / "saves"), names, on_books, by, tables)


# -- questions -------------------------------------------------------------------------------


@HANDLERS.answers(desk.ACCOUNTS)
async def _find(call: Call, part: str) -> tuple[desk.AccountRow, ...]:
    found = await asyncio.to_thread(accounts(call.services, call.who.handle).search, part)
    nodes = {key_of(one.who.handle): one.node for one in call.services.roster.on()}
    return tuple(
        desk.AccountRow(
            caller.handle, caller.calls, caller.level, shown_time(call, caller.last_call), marks(caller),
            nodes.get(key_of(caller.handle), 0),
        )
        for caller in found
    )  # fmt: skip


@HANDLERS.answers(desk.ACCOUNT)
async def _account(call: Call, handle: str) -> desk.Account:
    services = call.services
    caller = await asyncio.to_thread(services.callers.known, handle)
    known = await pasts(services, caller.handle)
    past = tuple((slug, services.doors[slug].INFO.name(), own) for slug, own in known.items())
    there = _on_line(services, caller.handle)
    told = tuple((name(), _told(call, caller, name, value)) for name, value in facts(caller)[1:])
    names = tuple(key_name(line) for line in caller.keys)
    node = there.node if there else 0
    return desk.Account(
        caller.handle, told, past, bool(caller.banned), caller.sysop, node, names, caller.unvalidated
    )


def _told(call: Call, caller: Caller, name: Sentence, value: str) -> str:
    """Return a fact with times on the board's clock, and with a note if the address is banned."""
    if name in (tr.sysop.fact_since, tr.sysop.fact_last_call):
        return shown_time(call, value) or value
    if name is tr.sysop.fact_from and caller.address:
        now = asyncio.get_running_loop().time()
        failed_logons = call.services.failed_logons
        if not failed_logons.wait(caller.handle, caller.address, now).banned:
            return value
        kept_out = failed_logons.kept_out(caller.address)
        return (tr.sysop.banned_by_sysop if kept_out else tr.sysop.banned_for_passwords)(address=value)
    return value


@HANDLERS.answers(desk.BANS)
async def _bans(call: Call, arg: None) -> tuple[desk.Barred, ...]:
    hand = accounts(call.services, call.who.handle)
    return await asyncio.to_thread(sysop_bans.listed, call.services, hand)


# -- acts ------------------------------------------------------------------------------------


async def _act(call: Call, layer: Layer, effect: desk.AccountAct) -> Answer:
    """Carry out an act on an account."""
    if isinstance(effect, NO_OWN) and key_of(effect.handle) == key_of(call.who.handle):
        return No(tr.sysop.own_account())
    if method := BY_HAND.get(type(effect)):
        hand = accounts(call.services, call.who.handle)
        told = await asyncio.to_thread(method, hand, effect.handle, effect.text)
        await _followed(call, effect)
    else:
        told = await _with_password(call.services, effect)
    secret = isinstance(effect, (desk.SetPassword, desk.AddCaller))
    noted(call, effect.word, effect.handle, "" if secret else f" text={effect.text!r}")
    return board.Done(told)


BY_HAND: Final[Mapping[type[desk.AccountAct], Callable[[Accounts, str, str], Said]]] = {
    desk.GrantTurns: Accounts.grant,
    desk.SetLevel: Accounts.set_level,
    desk.SetSysop: Accounts.set_sysop,
    desk.ChangeKeys: Accounts.change_keys,
    desk.ValidateCaller: Accounts.validate,
    desk.BanHandle: Accounts.ban,
    desk.UnbanHandle: Accounts.unban,
    desk.RenameCaller: Accounts.rename,
    desk.RemoveCaller: Accounts.remove,
}
for _kind in (*BY_HAND, desk.SetPassword, desk.AddCaller):
    HANDLERS.answered(_kind)(_act)


async def _followed(call: Call, effect: desk.AccountAct) -> None:
    """Update the board after an act, and the caller's own call if they are online."""
    services = call.services
    await services.store.refresh()
    there = _on_line(services, effect.handle)
    if there is None:
        return
    if type(effect) in FAREWELLS:
        there.evict(FAREWELLS[type(effect)](text=effect.text))
        return
    there.who.known(services.callers.find(there.who.handle) or there.who.caller)
    refresh.news(there)
    if isinstance(effect, desk.ValidateCaller):
        await mail.count(there)
        there.terminal.ring()
        there.messages.notify(tr.accounts.you_are_validated())
    if there.stack and not there.stack.top.slug and there is not call:
        with speaking(there.terminal.language):
            there.post(there.stack.top, lobby.of(there))


async def _with_password(services: Services, effect: desk.AccountAct) -> Said:
    """Set the typed password, or a generated one, which is shown only now."""
    made = effect.text or made_up()
    if isinstance(effect, desk.AddCaller):
        level = services.settings().callers.new_level
        caller = await services.callers.register(effect.handle, made, level)
    else:
        caller = await services.callers.set_password(effect.handle, made)
    told = tr.sysop.password_changed if effect.text else tr.sysop.password_made_up
    return told(handle=caller.handle, made=made)


def made_up() -> str:
    """Return a password of four syllables and four digits, about 38 bits."""
    syllables = "".join(secrets.choice(letters) for _ in range(4) for letters in WORDS)
    return f"{syllables}-{secrets.randbelow(10_000):04d}"


@HANDLERS.answered(desk.KeepOut)
async def _keep_out(call: Call, layer: Layer, effect: desk.KeepOut) -> Answer:
    told = await sysop_bans.keep_out(call.services, call.who.handle, effect.address, effect.days)
    noted(call, "keep-out", effect.address, f" text={effect.days!r}")
    return board.Done(told)


@HANDLERS.answered(desk.LetIn)
async def _let_in(call: Call, layer: Layer, effect: desk.LetIn) -> Answer:
    lifted = await asyncio.to_thread(call.services.bans.lift, effect.address)
    noted(call, "let-in", effect.address, " text=''")
    return board.Done(tr.sysop.ban_lifted(address=lifted.address))


def noted(call: Call, act: str, about: str, detail: str) -> None:
    LOG.info("sysop %s by=%r about=%r%s", act, call.who.handle, about, detail)


def _on_line(services: Services, handle: str) -> Call | None:
    """Return that caller's call, or None."""
    key = key_of(handle)
    found = (one for one in services.roster.on() if key_of(one.who.handle) == key)
    return next(found, None)
