"""The toggles: a table of yes-or-no choices, and how a caller's and a command line's are read.

Law: values only.  `Toggles` is the set of letters that stand at "yes".  Each toggle has a
default; what a caller flips on screen is remembered under its letter, and a letter on the
command line puts the toggle at the opposite of its default for that call, whatever is
remembered.  There alone, B means black and white, and T that nothing goes into the Top Ten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

Toggles = frozenset[str]


class Toggle(NamedTuple):
    """One choice: its letter, its word on the keys line (the letter in capitals), what it is."""

    letter: str
    word: str
    label: str
    default: bool = False


PLAY: Final = (
    Toggle("r", "Roll", "Roll prompt", True),
    Toggle("n", "Next", "Next-player prompt", True),
    Toggle("d", "Demo", "Demonstration, the computer plays for all"),
    Toggle("f", "Fast", "Fast, nothing moves"),
    Toggle("p", "Pips", "Pips on the dice", True),
    Toggle("k", "stucK", 'Saying "Can\'t use this roll!"'),
)
"""Those that can be flipped at any time."""

TITLE: Final = (
    Toggle("m", "nuMpad", "Numpad moves: 4 6 left and right, 2 8 shut and open"),
    Toggle("w", "White", "Black and white"),
)
"""Those of the title page alone."""

ALL: Final = (*PLAY, *TITLE)
BLACK_AND_WHITE: Final = "w"
DEMO: Final = "d"
YES, NO = "yes", "no"


class Wanted(NamedTuple):
    """What a call begins with: the toggles, whether games are saved, a sentence for the caller."""

    on: Toggles
    saved: bool
    note: str


def find(letter: str, among: Sequence[Toggle] = ALL) -> Toggle | None:
    """The toggle of that letter, or None."""
    return next((toggle for toggle in among if toggle.letter == letter), None)


def remembered(prefs: Mapping[str, str]) -> Toggles:
    """The toggles as the caller left them; what makes no sense stands at its default."""
    words = {YES: True, NO: False}
    return frozenset(t.letter for t in ALL if words.get(prefs.get(t.letter, ""), t.default))


def read(prefs: Mapping[str, str], argv: Sequence[str]) -> Wanted:
    """The remembered toggles with the command line's over them."""
    on, saved, unknown = set(remembered(prefs)), True, []
    for word in argv:
        letter = word.lower()
        if letter == "t":
            saved = False
        elif letter == "b":
            on.add(BLACK_AND_WHITE)
        elif toggle := find(letter, PLAY):
            on = on - {letter} if toggle.default else on | {letter}
        else:
            unknown.append(word[:12])
    return Wanted(frozenset(on), saved, " ".join(filter(None, (_unknown(unknown), _unsaved(saved)))))


def _unknown(words: Sequence[str]) -> str:
    if not words:
        return ""
    named = ", ".join(f'"{"".join(c for c in word if c.isprintable())}"' for word in words[:4])
    return f"No toggle {named}: there are R N D F P K, B and T."


def _unsaved(saved: bool) -> str:
    return "" if saved else "T: not saved to the Top Ten."


def flip(on: Toggles, letter: str) -> Toggles:
    """The toggles with that one flipped."""
    return on ^ {letter}


def said(on: Toggles, toggle: Toggle) -> str:
    """The toggle's state as a sentence."""
    return f"{toggle.label}: {YES if toggle.letter in on else NO}."
