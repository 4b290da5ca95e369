"""A program's terminal: what bytes make of it, against a terminal that others wrote, and by itself."""

import pytest
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from terminal import Terminal

from door.term.canvas import BLINK, CODE, SHIFT, UNDERLINE
from door.term.decoder import HELD_LIMIT
from door.term.emulator.display import HISTORY, Display, blank
from door.term.emulator.sequences import fed

COLS, ROWS = 12, 6


def shown(data: bytes, charset: str = "utf-8", cols: int = COLS, rows: int = ROWS) -> Display:
    return fed(blank(cols, rows, charset), data)


def look(display: Display, x: int, y: int) -> tuple[str, int, int, int]:
    """A cell: its character, foreground, background, flags."""
    cell = display.cells[y][x]
    style = cell >> SHIFT
    return chr(cell & CODE), style & 15, style >> 4 & 15, style & (BLINK | UNDERLINE)


NUMBER = st.sampled_from(["", "0", "1", "2", "3", "5", "6", "11", "12", "13", "99"])
TEXT = st.text("abcXYZ ─é", min_size=1, max_size=15).map(str.encode)
CONTROL = st.sampled_from([b"\r", b"\n", b"\r\n", b"\b", b"\x1bD", b"\x1bM"])
MOVE = st.builds(lambda n, f: f"\x1b[{n}{f}".encode(), NUMBER, st.sampled_from("ABCDEFGdae"))
PLACE = st.builds(lambda a, b: f"\x1b[{a};{b}H".encode(), NUMBER, NUMBER)
ERASE = st.builds(
    lambda n, f: f"\x1b[{n}{f}".encode(), st.sampled_from(["", "0", "1", "2"]), st.sampled_from("JK")
)
EDIT = st.builds(lambda n, f: f"\x1b[{n}{f}".encode(), NUMBER, st.sampled_from("@PLX"))
REGION = st.builds(lambda a, b: f"\x1b[{a};{b}r".encode(), st.sampled_from("123"), st.sampled_from("456"))
COLOUR = st.sampled_from(
    [
        *[
            b"\x1b[0m",
            b"\x1b[1;31m",
            b"\x1b[44m",
            b"\x1b[7m",
            b"\x1b[27;39;49m",
            b"\x1b[22;4m",
            b"\x1b[92;105m",
        ],
        *[b"\x1b[38;5;11m", b"\x1b[48;5;12m", b"\x1b[38;2;10;12;170m", b"\x1b[48;2;30;11;60;1m"],
    ]
)
STEPS = st.lists(st.one_of(TEXT, CONTROL, MOVE, PLACE, ERASE, EDIT, REGION, COLOUR), max_size=25)


def same_to_both(display: Display, step: bytes) -> bool:
    """Whether pyte takes this step as terminals do: it goes its own way where a wrap is pending, and
    outside the region that scrolls."""
    if display.x == COLS and not (step.isalnum() or step in (b"\r", b"\n", b"\r\n")):
        return False
    return display.top <= display.y <= display.bottom or step[-1:] in b"Hrm"


@examples(250)
@given(STEPS)
def test_shows_what_another_terminal_shows(steps):
    """Characters, cursor and colours are pyte's, wherever the two mean the same."""
    ours, theirs = blank(COLS, ROWS, "utf-8"), Terminal(COLS, ROWS)
    for step in steps:
        if same_to_both(ours, step):
            ours = fed(ours, step)
            theirs.feed(step)
    assert ours.text() == "\n".join(row.rstrip() for row in theirs.screen.display)
    assert ours.cursor == theirs.cursor
    for y in range(ROWS):
        for x in range(COLS):
            if theirs.screen.buffer[y][x].data != " ":
                seen = theirs.cell(x, y)
                fore, back = (seen.back, seen.fore) if "reverse" in seen.flags else (seen.fore, seen.back)
                assert look(ours, x, y)[:3] == (seen.char, fore, back), (x, y)


@examples(300)
@given(st.binary(max_size=200), st.sampled_from(["utf-8", "cp437"]))
@example(b"\x1b[11m\x01\xc4\x1b[10m\x0e\x1b)0\x0eq", "utf-8")
@example(b"\x1b]P12345\x1b[99999999999999999999C\x1b[5000;5000Hx\x1b[4000b", "utf-8")
@example(
    b"\x1b[4h\x1b[?6h\x1b[2;3r\x1b[9999@\x1b[9999P\x1b[9999L\x1b[9999M\x1b[9999X\x1b[9999S\x1b[9999T", "cp437"
)
def test_whatever_comes_it_stays_a_screen(data, charset):
    """No byte raises; size and cursor hold, what is kept is bounded, every cell can be drawn."""
    display = shown(data, charset)
    assert len(display.cells) == ROWS and all(len(row) == COLS for row in display.cells)
    assert 0 <= display.x <= COLS and 0 <= display.y < ROWS
    assert 0 <= display.top < display.bottom < ROWS
    assert len(display.held) <= HELD_LIMIT and len(display.gone) <= HISTORY
    assert len(display.replies) <= HELD_LIMIT
    assert all(ord(char) >= 32 for line in display.text().split("\n") for char in line)


