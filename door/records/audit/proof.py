"""What must hold of a game's options and of its replay: one rule a function, each broken one a `Wrong`.

Law: as for the grammar: nothing else is raised, and reasons are short and plain ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.info import Option, Options
from door.midend.api import Door
from door.records.journal.grammar import Wrong, short
from door.records.journal.lines import encode


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
    door: Door, options: Options, seats: tuple[str, ...], chance: Chance, moves: tuple[str, ...], score: int,
    result: Mapping[str, Any] | None = None,
) -> None:  # fmt: skip
    """The moves from the seed to the end, the score, and whatever else the line says the game came to."""
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
    for name in result or ():
        if not _says(result or {}, outcome.detail, name):
            raise Wrong(f"result: {short(name)} is not what the replay gives")


def _says(result: Mapping[str, Any], detail: Mapping[str, Any], name: str) -> bool:
    """Whether both have that to the letter: 1, 1.0 and true are three things."""
    try:
        return name in detail and encode({"": result[name]}) == encode({"": detail[name]})
    except (TypeError, ValueError, RecursionError):
        return False


def _plain(text: str) -> str:
    return ascii(text[:200])[1:-1]
