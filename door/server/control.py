"""Carries out the sysop's commands on a running board.

Guarantees: no decisions here. `door.session.effects.sysop_calls` acts, and watching and chatting are the
desk's own pages, on a session of their own. Requests come from the board's own account, but are checked like
any other input.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Final

from door.board.sysop.acts import ON_CALLS
from door.board.sysop.desk import new_callers
from door.board.sysop.effects import CallAct
from door.midend.match.values import Refusal
from door.net.control import BadMessage, ControlLine, Message, Peer, hints_of
from door.records.community.letters import SYSOP
from door.records.journal.lines import RecordsError
from door.session.call.api import Plan, Services
from door.session.call.loop import Session
from door.session.clock import access
from door.session.effects import sysop_calls
from door.ui.texts import reason_of, tr

PAGES: Final = {"watch": "sysop-watch", "chat": "sysop-chat"}
EVERY: Final = 0.3
"""Seconds between two looks at the log for a follower."""

BATCH: Final = 50
"""Lines of the log in a message. 50 escaped lines of 500 characters stay below its limit."""

MOST_LINES: Final = 1000


async def answer(services: Services, request: Message, peer: Peer) -> None:
    """Carry out a request. Raises BadMessage if it is invalid."""
    do = request.get("do")
    if not isinstance(do, str) or do not in DO:
        raise BadMessage(tr.control.unknown_command(name=repr(str(do)[:40])))
    try:
        await DO[do](services, request, peer)
    except (Refusal, RecordsError) as error:
        raise BadMessage(reason_of(error)) from None


async def _nodes(services: Services, request: Message, peer: Peer) -> None:
    found = await sysop_calls.nodes(services)
    for listing in found:  # a message each, which stay short on a full board
        await peer.put({"node": asdict(listing)})
    letters = await asyncio.to_thread(services.community.letters.box, SYSOP)
    if letters:
        await peer.put({"letters": len(letters), "joined": new_callers(letters)})
    await peer.put({"end": True})


async def _act(services: Services, request: Message, peer: Peer) -> None:
    act = CallAct(str(request["do"]), _node(request), _text(request, "text"))
    await peer.put({"done": await sysop_calls.act(services, access.CONSOLE, act)})


async def _announce(services: Services, request: Message, peer: Peer) -> None:
    await peer.put({"done": await sysop_calls.announce(services, access.CONSOLE, _text(request, "text"))})


async def _log(services: Services, request: Message, peer: Peer) -> None:
    """Send the last lines. With `follow` send new ones too, until the connection ends."""
    word, wanted = _text(request, "word").casefold(), request.get("lines", 0)
    if type(wanted) is not int or not 0 <= wanted <= MOST_LINES:
        raise BadMessage(tr.control.bad_lines(limit=MOST_LINES))
    seen, lines = services.log.since()
    lines = tuple(line for line in lines if word in line.casefold())
    await _put_lines(peer, lines[len(lines) - min(wanted, len(lines)) :])
    hung_up = asyncio.ensure_future(peer.get())
    try:
        while request.get("follow") is True and not hung_up.done():
            await asyncio.wait([hung_up], timeout=EVERY)
            seen, lines = services.log.since(seen)
            await _put_lines(peer, tuple(line for line in lines if word in line.casefold()))
    finally:
        hung_up.cancel()
    await peer.put({"end": True})


async def _put_lines(peer: Peer, lines: tuple[str, ...]) -> None:
    for at in range(0, len(lines), BATCH):
        await peer.put({"lines": lines[at : at + BATCH]})


async def _attach(services: Services, request: Message, peer: Peer) -> None:
    """Run a session of the desk on the command's terminal."""
    page, number = request.get("page"), _node(request)
    if not isinstance(page, str) or page not in PAGES:
        raise BadMessage(tr.control.bad_attach())
    there = services.roster.call(number)
    if there is None:
        raise BadMessage(tr.people.node_empty(node=number))
    arg = f"{number} only" if page == "watch" else f"{number} {sysop_calls.who(there)}"
    line = ControlLine(peer, hints_of(request))
    try:
        await peer.put({"attached": True})
        plan = Plan(handle=tr.sysop.message_sender(), page=PAGES[page], arg=arg)
        await Session(line, 0, services, plan).run()
    finally:
        await line.hang_up()


def _node(request: Message) -> int:
    node = request.get("node")
    if type(node) is not int or not 0 < node < 100_000:
        raise BadMessage(tr.control.bad_node())
    return node


def _text(request: Message, name: str) -> str:
    text = request.get(name, "")
    if not isinstance(text, str) or len(text) > 1000:
        raise BadMessage(tr.control.bad_text(name=name))
    return text


DO: Final[dict[str, Callable[[Services, Message, Peer], Awaitable[None]]]] = {
    "nodes": _nodes,
    "log": _log,
    "attach": _attach,
    "announce": _announce,
    **dict.fromkeys(ON_CALLS, _act),
}
