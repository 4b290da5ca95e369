"""A visit's own folder: where the drop file is, and where a program may leave things.

Law: it is the program's user's alone (mode 700), and gone when the visit is over.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def made(node: int, ids: tuple[int, int] | None) -> Path:
    """A new folder for a caller on that node; `ids` are its owner's, None for the board's own.

    OSError where there is no room for it.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"door-node{node}-"))
    if ids is not None:
        os.chown(folder, *ids)
    return folder


def leave(folder: Path, name: str, data: bytes, ids: tuple[int, int] | None) -> Path:
    """A file in it, for its owner alone; OSError where that cannot be."""
    path = folder / name
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(data)
        if ids is not None:
            os.fchown(file.fileno(), *ids)
    return path


def cleared(folder: Path) -> None:
    """The folder goes with all that is in it; links in it are not followed."""
    shutil.rmtree(folder, ignore_errors=True)
