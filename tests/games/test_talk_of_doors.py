"""What each door says in plain mode from its title to the end of a game: kept in tests/golden
(GOLDEN=write makes it anew)."""

from __future__ import annotations

from typing import NamedTuple

import golden
import pytest
from stage import Stage

from door.games import blank, microlink, shutbox, switchbox, thieves
from door.midend.api import Door
from door.midend.books import Books, Daily, Row
from door.midend.doors import find

ROWS = tuple(Row(place, f"Caller {place}", 500 - place, 31) for place in range(1, 5))
DEAL = Daily("2026-11-21", "ab" * 32, may_play=True, month=ROWS, last_day="2026-11-20", last=ROWS[:3],
             last_seed="cd" * 32)  # fmt: skip
BOOKS = Books("2026-11", ROWS, "2026-10", ROWS[:3], turns_left=5)
OFFERED = Books("2026-11", ROWS, "2026-10", ROWS[:3], turns_left=5, daily=DEAL)


class Talk(NamedTuple):
    """What a caller enters at a door with these books, the lines parted by "/"."""

    door: Door
    lines: str
    books: Books = BOOKS


TALKS = {
    "shutbox": Talk(shutbox, "t / / / x / 3 8 / 5 / 3 / 2 9 / 6 / c / n"),
    "shutbox_help": Talk(shutbox, "?" + " /" * 6 + " / q", OFFERED),
    "shutbox_daily": Talk(shutbox, "d / y / 4 6 / q / g / d / / n", OFFERED),
    "thieves": Talk(thieves, "t / / / 1 / 1 / f / 5 / 8 / 3 / 7 / 5 / 0 / u / q / g / b / n"),
    "thieves_help": Talk(thieves, "?" + " /" * 7 + " / q", OFFERED),
    "thieves_practice": Talk(thieves, "p / 3 / y / 1 / 0 / u / q / g / n"),
    "thieves_daily": Talk(thieves, "d / y / q / g / d / / n", OFFERED),
    "mindbuster": Talk(find("mindbuster"), "t / / / rwbg / / rrww / board / grrw / c / / l / / n"),
    "mindbuster_help": Talk(find("mindbuster"), "?" + " /" * 12 + " / q"),
    "mindbuster_daily": Talk(find("mindbuster"), "d / y / rwbg / q / g / d / / n", OFFERED),
    "mindbuster_alone": Talk(find("mindbuster"), "s / players 1 / colours 3 / / / rrrr / q / g / n"),
    "microlink": Talk(microlink, "t / / s / / / nobody / / 1 4 / 3 / 2 9 / 6 / 1 4 / 27 / q / g / n"),
    "microlink_help": Talk(microlink, "?" + " /" * 5 + " / q"),
    "microlink_company": Talk(
        microlink, " / computer careful, Bob / practice / / 1 4 / 3 / 2 9 / 6 / / 1 4 / q / g / n"
    ),
    "switchbox": Talk(switchbox, "t / / / 1 / 9 / 2 / 3 / 4 / 5 / 6 / / 7 / 8 / q / g / n"),
    "switchbox_help": Talk(switchbox, "?" + " /" * 10 + " / q"),
    "switchbox_setup": Talk(switchbox, "s / / / / 1 / q / g / d / / / q / q"),
    "blank": Talk(blank, " / h"),
}


def spoken(talk: Talk) -> str:
    """All of it: what is said, and after "> " what is entered."""
    stage = Stage(talk.door, plain=True, books=talk.books)
    first = talk.door.tell(None, stage.state)
    said = [*first.lines, first.prompt]
    for line in map(str.strip, talk.lines.split("/")):
        assert not stage.left, f"{line!r} of {talk.lines!r} is said to nobody"
        said += [f"> {line}".rstrip(), *stage.say(line)]
    return "\n".join([*said, ""])


@golden.screens("talk", TALKS)
def test_a_talk_goes_as_it_went(name: str) -> None:
    golden.check_text(f"talk_{name}", spoken(TALKS[name]))


@pytest.mark.parametrize("name", [name for name in TALKS if name.endswith("help")])
def test_the_help_is_read_to_its_end(name: str) -> None:
    pages = [line for line in spoken(TALKS[name]).splitlines() if line.endswith(")") and " of " in line]
    last = pages[-1].rpartition("(")[2]
    assert last == f"{len(pages)} of {len(pages)})"
