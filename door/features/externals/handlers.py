"""The call's part of an external door: charge a visit, start a program, end both.

A program belongs to a layer and ends with it. Its only facts about the caller and the board are in the drop
file and `door.external.command`. A visit is charged before the program starts, and refunded if it fails to
start.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import IO, Final

from door import __version__
from door.call import access, known
from door.call.api import Call, Workers
from door.call.feature import Feature
from door.call.handlers import CallOver, Handlers, check
from door.call.played import counts
from door.call.stack import Layer
from door.dropfile.files import DropFile, drop_file_bytes
from door.external import api, command, seats, workdir
from door.external.connection import OtherEnd
from door.external.dos import orders
from door.external.dos.orders import NAME, PROGRAM, wrong_character
from door.external.far.dial import dial
from door.external.far.end import Far
from door.external.far.values import FarCaller
from door.external.launch import Orders, ProgramStartError, user_ids
from door.external.program import start
from door.external.screen import SCREEN, DoorFacts, erase_key, size_of
from door.external.screen import start as begin
from door.external.seats import Sitter, TakenSeat
from door.features.externals.pages import KEEP_PAGE, PAGE, SPLASH, VISIT, ExternalsLobby
from door.features.externals.seating import RunningProgram, Seating, subject
from door.features.externals.tape import TAPE_SUFFIXES, Tape, make_file
from door.notify.outside import Outside
from door.pages.api import Done
from door.play.match.values import Refusal
from door.records.access.quota import Visits
from door.records.callers.caller_file import Caller
from door.records.files import homes
from door.records.journal.lines import RecordsError, caller_key, day_of, stamp
from door.records.store import StoreError
from door.settings.doors import FAR, ExternalFile
from door.ui.texts import MaybeSaid, tr
from door.web.takeaway import OFFER_SECONDS, Takeaway, TakenFile

LOG = logging.getLogger("door.external")
HANDLERS: Final = Handlers()
UNLIMITED: Final = 86_400
"""Seconds in a drop file if neither the call nor the visit has a limit."""

SAVES: Final = 2.0
"""Seconds that a caller waits at most for the end of their last visit."""

LOG_SECONDS: Final = 0.3
"""Seconds between two looks at DOSBox's log."""

CONSOLE_GRACE: Final = 1.0
"""Seconds that a DOS program on the PC's own screen gets: it can't see that its caller has gone."""

SECURITY: Final = 255
"""A sysop's security level in a drop file. Others have their access level."""


