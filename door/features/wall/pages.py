"""The wall: a sheet of one-liners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from zlib import crc32

from door.pages.page import asking, sending
from door.pages.sheets import SheetPage, SheetState, top_after_scroll
from door.records.community.community import Posted
from door.records.community.letters import WIDTH
from door.term.canvas import (
    BRIGHT_BLUE,
    BRIGHT_CYAN,
    BRIGHT_GREEN,
    BRIGHT_MAGENTA,
    BRIGHT_RED,
    CYAN,
    DARK,
    GREY,
    WHITE,
    YELLOW,
    style,
)
from door.ui.blocks import Text
from door.ui.commands import Command
from door.ui.screen import Act, Query
from door.ui.texts import tr

WALL: Final[Query[None, tuple[Posted, ...]]] = Query("wall")
"""The one-liners, newest last."""


POST: Final[Act[str]] = Act("post")
"""Post a one-liner on the wall."""


PAINTS: Final = tuple(map(style, (
    WHITE, BRIGHT_CYAN, YELLOW, BRIGHT_GREEN, BRIGHT_MAGENTA, BRIGHT_RED, CYAN, BRIGHT_BLUE,
)))  # fmt: skip


def paint_of(handle: str) -> int:
    """Return the colour in which a caller's lines are painted. It is the same on every board."""
    return PAINTS[crc32(handle.casefold().encode()) % len(PAINTS)]


def lines_of(posted: Sequence[Posted]) -> list[tuple[str, int]]:
    """Return two lines for each: handle and time, then the text."""
    lines: list[tuple[str, int]] = []
    for one in posted:
        lines.append((f"{one.handle}, {one.t}" if one.t else one.handle, style(DARK)))
        lines.append((f"  {one.text}", paint_of(one.handle)))
    return lines


class _WallPage(SheetPage[SheetState]):
    TITLE = tr.people.title_wall
    FACE = "wall"
    QUERY = WALL
    FRESH = False
    FOOT = 3

    def sheet(self, state: SheetState) -> Text:
        posted: Sequence[Posted] = state.found
        lines = lines_of(posted) or [(tr.people.no_wall_lines(), style(GREY))]
        wide = tuple((f"{one.handle:<20}  {one.t:<14}  {one.text}", paint_of(one.handle)) for one in posted)
        count = tr.count.lines(n=len(posted))
        return Text(self.TITLE(), tuple(lines), count, (wide,) if wide else ())

    def with_sheet(self, state: SheetState) -> SheetState:
        state = super().with_sheet(state)
        top = top_after_scroll(state.sheet, len(state.sheet.lines or ()), self.FOOT)
        return replace(state, top=top + top % 2)

    def commands(self, state: SheetState) -> tuple[Command[SheetState], ...]:
        writes = asking(tr.people.ask_wall_line, WIDTH, sending(POST))
        return (Command("write", "o", tr.keys.write_a_line, writes, also=("p",)),)


PAGE: Final = _WallPage()
