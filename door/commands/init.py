"""`door init DIR`."""

from __future__ import annotations

from pathlib import Path

from door.commands import CommandError
from door.settings import skeleton


def init(target: Path) -> int:
    """Make a board folder and say how to start it."""
    try:
        lines = skeleton.init(target)
    except skeleton.InitError as error:
        raise CommandError(str(error)) from None
    print("\n".join(lines))
    return 0
