"""Spans: what of a row is written or erased, and in which order they may be made."""

import random
import re
from dataclasses import replace

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from terminal import Terminal

from door.term.attributes import UNKNOWN, attributes
from door.term.canvas import BRIGHT_GREEN, BRIGHT_RED, DARK, GREY, WHITE, Canvas
from door.term.cursor import TO_THE_END, Span, by_pens
from door.term.diff import Painter, spans
from door.term.profile import Profile

XTERM = Profile.from_hints("xterm-256color")
INK = attributes(XTERM)
COLS, ROWS = 40, 10


def row_strokes(old: str, new: str, ech: bool = True, last: int = 40) -> list[tuple[int, int]]:
    """The columns of the strokes between two rows of 40 columns."""
    before, after = Canvas(40, 1), Canvas(40, 1)
    before.put(0, 0, old)
    after.put(0, 0, new)
    return [(s[2], s[3]) for s in spans(0, after.cells[0], before.cells[0], INK, ech, last)]


@pytest.mark.parametrize(
    ("old", "new", "ech", "made"),
    [
        ("one two", "ONE two", True, [(0, 3)]),
        ("one two", "ONE TWO", True, [(0, 3), (4, 7)]),
        ("=======|", "       |", True, [(0, -7)]),
        ("=======|", "       |", False, [(0, 7)]),
        ("== = ==|", "       |", True, [(0, -7)]),  # blanks between blanks are erased with them
        ("=|", " |", True, [(0, 1)]),
        ("=====|=", "     |x", True, [(0, 5), (6, 7)]),  # a jump over what is erased would cost more
        ("aaaaaaaaaa|", "bbb       |", True, [(0, 3), (3, -7)]),
        ("one two three four", "one", True, [(4, TO_THE_END)]),
        ("one two three four", "ONE", True, [(0, 3), (4, TO_THE_END)]),
        ("one two three four", "", True, [(0, TO_THE_END)]),
    ],
)
def test_what_is_written_and_what_is_erased(old, new, ech, made):
    assert row_strokes(old, new, ech) == made


def test_columns_that_must_not_be_written_are_left_alone():
    assert row_strokes("", "x" * 40, last=39) == [(0, 39)]
    assert row_strokes(" " * 39, " " * 39 + "x", last=39) == []


def test_only_terminals_known_for_it_are_told_to_erase_cells():
    with_it = {"xterm", "xterm-256color", "xterm-kitty", "putty", "tmux-256color", "linux"}
    without = {"", "ansi", "syncterm", "screen-256color", "vt100", "cygwin", "mtts 271"}
    for name in with_it | without:
        canvas, painter = Canvas(), Painter(Profile.from_hints(name))
        canvas.put(10, 5, "=======      |")
        painter.paint(canvas)
        canvas.put(10, 5, "             |")
        assert bool(re.search(rb"\x1b\[\d+X", painter.paint(canvas))) is (name in with_it), name


def test_a_score_beside_the_dice_costs_one_pen_and_not_two_a_row():
    canvas, painter = Canvas(), Painter(replace(XTERM, seams=False))
    for y in range(3, 9):
        canvas.put(5, y, "██  ██", WHITE)
        canvas.put(20, y, "██  ██", WHITE)
        canvas.put(60, y, "██  ██", BRIGHT_GREEN)
    painter.paint(canvas)
    for y in range(3, 9):
        canvas.put(5, y, "  ██  ", WHITE)
        canvas.put(20, y, "  ██  ", WHITE)
        canvas.put(60, y, "  ██  ", BRIGHT_GREEN)
    painted = painter.paint(canvas)
    assert re.findall(rb"\x1b\[[\d;]*m", painted) == [b"\x1b[38;5;231m"]  # the green is still in force


def test_a_whole_screen_comes_from_the_top():
    canvas = Canvas()
    for y in range(3, 15):
        canvas.put(5, y, "left", WHITE)
        canvas.put(60, y, "right", BRIGHT_GREEN)
    terminal, painted = Terminal(80, 24, "utf-8"), Painter(XTERM).paint(canvas)
    terminal.feed(painted[: painted.index(b"right")])
    assert terminal.text().count("left") == 1


@st.composite
def pictures(draw: st.DrawFn) -> Canvas:
    """Some dozen short words in a few colours, so that there is something to put in order."""
    canvas = Canvas(COLS, ROWS)
    for _ in range(draw(st.integers(8, 24))):
        word = draw(st.sampled_from(["██", "▀█▄", "      ", "word", "░░░", " "]))
        attributes = draw(st.sampled_from([WHITE, BRIGHT_GREEN, GREY, BRIGHT_RED, DARK | 1 << 4]))
        canvas.put(draw(st.integers(0, COLS - 1)), draw(st.integers(0, ROWS - 1)), word, attributes)
    return canvas


@given(before=pictures(), after=pictures(), seed=st.integers(0, 9))
@examples(60)
def test_spans_may_be_written_in_any_order(before, after, seed):
    """Also those by pens are all strokes, none lost and none twice."""
    made: list[Span] = []
    for y, (new, old) in enumerate(zip(after.cells, before.cells, strict=True)):
        if new != old:
            made += spans(y, new, old, INK, True, COLS - (y == ROWS - 1))
    ordered = by_pens(made, UNKNOWN)
    assert sorted(map(id, ordered)) == sorted(map(id, made))
    shuffled = random.Random(seed).sample(made, len(made))
    terminals = [Terminal(COLS, ROWS, "utf-8") for _ in range(3)]
    for terminal, order in zip(terminals, (made, ordered, shuffled), strict=True):
        painter = Painter(replace(XTERM, cols=COLS, rows=ROWS))
        terminal.feed(painter.paint(before))
        painter._writer.make(order)
        terminal.feed(painter._writer.take())
    one, *others = ([t.cell(x, y) for y in range(ROWS) for x in range(COLS)] for t in terminals)
    # a blank's foreground is whatever the pen was
    plain = [[c._replace(fore=0) if c.char == " " else c for c in screen] for screen in (one, *others)]
    assert plain[0] == plain[1] == plain[2]
