"""The beginning of a call, and the log-on.

Law: nobody is on the board before `_admit`. A refused caller gets the reason in one sentence. `FailedLogons`
counts wrong passwords, including wrong new user passwords. After each, the next try waits.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from door.call import access, known, navigation, time_limits
from door.call.api import Call, CallStart, Services, Upkeep
from door.call.bus import sendable
from door.call.feature import Feature, Features
from door.call.handlers import Handlers, LastRefusal, LoggedOn, check, need
from door.call.messages import MAIL
from door.call.stack import Layer
from door.features.callers import handlers as community
from door.features.callers.pages import callers
from door.features.doors.handlers import open_door
from door.features.externals import handlers as externals
from door.features.forum import handlers as forum
from door.features.letters import handlers as mail
from door.features.logon.pages import logon
from door.features.menu import lobby
from door.features.menu.pages import menu
from door.features.news import handlers as whats_new
from door.features.news.pages import news
from door.features.settings import handlers as account
from door.features.watching.channel import on_small_tv
from door.net.guard.nodes import within
from door.net.line import LostCaller
from door.notify.happenings import Happenings
from door.notify.outside import Outside
from door.pages import api as board
from door.play.match.values import Refusal
from door.records.access.failed_logons import FailedLogons, block_of
from door.records.access.limits import quota
from door.records.callers.accounts import why_banned
from door.records.callers.caller_file import Caller, CallerError, CallerStoreRefused, check_handle
from door.records.callers.logons import LogonGate, NotLetIn, WrongGuess
from door.records.callers.once import BY_MAIL, new_word, once
from door.records.community.community import LastCall, LastCalls, Posted, Wall
from door.records.community.forum import Unread
from door.records.community.letters import SYSOP, About
from door.records.journal.lines import RecordsError, caller_key, stamp
from door.records.part import Part
from door.settings.access import reserved_handles, why_closed
from door.ui.texts import MaybeSaid, Said, reason_of, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()

AT_LOGON: Final = ("welcome", "newcaller")
"""Art before the log-on."""

TOUR: Final = "tour"
"""The page that first-time callers get in place of the news."""

NEWCOMER: Final = "NEW"
"""The handle under which wrong new user passwords are counted. Nobody can register it."""


async def first_screen(call: Call, plan: CallStart, proved: str) -> None:
    """Open the first screen: the log-on, the menu, or a door.

    `proved` is the handle that the connection has authenticated, or "".
    """
    if plan.page:
        call.who.handle = plan.handle
        navigation.open_page(call, plan.page, plan.arg)
    elif plan.handle or proved:
        call.who.handle = plan.handle or proved
        caller = await call.services.callers.look_up(call.who.handle)
        if caller and caller.banned and not plan.handle:
            call.leave("banned", why_banned(caller.banned))
            return
        if reason := access.turned_away(call, call.who.handle):
            call.leave("closed", reason)
            return
        await _straight_in(call, _admit(call, call.who.handle, caller))
    elif plan.slug and not (reason := _no_guests_at(call, plan.slug)):
        await _straight_in(call, _admit_guest(call))
    else:
        navigation.open_page(call, "logon", reason if plan.slug else "")


async def _straight_in(call: Call, admitting: Awaitable[str | None]) -> None:
    """Admit a caller without the log-on page."""
    try:
        _welcome(call, await admitting)
    except Refusal as refused:
        call.leave("refused", reason_of(refused))


def _no_guests_at(call: Call, slug: str) -> MaybeSaid:
    """Return the reason why a guest can't go straight into that door, or ""."""
    services = call.services
    if not services.settings().callers.guests:
        return tr.logon.no_guests_straight()
    try:
        services[LogonGate].look(call.who.address)
    except NotLetIn as error:
        return reason_of(error)
    call.who.guest = True
    reason = access.turned_away(call, "") or _closed_to(call, slug)
    call.who.guest = False
    return reason


def _closed_to(call: Call, slug: str) -> MaybeSaid:
    """Return the reason why the caller can't enter a game's door or an external one, or ""."""
    external = call.services.settings().externals.get(slug)
    return externals.shut(call, slug, external) if external else access.may_enter(call, slug)


def _open_straight(call: Call, plan: CallStart) -> MaybeSaid:
    """Open the door that the call is for. The call ends with it. Return the reason if it is closed, or ""."""
    if plan.slug in call.services.doors:
        return open_door(call, plan.slug, plan.argv, plan.straight)
    if not (reason := _closed_to(call, plan.slug)):
        navigation.open_page(call, "visit", plan.slug)
    return reason


