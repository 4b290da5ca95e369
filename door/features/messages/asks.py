"""What pages ask to send a line to a caller who is online."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.ui.screen import Effect

WIDTH: Final = 200
"""Characters of a message."""


@dataclass(frozen=True, slots=True)
class Send(Effect):
    """Send a line to a caller → `Done` or `No`. Node 0 finds them wherever they are."""

    node: int
    handle: str
    text: str
