"""Write a running board's public pages in a worker process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from door.records.callers.callers import Callers
from door.web.board import Board, hidden
from door.web.publish import publish

AT_ONCE: Final = 50
"""Most files to write before the pages are looked at again. Fifty films take some seconds."""


def write(board: Board, callers: Path, shown_by_default: bool, out: Path) -> bool:
    """Write some of the pages that have changed. Return True if all are written. For a worker process.

    `callers` is the folder of the callers' files, `shown_by_default` the sysop's choice for their handles.
    """
    gone = hidden(Callers(callers).each(), shown_by_default)
    return publish(replace(board, hidden=gone), out, AT_ONCE).done
