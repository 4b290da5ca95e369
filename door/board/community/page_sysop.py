"""Page the sysop: one line that the sysop hears at once where they are there, and finds among the letters."""

from __future__ import annotations

from typing import Final

from door.board.community.effects import PageSysop
from door.board.widgets.one_line import OneLinePage
from door.ui.texts import Text

WIDTH: Final = 70
ABOUT: Final = Text("""
{sysop} hears the bell at the desk, and may come to talk to you. Say in a line
what it is about. If nobody is there just now, it waits with the letters; for
more than a line there is Feedback.
""")
HEARD: Final = Text("The sysop has been paged, and breaks in to talk when free.")
WAITS: Final = Text("No sysop is on just now. Your line waits with the letters.")
AGAIN: Final = Text("The sysop can be paged again {when}; {key} writes a letter.")
NEVER: Final = Text("The sysop cannot be paged; {key} in the main menu writes a letter.")

TITLE: Final = Text("Page the sysop")
WHY: Final = Text("Why:")
PAGE: Final = OneLinePage(TITLE, ABOUT, WHY, WIDTH, PageSysop)
