"""Messages that other callers sent during this call, so that none is missed on the status line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.board.api import Note, Visit
from door.board.community.effects import AskMessages, Inbox
from door.board.widgets import pager
from door.board.widgets.list_page import ListPage
from door.term.canvas import DARK, GREY, WHITE, style
from door.ui.screen import Leave
from door.ui.widgets import Hint

TITLE: Final = "Messages"
KEYS: Final = (Hint("w", "Write to somebody online"), Hint("r", "Refresh"), pager.BACK)
EMPTY: Final = "No messages on this call so far."


def sheet(notes: Sequence[Note]) -> pager.Pager:
    """The newest first: who and when, and below it what."""
    lines: list[tuple[str, int]] = []
    for note in reversed(notes):
        sender = f"{note.handle} on node {note.node}" if note.node else note.handle
        lines.append((f"{note.when}  {sender}:", style(DARK)))
        lines.append((f"       {note.text}", style(WHITE)))
    return pager.Pager(TITLE, tuple(lines) or ((EMPTY, style(GREY)),), keys=KEYS)


PAGE: Final = ListPage(
    TITLE,
    AskMessages(),
    Inbox,
    lambda lobby, found: sheet(found.notes),
    {"r": (AskMessages(),), "w": (Leave(), Visit("who"))},
    "W to write to somebody online, R to refresh, Enter to go back.",
    fresh=True,
)
