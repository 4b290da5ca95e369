"""One line of the sysop's to everybody who is on."""

from __future__ import annotations

from typing import Final

from door.board.community.mail import WIDTH
from door.board.sysop.effects import Announce
from door.board.widgets.one_line import OneLinePage

ABOUT: Final = """
All who are on hear the bell and have your line before them, whatever they are
doing, and find it under Messages afterwards.
"""
NOBODY: Final = "Nobody else is on just now."
TOLD: Final = "{callers} told."

PAGE: Final = OneLinePage("Announcement", ABOUT, "To all:", WIDTH, Announce)
