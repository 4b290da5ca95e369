"""What the session does when a screen asks: one short function for each effect.

Law: effects are carried out in the order given.  What is done at once (`AT_ONCE`) is done
before the next screen is shown; what takes time (`ERRANDS`) runs beside the loop and its
answer comes back as an event to the screen that asked.  While an errand other than a
`Think` is under way, the caller's further keys wait for its screen to hear the answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from door.board import api as board
from door.board import pages
from door.board.sysop import values as sysop
from door.games import api
from door.records.callerfile import Caller
from door.records.callers import CallerError
from door.records.handles import check_handle
from door.records.lines import stamp
from door.session import backoffice, breakin, company, daytime, external, follow, opening, oversight, shoulder
from door.session.line import LostCaller
from door.session.stack import Layer
from door.session.timekeeper import Look

if TYPE_CHECKING:
    from door.session.loop import Session

LOG = logging.getLogger("door.call")
Errand = Callable[["Session", "Layer", Any], Awaitable[Any]]
BELL: Final = b"\x07"
GUEST: Final = "Guest"
"""Guests are told apart by their node, and by a # no handle can have."""

SHUT_OUT: Final = "Nobody is let in from your address just now. Please call again later."
NO_GUESTS: Final = "Guests are not let in here. Type NEW to join the board."


def carry_out(session: Session, layer: Layer, effect: Any) -> None:
    """Does what the effect says, or sends an errand for it."""
    at_once = AT_ONCE.get(type(effect))
    if at_once is not None:
        at_once(session, layer, effect)
        return
    patient = not isinstance(effect, api.Think)
    layer.busy += patient
    session.services.keep(_run(session, layer, effect, patient))


async def _run(session: Session, layer: Layer, effect: Any, patient: bool) -> None:
    """Runs an errand to its end, even when the call is gone by then."""
    from door.session.loop import Failed

    try:
        answer = await ERRANDS[type(effect)](session, layer, effect)
    except Exception as error:
        session.post(None, Failed(error))
        return
    finally:
        layer.busy -= patient
    session.post(*((layer, answer) if answer is not None else (None, Look())))


# -- games ---------------------------------------------------------------------------------


async def _begin(session: Session, layer: Layer, effect: api.Begin) -> api.Begun | api.Refused:
    if follow.has_lost_handle(session):
        session.evict(follow.NO_HANDLE)
        return api.Refused(follow.NO_HANDLE, layer.books or api.Books())
    answer = await session.services.desk.begin(
        layer.slug, session.handle, dict(effect.options), effect.seats,
        effect.ranked and not session.guest, effect.daily and not session.guest,
    )  # fmt: skip
    layer.books = answer.books
    if isinstance(answer, api.Begun):
        if layer.game not in ("", answer.id):  # another game of this door's begins in front of it
            session.services.desk.forget(layer.game)
        layer.game = answer.id
        if layer not in session.stack:  # the call dropped meanwhile: the game waits
            session.services.desk.forget(answer.id)
        LOG.info(
            "game %s node=%d caller=%r door=%s id=%s", "resumed" if answer.resumed else "started",
            session.node, session.handle, layer.slug, answer.id,
        )  # fmt: skip
    return answer


def _moved(session: Session, layer: Layer, effect: api.Moved) -> None:
    note = session.services.desk.moved(layer.game, effect.move)
    if note:
        session.time.notify(note)


async def _finish(session: Session, layer: Layer, effect: api.Finish) -> api.Booked:
    booked = await session.services.desk.finish(layer.game, effect.score, effect.result)
    layer.game, layer.books = "", booked.books
    door = session.services.doors[layer.slug].INFO
    session.ended_games.append((door.name, effect.score))
    LOG.info("game ended node=%d caller=%r door=%s id=%s score=%d", session.node, session.handle,
             layer.slug, booked.id, effect.score)  # fmt: skip
    if booked.note:
        session.time.notify(booked.note)
    return booked