def _welcome(call: Call, over: str | None) -> None:
    """Open the door that the call is for, or the menu and, if `over` (the page's argument) is a text, the
    news on top."""
    if call.plan.slug:
        if reason := _open_straight(call, call.plan):
            call.leave("closed", reason)
        return
    seen = call.services[Features].lobby_of(call, menu.PAGE)
    navigation.open_page(call, "menu", menu.FIRST if over is None else "", seen)
    if over is not None:
        page = TOUR if over == TOUR else "news"
        navigation.open_page(call, page, over, seen)


def _over_menu(call: Call, calls: Sequence[LastCall]) -> str | None:
    """Return the argument for the news page, `TOUR` to open the tour, or None to skip both.

    It is the tour on a first call, and "" if something has happened since the last call. Experts get only
    the sysop's news.
    """
    who, services = call.who, call.services
    if _is_expert(call):
        return news.FILES if whats_new.news_files(call) or whats_new.cups(call) else None
    if who.caller is not None and not who.since:
        return TOUR
    left: list[Posted | LastCall] = [*services[Wall].oneliners(), *calls]
    own, happened = caller_key(who.handle), bool(whats_new.news_files(call))
    happened = happened or any(one.t > who.since and caller_key(one.handle) != own for one in left)
    return "" if happened or whats_new.month_has_ended(call) else None


def _is_expert(call: Call) -> bool:
    """True if the caller wants short menus, by a choice on this call or in their file."""
    known = call.who.caller.prefs if call.who.caller else {}
    return {**known, **call.terminal.prefs}.get("expert") == "on"


class LogonFacts(NamedTuple):
    """Values read for a caller who logs on.

    - `letters`: unread ones, and those to the sysop. `news_arg`: the argument for the news page.
    - `notices`: the day's, and for experts the news. `unfinished`: a sentence about unfinished letters.
    - `posts`: new ones in the forum.
    """

    letters: tuple[int, int]
    news_arg: str | None
    notices: tuple[Said, ...]
    unfinished: MaybeSaid
    posts: Unread


def _read_all(call: Call) -> LogonFacts:
    """Read everything in one go, because each change of thread takes 0.1 ms."""
    caller, expert = call.who.caller, _is_expert(call)
    calls = call.services[LastCalls].last_calls()
    over = None if call.who.guest else _over_menu(call, calls)
    unfinished = mail.drafts(call) if caller is not None else ""
    since = whats_new.last_on(call, calls)
    told = (
        *whats_new.places(call),
        *whats_new.overtaken(call, since),
        *whats_new.rival(call, since, played=True),
    )
    letters = mail.counts(call, bool(caller and caller.sysop))
    if over is None and not expert and (told or whats_new.feats(call)):
        over = ""
    years = community.birthday(caller, call.services.now()) if caller else 0
    today = (tr.people.anniversary_yours(years=callers.years(years)),) if years else ()
    return LogonFacts(letters, over, (*today, *(told if expert else ())), unfinished, forum.unread(call))


async def _admit_guest(call: Call) -> str | None:
    call.who.guest = True
    over = await _admit(call, tr.logon.guest_handle(node=call.node), None)
    call.messages.notify(tr.logon.you_are_guest())
    return over


async def _admit(call: Call, handle: str, caller: Caller | None) -> str | None:
    """Log the caller on: end their earlier call, and apply their settings.

    Return the argument of the news page, as `_over_menu` does. Everything that can fail comes first. If it
    does, the caller is not on the board. Raises LostCaller if the call has ended, and Refusal if the records
    can't be read.
    """
    services, who = call.services, call.who
    who.handle, who.admitted = caller.handle if caller else handle, stamp(services.now())
    try:
        took_over = await services.roster.enter(who.handle, call)
        if caller is not None:
            if await services.writes.settled(who.handle) or took_over:
                caller = await services.callers.look_up(who.handle)  # an earlier call may have changed it
            who.set_caller(caller)
        services.roster.show(call.node)
        found = await asyncio.to_thread(_read_all, call)
        if call.over:
            raise LostCaller("gone before the log-on was done")
    except BaseException as error:
        _take_back(call)
        if not isinstance(error, RecordsError):
            raise
        LOG.error("log-on node=%d caller=%r: %s", call.node, caller.handle if caller else "", error)
        raise Refusal(tr.logon.board_cannot_read()) from None
    LOG.info("log-on node=%d caller=%r address=%s%s", call.node, who.handle, who.address,
             " took-over=yes" if took_over else "")  # fmt: skip
    call.messages.letters, call.messages.to_sysop = found.letters
    call.messages.posts = found.posts
    if caller is not None:
        now, address = who.admitted, who.address
        account.edit(
            call, lambda known: replace(known, calls=known.calls + 1, last_call=now, address=address)
        )
        for key, value in who.choices.items():
            account.remember(call, key, value)
        call.terminal.prefer(dict(caller.prefs) | call.terminal.prefs)
    call.clock.logged_on()
    time_limits.begin(call)
    services[Upkeep].proved(call.node)
    services[Features].tell(call, LoggedOn())
    for sentence in found.notices:
        call.messages.notify(sentence)
    if found.unfinished:
        call.messages.notify(found.unfinished, MAIL)
    return found.news_arg