class ProgramRun:
    """The other end of a layer, and its folder if it has one. `page` is notified of its end.

    `explains` turns its status into a sentence for the caller and words for the log, or into nothing. A visit
    that came to nothing is given back by `refund` before the caller hears of its end.
    `shows_log`: the sysop tries a DOS door on their terminal, with DOSBox's log.
    """

    def __init__(self, call: Call, slug: str, page: Layer, seat: TakenSeat | None) -> None:
        self.call, self.slug, self.page, self.seat = call, slug, page, seat
        self.folder: Path | None = None
        self.log_file: IO[bytes] | None = None
        self.layer: Layer
        self.end: OtherEnd
        self.tape: Tape
        self.began = asyncio.get_running_loop().time()
        self.status: int | None = None
        self.explains: Callable[[int], tuple[MaybeSaid, str]] = lambda status: ("", "")
        self.refund: Callable[[], Awaitable[None]] | None = None
        self.shows_log = False
        self._logged: tuple[str, ...] = ()
        self.log = ""
        self._stops = False
        self.inside = RunningProgram(call.who.handle, slug, call.node, asyncio.Event())

    def on_output(self, data: bytes) -> None:
        self.tape.add(asyncio.get_running_loop().time() - self.began, data)
        self.call.post(self.layer, api.Printed(data))

    def on_end(self, status: int) -> None:
        self.status = status
        why, self.log = self.explains(status)
        self._post_log()
        self.call.services.keep(self._announce(api.ProgramEnded(status, why)))
        self.stop()

    async def _announce(self, end: api.ProgramEnded) -> None:
        if end.status and self.refund is not None:
            await self.refund()
        self.call.post(self.layer, end)

    def stop(self) -> None:
        """Hang up at once. The program may save and end in the background."""
        display = self.layer.state.display if hasattr(self, "layer") else None
        if display is not None:
            self.tape.last = display
        if not self._stops:
            self._stops = True
            self.call.services.keep(self._end(self.end.close()))

    async def show_log(self) -> None:
        """Post the end of DOSBox's log whenever it has changed, until the visit ends."""
        while not self._stops:
            self._post_log()
            await asyncio.sleep(LOG_SECONDS)

    def _post_log(self) -> None:
        if self.shows_log and self.log_file is not None:
            lines = tuple(orders.read_log(self.log_file.fileno()).splitlines())
            if lines != self._logged:
                self._logged = lines
                self.call.post(self.layer, api.Logged(lines))

    async def _end(self, ending: asyncio.Task[None] | None) -> None:
        """Wait until the program has gone, then delete its folder and free its seat."""
        if self.log:
            LOG.error("external door %s: %s", self.slug, self.log)
        call, seconds = self.call, asyncio.get_running_loop().time() - self.began
        LOG.info(
            "external ended node=%d caller=%r door=%s status=%s seconds=%d", call.node, call.who.handle,
            self.slug, "ended by the board" if self.status is None else self.status, seconds,
        )  # fmt: skip
        if self.seat is not None:
            leaves = Sitter(call.who.handle, stamp(call.services.now()), leaves=True)
            await asyncio.to_thread(seats.seat, self.seat, leaves)
        if ending is not None:
            await ending
        await self.clear()

    async def clear(self) -> None:
        """Delete the folder and free the seat."""
        if self.folder is not None:
            await asyncio.to_thread(workdir.clear, self.folder)
        if self.log_file is not None:
            self.log_file.close()
        seating = self.call.services[Seating]
        await seating.free(self.seat)
        if self.inside in seating.inside:
            seating.inside.remove(self.inside)
        self.inside.gone.set()


# -- going in ----------------------------------------------------------------------------------


@HANDLERS.on(api.EnterProgram)
async def enter(call: Call, layer: Layer, effect: api.EnterProgram) -> Done | api.Busy:
    """Start the program on top of the page, or refuse."""
    services, slug = call.services, effect.slug
    door = services.settings().externals.get(slug)
    if door is None or not door.enabled:
        raise Refusal(tr.external.door_is_gone())
    program = effect.program
    check(not_runnable(call, door, program) or shut(call, slug, door))
    check(too_small(call, facts_of(door, program)) or await _last_visit(call, slug, door))
    check(await _home_full(call, slug, door))
    visits, now = Visits(services.store.journal.store), services.now()
    day = day_of(now, services.settings().zone)
    seat = None
    if door.seats:
        seat = await services[Seating].take(call, slug, door, _until(call, door))
        if seat is None:
            return api.Busy(await services[Seating].why_full(call, slug, door) or tr.external.door_is_gone())
    most = 0 if program else door.visits_per_day
    if refusal := await _charge_visit(visits, call, slug, day, most):
        await services[Seating].free(seat)
        raise Refusal(refusal)
    run = ProgramRun(call, slug, layer, seat)
    try:
        await _open_other_end(call, run, door, program)
    except (ProgramStartError, OSError, RecordsError) as error:
        LOG.error("external door %s cannot be started: %s", slug, error)
        await _give_back(visits, call, slug, day)
        raise Refusal(tr.external.cannot_be_opened()) from None
    if layer not in call.stack:  # the call has ended
        run.stop()
        await _give_back(visits, call, slug, day)
        raise Refusal(tr.external.door_is_gone())
    facts = facts_of(door, program)
    state, effects = begin(replace(facts, keeps=bool(_way(call))), _size(call, facts), call.terminal.plain)
    run.tape = Tape(slug, door.name, call.who.handle, day, state.display, state.display)
    services[Seating].tapes[caller_key(call.who.handle)] = run.tape
    run.layer = Layer(SCREEN, state, door.name, slug, link=run, ends=[run.stop, counts(call, slug)])
    call.history.visit(slug)
    call.messages.drop_notices_about(subject(slug))
    call.stack.open(run.layer, effects)
    run.end.more()
    if run.shows_log:
        call.services.keep(run.show_log())
    return Done()


