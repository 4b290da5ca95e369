"""The sysop's desk: accounts, bans, settings, hours and events.

Law: each act checks the caller's file as it is now, whatever page it came from. Acts use the same code as the
command line (`door.records.callers.accounts`, `door.settings.change`), in a thread. Callers online see the
result at once. Each act is a line of the trail, without secrets.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from door.call import access, refresh
from door.call.api import Call, Services, Upkeep
from door.call.bus import Gap, sendable
from door.call.handlers import Handlers
from door.call.known import shown_time
from door.call.navigation import fresh
from door.call.roster import CallInfo, CallMessage, Evict, Notify
from door.call.stack import Layer
from door.features.callers.handlers import pasts
from door.features.desk import asks as desk
from door.features.desk.pages.acts import ON_ACCOUNTS
from door.features.letters import handlers as mail
from door.features.settings.handlers import key_name
from door.games.info import Info
from door.pages.api import Done
from door.play.match.values import Refusal
from door.records.access.bans import BanError, Bans, lies_in, network_of
from door.records.access.failed_logons import FailedLogons
from door.records.access.played import DoorPlayed, visits_by_door
from door.records.callers.accounts import Accounts, facts, marks
from door.records.callers.caller_file import Caller, CallerError
from door.records.files.homes import remove_homes
from door.records.journal.lines import RecordsError, caller_key, day_of
from door.records.store.kinds import key_of
from door.records.trail import note_change
from door.settings import SettingsError, hours
from door.settings.change import KeyRefused, put
from door.settings.keys import SettingKey, keys
from door.settings.text import parse_words
from door.ui.screen import No
from door.ui.texts import MaybeSaid, Said, Sentence, reason_of, tr
from door.ui.words import commas, weekday

LOG = logging.getLogger("door.sysop")
SPANS: Final = {"type": "array", "items": {"type": "string"}}
FOREVER: Final = ("ever", "")
WORDS: Final = "bdfghklmnprstvz", "aeiou"
"""Letters of generated passwords: syllables that can be read out over a telephone."""


def refusal(call: Call, error: Exception) -> MaybeSaid:
    """Return the reason of a refusal by the records, the settings or the disk, or "" for a fault."""
    if isinstance(error, (Refusal, RecordsError, KeyRefused)):
        return reason_of(error)
    if isinstance(error, SettingsError):
        folder = call.services.settings().folder  # paths are relative to it, as in `door check`
        return tr.common.as_it_is(text="\n".join(line.removeprefix(f"{folder}/") for line in error.errors))
    if isinstance(error, OSError):
        where = error.filename or tr.sysop.source_disk()
        return tr.sysop.disk_error(source=where, error=error.strerror or error)
    return ""


def for_sysops() -> Handlers:
    return Handlers(may=access.sysops_only, refusal=refusal)


HANDLERS: Final = for_sysops()


# -- accounts --------------------------------------------------------------------------------


def accounts(services: Services, by: str) -> Accounts:
    """Return the board's accounts. Use them in a thread."""
    store = services.store
    names = {slug: door.INFO.name() for slug, door in services.doors.items()}

    def on_books(key: str) -> bool:
        return store.ledger.read(lambda ledger: key in ledger.names)

    def remove_caller_homes(caller: Caller) -> None:
        remove_homes(services.settings().homes, caller.doors)

    return Accounts(
        services.callers,
        store.journal,
        store.ranked.saves,
        names,
        on_books,
        by,
        store.tables.files,
        remove_caller_homes,
    )


@HANDLERS.on(desk.ACCOUNTS)
async def _find(call: Call, part: str) -> tuple[desk.AccountRow, ...]:
    found = await asyncio.to_thread(accounts(call.services, call.who.handle).search, part)
    nodes = {key_of(one.handle): one.node for one in call.services.roster.on()}
    return tuple(
        desk.AccountRow(
            caller.handle, caller.calls, caller.level, shown_time(call, caller.last_call),
            marks(caller), nodes.get(key_of(caller.handle), 0),
        )
        for caller in found
    )  # fmt: skip


