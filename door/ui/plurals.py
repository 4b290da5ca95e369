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


def _east_slavic(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _south_slavic(n: int) -> str:
    return "other" if (form := _east_slavic(n)) == "many" else form


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _slovenian(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "zero"
    return "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> str:
    return "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other"


def _arabic(n: int) -> str:
    if n < 3:
        return ("zero", "one", "two")[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


def _irish(n: int) -> str:
    if n in (1, 2):
        return ("one", "two")[n - 1]
    return "few" if 3 <= n <= 6 else "many" if 7 <= n <= 10 else "other"


def _welsh(n: int) -> str:
    return {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(n, "other")


def _english_place(n: int) -> str:
    if n % 100 in (11, 12, 13):
        return "other"
    return {1: "one", 2: "two", 3: "few"}.get(n % 10, "other")


ONE: Final = Rule(("one", "other"), lambda n: "one" if n == 1 else "other")
ALIKE: Final = Rule(("other",), lambda n: "other")
_ZERO_IS_ONE: Final = Rule(("one", "other"), lambda n: "one" if n in (0, 1) else "other")
_EAST_SLAVIC: Final = Rule(("one", "few", "many", "other"), _east_slavic)
_SOUTH_SLAVIC: Final = Rule(("one", "few", "other"), _south_slavic)
_CZECH: Final = Rule(("one", "few", "other"), _czech)
_ENDS_IN_ONE: Final = Rule(("one", "other"), lambda n: "one" if n % 10 == 1 and n % 100 != 11 else "other")

COUNTS: Final = {
    **dict.fromkeys(("id", "ja", "ko", "lo", "ms", "my", "th", "vi", "yue", "zh"), ALIKE),
    **dict.fromkeys(("am", "bn", "fa", "fr", "gu", "hi", "hy", "kn", "pt", "zu"), _ZERO_IS_ONE),
    "pt-pt": ONE,
    **dict.fromkeys(("be", "ru", "uk"), _EAST_SLAVIC),
    **dict.fromkeys(("bs", "hr", "sh", "sr"), _SOUTH_SLAVIC),
    **dict.fromkeys(("cs", "sk"), _CZECH),
    **dict.fromkeys(("is", "mk"), _ENDS_IN_ONE),
    "pl": Rule(("one", "few", "many", "other"), _polish),
    "sl": Rule(("one", "two", "few", "other"), _slovenian),
    "lt": Rule(("one", "few", "other"), _lithuanian),
    "lv": Rule(("zero", "one", "other"), _latvian),
    "ro": Rule(("one", "few", "other"), _romanian),
    "ar": Rule(CATEGORIES, _arabic),
    "ga": Rule(("one", "two", "few", "many", "other"), _irish),
    "cy": Rule(CATEGORIES, _welsh),
    "he": Rule(("one", "two", "other"), lambda n: "one" if n == 1 else "two" if n == 2 else "other"),
}
"""Rules for `{n}`, a number of things. Other languages use the English rules."""

PLACES: Final = {
    "en": Rule(("one", "two", "few", "other"), _english_place),
    "fr": ONE,
    "it": Rule(("many", "other"), lambda n: "many" if n in (8, 11, 80, 800) else "other"),
    "sv": Rule(
        ("one", "other"), lambda n: "one" if n % 10 in (1, 2) and n % 100 not in (11, 12) else "other"
    ),
}
"""Rules for `{nth}`, a place in an order. Other languages have one form for all."""


def counts(language: str) -> Rule:
    """Return the language's rule for numbers of things."""
    code = language.casefold().replace("_", "-")
    return COUNTS.get(code) or COUNTS.get(code.partition("-")[0], ONE)


def places(language: str) -> Rule:
    """Return the language's rule for places."""
    return PLACES.get(language.casefold().replace("_", "-").partition("-")[0], ALIKE)
