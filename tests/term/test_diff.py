"""The painter's law: a terminal showing A that is fed paint(B) shows B, colours and cursor included."""

import re
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from effort import examples, some
from hypothesis import given
from hypothesis import strategies as st
from terminal import Seen, Terminal

from door.export.pixels import ORANGE as ORANGE_AT
from door.export.pixels import PALETTE
from door.term.attributes import SHADES
from door.term.canvas import (
    BLACK,
    BLINK,
    BLUE,
    BRIGHT_BLUE,
    BROWN,
    DARK,
    DEEP,
    GREEN,
    GREY,
    LIGHT,
    ORANGE,
    RED,
    RICH,
    SOFT,
    UNDERLINE,
    WHITE,
    YELLOW,
    Canvas,
    style,
)  # fmt: skip
from door.term.charset import encode
from door.term.diff import Painter
from door.term.profile import Profile

KINDS = [
    Profile(term="ansi"),
    Profile(term="syncterm", ice=True, cterm=True, mouse=True),
    Profile(term="syncterm-256", ice=True, cterm=True, colours="256"),
    Profile(term="xterm", charset="utf-8", aix=True),
    Profile(term="xterm-256color", charset="utf-8", colours="256", aix=True, ech=True),
    Profile(term="kitty", charset="utf-8", colours="rgb", aix=True, ech=True),
    Profile(term="linux", charset="utf-8", ech=True),
    Profile(term="vt100", charset="ascii", colours="mono"),
    Profile(term="xterm-m", charset="utf-8", colours="mono", aix=True),
    Profile(term="ansi-256", charset="cp437", colours="256"),
    Profile(term="xterm-256color", charset="utf-8", colours="256", aix=True, ech=True, seams=True),
    Profile(term="xterm", charset="utf-8", colours="rgb", aix=True, ech=True, seams=True),
    Profile(term="screen", charset="utf-8", aix=True, bce=False),
    Profile(term="screen-256color", charset="utf-8", colours="256", aix=True, bce=False),
]
COLS, ROWS = 16, 5
STYLES = st.integers(0, 1023) | st.integers(DEEP - RICH, 1023).map(RICH.__or__)
GLYPHS = "  abW01é█▄░▓═║♥→•☼日\0"


def expected(cell: int, profile: Profile) -> Seen:
    """What that cell of a canvas shall look like on that kind of terminal, written out anew: a shade is told
    as the colour that it is of."""
    shown = cell >> 21
    shown = shown & 255 if shown & RICH else shown
    fore, back = shown & 15, shown >> 4 & 15
    char = terminal_text(chr(cell & 0x1FFFFF), profile)
    flags = {"underline"} if shown & UNDERLINE else set()
    if profile.colours == "mono":
        return visible(in_mono(chr(cell & 0x1FFFFF), fore, back, profile))
    if shown & BLINK and not (profile.ice and profile.colours == "16"):
        flags.add("blink")
    if profile.colours == "16" and not profile.ice and not profile.aix and back > 7:
        if fore == back:
            fore = back & 7
        elif fore == back & 7:
            fore = fore ^ 8
        back &= 7
    return visible(Seen(char, fore, back, frozenset(flags)))


def in_mono(char: str, fore: int, back: int, profile: Profile) -> Seen:
    """A cell where there is one colour, as the table in words: blocks are pixels, text is not."""

    def block(char: str, bright: bool) -> Seen:
        return Seen(terminal_text(char, profile), 7, 0, frozenset({"bold"} if bright else ()))

    bright_fore, bright_back = fore > DARK, back > DARK
    if char in "█▀▄▌▐":
        if char == "█" or fore == back:
            return block("█" if fore else " ", bright_fore)
        lit_fore = fore and not (bright_back and fore not in (GREY, *range(9, 16)))
        lit_back = back and not (bright_fore and back not in (GREY, *range(9, 16)))
        if lit_fore and lit_back:
            return block("█", bright_fore or bright_back)
        if lit_fore:
            return block(char, bright_fore)
        if bright_back:
            return block({"▀": "▄", "▄": "▀", "▌": "▐", "▐": "▌"}[char], True)
        return block(char, False)._replace(flags=frozenset({"reverse"}))
    if char in "░▒▓" and fore and back:
        return block("█", bright_back if char == "░" else bright_fore)
    flags = {"reverse"} if back else {"bold"} if bright_fore else set()
    return Seen(" " if fore == back else terminal_text(char, profile), 7, 0, frozenset(flags))


