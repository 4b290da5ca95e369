"""A board at twice its size, in a window that has the room."""

import pytest

from door.screens.doors import DOORS
from door.term.keys import Key
from door.testing.stage import Stage
from door.ui.screen import COLS, View

SMALL = View()
by_door = pytest.mark.parametrize("door", DOORS, ids=lambda door: door.INFO.slug)


def playing(door, keys="enter enter") -> Stage:
    return Stage(door, fast=True).press(keys)


@by_door
@pytest.mark.parametrize("cols", [160, 179, 180, 240])
def test_it_is_as_large_as_the_window_allows_with_panels_beside_it(door, cols):
    stage = playing(door)
    canvas = door.draw(stage.state, View(cols, 60))
    width = min(cols - 2 * COLS, 33) if cols >= 180 else 0
    assert canvas.cols == 2 * COLS + width and canvas.rows >= 42
    heading, _ = door.game.picture.beside(stage.state.table)
    assert (heading in canvas.text()) == bool(width)


@by_door
@pytest.mark.parametrize("view", [View(159, 60), View(200, 40), View(200, 60, ascii=True)], ids=str)
def test_without_the_room_or_blocks_it_has_its_usual_size(door, view):
    assert door.draw(playing(door).state, view).cols < 2 * COLS


@by_door
def test_all_words_and_all_targets_are_there(door):
    stage = playing(door)
    small, large = (door.draw(stage.state, view) for view in (SMALL, View(170, 60)))
    assert {spot.target for spot in small.spots} == {spot.target for spot in large.spots}
    assert sorted(small.text().split()[-8:]) == sorted(large.text().split()[-8:]), "the keys"
    for spot in large.spots:
        assert spot.x >= 0 and spot.x + spot.w <= large.cols and spot.y + spot.h <= large.rows


@by_door
def test_a_click_on_what_is_large_does_what_it_did(door):
    large = door.draw(playing(door).state, View(170, 60))
    keys = [spot for spot in large.spots if isinstance(spot.target, Key)]
    assert all(large.at(spot.x + spot.w - 1, spot.y + spot.h - 1) == spot.target for spot in keys)
    assert Key("h") in [spot.target for spot in keys]


@by_door
def test_the_question_to_leave_lies_over_the_large_board(door):
    stage = playing(door, "enter enter q")
    canvas = door.draw(stage.state, View(170, 60))
    assert canvas.cols == 2 * COLS and "╔" in canvas.text()
