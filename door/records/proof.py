"""What must hold of single lines: one rule a function, each broken one a `Wrong` with its reason.

Law: nothing a line holds may raise anything else, and what is shown of it in a reason is
short and plain ASCII, fit for a log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.info import Option, Options
from door.midend.api import Door
from door.records.lines import VERSION, Fields, is_day

TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)\.\d{3}(Z|\+00:00)", re.A)

HEX_64: Final = re.compile(r"[0-9a-fA-F]{64}")


class Wrong(Exception):
    """A line breaks a rule; the text is the reason."""


def check_frame(f: Fields) -> None:
    """What every line has."""
    if f.get("v") != VERSION or type(f.get("v")) is not int:
        raise Wrong("v is not 1")
    t, kind = f.get("t"), f.get("kind")
    if not isinstance(t, str) or not TIME.fullmatch(t) or not is_day(t[:10]):
        raise Wrong("t is no time in UTC with milliseconds")
    if not isinstance(kind, str):
        raise Wrong("kind is missing")


class Shape:
    """The fields that a line must have, two at least, each of just that kind."""

    def __init__(self, **kinds: type) -> None:
        self._kinds, self._types, self._values = kinds, tuple(kinds.values()), itemgetter(*kinds)

    def check(self, f: Fields) -> None:
        """Wrong names the first that is not there, or of another kind."""
        try:
            if tuple(map(type, self._values(f))) == self._types:
                return
        except KeyError:
            pass
        for name, kind in self._kinds.items():
            if type(f.get(name)) is not kind:
                raise Wrong(f"{name} {'is missing' if name not in f else 'is not ' + _KINDS[kind]}")


_KINDS: Final = {
    str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "names and values",
}  # fmt: skip


@lru_cache(maxsize=64)
def _around(day: str) -> tuple[str, ...]:
    middle = date.fromisoformat(day).toordinal()
    first, last = max(middle - 1, 1), min(middle + 1, date.max.toordinal())
    return tuple(date.fromordinal(n).isoformat() for n in range(first, last + 1))


def days_around(t: str) -> tuple[str, ...]:
    """The dates it may be somewhere on Earth when it is `t` in UTC."""
    return _around(t[:10])


@lru_cache(maxsize=64)
def _months_around(day: str) -> frozenset[str]:
    return frozenset(date[:7] for date in _around(day))


def months_around(t: str) -> frozenset[str]:
    """The months of those dates."""
    return _months_around(t[:10])


def complete(door: Door, options: Mapping[str, Any]) -> Options:
    """The game's options laid over the defaults, each of them one the door allows."""
    if not options:
        return door.INFO.defaults()
    try:
        full = door.INFO.complete(options)
    except KeyError as error:
        raise Wrong(f"the door has no option {short(error.args[0])}") from None
    for option in door.INFO.options:
        if option.recorded and option.name in options and not _allowed(option, full[option.name]):
            raise Wrong(f"the option {option.name} is not one the door allows")
    return full


def _allowed(option: Option, value: Any) -> bool:
    if type(value) is not type(option.default):
        return False
    if isinstance(value, tuple):
        fits = len(value) == len(option.default)  # type: ignore[arg-type]  # both are tuples here
        return fits and all(type(n) is int and option.low <= n <= option.high for n in value)
    if isinstance(value, str):
        return not option.choices or value in option.choices
    if option.numbers:
        return value in option.numbers
    return isinstance(value, bool) or option.low <= value <= option.high


def same_options(door: Door, options: Options, others: Mapping[str, Any]) -> bool:
    """Whether both say the same of what is part of the rules."""
    return door.INFO.recorded(options) == door.INFO.recorded(complete(door, others))


def prove(
    door: Door, options: Options, seats: tuple[str, ...], chance: Chance, moves: tuple[str, ...], score: int
) -> None:
    """The moves from the seed to the end, and the score."""
    try:
        outcome = door.replay(options, seats, chance, moves)
    except IllegalMove as error:
        raise Wrong(f"a move is refused: {_plain(str(error))}") from None
    except Exception as error:  # whatever a hostile line makes the rules trip over is a fault of the line
        raise Wrong(f"it cannot be replayed ({type(error).__name__})") from None
    if not outcome.over:
        raise Wrong("the moves stop before the game's end")
    if outcome.score != score:
        raise Wrong(f"the score is written as {str(score)[:20]}, the replay gives {outcome.score}")


def place(item: Any) -> Any:
    """The part of a winners' place that is ours to check."""
    return {name: item.get(name) for name in ("caller", "score", "games")} if isinstance(item, dict) else item


def short(text: object) -> str:
    """A text from the file, fit for a sentence."""
    shown = str(text)
    return ascii(shown if len(shown) <= 40 else shown[:37] + "...")


def _plain(text: str) -> str:
    return ascii(text[:200])[1:-1]