def _take_back(call: Call) -> None:
    """Take a caller off the board whose log-on has failed half-way."""
    call.services.roster.leave(call.who.handle, call)
    call.who.forget()
    call.services.roster.show(call.node)


def _why_blocked(call: Call, handle: str, error: CallerError) -> Said:
    """Log why a caller's file can't be used. Return the sentence for the caller."""
    LOG.error("node=%d handle=%r: %s", call.node, handle, error)
    away = isinstance(error, CallerStoreRefused)
    return (tr.logon.board_cannot_read if away else tr.logon.handle_blocked)()


@HANDLERS.on(board.HANDLE)
async def _check_handle(call: Call, handle: str) -> board.HandleChecked:
    files = call.services.callers
    try:
        caller = await asyncio.to_thread(files.read, handle)
        if caller is not None:
            return board.HandleChecked(caller.handle, True)
        fault = check_handle(handle, reserved_handles(call.services.settings()))
        fault = fault or await asyncio.to_thread(files.why_taken, handle)
        return board.HandleChecked(handle, False, fault)
    except CallerError as error:
        return board.HandleChecked(handle, False, _why_blocked(call, handle, error))


@HANDLERS.on(board.LogOn)
async def _log_on(call: Call, layer: Layer, effect: board.LogOn) -> board.MustChoose | None:
    gate, who = call.services[LogonGate], call.who
    try:
        caller = await gate.password(effect.handle, effect.password, who.address, call.node, words=True)
    except CallerError as error:
        raise Refusal(_why_blocked(call, effect.handle, error)) from None
    except NotLetIn as error:
        raise _refusal_of(call, error) from None
    if call.services.callers.is_word(caller, effect.password) and not caller.banned:
        if not effect.new:
            return board.MustChoose()
        try:
            caller = await call.services.callers.set_password(
                caller.handle, effect.new, who.address, caller.word
            )
        except CallerError as error:
            raise Refusal(reason_of(error)) from None
        LOG.info("password chosen by one-time word node=%d caller=%r", call.node, caller.handle)
    await _in(call, layer, caller)
    if caller.word:
        account.edit(call, lambda known: replace(known, word=""))
    return None


@HANDLERS.on(board.LOST_PASSWORD)
async def _lost_password(call: Call, handle: str) -> Said:
    """Mail a one-time word, if the caller has proved an e-mail address. The answer doesn't tell whether."""
    services, settings = call.services, call.services.settings()
    need(settings.mail.host, lambda: tr.logon.lost_ask_sysop(sysop=settings.board.sysop))
    _check_address(call)
    check(services[Outside].why_no_word(handle, _crowd(call)))
    LOG.info("one-time word asked for node=%d handle=%r address=%s", call.node, handle, call.who.address)
    services.keep(_mail_word(services, handle))
    return tr.logon.lost_word_sent(handle=handle, sysop=settings.board.sysop)


async def _mail_word(services: Services, handle: str) -> None:
    """Mail a one-time word to the caller's proved address. Sysops get none: their mailbox isn't enough."""
    outside, caller = services[Outside], await services.callers.look_up(handle)
    if caller is None or caller.banned or caller.sysop or not outside.may_mail_word(handle):
        return
    word, until = new_word(), services.now() + BY_MAIL
    try:
        await services.callers.edit(handle, lambda caller: replace(caller, word=once(word, until)))
    except CallerError as error:
        LOG.error("one-time word for caller %r: %s", handle, error)
        return
    await outside.mail_word(handle, word)


def _refusal_of(call: Call, error: NotLetIn) -> Refusal:
    """Return the refusal. A banned address, and the call's last wrong password, end the call."""
    if not isinstance(error, WrongGuess):
        return LastRefusal(reason_of(error))
    call.who.misses += 1
    final = call.who.misses >= call.services.settings().limits.logon_attempts
    return LastRefusal(tr.logon.call_ends_here(why=reason_of(error))) if final else Refusal(reason_of(error))


def _check_address(call: Call) -> None:
    try:
        call.services[LogonGate].look(call.who.address)
    except NotLetIn as error:
        raise _refusal_of(call, error) from None


@HANDLERS.on(board.EnterAsGuest)
async def _enter_as_guest(call: Call, layer: Layer, effect: board.EnterAsGuest) -> None:
    need(call.services.settings().callers.guests, tr.logon.no_guests)
    _check_address(call)
    await _in(call, layer, None)


