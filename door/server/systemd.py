"""What a service tells systemd."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket


def tell_systemd(state: str) -> None:
    """Send a state such as READY=1 to systemd, if it runs us as a service that notifies."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if name.startswith(("/", "@")):
        kind = socket.SOCK_DGRAM | socket.SOCK_NONBLOCK
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, kind) as line:
            line.sendto(state.encode(), name.replace("@", "\0", 1) if name.startswith("@") else name)


async def feed_watchdog() -> None:
    """Tell systemd regularly that the event loop runs, if it wants to know."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    if microseconds.isdecimal() and os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid()):
        while True:
            tell_systemd("WATCHDOG=1")
            await asyncio.sleep(int(microseconds) / 3e6)