async def _open_other_end(call: Call, run: ProgramRun, door: ExternalFile, program: str) -> None:
    """Open the other end. On StartError or OSError nothing is left behind, and the seat is free."""
    try:
        run.end = await OPENS[door.kind](call, run, door, program)
    except BaseException:
        await run.clear()
        raise
    call.services[Seating].inside.append(run.inside)
    LOG.info("external started node=%d caller=%r door=%s %s", call.node, call.who.handle, run.slug,
             run.end.label)  # fmt: skip


async def _last_visit(call: Call, slug: str, door: ExternalFile) -> MaybeSaid:
    """Wait a moment if the caller's last visit has not ended, or return a sentence."""
    if (last := call.services[Seating].last_visit(call.who.handle, slug)) is not None:
        try:
            await asyncio.wait_for(last.gone.wait(), SAVES)
        except TimeoutError:
            return tr.external.seat_saves(name=door.name)
    return ""


def _until(call: Call, door: ExternalFile) -> str:
    """Return when the visit ends at the latest (RFC 3339), or ""."""
    left = _seconds(call, door)
    return stamp(call.services.now() + timedelta(seconds=left)) if left is not None else ""


def _seconds(call: Call, door: ExternalFile) -> int | None:
    """Return the seconds that the visit may last, or None."""
    minutes = [some for some in (call.clock.minutes_left, door.minutes or None) if some is not None]
    return min(minutes) * 60 if minutes else None


@HANDLERS.on(api.WaitForSeat)
async def _wait_for_seat(call: Call, layer: Layer, effect: api.WaitForSeat) -> api.BackFromProgram:
    place, door = call.services[Seating].queue(call, effect.slug), call.services.settings().externals
    name = door[effect.slug].name if effect.slug in door else effect.slug
    return api.BackFromProgram(
        tr.external.in_queue(name=name, place=place) if place else tr.external.queue_is_full()
    )


@HANDLERS.when(CallOver)
def _leaves_queues(call: Call, happened: CallOver) -> None:
    call.services[Seating].leave(call.services, call.who.handle)


async def _make_folder(
    call: Call, run: ProgramRun, door: ExternalFile
) -> tuple[Path, tuple[int, int] | None]:
    """Make the visit's folder. Return it and its owner's ids, None for the board's own."""
    ids = user_ids(door.user)
    run.folder = await asyncio.to_thread(workdir.make, call.node, ids)
    return run.folder, ids


async def _native(call: Call, run: ProgramRun, door: ExternalFile, program: str) -> OtherEnd:
    folder, ids = await _make_folder(call, run, door)
    home = await _home(call, run.slug, door, folder, ids) if door.home else ""
    order = await asyncio.to_thread(_orders, call, door, folder, ids, home)
    return await start(order, run.on_output, run.on_end)


def _orders(call: Call, door: ExternalFile, folder: Path, ids: tuple[int, int] | None, home: str) -> Orders:
    """Write the drop file, and return the orders. Raises OSError if it can't be written.

    `home` is the caller's, or "". A program without one has its folder as HOME.
    """
    visit, drop = _visit(call, door, facts_of(door), folder), ""
    if door.drop_file != "none":
        name, data = drop_file_bytes(door.drop_file, visit.caller, call.services.now())
        drop = str(workdir.leave(folder, name, data, ids))
    visit = replace(visit, drop=drop, home=home)
    own = str(call.services.settings().folder.absolute() / door.folder) if door.folder else ""
    starts = own or home or str(folder)
    return Orders(
        command.fill_in(door.command, visit), command.environment(visit, home or starts, door.environment),
        starts, door.user, door.limits, visit.cols, visit.rows, door.charset == "utf-8", erase_key(door.term),
        echo=not call.terminal.plain, grace=door.grace,
    )  # fmt: skip


async def _home(call: Call, slug: str, door: ExternalFile, folder: Path, ids: tuple[int, int] | None) -> str:
    """Return the caller's home at that door, which is made on the first visit. A guest's is the visit's own.

    Raises OSError, or RecordsError for a caller's file with a wrong id.
    """
    if (caller := call.who.caller) is None:
        return str(await asyncio.to_thread(workdir.inner, folder, "home", ids))
    new = homes.new_id()

    def remember_home(known: Caller) -> Caller:
        return known if homes.KEY in known.doors.get(slug, {}) else known.remember(slug, homes.KEY, new)

    caller = await call.services.callers.edit(caller.handle, remember_home)
    root = call.services.settings().homes.absolute()
    return str(await asyncio.to_thread(homes.make_home, root, slug, caller.doors[slug][homes.KEY], ids))


