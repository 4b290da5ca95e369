"""Silences the process from which workers are forked when its board has died.

A board that is killed while it asks for a worker leaves the new process an empty pipe. The standard
library would print that as a traceback, into the log of the next board.
"""

from __future__ import annotations

import sys
from types import TracebackType

_usual = sys.excepthook


def quiet(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Drop errors about the broken pipe; for `sys.excepthook`."""
    if not issubclass(kind, (EOFError, ConnectionError)):
        _usual(kind, error, trace)


sys.excepthook = quiet
