"""A board at one and a half times or twice its size, in a window that has the room."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.play.books import Books, Daily, PlaceRow
from door.screens.doors import DOORS
from door.screens.pages import beside
from door.term.keys import Key
from door.testing.stage import Stage
from door.ui.screen import COLS, View

SMALL = View()
BY_HALF, TWICE = View(132, 49), View(170, 60)
by_door = pytest.mark.parametrize("door", DOORS, ids=lambda door: door.INFO.slug)
by_size = pytest.mark.parametrize("view", [BY_HALF, View(140, 34), TWICE, View(180, 44)], ids=str)


def playing(door, keys="enter enter", view=SMALL) -> Stage:
    return Stage(door, view, fast=True).press(keys)


@by_door
@pytest.mark.parametrize("cols", [160, 179, 180, 240])
def test_it_is_twice_as_large_if_the_window_allows_with_panels_beside_it(door, cols):
    stage = playing(door)
    canvas = door.draw(stage.state, View(cols, 60))
    width = min(cols - 2 * COLS, 33) if cols >= 180 else 0
    assert canvas.cols == 2 * COLS + width and canvas.rows >= 42
    heading, _ = door.game.picture.beside(stage.state.table)
    assert heading in canvas.text(), "above it, if there is no room beside it"


@by_door
@pytest.mark.parametrize(
    ("cols", "rows", "width"), [(120, 42, 0), (139, 42, 0), (140, 34, 20), (159, 60, 33)]
)
def test_it_grows_by_a_half_if_panels_have_a_place_above_or_beside_it(door, cols, rows, width):
    stage = playing(door)
    canvas = door.draw(stage.state, View(cols, rows))
    assert canvas.cols == COLS * 3 // 2 + width and canvas.rows <= rows
    heading, _ = door.game.picture.beside(stage.state.table)
    assert heading in canvas.text() and "November 2026" in canvas.text()


@by_door
@pytest.mark.parametrize(
    "view", [View(119, 60), View(132, 37), View(139, 39), View(200, 60, ascii=True)], ids=str
)
def test_without_the_room_or_blocks_it_has_its_usual_size(door, view):
    assert door.draw(playing(door).state, view).cols < 120


@by_door
@pytest.mark.parametrize("view", [BY_HALF, TWICE], ids=str)
def test_its_end_is_as_large_with_the_result_in_its_usual_size(door, view):
    stage = playing(door, "enter enter q g")
    assert stage.state.scene == "done"
    board, end = door.draw(playing(door).state, view), door.draw(stage.state, view)
    assert end.cols == board.cols and end.rows <= board.rows
    small, large = stage.text.split("\n")[13:], end.text().split("\n")[-10:]
    assert [row.strip() for row in large] == [row.strip() for row in small]


@by_door
@by_size
def test_all_words_and_all_targets_are_there(door, view):
    stage = playing(door)
    small, large = (door.draw(stage.state, one) for one in (SMALL, view))
    assert {spot.target for spot in small.spots} == {spot.target for spot in large.spots}
    assert small.text().split("\n")[-1].strip() == large.text().split("\n")[-1].strip(), "the keys"
    for spot in large.spots:
        assert spot.x >= 0 and spot.x + spot.w <= large.cols and spot.y + spot.h <= large.rows


@by_door
@by_size
def test_a_click_on_what_is_large_does_what_it_did(door, view):
    large = door.draw(playing(door).state, view)
    keys = [spot for spot in large.spots if isinstance(spot.target, Key)]
    assert all(large.at(spot.x + spot.w - 1, spot.y + spot.h - 1) == spot.target for spot in keys)
    assert Key("h") in [spot.target for spot in keys]


@by_door
@by_size
def test_the_hand_over_what_rests_is_the_whole_picture(door, view):
    """A call keeps what rests, and draws only the caller's hand with each key."""
    stage = playing(door, "enter")
    for key in ("right", "left", "down", "enter", "2", "6"):
        stage.press(key)
        rest = door.rest(stage.state)
        if rest is None:
            continue
        canvas = door.draw_rest(rest, view)
        door.draw_over(stage.state, canvas, view)
        whole = door.draw(stage.state, view)
        assert canvas.cells == whole.cells
        assert {spot.target for spot in canvas.spots} == {spot.target for spot in whole.spots}


