"""A folder for each visit, for the drop file and the program's temporary files.

Only the program's user can read it (mode 700), and it is deleted after the visit. If the board was killed,
the next visit deletes what it left.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

_NAME: Final = re.compile(r"door-node\d+-(\d+)-\w+")


def make(node: int, ids: tuple[int, int] | None) -> Path:
    """Make a folder for a caller on that node. `ids` are its owner's, None for the board's own.

    Raises OSError if it can't be made.
    """
    _clear_of_the_dead(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"door-node{node}-{os.getpid()}-"))
    give(folder, ids)
    return folder


def give(folder: Path, ids: tuple[int, int] | None) -> None:
    """Give the folder to that user. Raises OSError."""
    if ids is not None:
        os.chown(folder, *ids, follow_symlinks=False)


def _clear_of_the_dead(parent: Path) -> None:
    """Delete folders with the process id of a board that no longer runs."""
    for path in parent.glob("door-node*"):
        found = _NAME.fullmatch(path.name)
        if found and not Path("/proc", found[1]).exists():
            clear(path)


def inner(folder: Path, name: str, ids: tuple[int, int] | None) -> Path:
    """Make a folder in it, of the same owner. Raises OSError."""
    made = folder / name
    made.mkdir(mode=0o700)
    give(made, ids)
    return made


def leave(folder: Path, name: str, data: bytes, ids: tuple[int, int] | None) -> Path:
    """Write a file into it, readable only by its owner. Raises OSError."""
    path = folder / name
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(data)
        if ids is not None:
            os.fchown(file.fileno(), *ids)
    return path


def clear(folder: Path) -> None:
    """Delete the folder and everything in it that we may delete. Links are not followed."""
    shutil.rmtree(folder, ignore_errors=True)
