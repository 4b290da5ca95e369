"""The page that asks the sysop to chat."""

from __future__ import annotations

from typing import Final

from door.features.letters.asks import MAY_PAGE, PAGE_SYSOP
from door.pages.sheets import QuestionPage
from door.ui.texts import tr

REASON: Final = 70
"""Characters of the reason to page the sysop."""


class _Paging(QuestionPage):
    """Page the sysop with one line, which also waits among the letters."""

    TITLE = tr.people.title_page_sysop
    ABOUT = tr.people.page_sysop_about
    ASKS = tr.people.ask_page_reason
    LIMIT = REASON
    MAY = MAY_PAGE
    ACT = PAGE_SYSOP


PAGE: Final = _Paging()
