"""Stop a game's code that doesn't end, so that one game can't hold up the board.

A timer counts the CPU time of this process, so waiting for a busy machine doesn't count. A single call into C
can't be stopped.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")

SECONDS: Final = 1.0
"""CPU time that a game may take to handle an event or to draw itself."""

TICKS: Final = 4
"""Ticks of the timer in that time."""

STOPPED: Final = -1
_running: Final[dict[int, int]] = {}
"""Threads that run limited code, with the ticks since it began, or STOPPED."""


class _Stop(BaseException):
    """Raised in the code. If the code catches even this, the next tick raises it again."""


class Runaway(Exception):
    """The code was stopped, because it took too long. The traceback of the cause shows the place."""


def _tick(number: int, frame: FrameType | None) -> None:
    for thread, ticks in list(_running.items()):
        if 0 <= ticks < TICKS:
            _running[thread] = ticks + 1
        else:
            _running[thread] = STOPPED
            _raise_in(thread, _Stop)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code again, or withdraw it if None."""
    from ctypes import c_ulong, py_object, pythonapi  # loaded when it is needed

    pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(error) if error else None)


@contextmanager
def timer(seconds: float = SECONDS) -> Iterator[None]:
    """Let `call_in_time` stop code that takes that long. It does nothing outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _tick)
    old = signal.setitimer(signal.ITIMER_VIRTUAL, seconds / TICKS, seconds / TICKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *old)
        signal.signal(signal.SIGVTALRM, before)


def call_in_time(code: Callable[..., T], *args: object) -> T:
    """Return `code(*args)`. Raises Runaway if it takes too long while a `timer` runs."""
    thread = threading.get_ident()
    if thread in _running:
        return code(*args)
    _running[thread] = 0
    try:
        try:
            return code(*args)
        finally:
            if _running.pop(thread) == STOPPED:
                _raise_in(thread, None)
    except _Stop as stop:
        raise Runaway from stop
