"""Carries out the sysop's commands on a running board.

Guarantees: no decisions here. `door.features.desk.calls` acts. Requests come from the board's own
account, but are checked like any other input.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import asdict
from typing import Final

from door.call.api import Services, Upkeep
from door.features.desk import calls
from door.features.desk.asks import CallAct, SysopAct
from door.features.desk.handlers import carry_out
from door.features.desk.pages.acts import ON_ACCOUNTS, ON_CALLS
from door.features.desk.pages.desk import new_callers
from door.features.log import handlers as log
from door.features.tables.hub import TableHub
from door.net.control import Peer
from door.net.control_wire import BadMessage, Message
from door.play.match.values import Refusal
from door.records.community.letters import SYSOP, Letters
from door.records.files.backup import Backup
from door.records.journal.lines import RecordsError
from door.records.trail import CONSOLE
from door.server.handed import node_of, text_of
from door.ui.texts import reason_of, tr

EVERY: Final = 0.3
"""Seconds between two looks at the log for a follower."""

BATCH: Final = 50
"""Lines of the log in a message. 50 escaped lines of 500 characters stay below its limit."""

MOST_LINES: Final = 1000


async def answer(services: Services, request: Message, peer: Peer) -> None:
    """Carry out a request. Raises BadMessage with the reason if it is invalid or fails."""
    do = request.get("do")
    if not isinstance(do, str) or do not in DO:
        raise BadMessage(tr.control.unknown_command(name=repr(str(do)[:40])))
    try:
        await DO[do](services, request, peer)
    except (Refusal, RecordsError) as error:
        raise BadMessage(reason_of(error)) from None
    except OSError as error:  # without a reason the command would take the board for one that is just ending
        why = error.strerror or error
        about = tr.control.about_file(file=error.filename, why=why) if error.filename else why
        raise BadMessage(tr.control.could_not(why=about)) from None


async def _nodes(services: Services, request: Message, peer: Peer) -> None:
    found = await calls.nodes(services)
    for listing in found:  # a message each, which stay short on a full board
        await peer.put({"node": asdict(listing)})
    letters = await asyncio.to_thread(services[Letters].box, SYSOP)
    if letters:
        await peer.put({"letters": len(letters), "joined": new_callers(letters)})
    await peer.put({"end": True})


async def _health(services: Services, request: Message, peer: Peer) -> None:
    journal = services.store.journal
    if why := await asyncio.to_thread(journal.fault):
        raise BadMessage(str(why))
    if services[Upkeep].for_commands:
        raise BadMessage(tr.command.board_for_commands())
    up = tr.command.board_is_up(calls=tr.count.calls(n=services.roster.count))
    await peer.put({"done": "\n".join((up, *services[Upkeep].unheard.values(), *journal.refusals))})


async def _act(services: Services, request: Message, peer: Peer) -> None:
    act = CallAct(str(request["do"]), node_of(request), text_of(request, "text"))
    await peer.put({"done": await calls.act(services, CONSOLE, act)})


async def _account(services: Services, request: Message, peer: Peer) -> None:
    """Carry out an act on an account or an address, for the sysop in the settings."""
    act, about, text = (text_of(request, name, 10_000) for name in ("act", "about", "text"))
    if act not in ON_ACCOUNTS:
        raise BadMessage(tr.control.unknown_command(name=repr(act[:40])))
    await peer.put({"taken": True})
    by = services.settings().board.sysop
    await peer.put({"done": await carry_out(services, by, SysopAct(act, about, text))})


async def _end_table(services: Services, request: Message, peer: Peer) -> None:
    await peer.put({"taken": True})
    event = {"do": "end", "why": text_of(request, "why")}
    await services[TableHub].tables.do(text_of(request, "id"), event)
    await peer.put({"done": ""})


async def _announce(services: Services, request: Message, peer: Peer) -> None:
    await peer.put({"done": await calls.announce(services, CONSOLE, text_of(request, "text"))})


async def _log(services: Services, request: Message, peer: Peer) -> None:
    """Send a host's last lines. With `follow` send new ones too, until the connection ends."""
    word, host = text_of(request, "word").casefold(), text_of(request, "host")
    wanted = request.get("lines", 0)
    if type(wanted) is not int or not 0 <= wanted <= MOST_LINES:
        raise BadMessage(tr.control.bad_lines(limit=MOST_LINES))
    seen, lines = await log.read(services, {}, host)
    lines = tuple(line for line in lines if word in line.casefold())
    await _put_lines(peer, lines[len(lines) - min(wanted, len(lines)) :])
    hung_up = asyncio.ensure_future(peer.get())
    try:
        while request.get("follow") is True and not hung_up.done():
            await asyncio.wait([hung_up], timeout=EVERY)
            seen, lines = await log.read(services, seen, host)
            await _put_lines(peer, tuple(line for line in lines if word in line.casefold()))
    finally:
        hung_up.cancel()
    await peer.put({"end": True})


async def _put_lines(peer: Peer, lines: tuple[str, ...]) -> None:
    for at in range(0, len(lines), BATCH):
        await peer.put({"lines": lines[at : at + BATCH]})


async def _backup(services: Services, request: Message, peer: Peer) -> None:
    """Write a backup to the file that came along. Nobody writes to the journal while files are copied. Answer
    with the number of files, and of decisions that wait for the disk and so aren't in it."""
    if not peer.descriptors:
        raise BadMessage(tr.control.no_file())
    journal = services.store.journal
    with closing(Backup(peer.descriptors[0], services.settings().folders)) as backup:
        if journal.owes:
            await journal.retry()
        await journal.run_alone(backup.add_documents)
        waiting = journal.waiting if journal.owes else 0
        await peer.put({"done": f"{await asyncio.to_thread(backup.finish)} {waiting}"})


async def _settings(services: Services, request: Message, peer: Peer) -> None:
    """The board has read its files again before it answers."""
    await peer.put({"done": ""})


DO: Final[dict[str, Callable[[Services, Message, Peer], Awaitable[None]]]] = {
    "nodes": _nodes,
    "health": _health,
    "log": _log,
    "announce": _announce,
    "account": _account,
    "backup": _backup,
    "settings": _settings,
    "end-table": _end_table,
    **dict.fromkeys(ON_CALLS, _act),
}
