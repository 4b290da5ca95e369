"""The store of a board: its data folder, or a database."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

from door.records.store import Store, StoreError
from door.records.store.files import Folder
from door.ui.texts import tr

FILES: Final = "files"


Where = tuple[Path, str, str]
"""The arguments of `store_of`, which another process understands."""


def store_of(data: Path, where: str = FILES, host: str = "") -> Store:
    """Return the store of the board with that data folder: `where` is "files" or a database's address.
    `host` is this host's name, by default the machine's. It is not opened. Raises StoreError."""
    if where == FILES:
        return Folder(data)
    try:
        from door.records.store.postgres import PostgresStore
    except ModuleNotFoundError:
        raise StoreError(tr.records.database_without_driver()) from None
    return PostgresStore(where, data, host or socket.gethostname())
