"""The board's own screens on a larger terminal: what stands at 80×24 stands there too, in the middle.

Those that do more with the room are kept in tests/golden as they were looked at.
"""

from __future__ import annotations

from dataclasses import replace

import golden
import pytest
from board_scenes import USUAL, shown
from centred import missing
from sysop_scenes import PAGES
from terminal import Terminal

WIDE = replace(USUAL, cols=132, rows=50)
ANEW = ["sysop_watch_text"]  # its lines are as long as the terminal's


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ANEW])
def test_a_larger_terminal_shows_the_same_in_the_middle(name: str) -> None:
    assert missing(shown(PAGES[name], USUAL)[1], shown(PAGES[name], WIDE)[1]) == []


def test_a_row_that_is_gone_or_not_in_the_middle_is_missed() -> None:
    narrow, wide = Terminal(80, 24), Terminal(132, 50)
    for terminal, left in ((narrow, 0), (wide, 26)):
        for y, word in enumerate(("status", "first", "second")):
            terminal.feed(b"\x1b[%d;%dH%s" % (y + 1, left + 3, word.encode()))
    assert missing(narrow, wide) == []
    wide.feed(b"\x1b[2;29Hfi\x1b[31mr")
    assert missing(narrow, wide) == ["first"]


@golden.screens("wide", ["board_help", "sysop_watch_text"])
def test_what_more_room_shows_is_as_it_was_looked_at(name: str) -> None:
    golden.check(f"wide_{name}", shown(PAGES[name], WIDE)[1], WIDE)
