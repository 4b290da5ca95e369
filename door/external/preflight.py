"""Check whether this machine has what an external door needs, for `door check`."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

from door.external.launch import ProgramStartError, user_ids
from door.ui.catalogue import tr


def faults(program: str, folder: Path | None, user: str) -> Iterator[tuple[str, str]]:
    """Return faults as (the setting's key, the reason). `folder` is None if the setting is empty."""
    path = Path(program)
    if not path.is_file():
        yield "command", tr.program.is_no_file(program=program)
    elif not os.access(path, os.X_OK):
        yield "command", tr.program.cannot_be_run(program=program)
    if folder is not None and not folder.is_dir():
        yield "folder", tr.program.no_folder(folder=folder)
    elif folder is not None and not os.access(folder, os.X_OK):
        yield "folder", tr.program.folder_closed(folder=folder)
    try:
        user_ids(user)
    except ProgramStartError as error:
        yield "user", str(error)


def far_warnings(name: str, host: str) -> Iterator[str]:
    """Return a warning if a door's host has no address now."""
    try:
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        yield tr.program.host_unknown(name=name, host=host, why=why)


def warnings(name: str, user: str) -> Iterator[str]:
    """Return warnings: not faults, but the sysop should know."""
    if not user and os.geteuid() == 0:
        yield tr.program.runs_as_root(name=name)
