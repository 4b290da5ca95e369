"""The pseudo-language `en-XA`: every sentence in brackets, with accents and a third longer.

Text on a screen that is not in brackets is not from the catalogue.  Tests use it, and a board may.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from door.ui.sentence import KNOWN, Forms, Language

CODE: Final = "en-XA"
OPEN, CLOSE, PADDING = "⟦", "⟧", "~"
_ACCENTS: Final = str.maketrans("aeiouAEIOUncsyNC", "àéîöüÀÉÎÖÜñçšýÑÇ")
_PLACEHOLDER: Final = re.compile(r"(\{\w*\}|\{\{|\}\})")


def pseudo(text: str) -> str:
    """Return the text in the pseudo-language, each line by itself; `{names}` stay as they are."""
    return "\n".join(_line(row) if row.strip() else row for row in text.split("\n"))


def _line(row: str) -> str:
    parts = _PLACEHOLDER.split(row)
    changed = "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))
    return f"{OPEN}{changed}{PADDING * (len(row) // 3)}{CLOSE}"


@cache
def language() -> Language:
    """Return the pseudo-language."""
    return Language(
        {
            id: pseudo(text)
            if isinstance(text, str)
            else Forms({form: pseudo(one) for form, one in text.by_category.items()})
            for id, text in KNOWN.texts.items()
        },
        CODE,
    )
