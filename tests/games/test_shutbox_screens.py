"""Tiles and dice as they are drawn."""

import pytest

from door.games.shutbox import show
from door.games.shutbox.computer import best_sets
from door.games.shutbox.play import TILES
from door.games.shutbox.rules import move_text
from door.screens.doors import find
from door.testing.stage import Stage
from door.ui.screen import View

shutbox = find("shutbox")


def test_nothing_is_said_by_colour_alone_in_mono():
    """A tile pulled down, a tile out of play and a standing one differ in their characters."""
    stage = Stage(shutbox, View(mono=True)).press("enter")
    standing = stage.text
    pulled = stage.press("2").text
    assert standing != pulled
    moved = stage.press("6").text
    assert moved != pulled


def test_a_moved_cursor_changes_few_cells():
    stage = Stage(shutbox).press("enter")
    before = stage.canvas
    after = stage.press("6").canvas
    changed = sum(
        a != b
        for row, other in zip(before.cells, after.cells, strict=True)
        for a, b in zip(row, other, strict=True)
    )
    assert changed <= 70


@pytest.mark.parametrize(
    ("tiles", "number"), [(tiles, number) for tiles in (9, 12) for number in range(1, tiles + 1)]
)
def test_a_tiles_outline_in_mono_leaves_its_numeral_whole(tiles, number):
    coloured, outlined = (
        show.tile(number, show.tile_cols(tiles), "up", of).text().split("\n")[1:] for of in ("colour", "mono")
    )
    for coloured_row, outlined_row in zip(coloured, outlined, strict=True):
        kept = [(a, b) for a, b in zip(coloured_row, outlined_row, strict=False) if a != " "]
        assert kept == [(a, a) for a, _ in kept]


@pytest.mark.parametrize("tiles", [9, 10, 11, 12])
def test_a_numeral_is_whole_and_touches_no_edge_of_its_tile(tiles):
    cols = show.tile_cols(tiles)
    for number in range(1, tiles + 1):
        standing, lying = (
            show.tile(number, cols, face, "mono").text().split("\n") for face in ("up", "pulled")
        )
        face = show.tile(number, cols, "up", "colour").text().split("\n")[1:]
        assert all(row.ljust(cols)[0] == row.ljust(cols)[-1] == " " for row in face)
        assert lying[0] == lying[-1] == "█" * cols and lying[1][0] == lying[1][-1] == "█"
        assert lying[1].strip("█ ") == str(number)
        assert number < 10 or f"{number}" in standing[2]


@pytest.mark.parametrize("view", [View(), View(ascii=True)])
def test_dice_that_tumble_show_no_figure_of_the_last_roll(view):
    stage = Stage(shutbox, view, patient=True).press("enter")

    def rolled():
        shown = []
        while stage.state.frames:
            shown.append([row[28:57] for row in stage.text.split("\n")[13:21]])
            assert "rolling" in stage.text and " = " not in stage.text and "match" not in stage.text
            stage.tick()
        return shown

    first = rolled()
    stage.press("6 6 6 6 2")
    assert "4 + 1 = 5" in stage.text and "matches" in stage.text and "√" not in stage.text
    stage.press("enter")
    assert rolled() == first, "but for the dice in the air there is nothing"
    assert "rolling" not in stage.text


@pytest.mark.parametrize("tiles", [9, 12])
@pytest.mark.parametrize("view", [View(), View(mono=True), View(ascii=True)], ids=["colour", "mono", "ascii"])
def test_a_frame_as_cursor_touches_no_tile(view, tiles):
    for keys in ("enter", "enter 6 6", "enter 4", "enter 4 2"):
        marks, frame = (
            Stage(shutbox, view, fast=True, prefs={"cursor": how}, options={"tiles": tiles}).press(keys)
            for how in ("marks", "frame")
        )
        spots = [spot for spot in frame.canvas.spots if spot.target in TILES]
        assert len(spots) == tiles
        for spot in spots:
            for y in range(spot.y, spot.y + spot.h):
                inside = slice(spot.x, spot.x + spot.w)
                assert marks.canvas.cells[y][inside] == frame.canvas.cells[y][inside]
        drawn = sum(a != b for one, other in zip(marks.canvas.cells, frame.canvas.cells, strict=True)
                    for a, b in zip(one, other, strict=True))  # fmt: skip
        assert drawn >= 3 + spots[0].w


def test_the_rolls_beside_the_box_include_the_one_that_lies_there_and_the_one_that_ended_it():
    rolls = shutbox.game.picture.beside
    stage = Stage(shutbox, fast=True).press("enter")
    while stage.state.scene == "play":
        game = stage.state.table.position
        head, lines = rolls(stage.state.table)
        assert head == "Rolls" and len(lines) == len(stage.state.table.moves) + 1
        assert lines[-1] == f"{sum(game.dice):>2}: ?"
        stage.say(move_text(best_sets(game.variant, game.open, game.total)[0][0]))
    _, lines = rolls(stage.state.table)
    assert stage.state.table.position.why == "shut" or lines[-1].endswith(": no match")
