"""A monochrome screen: what is shown reversed is of one brightness, blocks are pixels that shine or not."""

import pytest
from terminal import Terminal

from door.term.canvas import BLACK, BLUE, BRIGHT_GREEN, BROWN, CYAN, GREEN, GREY, WHITE, YELLOW, Canvas, style
from door.term.diff import Painter
from door.term.profile import Profile
from door.ui.lettering import bitmap, paint


def test_what_is_in_reverse_is_never_bold():
    """Many terminals brighten bold, in reverse the paper with it: bars would have bright patches."""
    profile = Profile(term="vt100", colours="mono", charset="utf-8")
    terminal, canvas = Terminal(80, 24, "utf-8"), Canvas(80, 24)
    canvas.put(0, 0, "Bold", style(WHITE, BLACK))
    canvas.put(4, 0, "Ace", style(WHITE, GREY))
    canvas.put(7, 0, "   ", style(WHITE, GREY))
    canvas.put(10, 0, "   ", style(BLACK, GREY))
    terminal.feed(Painter(profile).paint(canvas))
    assert [terminal.cell(x, 0).flags for x in (0, 4)] == [{"bold"}, {"reverse"}]
    assert {terminal.cell(x, 0).flags for x in range(7, 13)} == {frozenset({"reverse"})}


def lit(terminal: Terminal, x: int, y: int) -> tuple[bool, bool]:
    """Whether the upper and the lower half of a cell shine."""
    cell = terminal.cell(x, y)
    halves = {" ": (False, False), "█": (True, True), "▀": (True, False), "▄": (False, True)}[cell.char]
    return (not halves[0], not halves[1]) if "reverse" in cell.flags else halves


@pytest.mark.parametrize("aix", [True, False])
@pytest.mark.parametrize(
    ("ink", "paper"), [(BLACK, WHITE), (BLACK, GREY), (BLACK, YELLOW), (WHITE, BLACK), (GREY, BLACK)]
)
def test_numerals_are_seen_as_they_were_drawn(ink, paper, aix):
    canvas, rows = Canvas(80, 24), bitmap("0123456789")
    paint(canvas, 0, 0, rows, {"#": ink}, paper)
    terminal = Terminal(80, 24, "utf-8")
    terminal.feed(Painter(Profile(colours="mono", charset="utf-8", aix=aix)).paint(canvas))
    for y, row in enumerate(rows):
        shine = [lit(terminal, x, y // 2)[y % 2] for x in range(len(row))]
        assert shine == [(pixel == "#") == (ink != BLACK) for pixel in row]


def test_of_two_colours_the_much_brighter_one_alone_is_lit():
    terminal, canvas = Terminal(80, 24, "utf-8"), Canvas(80, 24)
    for x, (fore, back) in enumerate(((WHITE, GREY), (WHITE, BROWN), (BROWN, WHITE), (GREY, BLUE))):
        canvas.put(x, 0, "▀", style(fore, back))
    terminal.feed(Painter(Profile(colours="mono", charset="utf-8")).paint(canvas))
    both = (True, True)
    assert [lit(terminal, x, 0) for x in range(4)] == [both, (True, False), (False, True), both]
    assert ["bold" in terminal.cell(x, 0).flags for x in range(4)] == [True, True, True, False]


def test_a_gradient_of_shades_has_no_stripes():
    terminal, canvas = Terminal(80, 24, "utf-8"), Canvas(80, 24)
    shades = (("▓", WHITE, CYAN), ("▒", BRIGHT_GREEN, GREEN), ("░", BLUE, WHITE), ("░", WHITE, BLUE))
    for x, (char, fore, back) in enumerate((*shades, ("▒", BROWN, BLACK), ("▒", BLACK, BROWN))):
        canvas.put(x, 0, char, style(fore, back))
    terminal.feed(Painter(Profile(colours="mono", charset="utf-8")).paint(canvas))
    cells = [terminal.cell(x, 0) for x in range(6)]
    assert "".join(cell.char for cell in cells) == "████▒▒", "a texture on black is left"
    assert ["bold" in cell.flags for cell in cells[:4]] == [True, True, True, False]
