"""The one loop of a call: events go to the screen on top, effects are carried out, the
caller's terminal is brought up to date.

Law: all waiting of a call happens here (and in `dispatch`, whose answers come back as
events).  Screens are pure; the line is bytes; this is where they meet.  A call that ends
in any way leaves its game saved and its node free.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from door.board.api import Lobby, Note, Online
from door.midend.api import Finish
from door.net.line import CallLine, Data, HungUp, LostCaller, Resized
from door.records.callers.caller_file import Caller
from door.session.call.events import EventQueue, Post
from door.session.call.services import Services
from door.session.call.stack import Layer, Stack
from door.session.call.status import Status
from door.session.call.terminal import Terminal
from door.session.clock import access, daily_minutes
from door.session.clock.timekeeper import Look, Timekeeper
from door.session.effects import community, dispatch, lobby, logon, refresh, sysop_nodes, watch
from door.term.keys import Key, Line, Mouse, Reply

LOG = logging.getLogger("door.call")
FAULT: Final = "The board has a fault and this call ends here. Please call again."
ESCAPE_WAIT: Final = 0.2  # seconds after which a lone ESC is the key: what follows comes late on a slow line
HERE: Final = 0.05  # on this machine
EVICT_WAIT: Final = 5.0  # seconds an evicted call has to end by itself
BURST: Final = 64  # events taken before the screen is shown
INBOX: Final = 20  # messages of this call that are kept


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a call begins: at the log-on, or (`handle`) as a caller who is known, perhaps
    straight in a door (`slug`, with the toggles `argv`), which is then all of the call.

    A `page` (with its `arg`) is a console's, who is the board's own account: no caller, no node.
    `trace` is told each event a screen heard and each effect it asked for, a line each."""

    handle: str = ""
    slug: str = ""
    argv: tuple[str, ...] = ()
    plain: bool = False
    page: str = ""
    arg: str = ""
    trace: Callable[[str], object] | None = None


LOG_ON: Final = Plan()


@dataclass(frozen=True, slots=True)
class Flush:
    """No byte came after an escape: what is pending is complete."""


@dataclass(frozen=True, slots=True)
class Evicted:
    """The board ends this call: with a sentence, another (`saved`) where a game waits, and a word
    for the log on `why`."""

    reason: str
    saved: str = ""
    why: str = "evicted"


@dataclass(frozen=True, slots=True)
class Failed:
    """An errand went wrong in a way that is our fault."""

    error: Exception


class Parting(NamedTuple):
    """Why a call ends, for the log, and the sentence that its caller is told ("" for none)."""

    reason: str
    farewell: str = ""


HUNG_UP: Final = Parting("hung up")


