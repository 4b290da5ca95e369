"""Whether this machine has what an external door needs; asked by `door check`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from door.external.launch import StartError, user_ids


def faults(program: str, folder: Path | None, user: str) -> Iterator[tuple[str, str]]:
    """What is wrong, as (the setting's key, the reason); `folder` is None where none is named."""
    path = Path(program)
    if not path.is_file():
        yield "command", f"{program} is no file on this machine"
    elif not os.access(path, os.X_OK):
        yield "command", f"{program} is a file that cannot be run; chmod +x makes it a program"
    if folder is not None and not folder.is_dir():
        yield "folder", f"{folder} is no folder"
    elif folder is not None and not os.access(folder, os.X_OK):
        yield "folder", f"{folder} cannot be entered"
    try:
        user_ids(user)
    except StartError as error:
        yield "user", str(error)


def warnings(name: str, user: str) -> Iterator[str]:
    """What is not wrong, but should be known."""
    if not user and os.geteuid() == 0:
        yield f"Warning: {name} runs as root, as the board does; name a user for it"
