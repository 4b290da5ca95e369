"""One line from the sysop to all callers online."""

from __future__ import annotations

from typing import Final

from door.board.community.mail import WIDTH
from door.board.sysop.effects import ANNOUNCE
from door.board.widgets.one_line import OneLinePage
from door.ui.texts import tr

TITLE: Final = tr.sysop.title_announce
PAGE: Final = OneLinePage(TITLE, tr.sysop.announce_about, tr.sysop.ask_announcement, WIDTH, ANNOUNCE)
