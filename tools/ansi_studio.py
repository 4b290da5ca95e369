"""Draws every screen of ansi_art/ anew: `python tools/ansi_studio.py [FOLDER]`.

The same drawing gives the same bytes, so what a changed brush does to other screens is seen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import ansi_board
import ansi_doors
from ansi_kit import Sheet

from door.term.art import write_art
from door.term.sauce import Sauce

ART: Final = Path(__file__).resolve().parents[1] / "ansi_art"
DRAWN: Final = "20261121"


class Screen(NamedTuple):
    """A file's title as SAUCE has it, and who draws it."""

    title: str
    draw: Callable[[], Sheet]


SCREENS: Final[dict[str, Screen]] = {
    "welcome": Screen("Welcome", ansi_board.welcome),
    "menu": Screen("Main menu", ansi_board.menu),
    "newcaller": Screen("New caller", ansi_board.newcaller),
    "bulletin": Screen("Bulletins", ansi_board.bulletin),
    "winner": Screen("Winner of the month", ansi_board.winner),
    "goodbye": Screen("Good night", ansi_board.goodbye),
    "shutbox": Screen("Shut The Box", ansi_doors.shutbox),
    "microlink": Screen("MicroLink Shut The Box", ansi_doors.microlink),
    "mindbuster": Screen("MindBuster!", ansi_doors.mindbuster),
    "thieves": Screen("Forty Thieves", ansi_doors.thieves),
    "switchbox": Screen("Switchbox", ansi_doors.switchbox),
}


def draw(name: str) -> bytes:
    """The .ans file of one of `SCREENS`, its SAUCE record included."""
    screen = SCREENS[name]
    return write_art(
        screen.draw().canvas(), Sauce(title=screen.title, author="The Door", date=DRAWN, font="IBM VGA")
    )


def main(folder: Path) -> None:
    """Writes every screen into `folder`."""
    for name in SCREENS:
        (folder / f"{name}.ans").write_bytes(draw(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ART)
