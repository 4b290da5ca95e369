"""The key set a caller has chosen for all doors, and what each door makes of it; the size of the screen."""

import pytest
from boardroom import boardroom
from callline import DUMB

from door.screens.doors import DOORS, find
from door.screens.pages.settings import layout

pytestmark = pytest.mark.files("it is about screens: its records are those of any call")

microlink = find("microlink")
mindbuster = find("mindbuster")

shutbox = find("shutbox")
thieves = find("thieves")


@pytest.fixture
async def board(tmp_path):
    async with boardroom(
        tmp_path, doors=(find("shutbox"), microlink, find("mindbuster"), thieves)
    ) as open_board:
        await open_board.register("Ann")
        yield open_board


async def at_door(board, number, handle="Ann"):
    line = await board.at_menu(handle)
    line.type(number)
    await board.until(lambda: any(layer.slug for layer in board.sessions[-1].stack))
    return line, next(layer for layer in board.sessions[-1].stack if layer.slug).state


@pytest.mark.parametrize(
    "door", [door for door in DOORS if door.INFO.numpad], ids=lambda door: door.INFO.slug
)
def test_a_doors_own_preference_is_one_it_reads(door):
    from door.testing import Stage

    key, value = door.INFO.numpad
    assert Stage(door, prefs={key: value}).state != Stage(door, prefs={}).state
    here, there = (Stage(door, upright=up, fast=True).press("enter") for up in (False, True))
    rows, fewer = ({row.key for row in layout(door.game, one.state).body.rows} for one in (here, there))
    assert rows - fewer == {key}, "a phone with buttons has no row about keys"
    assert door.closeup(here.state) == door.closeup(there.state), "its buttons stay in their places"


async def test_the_setting_is_remembered_and_told_in_plain_mode(board):
    line = await board.at_menu("Ann", DUMB)
    await line.say("s\r", "keys: Keys in doors: numbers [(]choices: numbers, numpad, letters[)]")
    await line.say("keys numpad\r", "keys is now numpad")
    await board.until(lambda: board.callers.find("Ann").prefs.get("keys") == "numpad")


async def choose_size(board, line):
    """Takes 132x50 in Settings, and waits until the board has that size."""
    await line.press("s", "Characters +auto")
    await line.press("\x1b[A\x1b[A", "Screen size +auto +[(]80x24[)]")
    line.type("\x1b[D")
    await board.until(lambda: size_of(board) == (132, 50))


def size_of(board):
    profile = board.sessions[-1].terminal.view.profile
    return profile.cols, profile.rows


async def test_a_size_that_is_kept_holds_on_terminals_that_report_the_same(board):
    line = await board.at_menu("Ann")
    await choose_size(board, line)
    assert board.callers.find("Ann").prefs.get("size") is None, "not before it is kept"
    line.type("y")
    await board.until(lambda: board.callers.find("Ann").prefs.get("size") == "132x50")
    again, _ = board.proved_call("Ann")
    await board.until(lambda: size_of(board) == (132, 50))
    again.resize(100, 30)
    await board.until(lambda: size_of(board) == (100, 30))


async def test_a_size_chosen_in_one_client_is_not_used_in_one_that_reports_another(board):
    await board.register("Bo", size="132x37", size_for="web 92x40")
    await board.at_menu("Bo")
    assert size_of(board) == (80, 24)


@pytest.mark.parametrize("way", ["n", "\x1b", "q", "nothing"])
async def test_a_size_that_is_not_kept_goes_back(board, monkeypatch, way):
    monkeypatch.setattr("door.features.settings.pages.TRIAL_SECONDS", 0.1 if way == "nothing" else 60.0)
    line = await board.at_menu("Ann")
    await choose_size(board, line)
    if way != "nothing":
        line.type(way)
    await board.until(lambda: size_of(board) == (80, 24))
    assert board.callers.find("Ann").prefs.get("size") is None


async def test_numbers_choose_as_long_as_nothing_else_is_chosen(board):
    _, state = await at_door(board, "2")
    assert state.chosen.get("m") != "yes"
    _, state = await at_door(board, "4")
    assert state.chosen.get("numpad") != "on"


async def test_the_keypad_moves_in_every_door_where_digits_else_choose(board):
    await board.register("Bo", keys="numpad")
    _, state = await at_door(board, "2", "Bo")
    assert state.chosen["m"] == "yes"
    _, state = await at_door(board, "3", "Bo")
    assert state.chosen["keypad"] == "on"
    _, state = await at_door(board, "4", "Bo")
    assert state.chosen["numpad"] == "on"


async def test_what_was_chosen_inside_a_door_comes_first(board):
    await board.register("Bo", keys="numpad")
    board.callers.change("Bo", lambda caller: caller.remember("microlink", "m", "no"))
    _, state = await at_door(board, "2", "Bo")
    assert state.chosen.get("m") != "yes"
    _, state = await at_door(board, "4", "Bo")
    assert state.chosen["numpad"] == "on"


@pytest.mark.parametrize(
    ("keys", "shown"),
    [("numbers", r"\[4\] left +\[6\]"), ("numpad", r"\[4\] left"), ("letters", r"\[A\] left +\[D\] right"),
     ("klingon", r"\[4\] left")],
)  # fmt: skip
async def test_shut_the_box_names_the_callers_keys_and_takes_all_of_them(board, keys, shown):
    await board.register("Bo", keys=keys)
    line, _ = await at_door(board, "1", "Bo")
    await line.press(" ", "Enter to play")
    await line.press("\r\r", shown)
    state = board.sessions[-1].stack.top.state
    before = state.table.board.cursor
    line.type("d")
    await board.until(lambda: board.sessions[-1].stack.top.state.table.board.cursor != before)
    line.type("4")
    await board.until(lambda: board.sessions[-1].stack.top.state.table.board.cursor == before)
