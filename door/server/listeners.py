"""The listeners of a board: telnet, SSH, web and rlogin.

Guarantees: only wiring here, as in `board`. SSH is loaded and its host keys are made in a thread, and the
screens in another. Meanwhile telnet callers come in, and a caller on this terminal or under another board
need not wait for SSH at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from door import __version__
from door.net.guard.gate import OUT_OF_FILES, most_connections, raise_limit
from door.net.line import Hints
from door.net.socketline import SocketListener
from door.net.telnet.server import TelnetListener
from door.net.tls import BadCertificate, Certificate
from door.notify.outside import Outside
from door.records.callers.accounts import why_banned
from door.records.callers.logons import NotLetIn
from door.records.store import Store, StoreError
from door.server.board import RunningBoard, StartError, addresses, reason_of_system
from door.settings import Address
from door.settings.access import goes_straight
from door.settings.models import WITH_TLS
from door.ui.sentence import speaking
from door.ui.texts import reason_of, tr
from door.web.takeaway import NotTaken

if TYPE_CHECKING:
    from door.net.ssh.server import SshListener

LOG = logging.getLogger("door.board")
AGAIN_SECONDS: Final = 1.0
PORT_SECONDS: Final = 10.0
"""Seconds until a port that was taken is tried again."""

Sleep = Callable[[float], Awaitable[object]]
T = TypeVar("T")


async def listen(board: RunningBoard, instead: Mapping[str, str | None]) -> list[SocketListener]:
    """Start the listeners that `instead` or the settings name, and print a line for each.

    Those whose port is taken are noted in `board.unheard`, and `try_ports` starts them later. Raises
    StartError if no listener can start.
    """
    files = raise_limit()
    board.records.gate.most = lambda: most_connections(files, board.settings.limits.nodes)
    started: list[SocketListener] = []
    listening: list[str] = []
    async with AsyncExitStack() as undo:
        for kind, where in addresses(board.settings, instead):
            make = partial(_listener, board, kind, where)
            listener = await _with_files(make)
            undo.push_async_callback(listener.close)
            if bound := await _hears(board, listener, kind, where):
                started.append(listener)
                listening.append(bound)
        if board.unheard and not started:
            raise StartError("\n".join(map(str, board.unheard.values())))
        if not started:
            raise StartError(tr.check.nobody_could_call())
        for sentence in board.unheard.values():
            LOG.error("%s. %s", sentence, tr.command.tried_again(seconds=round(PORT_SECONDS)))
        await _with_files(board.load_services)
        undo.pop_all()
    LOG.info("The Door %s started in %s: %s", __version__, board.folder.absolute(), ", ".join(listening))
    return started


async def _hears(board: RunningBoard, listener: SocketListener, kind: str, where: Address) -> str:
    """Start a listener. Return its kind and address, or note why it can't start and return ""."""
    try:
        bound = await listener.start()
    except OSError as error:
        why = reason_of_system(error)
        board.unheard[kind] = tr.command.cannot_listen(kind=kind, place=where, why=why)
        return ""
    board.unheard.pop(kind, None)
    address = Address(*bound)
    print(tr.command.listening(kind=kind, place=address).in_english, flush=True)  # programs wait for it
    return f"{kind} on {address}"


async def try_ports(
    board: RunningBoard,
    listeners: list[SocketListener],
    instead: Mapping[str, str | None],
    sleep: Sleep = asyncio.sleep,
) -> None:
    """Start the listeners whose ports were taken, as soon as they are free."""
    while board.unheard:
        await sleep(PORT_SECONDS)
        for kind, where in addresses(board.settings, instead):
            if kind in board.unheard:
                listener = await _with_files(partial(_listener, board, kind, where))
                if bound := await _hears(board, listener, kind, where):
                    listeners.append(listener)
                    LOG.info("listening at last: %s", bound)


async def _with_files(load: Callable[[], Awaitable[T]]) -> T:
    """Load something, again and again while callers leave no free descriptor."""
    while True:
        try:
            return await load()
        except OSError as error:
            if error.errno not in OUT_OF_FILES:
                raise
            LOG.error("%s: %s; it is tried again", error.filename, reason_of_system(error))
        await asyncio.sleep(AGAIN_SECONDS)


# -- the kinds, each by a factory that gets what all listeners have in common ---------------------------


async def _listener(board: RunningBoard, kind: str, where: Address) -> SocketListener:
    settings = board.settings
    common = {
        "host": where.host, "port": where.port, "on_call": board.nodes.answer,
        "send_seconds": settings.limits.send_seconds, "gate": board.records.gate,
        "tls": _certificate(board) if kind in WITH_TLS else None, "proxied": kind in settings.listen.proxied,
    }  # fmt: skip
    return await FACTORIES[kind](board, common)


def _certificate(board: RunningBoard) -> Certificate:
    try:
        return Certificate(lambda: board.settings.certificate)
    except BadCertificate as error:
        raise StartError(f"tls: {error}") from None


