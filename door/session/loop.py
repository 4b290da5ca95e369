"""The one loop of a call: events go to the screen on top, effects are carried out, the
caller's terminal is brought up to date.

Law: all waiting of a call happens here (and in `errands`, whose answers come back as
events).  Screens are pure; the line is bytes; this is where they meet.  A call that ends
in any way leaves its game saved and its node free.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from door.board import lobby, pages
from door.board.api import Lobby, Online
from door.games.api import Books, Event, News, Screen, Setup, Tick
from door.records.callers import Caller
from door.session import errands, limits
from door.session.detect import Knowledge, detect
from door.session.face import Face, PlainFace, face_for
from door.session.line import CallLine, Data, HungUp, LineEvent, LostCaller, Resized, Term
from door.session.services import Services
from door.session.status import Status
from door.term.decoder import Decoder
from door.term.keys import Key, Line, Mouse, Reply

LOG = logging.getLogger("door.call")
ESCAPE_WAIT: Final = 0.05  # seconds after which a lone ESC is the key
NOTICE_TIME: Final = 8.0
BURST: Final = 64  # events taken before the screen is shown
BACKLOG: Final = 48  # events waiting before the line is left to wait, too


@dataclass(frozen=True, slots=True)
class Plan:
    """Where a call begins: at the log-on, or (`handle`) as a caller who is known, perhaps
    straight in a door (`slug`, with the toggles `argv`), which is then all of the call."""

    handle: str = ""
    slug: str = ""
    argv: tuple[str, ...] = ()
    plain: bool = False


@dataclass(eq=False, slots=True)
class Layer:
    """One screen of the stack, with what the session keeps for it."""

    screen: Screen
    state: Any
    where: str
    slug: str = ""
    game: str = ""
    books: Books | None = None
    busy: int = 0
    wakes: dict[str, asyncio.TimerHandle] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flush:
    """No byte came after an escape: what is pending is complete."""


@dataclass(frozen=True, slots=True)
class Look:
    """Time to look at the clocks, or to take a notice off the status line."""


@dataclass(frozen=True, slots=True)
class Evicted:
    """The board ends this call."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """An errand went wrong in a way that is our fault."""

    error: BaseException


class Session:
    """One call, from its first byte to its last."""

    def __init__(self, line: CallLine, node: int, services: Services, plan: Plan = Plan()) -> None:
        self.line, self.node, self.services, self.plan = line, node, services, plan
        self.caller: Caller | None = None
        self.handle = ""
        self.stack: list[Layer] = []
        self.guess = Knowledge.of(line.hints)
        self.decoder = Decoder()
        self.profile = self.guess.profile()
        self.prefs: dict[str, str] = {"plain": "on"} if plan.plain else {}
        self.face: Face = face_for(self.profile, self.decoder)
        self.farewell = ""
        self.reason = "hung up"
        self.summary: list[str] = []
        self.attempts = 0
        self.owed = b""
        self._queue: asyncio.Queue[tuple[Layer | None, Any]] = asyncio.Queue()
        self._held: deque[Any] = deque()
        self._room = asyncio.Event()
        self._room.set()
        self._loop = asyncio.get_running_loop()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._notice = ""
        self._ended = asyncio.Event()
        self._task: asyncio.Task[Any] | None = None
        self.started = self._loop.time()
        self.clocks = limits.Clocks(self.started, self.started)

    # -- for the roster and the board ---------------------------------------------------

    @property
    def online(self) -> Online:
        where = self.stack[-1].where if self.stack else "leaving"
        return Online(self.node, self.handle, where, int((self._loop.time() - self.started) // 60))

    def evict(self, reason: str) -> None:
        """Ends this call soon, with that sentence to the caller."""
        self.post(None, Evicted(reason))
        task = self._task
        if task is not None:
            self._loop.call_later(5.0, lambda: self._ended.is_set() or task.cancel())

    async def ended(self) -> None:
        """Waits until the call is over and its game is let go."""
        await self._ended.wait()

    def post(self, layer: Layer | None, event: Any) -> None:
        """Hands an event to the loop; None is the call itself."""
        self._queue.put_nowait((layer, event))

    def notify(self, text: str) -> None:
        """Shows a sentence on the status line for a while."""
        self._notice = text
        self._later("notice", NOTICE_TIME, Look())

    def news(self) -> None:
        """The books have changed at large: midnight, a new month, a sysop's hand."""
        for layer in self.stack:
            if layer.slug:
                layer.books = self.services.desk.books(layer.slug, self.handle)
                self.post(layer, News(layer.books))

    # -- the call -----------------------------------------------------------------------

    async def run(self) -> None:
        """Runs the call to its end."""
        self._task = asyncio.current_task()
        pump: asyncio.Task[None] | None = None
        try:
            if await self._open():
                pump = asyncio.create_task(self._pump())
                await self._serve()
        except LostCaller as lost:
            self.reason = str(lost) or "lost"
        finally:
            if pump is not None:
                pump.cancel()
            self._let_go()
            await self._close()

    async def _open(self) -> bool:
        """Finds out about the terminal and puts up the first screen; False if the caller left."""
        seconds = self.services.settings().terminal.probe_ms / 1000
        found = await detect(self.line, self.guess, self.decoder, seconds)
        self._held.extend(found.early)
        if found.gone:
            return False
        self.profile = found.profile
        self._new_face()
        await self.send(self.face.opening())
        self._set_limits()
        await errands.first_screen(self)
        await self._show()
        return True

    async def _pump(self) -> None:
        """Brings what happens on the line to the queue; a full queue makes the line wait."""
        while True:
            event = await self.line.receive()
            self.post(None, event)
            if isinstance(event, HungUp):
                return
            if self._queue.qsize() + len(self._held) > BACKLOG:
                self._room.clear()
                await self._room.wait()

    async def _serve(self) -> None:
        while self.stack:
            self._take(*await self._next())
            taken = 1
            while self.stack and taken < BURST and not self.face.eager and not self._queue.empty():
                self._take(*self._queue.get_nowait())
                taken += 1
            if self.stack:
                await self._show()

    async def _next(self) -> tuple[Layer | None, Any]:
        if self._held and not self.stack[-1].busy:
            return None, self._held.popleft()
        if self._queue.qsize() + len(self._held) <= BACKLOG:
            self._room.set()
        return await self._queue.get()

    def _take(self, layer: Layer | None, event: Any) -> None:
        """One event: the call's own, or a screen's."""
        if layer is not None:
            if layer in self.stack:
                self._feed(layer, event)
            return
        match event:
            case Data():
                self._heard(event)
            case HungUp(reason):
                self.leave(reason or "hung up")
            case Evicted(reason):
                self.farewell = reason
                self.leave("evicted")
            case Failed(error):
                raise error
            case Flush():
                self._inputs(self.face.flush())
            case Look():
                self._look()
            case Line() | Key():
                self._feed(self.stack[-1], event)
            case _:
                self._relearn(event)

    def _heard(self, event: Data) -> None:
        if self.stack[-1].busy:
            self._held.append(event)
            return
        self._inputs(self.face.hear(event.data))
        if self.face.pending:
            self._later("escape", ESCAPE_WAIT, Flush())

    def _inputs(self, inputs: list[Any]) -> None:
        """Keys to the screen on top.  An eager face is shown after each line, so further
        lines of the same chunk go through the queue, in front of what came later."""
        inputs = [heard for heard in inputs if not isinstance(heard, Reply)]
        if not inputs:
            return
        self.clocks = limits.touched(self.clocks, self._loop.time())
        if self.face.eager:
            self._held.extendleft(reversed(inputs[1:]))
            inputs = inputs[:1]
        for at, heard in enumerate(inputs):
            if not self.stack:
                return
            if self.stack[-1].busy:
                self._held.extend(inputs[at:])
                return
            self._feed(self.stack[-1], heard)

    def _feed(self, layer: Layer, event: Event) -> None:
        layer.state, effects = layer.screen.update(layer.state, event)
        for effect in effects:
            errands.carry_out(self, layer, effect)

    def _relearn(self, event: LineEvent) -> None:
        """The terminal has changed, or is known better than before."""
        late_name = isinstance(event, Term) and not self.profile.term
        if self.guess.learn(event):
            if isinstance(event, Resized):
                self.profile = self.profile.resized(event.cols, event.rows)
            elif late_name:
                self.profile = self.guess.profile()
            else:
                return
            self._new_face()

    # -- the terminal -------------------------------------------------------------------

    def _new_face(self) -> None:
        """A face for the profile and the caller's own choices; the screen is drawn whole."""
        profile = self.profile.overridden(self.prefs)
        old = self.face
        self.face = face_for(profile, self.decoder, pipe=self.line.hints.kind == "pipe")
        if isinstance(old, PlainFace) and isinstance(self.face, PlainFace):
            self.face.typed = old.typed

    def prefer(self, prefs: Mapping[str, str]) -> bytes:
        """Puts the caller's choices in force; the bytes that change the terminal over."""
        before, kind = self.face.closing(), type(self.face)
        self.prefs = {**self.prefs, **prefs}
        self._new_face()
        return before + self.face.opening() if kind is not type(self.face) else self.face.opening()

    async def _show(self) -> None:
        if not self.stack:
            return
        layer = self.stack[-1]
        owed, self.owed = self.owed, b""
        shown = self.face.show(layer.screen, layer.state, self._status())
        await self.send(self.face.echo() + owed + shown)

    def _status(self) -> Status:
        layer = self.stack[-1]
        left = self.clocks.minutes_left(self._loop.time())
        return Status(self.handle, self.node, layer.where, layer.books, left, self._notice)

    async def send(self, data: bytes) -> None:
        """Sends to the caller, at the modem speed they asked for."""
        speed = self.prefs.get("speed", "")
        bps = int(speed) if speed.isdigit() else self.services.settings().terminal.speed
        if not data:
            return
        if not bps:
            await self.line.send(data)
            return
        step = max(1, bps // 10 // 20)  # ten bits a byte, twenty slices a second
        for at in range(0, len(data), step):
            await self.line.send(data[at : at + step])
            await asyncio.sleep(0.05)

    # -- the stack ----------------------------------------------------------------------

    def push(self, screen: Screen, state: Any, where: str, slug: str = "") -> Layer:
        """Puts a screen on top."""
        layer = Layer(screen, state, where, slug)
        if slug:
            layer.books = self.services.desk.books(slug, self.handle)
        self.stack.append(layer)
        return layer

    def start(self, layer: Layer, effects: tuple[Any, ...]) -> None:
        """Carries out the effects a screen starts with."""
        for effect in effects:
            errands.carry_out(self, layer, effect)

    def pop(self, layer: Layer) -> None:
        """Takes a screen off; the one below is told how the board looks now."""
        if layer not in self.stack:
            return
        self.stack.remove(layer)
        self._release(layer)
        if self.stack and not self.stack[-1].slug:
            self.post(self.stack[-1], self.lobby())

    def leave(self, reason: str) -> None:
        """Ends the call."""
        self.reason = reason
        while self.stack:
            self._release(self.stack.pop())

    def _release(self, layer: Layer) -> None:
        for handle in layer.wakes.values():
            handle.cancel()
        if layer.game:
            self.services.desk.forget(layer.game)
            layer.game = ""

    def wake(self, layer: Layer, seconds: float, name: str) -> None:
        """A `Tick` for the layer after that many seconds; a later one of the name replaces it."""
        if old := layer.wakes.get(name):
            old.cancel()
        layer.wakes[name] = self._loop.call_later(seconds, self.post, layer, Tick(name))

    def lobby(self) -> Lobby:
        """The board as this caller sees it now."""
        return lobby.build(self.services, self.node, self.caller, self.line.hints.handle, self.face_facts(),
                           tuple(self.summary))  # fmt: skip

    def face_facts(self) -> dict[str, str]:
        """What is in force for this terminal, in the words of `PREFERENCES`."""
        profile = self.profile.overridden(self.prefs)
        return {
            "charset": profile.charset, "colours": profile.colours,
            "mouse": "on" if profile.mouse else "off", "plain": "on" if profile.plain else "off",
            "size": f"{profile.cols}x{profile.rows}", "term": profile.term or "unknown",
        }  # fmt: skip

    def setup(self, slug: str) -> Setup:
        """What a door is started with."""
        services, caller = self.services, self.caller
        plain = isinstance(self.face, PlainFace)
        return Setup(
            caller=self.handle,
            options=services.settings().doors[slug].options,
            books=services.desk.books(slug, self.handle),
            prefs=dict(caller.doors.get(slug, {})) if caller else {},
            fast=plain or self.prefs.get("fast") == "on",
            plain=plain,
            waiting=services.desk.waiting(slug, self.handle),
            straight=bool(self.plan.slug),
            argv=self.plan.argv,
        )

    # -- time ---------------------------------------------------------------------------

    def _set_limits(self) -> None:
        limits_ = self.services.settings().limits
        local = self.line.hints.kind in ("pipe", "console")
        self.clocks = replace(
            self.clocks,
            idle_limit=0 if local else limits_.idle_minutes * 60,
            call_limit=0 if local else limits_.minutes_per_call * 60,
        )
        if not self.handle and not local:
            self._later("logon", limits_.logon_seconds, Look())
        self._look()

    def admitted(self) -> None:
        """The caller has logged on: the log-on's own time limit is over."""
        if timer := self._timers.pop("logon", None):
            timer.cancel()

    def _look(self) -> None:
        now = self._loop.time()
        if not self._timers.get("notice") or self._timers["notice"].when() <= now:
            self._notice = ""
        logon = self.services.settings().limits.logon_seconds
        if "logon" in self._timers and not self.handle and now - self.started >= logon:
            self.farewell = "Log-on took too long. Please call again."
            self.leave("log-on took too long")
            return
        verdict = limits.check(self.clocks, now)
        self.clocks = verdict.clocks
        if verdict.hang_up:
            self.farewell = verdict.hang_up
            self.leave(verdict.hang_up)
            return
        if verdict.warning:
            self.notify(verdict.warning)
        minute = 60.0 if self.clocks.call_limit else limits.FOREVER
        self._later("clocks", min(verdict.again, minute), Look())

    def _later(self, name: str, seconds: float, event: Any) -> None:
        if old := self._timers.get(name):
            old.cancel()
        self._timers[name] = self._loop.call_later(seconds, self.post, None, event)

    # -- the end ------------------------------------------------------------------------

    def _let_go(self) -> None:
        for handle in self._timers.values():
            handle.cancel()
        self.leave(self.reason)
        if self.handle:
            self.services.roster.leave(self.handle, self)
        seconds = int(self._loop.time() - self.started)
        LOG.info("hang-up node=%d caller=%r address=%s seconds=%d reason=%r", self.node, self.handle,
                 self.line.hints.address, seconds, self.reason)  # fmt: skip
        self._ended.set()

    async def _close(self) -> None:
        try:
            last = self.face.closing()
            if self.farewell:
                last += self.face.say(self.farewell)
            await self.line.send(last)
        except LostCaller:
            pass
        await self.line.hang_up()


__all__ = ["Layer", "Mouse", "Plan", "Session", "pages"]
