"""The keys of a screen for the web page, which shows them as buttons on a phone.

They travel in step with the screen, in an OSC sequence that only the board's own page receives.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from door.term.canvas import CODE, Canvas, Row, Spot
from door.term.keys import Key
from door.ui.widgets import cut

MOST: Final = 24
"""Most keys of a screen."""

LONGEST: Final = 60
"""Most characters of a key's label."""

ALWAYS: Final = frozenset({"up", "down", "left", "right"})
"""Keys that the page always has."""


class KeyBar(NamedTuple):
    """A screen's keys with their labels, and what is typed there: "", "text" or "secret"."""

    keys: tuple[tuple[str, str], ...]
    field: str

    def sequence(self) -> bytes:
        """Return what tells the page."""
        return b"\x1b]7437;%s\x07" % json.dumps(self._asdict(), separators=(",", ":")).encode()


def key_bar(canvas: Canvas, above: Sequence[Row] = (), notice: Sequence[Spot] = ()) -> KeyBar:
    """Return a screen's keys, those of a notice in the rows above it first."""
    keys: dict[str, str] = {}
    for rows, spots in ((above, notice), (canvas.cells, canvas.spots)):
        for x, y, w, _, target, label in spots:
            if isinstance(target, Key) and target.name not in keys and target.name not in ALWAYS:
                cells = rows[y][max(x, 0) : x + w].tobytes() if 0 <= y < len(rows) else b""
                keys[target.name] = label or _label(cells) or target.name
    return KeyBar((*keys.items(),)[:MOST], canvas.field)


@lru_cache(maxsize=1024)  # a screen has the same keys after most of them
def _label(cells: bytes) -> str:
    """Return the text of cells, without what a sequence can't hold."""
    text = "".join(char for cell in array("I", cells) if (char := chr(cell & CODE)).isprintable())
    return cut(" ".join(text.split()), LONGEST)
