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
from whole import against_borders, lost_text

WIDE = replace(USUAL, cols=132, rows=50)
ANEW = [
    *(f"board_bulletins_{page}" for page in ("rows", "empty", "far_down", "ladder", "ladder_then", "luck")),
    *("board_bulletins_daily", "board_bulletins_daily_played"),
    *(f"board_wall{page}" for page in ("", "_writing", "_refused")),
    *(f"board_who{page}" for page in ("", "_writing", "_sent", "_ignored")),
    *(f"sysop_{page}" for page in ("callers", "callers_far_down", "callers_find", "bans", "bans_lifting")),
    *(f"board_tables{at}" for at in ("", "_challenge", "_far_down", "_none_own", "_refused", "_of_a_door")),
    *(
        "board_everybody",
        "board_everybody_found",
        "board_inbox",
        "board_inbox_writing",
        "board_inbox_unfinished",
    ),
    "board_letters",
    *("board_watch", "board_watch_refused", "board_replays", "board_replays_of", "board_logon_tv"),
    *(f"board_gallery{page}" for page in ("", "_saying", "_table")),
    *("sysop_desk", "sysop_desk_refused", "sysop_config_keys", "sysop_events", "sysop_events_said"),
    *("board_ladder", "board_callers", "sysop_log", "sysop_log_word", "sysop_watch_text", "board_replay"),
]  # of longer lines, or of tables side by side


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


@pytest.mark.parametrize("size", [(132, 50), (100, 40), (80, 60)], ids=str)
@pytest.mark.parametrize("name", [name for name in PAGES if name != "sysop_watch_text"])
def test_a_page_stands_in_the_middle_as_one_with_its_keys(name: str, size: tuple[int, int]) -> None:
    lines = shown(PAGES[name], replace(WIDE, cols=size[0], rows=size[1]))[1].text().split("\n")[1:]
    written = [at for at, line in enumerate(lines) if line.strip()]
    assert abs(written[0] - (len(lines) - 1 - written[-1])) <= 2, "as much is free above it as below"


@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_cut_by_an_edge_or_stands_against_a_border(name: str) -> None:
    with lost_text() as lost:
        text = shown(PAGES[name], USUAL)[1].text()
    assert (lost, against_borders(text)) == ([], [])


@golden.screens("wide", ["board_help", *ANEW])
def test_what_more_room_shows_is_as_it_was_looked_at(name: str) -> None:
    golden.check(f"wide_{name}", shown(PAGES[name], WIDE)[1], WIDE)
