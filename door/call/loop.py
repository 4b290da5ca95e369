"""The loop of a call: pass input and answers to the top screen, carry out its effects, update the terminal.

All waiting happens here, and answers come back as events. Screens are pure, and the connection is bytes.
However a call ends, its game is saved and its node is free.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from door.call import access, known, navigation, time_limits
from door.call.api import LOG_ON, Call, CallStart, Services, Upkeep
from door.call.clock import AnswerWait, CheckLimits, Clock, Late, Redraw, Timers
from door.call.events import EventQueue, Failed, StrayKeys
from door.call.feature import Features
from door.call.handlers import CallOver, bare_name, fault
from door.call.identity import CallHistory, Identity
from door.call.messages import Messages
from door.call.plain import PlainView
from door.call.roster import ELSEWHERE, CallMessage
from door.call.stack import Layer, Stack
from door.call.status import StatusFields
from door.call.terminal import CallTerminal
from door.call.view import AnsiView
from door.net.line import CallLine, Data, HungUp, LostCaller, Resized
from door.play.api import Think
from door.play.match.values import Refusal
from door.play.runaway import call_in_time
from door.screens.door import SeatDoor
from door.screens.replays.screen import ReplayScreen
from door.screens.watch import WatchDoor
from door.term.keys import Key, Line, Mouse, TerminalReply
from door.ui.screen import Ask, DoAct, Effect, No, Tick
from door.ui.texts import MaybeSaid, Said, again, reason_of, speak, speaking, tr

LOG = logging.getLogger("door.call")
T = TypeVar("T")


# -- effects ---------------------------------------------------------------------------------------
#
# Effects run in order, each by its handler. While an answer is pending, the caller's keys wait for it. A
# `Think` holds keys only in plain mode, where each line answers a prompt. The call can stop waiting for a
# `Question`; its answer still arrives.
#
# A handler that fails ends no call. The log has the traceback, and the caller reads one sentence.


async def _answer(call: Call, layer: Layer, effect: Effect) -> None:
    """Finish the effect, even if the call ends meanwhile."""
    try:
        answer = await call.services[Features].handlers.answer(call, layer, effect)
    except LostCaller:
        return
    except Exception as error:
        if layer.slug in call.services.doors and not isinstance(effect, (Ask, DoAct)):
            call.post(layer, Failed(error))  # the game may wait for it for ever
            return
        answer = No(fault(call, effect, error), to=effect)
    finally:
        layer.end_wait(effect)
    call.post(*((layer, answer) if answer is not None else (None, Redraw())))


# -- input -----------------------------------------------------------------------------------------

ESCAPE_WAIT: Final = 0.2  # seconds after which a lone ESC is a key; the rest of a sequence may be slow
HERE: Final = 0.05  # on this machine
STRANGER_WAIT: Final = 0.5  # before the log-on, where ESC hangs up
SLOW_WAIT: Final = 1.0  # at most, once sequences have come in pieces
PASTE_WAIT: Final = 5.0  # seconds after which a paste without an end is over
BURST: Final = 64  # events taken before the screen is shown
WAYS_OUT: Final = frozenset({Key("esc"), Key("ctrl-c"), Key("ctrl-x")})


@dataclass(frozen=True, slots=True)
class Flush:
    """No byte followed an escape, so the pending sequence is complete."""


class Input:
    """Decodes the caller's input. Passes it to the top screen (`feed`), or holds it back in the `queue`."""

    def __init__(self, call: Call, queue: EventQueue, feed: Callable[[Layer, Any], None]) -> None:
        self._call, self._queue, self._feed = call, queue, feed

    def take(self, event: Any) -> None:
        """Handle a piece of input, without what is pasted behind the line that is typed."""
        view = self._call.terminal.view
        heard = self._decode(event.data) if isinstance(event, Data) else [event]
        if (
            view.types and self._call.who.handle and isinstance(view, AnsiView)
        ):  # the log-on may be typed ahead
            taken = view.in_line(heard)
            if taken < len(heard):
                self._call.messages.notify(tr.call.only_first_line_taken())
            heard = heard[:taken]
        self.hear(heard)

    def hear(self, inputs: list[Any]) -> None:
        """Pass input to the top screen. Hold the rest back if a result must be shown or answered first."""
        call = self._call
        for at, heard in enumerate(inputs):
            if isinstance(heard, TerminalReply):
                continue
            call.clock.touch()
            if not call.stack:
                return
            top, view = call.stack.top, call.terminal.view
            if top.awaits or at >= (1 if isinstance(view, PlainView) else BURST):
                self._queue.hold_first(inputs[at:])
                return
            if call.stray.stops(top, heard):
                continue
            answer = view.answer(heard) if isinstance(view, PlainView) else heard
            if not self._breaks_in(answer):
                self._feed(top, answer)

    def _breaks_in(self, heard: Any) -> bool:
        """Do what a key does that works from anywhere. True if it is such a key.

        In a line being typed, Ctrl-W deletes a word instead.
        """
        call = self._call
        match heard:
            case Key(name) if not (name == "ctrl-w" and call.terminal.view.types):
                word = name
            case Line(text):
                word = text.strip().lower()
            case _:
                return False
        does = call.services[Features].anywhere.get(word)
        if does is None:
            return False
        if not call.who.admitted or call.who.console or not call.stack:
            return False
        top = call.stack.top
        if top.above or top.slug in call.services.settings().externals:
            return False
        try:
            return does(call)
        except Refusal as refused:
            call.messages.notify(reason_of(refused))
            return True
        except Exception as error:
            call.messages.notify(fault(call, word, error))
            return True

    def leaves(self) -> bool:
        """True if the caller wants to leave a page whose answer takes long, and may."""
        call = self._call
        if not call.stack.busy or call.terminal.pipe or not call.stack.top.only_asks:
            return False
        held, view = self._queue.decode(self._decode), call.terminal.view
        out = next((event for event in held if event in WAYS_OUT), None)
        if out is None and held and not view.types and _is_q(held[0]):
            out = held[0]
        if out is None:
            return False
        call.stack.top.awaits.clear()
        if not call.terminal.plain:  # in plain mode it is the first line held anyway
            call.stray.drop()
            self._queue.hold_first([out])
        return True

    def _decode(self, data: bytes) -> list[Any]:
        """Decode input. Start the timer if it ends within a sequence."""
        view = self._call.terminal.view
        heard = view.hear(data)
        if view.decoder.pending:
            self._call.timers.later("escape", self.escape_wait(), Flush())
        return heard

    def escape_wait(self) -> float:
        """Return the seconds to wait for the rest of an unfinished sequence."""
        decoder, who = self._call.terminal.view.decoder, self._call.who
        if decoder.pasting:
            return PASTE_WAIT
        remote = ESCAPE_WAIT if who.handle else max(ESCAPE_WAIT, STRANGER_WAIT)
        wait = HERE if who.kind == "local" else remote
        return min(wait * (1 << min(decoder.late, 8)), max(SLOW_WAIT, wait))


