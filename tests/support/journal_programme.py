"""What is played in a journal that is laid down: every option of every door, every computer, every end.

Law: a table of values; who plays when, `lay_journal` decides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

LINK_LEVELS = ("beginner", "casual", "careful", "expert")
MIND_LEVELS = ("homer", "bart", "lisa", "watson", "holmes", "einstein")
SWITCH_LEVELS = ("random", "beginner", "regular", "skilled", "expert", "master")
MANNERS = ("well", "wild")


@dataclass(frozen=True)
class Game:
    """A game to be played: `others` are the seats after the caller's; given up after `quit` moves,
    -1 for never."""

    slug: str
    options: Mapping[str, Any] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    manner: str = "well"
    quit: int = -1


def programme(rng: Random) -> list[Game]:
    """All of them, in no order."""
    games = [*_shutbox(), *_microlink(), *_mindbuster(), *_thieves(), *_switchbox()]
    rng.shuffle(games)
    return games


def _shutbox() -> Iterator[Game]:
    boxes: tuple[Mapping[str, Any], ...] = (
        {},
        {"tiles": 12},
        {"bonus_per_tile": 0},
        {"bonus_per_tile": 25, "shut_bonus": 1000},
        {"free_turn": False},
        {"tiles": 12, "free_turn": False, "shut_bonus": 0},
        {"tiles": 12, "bonus_per_tile": 1000, "shut_bonus": 10_000},
    )
    for options in boxes:
        for manner in MANNERS * 3:
            yield Game("shutbox", options, manner=manner)
        for quit in (0, 2):
            yield Game("shutbox", options, quit=quit)


def _microlink() -> Iterator[Game]:
    levels = tuple(f"computer:{level}" for level in LINK_LEVELS)
    company = (
        (), *((level,) for level in levels), ("Guest",), ("Zoë B.", "computer:expert"), levels[:2],
        levels[1:], ("Mum", "Dad"), ("Mum", "Dad", "Kid"), ("Mum", "computer:careful", "computer:careful"),
    )  # fmt: skip
    for others in company:
        for manner in MANNERS * 2:
            yield Game("microlink", {}, others, manner)
    for others, quit in ((), 0), ((), 7), (levels[:1], 9), (("Guest",), 12), (levels[1:], 23):
        yield Game("microlink", {}, others, "wild", quit)


def _mindbuster() -> Iterator[Game]:
    sizes = [(holes, colours) for holes in (4, 5) for colours in range(3, 9)]
    for at, (holes, colours) in enumerate(sizes):
        size = {"holes": holes, "colours": colours}
        for manner in MANNERS:
            yield Game("mindbuster", {**size, "players": 1}, manner=manner)
        for level in (MIND_LEVELS[at % 6], MIND_LEVELS[(at + 3) % 6]):
            yield _duel(level, MANNERS[at // 6 % 2], -1, **size)
    for level in MIND_LEVELS:
        for manner in (*MANNERS, "well"):
            yield _duel(level, manner)
    for quit in (0, 1, 2, 5):
        yield _duel("watson", "wild", quit)
        yield Game("mindbuster", {"players": 1}, manner="wild", quit=quit)


def _duel(level: str, manner: str, quit: int = -1, **size: int) -> Game:
    return Game("mindbuster", {**size, "level": level}, (f"computer:{level}",), manner, quit)


def _thieves() -> Iterator[Game]:
    for jokers in range(6):
        for at_will in (False, True):
            options = {"jokers": jokers, "turn_at_will": at_will}
            for manner in ("well", "well", "wild", "wild"):
                yield Game("thieves", options, manner=manner)
            yield Game("thieves", options, manner="wild", quit=3 * jokers)


def _switchbox() -> Iterator[Game]:
    rising = tuple(range(1, 17))
    flags: tuple[Mapping[str, Any], ...] = (
        {"lowball": True},
        {"limited_passes": True},
        {"gifts": True},
        {"go_on": True},
        {"double_goals": True},
        {"goals": (1, 5, 25, 60)},
        {"exits_1": rising},
        {"exits_2": (-3, 7) * 8},
        {"exits_3": tuple(reversed(rising))},
        {"exits_4": (0,) * 7 + (50, -50) + (0,) * 7},
        {"limited_passes": True, "gifts": True, "go_on": True},
        {"lowball": True, "gifts": True, "double_goals": True, "exits_1": (-2,) * 16},
    )
    for options in ({}, *flags):
        yield _switch("regular", "well", options)
        yield _switch("skilled", "wild", options)
        yield Game("switchbox", options, ("Guest at the keys",), "wild")
    for level in SWITCH_LEVELS:
        for manner in MANNERS:
            yield _switch(level, manner, {})
    alone: tuple[Mapping[str, Any], ...] = ({}, {"lowball": True}, {"goals": (3, 9, 9, 12)})
    for options in alone:
        for manner in MANNERS:
            yield Game("switchbox", {**options, "solitaire": True}, ("computer:random",), manner)
    for quit in (0, 1, 20, 50):
        yield _switch("beginner", "wild", {}, quit)
        yield Game("switchbox", {"solitaire": True}, ("computer:random",), "wild", quit)


def _switch(level: str, manner: str, options: Mapping[str, Any], quit: int = -1) -> Game:
    return Game("switchbox", {**options, "level": level}, (f"computer:{level}",), manner, quit)
