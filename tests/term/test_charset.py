"""Character sets: every glyph has a byte or a look-alike, and callers' text has no tricks in it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from door.term.charset import (
    ACTED_ON,
    CHARSETS,
    CONTROLS,
    CP437,
    CP437_BBS,
    CP437_CTERM,
    LOOKALIKE,
    clean,
    encode,
    encoder,
    printable,
)  # fmt: skip


def test_the_table_is_cp437_with_the_glyphs_of_its_controls():
    assert len(CP437) == 256
    assert [CP437[byte] for byte in range(0x20, 0x7F)] == [chr(byte) for byte in range(0x20, 0x7F)]
    assert CP437[0x80:] == bytes(range(0x80, 0x100)).decode("cp437")
    assert CP437[1:7] + CP437[0x1A] + CP437[0x7F] == "☺☻♥♦♣♠→⌂"
    assert all(wcwidth(glyph) == 1 for glyph in CP437)


@pytest.mark.parametrize(
    ("encoding", "unsent"), [("cp437", CONTROLS), (CP437_BBS, ACTED_ON | {0x05}), (CP437_CTERM, ACTED_ON)]
)
def test_every_glyph_has_its_own_byte_except_those_that_such_terminals_act_on(encoding, unsent):
    for byte, glyph in enumerate(CP437):
        if byte in unsent or glyph == "\xa0":
            assert encode(glyph, encoding)[0] not in unsent
        else:
            assert encode(glyph, encoding) == bytes((byte,))
    assert {0x00, 0x07, 0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B} <= ACTED_ON < CONTROLS


def test_what_is_not_known_to_draw_control_characters_is_sent_none():
    assert encode("♥♦♣♠ ►◄▲▼ ⌂", "cp437") == b"hdcs ><^v ^"


def test_every_glyph_has_a_look_alike_in_ascii():
    for char in [*CP437, *LOOKALIKE]:
        drawn = encode(char, "ascii")
        assert len(drawn) == 1 and (drawn != b"?" or char in "?¿"), char
    assert encode("╔═╗│ é ñ █▀▄ → “x”", "ascii") == b'+=+| e n #"_ > "x"'
    assert encode("√ best, ± 5", "ascii") == b"* best, ~ 5", "no letter and no plus"
    assert encode("╭─╮ ┃ ⚅ ● Ł Ő", "cp437") == b"\xda\xc4\xbf \xb3 6 \xf9 L O"


@given(st.text(max_size=30) | st.text(CP437), st.sampled_from([*CHARSETS, CP437_BBS, CP437_CTERM]))
def test_any_character_takes_one_column_and_does_nothing_else(text, encoding):
    drawn = encode(text, encoding)
    if encoding != "utf-8":
        acted_on = ACTED_ON if encoding.startswith("cp437-") else CONTROLS
        assert len(drawn) == len(text) and not set(drawn) & acted_on
        return
    shown = drawn.decode()
    assert len(shown) == len(text) and all(printable(char) for char in shown)


def test_encoders_are_shared_and_bounded():
    assert encoder("cp437") is encoder("cp437") and encoder("nonsense") is encoder("ascii")
    encode("".join(chr(code) for code in range(0x20000)), "utf-8")
    assert len(encoder("utf-8")) <= 16384


@given(st.text(max_size=40), st.none() | st.integers(0, 10))
def test_cleaned_text_is_printable_and_stays_as_it_is(text, width):
    cleaned = clean(text, width)
    assert all(printable(char) for char in cleaned)
    assert clean(cleaned) == cleaned == unicodedata.normalize("NFC", cleaned)
    assert width is None or len(cleaned) <= width


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("plain text", "plain text"),
        ("e\u0301", "é"),
        ("a\x1b[31mb\x07\x7f\x9b", "a[31mb"),
        ("two\r\nlines\tand more", "two  lines and more"),
        ("\u202eevil\u2066\u200b\u200d\ufeff", "evil"),
        ("Z\u0335\u0321a", "Za"),
        ("日本 ok\U0001f600", " ok"),
        ("\ud800\ue000\u2028x\u00ad", " x"),
        ("no\u00a0break", "no break"),
    ],
)
def test_tricks_are_taken_out(dirty, shown):
    assert clean(dirty) == shown