@cache
def terminal_text(char: str, profile: Profile) -> str:
    terminal = Terminal(4, 2, profile.charset)
    terminal.feed(encode(char, profile.encoding))
    return terminal.cell(0, 0).char


def visible(seen: Seen, mono: bool = False) -> Seen:
    """Without what cannot be seen: a blank's foreground, what is behind a full block, and bold beside
    bright colours."""
    flags = seen.flags
    fore = 7 if mono else seen.fore
    if seen.char == " " and "underline" not in flags:
        return Seen(" ", 0, seen.back, flags - {"bold", "blink"})
    return Seen(seen.char, fore, 0 if seen.char == "█" and "underline" not in flags else seen.back, flags)


def shown(terminal: Terminal, x: int, y: int, profile: Profile) -> Seen:
    seen = terminal.cell(x, y)
    if profile.colours != "mono":
        seen = seen._replace(flags=seen.flags - {"bold"})
    return visible(seen, mono=profile.colours == "mono")


def assert_shows(terminal: Terminal, canvas: Canvas, profile: Profile) -> None:
    blank = Canvas(1, 1).cells[0][0]
    for y, x in product(range(profile.rows), range(profile.cols)):
        corner = (x, y) == (profile.cols - 1, profile.rows - 1)
        if corner and not profile.bce:
            continue  # never written, and erased to the window's own ground
        inside = x < canvas.cols and y < canvas.rows and not corner
        cell = canvas.cells[y][x] if inside else blank
        assert shown(terminal, x, y, profile) == expected(cell, profile), (x, y)
    inside = canvas.cursor and canvas.cursor[0] < profile.cols and canvas.cursor[1] < profile.rows
    assert terminal.cursor_hidden is not bool(inside)
    assert not inside or terminal.cursor == canvas.cursor


@st.composite
def canvases(draw: st.DrawFn) -> Canvas:
    canvas = Canvas(
        draw(st.sampled_from([COLS, COLS, COLS, COLS - 5, COLS + 3])), draw(st.sampled_from([ROWS, 3, 7]))
    )
    for _ in range(draw(st.integers(0, 8))):
        x, y = draw(st.integers(-2, COLS)), draw(st.integers(0, ROWS))
        text = draw(st.text(st.sampled_from(GLYPHS), max_size=18))
        canvas.put(x, y, text, draw(STYLES))
    if draw(st.booleans()):
        canvas.fill(draw(st.integers(0, COLS)), 0, 9, ROWS, " ", draw(STYLES))
    canvas.cursor = draw(st.none() | st.tuples(st.integers(0, COLS + 2), st.integers(0, ROWS)))
    return canvas


def window(profile: Profile, at_once: bool) -> Terminal:
    """A terminal of that kind; a white one where colours are not a VGA card's own anyway."""
    vga = profile.colours == "16" and profile.charset == "cp437" and not profile.aix
    ground = (GREY, BLACK) if vga or profile.colours == "mono" else (BLACK, WHITE)
    return Terminal(profile.cols, profile.rows, profile.charset, at_once, profile.bce, ground)


@given(
    frames=st.lists(canvases(), min_size=1, max_size=4),
    kind=st.sampled_from(KINDS),
    charset=st.sampled_from(["utf-8", "cp437", "ascii"]),
    at_once=st.booleans(),
)
@examples(150)
def test_the_law(frames, kind, charset, at_once):
    profile = replace(kind, cols=COLS, rows=ROWS, charset=charset)
    painter, terminal = Painter(profile), window(profile, at_once)
    terminal.feed(b"rubbish" + painter.opening())
    for frame in frames:
        terminal.feed(painter.paint(frame))
        assert_shows(terminal, frame, profile)
        assert painter.paint(frame.copy()) == b""


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("kind", some(KINDS), ids=lambda kind: kind.term)
def test_a_full_screen_of_everything_neither_scrolls_nor_wraps(kind, at_once):
    canvas = Canvas()
    for y in range(24):
        canvas.put(0, y, "".join(chr(48 + (x + y) % 70) for x in range(80)), style((y + 1) % 16, y % 8))
    painter, terminal = Painter(kind), window(kind, at_once)
    terminal.feed(painter.paint(canvas))
    assert_shows(terminal, canvas, kind)
    canvas.put(79, 23, "X", WHITE)
    canvas.put(79, 3, "X", WHITE)
    terminal.feed(painter.paint(canvas))
    assert_shows(terminal, canvas, kind)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.term)
