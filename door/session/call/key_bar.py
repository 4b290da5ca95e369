"""The keys of a screen for the web page, which shows them as buttons on a phone.

They travel in step with the screen, in an OSC sequence that only the board's own page receives.
"""

from __future__ import annotations

import json
from typing import Final

from door.term.canvas import CODE, Canvas
from door.term.keys import Key

MOST: Final = 24
"""Most keys of a screen."""

LONGEST: Final = 24
"""Most characters of a key's label."""

ALWAYS: Final = frozenset({"up", "down", "left", "right"})
"""Keys that the page always has."""


def key_bar(canvas: Canvas) -> bytes:
    """Return the sequence that tells the page a screen's keys, and what is typed there."""
    keys: dict[str, str] = {}
    for x, y, w, _, target in canvas.spots:
        if isinstance(target, Key) and target.name not in keys and target.name not in ALWAYS:
            keys[target.name] = _label(canvas, x, y, w)[:LONGEST] or target.name
    told = {"keys": [*keys.items()][:MOST], "field": canvas.field}
    return b"\x1b]7437;%s\x07" % json.dumps(told, separators=(",", ":")).encode()


def _label(canvas: Canvas, x: int, y: int, w: int) -> str:
    """Return the text of a row of the canvas, without what a sequence can't hold."""
    if not 0 <= y < canvas.rows:
        return ""
    text = "".join(chr(cell & CODE) for cell in canvas.cells[y][max(x, 0) : x + w])
    return " ".join("".join(char for char in text if char.isprintable()).split())