async def _home_full(call: Call, slug: str, door: ExternalFile) -> MaybeSaid:
    """Return a sentence if the caller's home has reached its limit, or ""."""
    if not door.home or call.who.caller is None:
        return ""
    try:
        caller = await asyncio.to_thread(call.services.callers.get_or_raise, call.who.handle)
        if not (id := caller.doors.get(slug, {}).get(homes.KEY)):
            return ""
        home = homes.home_path(call.services.settings().homes.absolute(), slug, id)
        if not await asyncio.to_thread(homes.is_full, home, door.home_megabytes):
            return ""
    except (OSError, RecordsError) as error:
        LOG.error("external door %s: the home of %r can't be read: %s", slug, call.who.handle, error)
        return tr.external.cannot_be_opened()
    LOG.warning("external door %s: the home of %r is full: %s", slug, call.who.handle, home)
    return tr.external.home_full(name=door.name, n=door.home_megabytes)


def _visit(call: Call, door: ExternalFile, facts: DoorFacts, folder: Path) -> command.ProgramVisit:
    cols, rows = _size(call, facts)
    caller = drop_file(call, door, cols, rows)
    return command.ProgramVisit(caller, str(folder), "", door.term, door.charset, cols, rows)


async def _dos(call: Call, run: ProgramRun, door: ExternalFile, program: str) -> OtherEnd:
    ids = user_ids(door.user)
    folder = run.folder = await asyncio.to_thread(workdir.make, call.node, None)
    log = run.log_file = tempfile.TemporaryFile()  # noqa: SIM115 - the run closes it
    dos_door, visit = door.dos_door(program), _visit(call, door, facts_of(door, program), folder)
    if run.seat is not None:  # a sysop sets up node 1, whatever the caller's node is
        visit = replace(visit, caller=replace(visit.caller, node=run.seat.number))
    kept = call.services.settings().data / "external" / f"{run.slug}.log" if call.who.console else None
    run.explains = partial(orders.explain, door.name, log.fileno(), kept)
    run.shows_log = call.who.console and not program
    grace = min(door.grace, CONSOLE_GRACE) if dos_door.console else door.grace
    now, zone = call.services.now(), call.services.settings().board.timezone
    order = await asyncio.to_thread(orders.orders, dos_door, visit, now, zone, ids, log.fileno(), grace)
    hands = order.hands if run.seat is None else (*order.hands, run.seat.file)
    order = replace(order, user=door.user, limits=door.limits, grace=grace, hands=hands)
    return await start(order, run.on_output, run.on_end)


async def _far(call: Call, run: ProgramRun, door: ExternalFile, program: str) -> OtherEnd:
    """Dial in the background. A visit that doesn't come about is given back."""
    far, visit = door.far_door(), _visit(call, door, facts_of(door), Path())
    number = await _number(call, run.slug) if far.kind == "bbslink" else 0
    login = " ".join(command.fill_in((far.login,), visit))
    terminal = "dumb" if call.terminal.plain else door.term
    caller = FarCaller(login, visit.cols, visit.rows, terminal, number)
    hosts = call.services.settings().data / "external" / "known_hosts"
    end = Far(far, lambda: dial(far, caller, hosts), run.on_output, run.on_end, (visit.cols, visit.rows))
    day, visits = (
        day_of(call.services.now(), call.services.settings().zone),
        Visits(call.services.store.journal.store),
    )
    run.explains = lambda status: (end.why, end.reason)
    run.refund = lambda: _give_back(visits, call, run.slug, day)
    return end


async def _number(call: Call, slug: str) -> int:
    """Return the caller's number at a door server: always the same, and nobody else's. A guest's is new."""
    number, caller = secrets.randbelow(2**31 - 1) + 1, call.who.caller
    if caller is None:
        return number

    def remember_number(known: Caller) -> Caller:
        return known if NUMBER in known.doors.get(slug, {}) else known.remember(slug, NUMBER, str(number))

    caller = await call.services.callers.edit(caller.handle, remember_number)
    kept = caller.doors[slug][NUMBER]
    return int(kept) if kept.isdecimal() else number