async def _check_new_password(call: Call, typed: str) -> None:
    """Check the new user password, with the same care as any other."""
    rules, gate = call.services.settings().callers, call.services[LogonGate]

    async def check() -> bool | None:
        word = rules.new_password.encode("utf-8", "replace")
        return hmac.compare_digest(typed.encode("utf-8", "replace"), word) or None

    if rules.new == "password":
        try:
            await gate.prove(NEWCOMER, call.who.address, check, tr.logon.wrong_invite, call.node)
        except NotLetIn as error:
            raise _refusal_of(call, error) from None


@HANDLERS.on(board.CHECK_INVITE)
async def _check_invite(call: Call, text: str) -> MaybeSaid:
    await _check_new_password(call, text)
    return ""


def _crowd(call: Call) -> str:
    """Return the key by which the caller's address is counted, or "" if many callers share it."""
    address = call.who.address
    return "" if within(address, call.services.settings().limits.trusted) else block_of(address)


class NewAccounts(Part):
    """Counts registrations: by address, unless many callers share it, and all of them."""

    def __init__(self) -> None:
        self._here, self._all = quota("account"), quota("accounts")

    def take(self, block: str, now: datetime) -> MaybeSaid:
        """Count a new account from an address, or "". Return why there can't be one now, or ""."""
        if reason := self._here.why_not(block, now) or self._all.take("", now):
            return tr.logon.too_many_new_accounts(why=reason)
        if block:
            self._here.count(block, now)
        return ""


@HANDLERS.on(board.Register)
async def _register(call: Call, layer: Layer, effect: board.Register) -> None:
    services = call.services
    rules = services.settings().callers
    check(access.turned_away(call, ""), final=True)
    need(rules.new != "closed", tr.logon.board_closed, final=True)
    await _check_new_password(call, effect.invite)
    _check_address(call)
    check(check_handle(effect.handle, reserved_handles(services.settings())))
    check(services[NewAccounts].take(_crowd(call), services.now()))
    caller = await services.callers.register(
        effect.handle, effect.password, rules.new_level, call.who.address, rules.new == "validate"
    )
    LOG.info("registered node=%d caller=%r address=%s", call.node, caller.handle,
             call.who.address)  # fmt: skip
    about: About = "waits" if caller.unvalidated else "joined"
    services.keep(mail.leave(services, caller.handle, SYSOP, (tr.mail.letter_i_have_joined(),), about))
    services.keep(services[Happenings].report_caller(caller.handle))
    await _in(call, layer, caller)


async def _in(call: Call, layer: Layer, caller: Caller | None) -> None:
    """Let the caller in, or (None) a guest. The menu replaces the log-on page."""
    handle = caller.handle if caller else ""
    check(why_banned(caller.banned) if caller and caller.banned else "", final=True)
    check(access.turned_away(call, handle), final=True)
    if layer not in call.stack:
        return
    over = await _admit(call, handle, caller) if caller else await _admit_guest(call)
    call.stack.drop(layer)
    call.stray.drop()
    _welcome(call, over)


# -- other hosts -----------------------------------------------------------------------------------


@sendable
class Password(NamedTuple):
    """A host has heard a wrong password, or the `right` one."""

    handle: str
    block: str
    right: bool


def joins(services: Services) -> None:
    """Count wrong passwords on all hosts."""
    failed_logons, bus = services[FailedLogons], services.roster.bus

    def hear(heard: Password, host: str) -> None:
        if heard.right:
            failed_logons.clear(heard.handle)
        else:
            failed_logons.count(heard.handle, heard.block, asyncio.get_running_loop().time())

    failed_logons.followers.append(lambda *heard: bus.say(Password(*heard)))
    bus.hears(Password, hear)


def _lobby(call: Call) -> logon.LogonLobby:
    services, settings = call.services, call.services.settings()
    level, _ = access.standing(services, call.who)
    return logon.LogonLobby(
        **known.basis(call),
        policy=settings.callers.new,
        offered=call.who.offered,
        guests=settings.callers.guests,
        closed=why_closed(settings, services.now()) if level is not None else "",
        on_tv=on_small_tv(services) if settings.board.tv_at_welcome else None,
        art=lobby.pictures(call, "", AT_LOGON),
    )


FEATURE: Final = Feature(
    "logon",
    (HANDLERS,),
    {"logon": logon.PAGE},
    sees={logon.LogonLobby: _lobby},
    makes=(
        lambda services: NewAccounts(),
        lambda services: Happenings(services.store, services.callers, services.settings, services.now),
    ),
    joins=joins,
)
