"""Messages of a service to systemd."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable
from typing import Final

EXTEND_SECONDS: Final = 90
"""Seconds that a long start may take from one message to the next."""

TOLD_SECONDS: Final = 1.0
"""Least seconds between two messages about a long start."""


def tell_systemd(state: str) -> None:
    """Send a state such as READY=1 to systemd, if it runs us as a service that notifies."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if name.startswith(("/", "@")):
        kind = socket.SOCK_DGRAM | socket.SOCK_NONBLOCK
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, kind) as line:
            line.sendto(state.encode(), name.replace("@", "\0", 1) if name.startswith("@") else name)


def reading_goes_on() -> Callable[[int, int], None]:
    """Return a function of the bytes read and all bytes to read. It asks systemd for more time to start."""
    latest = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal latest
        if time.monotonic() - latest >= TOLD_SECONDS:
            latest = time.monotonic()
            percent = 100 * done // max(total, 1)
            extend = f"EXTEND_TIMEOUT_USEC={EXTEND_SECONDS * 1_000_000}"
            tell_systemd(f"{extend}\nSTATUS=Reading the journal: {percent} %")

    return progress


async def feed_watchdog() -> None:
    """Tell systemd regularly that the event loop runs, if it wants to know."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    if microseconds.isdecimal() and os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid()):
        while True:
            tell_systemd("WATCHDOG=1")
            await asyncio.sleep(int(microseconds) / 3e6)
