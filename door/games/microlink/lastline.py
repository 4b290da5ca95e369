"""The last line of the screen: every valid key with one word, each a target for the mouse.

A letter key is a capital within its word, so that fourteen keys fit a row.  Other keys precede their words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import NO, VALUES, YES
from door.games.microlink.choices import ALL
from door.term.canvas import BRIGHT_CYAN, CYAN, DARK, GREY, WHITE, Canvas
from door.term.keys import Key
from door.ui.screen import Tier
from door.ui.texts import cache_by_language
from door.ui.widgets import Hint, cut

COLS: Final = 80  # the last column is never written

Groups = tuple[tuple[Hint, ...], ...]


def accent_of(hint: Hint) -> str:
    """Return the highlighted part of an entry: the capital within the word, or the key before it."""
    return hint.label_text if hint.label else hint.key.upper()


def _text(hint: Hint) -> str:
    return hint.text if accent_of(hint) in hint.text else f"{accent_of(hint)} {hint.text}"


@cache_by_language
def valid_keys(groups: Groups, of: Tier) -> Canvas:
    """Draw the groups centred in a row of 80, separated by strokes if they fit.  If they don't, drop words
    from the last key on.
    """
    canvas, strokes = Canvas(COLS, 1), len(groups) - 1
    keys = [(number, hint, _text(hint)) for number, group in enumerate(groups) for hint in group]
    for at, (number, hint, _) in reversed([*enumerate(keys)]):
        if _wide(keys) < COLS:
            break
        keys[at] = number, hint, accent_of(hint)
    wide = _wide(keys)
    stroke = "│ " if wide + 2 * strokes < COLS else ""
    between = " " if of == "colour" else "|"  # without colours, keys need a separator
    x = max((COLS - 1 - wide - len(stroke) * strokes) // 2, 0)
    for at, (number, hint, text) in enumerate(keys):
        if at and stroke and number != keys[at - 1][0]:
            x = canvas.put(x, 0, stroke, DARK)
        elif at:
            canvas.put(x - 1, 0, between, DARK)
        canvas.put(x, 0, text, CYAN if number % 2 else GREY)
        canvas.put(x + text.find(accent_of(hint)), 0, accent_of(hint), BRIGHT_CYAN)
        canvas.hot(x, 0, len(text), 1, Key(hint.key))
        x += len(text) + 1
    return canvas


def _wide(keys: Sequence[tuple[int, Hint, str]]) -> int:
    return sum(len(text) + 1 for _, _, text in keys) - 1


@cache_by_language
def switches(on: frozenset[str]) -> Canvas:
    """Draw the state of the toggles in a row of 80, each a target for the mouse."""
    canvas = Canvas(COLS, 1)
    words = [_text(toggle.hint) for toggle in ALL]
    yes, no = VALUES[YES](), VALUES[NO]()
    room = (COLS - 1) // len(ALL) - 1
    texts = [
        cut(f"{name} {yes if toggle.letter in on else no}", max(room, len(name) + 4))
        for name, toggle in zip(words, ALL, strict=True)
    ]
    gap = min((COLS - 2 - sum(map(len, texts))) // (len(texts) - 1), 5)
    x = (COLS - sum(map(len, texts)) - gap * (len(texts) - 1)) // 2
    for toggle, name, text in zip(ALL, words, texts, strict=True):
        canvas.put(x, 0, text, WHITE if toggle.letter in on else DARK)
        canvas.put(x, 0, text[: len(name)], GREY)
        canvas.put(x + name.find(toggle.letter.upper()), 0, toggle.letter.upper(), BRIGHT_CYAN)
        canvas.hot(x, 0, len(text), 1, Key(toggle.letter))
        x += len(text) + gap
    return canvas