async def _think(session: Session, layer: Layer, effect: api.Think) -> api.Thought:
    loop = asyncio.get_running_loop()
    try:
        value = await loop.run_in_executor(session.services.thinkers, effect.task, *effect.args)
    except Exception as error:
        LOG.error("thinking failed node=%d door=%s: %r", session.node, layer.slug, error)
        return api.Thought(effect.name, None, "The computer could not work that out.")
    return api.Thought(effect.name, value)


def _wake(session: Session, layer: Layer, effect: api.Wake) -> None:
    session.stack.wake(layer, effect.seconds, effect.name)


def _bell(session: Session, layer: Layer, effect: api.Bell) -> None:
    if session.terminal.prefs.get("bell") != "off":
        session.owed += BELL


def _remember(session: Session, layer: Layer, effect: api.Remember) -> None:
    if session.caller is None:
        return
    _edit(session, lambda caller: caller.remember(layer.slug, effect.key, effect.value))


def _leave(session: Session, layer: Layer, effect: api.Leave) -> None:
    session.stack.drop(layer)
    if not session.stack:
        session.leave("left")
    elif session.stack.top.slug not in session.services.doors:
        session.feed(session.stack.top, session.lobby())  # a program may have another window by now


def _pass(session: Session, layer: Layer, effect: board.Pass) -> None:
    _leave(session, layer, api.Leave())
    if session.stack:
        session.feed(session.stack.top, effect.event)


# -- the board -----------------------------------------------------------------------------


async def first_screen(session: Session) -> None:
    """Puts up the screen the call begins with: log-on, menu, or a door."""
    plan, hints = session.plan, session.line.hints
    if plan.page:
        session.handle = plan.handle
        _visit(session, None, board.Visit(plan.page, plan.arg))
    elif plan.handle or hints.proved:
        session.handle = plan.handle or hints.handle
        if reason := opening.turned_away(session, session.handle):
            session.leave("closed", reason)
            return
        await _admit(session, session.handle)
        if plan.slug:
            _play(session, None, board.Play(plan.slug))
        else:
            _welcome(session)
    else:
        _visit(session, None, board.Visit("logon"))


def _welcome(session: Session) -> None:
    """The menu, and over it what has happened since the last call, if anything has."""
    _visit(session, None, board.Visit("menu"))
    if session.fresh and session.terminal.prefs.get("expert") != "on":
        _visit(session, None, board.Visit("news"))


async def _admit(session: Session, handle: str) -> None:
    """The caller is known: an earlier call of theirs ends, their choices are put in force.

    LostCaller where the call is over by then.
    """
    caller = None if session.guest else session.services.callers.find(handle)
    session.caller, session.handle = caller, caller.handle if caller else handle
    session.admitted = stamp(session.services.now())
    took_over = await session.services.roster.enter(session.handle, session)
    session.fresh = not session.guest and await company.has_news(session, caller.last_call if caller else "")
    if session.over:
        session.services.roster.leave(session.handle, session)
        raise LostCaller("gone before the log-on was done")
    LOG.info("log-on node=%d caller=%r address=%s%s", session.node, session.handle,
             session.line.hints.address, " took-over=yes" if took_over else "")  # fmt: skip
    if caller is not None:
        session.since, now, address = caller.last_call, session.admitted, session.line.hints.address
        _edit(session, lambda known: replace(known, calls=known.calls + 1, last_call=now, address=address))
        await session.terminal.send(session.terminal.prefer(dict(caller.prefs) | session.terminal.prefs))
    session.time.admitted()
    daytime.begin(session)
    opening.look(session)
    session.services.proved(session.node)


async def _check_handle(session: Session, layer: Layer, effect: board.CheckHandle) -> board.HandleChecked:
    callers = session.services.callers
    try:
        caller = callers.find(effect.text)
        if caller is not None:
            return board.HandleChecked(caller.handle, True)
        reserved = session.services.settings().callers.reserved
        return board.HandleChecked(effect.text, False, check_handle(effect.text, reserved)
                                   or callers.taken(effect.text))  # fmt: skip
    except CallerError as error:
        LOG.error("node=%d handle=%r: %s", session.node, effect.text, error)
        return board.HandleChecked(effect.text, False, "That handle cannot be used just now; ask the sysop.")


