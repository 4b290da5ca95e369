"""Page the sysop: one line that the sysop hears at once where they are there, and finds among the letters."""

from __future__ import annotations

from typing import Final

from door.board.community.effects import PageSysop
from door.board.widgets.one_line import OneLinePage

WIDTH: Final = 70
ABOUT: Final = """
{sysop} hears the bell at the desk, and may come to talk to you. Say in a line
what it is about. Where nobody is there just now, your line waits with the
letters; for more than a line there is Feedback.
"""
HEARD: Final = "The sysop has been paged, and breaks in to talk when free."
WAITS: Final = "No sysop is on just now. Your line waits with the letters."
AGAIN: Final = "The sysop can be paged again {when}; F writes a letter."
NEVER: Final = "The sysop cannot be paged; F in the main menu writes a letter."

PAGE: Final = OneLinePage("Page the sysop", ABOUT, "Why:", WIDTH, PageSysop)
