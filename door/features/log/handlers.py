"""The log of this host, each of whose processes keeps its own, or of another host."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from heapq import merge
from typing import Final, NamedTuple

from door.call.api import Call, Services
from door.call.bus import Bus, batches, carried
from door.call.logbook import Logbook
from door.features.desk.handlers import for_sysops
from door.features.log.asks import LOG, LogLines
from door.play.match.values import Refusal
from door.ui.texts import tr

HANDLERS: Final = for_sysops()


@carried
class ReadLog(NamedTuple):
    """Return a process's lines after the first `seen`, as many as a message holds, and how many were seen
    then."""

    seen: int


def joins(services: Services) -> None:
    services.roster.bus.hears(ReadLog, lambda asked, host: page(services[Logbook], asked))


def page(log: Logbook, asked: ReadLog) -> tuple[int, list[str]]:
    total, lines = log.since(asked.seen)
    batch = next(batches(lines))
    return total - len(lines) + len(batch), batch


async def read(services: Services, seen: Mapping[str, int], host: str = "") -> LogLines:
    """Return the lines after those `seen` on the host of that name, by default this one. Its processes that
    don't answer are left out. Raises Refusal if none answers, or the board has no host of that name."""
    bus, others = services.roster.bus, services.roster.others
    own = _host_of(services.store.journal.store.host)
    names = {id: _host_of(name) for id, name in (others.names if others else {}).items()}
    host = host or own
    if host not in (own, *names.values()):
        hosts = sorted({own, *names.values()})
        raise Refusal(tr.refused.no_such_host(host=host, hosts=", ".join(hosts)))
    ids = [id for id, name in names.items() if name == host]
    asked = (_read_there(bus, id, seen.get(id, 0)) for id in ids)
    answers = dict(zip(ids, await asyncio.gather(*asked, return_exceptions=True), strict=True))
    if host == own:
        count, lines = services[Logbook].since(seen.get(bus.id, 0))
        answers[bus.id] = count, list(lines)
    logs = {id: answer for id, answer in answers.items() if not isinstance(answer, BaseException)}
    if not logs:
        raise next(answer for answer in answers.values() if isinstance(answer, BaseException))
    by_time = merge(*(lines for _, lines in logs.values()), key=lambda line: line.partition(" ")[0])
    return LogLines({**seen, **{id: count for id, (count, _) in logs.items()}}, tuple(by_time))


def _host_of(name: str) -> str:
    """Return the host's name from that of one of its processes."""
    return name.partition("/")[0] or socket.gethostname()


async def _read_there(bus: Bus, id: str, seen: int) -> tuple[int, list[str]]:
    lines: list[str] = []
    while True:
        seen, more = await bus.ask(id, ReadLog(seen))
        if not more:
            return seen, lines
        lines += more


@HANDLERS.on(LOG)
async def _read_log(call: Call, seen: Mapping[str, int]) -> LogLines:
    return await read(call.services, seen)
