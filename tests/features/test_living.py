"""The board's life beside the menu of a wide screen."""

from dataclasses import replace

import pytest
from board_scenes import lobby

from door.features.menu.pages import living, menu
from door.features.menu.pages.living import LIVING, Living
from door.pages.api import Online, OnTv
from door.records.community.community import Posted
from door.term.canvas import Canvas
from door.term.keys import Key, Line
from door.ui.screen import Answer, Ask, Tick, View, Wake
from door.ui.texts import tr

PICTURE = Canvas(80, 23)
LIFE = Living(
    tuple(Online(node, f"Caller {node}", "Shut The Box", 3) for node in range(2, 7)), 12,
    OnTv("On now: Bea at Shut The Box", "2 shut, 9 points", PICTURE),
    tuple(Posted("Bea", f"line {at}", "20:00") for at in range(4)),
)  # fmt: skip


def at(size, **terminal):
    return lobby(terminal={"size": size, "plain": "off", **terminal})


def shown(size):
    cols, rows = map(int, size.split("x"))
    state, _ = menu.PAGE.start(at(size), "")
    state, effects = menu.PAGE.update(state, Answer(LIVING, LIFE))
    return menu.PAGE.draw(state, View(cols, rows - 1)), effects


@pytest.mark.parametrize("size", ["112x24", "112x30", "132x24", "132x50", "200x60"])
def test_a_wide_menu_shows_who_is_on_the_game_the_leaders_and_the_wall(size):
    canvas, effects = shown(size)
    text, (cols, rows) = canvas.text(), map(int, size.split("x"))
    assert canvas.cols <= cols and canvas.rows < rows
    heads = tr.menu.on_the_board(count=12), "On now: Bea at", tr.menu.leads_the_month()
    for said in (*heads, "Caller 2: Shut The Box", "Bea: line 3"):
        assert said in text, said
    assert effects == (Wake(living.SECONDS, "look"),)
    keys = {spot.target for spot in canvas.spots}
    assert {spot.target for spot in shown("132x50")[0].spots} == keys, "the menu's keys are clicked as ever"


def test_a_long_title_of_the_game_stands_below_the_heading_whole():
    state, _ = menu.PAGE.start(at("132x50"), "")
    tv = OnTv("Bartholomew: best of yesterday at MindBuster!", "3 of 10 guesses", PICTURE)
    state, _ = menu.PAGE.update(state, Answer(LIVING, replace(LIFE, tv=tv)))
    text = menu.PAGE.draw(state, View(132, 49)).text()
    assert "─ Board TV ─" in text and "Bartholomew: best of yesterday at" in text and "MindBuster! " in text


@pytest.mark.parametrize(
    ("terminal", "prefs"),
    [
        ({"size": "80x24"}, {}), ({"size": "111x60"}, {}), ({"size": "132x50", "plain": "on"}, {}),
        ({"size": "132x50"}, {"expert": "on"}),
    ],
)  # fmt: skip
def test_nothing_is_asked_for_a_menu_that_has_no_room_for_it_or_is_to_be_short(terminal, prefs):
    state, effects = menu.PAGE.start(lobby(terminal={"plain": "off", **terminal}, prefs=prefs), "")
    assert not any(isinstance(one, Ask) for one in effects)
    assert menu.PAGE.update(state, Tick("look")) == (state, ())


def test_a_menu_below_another_page_is_not_kept_up_to_date():
    state, _ = menu.PAGE.start(at("132x50"), "")
    state, _ = menu.PAGE.update(state, Answer(LIVING, LIFE))
    state, _ = menu.PAGE.run(state, next(one for one in menu.PAGE.commands(state) if one.id == "who"))
    assert menu.PAGE.update(state, Tick("look"))[1] == ()
    assert LIVING(None) in menu.PAGE.update(state, state.lobby)[1]


def test_an_empty_board_invites_beside_the_menu():
    """Nobody plays, leads or has written: the right third of the screen says what could be first."""
    state, _ = menu.PAGE.start(replace(at("132x43"), doors=()), "")
    nobody = Living((Online(1, "Ann", "Main Menu", 0),), 1, OnTv(), ())
    state, _ = menu.PAGE.update(state, Answer(LIVING, nobody))
    text = " ".join(menu.PAGE.draw(state, View(132, 42)).text().split())
    assert "Nobody has a place yet." in text and tr.people.no_wall_lines() in text
    assert "Ann: Main Menu" in text


@pytest.mark.parametrize("plain", ["on", "off"])
def test_enter_opens_no_door_if_there_is_none(plain):
    state, _ = menu.PAGE.start(lobby(terminal={"plain": plain}, doors=()), "")
    _, effects = menu.PAGE.update(state, Line("enter") if plain == "on" else Key("enter"))
    assert not any(isinstance(one, menu.PlayDoor) for one in effects)
