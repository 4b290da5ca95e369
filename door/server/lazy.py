"""Loads the board's screens and the session in a thread, while the listeners already answer.

They are half of a board's code. The first call waits for them while its terminal is being identified. Code
that uses them imports them locally, after `loaded`.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from typing import Final

MODULES: Final = (
    "door.server.services", "door.server.background", "door.server.control", "door.server.handed",
)  # fmt: skip


def load() -> None:
    """Load the modules. For a thread."""
    for name in MODULES:
        importlib.import_module(name)


class Screens:
    """Loads the modules once, at the first request."""

    def __init__(self, load: Callable[[], None] = load) -> None:
        self._load = load
        self._loading: asyncio.Task[None] | None = None

    async def loaded(self) -> None:
        """Return when they are loaded. A caller who hangs up meanwhile doesn't stop that.

        If loading fails (out of descriptors, say), the next call tries again.
        """
        if self._loading is None or _has_failed(self._loading):
            self._loading = asyncio.create_task(asyncio.to_thread(self._load))
        await asyncio.shield(self._loading)


def _has_failed(loading: asyncio.Task[None]) -> bool:
    return loading.done() and (loading.cancelled() or loading.exception() is not None)