async def _log_on(session: Session, layer: Layer, effect: board.LogOn) -> board.Denied | None:
    services, address = session.services, session.line.hints.address
    wait = services.strikes.wait(effect.handle, address, asyncio.get_running_loop().time())
    if wait.banned:
        return board.Denied("Too many wrong passwords. Please call again later.", final=True)
    await asyncio.sleep(wait.seconds)
    try:
        caller = services.callers.find(effect.handle)
        right = await services.callers.check_password(effect.handle, effect.password)
    except CallerError as error:
        LOG.error("node=%d handle=%r: %s", session.node, effect.handle, error)
        return board.Denied("This handle cannot log on just now; ask the sysop.")
    if not right or caller is None:
        services.strikes.miss(effect.handle, address, asyncio.get_running_loop().time())
        session.attempts += 1
        LOG.warning("log-on failed node=%d handle=%r address=%s", session.node, effect.handle, address)
        final = session.attempts >= services.settings().limits.logon_attempts
        return board.Denied("That is not the password of this handle.", final)
    services.strikes.hit(effect.handle, address)
    return await _in(session, layer, caller.handle, caller.banned)


def _shut_out(session: Session) -> bool:
    """Whether nobody from this call's address is let in just now."""
    now = asyncio.get_running_loop().time()
    return session.services.strikes.wait("", session.line.hints.address, now).banned


async def _enter_as_guest(session: Session, layer: Layer, effect: board.EnterAsGuest) -> board.Denied | None:
    if not session.services.settings().callers.guests:
        return board.Denied(NO_GUESTS)
    if _shut_out(session):
        return board.Denied(SHUT_OUT, final=True)
    session.guest = True
    denied = await _in(session, layer, f"{GUEST} #{session.node}", "")
    session.time.notify("You are a guest: your games are not ranked, and nothing of them is remembered.")
    return denied


async def _register(session: Session, layer: Layer, effect: board.Register) -> board.Denied | None:
    services = session.services
    rules = services.settings().callers
    if reason := opening.turned_away(session, ""):
        return board.Denied(reason, final=True)
    if rules.new == "closed":
        return board.Denied("This board takes no new callers at present.", final=True)
    if rules.new == "password" and effect.invite != rules.new_password:
        session.attempts += 1
        return board.Denied("That is not this board's word for new callers.", session.attempts >= 3)
    if _shut_out(session):
        return board.Denied(SHUT_OUT, final=True)
    if reason := check_handle(effect.handle, rules.reserved):
        return board.Denied(reason)
    try:
        caller = await services.callers.register(effect.handle, effect.password, rules.new_level)
    except CallerError as error:
        return board.Denied(str(error))
    LOG.info("registered node=%d caller=%r address=%s", session.node, caller.handle,
             session.line.hints.address)  # fmt: skip
    return await _in(session, layer, caller.handle, "")


async def _in(session: Session, layer: Layer, handle: str, banned: str) -> board.Denied | None:
    """The log-on page makes way for the menu."""
    if banned:
        return board.Denied(f"You are banned from this board: {banned}", final=True)
    if reason := opening.turned_away(session, handle):
        return board.Denied(reason, final=True)
    if layer not in session.stack:
        return None
    await _admit(session, handle)
    session.stack.drop(layer)
    _welcome(session)
    return None


async def _new_password(
    session: Session, layer: Layer, effect: board.NewPassword
) -> board.Done | board.Denied:
    callers = session.services.callers
    if not await callers.check_password(session.handle, effect.old):
        return board.Denied("That is not your password.")
    try:
        await callers.set_password(session.handle, effect.new)
    except CallerError as error:
        return board.Denied(str(error))
    session.caller = callers.find(session.handle)
    return board.Done("Your password has been changed.")


