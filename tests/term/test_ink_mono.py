"""A monochrome screen: what is shown reversed is of one brightness, whatever was written before it."""

from __future__ import annotations

from terminal import Terminal

from door.term.canvas import BLACK, GREY, WHITE, Canvas, style
from door.term.diff import Painter
from door.term.profile import Profile


def test_blanks_in_reverse_are_never_bold() -> None:
    """Many terminals brighten bold, in reverse the paper with it: cards would have bright patches."""
    profile = Profile(term="vt100", colours="mono", charset="utf-8")
    terminal, canvas = Terminal(80, 24, "utf-8"), Canvas(80, 24)
    canvas.put(0, 0, "Bold", style(WHITE, BLACK))
    canvas.put(4, 0, "Ace", style(WHITE, GREY))
    canvas.put(7, 0, "   ", style(WHITE, GREY))
    canvas.put(10, 0, "   ", style(BLACK, GREY))
    terminal.feed(Painter(profile).paint(canvas))
    assert [terminal.cell(x, 0).flags for x in (0, 4)] == [{"bold"}, {"bold", "reverse"}]
    assert {terminal.cell(x, 0).flags for x in range(7, 13)} == {frozenset({"reverse"})}