@HANDLERS.on(desk.ACCOUNT)
async def _account(call: Call, handle: str) -> desk.AccountFacts:
    services = call.services
    caller = await asyncio.to_thread(services.callers.get_or_raise, handle)
    known = await pasts(services, caller.handle)
    past = tuple((slug, services.doors[slug].INFO.name(), own) for slug, own in known.items())
    there = _on_line(services, caller.handle)
    told = tuple((name(), _fact_text(call, caller, name, value)) for name, value in facts(caller)[1:])
    names = tuple(key_name(line) for line in caller.keys)
    node = there.node if there else 0
    return desk.AccountFacts(
        caller.handle, told, past, bool(caller.banned), caller.sysop, node, names, caller.unvalidated
    )


def _fact_text(call: Call, caller: Caller, name: Sentence, value: str) -> str:
    """Return a fact with times on the board's clock, and with a note if the address is banned."""
    if name in (tr.sysop.fact_since, tr.sysop.fact_last_call):
        return shown_time(call, value) or value
    if name is tr.sysop.fact_from and caller.address:
        now = asyncio.get_running_loop().time()
        failed_logons = call.services[FailedLogons]
        if not failed_logons.wait(caller.handle, caller.address, now).banned:
            return value
        kept_out = failed_logons.kept_out(caller.address)
        return (tr.sysop.banned_by_sysop if kept_out else tr.sysop.banned_for_passwords)(address=value)
    return value


@HANDLERS.on(desk.BANS)
async def _bans(call: Call, arg: None) -> tuple[desk.Barred, ...]:
    hand = accounts(call.services, call.who.handle)
    return await asyncio.to_thread(ban_list, call.services, hand)


@HANDLERS.on(desk.DOORS_PLAYED)
async def _doors_played(call: Call, arg: None) -> tuple[DoorPlayed, ...]:
    services, chosen = call.services, call.services.settings()
    names = {slug: str(door.INFO.name()) for slug, door in services.doors.items()}
    names |= {slug: door.name for slug, door in chosen.externals.items()}
    month = day_of(services.now(), chosen.zone)[:7]
    return await asyncio.to_thread(visits_by_door, services.store.journal.store, month, names)


# -- acts ------------------------------------------------------------------------------------


@HANDLERS.on(desk.SysopAct)
async def _act(call: Call, layer: Layer, effect: desk.SysopAct) -> Done | No:
    """Carry out an act on an account or an address."""
    act = ON_ACCOUNTS[effect.do]
    if not act.on_own and key_of(effect.about) == key_of(call.who.handle):
        return No(tr.sysop.own_account())
    return Done(await carry_out(call.services, call.who.handle, effect, call))


async def carry_out(services: Services, by: str, effect: desk.SysopAct, call: Call | None = None) -> Said:
    """Carry out an act on an account or an address, from the desk's `call` or the command line. Return the
    result as a sentence; raise RecordsError with the reason for a refusal."""
    act = ON_ACCOUNTS[effect.do]
    if act.run:
        told = await asyncio.to_thread(act.run, accounts(services, by), effect.about, effect.text)
        await _follow_up(services, effect, call)
    else:
        told = await RUN[effect.do](services, by, effect.about, effect.text)
        note_change(effect.do, by, effect.about, after="" if act.secret else effect.text)
    return told


async def _follow_up(services: Services, effect: desk.SysopAct, call: Call | None) -> None:
    """Update the board after an act, and the caller's own call if they are online."""
    await services.store.refresh()
    there = _on_line(services, effect.about)
    if there is None:
        return
    if farewell := ON_ACCOUNTS[effect.do].farewell:
        why = "banned" if effect.do == "ban" else "evicted"
        services.roster.post.send(there.node, Evict(farewell(text=effect.text), why=why))
        return
    services.roster.post.send(there.node, Changed(own=call is not None and call.node == there.node))
    if effect.do == "validate":
        services.roster.post.send(
            there.node, mail.LetterCame(Notify(tr.accounts.you_are_validated(), bell=True))
        )