NUMBER: Final = "number"
"""The key of a caller's number in their file."""

OPENS: Final[Mapping[str, Callable[[Call, ProgramRun, ExternalFile, str], Awaitable[OtherEnd]]]] = {
    "command": _native,
    "dos": _dos,
    **dict.fromkeys(FAR, _far),
}
"""How each kind of door is opened: for a run, which gets what it prints and its end."""


def drop_file(call: Call, door: ExternalFile, cols: int, rows: int) -> DropFile:
    board, level = call.services.settings().board, access.level(call)
    left = _seconds(call, door)
    return DropFile(
        door.drop_file, call.who.handle, call.who.handle, board.name, board.sysop, call.node,
        UNLIMITED if left is None else left, not call.terminal.plain, cols, rows,
        security=SECURITY if level is None else min(level, SECURITY),
    )  # fmt: skip


def facts_of(door: ExternalFile, program: str = "") -> DoorFacts:
    """Return what the screen knows of a door, or of another program of a DOS door's folder: those draw on all
    25 rows.
    """
    least = (door.columns, max(door.rows, 25) if program else door.rows)
    answers = door.kind not in FAR  # a board elsewhere then speaks in lines of text
    return DoorFacts(
        door.name, door.charset, door.term, least, door.fixed_size, door.minutes, answers=answers
    )


def _size(call: Call, facts: DoorFacts) -> tuple[int, int]:
    profile = call.terminal.view.profile
    return facts.least if call.terminal.plain else size_of(facts, profile.cols, profile.rows)


# -- permission -----------------------------------------------------------------------------------


def shut(call: Call, slug: str, door: ExternalFile) -> MaybeSaid:
    """Return the reason why the caller can't enter that door now, or ""."""
    if call.who.guest and not door.guests:
        return tr.external.no_guests()
    if access.unvalidated(call) and not door.guests:
        return tr.logon.door_closed_not_validated()
    return access.may_enter(call, slug)


def not_runnable(call: Call, door: ExternalFile, program: str) -> MaybeSaid:
    """Return why the caller may not run another program of the door's folder, or ""."""
    if not program:
        return ""
    if not access.is_sysop(call) or door.kind != "dos":
        return tr.external.door_is_gone()
    if reason := access.sysops_only(call):
        return reason
    name = program.partition(" ")[0]
    if not NAME.fullmatch(name) or not PROGRAM.fullmatch(name) or wrong_character(program):
        return tr.external.no_dos_program(program=repr(program))
    return ""


def too_small(call: Call, facts: DoorFacts) -> MaybeSaid:
    """Return a sentence if the caller's window is too small, else ""."""
    profile, (cols, rows) = call.terminal.view.profile, facts.least
    if call.terminal.plain or (profile.cols >= cols and profile.rows >= rows):
        return ""
    yours = f"{profile.cols}x{profile.rows}"
    return tr.external.window_too_small(door=facts.name, cols=cols, rows=rows, yours=yours)


@HANDLERS.on(api.MORE_DOORS)
async def _more_doors(call: Call, arg: None) -> tuple[api.MoreDoor, ...]:
    return await asyncio.to_thread(_offered_doors, call, call.services.now())


def _offered_doors(call: Call, now: datetime) -> tuple[api.MoreDoor, ...]:
    settings = call.services.settings()
    visits, day = Visits(call.services.store.journal.store), day_of(now, settings.zone)
    tape, found = call.services[Seating].tapes.get(caller_key(call.who.handle)), []
    for slug, door in settings.externals.items():
        reason, most = shut(call, slug, door), door.visits_per_day
        if door.enabled and not (reason and settings.board.closed_doors == "hidden"):
            left = max(0, most - visits.count(call.who.handle, slug, day)) if most else None
            setup = door.setup if access.is_sysop(call) else ""
            kept = tape is not None and tape.slug == slug and bool(_way(call))
            found.append(api.MoreDoor(slug, door.name, door.tagline, left, reason, setup, kept))
    return tuple(found)


