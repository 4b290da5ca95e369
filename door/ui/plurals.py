"""Plural rules: the form of a sentence that a whole number needs, by language (CLDR 45)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
"""Every name that a form can have."""


class Rule(NamedTuple):
    """The forms that a language has, and the function that picks one of them for a number."""

    forms: tuple[str, ...]
    pick: Callable[[int], str]


def rule(rest: str = "other", **forms: Callable[[int], bool]) -> Rule:
    """Return the rule that picks the first form whose condition holds, else `rest`."""

    def pick(n: int) -> str:
        for form, holds in forms.items():
            if holds(n):
                return form
        return rest

    return Rule((*forms, *dict.fromkeys((rest, "other"))), pick)


def _ends_in_one(n: int) -> bool:
    return n % 10 == 1 and n % 100 != 11


def _few(n: int) -> bool:
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def _teens(n: int) -> bool:
    return 11 <= n % 100 <= 19


ALIKE: Final = rule()
ONE: Final = rule(one=lambda n: n == 1)

COUNTS: Final = {
    **dict.fromkeys(("id", "ja", "ko", "lo", "ms", "my", "th", "vi", "yue", "zh"), ALIKE),
    **dict.fromkeys(("am", "bn", "fa", "fr", "gu", "hi", "hy", "kn", "pt", "zu"), rule(one=lambda n: n < 2)),
    "pt-pt": ONE,
    **dict.fromkeys(("be", "ru", "uk"), rule("many", one=_ends_in_one, few=_few)),
    **dict.fromkeys(("bs", "hr", "sh", "sr"), rule(one=_ends_in_one, few=_few)),
    **dict.fromkeys(("cs", "sk"), rule(one=lambda n: n == 1, few=lambda n: n in (2, 3, 4))),
    **dict.fromkeys(("is", "mk"), rule(one=_ends_in_one)),
    "pl": rule("many", one=lambda n: n == 1, few=_few),
    "sl": rule(one=lambda n: n % 100 == 1, two=lambda n: n % 100 == 2, few=lambda n: n % 100 in (3, 4)),
    "lt": rule(one=_ends_in_one, few=lambda n: n % 10 > 1 and not _teens(n)),
    "lv": rule(zero=lambda n: n % 10 == 0 or _teens(n), one=_ends_in_one),
    "ro": rule(one=lambda n: n == 1, few=lambda n: n % 100 < 20 and (n == 0 or n % 100 > 0)),
    "ar": rule(
        zero=lambda n: n == 0, one=lambda n: n == 1, two=lambda n: n == 2,
        few=lambda n: 3 <= n % 100 <= 10, many=lambda n: n % 100 > 10,
    ),
    "ga": rule(
        one=lambda n: n == 1, two=lambda n: n == 2, few=lambda n: 3 <= n <= 6, many=lambda n: 7 <= n <= 10
    ),
    "cy": rule(
        zero=lambda n: n == 0, one=lambda n: n == 1, two=lambda n: n == 2, few=lambda n: n == 3,
        many=lambda n: n == 6,
    ),
    "he": rule(one=lambda n: n == 1, two=lambda n: n == 2),
}  # fmt: skip
"""Rules for `{n}`, a number of things. Other languages use the English rules."""

PLACES: Final = {
    "en": rule(
        one=_ends_in_one,
        two=lambda n: n % 10 == 2 and n % 100 != 12,
        few=lambda n: n % 10 == 3 and n % 100 != 13,
    ),
    "fr": ONE,
    "it": rule(many=lambda n: n in (8, 11, 80, 800)),
    "sv": rule(one=lambda n: n % 10 in (1, 2) and n % 100 not in (11, 12)),
}
"""Rules for `{nth}`, a place in an order. Other languages have one form for all."""


def counts(language: str) -> Rule:
    """Return the language's rule for numbers of things."""
    code = language.casefold().replace("_", "-")
    return COUNTS.get(code) or COUNTS.get(code.partition("-")[0], ONE)


def places(language: str) -> Rule:
    """Return the language's rule for places."""
    return PLACES.get(language.casefold().replace("_", "-").partition("-")[0], ALIKE)
