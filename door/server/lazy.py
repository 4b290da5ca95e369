"""The board's screens and the session that shows them, loaded while the listeners answer already.

Law: they are half of all that a board loads, and nobody needs them before the first call
begins: a thread loads them for the first call, or once all listeners are up; who calls meanwhile
waits for it (their terminal is being asked what it is in that time).  Whoever uses them therefore imports
them where they are used, after `loaded`.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable
from typing import Final

MODULES: Final = ("door.server.services", "door.server.background", "door.server.control")


def load() -> None:
    """Loads them: for a thread."""
    for name in MODULES:
        importlib.import_module(name)


class Screens:
    """Loads them once, whoever asks first."""

    def __init__(self, load: Callable[[], None] = load) -> None:
        self._load = load
        self._loading: asyncio.Task[None] | None = None

    async def loaded(self) -> None:
        """Return when they are loaded; a caller who hangs up meanwhile stops nothing.

        If loading fails (out of descriptors, say), the next call tries again.
        """
        if self._loading is None or _has_failed(self._loading):
            self._loading = asyncio.create_task(asyncio.to_thread(self._load))
        await asyncio.shield(self._loading)


def _has_failed(loading: asyncio.Task[None]) -> bool:
    return loading.done() and (loading.cancelled() or loading.exception() is not None)
