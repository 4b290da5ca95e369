"""The shared widgets: what they draw where, and what their keys do."""

from datetime import datetime
from operator import ne

import pytest
from hypothesis import given
from hypothesis import strategies as st
from other_words import other_words

from door.term.canvas import BLACK, BROWN, WHITE, YELLOW, Canvas, style
from door.term.keys import NAMED, Key
from door.ui.lettering import BOLD, SMALL, bitmap, half, lettering
from door.ui.texts import SHIPPED, speak, tr
from door.ui.widgets import (
    Column,
    Field,
    Hint,
    TextPage,
    centre,
    die,
    draw_field,
    fit_pages,
    heads,
    keys_line,
    message,
    panel,
    row_text,
    turn_page,
    type_key,
    wrap,
)
from door.ui.words import date_text, day_name, headline, hundredths, month_name, ordinal, unwrap

KEYS = st.sampled_from(sorted(NAMED)) | st.characters(codec="utf-8")
HINTS = (Hint("enter", "play"), Hint("h", "help"), Hint("esc", "leave"))


def typed(text, field=None):
    """A field after this text was typed into it."""
    field = field or Field(limit=10)
    for char in text:
        field = type_key(field, Key(char))
    return field


def test_a_keys_line_is_centred_and_every_entry_is_hot():
    canvas = Canvas(80, 23)
    keys_line(canvas, HINTS)
    line = canvas.text().splitlines()[22]
    assert line.strip() == "[Enter] play  [H] help  [Esc] leave"
    for hint, name in (("[Enter]", "enter"), ("help", "h"), ("leave", "esc")):
        assert canvas.at(line.index(hint), 22) == Key(name)
    assert canvas.at(0, 22) is None


@given(st.lists(st.sampled_from([*HINTS, Hint("pgdn", "more of it"), Hint("x", "")]), max_size=20))
def test_a_keys_line_never_writes_the_last_cell(hints):
    canvas = Canvas(40, 3)
    keys_line(canvas, hints)
    assert chr(canvas.cells[2][39] & 0x1FFFFF) == " "


@pytest.mark.parametrize(("cols", "shown"), [
    (36, "[Enter] play  [H] help  [Esc] leave"), (35, "[Enter] play [H] help [Esc] leave"),
    (33, "[Enter] play [H] [Esc] leave"), (27, "[Enter] [H] [Esc] leave"), (22, "[Enter] [H] [Esc]"),
    (17, "[Enter] [Esc]"), (7, "[Esc]"), (4, ""),
])  # fmt: skip
def test_a_keys_line_that_is_too_wide_drops_words_and_keeps_the_way_out(cols, shown):
    canvas = Canvas(cols, 1)
    keys_line(canvas, HINTS)
    assert canvas.text().strip() == shown


def test_a_message_hides_what_is_below_from_the_mouse():
    canvas = Canvas(80, 23)
    canvas.hot(0, 0, 80, 23, "below")
    message(canvas, "Sure?", ("Really leave?",), (Hint("y", "yes"), Hint("n", "no")))
    assert canvas.at(1, 1) is None
    rows = canvas.text().splitlines()
    row = next(at for at, line in enumerate(rows) if "[Y]" in line)
    assert canvas.at(rows[row].index("[Y]"), row) == Key("y")
    assert any("Really leave?" in line for line in rows)


def test_centring_moves_all_of_a_layout_as_one():
    layout = Canvas(80, 23)
    panel(layout, 0, 0, 10, 3)
    layout.hot(0, 0, 10, 3, "box")
    layout.cursor = (2, 2)
    keys_line(layout, HINTS)
    assert centre(layout, 80, 23) is layout
    canvas = centre(layout, 132, 49)
    assert canvas.at(26, 13) == "box" and canvas.cursor == (28, 15)
    assert [row for row, line in enumerate(canvas.text().splitlines()) if "[Enter] play" in line] == [35]
    assert canvas.at(26 + layout.text().splitlines()[22].index("[Enter]"), 35) == Key("enter")


def test_a_screen_smaller_than_the_layout_clips():
    canvas = centre(Canvas(80, 23), 40, 10)
    assert (canvas.cols, canvas.rows) == (40, 10)


def test_every_die_has_its_pips():
    for plain in (False, True):
        pictures = {die(face, plain=plain).text() for face in range(1, 7)}
        assert len(pictures) == 6
    assert all(die(face, plain=True).text().count("()") == face for face in range(1, 7))
    blank = die(0).text()
    assert all(sum(map(ne, die(face).text(), blank)) == 2 * face for face in range(1, 7))
    assert len({die(face, pips=False).text() for face in range(1, 7)}) == 6


def test_glyphs_stay_within_their_width():
    for font, height in ((BOLD, 7), (SMALL, 5)):
        for char, rows in font.items():
            assert len(rows) == height and len(set(map(len, rows))) == 1, char
            assert set("".join(rows)) <= {"#", " "}, char
    assert len(bitmap("SHUT THE BOX")[0]) <= 76


def test_bright_colours_never_become_a_background():
    for top in range(16):
        for bottom in range(16):
            for paper in range(16):
                _, look = half(top, bottom, paper)
                assert look >> 4 <= 7


def test_half_blocks_show_both_halves():
    assert half(YELLOW, BLACK) == ("▀", style(YELLOW))
    assert half(BLACK, YELLOW) == ("▄", style(YELLOW))
    assert half(BROWN, YELLOW, BROWN) == ("▄", style(YELLOW, BROWN))
    assert half(BLACK, BLACK)[0] == " " and half(WHITE, WHITE) == ("█", style(WHITE))