SEQUENCES = st.one_of(TEXT, CONTROL, MOVE, PLACE, ERASE, COLOUR, st.sampled_from([
    b"\x1b]0;title\x07", b"\x1bP1$r\x1b\\", b"\x1b[?1049h", b"\x1b[?1049l", "█▒→".encode(), b"\x1b(0qq\x1b(B",
    b"\x1b[38;5;196m", b"\x1b[48;2;1;2;3m", b"\x1b]R", b"\x1b[3b", b"\x1b7", b"\x1b8", b"\x1bc", b"\x07",
]))  # fmt: skip


@examples(150)
@given(st.lists(SEQUENCES, max_size=12).map(b"".join), st.data())
def test_it_does_not_matter_how_output_is_cut(data, draw):
    whole = shown(data)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=4)))
    pieces, bells = blank(COLS, ROWS, "utf-8"), 0
    for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        pieces = fed(pieces, data[start:end])
        bells += pieces.bells
    assert (pieces.text(), pieces.cursor, pieces.brush, pieces.modes) == (
        whole.text(), whole.cursor, whole.brush, whole.modes,
    )  # fmt: skip
    assert (pieces.cells, pieces.scrolled, pieces.held, bells) == (
        whole.cells, whole.scrolled, whole.held, whole.bells,
    )  # fmt: skip


def test_a_display_never_changes():
    first = shown(b"one\r\ntwo")
    before = [row[:] for row in first.cells]
    fed(first, b"\x1b[H\x1b[2Jother\x1b[2;2Hthings\n\n\n\n\n\n\n\n")
    assert list(first.cells) == before


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        (b"\xdb\xb2\xb1\xb0 \xe1\x9c", "cp437", "█▓▒░ ß£"),
        (b"\x01\x03\x10\x18\x1a|\x0e\x0f", "cp437", "☺♥►↑→|♫☼"),
        (b"A\x03\x04\x05\x06K\x7f!", "cp437", "A♥♦♣♠K⌂!"),
        (b"A\x05\x7fK", "utf-8", "AK"),
        (b"\x1b[11mA\x05\x7fK\x1b[10m\x05", "utf-8", "A♣⌂K"),
        ("█▓é".encode(), "utf-8", "█▓é"),
        (b"\xff\xc3(", "utf-8", "??("),
        ("e\u0301你\u200b|".encode(), "utf-8", "e??|"),
        (b"\x1b(0lqqk\x1b(Blq", "utf-8", "┌──┐lq"),
        (b"\x1b)0\x0elqqk\x0flq", "utf-8", "┌──┐lq"),
        (b"\x1b[11m\xda\xc4\xbf\x10\x1b[10m", "utf-8", "┌─┐►"),
        (b"ab\x1b[3bc", "utf-8", "abbbbc"),
        (b"a\tb\x1b[Zc", "utf-8", "a       c"),
        (b"a\x1b]0;t\x07b\x1b]2;u\x1b\\c\x1bPq#1\x1b\\d\x1b_x\x1b\\e", "utf-8", "abcde"),
        (b"a\x1b]Rb\x1b]P3aabbccc", "utf-8", "abc"),
        (b"a\x1b[>0;1cb\x1b[=255nc\x1b[!pd\x1b[2 qe", "utf-8", "abcde"),
        (b"a\x1b[12\xc3\xa9b\x1b[3\nc", "utf-8", "aéb\n   c"),
        (b"x" * 12 + b"y", "utf-8", "x" * 12 + "\ny"),
        (b"\x1b[?7l" + b"x" * 12 + b"yz", "utf-8", "x" * 11 + "z"),
        (b"1\r\n2\r\n3\x1b[2;3r\x1b[2;1H\x1b[Mx", "utf-8", "1\nx"),
        (b"1\r\n2\r\n3\x1b[1;1H\x1b[2M", "utf-8", "3"),
        (b"1\r\n\r\n3\x1b[1;1H\x1b[M", "utf-8", "\n3"),
        (b"abc\x1b[1;1H\x1b[4hXY\x1b[4lZ", "utf-8", "XYZbc"),
    ],
)
def test_what_is_shown(data, charset, text):
    assert shown(data, charset).text().rstrip() == text