def _is_q(event: object) -> bool:
    """True for Q, which leaves a page unless text is being typed."""
    return event in (Key("q"), Key("Q")) or (isinstance(event, Line) and event.text.lower() in ("q", "quit"))


# -- the loop --------------------------------------------------------------------------------------

OF_OTHERS: Final = (WatchDoor, ReplayScreen, SeatDoor)
"""Screens of other callers' games."""

EVICT_WAIT: Final = 5.0  # seconds an evicted call has to end by itself


class Parting(NamedTuple):
    """Ends a call, with a reason for the log and sentences for the caller."""

    reason: str
    farewell: tuple[Said, ...] = ()


HUNG_UP: Final = Parting("hung up")


class Session:
    """One call from its first byte to its last. Effects see it as a `Call`."""

    def __init__(self, line: CallLine, node: int, services: Services, plan: CallStart = LOG_ON) -> None:
        self.line, self.node, self.services, self.plan = line, node, services, plan
        self._events = EventQueue(line)
        self.post = self._events.post
        self.timers = Timers(self.post)
        self.who = Identity(line.hints, console=bool(plan.page))
        self.history = CallHistory()
        self.terminal = CallTerminal(line, services.settings, plan.plain)
        self.stack = Stack(self.post, services.store.games.forget, self.carry_out)
        self.clock = Clock(self.timers)
        self.messages = Messages(self.timers)
        self.stray = StrayKeys(self._events, self.terminal)
        self.input = Input(self, self._events, self._feed)
        self._status: tuple[Layer, StatusFields] | None = (
            None  # the status line, unless it may have changed since
        )
        self._answer = AnswerWait(self.timers)
        self._parting = HUNG_UP
        self._evicted: Parting | None = None
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task: asyncio.Task[Any] | None = None

    # -- for the board ----------------------------------------------------------------------

    def leave(self, reason: str, *farewell: Said) -> None:
        self._parting = Parting(reason, farewell)
        self.stack.clear()

    def evict(self, reason: Said, saved: MaybeSaid = "", why: str = "evicted") -> None:
        self._evicted = Parting(why, (reason, saved) if saved and self.stack.plays else (reason,))
        self.post(None, self._evicted)
        task = self._task
        if task is not None:
            asyncio.get_running_loop().call_later(EVICT_WAIT, lambda: self.over or task.cancel())

    @property
    def over(self) -> bool:
        return self._closed.done()

    async def wait_closed(self) -> None:
        await asyncio.shield(self._closed)

    info = known.call_info

    def receive(self, message: CallMessage[T]) -> T | None:
        with suppress(Refusal):
            return self.answer(message)
        return None

    def answer(self, message: CallMessage[T]) -> T:
        self._status = None
        if (handler := self.services[Features].handlers.messages.get(type(message))) is None:
            LOG.error("node=%d nothing carries out %s", self.node, bare_name(message))
            raise Refusal(tr.refused.missing_here())
        try:
            with speaking(self.terminal.language):
                answer: T = handler(self, message)
            return answer
        except Refusal:
            raise
        except Exception as error:
            raise Refusal(fault(self, message, error)) from error

    def carry_out(self, layer: Layer, effect: Effect) -> None:
        if self.plan.trace:
            self.plan.trace(f"{layer.where}\t> {effect!r}\n")
        self._status = None
        if (at_once := self.services[Features].handlers.now.get(type(effect))) is None:
            if self.terminal.plain or not isinstance(effect, Think):
                layer.awaits.append(effect)
            self.services.keep(_answer(self, layer, effect))
            return
        try:
            at_once(self, layer, effect)
        except Refusal as refused:
            self.post(layer, No(reason_of(refused), to=effect))
        except Exception as error:
            why = fault(self, effect, error)
            if layer in self.stack and not layer.slug:
                self.post(layer, No(why, to=effect))
            else:  # a game goes on, and a page that has closed hears nothing
                self.messages.notify(why)

    # -- the call ---------------------------------------------------------------------------

    async def run(self) -> None:
        self._task = asyncio.current_task()
        speak(self.terminal.language)
        if not self.plan.page:
            self.services.roster.add(self)
        try:
            await self._greet()
            while self.stack:
                await self._events.wait()  # lets other calls run; nothing below has to wait
                if not self.who.handle:
                    await self.services[Upkeep].pace.wait_turn(self.who.address)
                if self._hear() or self.terminal.owed:
                    await self.terminal.show(self._screen_update(), self._is_impatient)
        except LostCaller as lost:
            self._parting = Parting(str(lost) or "lost")
        except asyncio.CancelledError:
            if self._evicted:  # it did not end by itself
                self.leave(self._evicted.reason, *self._evicted.farewell)
            raise
        except Exception:
            self._parting = Parting("fault", (tr.refused.board_fault(),))
            raise
        finally:
            self._let_go()
            with suppress(LostCaller):
                farewell = " ".join(map(again, self._parting.farewell))
                await self.line.send(self.terminal.view.parting(farewell))
            await self.line.hang_up()

    async def _greet(self) -> None:
        """Find out what the terminal is, then show the first screen."""
        # among callers from the same address
        turn = partial(self.services[Upkeep].pace.wait_turn, self.who.address)
        await turn()
        found = await self.terminal.find_out(turn)
        if found.gone:
            return
        self._events.open(found.early)
        self.terminal.open()
        limits = self.services.settings().limits
        if self.who.local:
            self.clock.limit(0, 0, None)
        else:
            self.clock.limit(limits.idle_minutes * 60, limits.minutes_per_call * 60, limits.logon_seconds)
        await self.services[Features].first_screen(
            self, self.plan, self.line.hints.handle if self.line.hints.proved else ""
        )
        await self.terminal.show(self._screen_update(), self._is_impatient)

    def _hear(self) -> bool:
        """Handle pending events, up to one whose result must be shown first. True if there were any."""
        for taken in range(BURST):
            ready = self._events.next(self.stack.busy)
            if ready is None and self._answer.late and self.input.leaves():
                ready = self._events.next(self.stack.busy)
            if ready is None:
                return taken > 0
            self._take(*ready)
            if not self.stack or self.terminal.plain:
                break
        return True

    def _take(self, layer: Layer | None, event: Any) -> None:
        if not isinstance(event, (Data, Key, Line, Mouse)):
            self._status = None
            self.terminal.follow_settings()
        if layer is not None:
            if isinstance(event, Failed):
                self._take_off(layer, event.error)
            elif layer not in self.stack:
                return
            else:
                waited = self.stack.top if self._answer.late else None
                self._feed(layer, event)
                if waited is not None and self.stack and self.stack.top is not waited:
                    self.stray.drop()
            return
        match event:
            case Data() | Key() | Line() | Mouse():
                self.input.take(event)
            case HungUp() if self.terminal.pipe and (self._events.holds or self.stack.busy):
                self._events.hold(event)  # a pipe's end comes after all of its contents
            case Flush():
                self.input.hear(self.terminal.view.flush())
            case Late():
                self._answer.late = True
                self.terminal.late()
            case HungUp(reason):
                self.leave(reason or "hung up")
            case Parting(reason, farewell):
                self.leave(reason, *farewell)
            case Redraw():
                pass
            case CheckLimits():
                time_limits.check(self)
            case _:
                self.terminal.learn(event)
                if isinstance(event, Resized) and not (
                    self.stack.top.slug in self.services.doors or self.terminal.plain
                ):
                    # the art may differ at that size
                    self.post(self.stack.top, navigation.fresh(self))

    def _feed(self, layer: Layer, event: Any) -> None:
        if self.plan.trace:
            self.plan.trace(f"{layer.where}\t< {event!r}\n")
        try:
            self.stack.feed(layer, event)
        except Exception as error:
            self._take_off(layer, error)
        if isinstance(event, Tick) and layer not in self.stack:
            self.stray.arm()

    def _take_off(self, layer: Layer, error: Exception) -> None:
        """Remove a screen that has failed, and say so on the one below. Without one the call ends."""
        others, door = isinstance(layer.screen, OF_OTHERS), self.services.doors.get(layer.slug)
        what = layer.slug or type(layer.screen).__name__
        LOG.error("node=%d %s cannot be shown: %r", self.node, what, error, exc_info=error)
        if layer not in self.stack:
            return
        self.stack.drop(layer)
        if others:
            fault = tr.watch.cannot_be_shown()
        elif door:
            fault = tr.play.game_has_fault(door=door.INFO.name())
            if not isinstance(error, OSError):  # which is the machine's
                access.note_fault(self, layer.slug)
        else:
            fault = tr.refused.has_fault() if self.stack else tr.refused.board_fault()
        if not self.stack:
            self.leave("fault", fault)
            return
        self.messages.notify(fault)
        if self.stack.top.lobby:
            self.post(self.stack.top, navigation.fresh(self))

    def _is_impatient(self) -> bool:
        """True if a screen that is sent slowly must be sent at once."""
        return bool(self._evicted) or self._events.impatient()

    def _screen_update(self) -> bytes:
        """Return the bytes that update the caller's screen."""
        plain, busy = self.terminal.plain, self.stack.busy
        if (busy or self._answer.timed) and self._answer.awaited(busy, plain) and not plain:
            return b""
        if busy and self.stack.top.saves:
            return b""
        if self.stray.waits:
            self.stray.drop()
        if not self.stack:
            return b""
        layer = self.stack.top
        if self._status is None or self._status[0] is not layer:
            for notice in self.messages.notices:
                if notice.about and layer.is_about(notice.about):
                    self.messages.drop_notices_about(notice.about)
            self._status = layer, known.status(self)
        status = self._status[1]
        try:
            view = self.terminal.view
            shown = call_in_time(view.show, layer.screen, layer.state, status, busy)
        except Exception as error:
            self._take_off(layer, error)
            return self._screen_update()
        if status.told:
            self.messages.drop_notices()
            self._status = None
        return shown

    # -- the end ------------------------------------------------------------------------

    def _let_go(self) -> None:
        self.timers.stop()
        del self.input  # it refers to this call
        self.services.roster.remove(self)
        self.terminal.part(
            tr.call.caller_has_left(who=known.who(self.info()), reason=self._parting.reason.rstrip("."))
        )
        self.stack.close()
        if self.who.handle:
            self.services.roster.leave(self.who.handle, self)
            sent_away = bool(self._parting.farewell) and self._parting.reason != ELSEWHERE
            idle = self._parting.reason == tr.hours.idle_too_long().in_english
            self.services[Features].tell(self, CallOver(sent_away, idle))
            time_limits.write(self)
        LOG.info(
            "hang-up node=%d caller=%r address=%s seconds=%d reason=%r",
            self.node, self.who.handle, self.who.address, self.clock.seconds, self._parting.reason,
        )  # fmt: skip
        self._closed.set_result(None)