@by_door
@by_size
def test_the_question_to_leave_lies_over_the_large_board(door, view):
    stage = playing(door, "enter enter q")
    canvas = door.draw(stage.state, view)
    assert canvas.cols >= COLS * 3 // 2 and "╔" in canvas.text()


@by_door
@given(st.integers(80, 500), st.integers(23, 200))
def test_any_window_holds_the_board_and_its_panels(door, cols, rows):
    stage = _PLAYED.setdefault(door.INFO.slug, playing(door))
    canvas = door.draw(stage.state, View(cols, rows))
    assert canvas.cols <= cols and canvas.rows <= rows
    room = beside.room(door.game, stage.state, View(cols, rows))
    assert canvas.cols == room.cols + room.width


_PLAYED: dict[str, Stage] = {}


PLACES = (PlaceRow(1, "Bob", 98), PlaceRow(2, "Cyd", 71))
DEALS = Daily("2026-11-29", may_play=True, last_day="2026-11-28", last=PLACES, month=PLACES[:1])
WITH_DEALS = Books(month="2026-11", last_month="2026-10", turns_left=5, standing=PLACES, daily=DEALS)


@by_door
@pytest.mark.parametrize(("key", "name"), [("", "title"), ("s", "settings"), ("d", "daily")])
def test_a_page_of_a_wide_window_has_the_standings_that_it_lacks_beside_it(door, key, name):
    stage = Stage(door, fast=True, books=WITH_DEALS)
    stage.press(key) if key else None
    assert (stage.state.page.name or stage.state.scene) == name
    assert door.draw(stage.state, View(111, 30)).cols == COLS
    small, wide = (door.draw(stage.state, view) for view in (SMALL, View(112, 30)))
    assert wide.cols == 112 and "The last deal" in wide.text() and "Deals in November" in wide.text()
    assert ("November 2026 " in "".join(row[80:] for row in wide.text().split("\n")[:1])) == bool(key)
    assert {spot.target for spot in small.spots} == {spot.target for spot in wide.spots}
    played = DEALS._replace(may_play=False, played=True, today=PLACES, rank=2, score=71)
    stage = Stage(door, fast=True, books=WITH_DEALS._replace(daily=played))
    assert "Today's deal" in door.draw(stage.state, View(132, 49)).text()
    young = Stage(door, fast=True, books=WITH_DEALS._replace(daily=None, standing=()))
    assert "Nobody yet." in door.draw(young.state, View(132, 49)).text()


@by_door
def test_a_wide_help_has_its_contents_beside_it_and_a_click_opens_a_sheet(door):
    stage = playing(door, "enter f1", View(132, 49))
    canvas = stage.canvas
    assert "Contents" in canvas.text() and canvas.cols == 116 and " 1/" in canvas.text()
    third = next(spot for spot in canvas.spots if spot.target == 2)
    stage.click(third.x, third.y)
    assert "3/" in stage.canvas.text().split("\n")[0] and stage.state.page.at == 2
    assert "Contents" not in door.draw(stage.state, View(111, 49)).text()


@by_door
def test_a_window_that_changes_with_each_key_shows_the_same_game(door):
    stage = playing(door)
    seen = {str(door.draw(stage.state, replace(SMALL, cols=cols, rows=rows)).text()) for cols, rows in
            ((80, 23), (132, 49), (81, 23), (160, 60), (119, 44), (80, 23))}  # fmt: skip
    assert len(seen) == 4, "three of them are 80 columns wide"
