"""Sentences for the rest of the code: the catalogue `tr`, and cached pictures with sentences in them.

Say a sentence where it is shown: `tr.logon.board_closed()`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

from door.term.canvas import picture
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
    from_recipe,
    language,
    reason_of,
    sentence,
    speak,
    speaking,
)

__all__ = [
    "NOTHING", "SHIPPED", "Forms", "Language", "MaybeSaid", "Said", "Sentence", "Texts", "again",
    "from_recipe", "language", "reason_of", "sentence", "speak", "speaking", "tr", "worded",
]  # fmt: skip

P = ParamSpec("P")
T = TypeVar("T")


class _Same(NamedTuple):
    """A language, compared by identity."""

    language: Language

    def __hash__(self) -> int:
        return id(self.language)

    def __eq__(self, another: object) -> bool:
        return isinstance(another, _Same) and another.language is self.language


def worded(draw: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a drawing function that shows sentences, for each language."""

    @picture
    def kept(language: _Same | None, *args: P.args, **named: P.kwargs) -> T:
        return draw(*args, **named)

    @wraps(draw)
    def drawn(*args: P.args, **named: P.kwargs) -> T:
        now = language()
        return kept(_Same(now) if now.texts else None, *args, **named)

    return drawn
