"""Reception: how a call begins, and how a caller comes to be known to it.

Law: nobody is on the board before `_admit`; who is turned away hears why in one sentence.
Wrong passwords are counted by `FailedLogons`, the word for new callers is one of them; what was counted is
waited for before another is checked.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from door.board import api as board
from door.net.line import LostCaller
from door.records.callers.callers import CallerError
from door.records.callers.handles import check_handle
from door.records.journal.lines import stamp
from door.session.call.stack import Layer
from door.session.clock import access, daily_minutes
from door.session.effects import choices, community, navigation

if TYPE_CHECKING:
    from door.session.call.loop import Session

LOG = logging.getLogger("door.call")
GUEST: Final = "Guest"
"""Guests are told apart by their node, and by a # no handle can have."""

NEWCOMER: Final = "NEW"
"""The handle that wrong new user passwords are counted at: reserved, as what they type."""

SHUT_OUT: Final = "Nobody is let in from your address just now. Please call again later."
TOO_MANY: Final = "Too many wrong passwords. Please call again later."
WRONG: Final = "That is not the password of this handle."
WRONG_NEW: Final = "Wrong new user password."
THE_LAST: Final = " The call ends here."
NO_GUESTS: Final = "Guests are not let in here. Type NEW to join the board."


async def first_screen(session: Session) -> None:
    """Puts up the screen the call begins with: log-on, menu, or a door."""
    plan, hints = session.plan, session.line.hints
    if plan.page:
        session.handle = plan.handle
        navigation.visit(session, None, board.Visit(plan.page, plan.arg))
    elif plan.handle or hints.proved:
        session.handle = plan.handle or hints.handle
        if reason := access.turned_away(session, session.handle):
            session.leave("closed", reason)
            return
        await _admit(session, session.handle)
        if plan.slug:
            navigation.play(session, None, board.Play(plan.slug))
        else:
            _welcome(session)
    else:
        navigation.visit(session, None, board.Visit("logon"))


def _welcome(session: Session) -> None:
    """The menu, and over it what has happened since the last call, if anything has."""
    navigation.visit(session, None, board.Visit("menu"))
    if session.fresh and session.terminal.prefs.get("expert") != "on":
        navigation.visit(session, None, board.Visit("news"))


async def _admit(session: Session, handle: str) -> None:
    """The caller is known: an earlier call of theirs ends, their choices are put in force.

    LostCaller where the call is over by then.
    """
    services = session.services
    caller = None if session.guest else services.callers.find(handle)
    session.handle = caller.handle if caller else handle
    session.admitted = stamp(services.now())
    took_over = await services.roster.enter(session.handle, session)
    if caller is not None:
        await services.writes.settled(session.handle)  # what an earlier call has left is known to this one
        caller = session.caller = services.callers.find(session.handle)
    session.fresh = not session.guest and await community.has_news(
        session, caller.last_call if caller else ""
    )
    if session.over:
        services.roster.leave(session.handle, session)
        raise LostCaller("gone before the log-on was done")
    LOG.info("log-on node=%d caller=%r address=%s%s", session.node, session.handle,
             session.line.hints.address, " took-over=yes" if took_over else "")  # fmt: skip
    if caller is not None:
        session.since, address = caller.last_call, session.line.hints.address
        now = session.admitted
        choices.edit(
            session, lambda known: replace(known, calls=known.calls + 1, last_call=now, address=address)
        )
        for key, value in session.chosen.items():
            choices.remember(session, key, value)
        await session.terminal.send(session.terminal.prefer(dict(caller.prefs) | session.terminal.prefs))
    session.time.admitted()
    daily_minutes.begin(session)
    access.look(session)
    services.proved(session.node)


async def _check_handle(session: Session, layer: Layer, effect: board.CheckHandle) -> board.HandleChecked:
    callers = session.services.callers
    try:
        # In a thread: a name that nobody has may have thousands of files listed.
        caller = await asyncio.to_thread(callers.read, effect.text)
        if caller is not None:
            return board.HandleChecked(caller.handle, True)
        reserved = session.services.settings().callers.reserved
        fault = check_handle(effect.text, reserved) or await asyncio.to_thread(callers.taken, effect.text)
        return board.HandleChecked(effect.text, False, fault)
    except CallerError as error:
        LOG.error("node=%d handle=%r: %s", session.node, effect.text, error)
        return board.HandleChecked(effect.text, False, "That handle cannot be used just now; ask the sysop.")


async def _log_on(session: Session, layer: Layer, effect: board.LogOn) -> board.Denied | None:
    services, address = session.services, session.line.hints.address
    if denied := await _turn_to_guess(session, effect.handle):
        return denied
    try:
        caller = services.callers.read(effect.handle)
        right = await services.callers.check_password(effect.handle, effect.password, address)
    except CallerError as error:
        LOG.error("node=%d handle=%r: %s", session.node, effect.handle, error)
        return board.Denied("This handle cannot log on just now; ask the sysop.")
    if not right or caller is None:
        return _denied(session, effect.handle, WRONG)
    services.failed_logons.hit(effect.handle, address)
    return await _in(session, layer, caller.handle, caller.banned)


