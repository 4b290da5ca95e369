"""The board's nodes: counts the calls, gives each a node, and ends them at the close.

Guarantees: no protocol and no screen here. A call is refused with one sentence, or runs in its own task on
a node of its own. An error in it ends only that call.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from door.net import sanitize
from door.net.calls import Tasks, fault, line_of, log_hang_up, log_refusal
from door.net.guard.gate import Strangers, nobody
from door.net.line import CallLine, LostCaller
from door.records.access.failed_logons import block_of
from door.settings.models import LimitSettings
from door.ui.texts import Sentence, tr

log = logging.getLogger("door.net")

RunCall = Callable[[CallLine, int], Awaitable[None]]
"""Runs a call on its line with a node number; returns when it is over."""

OWN: Final = ("local", "pipe")
"""Kinds of the sysop's own lines, which need no free node."""

GRACE_SECONDS: Final = 2.0
"""Seconds that a cancelled call may take to end."""


@lru_cache(maxsize=4096)  # called for every connection of a flood
def within(address: str, networks: tuple[str, ...]) -> bool:
    """True if the address is in one of the networks. "" (no address) is in none."""
    place = sanitize.ip_address(address)
    return place is not None and any(place in network for network in _networks(networks))


@lru_cache(maxsize=16)
def _networks(networks: tuple[str, ...]) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(map(ipaddress.ip_network, networks))


@dataclass(frozen=True, slots=True)
class NodeCall:
    """A live call; `since` is a monotonic time in seconds."""

    node: int
    line: CallLine
    task: asyncio.Task[None]
    since: float

    @property
    def address(self) -> str:
        return self.line.hints.address


def _tells(line: CallLine) -> bool:
    """True if the caller's program has reported something about its terminal, as people's programs do."""
    hints = line.hints
    if hints.kind == "web":
        return hints.size is not None
    return hints.kind != "telnet" or bool(hints.proved or hints.term or hints.size or hints.charset)


