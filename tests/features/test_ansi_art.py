"""The shipped screens: what a terminal, a placeholder and a maintainer may rely on."""

import re
from datetime import datetime

import pytest

from door.screens.doors import DOORS
from door.settings.skeleton import SKELETON
from door.term.art import Art, fill_in, read_art
from door.term.canvas import BLINK, CODE, SHIFT, Canvas, plain_style

pytestmark = pytest.mark.files("it has no store")

ART = SKELETON / "ansi_art"
FILES = sorted(ART.glob("*.ans"))
KNOWN = {"ALIAS", "BOARD", "NODE", "DATE", "TIME", "WINNER", "SCORE", "MONTH", "DOOR"}
CONTROLS = {0x00, 0x07, 0x08, 0x09, 0x0C, 0x0E, 0x0F, 0x1A}
# the rows a screen may use; what is below belongs to whoever shows it
MOST = 22
SHORT = {"welcome": 20, "newcaller": 6, "bulletin": 5}
BOARD = {"welcome", "menu", "newcaller", "bulletin", "winner", "goodbye"}


def art(name: str) -> Art:
    return read_art((ART / f"{name}.ans").read_bytes())


def glyphs(data: bytes) -> bytes:
    """A file's art without its colour sequences and line ends."""
    body = data[: data.rindex(b"\x1a")]
    return re.sub(rb"\x1b\[[0-9;]*m|\r\n", b"", body)


def lit(canvas: Canvas, y: int, left: int, right: int) -> list[int]:
    """The cells of row `y` between two columns that show anything at all."""
    return [cell for cell in canvas.cells[y][left:right] if cell & CODE != 32 or cell >> SHIFT & 0xF0]


def test_the_board_and_every_shipped_door_have_their_screens():
    assert {path.stem for path in FILES} >= BOARD | {door.INFO.slug for door in DOORS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_record_tells_its_size(path):
    shown = read_art(path.read_bytes())
    sauce = shown.sauce
    assert sauce is not None
    assert (sauce.columns, sauce.rows) == (80, shown.canvas.rows) and shown.canvas.cols == 80
    assert shown.canvas.rows <= SHORT.get(path.stem, MOST)
    assert sauce.title and datetime.strptime(sauce.date, "%Y%m%d")
    assert sauce.size == path.read_bytes().rindex(b"\x1a")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_colours_line_ends_and_glyphs_that_no_terminal_acts_on(path):
    drawn = glyphs(path.read_bytes())
    assert not CONTROLS & set(drawn)
    assert not {0x0A, 0x0D, 0x1B} & set(drawn)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_line_is_longer_than_a_row(path):
    """A full row has no line end of its own: 80 columns wrap by themselves."""
    body = path.read_bytes()[: path.read_bytes().rindex(b"\x1a")]
    rows = 0
    for line in body.split(b"\r\n"):
        cells = len(re.sub(rb"\x1b\[[0-9;]*m", b"", line))
        rows += max(-(-cells // 80), 1)
    assert rows <= SHORT.get(path.stem, MOST)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_cell_blinks_or_needs_bright_backgrounds(path):
    shown = read_art(path.read_bytes())
    assert shown.sauce is not None and not shown.sauce.ice
    styles = {cell >> SHIFT for row in shown.canvas.cells for cell in row}
    styles = set(map(plain_style, styles))
    assert not [style for style in styles if style & BLINK or style >> 4 & 8]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_placeholders_are_known_and_leave_the_screen_as_it_was(path):
    shown = read_art(path.read_bytes())
    places = shown.placeholders
    assert {place.name for place in places} <= KNOWN
    before = shown.canvas.text().splitlines()
    after = fill_in(shown, dict.fromkeys(KNOWN, "W" * 40)).text().splitlines()
    for y, (was, now) in enumerate(zip(before, after, strict=True)):
        drawn = [place for place in places if place.y == y]
        rest = [x for x, char in enumerate(was) if not any(p.x <= x < p.x + p.length for p in drawn)]
        assert [was[x] for x in rest if was[x] != " "] == [now[x] for x in rest if was[x] != " "]
        assert all(place.x + max(place.length, place.width) <= 80 for place in drawn)


def test_the_winner_has_a_name_a_score_a_month_and_a_door():
    wanted = {("WINNER", "C", 30), ("SCORE", "C", 12), ("MONTH", "C", 20), ("DOOR", "C", 30)}
    assert {(p.name, p.align, p.width) for p in art("winner").placeholders} == wanted


def test_the_menu_leaves_its_frame_empty():
    menu = art("menu").canvas
    assert not any(lit(menu, y, 3, 77) for y in range(5, 21))
    assert all(menu.cells[y][x] & CODE == ord("║") for y in range(5, 21) for x in (2, 77))


def test_the_menu_says_nothing_that_the_status_line_says_right_above_it():
    assert {place.name for place in art("menu").placeholders} == {"BOARD", "DATE", "TIME"}
