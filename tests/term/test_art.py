"""Art files: what is drawn is what is read, whatever is in the file, and nothing else gets out."""

import pytest
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from terminal import Terminal

from door.term.art import Placeholder, fill_in, read_art, sky_shades, write_art
from door.term.canvas import (
    BLINK,
    BLUE,
    BRIGHT_BLUE,
    BRIGHT_RED,
    BROWN,
    CODE,
    CYAN,
    DEEP,
    GREY,
    LIGHT,
    RED,
    RICH,
    SHIFT,
    SOFT,
    UNDERLINE,
    WHITE,
    YELLOW,
    Canvas,
    cut,
    style,
)  # fmt: skip
from door.term.charset import ACTED_ON, CP437
from door.term.emulator.files import MOST_ROWS, ArtError
from door.term.sauce import Sauce, split

WRITABLE = "".join(char for byte, char in enumerate(CP437) if byte not in ACTED_ON | {0x1A})


def text_of(data: bytes, **how: bool) -> list[str]:
    return read_art(data, **how).canvas.text().split("\n")


def style_at(data: bytes, x: int = 0, y: int = 0) -> int:
    return read_art(data).canvas.cells[y][x] >> SHIFT


@st.composite
def pictures(draw: st.DrawFn) -> Canvas:
    canvas = Canvas(draw(st.integers(1, 90)), draw(st.integers(1, 6)))
    flag = draw(st.sampled_from([0, BLINK, UNDERLINE]))
    for _ in range(draw(st.integers(0, 6))):
        text = draw(st.text(st.sampled_from(WRITABLE), max_size=90))
        shown = style(draw(st.integers(0, 15)), draw(st.integers(0, 7 if flag & BLINK else 15)), flag)
        canvas.put(draw(st.integers(-5, 80)), draw(st.integers(0, 5)), text, shown)
    return canvas


@given(pictures())
@examples(150)
def test_what_was_written_is_read_again(canvas):
    data = write_art(canvas, Sauce(title="A title", comments=("one", "two")))
    art = read_art(data)
    assert art.canvas.cells == canvas.cells
    assert (art.canvas.cols, art.canvas.rows) == (canvas.cols, canvas.rows)
    assert art.sauce is not None and art.sauce.comments == ("one", "two")
    assert 0x1A not in split(data)[0] and art.sauce.size == len(split(data)[0])


@given(pictures())
@examples(30)
def test_a_dos_terminal_shows_a_written_file_as_it_was_drawn(canvas):
    terminal = Terminal(canvas.cols, canvas.rows + 1, "cp437", at_once=True)
    data = write_art(canvas)
    terminal.ice = bool(read_art(data).sauce.ice)  # type: ignore[union-attr]
    terminal.feed(split(data)[0])
    for y, row in enumerate(canvas.cells):
        for x, cell in enumerate(row):
            seen = terminal.cell(x, y)
            assert seen.char.replace("\xa0", " ") == chr(cell & CODE).replace("\xa0", " ")
            assert seen.back == cell >> SHIFT + 4 & 15
            assert seen.char == " " or seen.fore == cell >> SHIFT & 15


HOSTILE = [
    b"\x1b[", b"\x1b[1;2", b"\x1b[99999999999999999999B", b"\x1b[65535;65535H", b"x",
    b"\x1b[38;5", b"\x1b[48;2;1m",
    b"\x1b[;;;;;;;;m", b"\x1b[u", b"\x1b[s", b"\x1b[2J", b"\x1b[K", b"\x1b[1K", b"\x1b[9;9;9;9t", b"\x1b[-1A",
    b"\x1a",    b"\x1b[38;5;999m", b"\x1b[?33h", b"\t", b"\f", b"\r\n", b"COMNT", b"SAUCE00",
]  # fmt: skip


@given(
    st.lists(st.one_of(st.binary(max_size=40), st.sampled_from(HOSTILE)), max_size=30).map(b"".join),
    st.booleans(),
)
@examples(300)
@example(b"SAUCE00" + b"\xff" * 121, False)
@example(b"COMNT" + b"x" * 64 + b"SAUCE00" + b"\0" * 97 + b"\1" + b"\0" * 23, False)
@example(b"SAUCE00" + b"\0" * 121, True)
def test_no_bytes_raise_anything_but_an_art_error(data, utf8):
    try:
        art = read_art(data, utf8)
    except ArtError as error:
        assert "\n" not in str(error)
        return
    assert 1 <= art.canvas.rows <= MOST_ROWS and len(art.canvas.cells) == art.canvas.rows
    assert all(len(row) == art.canvas.cols for row in art.canvas.cells)


