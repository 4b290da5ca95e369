"""The last line of the screen: every valid key with one word, each a target for the mouse.

A key that is a letter stands out within its word (the capital is the key), so that fourteen
of them fit a row; others stand in brackets before theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from door.games.microlink.art import Tier, inks
from door.games.widgets import Hint
from door.term.canvas import Canvas
from door.term.keys import Key

WIDEST: Final = 79  # the row's last cell is never written


class Valid(NamedTuple):
    """A valid key: its name, its word, and the capital that is the key (the first by default)."""

    key: str
    word: str
    capital: str = ""

    @property
    def text(self) -> str:
        """The entry as it is shown."""
        return self.word if len(self.key) == 1 else f"[{Hint(self.key, self.word).shown}] {self.word}"


def valid_keys(canvas: Canvas, groups: Sequence[Sequence[Valid]], of: Tier) -> None:
    """The groups, centred on the last row, with strokes between them where there is room."""
    ink, row = inks(of), canvas.rows - 1
    groups = [group for group in groups if group]
    wide = sum(len(valid.text) + 1 for group in groups for valid in group) - 1
    stroke = "│ " if wide + 2 * (len(groups) - 1) <= WIDEST else ""
    x = max((WIDEST - wide - len(stroke) * (len(groups) - 1)) // 2, 0)
    for number, group in enumerate(groups):
        if number:
            x = canvas.put(x, row, stroke, ink.dim)
        for valid in group:
            x = _entry(canvas, x, row, valid, of) + 1


def _entry(canvas: Canvas, x: int, y: int, valid: Valid, of: Tier) -> int:
    ink = inks(of)
    end = canvas.put(x, y, valid.text, ink.text)
    canvas.hot(x, y, len(valid.text), 1, Key(valid.key))
    if len(valid.key) == 1:
        capital = valid.capital or valid.word[0]
        canvas.put(x + valid.word.find(capital), y, capital, ink.accent)
    else:
        canvas.put(x, y, "[", ink.dim)
        label = canvas.put(x + 1, y, Hint(valid.key, valid.word).shown, ink.accent)
        canvas.put(label, y, "]", ink.dim)
    return end
