"""Spreads replays, the audit's most expensive part, over processes.

Guarantees: a claim depends on nothing else, so claims can be proved anywhere and in any order. If a
process dies, its claims are proved here.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Self

from door.midend.api import Door
from door.records.audit.proof import Claim, wrong_with

PORTION: Final = 250
"""Claims to send at a time. With fewer, no process is started."""

AHEAD: Final = 4
"""Most portions that wait for a process, so that a long journal doesn't fill the memory."""

Place = tuple[str, int]
"""A line of the journal: its file's name and its number."""


class ReplayPool:
    """Takes claims (`take`) and returns the wrong ones in the end (`wrong`). `jobs` processes help, 0 for
    none; `away` are the portions they have."""

    def __init__(self, doors: Mapping[str, Door], jobs: int = 0) -> None:
        self.doors, self.jobs = doors, jobs
        self._claims: list[tuple[Place, Claim]] = []
        self._wrong: list[tuple[Place, str]] = []
        self.away: deque[tuple[list[tuple[Place, Claim]], Future[list[str]]]] = deque()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def take(self, place: Place, claim: Claim) -> None:
        """Take a claim."""
        self._claims.append((place, claim))
        if len(self._claims) >= PORTION:
            self._send()

    def wrong(self) -> Iterator[tuple[Place, str]]:
        """Yield the claims that aren't proved, and why; wait until all are checked."""
        while self.away:
            self._collect()
        self._prove(self._claims)
        yield from self._wrong

    def _send(self) -> None:
        """Send a portion to a process, if there can be one."""
        portion, self._claims = self._claims, []
        if not self.jobs:
            self._prove(portion)
            return
        try:
            self._pool = self._pool or _pool(self.doors, self.jobs)
            self.away.append((portion, self._pool.submit(_prove_all, [claim for _, claim in portion])))
        except (OSError, RuntimeError):  # no more processes, or the pool is broken
            self._prove(portion)
        if len(self.away) > self.jobs * AHEAD:
            self._collect()

    def _collect(self) -> None:
        portion, future = self.away.popleft()
        try:
            self._note(portion, future.result())
        except (BrokenProcessPool, OSError):
            self._prove(portion)

    def _prove(self, portion: Sequence[tuple[Place, Claim]]) -> None:
        """Prove a portion here."""
        self._note(portion, [wrong_with(self.doors, claim) for _, claim in portion])

    def _note(self, portion: Sequence[tuple[Place, Claim]], said: Sequence[str]) -> None:
        self._wrong += [(place, why) for (place, _), why in zip(portion, said, strict=True) if why]


# -- in the other processes ----------------------------------------------------------------

_DOORS: dict[str, Door] = {}
"""Filled by `_begin`, because a process can't get them in another way."""


def _pool(doors: Mapping[str, Door], jobs: int) -> ProcessPoolExecutor:
    """Fork the processes, so that doors needn't be sent. Nothing else of ours runs beside an audit."""
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (doors,))


def _begin(doors: Mapping[str, Door]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts means the audit, which ends us
    _DOORS.update(doors)


def _prove_all(claims: list[Claim]) -> list[str]:
    return [wrong_with(_DOORS, claim) for claim in claims]