def _visit(session: Session, layer: Layer | None, effect: board.Visit) -> None:
    page = pages.PAGES[effect.page]
    state, effects = page.start(session.lobby(), effect.arg)
    session.open(Layer(page, state, page.TITLE), effects)


def _play(session: Session, layer: Layer | None, effect: board.Play) -> None:
    slug, door = effect.slug, session.services.doors[effect.slug]
    if reason := opening.may_enter(session, slug):
        opening.refuse(session, layer, reason)
        return
    session.visited[slug] = None
    setup = _setup(session, slug)
    state, effects = door.start(setup)
    session.open(Layer(door, state, door.INFO.name, slug, books=setup.books), effects)
    if not (setup.fast or setup.straight or setup.waiting):
        splash = pages.PAGES["splash"]
        art, wake = splash.start(session.lobby(), slug)
        session.open(Layer(splash, art, door.INFO.name), wake)


def _setup(session: Session, slug: str) -> api.Setup:
    """What the door is started with."""
    services, terminal = session.services, session.terminal
    return api.Setup(
        caller=session.handle,
        options=services.settings().doors[slug].options,
        books=services.desk.books(slug, session.handle),
        prefs=_door_prefs(session, slug),
        fast=terminal.plain or terminal.prefs.get("fast") == "on",
        plain=terminal.plain,
        waiting=services.desk.waiting(slug, session.handle),
        straight=bool(session.plan.slug),
        argv=session.plan.argv,
        keys=terminal.prefs.get("keys", "numbers"),
    )


def _door_prefs(session: Session, slug: str) -> dict[str, str]:
    """What the caller's earlier calls left for that door, over what their key set asks for."""
    numpad = session.services.doors[slug].INFO.numpad
    asked = dict([numpad]) if numpad and session.terminal.prefs.get("keys") == "numpad" else {}
    return asked | dict(session.caller.doors.get(slug, {}) if session.caller else {})


def _prefer(session: Session, layer: Layer, effect: board.Prefer) -> None:
    session.owed += session.terminal.prefer({effect.key: effect.value})
    if session.caller is not None:
        _edit(session, lambda caller: caller.prefer(effect.key, effect.value))
    session.post(layer, session.lobby())


def _hang_up(session: Session, layer: Layer, effect: board.HangUp) -> None:
    session.leave(effect.farewell or "goodbye", effect.farewell)


def _edit(session: Session, edit: Callable[[Caller], Caller]) -> None:
    """Changes the caller's file, aside; the change holds for this call even if the disk refuses it."""
    if session.caller is not None:
        session.caller = edit(session.caller)
        session.services.keep(_write(session, session.handle, edit))


async def _write(session: Session, handle: str, edit: Callable[[Caller], Caller]) -> None:
    try:
        async with session.writing:  # in the order the caller chose
            await asyncio.to_thread(session.services.callers.change, handle, edit)
    except CallerError as error:
        LOG.error("caller %r could not be saved: %s", handle, error)
        session.time.notify("Your settings could not be saved just now; they hold for this call.")


AT_ONCE: Final[dict[type, Callable[[Any, Any, Any], None]]] = {
    api.Moved: _moved,
    api.Wake: _wake,
    api.Bell: _bell,
    api.Remember: _remember,
    api.Leave: _leave,
    board.Visit: _visit,
    board.Pass: _pass,
    board.Play: _play,
    board.Prefer: _prefer,
    board.HangUp: _hang_up,
    sysop.Watch: shoulder.watch,
    sysop.BreakIn: breakin.break_in,
    sysop.Say: breakin.say,
    sysop.Took: oversight.took,
    **external.AT_ONCE,
}
ERRANDS: Final[dict[type, Errand]] = {
    api.Begin: _begin,
    api.Finish: _finish,
    api.Think: _think,
    board.CheckHandle: _check_handle,
    board.LogOn: _log_on,
    board.Register: _register,
    board.NewPassword: _new_password,
    board.EnterAsGuest: _enter_as_guest,
    **company.ERRANDS,
    **backoffice.ERRANDS,
    **oversight.ERRANDS,
    **external.ERRANDS,
}
