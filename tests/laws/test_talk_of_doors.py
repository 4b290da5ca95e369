"""What each door says in plain mode from its title to the end of a game: kept in tests/golden
(GOLDEN=write makes it anew)."""

from typing import NamedTuple

import golden
import pytest
from deals import DEAL, ROWS

from door.games.blank import DOOR as BLANK
from door.play.books import Books
from door.screens.door import GameDoor
from door.screens.doors import find
from door.testing.stage import Stage

microlink = find("microlink")
mindbuster = find("mindbuster")
switchbox = find("switchbox")

shutbox = find("shutbox")
thieves = find("thieves")
blank = GameDoor(BLANK)

BOOKS = Books("2026-11", ROWS[:4], "2026-10", ROWS[:3], 2, 498, 5)
OFFERED = BOOKS._replace(daily=DEAL._replace(month=ROWS[:4]))


class Talk(NamedTuple):
    """What a caller enters at a door with these books, the lines parted by "/"."""

    door: GameDoor
    lines: str
    books: Books = BOOKS


TALKS = {
    "shutbox": Talk(shutbox, "t / / / x / 3 8 / 5 / 3 / 2 9 / 6 / c / n"),
    "shutbox_help": Talk(shutbox, "?" + " /" * 8 + " / q", OFFERED),
    "shutbox_daily": Talk(shutbox, "d / y / 4 6 / q / g / d / / n", OFFERED),
    "thieves": Talk(thieves, "t / / / 1 / 1 / f / 5 / 8 / 3 / / 7 / 5 / 0 / u / q / g / c / / n"),
    "thieves_help": Talk(thieves, "?" + " /" * 9 + " / q", OFFERED),
    "thieves_practice": Talk(thieves, "s / jokers 3 / / p / 1 / 0 / u / q / g / n"),
    "thieves_daily": Talk(thieves, "d / y / q / g / d / / n", OFFERED),
    "mindbuster": Talk(mindbuster, "t / / / rwbg / / rrww / board / grrw / c / / l / / n"),
    "mindbuster_help": Talk(mindbuster, "?" + " /" * 13 + " / q"),
    "mindbuster_daily": Talk(mindbuster, "d / y / rwbg / q / g / d / / n", OFFERED),
    "mindbuster_alone": Talk(mindbuster, "s / players 1 / colours 3 / / / rrrr / q / g / n"),
    "microlink": Talk(
        microlink,
        "t / / / 1 4 / 3 / a / c / d / boss / q / ok / k / 2 9 / 6 / 1 4 / 27 / q / g / c / / v / / n",
    ),
    "microlink_help": Talk(microlink, "?" + " /" * 9 + " / q"),
    "microlink_company": Talk(
        microlink,
        "s / seat2 careful / seat3 person / name3 Bob / seat4 nobody / / p / 1 4 / 3 / 2 9 / 6 / c / 1 4 / u"
        " / boss / ver / ok / q / g / n",
    ),
    "microlink_demo": Talk(microlink, "p / 1 4 / d / n"),
    "microlink_daily": Talk(microlink, "d / y / 4 1 / q / g / d / / n", OFFERED),
    "switchbox": Talk(switchbox, "t / / / 1 / 9 / 2 / 3 / 4 / 5 / 6 / / 7 / 8 / q / g / n"),
    "switchbox_help": Talk(switchbox, "?" + " /" * 13 + " / q"),
    "switchbox_setup": Talk(
        switchbox,
        "s / seat2 expert / seat2 person / name2 Ann / name2 Bob / double_goals maybe / exits_2 own"
        " / own_2 1 2 3 4 5 6 7 -8 / gifts on / / p / 1 / hello / / 2 / g / box / v 3 / 9 / v9"
        " / pass / q / g",
    ),
    "switchbox_demo": Talk(switchbox, "s / seat1 random / solitaire on / / p / / / q"),
    "switchbox_daily": Talk(switchbox, "d / y / 4 / 6 / q / g / d / / n", OFFERED),
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
def test_a_talk_goes_as_it_went(name):
    golden.check_text(f"talk_{name}", spoken(TALKS[name]))


@pytest.mark.parametrize("name", [name for name in TALKS if name.endswith("help")])
def test_the_help_is_read_to_its_end(name):
    pages = [line for line in spoken(TALKS[name]).splitlines() if line.endswith(")") and " of " in line]
    last = pages[-1].rpartition("(")[2]
    assert last == f"{len(pages)} of {len(pages)})"
