"""The picture above a page's title: only if everything below it has room, and the same page without it."""

from dataclasses import replace

import pytest
from board_scenes import art, lobby
from boardroom import boardroom

from door.features.wall import pages as wall
from door.features.wall.pages import WALL
from door.records.community.community import Posted
from door.term.canvas import GREY, Canvas, style
from door.ui.blocks import Choices, FormRow, Layout, Row, RowList, Text, Writing
from door.ui.drawing import to_canvas
from door.ui.screen import Answer, View
from door.ui.texts import tr
from door.ui.widgets import Column

FACE = Canvas(80, 6)
FACE.put(0, 0, "FACE" * 20)


def page(count: int, face: Canvas | None = FACE, view: View | None = None) -> str:
    lines = tuple((f"line {at}.", style(GREY)) for at in range(count))
    layout = Layout("Wall", Text("Wall", lines), foot=3, face=face)
    return to_canvas(layout, view or View()).text()


@pytest.mark.parametrize("count", range(24))
def test_a_face_takes_no_row_that_the_text_needs(count):
    with_face, without = page(count), page(count, None)
    seen = [at for at in range(count) if f"line {at}." in without]
    assert all(f"line {at}." in with_face for at in seen)
    assert ("FACE" in with_face) is (count <= 9)
    assert "Wall" in with_face


def test_a_tall_window_has_room_for_both_and_a_narrow_face_is_in_the_middle():
    tall = page(24, view=View(rows=50))
    assert "FACE" in tall and all(f"line {at}." in tall for at in range(24))


@pytest.mark.parametrize("count", [0, 1, 8, 9, 10, 30])
def test_a_face_takes_no_row_that_a_table_needs(count):
    def shown(face: Canvas | None) -> str:
        table = RowList(
            (Column(tr.heads.caller, 20),), tuple(range(count)),
            lambda at: Row((f"row {at}.",)), at=0, empty="Nothing here.",
        )  # fmt: skip
        return to_canvas(Layout("List", table, face=face), View()).text()

    with_face, without = shown(FACE), shown(None)
    rows = [at for at in range(count) if f"row {at}." in without]
    assert all(f"row {at}." in with_face for at in rows)
    assert ("FACE" in with_face) is (count < 10) and ("Nothing here." in with_face) is (count == 0)


def test_a_talk_keeps_its_lines():
    lines = tuple((f"line {at}.", style(GREY), "") for at in range(30))
    for some in (lines[:3], lines):
        body = Writing(some, None, "Ann:")
        with_face, without = (
            to_canvas(Layout("Chat", body, face=face), View()).text() for face in (FACE, None)
        )
        assert all(text in with_face for text, *_ in some if text in without)
        assert ("FACE" in with_face) is (some is not lines)


def test_the_wall_is_a_wall_as_long_as_there_is_room_and_ascii_has_no_bricks():
    def drawn(count: int, known: object) -> Canvas:
        state, _ = wall.PAGE.start(known, "")  # type: ignore[arg-type]
        posted = tuple(Posted("Ann", "10 Nov", f"line {at}") for at in range(count))
        state, _ = wall.PAGE.update(state, Answer(WALL, posted))
        return wall.PAGE.draw(state, View())

    known = lobby(face=art()["wall"])
    assert "█" in drawn(2, known).text() and "line 1" in drawn(2, known).text()
    assert "█" not in drawn(12, known).text() and "█" not in drawn(2, replace(known, face=None)).text()


async def test_callers_see_it_on_the_board(tmp_path):
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice")
        await line.press("o", "The wall is bare")
        assert "█" in line.screen
        banner = line.screen.splitlines()[1]
        assert "Alice" in banner and "@" not in line.screen, "placeholders have their values on every page"
        await line.press("q", "Main Menu|Tables")


def test_the_choices_of_a_row_stand_apart():
    row = FormRow("door", "Game", "a", ("a", "b c", "d"), shown=str)
    shown = to_canvas(Layout("Form", Choices((row,))), View(132, 50)).text()
    assert "a  b c  d" in shown
    row = FormRow("door", "Game", "w" * 20, tuple("wxyz"[at] * 20 for at in range(4)), shown=str)
    assert "w x" in to_canvas(Layout("Form", Choices((row,))), View(132, 50)).text()
