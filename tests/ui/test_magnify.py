"""Pictures that grow: blocks grow, frames still join, and text keeps its size and its side."""

from hypothesis import given
from hypothesis import strategies as st

from door.term.canvas import BROWN, CODE, GREEN, GREY, LIGHT, SHIFT, WHITE, YELLOW, Canvas, Spot, style
from door.ui.magnify import LARGER, Growth, magnify

GLYPHS = " █▀▄▌▐░▒▓│─┌┐└┘═║╔╗╚╝■▲aZ0é·♥["


def large(*rows: str) -> list[str]:
    canvas = Canvas(max(map(len, rows)), len(rows))
    for y, row in enumerate(rows):
        canvas.put(0, y, row)
    return magnify(canvas).text().split("\n")


def larger(*rows: str, x: int = 0, y: int = 0) -> list[str]:
    canvas = Canvas(max(map(len, rows)), len(rows))
    for at, row in enumerate(rows):
        canvas.put(0, at, row)
    return magnify(canvas, Growth(LARGER, x, y)).text().split("\n")


def test_blocks_become_four_of_their_kind():
    assert large("█▀▄▌▐▒") == ["████  █  █▒▒", "██  ███  █▒▒"]


def test_a_frame_still_joins():
    assert large("╔═╗", "║ ║", "╚═╝") == ["╔═══╗", "║   ║", "║   ║", "║   ║", "╚═══╝", ""]
    assert large("┌┬┐", "├┼┤", "└┴┘") == ["┌─┬─┐", "│ │ │", "├─┼─┤", "│ │ │", "└─┴─┘", ""]


def test_a_frames_background_ends_with_its_lower_edge():
    canvas = Canvas(5, 4)
    canvas.box(1, 0, 3, 3, style(WHITE, GREEN))
    for size, rows in ((LARGER, 6), (4, 8)):
        painted = [{cell >> SHIFT + 4 & 15 for cell in row} for row in magnify(canvas, Growth(size)).cells]
        line = next(y for y, row in enumerate(magnify(canvas, Growth(size)).text().split("\n")) if "└" in row)
        assert len(painted) == rows and painted[line] == {0, GREEN}
        assert all(one == {0} for one in painted[line + 1 :])
    wood = Canvas(5, 3)
    wood.fill(0, 0, 5, 3, " ", style(GREY, BROWN))
    wood.box(1, 0, 3, 3, style(WHITE, BROWN))
    assert {cell >> SHIFT + 4 & 15 for row in magnify(wood).cells for cell in row} == {BROWN}


def test_text_keeps_its_size_and_the_side_that_it_was_nearer_to():
    assert large("│10   │")[0] == "│ 10        │"
    assert large("│   10│")[0] == "│         10│"
    assert large("│  ab  │")[0] == "│      ab     │"
    assert large("two words  a third")[0].split("  ")[0] == "two words"


def test_texts_that_line_up_still_do():
    lines = ("██ my kids        │", "   say I press it │", "███ 9             │")
    assert [row.find(text) for row, text in zip(large(*lines)[::2], ("my", "say"), strict=False)] == [6, 6]
    assert [row.find(text) for row, text in zip(larger(*lines)[::2], ("my",), strict=False)] == [5]
    numbers = large("│ 9      │", "│10      │", "│ a  12  │")
    assert numbers[0].index("9") == numbers[2].index("10") + 1
    assert large(" ·one   |", "  two or|")[0].index("one") == 4


def test_what_is_almost_in_the_middle_stays_there():
    assert large("│  press Enter   │")[0].index("press") == 11


def test_a_bar_and_its_scale_grow_and_a_single_mark_is_a_larger_square():
    assert large("■■■■···")[0] == "■■■■■■■■······" and large("■■■■···")[1] == ""
    assert larger("■■■■····")[0] == "■■■■■■······"
    assert large(" ■ ") == ["  ▄▖", "  ▀▘"]
    assert larger("■ ■ ")[0] == "■  ■"


def test_colours_shades_and_spots_come_along():
    canvas = Canvas(4, 2)
    canvas.put(1, 1, "▀", style(GREEN, BROWN, LIGHT))
    canvas.hot(1, 1, 2, 1, "there", "[T]")
    double = magnify(canvas)
    assert (double.cols, double.rows) == (8, 4)
    upper, lower = double.cells[2][2], double.cells[3][2]
    assert upper >> SHIFT == lower >> SHIFT == style(GREEN, BROWN, LIGHT)
    assert (chr(upper & CODE), chr(lower & CODE)) == ("█", " ")
    assert double.spots == [Spot(2, 2, 4, 2, "there", "[T]")]


def test_what_is_drawn_on_a_night_sky_keeps_its_colour():
    canvas = Canvas(2, 1)
    canvas.put(0, 0, "▀█", GREEN)
    canvas.shade(0, 0, 2, (LIGHT,), night=True)
    canvas.shade(0, 0, 2, (LIGHT,))
    double = magnify(canvas)
    assert [cell >> SHIFT for cell in double.cells[0]] == [GREEN, GREEN, GREEN | LIGHT, GREEN | LIGHT]
    assert [cell >> SHIFT for cell in double.cells[1]] == [GREEN | LIGHT] * 4


