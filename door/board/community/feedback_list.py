"""What callers have written to the sysop, this month and the last; for the sysop alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.community.effects import AskFeedback, Feedback
from door.board.widgets import pager
from door.board.widgets.list_page import ListPage
from door.records.community.community import Letter
from door.term.canvas import GREY, YELLOW, style
from door.ui.words import counted

TITLE: Final = "Letters to the sysop"
EMPTY: Final = "No letters this month or last."


def sheet(letters: Sequence[Letter]) -> pager.Pager:
    """The newest first."""
    lines: list[tuple[str, int]] = []
    for letter in reversed(letters):
        lines.append((f"{letter.handle}, {letter.t}", style(YELLOW)))
        lines += [(f"  {line}", style(GREY)) for line in letter.lines]
        lines.append(("", 0))
    note = counted(len(letters), "letter")
    return pager.Pager(TITLE, tuple(lines) or ((EMPTY, style(GREY)),), note)


PAGE: Final = ListPage(TITLE, AskFeedback(), Feedback, lambda lobby, found: sheet(found.letters))