@pytest.mark.parametrize(
    ("data", "cell"),
    [
        (b"\x1b[1;31mx", ("x", 12, 0, 0)),
        (b"\x1b[33;44mx", ("x", 6, 1, 0)),
        (b"\x1b[7mx", ("x", 0, 7, 0)),
        (b"\x1b[5;4mx", ("x", 7, 0, BLINK | UNDERLINE)),
        (b"\x1b[?33h\x1b[5;44mx", ("x", 7, 9, 0)),
        (b"\x1b[38;5;203mx", ("x", 12, 0, 0)),
        (b"\x1b[38;2;85;255;255;48;5;4mx", ("x", 11, 1, 0)),
        (b"\x1b[91;102mx", ("x", 12, 10, 0)),
        (b"\x1b[38:2::255:85:85mx", ("x", 12, 0, 0)),
        (b"\x1b[38:2:255:85:85;48:5:4mx", ("x", 12, 1, 0)),
        (b"\x1b[31;4:3;4:0mx", ("x", 4, 0, 0)),
        (b"\x1b[31;4:3mx", ("x", 4, 0, UNDERLINE)),
        (b"\x1b[31;58;5;5mx", ("x", 4, 0, 0)),
        (b"\x1b[31m\x1b[58:2::1:4:5mx", ("x", 4, 0, 0)),
        (b"\x1b[44m\x1b[K", (" ", 7, 1, 0)),
        (b"\x1b[31mx\x1b[H\x1b[0my", ("y", 7, 0, 0)),
    ],
)
def test_colours(data, cell):
    assert look(shown(data), 0, 0) == cell


SGR = ("0", "1", "22", "4", "24", "4:0", "4:3", "5", "7", "31", "44", "39", "97", "10", "11",
       "38;5;11", "48;5;10", "58;5;5", "38;2;10;11;12", "48;2;170;0;0", "58;2;5;7;11",
       "38:5:11", "48:5:12", "58:5:5", "38:2::255:85:85", "48:2:0:0:170", "58:2::5:7:11")  # fmt: skip


@given(st.lists(st.sampled_from(SGR), min_size=1, max_size=6))
def test_attributes_in_one_sequence_are_those_in_many(codes):
    one = shown(f"\x1b[1;31;42m\x1b[{';'.join(codes)}m".encode())
    many = shown(b"\x1b[1;31;42m" + b"".join(f"\x1b[{code}m".encode() for code in codes))
    assert (one.brush, one.modes) == (many.brush, many.modes)


@pytest.mark.parametrize(
    "code", ["38;5;11", "48;5;12", "48;5;10", "48;2;30;12;60", "38:5:11", "58;5;11", "58:2::10:11:12"]
)
def test_a_colour_is_no_font(code):
    assert shown(f"\x1b[{code}mäö─".encode()).line(0) == "äö─"
    assert shown(f"\x1b[11m\x1b[{code}m".encode() + b"\xc4\x03").line(0) == "─♥", "and ends none"


def test_questions_it_answers_and_those_it_does_not():
    assert shown(b"\x1b[3;5H\x1b[6n\x1b[5n\x1b[c").replies == b"\x1b[3;5R\x1b[0n\x1b[?1;2c"
    silent = b"\x05\x1b[>c\x1b[=c\x1b[21t\x1b[?6n\x1b]11;?\x07\x1b]52;c;?\x07\x1bP$qm\x1b\\\x1b[18t\x1b[x"
    assert shown(silent).replies == b""
    assert len(shown(b"\x1b[6n" * 1000).replies) <= HELD_LIMIT


def test_the_other_screen_comes_and_goes():
    began = shown(b"main\x1b[31m\x1b[?1049hother")
    assert "main" not in began.text() and "other" in began.text()
    back = fed(began, b"\n\n\n\n\n\n\n\x1b[?1049l!")
    assert back.text().startswith("main!") and look(back, 4, 0)[1] == 4 and not back.scrolled


def test_rows_that_scroll_off_are_remembered_to_a_bound():
    display = shown(b"".join(b"%d\r\n" % n for n in range(1000)))
    assert display.scrolled == 1000 - ROWS + 1
    assert display.line(-1) == str(display.scrolled - 1)
    assert display.line(-HISTORY) == str(display.scrolled - HISTORY)


def test_another_size_keeps_the_cursors_row():
    display = shown(b"1\r\n2\r\n3\r\n4\r\n5\r\n6").resize(20, 3)
    assert (display.text(), display.cursor, display.scrolled) == ("4\n5\n6", (1, 2), 3)
    grown = fed(display.resize(8, 5), b"\r\n7")
    assert grown.text() == "4\n5\n6\n7\n" and (grown.top, grown.bottom) == (0, 4)
    assert fed(shown(b"\x1b[?1049hx").resize(4, 2), b"\x1b[?1049l").text() == "\n"


def test_ansi_sys_goes_home_when_it_clears():
    assert shown(b"\x1b[3;3H\x1b[2Jx", "cp437").text().startswith("x")
    assert shown(b"\x1b[3;3H\x1b[2Jx").text().startswith("\n\n  x")
