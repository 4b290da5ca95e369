"""A program's terminal: what bytes make of it, against a terminal that others wrote, and by itself."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Terminal

from door.external.display import Display, blank
from door.term.canvas import BLINK, CODE, SHIFT, UNDERLINE

COLS, ROWS = 12, 6


def shown(data: bytes, charset: str = "utf-8", cols: int = COLS, rows: int = ROWS) -> Display:
    return blank(cols, rows, charset).fed(data)


def look(display: Display, x: int, y: int) -> tuple[str, int, int, int]:
    """A cell: its character, foreground, background, flags."""
    cell = display.cells[y][x]
    style = cell >> SHIFT
    return chr(cell & CODE), style & 15, style >> 4 & 15, style & (BLINK | UNDERLINE)


# -- against pyte --------------------------------------------------------------------------------

NUMBER = st.sampled_from(["", "0", "1", "2", "3", "5", "6", "11", "12", "13", "99"])
TEXT = st.text("abcXYZ ─é", min_size=1, max_size=15).map(str.encode)
CONTROL = st.sampled_from([b"\r", b"\n", b"\r\n", b"\b", b"\x1bD", b"\x1bM"])
MOVE = st.builds(lambda n, f: f"\x1b[{n}{f}".encode(), NUMBER, st.sampled_from("ABCDEFGdae"))
PLACE = st.builds(lambda a, b: f"\x1b[{a};{b}H".encode(), NUMBER, NUMBER)
ERASE = st.builds(
    lambda n, f: f"\x1b[{n}{f}".encode(), st.sampled_from(["", "0", "1", "2"]), st.sampled_from("JK")
)
EDIT = st.builds(lambda n, f: f"\x1b[{n}{f}".encode(), NUMBER, st.sampled_from("@PLMX"))
REGION = st.builds(lambda a, b: f"\x1b[{a};{b}r".encode(), st.sampled_from("123"), st.sampled_from("456"))
COLOUR = st.sampled_from(
    [b"\x1b[0m", b"\x1b[1;31m", b"\x1b[44m", b"\x1b[7m", b"\x1b[27;39;49m", b"\x1b[22;4m", b"\x1b[92;105m"]
)
STEPS = st.lists(st.one_of(TEXT, CONTROL, MOVE, PLACE, ERASE, EDIT, REGION, COLOUR), max_size=25)


def same_to_both(display: Display, step: bytes) -> bool:
    """Whether pyte takes this step as terminals do: it goes its own way where a wrap is pending, and
    outside the region that scrolls."""
    if display.x == COLS and not (step.isalnum() or step in (b"\r", b"\n", b"\r\n")):
        return False
    return display.top <= display.y <= display.bottom or step[-1:] in b"Hrm"


@settings(max_examples=250, deadline=None)
@given(STEPS)
def test_shows_what_another_terminal_shows(steps):
    """Characters, cursor and colours are pyte's, wherever the two mean the same."""
    ours, theirs = blank(COLS, ROWS, "utf-8"), Terminal(COLS, ROWS)
    for step in steps:
        if same_to_both(ours, step):
            ours = ours.fed(step)
            theirs.feed(step)
    assert ours.text() == theirs.text()
    assert ours.cursor == theirs.cursor
    for y in range(ROWS):
        for x in range(COLS):
            seen = theirs.cell(x, y)
            if seen.char != " ":
                fore, back = (seen.back, seen.fore) if "reverse" in seen.flags else (seen.fore, seen.back)
                assert look(ours, x, y)[:3] == (seen.char, fore, back), (x, y)
