"""The callers inside external doors, and the queue for each door.

A seat, the caller's node and their visit are held until nothing is left of the program, which may be saving
long after its caller has gone. Seats are files (`door.external.seats`), which all processes of a board on a
machine share. Each process has its own callers in the order they came, and looks for a free seat for the
first of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

from door.call.api import Call, Services
from door.call.known import shown_time
from door.call.roster import Notify
from door.external import seats
from door.external.seats import Sitter, TakenSeat
from door.features.externals.tape import Tape
from door.records.journal.lines import caller_key, stamp
from door.records.part import Part
from door.settings.doors import ExternalFile
from door.ui.texts import MaybeSaid, tr

LOG = logging.getLogger("door.external")
SECONDS: Final = 60.0
"""How long a seat is kept for the next in the queue."""

EVERY: Final = 1.0
"""Seconds between two looks for a free seat."""

QUEUED: Final = 50
"""Most callers in the queue of a door."""


class RunningProgram(NamedTuple):
    """A program that runs for a caller, or has not ended yet."""

    caller: str
    slug: str
    node: int
    gone: asyncio.Event


class Seating(Part):
    """The programs of this process, the queues by door, and the open seats kept for callers.

    `tapes`: the last visit of each caller on this call, by `caller_key`.
    """

    def __init__(self) -> None:
        self.inside: list[RunningProgram] = []
        self._queues: dict[str, list[str]] = {}
        self._kept: dict[tuple[str, str], TakenSeat] = {}
        self._freed = asyncio.Event()
        self.tapes: dict[str, Tape] = {}

    def nodes(self) -> set[int]:
        """Return the nodes whose programs have not ended yet."""
        return {one.node for one in self.inside}

    def last_visit(self, caller: str, slug: str) -> RunningProgram | None:
        """Return the caller's visit to that door that has not ended yet."""
        key = caller_key(caller)
        return next((one for one in self.inside if (caller_key(one.caller), one.slug) == (key, slug)), None)

    async def take(self, call: Call, slug: str, door: ExternalFile, until: str) -> TakenSeat | None:
        """Return an open seat for the caller, or None if they can't have one. Raises OSError."""
        key, who = caller_key(call.who.handle), Sitter(call.who.handle, stamp(call.services.now()), until)
        kept = self._kept.pop((slug, key), None)
        if kept is not None:
            await asyncio.to_thread(seats.seat, kept, who)
            return kept
        if self._queues.get(slug, [key])[0] != key:
            return None
        fd = await asyncio.to_thread(seats.take, _folder(call.services), door.seat_of(slug), door.seats, who)
        if fd is not None:
            self.forget(call.who.handle, slug)
        return fd

    async def free(self, seat: TakenSeat | None) -> None:
        if seat is not None:
            await asyncio.to_thread(os.close, seat.file)
            self._freed.set()

    async def why_full(self, call: Call, slug: str, door: ExternalFile) -> MaybeSaid:
        """Return who is inside, since when, and for how long at most."""
        found = await asyncio.to_thread(_sitters, call.services, slug, door)
        if not found:
            return tr.external.seat_saves(name=door.name)
        first = min(found, key=lambda one: (not one.leaves, one.until or "9"))
        if first.leaves:
            return tr.external.seat_saves(name=door.name)
        if first.comes:
            return tr.external.seat_is_kept(name=door.name, who=first.caller)
        who, since = first.caller, shown_time(call, first.since)
        if not first.until:
            return tr.external.seat_taken(who=who, name=door.name, since=since)
        until = shown_time(call, first.until)
        return tr.external.seat_taken_until(who=who, name=door.name, since=since, until=until)

    # -- the queue

    def queue(self, call: Call, slug: str) -> int:
        """Put the caller at the end of the door's queue, unless they are in it. Return their place from 1, or
        0 if the queue is full. A caller waits for one door at a time.
        """
        handle = caller_key(call.who.handle)
        if handle not in self._queues.get(slug, ()):
            if len(self._queues.get(slug, ())) >= QUEUED:
                return 0
            self.forget(call.who.handle)
            if slug not in self._queues:
                self._queues[slug] = []
                call.services.keep(self._serve(call.services, slug))
            self._queues[slug].append(handle)
        return self._queues[slug].index(handle) + 1

    def forget(self, caller: str, slug: str = "") -> None:
        """Take the caller out of the queue of a door, or of all."""
        for door, queue in self._queues.items():
            if caller_key(caller) in queue and slug in ("", door):
                queue.remove(caller_key(caller))
        self._freed.set()

    def leave(self, services: Services, caller: str) -> None:
        """Forget a caller who hangs up, and give back the seats that are kept for them."""
        self.forget(caller)
        self.tapes.pop(caller_key(caller), None)
        for key in [key for key in self._kept if key[1] == caller_key(caller)]:
            services.keep(self.free(self._kept.pop(key)))

    async def _serve(self, services: Services, slug: str) -> None:
        """Give free seats to the callers in the queue, until it is empty."""
        queue = self._queues[slug]
        while queue:
            door, there = services.settings().externals.get(slug), services.roster.of(queue[0])
            if door is None or there is None:
                del queue[0]
                continue
            who = Sitter(there.handle, stamp(services.now()), _later(services, SECONDS), comes=True)
            with contextlib.suppress(OSError):
                fd = await asyncio.to_thread(
                    seats.take, _folder(services), door.seat_of(slug), door.seats, who
                )
                if fd is not None:
                    self._keep_for(services, slug, door.name, there.handle, fd)
                    continue
            self._freed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._freed.wait(), EVERY)
        del self._queues[slug]

    def _keep_for(self, services: Services, slug: str, name: str, handle: str, seat: TakenSeat) -> None:
        """Tell the caller that they have a minute to come."""
        key = slug, caller_key(handle)
        self.forget(handle, slug)
        self._kept[key] = seat
        there = services.roster.of(handle)
        if there is not None:
            services.roster.post.send(
                there.node, Notify(tr.external.your_turn(name=name), subject(slug), True)
            )

        def too_late() -> None:
            if self._kept.get(key) == seat:
                del self._kept[key]
                services.keep(self.free(seat))

        asyncio.get_running_loop().call_later(SECONDS, too_late)


def subject(slug: str) -> str:
    """Return what a notice about a door's seat is about."""
    return f"seat/{slug}"


def _later(services: Services, seconds: float) -> str:
    return stamp(services.now() + timedelta(seconds=seconds))


def _folder(services: Services) -> Path:
    return services.settings().data / "external" / "seats"


def _sitters(services: Services, slug: str, door: ExternalFile) -> list[Sitter]:
    return list(seats.sitters(_folder(services), door.seat_of(slug), door.seats))
