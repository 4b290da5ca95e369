"""Styles for the commands' output: bold and colours on a terminal, plain on a pipe."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any, TextIO


def styled(how: str, text: str, stream: TextIO | None = None) -> str:
    """Return the text in a blessed style, such as "bold" or "red", if the stream (default: stdout) is a
    terminal that supports it and NO_COLOR is not set.
    """
    out = stream or sys.stdout
    kind = _kind(os.environ.get("TERM", "")) if out.isatty() and not os.environ.get("NO_COLOR") else None
    return str(getattr(kind, how)(text)) if kind else text


@cache
def _kind(name: str) -> Any:
    from door.net.own_terminal import described  # a slow import, only needed on a terminal

    return described(name)
