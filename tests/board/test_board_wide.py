"""The board's own screens on a larger terminal: what stands at 80×24 stands there too, in the middle.

Those that do more with the room are kept in tests/golden as they were looked at.
"""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import golden
import pytest
import test_board_clerk as clerk
import test_board_screens as board
import test_board_sysop as sysop
from centred import missing
from terminal import Terminal
from whole import against_borders, lost_text

from door.term.profile import Profile

WIDE = replace(board.USUAL, cols=132, rows=50)
PAGES: dict[str, tuple[ModuleType, Any]] = {
    f"{kind}_{name}": (module, scene)
    for kind, module in (("board", board), ("sysop", sysop), ("sysop", clerk))
    for name, scene in module.SCENES.items()
}
ANEW = [
    "board_callers",
    "sysop_log",
    "sysop_log_word",
    "sysop_watch_text",
]  # of longer lines


def shown(name: str, profile: Profile) -> Terminal:
    module, scene = PAGES[name]
    seen: Any = module.shown(scene, profile)
    return seen if isinstance(seen, Terminal) else seen[1]


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ANEW])
def test_a_larger_terminal_shows_the_same_in_the_middle(name: str) -> None:
    assert missing(shown(name, board.USUAL), shown(name, WIDE)) == []


def test_a_row_that_is_gone_or_not_in_the_middle_is_missed() -> None:
    narrow, wide = Terminal(80, 24), Terminal(132, 50)
    for terminal, left in ((narrow, 0), (wide, 26)):
        for y, word in enumerate(("status", "first", "second")):
            terminal.feed(b"\x1b[%d;%dH%s" % (y + 1, left + 3, word.encode()))
    assert missing(narrow, wide) == []
    wide.feed(b"\x1b[2;29Hfi\x1b[31mr")
    assert missing(narrow, wide) == ["first"]


@pytest.mark.parametrize("size", [(132, 50), (100, 40), (80, 60)], ids=str)
@pytest.mark.parametrize("name", [name for name in PAGES if "watch" not in name])
def test_a_page_stands_in_the_middle_as_one_with_its_keys(name: str, size: tuple[int, int]) -> None:
    lines = shown(name, replace(WIDE, cols=size[0], rows=size[1])).text().split("\n")[1:]
    written = [at for at, line in enumerate(lines) if line.strip()]
    assert abs(written[0] - (len(lines) - 1 - written[-1])) <= 2, "as much is free above it as below"


@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_cut_by_an_edge_or_stands_against_a_border(name: str) -> None:
    with lost_text() as lost:
        text = shown(name, board.USUAL).text()
    assert (lost, against_borders(text)) == ([], [])


@golden.screens("wide", ["board_help", *ANEW])
def test_what_more_room_shows_is_as_it_was_looked_at(name: str) -> None:
    golden.check(f"wide_{name}", shown(name, WIDE), WIDE)
