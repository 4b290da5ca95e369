"""The board's numbers for Prometheus. docs/metrics.md lists each, with the alarm to set."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from door import __version__
from door.net import calls
from door.notify.webhook import FAILED, SENT
from door.records.files.backup import time_of_last
from door.server.board import RunningBoard

if TYPE_CHECKING:
    from door.call.roster import CallInfo as Known

CHANNELS: Final = ("webhook", "mail")
GAME: Final = ("turn", "game")
"""The journal's kinds of lines for a game that begins, and one that ends."""

PAGE: Final = os.sysconf("SC_PAGE_SIZE")

Labels = dict[str, str]


FAULT_SECONDS: Final = 5.0
"""Seconds that the store may take to answer until it counts as down."""


async def numbers(board: RunningBoard) -> str:
    """Return every number with its help, its kind and its labels."""
    lines = []
    is_up = await _is_store_up(board)
    for name, kind, about, samples in _numbers(board, is_up):
        lines += [f"# HELP door_{name} {about}", f"# TYPE door_{name} {kind}"]
        for labels, value in samples:
            named = ",".join(f'{key}="{text}"' for key, text in labels.items())
            lines.append(f"door_{name}{{{named}}} {value}" if named else f"door_{name} {value}")
    return "\n".join(lines)


async def _is_store_up(board: RunningBoard) -> bool:
    """True if the journal can be reached and written."""
    try:
        async with asyncio.timeout(FAULT_SECONDS):
            return not await asyncio.to_thread(board.records.store.journal.fault)
    except TimeoutError:
        return False


def _numbers(board: RunningBoard, is_up: bool) -> Iterator[tuple[str, str, str, list[tuple[Labels, float]]]]:
    nodes, limits, data = board.nodes, board.settings.limits, board.settings.data
    live = [call.line.hints.kind for call in nodes.calls.values()]
    yield "info", "gauge", "The release.", [({"version": __version__}, 1)]
    yield "start_time_seconds", "gauge", "Start of the process, in Unix time.", [({}, board.started)]
    yield "calls", "gauge", "Calls right now.", _by_kind(Counter(live))
    yield "calls_total", "counter", "Calls since the start.", _by_kind(nodes.answered)
    yield "refused_total", "counter", "Refused connections and calls.", _by_kind(calls.REFUSED)
    yield "hang_ups_total", "counter", "Calls that the board ended.", _by_kind(calls.HUNG_UP)
    yield "nodes_limit", "gauge", "Calls that are let in at once.", [({}, limits.nodes)]
    yield "connections", "gauge", "Open connections, calls or not.", [({}, len(board.records.gate))]
    yield "connections_limit", "gauge", "Connections at once.", [({}, board.records.gate.most())]
    yield "bans", "gauge", "Banned addresses and networks.", [({}, len(board.records.bans.standing()))]
    misses = board.records.failed_logons.misses_here
    yield "logons_failed_total", "counter", "Wrong passwords.", [({}, misses)]
    if board.is_loaded:
        on = [call.info() for call in board.services.roster.here()]
        logged_on = sum(bool(call.admitted) for call in on)
        yield "callers", "gauge", "Callers who have logged on.", [({}, logged_on)]
        yield "guests", "gauge", "Guests.", [({}, sum(call.guest for call in on))]
        yield "at_a_door", "gauge", "Calls at each door.", _by_door(board, on)
        tables = board.records.store.tables
        yield "tables", "gauge", "Open tables.", [({}, len(tables.all()))]
    journal = board.records.store.journal
    begun, ended = _games(board, journal.written)
    yield "games_begun_total", "counter", "Games begun that use a turn.", begun
    yield "games_ended_total", "counter", "Games ended that count.", ended
    yield "matches_begun_total", "counter", "Tables opened.", [({}, _lines(journal.written, "table"))]
    yield "matches_ended_total", "counter", "Matches ended.", [({}, _lines(journal.written, "match"))]
    yield "store_up", "gauge", "1 if the journal can be reached and written.", [({}, int(is_up))]
    yield "decisions_waiting", "gauge", "Decisions that aren't written yet.", [({}, journal.waiting)]
    sent = [({"channel": channel}, float(SENT[channel])) for channel in CHANNELS]
    failed = [({"channel": channel}, float(FAILED[channel])) for channel in CHANNELS]
    yield "messages_sent_total", "counter", "Webhook messages and e-mails sent.", sent
    yield "messages_failed_total", "counter", "Attempts to send one that failed.", failed
    last = time_of_last(data)
    yield "last_backup_time_seconds", "gauge", "The last `door backup`, in Unix time, or 0.", [({}, last)]
    late = max(board.delays, default=0.0)
    yield "loop_delay_seconds", "gauge", "The event loop's longest delay of the last minute.", [({}, late)]
    yield "journal_bytes", "gauge", "Size of the journal.", [({}, _size(data / "journal"))]
    yield "disk_free_bytes", "gauge", "Free space for the board's data.", [({}, _free(data))]
    yield "background_tasks", "gauge", "Tasks besides the calls.", [({}, len(board.records.tasks))]
    yield from _of_the_process()


def _games(
    board: RunningBoard, written: Counter[tuple[str, str]]
) -> tuple[list[tuple[Labels, float]], list[tuple[Labels, float]]]:
    """Return the games that have begun, and those that have ended, by door."""
    both = [[({"door": slug}, float(written[kind, slug])) for slug in board.settings.doors] for kind in GAME]
    return both[0], both[1]


def _lines(written: Counter[tuple[str, str]], kind: str) -> int:
    return sum(count for (one, _), count in written.items() if one == kind)


def _of_the_process() -> Iterator[tuple[str, str, str, list[tuple[Labels, float]]]]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    helpers = resource.getrusage(resource.RUSAGE_CHILDREN)
    yield "cpu_seconds_total", "counter", "CPU time.", [({}, used.ru_utime + used.ru_stime)]
    children = helpers.ru_utime + helpers.ru_stime
    yield "helpers_cpu_seconds_total", "counter", "CPU time of helpers that have ended.", [({}, children)]
    yield "memory_bytes", "gauge", "Resident memory.", [({}, _memory())]
    files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    yield "open_files", "gauge", "Open files and sockets.", [({}, files)]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    yield "open_files_limit", "gauge", "Open files at once.", [({}, most)]
    yield "threads", "gauge", "Threads.", [({}, threading.active_count())]
    runs = [({"generation": str(at)}, float(one["collections"])) for at, one in enumerate(gc.get_stats())]
    yield "collections_total", "counter", "Runs of the garbage collector.", runs


def _by_kind(counts: Counter[str]) -> list[tuple[Labels, float]]:
    return [({"kind": kind}, counts[kind]) for kind in sorted({"telnet", "ssh", "web", "rlogin", *counts})]


def _by_door(board: RunningBoard, on: list[Known]) -> list[tuple[Labels, float]]:
    at = Counter(call.screens[-1] for call in on if call.screens)
    return [({"door": slug}, at[slug]) for slug in board.settings.doors]


def _size(folder: Path) -> int:
    try:
        return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.name.endswith(".jsonl"))
    except OSError:
        return 0


def _free(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


def _memory() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * PAGE
