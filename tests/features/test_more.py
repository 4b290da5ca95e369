"""More doors, and the way into one: the list, its keys, its words, and what is said before and after."""

from dataclasses import replace

import pytest
from board_scenes import Everything

from door.external.api import MORE_DOORS, BackFromProgram, EnterProgram, MoreDoor
from door.features.externals import pages as more_doors
from door.features.externals.pages import PAGE as more
from door.features.menu.pages import menu
from door.pages.api import Done, Visit
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Answer, Bell, Leave, No, View

NAMES = (("robots", "Robots"), ("cave", "Colossal Cave"), ("late", "Late"))
LOBBY = Everything("The Door", "Sysop", 1, "Alice", more=NAMES, terminal={"plain": "off"})
VISITOR = more_doors.ExternalsLobby("The Door", "Sysop", 1, "Alice", more=NAMES, terminal={"plain": "off"})
VISITOR_PLAIN = replace(VISITOR, terminal={"plain": "on"})
DOORS = (
    MoreDoor("robots", "Robots", "They are many."),
    MoreDoor("cave", "Colossal Cave", "", 2),
    MoreDoor("late", "Late", "Not yet.", None, "This door is closed right now. It opens at 18:00 (UTC)."),
)


def listed(doors=DOORS):
    state, effects = more.start(LOBBY, "")
    assert effects == (MORE_DOORS(),)
    return more.update(state, Answer(MORE_DOORS, doors))[0]


def typed(state, *keys):
    effects = ()
    for key in keys:
        state, effects = more.update(state, Key(key))
    return state, effects


@pytest.mark.parametrize(
    ("keys", "effects"),
    [
        (("enter",), (Visit("visit", "robots"),)),
        (("down", "enter"), (Visit("visit", "cave"),)),
        (("2",), (Visit("visit", "cave"),)),
        (("up", "enter"), (Visit("visit", "robots"),)),
        (("q",), (Leave(),)),
        (("z",), (Bell(),)),
        (("9",), (Bell(),)),
        (("3",), (Bell(),)),
    ],
)
def test_keys(keys, effects):
    assert typed(listed(), *keys)[1] == effects


def test_a_click_goes_in():
    state = listed()
    spot = next(s for s in more.draw(state, View()).spots if s.target == 1)
    assert more.update(state, Mouse(spot.x, spot.y, target=1))[1] == (Visit("visit", "cave"),)


def test_the_list_says_visits_left_and_why_a_door_is_shut():
    text = more.draw(listed(), View()).text()
    assert "1  Robots" in text and "They are many." in text and "no limit" in text
    assert "2  Colossal Cave" in text and "This door is closed right now." in text and "Not yet." not in text
    assert "Ctrl-Z" in text


def test_a_long_list_keeps_the_marked_door_in_view():
    many = tuple(MoreDoor(f"d{n}", f"Door {n}", "") for n in range(1, 31))
    state, _ = typed(listed(many), *["down"] * 29)
    text = more.draw(state, View()).text()
    assert "►" in text and "30  Door 30" in text and "of 30" in text and "Door 1 " not in text
    assert more.draw(typed(listed(many), *["down"] * 99)[0], View()).text() == text


def test_in_words():
    state = listed()
    speech = more.tell(None, state)
    assert "2. Colossal Cave: visits left 2." in speech.lines
    assert any(line.startswith("3. Late: visits unlimited. This door is closed") for line in speech.lines)
    for text, effects in (
        ("2", (Visit("visit", "cave"),)), ("colossal cave", (Visit("visit", "cave"),)),
        ("robots", (Visit("visit", "robots"),)), ("", (Leave(),)), ("77", (Bell(),)), ("what", (Bell(),)),
    ):  # fmt: skip
        assert more.update(state, Line(text))[1] == effects, text


def test_the_menu_has_it_only_where_there_are_such_doors():
    state, _ = menu.PAGE.start(LOBBY, "")
    assert "[D] More doors Robots, ..." in menu.PAGE.draw(state, View()).text()
    assert menu.PAGE.update(state, Key("d"))[1] == (Visit("more"),)
    for text in ("d", "More doors"):
        assert menu.PAGE.update(state, Line(text))[1] == (Visit("more"),)
    assert menu.PAGE.update(state, Line("colossal cave"))[1] == (Visit("visit", "cave"),)
    assert "D\N{NO-BREAK SPACE}More doors." in " ".join(menu.PAGE.tell(None, state).lines)
    bare, _ = menu.PAGE.start(Everything("The Door", "Sysop", 1, "Alice"), "")
    assert "More doors" not in menu.PAGE.draw(bare, View()).text()
    assert menu.PAGE.update(bare, Key("d"))[1] == (Bell(),)
    assert "More doors" not in " ".join(menu.PAGE.tell(None, bare).lines)


def test_names_that_do_not_fit_are_dots():
    assert menu.fit_names(["One", "Two", "Three"], 99) == "One, Two, Three"
    assert menu.fit_names(["One", "Two", "Three"], 14) == "One, Two, ..."
    assert menu.fit_names(["One", "Two"], 3) == ""


def test_on_a_screen_one_goes_straight_in_and_straight_back():
    state, effects = more_doors.VISIT.start(VISITOR, "robots")
    assert effects == (EnterProgram("robots"),)
    assert "Robots" in more_doors.VISIT.draw(state, View()).text()
    state, _ = more_doors.VISIT.update(state, Done())
    assert more_doors.VISIT.update(state, BackFromProgram())[1] == (Leave(),)


@pytest.mark.parametrize("event", [No("Not today."), BackFromProgram("Not today.")])
def test_what_there_is_to_say_is_read_first(event):
    state, effects = more_doors.VISIT.update(more_doors.VISIT.start(VISITOR, "robots")[0], event)
    assert effects == () and "Not today." in more_doors.VISIT.draw(state, View()).text()
    assert more_doors.VISIT.tell(None, state).lines == ("Not today.",)
    assert more_doors.VISIT.update(state, Key(" "))[1] == (Leave(),)
    assert more_doors.VISIT.update(state, Line(""))[1] == (Leave(),)


def test_who_is_taken_out_by_the_board_does_not_wait_here():
    state, _ = more_doors.VISIT.start(VISITOR, "robots")
    assert more_doors.VISIT.update(state, VISITOR)[1] == ()
    state, _ = more_doors.VISIT.update(state, Done())
    assert more_doors.VISIT.update(state, VISITOR)[1] == (Leave(),)


def test_in_plain_mode_one_is_told_and_asked():
    state, effects = more_doors.VISIT.start(VISITOR_PLAIN, "robots")
    assert effects == ()
    speech = more_doors.VISIT.tell(None, state)
    assert speech.lines[0].startswith("Robots is a full-screen program") and "<leave>" in speech.lines[1]
    assert more_doors.VISIT.update(state, Line("q"))[1] == (Leave(),)
    state, effects = more_doors.VISIT.update(state, Line(""))
    assert effects == (EnterProgram("robots"),) and not more_doors.VISIT.tell(state, state).lines
