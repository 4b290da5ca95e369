"""The keys of a screen for a phone."""

import pytest

from door.call.status import LONGEST, MOST, KeyBar, StatusFields, key_bar, status_row
from door.term.canvas import Canvas
from door.term.keys import Key
from door.ui.texts import tr
from door.ui.widgets import Hint, keys_line

pytestmark = pytest.mark.files("it has no store")


def test_a_screen_s_keys_are_told_once_each_with_what_stands_there():
    canvas = Canvas(80, 24)
    for at, (name, text) in enumerate(
        [("h", "[H]  help"), ("up", "[Up]"), ("h", "again"), ("enter", ""), ("q", "[Q] " + "leave " * 12)]
    ):
        canvas.put(0, at, text, 7)
        canvas.hot(0, at, 70, 1, Key(name))
    canvas.hot(0, 99, 5, 1, Key("x"))
    canvas.hot(0, 0, 5, 1, "a tile")
    canvas.field = "secret"
    told = key_bar(canvas)
    assert [*told.keys][:2] == [("h", "[H] help"), ("enter", "enter")]
    assert told.keys[2][1] == ("[Q] " + "leave " * 12)[: LONGEST - 1] + "»" and told.keys[3] == ("x", "x")
    assert told.sequence().startswith(b'\x1b]7437;{"keys":[["h","[H] help"],') and told.field == "secret"
    assert KeyBar((), "").sequence() == b'\x1b]7437;{"keys":[],"field":""}\x07'


def test_a_screen_with_very_many_keys_tells_the_first():
    canvas = Canvas(80, 24)
    for at in range(50):
        canvas.hot(at, 0, 1, 1, Key(f"f{at}"))
    assert len(key_bar(canvas).keys) == MOST


def test_a_button_keeps_its_word_when_the_keys_line_has_no_room_for_it():
    line = Canvas(20, 1)
    keys_line(line, [Hint("enter", "Open the table"), Hint("q", "Back")])
    page = Canvas(80, 24)
    page.blit(line, 0, 23)
    assert page.text().endswith("[Enter] [Q] Back")
    assert key_bar(page).keys == (("enter", "[Enter] Open the table"), ("q", "[Q] Back"))


def test_the_keys_of_a_notice_come_first_and_can_be_clicked():
    said = tr.tables.challenged_you(who="Ann", game="MindBuster!", terms="5+10", key="Ctrl-Y", no="Ctrl-N")
    row = status_row(StatusFields("Bob", 2, "Main Menu", notice=str(said)), 80)
    page = Canvas(80, 23)
    page.put(0, 22, "[H] help", 7)
    page.hot(0, 22, 8, 1, Key("h"))
    told = key_bar(page, row.cells, row.spots)
    assert told.keys == (("ctrl-y", "Ctrl-Y accepts"), ("ctrl-n", "Ctrl-N declines"), ("h", "[H] help"))
    assert row.at(row.text().index("Ctrl-N"), 0) == Key("ctrl-n")