async def _telnet(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    return TelnetListener(**common, status=partial(_mssp, board))


def _mssp(board: RunningBoard) -> Mapping[str, str]:
    from door.server.public.pages import mssp

    return mssp(board)


async def _finger(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    from door.net.finger import FingerListener
    from door.server.public.pages import finger

    return FingerListener(**common, answer=partial(finger, board))


async def _metrics(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    from door.net.metrics import MetricsListener
    from door.server.metrics import numbers

    return MetricsListener(
        **common, numbers=partial(numbers, board), token=lambda: board.settings.metrics.token
    )


async def _rlogin(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    from door.net.rlogin import RloginListener
    from door.server.remote_callers import RloginAuth

    rlogin = RloginAuth(
        board.records.logons,
        lambda: board.settings.callers.boards,
        board.records.now,
        lambda: board.settings.callers.new_level,
    )
    return RloginListener(**common, prove=rlogin.prove)


async def _web(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    return await asyncio.to_thread(_web_listener, board, common)


def _web_listener(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    """Return the listener. Run it in a thread, because it compresses its pages."""
    from door.net.web.server import WebListener
    from door.net.web.site import Site, make_files
    from door.server.public.pages import lost_page, public

    with speaking(lambda: board.settings.texts.of(board.settings.board.language)):
        files = make_files()
        site = Site(
            files,
            ready=partial(_why_not, board),
            lacks=lambda: (*board.unheard.values(), *board.records.store.journal.refusals),
            trusted=board.records.gate.spared,
            public=public(board, files), personal=partial(_personal, board),
            collect=board.takeaway.collect, plays=lambda slug: goes_straight(board.settings, slug),
            known=lambda: bool(board.settings.web.url),
            lost=lambda: lost_page(board, files) if board.settings.web.pages else b"",
        )  # fmt: skip
    return WebListener(
        **common, site=site, per_minute=lambda: board.settings.limits.requests_per_minute,
        origins=partial(_sites, board), closing=lambda: board.nodes.is_shut,
        keeps=board.nodes.has_proved, lets_back=partial(_lets_back, board),
    )  # fmt: skip


def _sites(board: RunningBoard) -> tuple[str, ...]:
    """Return the board's public site and the others whose pages may call."""
    web = board.settings.web
    return tuple(filter(None, (web.url, *web.origins)))


def _lets_back(board: RunningBoard, address: str) -> bool:
    """True if a page at that address may go on with a call."""
    try:
        board.records.logons.look(address)
    except NotLetIn:
        return False
    return True


async def _why_not(board: RunningBoard) -> str:
    """Return why nobody can log on now, or ""."""
    if board.nodes.is_shut:
        return tr.refused.board_closing()
    return str(await asyncio.to_thread(board.records.store.journal.fault))


def _personal(board: RunningBoard, path: str, posts: bool) -> tuple[bytes, str] | None:
    return personal(board.services[Outside], path, posts) if board.is_loaded else None


def personal(outside: Outside, path: str, posts: bool) -> tuple[bytes, str] | None:
    """Return a caller's own page at a secret path, and its type. A form there may post."""
    from door.notify.words import ATOM, HTML

    if feed := outside.feed(path):
        return feed, ATOM
    page = outside.off_page(path, posts)
    return (page, HTML) if page else None


async def _ssh(board: RunningBoard, common: Mapping[str, Any]) -> SocketListener:
    listener = await asyncio.to_thread(_ssh_listener, board, common)
    if len(listener.host_keys) == 1 or not _store_of(board).never_waits:
        board.records.tasks.keep(_complete_keys(board, listener))
    return listener


def _ssh_listener(board: RunningBoard, common: Mapping[str, Any]) -> SshListener:
    """Return the listener. Run it in a thread: it takes tenths of a second."""
    try:
        from door.net.ssh.host_key import BadHostKey, host_keys, share_key
        from door.net.ssh.server import SshListener
    except ImportError as error:
        raise StartError(f"ssh: {error}") from None
    try:
        share_key(_store_of(board), _keys(board))
        keys = host_keys(_keys(board))
    except (BadHostKey, StoreError) as error:
        raise StartError(str(error)) from None
    auth = replace(board.records.logons, door=partial(_straight, board))
    return SshListener(**common, host_keys=keys, auth=auth, file=partial(_file, board))


def _straight(board: RunningBoard, name: str) -> str:
    """Return the slug of the door that a name goes straight into, or ""."""
    return name.lower() if goes_straight(board.settings, name.lower()) else ""


async def _file(board: RunningBoard, hints: Hints, wanted: str) -> bytes:
    """Return the file of a game that somebody asks for by SSH, such as "cast 3f2a1b". Raises NotTaken."""
    kind, _, id = wanted.partition(" ")
    try:
        board.records.logons.look(hints.address)
    except NotLetIn as error:
        raise NotTaken(reason_of(error)) from None
    handle = hints.handle if hints.proved else ""
    caller = await board.records.callers.look_up(handle) if handle else None
    if caller and caller.banned:
        raise NotTaken(why_banned(caller.banned))
    return (await board.takeaway.draw(id.strip(), kind, handle, hints.address)).body


Factory = Callable[[RunningBoard, Mapping[str, Any]], Coroutine[Any, Any, SocketListener]]
FACTORIES: Final[Mapping[str, Factory]] = {
    "telnet": _telnet, "telnet_tls": _telnet, "web": _web, "web_tls": _web, "ssh": _ssh, "rlogin": _rlogin,
    "finger": _finger, "metrics": _metrics,
}  # fmt: skip


def _keys(board: RunningBoard) -> Path:
    return board.settings.data / "keys"


def _store_of(board: RunningBoard) -> Store:
    return board.records.store.journal.store


async def _complete_keys(board: RunningBoard, listener: SshListener) -> None:
    """Make the host key for old clients, while a new board already takes calls."""
    from door.net.ssh.host_key import OLD_NAME, BadHostKey, host_keys, share_key

    try:
        await asyncio.to_thread(share_key, _store_of(board), _keys(board), OLD_NAME)
        listener.show(await asyncio.to_thread(host_keys, _keys(board)))
    except (BadHostKey, StoreError) as error:
        LOG.error("%s", error)
