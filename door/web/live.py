"""Write a running board's public pages in a worker process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from door.records.callers.callers import Callers
from door.ui.sentence import Language, Texts, speaking
from door.web.board import Board, hidden
from door.web.publish import publish

AT_ONCE: Final = 200
"""Most files to write before the pages are looked at again. With fifty films they take some ten seconds."""


def write(board: Board, callers: Path, shown_by_default: bool, out: Path, texts: Texts, code: str) -> bool:
    """Write some of the pages that have changed. Return True if all are written. For a worker process.

    `callers` is the folder of the callers' files, and `shown_by_default` the sysop's choice for their
    handles. The journal is left to `door publish`, because its files are too large for the web listener.
    `texts` and `code` are the board's language.
    """
    language = Language(texts, code)
    gone = hidden(Callers(callers).each(), shown_by_default)
    with speaking(lambda: language):
        return publish(replace(board, hidden=gone, shows_journal=False), out, AT_ONCE).done
