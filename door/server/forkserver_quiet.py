"""Loaded by the process from which the workers are forked: it says nothing of a board that died.

A board that is killed while it asks for a worker leaves the new process an empty pipe; the standard
library would print that as a traceback, into the log of the board that is up by then.
"""

from __future__ import annotations

import sys
from types import TracebackType

_usual = sys.excepthook


def quiet(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """For `sys.excepthook`: nobody is left whom the end of the pipe would concern."""
    if not issubclass(kind, (EOFError, ConnectionError)):
        _usual(kind, error, trace)


sys.excepthook = quiet
