"""The log of this host, or of another one."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Mapping
from typing import Final, NamedTuple

from door.call.api import Call, Services
from door.call.bus import CallBus, batches, sendable
from door.call.feature import Feature
from door.call.logbook import Logbook
from door.features.desk.handlers import for_sysops
from door.features.log.pages import LOG, PAGE, LogLines
from door.play.match.values import Refusal
from door.ui.texts import tr

HANDLERS: Final = for_sysops()


@sendable
class ReadLog(NamedTuple):
    """Return as many lines after the first `seen` as a message holds, and how many were seen then."""

    seen: int


def joins(services: Services) -> None:
    services.roster.bus.hears(ReadLog, lambda asked, host: page(services[Logbook], asked))


def page(log: Logbook, asked: ReadLog) -> tuple[int, list[str]]:
    total, lines = log.since(asked.seen)
    batch = next(batches(lines))
    return total - len(lines) + len(batch), batch


async def read(services: Services, seen: Mapping[str, int], host: str = "") -> LogLines:
    """Return the lines after those `seen` on the host of that name, by default this one. Raises Refusal if it
    doesn't answer, or the board has no host of that name."""
    bus, others = services.roster.bus, services.roster.others
    own = services.store.journal.store.host or socket.gethostname()
    if (host or own) == own:
        count, lines = services[Logbook].since(seen.get(bus.id, 0))
        return LogLines({bus.id: count}, lines)
    names = others.names if others else {}
    for id in [id for id, name in names.items() if name == host]:  # one that was killed may be among them
        with contextlib.suppress(Refusal):
            return LogLines(*await _read_there(bus, id, seen.get(id, 0)))
    if host in names.values():
        raise Refusal(tr.refused.other_host_silent())
    raise Refusal(tr.refused.no_such_host(host=host, hosts=", ".join(sorted({own, *names.values()}))))


async def _read_there(bus: CallBus, id: str, seen: int) -> tuple[Mapping[str, int], tuple[str, ...]]:
    lines: list[str] = []
    while True:
        seen, more = await bus.ask(id, ReadLog(seen))
        if not more:
            return {id: seen}, tuple(lines)
        lines += more


@HANDLERS.on(LOG)
async def _read_log(call: Call, seen: Mapping[str, int]) -> LogLines:
    return await read(call.services, seen)


FEATURE: Final = Feature("log", (HANDLERS,), {"sysop-log": PAGE}, joins=joins, spares=True)
