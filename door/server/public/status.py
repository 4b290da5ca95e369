"""The board's name and numbers for lists of boards: by MSSP over telnet, by finger, and as JSON.

Callers who don't want their handles on the web are counted, but not named.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from door import __version__
from door.midend.doors import infos
from door.records.journal.lines import caller_key
from door.server.board import Board, is_open
from door.term.charset import clean
from door.ui.catalogue import tr
from door.ui.sentence import speaking

if TYPE_CHECKING:
    from door.web.api import On, Status

NAMED: Final = 40
"""Most callers in an answer to finger."""


def callers_on(board: Board) -> list[On]:
    """Return the callers who are on, by node. Guests have no setting for their handle, so it isn't shown."""
    from door.web.api import On
    from door.web.board import is_shown

    by_default = board.settings.web.handles == "shown"
    calls = board.services.roster.on() if hasattr(board, "services") else []
    return [
        On(
            call.handle if call.caller and not call.guest and is_shown(call.caller, by_default) else None,
            next((slug for slug in call.screens[-1:] if slug in board.settings.doors), None),
            call.minutes,
        )
        for call in calls
    ]


def status(board: Board) -> Status:
    """Return the board's name, games, callers and uptime."""
    from door.web.api import Status

    settings = board.settings
    games: dict[str, str] = {slug: info.name() for slug, info in infos().items() if is_open(settings, slug)}
    on, uptime = len(callers_on(board)), int(time.time() - board.started)
    return Status(settings.board.name, settings.web.url or None, __version__, games, on, uptime)


def mssp(board: Board) -> Mapping[str, str]:
    """Return the variables of the Mud Server Status Protocol, which lists of boards collect."""
    now = status(board)
    return {
        "NAME": now.board, "PLAYERS": str(now.callers), "UPTIME": str(int(board.started)),
        "CODEBASE": f"The Door {now.release}", "FAMILY": "Custom", "GAMEPLAY": "Puzzle", "GENRE": "None",
        "STATUS": "Live", "ANSI": "1", "UTF-8": "1", "XTERM 256 COLORS": "1",
    } | ({"WEBSITE": now.address} if now.address else {})  # fmt: skip


def finger(board: Board, name: str, address: str) -> str:
    """Answer a question from an address: list the callers, or find one by name. Nobody finds hidden ones."""
    settings = board.settings
    if board.records.bans.keeps_out(address):
        return ""
    with speaking(lambda: settings.texts.of(settings.board.language)):
        lines: list[str]
        if "@" in name:
            lines = [tr.finger.not_forwarded()]
        elif name:
            key, on = caller_key(name), callers_on(board)
            found = [one for one in on if one.caller and caller_key(one.caller) == key]
            lines = [*map(_line, found)] or [tr.finger.not_on(name=clean(name, 40))]
        else:
            lines = [*_everybody(board)]
    return "".join(f"{line}\n" for line in lines)


def _everybody(board: Board) -> Iterator[str]:
    now, on = status(board), callers_on(board)
    yield tr.finger.head(board=now.board, callers=tr.count.callers(n=now.callers))
    yield from map(_line, on[:NAMED])
    if more := len(on[NAMED:]):
        yield tr.finger.more(callers=tr.count.callers(n=more))
    if now.address:
        yield tr.finger.call_it(address=now.address)


def _line(one: On) -> str:
    name, minutes = one.caller or tr.finger.caller(), tr.count.minutes(n=one.minutes)
    if one.door is None:
        return tr.finger.elsewhere(name=name, minutes=minutes)
    return tr.finger.at_door(name=name, door=infos()[one.door].name(), minutes=minutes)