def test_after_closing_the_terminal_is_as_before(kind):
    painter, terminal = Painter(kind), Terminal(80, 24, kind.charset)
    canvas = Canvas()
    canvas.put(3, 3, "x", style(RED, BLUE, BLINK))
    before = set(terminal.screen.mode)
    terminal.feed(painter.opening() + painter.paint(canvas) + painter.closing())
    assert set(terminal.screen.mode) == before
    assert not terminal.ice and not terminal.cursor_hidden and terminal.cursor == (0, 23)
    terminal.feed(b"x")
    assert terminal.cell(0, 23) == Seen("x", GREY, BLACK)


def test_only_what_the_terminal_has_is_switched_on():
    assert Painter(Profile()).opening() == b"\x1b[?25l"
    assert Painter(Profile(ice=True, cterm=True)).opening() == b"\x1b[0;0 D\x1b[?33h\x1b[?25l"
    assert Painter(Profile(aix=True)).opening() == b"\x1b[=0u\x1b[?25l", (
        "keys as letters, not as kitty sends them"
    )
    assert b"\x1b[?1006h" in Painter(Profile(mouse=True)).opening()
    plain = Painter(Profile(plain=True, mouse=True))
    assert plain.opening() == plain.closing() == b""


def test_forgotten_screens_are_drawn_whole():
    painter, canvas = Painter(Profile()), Canvas()
    canvas.put(0, 0, "hello")
    first = painter.paint(canvas)
    assert b"\x1b[2J\x1b[H" in first and painter.paint(canvas) == b""
    painter.forget()
    assert painter.paint(canvas) == first


def sixteen() -> Profile:
    return Profile(term="ansi")


def test_sixteen_colours_are_bold_and_thirty_to_thirty_seven():
    canvas = Canvas()
    canvas.put(0, 0, "a", style(YELLOW, BLUE))
    canvas.put(0, 1, "b", style(BROWN, BRIGHT_BLUE))
    painted = Painter(sixteen()).paint(canvas)
    assert b"\x1b[1;33;44ma" in painted
    assert b"\x1b[10" not in painted and b"\x1b[9" not in painted


def test_a_moved_highlight_costs_tens_of_bytes():
    canvas = Canvas()
    for y in range(3, 20):
        canvas.put(10, y, f"  ({y}) An item of a menu, number {y}  ", style(GREY))
    painter = Painter(sixteen())
    canvas.tint(10, 5, 2, 1, style(WHITE, BLUE))
    painter.paint(canvas)
    canvas.tint(10, 5, 2, 1, style(GREY))
    canvas.tint(10, 6, 2, 1, style(WHITE, BLUE))
    assert len(painter.paint(canvas)) <= 40


def test_no_byte_is_spent_on_what_cannot_be_seen():
    canvas = Canvas()
    painter = Painter(sixteen())
    painter.paint(canvas)
    canvas.fill(0, 0, 80, 24, " ", style(YELLOW))
    assert painter.paint(canvas) == b""
    assert len(Painter(sixteen()).paint(canvas)) <= 24


def test_short_gaps_are_written_over_and_row_ends_erased():
    canvas, painter = Canvas(), Painter(sixteen())
    canvas.put(0, 5, "one two three" + " and a long tail" * 3)
    painter.paint(canvas)
    canvas.put(0, 5, "ONE TWO three" + " " * 48)
    assert painter.paint(canvas) == b"\x1b[6HONE TWO\x1b[7C\x1b[K"


def test_old_terminals_are_never_asked_to_switch_one_attribute_off():
    canvas, painter = Canvas(), Painter(sixteen())
    for n in range(60):
        canvas.put(n, 3, "x", (n * 37) % 1024)
    codes = {
        code for sgr in re.findall(rb"\x1b\[([\d;]*)m", painter.paint(canvas)) for code in sgr.split(b";")
    }
    assert codes and not codes & {b"22", b"24", b"25", b"27"}
    assert all(len(code) < 3 and not code.startswith(b"9") for code in codes)


