"""The pseudo-language `en-XA`: every sentence in brackets, with accents and a third longer.

Text without brackets on a screen is not from the catalogue. Tests use this language, and a board may.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from door.ui.sentence import KNOWN, Forms, Language

CODE: Final = "en-XA"
OPEN, CLOSE, PADDING = "⟦", "⟧", "~~~ "
_ACCENTS: Final = str.maketrans("aeiouAEIOUncsyNC", "àéîöüÀÉÎÖÜñçšýÑÇ")
_PLACEHOLDER: Final = re.compile(r"(\{\w*\}|\{\{|\}\})")


def pseudo(text: str, width: int = 0) -> str:
    """Return the text in the pseudo-language, line by line. `{names}` stay as they are.

    A line keeps to its `width`, if it has one, not counting arguments. A line without room for brackets only
    gets accents. A line without a word of its own, such as "{first}, {second}", stays as it is.
    """
    return "\n".join(_line(row, width) if row.strip() else row for row in text.split("\n"))


def _line(row: str, width: int) -> str:
    parts = _PLACEHOLDER.split(row)
    if not any(map(str.isalnum, "".join(parts[::2]))):
        return row
    changed = "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))
    room = width - sum(map(len, parts[::2])) - 2 if width else len(row)
    more = (PADDING * len(row))[: min(len(row) // 3, room)].rstrip()
    return changed if room < 0 else f"{OPEN}{changed}{more}{CLOSE}"


@cache
def language() -> Language:
    """Return the pseudo-language."""
    return Language(
        {
            id: pseudo(text, KNOWN.notes[id].width)
            if isinstance(text, str)
            else Forms({form: pseudo(one, KNOWN.notes[id].width) for form, one in text.by_category.items()})
            for id, text in KNOWN.texts.items()
        },
        CODE,
    )