@sendable
@dataclass(frozen=True, slots=True)
class Changed(CallMessage[None]):
    """The caller's file has changed. `own`: by the caller, on a page that shows the change itself."""

    own: bool


@HANDLERS.on(Changed)
def _update_caller(call: Call, message: Changed) -> None:
    call.who.set_caller(call.services.callers.recall(call.who.handle, call.who.caller) or call.who.caller)
    refresh.follow(call)
    call.timers.check()
    if call.stack and not call.stack.top.slug and not message.own:
        call.post(call.stack.top, fresh(call))


async def _set_password(services: Services, by: str, handle: str, text: str) -> Said:
    """Set the typed password, or a generated one, which is shown only now."""
    made = text or made_up()
    caller = await services.callers.set_password(handle, made)
    return (tr.sysop.password_changed if text else tr.sysop.password_made_up)(handle=caller.handle, made=made)


async def _add(services: Services, by: str, handle: str, text: str) -> Said:
    await services.callers.register(handle, made := text or made_up(), services.settings().callers.new_level)
    return (tr.sysop.password_changed if text else tr.sysop.password_made_up)(handle=handle, made=made)


def made_up() -> str:
    """Return a password of four syllables and four digits, about 38 bits."""
    syllables = "".join(secrets.choice(letters) for _ in range(4) for letters in WORDS)
    return f"{syllables}-{secrets.randbelow(10_000):04d}"


def _on_line(services: Services, handle: str) -> CallInfo | None:
    key = key_of(handle)
    return next((one for one in services.roster.on() if key_of(one.handle) == key), None)


# -- bans ------------------------------------------------------------------------------------


def ban_list(services: Services, hand: Accounts) -> tuple[desk.Barred, ...]:
    """Return every banned handle and address. Blocks: use a thread."""
    handles = [
        desk.Barred(one.handle, one.banned, "", desk.SysopAct("unban", one.handle))
        for one in hand.search()
        if one.banned
    ]
    addresses = [
        desk.Barred(
            ban.address,
            tr.sysop.ban_length_and_sysop(length=ban.length, sysop=ban.by),
            ban.since[:10],
            desk.SysopAct("let-in", ban.address),
        )
        for ban in services[Bans].standing()
    ]
    return (*handles, *addresses)


async def keep_out(services: Services, by: str, address: str, length: str) -> Said:
    """Ban an address or a network for `length` days or "ever", and end its calls.

    Return the result as a sentence. Raises BanError with the reason for a refusal.
    """
    length = length.strip().casefold()
    if length not in FOREVER and not re.fullmatch(r"[0-9]{1,4}", length, re.ASCII):
        raise BanError(tr.sysop.ban_length_unclear())
    network = network_of(address)
    there = [one for one in services.roster.calls() if lies_in(one.address, network)]
    if any(one.handle == by for one in there):
        raise BanError(tr.sysop.ban_own_address())
    days = None if length in FOREVER else int(length)
    made = await asyncio.to_thread(services[Bans].ban, address, days, by)
    for one in there:
        services.roster.post.send(one.node, Evict(tr.refused.address_banned(), why="banned"))
    if there:
        calls = tr.count.calls(n=len(there))
        return tr.sysop.address_banned_calls_ended(address=made.address, length=made.length, calls=calls)
    return tr.sysop.address_banned(address=made.address, length=made.length)


async def _let_in(services: Services, by: str, address: str, text: str) -> Said:
    lifted = await asyncio.to_thread(services[Bans].lift, address)
    return tr.sysop.ban_lifted(address=lifted.address)


RUN: Final[Mapping[str, Callable[[Services, str, str, str], Awaitable[Said]]]] = {
    "password": _set_password, "add": _add, "keep-out": keep_out, "let-in": _let_in,
}  # fmt: skip
"""Acts that don't only change an account's file."""


# -- settings --------------------------------------------------------------------------------


@HANDLERS.on(desk.SETTINGS)
async def _keys(call: Call, arg: None) -> tuple[SettingKey, ...]:
    services = call.services
    return await asyncio.to_thread(keys, services.settings().folder, _infos(services))


