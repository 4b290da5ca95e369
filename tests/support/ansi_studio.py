"""Draws every screen of ansi_art/: from the tests folder, `python -m support.ansi_studio [FOLDER]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from support import ansi_board, ansi_doors
from support.ansi_kit import Sheet


class Screen(NamedTuple):
    """A file's title as SAUCE has it, and who draws it."""

    title: str
    draw: Callable[[], Sheet]


SCREENS: Final[dict[str, Screen]] = {
    "welcome": Screen("The Door: welcome", ansi_board.welcome),
    "menu": Screen("The Door: main menu", ansi_board.menu),
    "shutbox": Screen("Shut The Box", ansi_doors.shutbox),
}