def test_bounds_are_errors_in_a_sentence():
    with pytest.raises(ArtError, match=r"art_too_high.*2000"):
        read_art(b"\n" * 3000 + b"x")
    with pytest.raises(ArtError, match=r"too_wide.*500"):
        read_art(b"x\x1a" + Sauce(columns=501).record())
    with pytest.raises(ArtError, match=r"not_utf_eight.*1"):
        read_art(b"a\xff", utf8=True)
    canvas = Canvas(3, 2)
    canvas.put(1, 1, "→")
    with pytest.raises(ArtError, match=r"bad_character.*2.*2"):
        write_art(canvas)
    canvas.put(1, 1, "x", style(RED, BRIGHT_BLUE))
    canvas.put(2, 1, "x", style(RED, BLUE, BLINK))
    with pytest.raises(ArtError, match="bright_and_blinking"):
        write_art(canvas)


def test_cursor_moves_and_erasing():
    assert text_of(b"\x1b[2;3Hx\x1b[Ay\x1b[4Dz\x1b[3Cw") == ["z  yw", "  x"]
    assert text_of(b"ab\x1b[2Dc\x1b[B\x1b[Cd") == ["cb", "  d"]
    assert text_of(b"\x1b[s12345\x1b[u9") == ["92345"]
    assert text_of(b"gone\x1b[2Jhere") == ["here"]
    assert text_of(b"abcdef\x1b[4D\x1b[K") == ["ab"]
    assert text_of(b"one\ntwo\r\nthree\x1arest") == ["one", "two", "three"]


def test_a_full_row_wraps_at_once_in_dos_files_and_waits_in_newer_ones():
    assert text_of(b"x" * 80 + b"\r\ny") == ["x" * 80, "", "y"]
    assert text_of(b"x" * 80 + b"y") == ["x" * 80, "y"]
    assert text_of(("é" * 80 + "\ny").encode(), utf8=True) == ["é" * 80, "y"]
    assert read_art(b"x" * 80).canvas.rows == 1
    assert text_of(b"x" * 10 + b"\x1a" + Sauce(columns=4).record()) == ["xxxx", "xxxx", "xx"]


def test_colours():
    assert style_at(b"\x1b[1;33;44mx") == style(YELLOW, BLUE)
    assert style_at(b"\x1b[33mx") == style(BROWN)
    assert style_at(b"\x1b[5;41mx") == style(GREY, RED, BLINK)
    assert style_at(b"\x1b[5;44mx\x1a" + Sauce(ice=True).record()) == style(GREY, BRIGHT_BLUE)
    assert style_at(b"\x1b[7;36mx") == style(0, CYAN)
    assert style_at(b"\x1b[38;2;250;90;80mx") == style(BRIGHT_RED)
    assert style_at(b"\x1b[38;5;196;48;5;18mx") == style(RED, BLUE)
    assert style_at(b"\x1b[1;255;255;255tx") == style(WHITE)
    assert style_at(b"\x1b[91;104mx") == style(BRIGHT_RED, BRIGHT_BLUE)
    assert style_at(b"\x1b[1;31m\x1b[mx") == GREY


def test_sauce_fields():
    sauce = Sauce(
        "Títle", "The Door", "", "20261121", 132, 7, True, ("first", "second"), font="IBM VGA", size=3
    )
    data = b"abc\x1a" + sauce.record()
    assert len(data) == 4 + 5 + 128 + 128 and data[-128:-121] == b"SAUCE00"
    assert data[-128 + 94 : -128 + 100] == bytes((1, 1, 132, 0, 7, 0))
    assert data[-128 + 104 : -128 + 106] == b"\2\1"
    assert split(data) == (b"abc", sauce)
    assert split(b"abc") == (b"abc", None)


