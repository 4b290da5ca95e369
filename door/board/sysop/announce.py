"""One line from the sysop to all callers online."""

from __future__ import annotations

from typing import Final

from door.board.community.mail import WIDTH
from door.board.sysop.effects import ANNOUNCE
from door.board.widgets.page import QuestionPage
from door.ui.texts import tr


class _Page(QuestionPage):
    TITLE = tr.sysop.title_announce
    ABOUT = tr.sysop.announce_about
    ASKS = tr.sysop.ask_announcement
    LIMIT = WIDTH
    ACT = ANNOUNCE


PAGE: Final = _Page()