@given(st.lists(st.text(GLYPHS, min_size=12, max_size=12), min_size=1, max_size=4), st.data())
def test_no_character_of_a_text_is_lost(rows, data):
    canvas = Canvas(12, len(rows))
    for y, row in enumerate(rows):
        canvas.put(0, y, row, data.draw(st.sampled_from((WHITE, style(WHITE, GREEN)))))
    double = magnify(canvas)
    for y, row in enumerate(rows):
        shown = double.text().split("\n")[2 * y]
        assert [char for char in shown if char in "aZ0é·♥["] == [char for char in row if char in "aZ0é·♥["]
        assert len(double.cells[2 * y]) == len(double.cells[2 * y + 1]) == 24


# -- one and a half times ----------------------------------------------------------------


def test_two_blocks_become_three_and_an_edge_between_them_stays_in_the_middle():
    assert larger("██", "██") == ["███", "███", "███"]
    assert larger("█ ", "█ ") == ["█▌", "█▌", "█▌"]
    assert larger("██", "  ") == ["███", "▀▀▀", ""]
    assert larger(" █", " █", " █", " █") == [" ▐█"] * 6
    assert larger("░▒", "░▒") == ["░░▒"] * 3


def test_pairs_begin_at_the_second_column_and_row_if_the_picture_says_so():
    assert larger(" ██ ", "    ", x=1) == [" ███", " ▀▀▀", ""]
    assert larger("    ", " ██ ", " ██ ", "    ", x=1, y=1) == ["", " ███", " ███", " ███", ""]


def test_a_larger_frame_still_joins_and_a_line_goes_on_until_close_to_its_text():
    assert larger("╔══╗", "║  ║", "║  ║", "╚══╝") == [
        "╔════╗", "║    ║", "║    ║", "║    ║", "║    ║", "╚════╝",
    ]  # fmt: skip
    assert larger("┌─ ab ────┐")[0] == "┌─── ab ───────┐"
    assert large("┌─ ab ────┐")[0].count(" ab ") == 1 and "ab   " not in large("┌─ ab ────┐")[0]


def test_the_corners_of_two_colours_are_exact():
    assert larger("█ ", "  ") == ["█▌", "▀▘", ""]
    assert larger(" █", "██") == [" ▐█", "▄▟█", "███"]
    assert larger("█ ", " █") == ["█▌", "▀▚▄", " ▐█"]


def test_stripes_stay_as_many():
    assert larger("▀▀", "▀▀") == ["▀▀▀", "▄▄▄", "▀▀▀"]
    assert larger("▌▌", "▌▌") == ["▌▐▌"] * 3


def test_the_night_has_no_gaps_around_what_is_drawn_on_it():
    canvas = Canvas(4, 2)
    canvas.put(1, 0, "██▀", style(YELLOW))
    for y in range(2):
        canvas.shade(0, y, 4, (LIGHT,), night=True)
    rows = magnify(canvas, Growth(LARGER)).cells
    assert all(cell >> SHIFT & LIGHT for row in rows for cell in row if cell & CODE != ord("█"))


def test_three_colours_become_the_two_that_come_nearest():
    canvas = Canvas(2, 2)
    canvas.put(0, 0, "█", style(WHITE))
    canvas.put(1, 0, "█", style(BROWN))
    canvas.put(0, 1, "██", style(GREEN))
    middle = magnify(canvas, Growth(LARGER)).cells[1][1]
    assert middle >> SHIFT & 15 in (WHITE, BROWN) and middle >> SHIFT + 4 & 15 == GREEN


def test_between_two_bright_colours_no_background_is_bright():
    canvas = Canvas(2, 2)
    canvas.put(0, 0, "█", style(WHITE))
    canvas.put(1, 0, "█", style(YELLOW))
    canvas.put(0, 1, "██", style(YELLOW))
    assert all(
        cell >> SHIFT + 4 & 15 <= GREY for row in magnify(canvas, Growth(LARGER)).cells for cell in row
    )


def test_the_shade_of_a_larger_cell_is_its_row_s_and_never_the_night_s():
    canvas = Canvas(2, 2)
    canvas.put(0, 0, "██", style(GREEN, BROWN, LIGHT))
    rows = magnify(canvas, Growth(LARGER)).cells
    assert rows[0][0] >> SHIFT == style(GREEN, BROWN, LIGHT)
    assert [(chr(cell & CODE), cell >> SHIFT) for cell in rows[1][:2]] == [("▀", GREEN)] * 2


@given(
    st.lists(st.text(GLYPHS, min_size=12, max_size=12), min_size=1, max_size=5),
    st.integers(0, 1), st.integers(0, 1), st.data(),
)  # fmt: skip
def test_no_character_of_a_larger_text_is_lost(rows, x, y, data):
    canvas = Canvas(12, len(rows))
    for at, row in enumerate(rows):
        canvas.put(0, at, row, data.draw(st.sampled_from((WHITE, style(WHITE, GREEN)))))
        canvas.hot(at, at, 3, 1, at)
    grid = Growth(LARGER, x, y)
    grown = magnify(canvas, grid)
    assert (grown.cols, grown.rows) == (18, len(rows) * 3 // 2) and {len(row) for row in grown.cells} == {18}
    for at, row in enumerate(rows):
        shown = grown.text().split("\n")[grid.row(at)]
        assert [char for char in shown if char in "aZ0é·♥["] == [char for char in row if char in "aZ0é·♥["]
    for at, spot in enumerate(grown.spots):
        assert (spot.x, spot.y, spot.target) == (grid.column(at), grid.row(at), at) and spot.w in (4, 5)