@given(st.text(max_size=20), st.integers(-2, 25))
def test_a_text_that_is_cut_says_so_and_takes_no_more_room(text, width):
    shown = cut(text, width)
    assert len(shown) <= max(width, 0)
    assert shown == text or width < 1 or (shown[-1] == "»" and text.startswith(shown[:-1]))


SAUCED = b"abc\x1a" + Sauce("Title", columns=132, comments=("one", "two")).record()


@pytest.mark.parametrize(
    "padding", [b"", b"\x1a", b"\x1a" * 127, b"\0" * 90, b"\r\n", b"\n", b" \r\n\x1a" + b"\0" * 1000]
)
def test_a_record_with_padding_behind_it_is_read(padding):
    body, sauce = split(SAUCED + padding)
    assert body == b"abc" and sauce is not None
    assert (sauce.columns, sauce.title, sauce.comments) == (132, "Title", ("one", "two"))


def test_what_stands_behind_a_record_and_is_no_padding_makes_it_none():
    assert split(SAUCED + b"x")[1] is None
    assert split(SAUCED + b"\0" * 2000)[1] is None


@pytest.mark.parametrize(
    "block",
    [b"COMNThello", b"COMNT" + b"one".ljust(64), b"COMNT" + b"x" * 63, b"COMNT" + b"x" * 200, b"COMNT"],
    ids=len,
)
@pytest.mark.parametrize("count", [0, 1, 2, 255])
@pytest.mark.parametrize("end", [b"", b"\x1a"])
def test_comments_are_never_in_the_picture(block, count, end):
    record = bytearray(Sauce("Title").record())
    record[104] = count
    body, sauce = split(b"picture" + end + block + record)
    assert body == b"picture" and sauce is not None and sauce.title == "Title"


TOPAZ = "¯\\_ · ¬ ® ª º « » ß ÄÖÜ"
FONTS = {
    "Amiga Topaz 2+": ("latin-1", TOPAZ), "Amiga mOsOul": ("latin-1", TOPAZ),
    "IBM VGA 819": ("latin-1", TOPAZ), "IBM VGA 999": ("cp437", "▄█▀"),
    "IBM VGA": ("cp437", "▄█▀ ß ÄÖÜ"), "IBM EGA43": ("cp437", "▄█▀ ß ÄÖÜ"), "": ("cp437", "▄█▀ ß ÄÖÜ"),
    "IBM VGA50 850": ("cp850", "▄█▀ ß Ø Ð"), "IBM VGA 866": ("cp866", "▄█▀ Привет"),
}  # fmt: skip


@pytest.mark.parametrize("font", FONTS)
def test_the_font_of_the_record_says_what_the_bytes_are(font):
    charset, text = FONTS[font]
    data = text.encode(charset) + b"\x1a" + Sauce(font=font).record()
    art = read_art(data)
    assert (art.charset, art.canvas.text()) == (charset, text)


