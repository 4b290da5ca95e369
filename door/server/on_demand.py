"""`python -m door.server.on_demand BOARD DATA`: the board that a command starts if none runs.

Guarantees: of several that start at once, one owns the data folder, and the others end when it takes
connections. It is the only one to load a board.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

from door.net.control_wire import READY, WAY_SECONDS, connect, folder_of
from door.records.files.owner import NewerRelease, Owned, owning

IDLE_SECONDS: Final = float(os.environ.get("DOOR_IDLE_SECONDS", "60"))
"""Seconds without a connection after which it ends."""


def start(board: Path, data: Path) -> int:
    """Run the board until it is idle, or wait until another one takes connections. Return the exit code."""

    def is_open() -> bool:
        with contextlib.suppress(OSError):
            connect(folder_of(data)).close()
            return True
        return False

    try:
        with owning(data, WAY_SECONDS, gives_up=is_open):
            from door.server.start import serve_commands

            return serve_commands(board, IDLE_SECONDS)
    except NewerRelease as error:
        print(error)
    except Owned as error:
        print(READY if is_open() else error, flush=True)
    except OSError as error:
        print(f"{error.filename or data}: {error.strerror or error}")
    return 1


if __name__ == "__main__":
    sys.exit(start(*map(Path, sys.argv[1:])))
