"""The terminal of the tests itself."""

import pyte
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from pytest import MonkeyPatch
from terminal import Terminal, _Screen, _Stream

COLS, ROWS = 12, 4
TEXT = st.text(st.sampled_from("abc ~é│█►€中\u0301\u200b\xad"), min_size=1, max_size=30)
CONTROLS = st.sampled_from([
    "\r", "\n", "\b", "\t", "\x1b[2;11H", "\x1b[4;12H", "\x1b[31;44m", "\x1b[0m", "\x1b[7m",
    "\x1b[?7l", "\x1b[?7h", "\x1b[4h", "\x1b[4l", "\x1b[2;3r", "\x1b[r",
    "\x1b(0", "\x1b(B", "\x0e", "\x0f", "\x1b[2J", "\x1b[K", "\x1bM",
    "\x1b[m", "\x1b[;3H", "\x1b[99999C", "\x1b[2;D", "\x1b[1;2;3;4;5X", "\x1b[12y", "\x1b[38;5;208m",
    "\x1b[>c", "\x1b[6n", "\x1b[2$p", "\x1b[3\nC", "\x1b[2\x18J", "\x1b]0;a",
    "\x07", "\x1b\\", "\x1b#", "\x1b%", "\x1b[?5h", "\x1b[?5l",
])  # fmt: skip
NARROWER = st.sampled_from([7, COLS])


def fed(parts: list[str | int], at_once: bool) -> tuple[object, ...]:
    """Return every cell and the cursor after these parts. A number is a new width."""
    terminal = Terminal(COLS, ROWS, at_once=at_once)
    for part in parts:
        if isinstance(part, int):
            terminal.screen.resize(columns=part)
        else:
            terminal.feed(part.encode())
    screen = terminal.screen
    rows = [[screen.buffer[y][x] for x in range(COLS)] for y in range(ROWS)]
    return rows, screen.cursor.x, screen.cursor.y, screen.cursor.attrs, terminal.answers


@examples(400)
@given(st.lists(TEXT | CONTROLS | NARROWER, max_size=30), st.booleans())
def test_text_and_sequences_are_drawn_as_pyte_draws_them(parts, at_once):
    with MonkeyPatch.context() as patch:
        patch.setattr(_Screen, "_is_plain", lambda screen: False)
        patch.setattr(_Stream, "feed", pyte.Stream.feed)
        want = fed(parts, at_once)
    assert fed(parts, at_once) == want
