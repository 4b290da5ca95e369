"""A visit's own folder: where the drop file is, and where a program may leave things.

Law: it is the program's user's alone (mode 700), and gone when the visit is over.  What a board
that was killed has left is cleared by the next visit, to whatever board of the same account.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

_NAME: Final = re.compile(r"door-node\d+-(\d+)-\w+")


def made(node: int, ids: tuple[int, int] | None) -> Path:
    """A new folder for a caller on that node; `ids` are its owner's, None for the board's own.

    OSError where there is no room for it.
    """
    _clear_of_the_dead(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"door-node{node}-{os.getpid()}-"))
    if ids is not None:
        os.chown(folder, *ids)
    return folder


def _clear_of_the_dead(parent: Path) -> None:
    """Folders that carry the number of a board that is no more."""
    for path in parent.glob("door-node*"):
        found = _NAME.fullmatch(path.name)
        if found and not Path("/proc", found[1]).exists():
            cleared(path)


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
    """The folder goes with all that is in it, as far as it is ours; links in it are not followed."""
    shutil.rmtree(folder, ignore_errors=True)
