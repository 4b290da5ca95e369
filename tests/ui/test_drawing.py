"""Forms as they are drawn: a row's values beside it."""

import pytest

from door.ui.blocks import Choices, FormRow, Layout
from door.ui.drawing import to_canvas
from door.ui.screen import View

CLOCKS = tuple(f"{n} minutes plus {n} seconds a move, live" for n in range(1, 8))


def drawn(value: str, options: tuple[str, ...]) -> str:
    form = Choices((FormRow("clock", "Clock", value, options),))
    rows = to_canvas(Layout("New table", form), View(132, 50)).text().split("\n")
    return next(row for row in rows if "► Clock" in row).partition("Clock")[2].strip()


@pytest.mark.parametrize("value", CLOCKS)
def test_the_chosen_value_is_among_those_beside_its_row_however_many_there_are(value):
    row = drawn(value, CLOCKS)
    assert row.count(value) == 2, "as the value, and among the others"
    assert ("«" in row) == (value != CLOCKS[0]) and ("»" in row) == (value not in CLOCKS[-1:])


def test_values_of_several_words_stand_apart_and_short_ones_have_all_of_them():
    games = ("Shut The Box", "MicroLink Shut The Box", "MindBuster!", "Forty Thieves", "Switchbox")
    assert "Shut The Box  MicroLink Shut The Box  MindBuster!" in drawn(games[0], games)
    row = drawn("auto", ("auto", "cp437", "utf-8", "ascii"))
    assert row.endswith("auto  cp437  utf-8  ascii")
