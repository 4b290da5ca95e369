"""Page the sysop with one line, which also waits among the letters."""

from __future__ import annotations

from typing import Final

from door.board.community.effects import MAY_PAGE, PAGE_SYSOP
from door.board.widgets.one_line import OneLinePage
from door.ui.texts import tr

WIDTH: Final = 70

TITLE: Final = tr.people.title_page_sysop
PAGE: Final = OneLinePage(
    TITLE, tr.people.page_sysop_about, tr.people.ask_page_reason, WIDTH, PAGE_SYSOP, MAY_PAGE()
)
