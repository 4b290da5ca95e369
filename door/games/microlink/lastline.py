"""The last line of the screen: every valid key with one word, each a target for the mouse.

A key that is a letter stands out within its word (the capital is the key), so that fourteen
of them fit a row; others stand before theirs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.microlink.art import inks
from door.games.microlink.toggles import ALL
from door.term.canvas import Canvas, picture
from door.term.keys import Key
from door.ui.screen import Tier

COLS: Final = 80  # the last one is never written


class Valid(NamedTuple):
    """A valid key: its name, its word, and how it is shown.

    `shown` is the capital within the word that is the key (its first letter by default), or
    what stands before the word.
    """

    key: str
    word: str
    shown: str = ""

    @property
    def text(self) -> str:
        """The entry as it stands on the line."""
        return self.word if self.accented in self.word else f"{self.accented} {self.word}"

    @property
    def accented(self) -> str:
        """The part of it that stands out."""
        return self.shown or self.word[0]


@picture
def valid_keys(groups: tuple[tuple[Valid, ...], ...], of: Tier) -> Canvas:
    """The groups in the middle of a row of 80, with strokes between them where there is room; where
    there is too little, the last key stands without its word."""
    canvas, ink = Canvas(COLS, 1), inks(of)
    wide = sum(len(valid.text) + 1 for group in groups for valid in group) - 1
    if wide > COLS - 1:
        groups = (*groups[:-1], (groups[-1][0]._replace(word=groups[-1][0].accented),))
        return valid_keys(groups, of)
    stroke = "│ " if wide + 2 * (len(groups) - 1) < COLS else ""
    x = max((COLS - 1 - wide - len(stroke) * (len(groups) - 1)) // 2, 0)
    for number, group in enumerate(groups):
        if number:
            x = canvas.put(x, 0, stroke, ink.dim)
        for valid in group:
            canvas.put(x, 0, valid.text, ink.edge if number % 2 else ink.text)
            canvas.put(x + valid.text.find(valid.accented), 0, valid.accented, ink.accent)
            canvas.hot(x, 0, len(valid.text), 1, Key(valid.key))
            x += len(valid.text) + 1
    return canvas


@picture
def switches(on: frozenset[str], of: Tier) -> Canvas:
    """How the toggles stand, in a row of 80, each a target for the mouse."""
    canvas, ink = Canvas(COLS, 1), inks(of)
    texts = [f"{toggle.word} {'yes' if toggle.letter in on else 'no'}" for toggle in ALL]
    gap = min((COLS - 2 - sum(map(len, texts))) // (len(texts) - 1), 5)
    x = (COLS - sum(map(len, texts)) - gap * (len(texts) - 1)) // 2
    for toggle, text in zip(ALL, texts, strict=True):
        canvas.put(x, 0, text, ink.bright if toggle.letter in on else ink.dim)
        canvas.put(x, 0, toggle.word, ink.text)
        canvas.put(x + toggle.word.find(toggle.letter.upper()), 0, toggle.letter.upper(), ink.accent)
        canvas.hot(x, 0, len(text), 1, Key(toggle.letter))
        x += len(text) + gap
    return canvas