async def _charge_visit(visits: Visits, call: Call, slug: str, day: str, most: int) -> MaybeSaid:
    """Charge the visit, or return a refusal. If the disk fails, log it and let the caller in."""
    try:
        now = stamp(call.services.now())
        return await asyncio.to_thread(visits.charge, now, call.who.handle, slug, day, most)
    except StoreError as error:
        LOG.error("external door %s: the visit of %r is not counted: %s", slug, call.who.handle, error)
        return ""


async def _give_back(visits: Visits, call: Call, slug: str, day: str) -> None:
    try:
        now = stamp(call.services.now())
        await asyncio.to_thread(visits.give_back, now, call.who.handle, slug, day)
    except StoreError as error:
        LOG.error("external door %s: a visit of %r stays counted: %s", slug, call.who.handle, error)


# -- effects of the program's screen --------------------------------------------------------------


def _run_of(layer: Layer) -> ProgramRun | None:
    return layer.link if isinstance(layer.link, ProgramRun) else None


@HANDLERS.on(api.MoreOutput)
def _more(call: Call, layer: Layer, effect: api.MoreOutput) -> None:
    if run := _run_of(layer):
        run.end.more()


@HANDLERS.on(api.Type)
def _type(call: Call, layer: Layer, effect: api.Type) -> None:
    if run := _run_of(layer):
        run.end.type(effect.data, effect.line)


@HANDLERS.on(api.Fit)
def _fit(call: Call, layer: Layer, effect: api.Fit) -> None:
    if run := _run_of(layer):
        run.tape.full = True
        run.end.fit(effect.cols, effect.rows)


@HANDLERS.on(api.StatusNotice)
def _notice(call: Call, layer: Layer, effect: api.StatusNotice) -> None:
    call.messages.notify(effect.text)


@HANDLERS.on(api.ProgramOver)
def _on_program_end(call: Call, layer: Layer, effect: api.ProgramOver) -> None:
    run = _run_of(layer)
    call.stack.drop(layer)
    if run is not None and run.page in call.stack:
        call.stack.feed(run.page, api.BackFromProgram(effect.note, effect.keeps))


# -- to take along --------------------------------------------------------------------------------


@HANDLERS.on(api.KEEPABLE)
async def _keepable(call: Call, arg: None) -> api.Keepable:
    return api.Keepable(_tape(call).name, _way(call))


@HANDLERS.on(api.KEEP)
async def _keep(call: Call, kind: str) -> MaybeSaid:
    """Draw the caller's last visit in a worker, and offer the file."""
    tape, way, services = _tape(call), _way(call), call.services
    if kind not in TAPE_SUFFIXES or not way:
        raise Refusal(tr.external.keep_no_way())
    try:
        by = tr.command.drawn_by(version=__version__)
        body = await services[Workers].run(make_file, tape, kind, str(by))
    except ImportError:
        raise Refusal(tr.take.no_pictures()) from None
    name = f"{tape.slug}-{tape.day}.{kind}"
    path = services[Takeaway].offer(TakenFile(name, body, tape.slug, (tape.who,), "", False), call.who.handle)
    if way == "browser":
        call.terminal.download(path)
        return tr.take.saving(file=name)
    address = f"{services[Outside].board_address.url}{path}"
    return tr.take.fetch(minutes=OFFER_SECONDS // 60, address=address)


def _tape(call: Call) -> Tape:
    tape = call.services[Seating].tapes.get(caller_key(call.who.handle))
    if tape is None:
        raise Refusal(tr.external.keep_nothing())
    return tape


def _way(call: Call) -> str:
    """Return how the caller gets files: by their browser, by an address, or not at all."""
    if call.who.kind == "web":
        return "browser"
    return "address" if call.services[Outside].board_address.url else ""


def _lobby(call: Call) -> ExternalsLobby:
    externals = call.services.settings().externals
    more = tuple((slug, door.name) for slug, door in externals.items() if door.enabled)
    return ExternalsLobby(**known.basis(call), more=more)


FEATURE: Final = Feature(
    "externals",
    (HANDLERS,),
    {"splash": SPLASH, "more": PAGE, "visit": VISIT, "keep-visit": KEEP_PAGE},
    sees={ExternalsLobby: _lobby},
    makes=(lambda services: Seating(),),
)
