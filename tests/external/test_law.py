"""The law of external doors: what a program shows, every terminal shows, and nothing else reaches one."""

import re

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from terminal import Terminal

from door.external.api import Printed
from door.external.screen import SCREEN, DoorFacts, start
from door.term.charset import encode
from door.term.diff import Painter
from door.term.profile import Profile
from door.ui.screen import View

KINDS = [
    Profile(term="xterm", charset="utf-8", aix=True),
    Profile(term="syncterm", charset="cp437", ice=True, cterm=True),
    Profile(term="vt100", charset="ascii", colours="mono"),
]
OUTPUT = st.one_of(
    st.sampled_from([
        b"\x1b[2J", b"\x1b[H", b"hello ", b"\r\n", "█▒é→你".encode(), b"\x1b[1;31m", b"\x1b[44m",
        b"\x1b[0;7m", b"\x1b[?25l", b"\x1b[?25h", b"\x1b(0qx\x1b(B", b"\x1b[5;70Hedge of the world",
        b"\x1b[24;70Hcorner", b"\x1b[K", b"\x1b[3L", b"\x1b[2M", b"\x1b[?1049h", b"\x1b[?1049l",
        b"\x1b]0;t\x07", b"\x1b[2;9r", b"\x1b[6n",
    ]),
    st.binary(max_size=30),
)  # fmt: skip
BLOCKS = "█▀▄▌▐"
OURS = re.compile(rb"\x1b\[[0-9;]*[HABCDKJXm]|\x1b\[\?(?:25|33|100[026])[hl]|\x1b\[0;0 D")


@pytest.mark.parametrize("profile", KINDS, ids=lambda profile: profile.term)
@examples(40)
@given(st.lists(OUTPUT, max_size=12))
def test_every_terminal_shows_the_programs_screen(profile, outputs):
    painter, terminal = Painter(profile), Terminal(80, 24, profile.charset, at_once=profile.cterm)
    terminal.feed(painter.opening())
    state, _ = start(DoorFacts("Toy"), (80, 24))
    for output in outputs:
        state, _ = SCREEN.update(state, Printed(output))
        sent = painter.paint(SCREEN.draw(state, View()))
        terminal.feed(sent)
        assert b"\x1b" not in OURS.sub(b"", sent), "only the painter's own sequences"
        if profile.charset != "cp437":
            assert not re.search(rb"[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]", sent)
    # Where there is one colour a block is a picture of two (tests/term has that law): text is compared.
    blocks = {
        (x, y)
        for y, row in enumerate(state.display.text().split("\n"))
        for x, char in enumerate(row)
        if profile.colours == "mono" and char in BLOCKS
    }

    def told(text: str) -> list[bytes]:
        rows = enumerate(text.split("\n"))
        kept = ("".join(" " if (x, y) in blocks else c for x, c in enumerate(row)) for y, row in rows)
        return [encode(row, profile.charset).rstrip() for row in kept][:23]

    assert told(terminal.text()) == told(state.display.text())
    if state.display.cursor not in (None, (79, 23)) and outputs:
        assert terminal.cursor == state.display.cursor and not terminal.cursor_hidden