@pytest.mark.parametrize(
    "sauce", [b"", b"\x1a" + Sauce(font="IBM VGA").record(), b"\x1a" + Sauce(font="Amiga Topaz 1").record()]
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_art_saved_as_utf8_is_read_as_utf8(sauce, mark):
    text = f"{mark}\x1b[31m▄█▀ Grüße — “┌─┐”"
    art = read_art(text.encode() + sauce)
    assert art.charset == "utf-8" and art.canvas.text() == "▄█▀ Grüße — “┌─┐”"


def test_letters_saved_as_utf8_are_letters_unless_an_old_editor_says_otherwise():
    assert read_art("Grüße".encode()).canvas.text() == "Grüße"
    boxes = "─┐".encode("cp437")  # is valid UTF-8
    assert read_art(boxes + b"\x1a" + Sauce().record()).canvas.text() == "─┐"
    assert read_art("▄█▀ Grüße".encode("cp437")).canvas.text() == "▄█▀ Grüße"
    assert read_art(b"plain").charset == "cp437"


def test_placeholders_keep_their_width_and_style():
    canvas = Canvas(60, 5)
    canvas.put(2, 0, "@BOARD@", WHITE)
    canvas.put(2, 1, "@WHO-L12@|", RED)
    canvas.put(2, 2, "@WHO-R12@    @WHO-C5@", RED)
    canvas.put(2, 3, "@NODE@  |", RED)
    canvas.put(2, 4, "me@HOME.org @OTHER@", RED)
    art = read_art(write_art(canvas))
    assert [place.name for place in art.placeholders] == ["BOARD", "WHO", "WHO", "WHO", "NODE", "OTHER"]
    assert art.placeholders[1] == Placeholder("WHO", 2, 1, 9, "L", 12)
    filled = fill_in(art, {"BOARD": "A very long name indeed", "WHO": "Ann\x1b\u0301", "NODE": "1234567890"})
    assert filled.text().split("\n") == [
        "  A very long name indeed",
        "  Ann",
        "           Ann  Ann",
        "  123456» |",
        "  me@HOME.org @OTHER@",
    ]
    assert filled.cells[0][20] >> SHIFT == WHITE and filled.cells[1][4] >> SHIFT == RED
    assert art.canvas.text().startswith("  @BOARD@")


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [
        ("@DATE@ @TIME@      ║", "2026-11-10 10:36   ║"),
        ("@DATE@@TIME@        ║", "2026-11-1010:36     ║"),
        ("(@DATE@) now   ║", "(2026-») now   ║"),
        ("(@DATE@) now       ║", "(2026-11-10) now   ║"),
        ("║ @DATE@     ║", "║ 2026-11-10 ║"),
        ("║ @DATE@   ║", "║ 2026-11» ║"),
        ("@DATE@ | x          ", "2026-» | x"),
        ("@TIME@ @DATE@ @DATE@           x", "10:36  2026-11-10 2026-11-10   x"),
        ("@DATE@ @NOBODY@             ║", "2026-11-10 @NOBODY@         ║"),
        ("@DATE-L6@ ║", "2026-»    ║"),
    ],
)
def test_placeholders_without_a_width_take_what_they_need(drawn, shown):
    canvas = Canvas(len(drawn), 1)
    canvas.put(0, 0, drawn, RED)
    filled = fill_in(read_art(write_art(canvas)), {"DATE": "2026-11-10", "TIME": "10:36"})
    assert filled.text() == shown


def test_a_sky_grows_lighter_towards_its_horizon_and_is_not_written_into_the_file():
    drawn = Canvas(4, 8)
    drawn.put(0, 2, "ab██", GREY)
    data = write_art(drawn, Sauce(comments=("by hand", "Sky 4")))
    art = read_art(data).canvas
    assert sky_shades(art) == [0, DEEP, SOFT, LIGHT]
    assert [bool(cell >> SHIFT & RICH) for cell in art.cells[2]] == [True, True, False, False]
    assert write_art(art, Sauce(comments=("by hand", "Sky 4"))) == data


@pytest.mark.parametrize("comment", ["sky", "sky 0", "sky -3", "sky 1000", "skyline 7", "sky 19 rows"])
def test_a_comment_that_only_looks_like_a_sky_changes_nothing(comment):
    drawn = Canvas(4, 2)
    assert read_art(write_art(drawn, Sauce(comments=(comment,)))).canvas.cells == drawn.cells


def test_a_sky_that_is_taller_than_its_picture_ends_with_it():
    drawn = read_art(write_art(Canvas(4, 3), Sauce(comments=("sky 4",)))).canvas
    assert sky_shades(drawn) == [0, DEEP, SOFT]


def test_water_grows_darker_below_its_horizon_and_black_stays_black_there():
    drawn = Canvas(4, 6)
    for y in (3, 4, 5):
        drawn.put(0, y, "~ ", style(GREY, BLUE))
    data = write_art(drawn, Sauce(comments=("sky 3", "water 3")))
    art = read_art(data).canvas
    shades = [[cell >> SHIFT & LIGHT for cell in row] for row in art.cells[3:]]
    assert shades == [[shade, shade, 0, 0] for shade in (LIGHT, SOFT, DEEP)]
    assert sky_shades(art) == [0, DEEP, SOFT], "water is no sky"
    assert write_art(art, Sauce(comments=("sky 3", "water 3"))) == data


def test_water_that_is_deeper_than_its_picture_begins_with_it():
    drawn = Canvas(4, 2)
    drawn.put(0, 0, "~", style(GREY, BLUE))
    shown = read_art(write_art(drawn, Sauce(comments=("water 9",)))).canvas
    assert shown.cells[0][0] >> SHIFT & LIGHT == LIGHT
