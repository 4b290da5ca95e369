"""Calls on a terminal or socket that a command (`door run`, `play`, `replay`, `watch`, `chat`) hands over.

Guarantees: the call ends soon after its command, however that ends, and the command gets an exit code.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from door.call.api import CallStart, Services
from door.call.known import who
from door.call.loop import Session
from door.dropfile import DropFile
from door.net import sanitize
from door.net.calls import fault, line_of
from door.net.control import Peer
from door.net.control_wire import BadMessage, Message
from door.net.line import CallLine, Hints, HungUp, LostCaller
from door.net.stdio import Commands, HostLine, StdioLine
from door.pages.bulletin_files import forms
from door.play.api import Setup
from door.records.bulletins import Sheet, bulletin, daily_sheet
from door.records.callers.caller_file import check_handle
from door.records.daily.rules import offers, today_at
from door.server.board import INFOS, RunningBoard, is_open, no_door
from door.server.remote_callers import NAMELESS, visitor_handle, welcome
from door.settings import Settings
from door.ui.texts import tr

LOG = logging.getLogger("door.call")
DONE, FAILED, WRONG = 0, 1, 2
HANG_UP_SECONDS: Final = 2.0
"""Seconds a call may take to end after its command has ended."""

PAGES: Final = {"watch": "sysop-watch", "chat": "sysop-chat", "replay": "replay", "dos": "visit"}
OF_SYSOP: Final = ("replay", "dos")
"""Pages that are not about a node."""

VARIABLES: Final = sanitize.VARIABLES | {"NO_COLOR"}
CHARSETS: Final = ("utf-8", "cp437", "ascii")


class NotServed(Exception):
    """The call can't begin. The text tells the command why."""

    def __init__(self, why: str, code: int = FAILED) -> None:
        super().__init__(why)
        self.code = code


Run = Callable[[CallLine, int], Awaitable[None]]
Call = Callable[[RunningBoard, Message, Peer], Awaitable[None]]


async def call(
    board: RunningBoard, request: Message, peer: Peer, at_end: Callable[[], object] = lambda: None
) -> None:
    """Run the call that a request asks for, and send its exit code. Raises BadMessage. `at_end` is called
    before the command hears of the end."""
    await board.load_services()
    code, said = DONE, ""
    try:
        await CALLS[str(request["do"])](board, request, peer)
    except NotServed as why:
        code, said = why.code, str(why)
    except BadMessage:
        raise
    except Exception as error:
        code, said = FAILED, tr.command.fault(what=fault(error))
    finally:
        at_end()
    for line in said.splitlines():
        LOG.error("door %s: %s", request["do"], line)
    await peer.put({"exit": code, "said": said})


# -- kinds of calls ----------------------------------------------------------------------


async def _run(board: RunningBoard, request: Message, peer: Peer) -> None:
    """Serve the visitor of a drop file in one door."""
    slug, drop = text_of(request, "slug"), _drop(request)
    external = board.settings.externals.get(slug)
    if slug not in INFOS and external is None:
        raise NotServed(no_door(slug), WRONG)
    if not (external.enabled if external else is_open(board.settings, slug)):
        raise NotServed(tr.command.door_not_open(slug=slug))
    if drop.note:
        LOG.warning("%s", drop.note)
    if not drop.bbs:
        LOG.warning("%s names no board and there was no --bbs: its callers are @%s", drop.kind, NAMELESS)
    handle = visitor_handle(drop.alias, drop.bbs)
    services = replace(board.services, settings=_for_the_visitor(board, drop))

    async def run(line: CallLine, node: int) -> None:
        level, now = board.settings.callers.new_level, services.now()
        caller = await asyncio.to_thread(welcome, services.callers, handle, now, level)
        if caller is not None and caller.banned:
            LOG.warning("refused banned visitor caller=%r", handle)
            await _turn_away(line, tr.refused.banned_from_door(text=caller.banned))
        elif not drop.seconds:
            LOG.warning("refused visitor without time caller=%r: the drop file says 0", handle)
            await _turn_away(line, tr.hours.time_up_for_call())
        else:
            LOG.info(
                "run node=%d caller=%r door=%s %s host_node=%d", node, handle, slug, drop.kind, drop.node
            )
            plan = CallStart(handle=handle, slug=slug, straight=True, plain=not drop.ansi)
            await _attend(Session(line, node, services, plan), peer)

    hints = Hints(
        kind="host",
        address="",
        term="" if drop.ansi else "dumb",  # we never ask a dumb terminal anything
        size=_size(drop),
        charset=drop.charset or ("cp437" if drop.ansi else "ascii"),
        handle=handle,
        proved=True,
    )
    line = HostLine(*_descriptors(peer), hints, board.settings.limits.send_seconds)
    line.commands = Commands() if request.get("socket") is True else None
    await _on_a_node(board, line, run, peer)
    if request.get("bulletins") is True and external is None:
        await _send_bulletins(services, slug, peer)


