"""The sysop's hand on live calls: what the desk, and the command line, can do to a node.

Law: one function for each act, in a table; each checks nothing but its own sense, since who may
act is checked once, before any of them (`oversee`; the command line comes by a socket that only
the board's own account can open).  Whatever touches a caller is one line in the log: who, what,
to whom.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from door.board import api as board
from door.board.sysop.values import NodeCard, Oversee
from door.records.callers import CallerError

if TYPE_CHECKING:
    from door.session.loop import Session
    from door.session.services import Services
    from door.session.stack import Layer

LOG = logging.getLogger("door.sysop")
Answer = board.Answer | board.Done | board.Denied
NOT_YOU: Final = "That is for the sysop."


def is_sysop(session: Session) -> bool:
    """Whether this caller is a sysop, by their file as it is now."""
    if session.caller is None:
        return False
    try:
        caller = session.services.callers.find(session.handle)
    except CallerError:
        return False
    return bool(caller and caller.sysop)


def card(session: Session) -> NodeCard:
    """One call as the sysop sees it."""
    online, hints, facts = session.online, session.line.hints, session.terminal.facts()
    now = asyncio.get_running_loop().time()
    size = "plain text" if session.terminal.plain else facts["size"]
    return NodeCard(
        session.node, session.handle, online.where, int(now - session.time.clocks.last_key), online.minutes,
        session.time.minutes_left, hints.kind, hints.address, f"{hints.kind} {facts['term']}",
        f"{facts['charset']} {size}",
    )  # fmt: skip


# -- acts ------------------------------------------------------------------------------------


async def _nodes(services: Services, by: str, act: Oversee) -> Answer:
    return board.Answer("nodes", tuple(card(session) for session in services.roster.calls()))


Act = Callable[["Services", str, Oversee], Awaitable[Answer]]
ACTS: Final[dict[str, Act]] = {
    "nodes": _nodes,
}


async def oversee(session: Session, layer: Layer, effect: Oversee) -> Answer:
    """Carries out an act for a caller who is a sysop."""
    if not is_sysop(session):
        return board.Denied(NOT_YOU)
    return await ACTS[effect.act](session.services, session.handle, effect)


ERRANDS: Final[dict[type, Callable[[Any, Any, Any], Awaitable[Any]]]] = {Oversee: oversee}