def test_lettering_drops_by_half_a_row():
    assert lettering("1", WHITE).rows == lettering("1", WHITE, drop=1).rows == 4
    assert lettering("1", WHITE).text() != lettering("1", WHITE, drop=1).text()


def test_a_row_aligns_and_marks_what_it_cuts():
    columns = (Column("who", 6), Column("score", 5, True))
    rows = [heads(columns), row_text(columns, ("Ann", "7")), row_text(columns, ("Bartholomew", "12345"))]
    assert rows == ["who     score", "Ann         7", "Barth»  12345"]


def test_names_of_months_and_places():
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 101, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st", "112th",
    ]  # fmt: skip
    assert month_name("2026-11") == "November 2026" and month_name("2025-01") == "January 2025"
    assert month_name("", "This month") == "This month"
    assert day_name("2026-11-05") == "5 November 2026" and day_name("soon") == "soon"
    moment = datetime(2026, 11, 5, 9, 7)
    said = other_words(
        {
            tr.common.date_and_time: "{weekday} {day}.{month} {time}",
            tr.common.place: "{nth}.",
            tr.common.weekday_short_thursday: "Do",
            tr.common.month_short_november: "11",
        }
    )
    assert date_text(tr.common.date_and_time, moment) == "Thu 05 Nov, 09:07"
    speak(lambda: said)
    try:
        assert (date_text(tr.common.date_and_time, moment), ordinal(21)) == ("Do 05.11 09:07", "21.")
    finally:
        speak(lambda: SHIPPED)
    assert [month_name(text) for text in ("", "2026-13", "2026-²", "x")] == ["", "2026-13", "2026-²", "x"]


def test_wrapping_keeps_line_ends():
    assert wrap("one two three\n\nfour", 7) == ("one two", "three", "", "four")


def test_wrapped_lines_become_sentences_again():
    text = "One line goes on\nin the next.\n\n1  a row\n2  a row\nShort.\nA sentence."
    assert unwrap(text.splitlines(), 17) == (
        "One line goes on in the next.", "", "1  a row", "2  a row", "Short.", "A sentence.",
    )  # fmt: skip


def test_what_stands_below_a_row_s_last_cell_belongs_to_it():
    rows = (
        "one    a cell that",
        "       goes on and",
        "       on",
        "two    another",
        "",
        "   3   its own",
        "   4   too",
    )
    assert unwrap(rows, 18) == (
        "one    a cell that goes on and on", "two    another", "", "   3   its own", "   4   too",
    )  # fmt: skip


def test_pages_that_fit_stay_and_longer_ones_go_on():
    page = TextPage("One", ("x" * 72, "", "  a row"))
    assert fit_pages((page,)) == (page,)
    long = fit_pages((TextPage("Two", ("word " * 20, *"abcdefghijklmno")), TextPage("Empty", ())))
    assert [(page.title, len(page.lines)) for page in long] == [("Two", 15), ("Two", 2), ("Empty", 0)]
    assert max(len(line) for page in long for line in page.lines) <= 72


def test_a_heading_is_said_without_capitals():
    said = {"TOP OF OCTOBER 2026": "Top of October 2026", "SSH KEYS": "SSH Keys", "": "",
            "A FIRST GAME": "A First Game", "Capitals": "Capitals"}  # fmt: skip
    assert {text: headline(text) for text in said} == said


def test_no_figure_is_minus_nothing():
    assert [hundredths(value) for value in (-0.0, -0.004, 0.0, -0.006, 1.005)] == [
        "0.00", "0.00", "0.00", "-0.01", "1.00",
    ]  # fmt: skip
    assert (hundredths(-0.001, "+"), hundredths(2, "+"), hundredths(-2, "+")) == ("+0.00", "+2.00", "-2.00")


def test_ctrl_w_erases_the_word_before_the_cursor():
    def erased(value: str, cursor: int | None = None) -> tuple[str, int]:
        field = Field(value, len(value) if cursor is None else cursor)
        after = type_key(field, Key("ctrl-w"))
        return after.value, after.cursor

    assert erased("one two") == erased("one two  ") == ("one ", 4)
    assert erased("one") == ("", 0) == erased("")
    assert erased("one two three", 8) == ("one three", 4)


def test_pages_turn_and_close():
    assert turn_page(0, 2, Key("pgdn")) == 1
    assert turn_page(1, 2, Key("enter")) is None
    assert turn_page(0, 2, Key("up")) == 0
    assert turn_page(1, 3, Key("end")) == 2
    assert turn_page(1, 3, Key("esc")) is None
    assert turn_page(1, 3, Key("z")) == 1


def test_typing_and_editing():
    field = typed("helo")
    for name in ("left",):
        field = type_key(field, Key(name))
    assert typed("l", field).value == "hello"
    assert type_key(typed("abc"), Key("backspace")).value == "ab"
    assert type_key(type_key(typed("abc"), Key("home")), Key("delete")).value == "bc"
    assert type_key(typed("abc"), Key("ctrl-u")) == Field(limit=10)
    assert typed("0123456789X").value == "0123456789"


@given(st.lists(KEYS, max_size=40))
def test_a_field_stays_within_its_limit(names):
    field = Field(limit=8)
    for name in names:
        field = type_key(field, Key(name))
        assert len(field.value) <= 8 and 0 <= field.cursor <= len(field.value)
        assert field.value.isprintable()


def test_a_secret_field_shows_stars_and_scrolls():
    canvas = Canvas(20, 1)
    draw_field(canvas, 2, 0, 4, Field("secret", 6, secret=True))
    assert canvas.text() == "  ***" and canvas.cursor == (5, 0)