async def _play(board: RunningBoard, request: Message, peer: Peer) -> None:
    """Let the sysop play on their own terminal, at one door or from the menu."""
    slug, argv = text_of(request, "slug"), request.get("argv")
    if not isinstance(argv, list):
        raise BadMessage(tr.control.bad_field(name="argv"))
    handle = text_of(request, "handle") or board.settings.board.sysop
    plan = CallStart(handle, slug, tuple(map(str, argv)), plain=request.get("plain") is True)
    if reason := await asyncio.to_thread(_refusal, board, plan):
        raise NotServed(reason)
    line = StdioLine(*_descriptors(peer), replace(hints_of(request), handle=handle))
    with _trace(peer) as trace:

        async def run(line: CallLine, node: int) -> None:
            await _attend(Session(line, node, board.services, replace(plan, trace=trace)), peer)

        await _on_a_node(board, line, run, peer)


def _refusal(board: RunningBoard, plan: CallStart) -> str:
    """Return why that caller can't play this way, or ""."""
    settings, services, handle = board.settings, board.services, plan.handle
    if plan.slug and plan.slug not in INFOS:
        return no_door(plan.slug)
    known = handle == settings.board.sysop or services.callers.find(handle)
    if not known and (why := check_handle(handle, settings.callers.reserved)):
        return why
    if not plan.slug:
        return ""
    setup = Setup(handle, settings.doors[plan.slug].options, argv=plan.argv)
    return services.doors[plan.slug].refused_words(setup)


async def _page(board: RunningBoard, request: Message, peer: Peer) -> None:
    """Show a page of the sysop's on their terminal, without a node."""
    page, arg = request.get("page"), text_of(request, "arg")
    if not isinstance(page, str) or page not in PAGES:
        raise BadMessage(tr.control.bad_attach())
    if page not in OF_SYSOP:
        number = node_of(request)
        there = board.services.roster.call(number)
        if there is None:
            raise BadMessage(tr.people.node_empty(node=number))
        arg = f"{number} only" if page == "watch" else f"{number} {who(there)}"
    handle = board.settings.board.sysop if page in OF_SYSOP else tr.sysop.message_sender()
    line = StdioLine(*_descriptors(peer), hints_of(request))
    try:
        await peer.put({"taken": True})
        plan = CallStart(handle=handle, page=PAGES[page], arg=arg)
        await _attend(Session(line, 0, board.services, plan), peer)
    finally:
        await line.hang_up()


CALLS: Final[Mapping[str, Call]] = {"run": _run, "play": _play, "page": _page}


# -- running a call ----------------------------------------------------------------------


async def _on_a_node(board: RunningBoard, line: CallLine, run: Run, peer: Peer) -> None:
    """Run a call on a node of its own. Raises NotServed if there is none, and what the call raises."""
    begun, failed = False, list[Exception]()

    async def note_failure(line: CallLine, node: int) -> None:
        nonlocal begun
        begun = True
        try:
            await run(line, node)
        except Exception as error:
            failed.append(error)
            raise

    await peer.put({"taken": True})
    await board.nodes.answer(line, note_failure)
    if not begun:
        raise NotServed(tr.command.call_refused())
    if failed and not isinstance(failed[0], LostCaller):
        raise failed[0]


async def _attend(session: Session, peer: Peer) -> None:
    """Run the session, which hears of its command's signals, end, and window."""
    call = asyncio.create_task(session.run())
    command = asyncio.create_task(_follow(session, call, peer))
    try:
        await asyncio.wait([call])
    finally:
        command.cancel()
        call.cancel()
    if not call.cancelled():
        call.result()


async def _follow(session: Session, call: asyncio.Task[None], peer: Peer) -> None:
    line = session.line
    with contextlib.suppress(BadMessage):
        while (message := await peer.get()) is not None:
            if message.get("do") == "stop":
                session.evict(tr.refused.door_closing(), tr.refused.game_saved_for_next_time())
            if isinstance(line, StdioLine) and (size := _sides(message)):
                line.resize(*size)
    session.post(None, HungUp("the host hung up"))
    asyncio.get_running_loop().call_later(HANG_UP_SECONDS, call.cancel)