class Nodes:
    """Answers every line that a listener gives it (`answer` is the listener's `on_call`)."""

    def __init__(
        self,
        run_call: RunCall,
        limits: LimitSettings,
        kept_out: Callable[[str], bool] = nobody,
        elsewhere: Callable[[], Collection[str]] = lambda: (),
        held: Callable[[], Collection[int]] = lambda: (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Count calls from trusted networks, where many callers share a proxy's address, for `limits.nodes`
        only.

        `kept_out(address)` is True for banned addresses. `elsewhere` returns the addresses of the calls on
        other hosts, `held` the nodes that no new caller gets although their calls may be over, and `clock`
        seconds.
        """
        self._run_call, self._kept_out, self._clock = run_call, kept_out, clock
        self.limits = limits
        """May be replaced at any time; new calls follow it."""
        self.slot = 0
        """This host's place among the hosts of its board. Each has node numbers of its own."""
        self._elsewhere, self._held = elsewhere, held
        self._calls: dict[int, NodeCall] = {}
        self._addresses: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        """How many calls there have been, by their kind."""
        self._strangers: Strangers[int] = Strangers(self._is_silent)
        self._trusted: dict[int, None] = {}  # strangers too, limited by the nodes only
        self._leaving: dict[int, asyncio.Task[None]] = {}
        self._partings = Tasks()
        self.is_shut = False

    @property
    def calls(self) -> Mapping[int, NodeCall]:
        """The live calls by node, in the order they came."""
        return MappingProxyType(self._calls)

    def trust(self, node: int) -> None:
        """Stop counting the caller on `node` as a stranger: they have logged on, or leave."""
        self._strangers.discard(node)
        self._trusted.pop(node, None)

    def has_proved(self, line: CallLine) -> bool:
        """True if the caller on that line has logged on."""
        return any(
            call.line is line and node not in self._trusted and node not in self._strangers
            for node, call in self._calls.items()
        )

    async def answer(self, line: CallLine, run_call: RunCall | None = None) -> None:
        """Run the whole call (by `run_call`, if it is given), or refuse it; return when the line is hung
        up."""
        refusal = self._refusal(line)
        if refusal in (tr.refused.all_nodes_busy, tr.refused.too_many_logging_on) and self._make_room(
            line, refusal
        ):
            refusal = None
        if refusal:
            log_refusal(line.hints.kind, line.hints.address, refusal.in_english)
            await self._part(line, refusal())
            return
        call = self._admit(line)
        try:
            await (run_call or self._run_call)(line, call.node)
        except LostCaller:
            pass
        except Exception as error:
            log.error("crash node=%d from %s: %s", call.node, call.address, fault(error))
            with contextlib.suppress(LostCaller):
                await line.send(line_of(tr.refused.board_fault(), line.hints.charset))
        finally:
            try:
                await line.hang_up()
            finally:
                self._dismiss(call)

    def close(self) -> None:
        self.is_shut = True

    async def shut(self, sentence: str, seconds: float) -> None:
        """Refuse new calls, send every caller the sentence, hang up, and wait up to `seconds` for the calls
        to end. Calls that still run are then cancelled."""
        self.close()
        calls = [call for call in self._calls.values() if call.task is not asyncio.current_task()]
        if not calls:
            return
        tasks = [call.task for call in calls]
        parting = asyncio.gather(*(self._part(call.line, sentence) for call in calls), return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await parting
                await asyncio.wait(tasks)
        late = [call for call in calls if not call.task.done()]
        for call in late:
            log.warning("node %d (%s) did not end in time", call.node, call.address)
            call.task.cancel()
        if late:
            await asyncio.wait([call.task for call in late], timeout=GRACE_SECONDS)

    def _refusal(self, line: CallLine) -> Sentence | None:
        """Return why this call is refused, as a sentence, or None."""
        address = line.hints.address
        near = not address or within(address, self.limits.trusted)
        others, block = self._elsewhere(), block_of(address)
        here = 0 if near else self._addresses[block] + list(map(block_of, others)).count(block)
        unproved = not (line.hints.proved or near)
        busy = len({*self._calls, *self._held()}) + len(others) - len(self._leaving)
        full = busy >= self.limits.nodes
        reasons = (
            (self.is_shut, tr.refused.board_closing),
            (self._kept_out(address), tr.refused.address_banned),
            (full and line.hints.kind not in OWN, tr.refused.all_nodes_busy),
            (here >= self.limits.per_address, tr.refused.too_many_from_address),
            (unproved and len(self._strangers) >= self.limits.unproved, tr.refused.too_many_logging_on),
        )
        return next((sentence for applies, sentence in reasons if applies), None)

    def _make_room(self, line: CallLine, refusal: Sentence) -> bool:
        """Drop a stranger for a caller with a better right to a place, so that programs idling at the
        log-on keep nobody out."""
        if len(self._leaving) >= self.limits.unproved:
            return False
        tells = _tells(line)
        node = self._strangers.who_makes_room(line.hints.address, tells, self._clock())
        if node is None and tells and refusal is tr.refused.all_nodes_busy:
            node = next(filter(self._is_silent, self._trusted), None)
        if node is None:
            return False
        call = self._calls[node]
        log_hang_up(call.line.hints.kind, call.address, "makes room for a caller")
        self.trust(node)
        self._leaving[node] = self._partings.keep(self._part(call.line, tr.refused.board_full()))
        return True

    def _is_silent(self, node: int) -> bool:
        return not _tells(self._calls[node].line)

    def _admit(self, line: CallLine) -> NodeCall:
        first = self.slot * self.limits.nodes + 1
        taken = {*self._calls, *self._held()}
        node = next(n for n in range(first, first + len(taken) + 1) if n not in taken)
        task = asyncio.current_task()
        assert task is not None
        call = NodeCall(node, line, task, self._clock())
        self._calls[node] = call
        self._addresses[block_of(call.address)] += 1
        if not line.hints.proved:
            if within(call.address, self.limits.trusted):
                self._trusted[node] = None
            else:
                self._strangers.add(node, call.address, call.since)
        self.answered[line.hints.kind] += 1
        log.info("call node=%d %s from %s", node, line.hints.kind, call.address)
        return call

    def _dismiss(self, call: NodeCall) -> None:
        self.trust(call.node)
        del self._calls[call.node]
        self._leaving.pop(call.node, None)
        block = block_of(call.address)
        self._addresses[block] -= 1
        if not self._addresses[block]:
            del self._addresses[block]

    async def _part(self, line: CallLine, sentence: str) -> None:
        with contextlib.suppress(LostCaller):
            await line.send(line_of(sentence, line.hints.charset))
        await line.hang_up()
