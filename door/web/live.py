"""Write a running board's public pages in a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from door.records.callers.callers import Callers
from door.records.store.opening import Where, store_of
from door.ui.sentence import Language, Texts, speaking
from door.web.board import Board, hidden
from door.web.publish import publish

SLICE_SECONDS: Final = 3.0
"""CPU seconds of writing before the worker is free for others, and the pages are looked at again."""


def write(board: Board, where: Where, shown_by_default: bool, out: Path, texts: Texts, code: str) -> bool:
    """Write some of the pages that have changed. Return True if all are written. For a worker process.

    `where` has the callers, and `shown_by_default` is the sysop's choice for their handles. The web
    listener reads the journal itself. `texts` and `code` are the board's language.
    """
    language = Language(texts, code)
    with closing(store_of(*where)) as store:
        gone = hidden(Callers(store).each(), shown_by_default)
    with speaking(lambda: language):
        whole = replace(board, hidden=board.hidden | gone, shows_journal=False, is_live=True)
        return publish(whole, out, is_over(SLICE_SECONDS)).done


def is_over(seconds: float) -> Callable[[], bool]:
    """Return a question that is True so many CPU seconds after it was first asked."""
    ends: list[float] = []

    def over() -> bool:
        ends[:] = ends or [time.process_time() + seconds]
        return time.process_time() > ends[0]

    return over