async def _turn_away(line: CallLine, sentence: str) -> None:
    with contextlib.suppress(LostCaller):
        await line.send(line_of(sentence, line.hints.charset))


def _for_the_visitor(board: RunningBoard, drop: DropFile) -> Callable[[], Settings]:
    """Return the settings in force for a call, with the host's time limit if that is shorter."""
    made: list[Settings] = []

    def settings() -> Settings:
        if not made or made[0] is not board.settings:
            own, left = board.settings.limits.minutes_per_call, drop.seconds / 60
            minutes = min(own, left) if own else left
            made[:] = (
                board.settings,
                replace(
                    board.settings,
                    limits=board.settings.limits.model_copy(update={"minutes_per_call": minutes}),
                    terminal=board.settings.terminal.model_copy(update={"charset": "auto", "speed": 0}),
                ),
            )
        return made[1]

    return settings


def _size(drop: DropFile) -> tuple[int, int] | None:
    """Return the screen's size if the file gives both sides. Fewer than 24 rows are a pager's length."""
    if drop.cols is None or drop.rows is None or (drop.cols >= 80 and drop.rows < 24):
        return None
    return drop.cols, drop.rows


@contextmanager
def _trace(peer: Peer) -> Iterator[Callable[[str], object] | None]:
    """Write to the trace file that came behind the terminal, if one did."""
    if len(peer.descriptors) < 3:
        yield None
        return
    with os.fdopen(os.dup(peer.descriptors[2]), "w") as file:
        yield file.write


async def _send_bulletins(services: Services, slug: str, peer: Peer) -> None:
    """Send the door's bulletin as of now: by month, and as `slug` for the host's menu."""
    settings = services.settings()
    info, today = INFOS[slug], today_at(services.now(), settings.zone)
    options, month, read = settings.doors[slug].options, today.day[:7], services.store.ledger.read
    sheet = read(lambda ledger: bulletin(ledger, info, options, month, month))
    daily = read(lambda ledger: daily_sheet(ledger, info, month, today)) if offers(info, options) else None
    sheets: list[tuple[Sheet, str]] = [(sheet, slug), (daily, f"{slug}-daily")] if daily else [(sheet, slug)]
    for one, name in sheets:
        for kind, data in (await asyncio.to_thread(forms, one)).items():
            for stem in (name, one.stem):
                await peer.put({"file": f"{stem}.{kind}", "data": base64.b64encode(data).decode()})


# -- reading a request -------------------------------------------------------------------


_DROP: Final[Mapping[str, Any]] = {
    "kind": str, "alias": str, "bbs": str, "node": int, "seconds": int, "ansi": bool, "cols": int | None,
    "rows": int | None, "charset": str, "note": str,
}  # fmt: skip


def _drop(request: Message) -> DropFile:
    tree = request.get("drop")
    if not isinstance(tree, dict) or not all(isinstance(tree.get(key), kind) for key, kind in _DROP.items()):
        raise BadMessage(tr.control.bad_field(name="drop"))
    return DropFile(**{name: tree[name] for name in _DROP})


def _descriptors(peer: Peer) -> tuple[int, int]:
    """Return the descriptors to read from and to write to."""
    if not peer.descriptors:
        raise BadMessage(tr.control.bad_attach())
    return peer.descriptors[0], peer.descriptors[:2][-1]


def hints_of(request: Message) -> Hints:
    """Read what a command reports about its terminal. Implausible values are left out."""
    environ, charset = request.get("environ"), request.get("charset")
    kept = {str(k)[:40]: str(v)[:80] for k, v in environ.items()} if isinstance(environ, dict) else {}
    return Hints(
        kind="local" if request.get("kind") == "local" else "pipe",
        address="",
        term=sanitize.term_name(str(request.get("term", ""))),
        size=_sides(request),
        charset=charset if charset in CHARSETS else "",
        proved=True,
        environ=sanitize.pick_variables(kept, VARIABLES),
    )


def _sides(message: Message) -> tuple[int, int] | None:
    size = message.get("size")
    told = isinstance(size, list) and len(size) == 2 and all(type(side) is int for side in size)
    return sanitize.window(*size) if told and size else None


def node_of(request: Message) -> int:
    node = request.get("node")
    if type(node) is not int or not 0 < node < 100_000:
        raise BadMessage(tr.control.bad_node())
    return node


def text_of(request: Message, name: str, most: int = 1000) -> str:
    text = request.get(name, "")
    if not isinstance(text, str):
        raise BadMessage(tr.control.bad_field(name=name))
    if len(text) > most:
        raise BadMessage(tr.control.text_too_long(most=f"{most:,}"))
    return text