@pytest.mark.parametrize(
    "name", ["", "ansi", "linux", "vt100", "vt220", "xterm", "screen", "screen-256color"]
)
def test_in_a_white_window_every_cell_has_both_its_colours_said(name):
    profile = replace(Profile.from_hints(name), charset="utf-8")
    terminal, canvas = window(profile, False), Canvas()
    canvas.put(3, 3, "headline", style(WHITE))
    canvas.put(3, 4, "word", style(YELLOW))
    painter = Painter(profile)
    terminal.feed(painter.opening() + painter.paint(canvas))
    canvas.put(3, 3, " " * 8)
    terminal.feed(painter.paint(canvas))
    assert {terminal.cell(x, y).back for y in range(24) for x in range(80 - (y == 23))} == {BLACK}
    assert terminal.cell(3, 4).fore == YELLOW and terminal.text().strip() == "word"


@pytest.mark.parametrize(
    ("colours", "ink"), [("16", b"33"), ("256", b"38;5;208"), ("rgb", b"38;5;208"), ("mono", b"")]
)
def test_orange_is_brown_where_there_are_sixteen_colours(colours, ink):
    def sent(style: int) -> bytes:
        canvas = Canvas(3, 1)
        canvas.put(0, 0, "peg", style)
        return Painter(Profile(3, 1, colours=colours)).paint(canvas)

    assert ink in sent(ORANGE)
    assert (sent(ORANGE) == sent(BROWN)) == (colours in ("16", "mono"))


@pytest.mark.parametrize("profile", KINDS, ids=lambda profile: f"{profile.term}-{profile.colours}")
def test_shades_are_colours_of_their_own_if_the_terminal_has_more_than_sixteen(profile):
    def sent(*shades: int) -> bytes:
        canvas = Canvas(8, 3)
        canvas.fill(0, 0, 4, 3, " ", style(WHITE, BROWN))
        canvas.put(4, 1, "x██", GREEN)
        canvas.shade(0, 0, 8, shades)
        return Painter(replace(profile, cols=8, rows=3)).paint(canvas)

    every = {sent(*[shade] * 3) for shade in (0, DEEP, SOFT, LIGHT)}
    assert len(every) == (4 if profile.colours in ("256", "rgb") else 1)


def test_a_night_is_behind_what_is_on_black_and_a_shade_on_everything_else():
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "x█", GREEN)
    canvas.put(2, 0, "y", style(WHITE, BLUE))
    canvas.put(3, 0, "z", style(WHITE, BLUE, BLINK))
    night = canvas.copy()
    canvas.shade(0, 0, 4, (LIGHT,))
    night.shade(0, 0, 4, (LIGHT,), night=True)
    lit = [[bool(cell >> 21 & RICH) for cell in one.cells[0]] for one in (canvas, night)]
    assert lit == [[False, True, True, False], [True, False, False, False]]
    assert not any(cell >> 21 & RICH for cell in canvas.grey().cells[0])


def test_no_two_colours_share_a_shade_and_each_gets_brighter():
    every = [number for shades in SHADES[1:] for number in shades]
    assert len(set(every)) == len(every) == 45
    for at in range(0, len(every), 3):
        light = [sum(rgb) for rgb in PALETTE[ORANGE_AT + 4 + at : ORANGE_AT + 7 + at]]
        assert light == sorted(light), every[at]


def test_a_page_in_the_browser_draws_orange_beside_the_sixteen_colours():
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "a", ORANGE)
    canvas.put(1, 0, "b", YELLOW)
    canvas.put(2, 0, " ", BROWN)
    sent = Painter(Profile.from_hints("web", 80, 24)).paint(canvas)
    assert b"38;5;208ma" in sent and b"33;93mb" in sent


def test_full_blocks_are_blanks_where_the_font_would_leave_seams():
    canvas = Canvas()
    canvas.put(3, 3, "████", WHITE)
    for name in ("xterm-256color", "xterm", "xterm-kitty", "syncterm"):
        profile = Profile.from_hints(name)
        terminal, painted = Terminal(80, 24, profile.charset), Painter(profile).paint(canvas)
        terminal.feed(painted)
        assert (encode("█", profile.charset) in painted) is (name != "xterm-256color"), name
        assert "".join(terminal.cell(x, 3).char for x in range(8)) == "   ████ "
        assert terminal.cell(4, 3).fore == WHITE
