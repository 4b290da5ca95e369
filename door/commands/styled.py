"""What the commands set off: bold and in colour on a terminal, plain on a pipe."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any, TextIO


def styled(how: str, text: str, stream: TextIO | None = None) -> str:
    """The text in a style of blessed's, such as "bold" or "red", where the stream (standard output, if
    none is given) is a terminal that has it and whose user has not set NO_COLOR."""
    out = stream or sys.stdout
    kind = _kind(os.environ.get("TERM", "")) if out.isatty() and not os.environ.get("NO_COLOR") else None
    return str(getattr(kind, how)(text)) if kind else text


@cache
def _kind(name: str) -> Any:
    from door.net.own_terminal import described  # a tenth of a second, which only a terminal is worth

    return described(name)
