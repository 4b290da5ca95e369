"""Page the sysop with one line, which also waits among the letters."""

from __future__ import annotations

from typing import Final

from door.board.community.effects import MAY_PAGE, PAGE_SYSOP
from door.board.widgets.page import QuestionPage
from door.ui.texts import tr

WIDTH: Final = 70


class _Page(QuestionPage):
    TITLE = tr.people.title_page_sysop
    ABOUT = tr.people.page_sysop_about
    ASKS = tr.people.ask_page_reason
    LIMIT = WIDTH
    MAY = MAY_PAGE
    ACT = PAGE_SYSOP


PAGE: Final = _Page()