async def _turn_to_guess(session: Session, handle: str) -> board.Denied | None:
    """Waits as long as earlier wrong passwords ask for; Denied where none is looked at."""
    failed_logons, address = session.services.failed_logons, session.line.hints.address
    wait = failed_logons.wait(handle, address, asyncio.get_running_loop().time())
    if wait.banned:
        return board.Denied(SHUT_OUT if failed_logons.kept_out(address) else TOO_MANY, final=True)
    await asyncio.sleep(wait.seconds)
    return None


def _denied(session: Session, handle: str, why: str) -> board.Denied:
    """Counts a wrong password; after the call's last one says that it ends here."""
    services, address = session.services, session.line.hints.address
    services.failed_logons.miss(handle, address, asyncio.get_running_loop().time())
    session.attempts += 1
    LOG.warning("log-on failed node=%d handle=%r address=%s", session.node, handle, address)
    final = session.attempts >= services.settings().limits.logon_attempts
    return board.Denied(why + (THE_LAST if final else ""), final)


def _shut_out(session: Session) -> bool:
    """Whether nobody from this call's address is let in just now."""
    now = asyncio.get_running_loop().time()
    return session.services.failed_logons.wait("", session.line.hints.address, now).banned


async def _enter_as_guest(session: Session, layer: Layer, effect: board.EnterAsGuest) -> board.Denied | None:
    if not session.services.settings().callers.guests:
        return board.Denied(NO_GUESTS)
    if _shut_out(session):
        return board.Denied(SHUT_OUT, final=True)
    session.guest = True
    denied = await _in(session, layer, f"{GUEST} #{session.node}", "")
    session.time.notify("You are a guest: your games are not ranked, and nothing of them is remembered.")
    return denied


async def _invited(session: Session, said: str, word: str) -> board.Denied | None:
    """Checks the new user password, as carefully as any other."""
    if denied := await _turn_to_guess(session, NEWCOMER):
        return denied
    if hmac.compare_digest(said.encode("utf-8", "replace"), word.encode("utf-8", "replace")):
        return None
    return _denied(session, NEWCOMER, WRONG_NEW)


async def _register(session: Session, layer: Layer, effect: board.Register) -> board.Denied | None:
    services = session.services
    rules = services.settings().callers
    if reason := access.turned_away(session, ""):
        return board.Denied(reason, final=True)
    if rules.new == "closed":
        return board.Denied("This board takes no new callers at present.", final=True)
    if rules.new == "password" and (denied := await _invited(session, effect.invite, rules.new_password)):
        return denied
    if _shut_out(session):
        return board.Denied(SHUT_OUT, final=True)
    if reason := check_handle(effect.handle, rules.reserved):
        return board.Denied(reason)
    try:
        caller = await services.callers.register(
            effect.handle, effect.password, rules.new_level, session.line.hints.address
        )
    except CallerError as error:
        return board.Denied(str(error))
    LOG.info("registered node=%d caller=%r address=%s", session.node, caller.handle,
             session.line.hints.address)  # fmt: skip
    return await _in(session, layer, caller.handle, "")


async def _in(session: Session, layer: Layer, handle: str, banned: str) -> board.Denied | None:
    """The log-on page makes way for the menu."""
    if banned:
        return board.Denied(f"You are banned from this board: {banned}", final=True)
    if reason := access.turned_away(session, handle):
        return board.Denied(reason, final=True)
    if layer not in session.stack:
        return None
    await _admit(session, handle)
    session.stack.drop(layer)
    _welcome(session)
    return None


async def _own_password(
    session: Session, layer: Layer, effect: board.CheckPassword
) -> board.Done | board.Denied:
    right = await session.services.callers.check_password(session.handle, effect.text)
    return board.Done() if right else board.Denied("That is not your password.")


async def _new_password(
    session: Session, layer: Layer, effect: board.NewPassword
) -> board.Done | board.Denied:
    callers, address = session.services.callers, session.line.hints.address
    if not await callers.check_password(session.handle, effect.old, address):
        return board.Denied("That is not your password.")
    try:
        await callers.set_password(session.handle, effect.new, address)
    except CallerError as error:
        return board.Denied(str(error))
    session.caller = callers.find(session.handle)
    return board.Done("Your password has been changed.")


ERRANDS: Final[dict[type, Any]] = {
    board.CheckHandle: _check_handle,
    board.LogOn: _log_on,
    board.Register: _register,
    board.CheckPassword: _own_password,
    board.NewPassword: _new_password,
    board.EnterAsGuest: _enter_as_guest,
}
