"""Sentences for the rest of the code: the catalogue `tr` and what `door.ui.sentence` offers.

Say a sentence where it is shown: `tr.logon.board_closed()`.
"""

from __future__ import annotations

from door.ui.catalogue import tr
from door.ui.sentence import (
    NOTHING,
    SHIPPED,
    Forms,
    Language,
    MaybeSaid,
    Said,
    Sentence,
    Texts,
    again,
    cache_by_language,
    from_recipe,
    language,
    package_texts,
    reason_of,
    sentence,
    speak,
    speaking,
)

__all__ = [
    "NOTHING",
    "SHIPPED",
    "Forms",
    "Language",
    "MaybeSaid",
    "Said",
    "Sentence",
    "Texts",
    "again",
    "cache_by_language",
    "from_recipe",
    "language",
    "package_texts",
    "reason_of",
    "sentence",
    "speak",
    "speaking",
    "tr",
]  # fmt: skip