def _infos(services: Services) -> dict[str, Info]:
    return {slug: door.INFO for slug, door in services.doors.items() if slug in services.settings().doors}


@HANDLERS.on(desk.ChangeSetting)
async def _change(call: Call, layer: Layer, effect: desk.ChangeSetting) -> desk.AreYouSure | Done | No:
    services, folder = call.services, call.services.settings().folder
    if not effect.sure and (question := _sends_away(services, effect)):
        return desk.AreYouSure(question)
    saved = await asyncio.to_thread(put, folder, _infos(services), effect.name, effect.text)
    services[Upkeep].reload(call.who.handle)
    if saved.same:
        return Done(tr.sysop.setting_already_so(value=saved.after))
    return Done(tr.sysop.setting_changed(before=saved.before, after=saved.after, when=saved.applies))


def _sends_away(services: Services, effect: desk.ChangeSetting) -> str:
    """Return a question if the new hours would close the board or a door over callers now, else ""."""
    section, _, key = effect.name.rpartition(".")
    if key != "hours":
        return ""
    slug = section.partition(".")[2]
    callers = access.inside(services, slug)
    try:
        shuts = not hours.look(tuple(map(str, parse_words(SPANS, effect.text))), services.now()).open
    except (ValueError, TypeError):
        return ""  # refused later, in the words of `door check`
    if not (shuts and callers):
        return ""
    what = slug or tr.hours.the_board_within()
    return tr.sysop.confirm_closing(what=what, callers=tr.count.callers(n=callers))


@HANDLERS.on(desk.HOURS)
async def _hours(call: Call, arg: None) -> desk.HoursFound:
    services, settings, now = call.services, call.services.settings(), call.services.now()
    rows = [_hours_of("board", tr.hours.the_board(), settings.board.hours, None, now)]
    for slug, door in settings.doors.items():
        if slug in services.doors:
            name = services.doors[slug].INFO.name()
            rows.append(_hours_of(f"doors.{slug}", name, door.hours, door.access_level, now))
    for slug, program in settings.externals.items():
        section = f"external.{slug}"
        rows.append(_hours_of(section, program.name, program.hours, program.access_level, now))
    return desk.HoursFound(_clock(now), tuple(rows))


def _clock(now: datetime) -> str:
    return tr.sysop.clock_now(weekday=weekday(now), time=f"{now:%H:%M}", zone=f"{now:%Z}")


def _hours_of(key: str, name: str, texts: tuple[str, ...], level: int | None, now: datetime) -> desk.Hours:
    state = hours.look(texts, now)
    words = hours.stands_words(state, now)
    return desk.Hours(key, name, commas(texts) or tr.sysop.hours_always(), words, level, state.open)


# -- other hosts -----------------------------------------------------------------------------------


@sendable
class CallerChanged(NamedTuple):
    """That caller's document was changed, moved or deleted."""

    who: str


def joins(services: Services) -> None:
    """Read callers again whom other hosts have changed."""
    roster, callers, loop = services.roster, services.callers, asyncio.get_running_loop()

    def read_all(gap: Gap, host: str) -> None:
        callers.forget()
        for call in roster.here():
            services.keep(_read_again(services, call.info().handle))

    callers.changed = lambda who: loop.call_soon_threadsafe(roster.bus.say, CallerChanged(who))
    roster.bus.hears(CallerChanged, lambda changed, host: services.keep(_read_again(services, changed.who)))
    roster.bus.hears(Gap, read_all)


async def _read_again(services: Services, who: str) -> None:
    """Read a caller whom another host has changed, for their call here."""
    callers = services.callers
    callers.forget(who)
    is_gone = False
    with suppress(CallerError):
        is_gone = await asyncio.to_thread(lambda: not callers.find(who) and callers.gone(who))
    if call := services.roster.own(caller_key(who)):
        call.receive(Evict(tr.call.handle_changed()) if is_gone else Changed(own=False))
