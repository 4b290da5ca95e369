"""Every text that the board says, by its key: `logon.closed` is CLOSED of `door/board/logon.py`.

Law: a key is where the sentence stands in the code: room (but for the board's own and the games), module,
constant, and within a constant of several its place (`settings.questions.0`).  Nothing is registered: what
is a `Text`, or has words in a keys line or over a column, is found by looking.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, Final

import door.board
import door.external.screen
import door.external.speech
import door.games
import door.midend
import door.net.refusals
import door.records
import door.session
import door.settings.access
import door.settings.hours
import door.ui
from door.games.game import Front
from door.midend.doors import find, infos
from door.midend.match.words import ANYBODY
from door.midend.streaks import DAYS, DEALS
from door.midend.words import KEY_WORDS
from door.records.callers.accounts import FACTS
from door.records.ledger.ledger import RECORD
from door.settings.reload import APPLIES, APPLIES_SHORT
from door.settings.texts import Known
from door.ui.texts import Sentence
from door.ui.widgets import Column, Hint
from door.ui.words import MONTHS, SHORT, UNITS, WEEKDAYS, several

ALONE: Final = (
    *UNITS, *map(several, UNITS), *MONTHS, *WEEKDAYS, *SHORT, *KEY_WORDS, *FACTS, RECORD,
    *APPLIES.values(), *APPLIES_SHORT.values(), ANYBODY, DAYS, DEALS, "contest", "demo",
)  # fmt: skip
ROOMS: Final = (
    door.board,
    door.session,
    door.net.refusals,
    door.external.screen,
    door.external.speech,
    door.settings.access,
    door.settings.hours,
    door.records,
    door.midend,
    door.games,
    door.ui,
)


@cache
def known() -> Known:
    """All there are, in the order of the rooms; loads every page."""
    found = tuple(_every())
    return Known(
        {key: text for key, text in found if isinstance(text, Sentence) and text.shipped},
        frozenset(filter(None, (*ALONE, *_doors(), *(word for _, word in found if isinstance(word, str))))),
    )


def _doors() -> Iterator[str]:
    """What the doors' cards and their settings say in few words."""
    for slug, info in infos().items():
        yield from (
            info.name,
            info.tagline,
            info.alike,
            *info.feat.split(" ", 1)[:1],
            info.feat,
            *info.badges,
        )
        yield from info.computers
        door = find(slug)
        for choice in door.game.choices(Front(info.defaults())) if door else ():
            yield from (choice.label, *(choice.words or choice.values))


def _every() -> Iterator[tuple[str, Sentence | str]]:
    seen: set[int] = set()
    for room in ROOMS:
        for module in _modules(room):
            head = module.__name__.removeprefix("door.").removeprefix("board.").removeprefix("games.")
            own = module.__annotations__
            for name, value in vars(module).items():
                if name in own:  # a constant of its own, where an imported one has no annotation
                    yield from _in(f"{head}.{name.lower()}", value, seen)
                elif isinstance(value, type) and value.__module__ == module.__name__:
                    yield from _in(head, value, seen)


def _modules(room: ModuleType) -> Iterator[ModuleType]:
    yield room
    for found in pkgutil.walk_packages(getattr(room, "__path__", ()), f"{room.__name__}."):
        yield importlib.import_module(found.name)


def _in(key: str, value: Any, seen: set[int]) -> Iterator[tuple[str, Sentence | str]]:
    """The texts in a constant, each once, under the name where it stands first."""
    match value:
        case Sentence() if id(value) not in seen:
            seen.add(id(value))
            yield key, value
        case Hint():
            yield key, value.word
        case Column():
            yield key, value.title
        case _:
            for name, inner in _parts(value):
                yield from _in(f"{key}.{name}".lower(), inner, seen)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((str(name), inner) for name, inner in value.items())
    elif isinstance(value, tuple | list):
        names = getattr(value, "_fields", range(len(value)))
        yield from zip(map(str, names), value, strict=True)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    elif isinstance(value, type):
        yield from ((name, inner) for name, inner in vars(value).items() if name.isupper())