class Session:
    """One call, from its first byte to its last."""

    def __init__(self, line: CallLine, node: int, services: Services, plan: Plan = LOG_ON) -> None:
        self.line, self.node, self.services, self.plan = line, node, services, plan
        self.terminal = Terminal(line, services.settings, plan.plain)
        self._mail = EventQueue(line)
        post = self.post
        self.time = Timekeeper(post)
        self.stack = Stack(post, services.store.forget)
        self.caller: Caller | None = None
        self.handle = ""
        self.ended_games: list[tuple[str, int]] = []
        self.guest = False
        self.chosen: dict[str, str] = {}  # at the log-on, to be remembered once it is known whose
        self.since = self.admitted = ""  # the caller's last call, and this one's log-on: RFC 3339 UTC
        self.visited: tuple[str, ...] = ()  # the doors opened on this call, in that order
        self.inbox: tuple[Note, ...] = ()
        self.unread = 0
        self.fresh = False  # something has happened since the caller's last call
        self.ending = False  # a game has ended, and its caller has not seen that yet
        self.silent_until = 0.0
        self.attempts = 0
        self.meter: daily_minutes.Meter | None = None
        self.hours = access.Seen()
        self.watchers: tuple[watch.Shoulder, ...] = ()
        self.owed = b""
        self._parting = HUNG_UP
        self._ended = asyncio.Event()
        self._task: asyncio.Task[Any] | None = None

    # -- for the board around it ----------------------------------------------------------

    @property
    def online(self) -> Online:
        """This call, as Who's online shows it."""
        where = self.stack.top.where if self.stack else "leaving"
        return Online(self.node, self.handle, where, self.time.seconds // 60)

    def hear(self, note: Note, urgent: bool = False) -> bool:
        """A line from another caller: on the status line for a while, and in the inbox; False
        where this caller takes none (but what is `urgent`)."""
        if not urgent and self.terminal.prefs.get("messages") == "off":
            return False
        self.inbox = (*self.inbox, note)[-INBOX:]
        self.unread = min(self.unread + 1, INBOX)
        self.time.notify(f"{note.handle} says: {note.text}")
        return True

    def evict(self, reason: str, saved: str = "", why: str = "evicted") -> None:
        """Ends this call soon, with that sentence to the caller; see `Evicted`."""
        self.post(None, Evicted(reason, saved, why))
        task = self._task
        if task is not None:
            asyncio.get_running_loop().call_later(EVICT_WAIT, lambda: self.over or task.cancel())

    @property
    def over(self) -> bool:
        """Whether the call has ended."""
        return self._ended.is_set()

    async def ended(self) -> None:
        """Waits until the call is over and its game is let go."""
        await self._ended.wait()

    def post(self, layer: Layer | None, event: Any) -> None:
        """Hands an event to the loop: for a screen, or (None) for the call itself."""
        self._mail.post(layer, event)

    def news(self) -> None:
        """The books have changed at large: midnight, a new month, a sysop's hand."""
        self.follow()
        self.post(None, Look())

    def follow(self) -> None:
        """Brings what this call's doors show of the books up to date; quiet where that is the same."""
        refresh.bring(self)

    def lobby(self) -> Lobby:
        """The board as this caller sees it now."""
        offered = self.line.hints.handle if self.line.hints.kind in ("ssh", "rlogin") else ""
        call = lobby.Call(
            self.node, self.handle, self.caller, self.guest, offered, self.terminal.facts(),
            self.time.minutes_left, self.unread, tuple(self.ended_games), access.level(self),
        )  # fmt: skip
        return lobby.build(self.services, call)

    def visit(self, slug: str) -> None:
        """Notes that a door is opened."""
        if slug not in self.visited:
            self.visited += (slug,)

    def open(self, layer: Layer, effects: tuple[Any, ...]) -> None:
        """Puts a screen on top and carries out the effects it starts with."""
        self.stack.push(layer)
        for effect in effects:
            dispatch.carry_out(self, layer, effect)

    def leave(self, reason: str, farewell: str = "") -> None:
        """Ends the call."""
        self._parting = Parting(reason, farewell)
        self.stack.clear()

    # -- the call ---------------------------------------------------------------------------

    async def run(self) -> None:
        """Runs the call to its end."""
        self._task = asyncio.current_task()
        if not self.plan.page:
            self.services.roster.arrived(self)
        try:
            await self._greet()
            await self._serve()
        except LostCaller as lost:
            self._parting = Parting(str(lost) or "lost")
        except Exception:
            self._parting = Parting("fault", FAULT)
            raise
        finally:
            self._let_go()
            await self._close()

    async def _greet(self) -> None:
        """Finds out what the terminal is, and shows the first screen."""
        await self._stranger_s_turn()
        found = await self.terminal.find_out(self._stranger_s_turn)
        if found.gone:
            return
        self._mail.open(found.early)
        await self.terminal.send(self.terminal.view.opening())
        limits = self.services.settings().limits
        if self.line.hints.kind in ("pipe", "local"):
            self.time.set(0, 0, None)
        else:
            self.time.set(limits.idle_minutes * 60, limits.minutes_per_call * 60, limits.logon_seconds)
        await logon.first_screen(self)
        await self._show()

    async def _serve(self) -> None:
        while self.stack:
            await self._mail.wait()  # others have their turn: nothing below need ever wait
            await self._stranger_s_turn()
            ready, taken = self._mail.next(self.stack.busy), 0
            while ready:
                self._take(*ready)
                taken += 1
                ready = self._at_once() if taken < BURST else None
            if taken:
                await self._show()

    async def _stranger_s_turn(self) -> None:
        """Whoever has not logged on waits for the others of the same address."""
        if not self.handle:
            await self.services.pace.turn(self.line.hints.address)

    def _at_once(self) -> Post | None:
        """The next event, where it may be taken before the screen is shown."""
        return self._mail.next(self.stack.busy) if self.stack and not self.terminal.view.eager else None

    def _take(self, layer: Layer | None, event: Any) -> None:
        """One event: a screen's, or the call's own."""
        if layer is not None:
            if layer in self.stack:
                self.feed(layer, event)
            return
        match event:
            case Data() | Key() | Line() | Mouse() if self.stack.busy:
                self._mail.hold(event)
            case HungUp() if self.terminal.pipe and (self._mail.holds or self.stack.busy):
                self._mail.hold(event)  # a pipe's end comes after all that was in it
            case Data(data):
                self._heard(self.terminal.view.hear(data))
                if self.terminal.view.pending:
                    wait = HERE if self.line.hints.kind == "local" else ESCAPE_WAIT
                    self.time.later("escape", wait, Flush())
            case Key() | Line() | Mouse():
                self._heard([event])
            case Flush():
                self._heard(self.terminal.view.flush())
            case HungUp(reason):
                self.leave(reason or "hung up")
            case Evicted(reason, saved, why):
                self.leave(why, f"{reason} {saved}" if saved and self.stack.plays else reason)
            case Look():
                daily_minutes.look(self)
                access.look(self)
                if reason := self.time.look(spared=sysop_nodes.at_desk(self)):
                    self.leave(reason, reason)
            case Failed(error):
                raise error
            case _:
                self.owed += self.terminal.learn(event)
                if isinstance(event, Resized) and not (
                    self.stack.top.slug in self.services.doors or self.terminal.plain
                ):
                    self.post(self.stack.top, self.lobby())  # the art may be another at that size

    def _heard(self, inputs: list[Any]) -> None:
        """The first input goes to the screen on top; what follows waits if it must be shown or
        answered before."""
        inputs = [heard for heard in inputs if not isinstance(heard, Reply)]
        if inputs:
            self.time.touched()
        for at, heard in enumerate(inputs):
            if not self.stack:
                return
            if self.stack.busy or at >= (1 if self.terminal.view.eager else BURST):
                self._mail.hold_first(inputs[at:])
                return
            self.feed(self.stack.top, self.terminal.view.answer(heard))

    def feed(self, layer: Layer, event: Any) -> None:
        """Gives a screen an event and carries out what it asks for."""
        if self.plan.trace:
            self.plan.trace(f"{layer.where}\t< {event!r}\n")
        layer.state, effects = layer.screen.update(layer.state, event)
        for effect in effects:
            dispatch.carry_out(self, layer, effect)
            self.ending |= isinstance(effect, Finish)

    def _end_seen(self) -> None:
        """What was typed before the end of a game is on the screen does not answer what that page
        asks: ENTER there plays again, and costs a turn.  In plain mode each line is asked for."""
        self.ending = False
        if not self.terminal.view.eager:
            self.terminal.view.hear(self._mail.let_drop())
            self.terminal.view.flush()

    async def _show(self) -> None:
        """Brings the caller's terminal up to date."""
        if self.ending:
            self._end_seen()
        view, owed = self.terminal.view, self.owed
        self.owed = b""
        shown = b""
        if self.stack:
            layer = self.stack.top
            minutes = self.time.minutes_left
            status = Status(self.handle, self.node, layer.where, layer.books, minutes, self.time.notice)
            shown = view.show(layer.screen, layer.state, status)
        data = view.echo() + owed + shown
        if self.watchers:
            for watcher in self.watchers:
                watcher.shown(data)
        await self.terminal.send(data, self._mail.impatient)

    # -- the end ------------------------------------------------------------------------

    def _let_go(self) -> None:
        self.time.stop()
        self.services.roster.gone(self)
        watch.call_ends(self, self._parting.reason)
        self.stack.close()
        if self.handle:
            self.services.roster.leave(self.handle, self)
            community.call_over(self)
            daily_minutes.write(self)
        LOG.info(
            "hang-up node=%d caller=%r address=%s seconds=%d reason=%r",
            self.node, self.handle, self.line.hints.address, self.time.seconds, self._parting.reason,
        )  # fmt: skip
        self._ended.set()

    async def _close(self) -> None:
        view, farewell = self.terminal.view, self._parting.farewell
        try:
            await self.line.send(view.parting(farewell))
        except LostCaller:
            pass
        await self.line.hang_up()
