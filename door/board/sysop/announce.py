"""One line of the sysop's to everybody who is on."""

from __future__ import annotations

from typing import Final

from door.board.community.mail import WIDTH
from door.board.sysop.effects import Announce
from door.board.widgets.one_line import OneLinePage
from door.ui.texts import Text

ABOUT: Final = Text("""
All who are on hear the bell and have your line before them, whatever they are
doing, and find it under Messages afterwards.
""")
NOBODY: Final = Text("Nobody else is on just now.")
TOLD: Final = Text("{callers} told.")

TITLE: Final = Text("Announcement")
TO_ALL: Final = Text("To all:")
PAGE: Final = OneLinePage(TITLE, ABOUT, TO_ALL, WIDTH, Announce)
