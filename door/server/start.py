"""How a board starts: `door serve`, and a board for commands only.

If a command needs a board and none runs, it starts one without listeners (`serve_commands`), which ends when
nobody has been connected to it for a while. It makes way for `door serve`. Nothing that only some of these
processes need is loaded here.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import sys
import tempfile
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final

from door.net.control_wire import (
    LONGEST,
    MAKE_WAY,
    WAY_SECONDS,
    BadMessage,
    connect,
    folder_of,
    pack,
    unpack,
)
from door.records.files.disk import make_folder
from door.records.files.owner import NewerRelease, Owned, owning
from door.server.board import StartError, print_trouble, read_settings
from door.server.log import start_log
from door.settings.reload import SettingsWatch

PATIENCE: Final = 1.0
"""Seconds that a board which is ending may still own the data folder."""

TURN_SECONDS: Final = 0.001
"""Thread switch interval in seconds: how long a busy thread can hold the GIL while the event loop waits."""


ONE_ARENA: Final = -8, 1
MAPPED: Final = -3, 1 << 20
"""Options of glibc's mallopt and their values: M_ARENA_MAX, and M_MMAP_THRESHOLD in bytes. Without them each
thread that has checked a password keeps its 19 MiB."""


def serve(folder: Path, instead: Mapping[str, str | None]) -> int:
    """Run the board until SIGTERM or SIGINT; return the exit code."""
    with print_trouble(folder):
        watch = SettingsWatch(folder)  # before reading, so that no later change is missed
        settings = read_settings(folder)
        start_log(settings)
        try:
            with owning(settings.data, WAY_SECONDS if _makes_way(settings.data) else PATIENCE):
                _find_temporary_folder(settings.data)
                return _run(_board()(folder, settings, watch, instead))
        except (Owned, NewerRelease) as error:
            raise StartError(str(error)) from None
    return 1


def serve_commands(folder: Path, idle: float) -> int:
    """Run the board for commands only, until nobody has been connected for `idle` seconds. Return the exit
    code. Its data folder is owned already."""
    with print_trouble(folder):
        watch = SettingsWatch(folder)
        settings = read_settings(folder)
        start_log(settings, console=False)
        return _run(_board()(folder, settings, watch, {}, idle))
    return 1


def _run(work: Coroutine[Any, Any, int]) -> int:
    sys.setswitchinterval(TURN_SECONDS)
    with contextlib.suppress(AttributeError):  # not glibc
        for option, value in (ONE_ARENA, MAPPED):
            ctypes.CDLL(None).mallopt(option, value)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(work)


def _find_temporary_folder(data: Path) -> None:
    """Use a folder of the board's for temporary files if the machine has none that can be written."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        make_folder(data / "tmp")
        os.environ["TMPDIR"] = tempfile.tempdir = str((data / "tmp").absolute())


def _makes_way(data: Path) -> bool:
    """Ask the folder's owner to end, if it runs for commands only. Return True if it will."""
    with contextlib.suppress(OSError, BadMessage), connect(folder_of(data)) as line:
        line.settimeout(PATIENCE)
        line.sendall(pack({"do": MAKE_WAY}))
        with line.makefile("rb") as answer:
            return "done" in unpack(answer.readline(LONGEST))
    return False


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's factory if it is installed, which costs a little less CPU for each key."""
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def _board() -> Callable[..., Coroutine[Any, Any, int]]:
    from door.server.app import serve

    return serve
