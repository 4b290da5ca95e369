"""What the page of the log asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from door.ui.screen import Query


class LogLines(NamedTuple):
    """The requested lines that are still kept. `seen` counts all so far, by the host's id."""

    seen: Mapping[str, int]
    lines: tuple[str, ...]


LOG: Final[Query[Mapping[str, int], LogLines]] = Query("log")
"""The log's lines after those that were seen."""
