"""One set of keys moves in every list, form and sheet; commands come first, and none of them is W or S."""

from dataclasses import replace
from typing import Any

import pytest
from board_scenes import CALLERS, RANKED, SCENES, WON, Scene, lobby
from sysop_scenes import BOOKS, DESK, PAGES

from door.external.api import MORE_DOORS, MoreDoor
from door.features.bulletins.pages import HALL_PAGE as hall
from door.features.bulletins.pages import PAGE as bulletins
from door.features.callers.asks import CALLERS as CALLERS_FOUND
from door.features.callers.asks import WHO, CallerRow, CallersFound
from door.features.callers.pages.callers import EVERYBODY as everybody
from door.features.callers.pages.callers import WHO_PAGE as who
from door.features.every import PAGES as PAGES_BY_NAME
from door.features.externals.pages import PAGE as more
from door.features.log.pages import LOG, LogLines
from door.features.log.pages import PAGE as LOG_PAGE
from door.features.menu.pages import menu
from door.features.news.pages import tour
from door.features.tables.asks import LADDER, LadderFound
from door.features.tables.pages.ladder import PAGE as ladder
from door.pages.api import HALL, Online, Visit
from door.pages.lines import FormPage
from door.pages.lists import ListPage
from door.pages.sheets import SheetPage
from door.term.keys import Key
from door.ui import navigation
from door.ui.screen import Answer, Leave, View
from door.ui.widgets import turn_page

DOORS = tuple(MoreDoor(f"door{at}", f"Door {at}", "") for at in range(30))
CROWD = Answer(WHO, (*CALLERS, *(Online(node, f"Caller {node}", "Main Menu", 1) for node in range(70, 100))))
LISTS = {
    **{
        name: SCENES[name] for name in ("menu", "tables", "watch", "gallery", "everybody", "inbox", "letters")
    },
    **{name: SCENES[name] for name in ("replays", "menu_tables")},
    "who": Scene(who, lobby(), (CROWD,)),
    "more": Scene(more, lobby(), (Answer(MORE_DOORS, DOORS),)),
    "desk": DESK["desk"],
    **{name: BOOKS[name] for name in ("callers", "config", "config_keys", "bans", "hours")},
}
SHEETS = {"help": SCENES["help"], "wall": SCENES["wall"], "profile": SCENES["profile_luck"]}
LEAVES = {
    "bulletins": Scene(bulletins, lobby()),
    "hall": Scene(hall, lobby(), (Answer(HALL, WON),)),
    "ladder": Scene(ladder, lobby(), (Answer(LADDER, LadderFound("shutbox", "Shut The Box", RANKED)),)),
    "tour": Scene(tour.PAGE, lobby()),
}
DOWN, UP = ("down", "2", "s", "S", "tab"), ("up", "8", "w", "W", "backtab")
RIGHT, LEFT = ("right", "6", "d", "D"), ("left", "4", "a", "A")


def pressed(scene: Scene, state: Any, *names: str) -> Any:
    for name in names:
        state, _ = scene.page.update(state, Key(name))
    return state


def own(scene: Scene, state: Any) -> set[str]:
    """Keys that are commands of the main menu, or choose a door by its number."""
    if scene.page is menu.PAGE:
        keys = {hint.key for hint in menu.ways(state.lobby).values()} | {"r", "!", "x"}
        return keys | {key.upper() for key in keys} | set("123456789") | {"d", "D"}
    return set("123456789") if scene.page is more else set()


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_walked_by_the_same_keys(name):
    scene = LISTS[name]
    top = pressed(scene, scene.state, "home")
    last = pressed(scene, top, "end").at
    assert top.at == 0 and last > 0
    taken = own(scene, top)
    for key in (*DOWN, "right", "6"):
        assert key in taken or pressed(scene, top, key).at == 1, key
    second = pressed(scene, top, "down")
    for key in (*UP, "left", "4"):
        assert key in taken or pressed(scene, second, key).at == 0, key
    for key in ("pgdn", " "):
        paged = pressed(scene, top, key)
        assert 1 < paged.at <= last or paged.at == last, key
        assert pressed(scene, paged, "pgup").at == 0
    assert pressed(scene, second, "end", "home").at == 0
    for key in "aAdD":
        assert scene.page.update(top, Key(key))[0].at == 0, "a command, or nothing"


@pytest.mark.parametrize("name", [name for name in LISTS if not name.startswith("menu")])
def test_the_same_keys_lead_back_from_every_list(name):
    scene = LISTS[name]
    for key in ("q", "Q", "esc", "x", "X", "ctrl-c", "ctrl-x"):
        assert scene.page.update(scene.state, Key(key))[1] == (Leave(),), key


@pytest.mark.parametrize("name", ["settings", "new_table"])
def test_every_form_is_walked_and_changed_by_the_same_keys(name):
    scene = SCENES[name]
    top = pressed(scene, scene.state, "home")
    last = pressed(scene, top, "end").at
    assert top.at == 0 and last == pressed(scene, top, "pgdn").at == pressed(scene, top, "up").at > 0
    for key in DOWN:
        assert pressed(scene, top, key).at == 1, key
    for key in UP:
        assert pressed(scene, pressed(scene, top, "down"), key).at == 0, key
    changed = pressed(scene, top, "right")
    assert values(changed) != values(top)
    for key in (*RIGHT, " ", "+"):
        assert values(pressed(scene, top, key)) == values(changed), key
    for key in (*LEFT, "-"):
        assert values(pressed(scene, changed, key)) == values(top), key
    for key in ("q", "esc", "x", "ctrl-c", "ctrl-x"):
        assert scene.page.update(top, Key(key))[1][-1:] == (Leave(),), key


def values(state: Any) -> Any:
    return (
        dict(state.lobby.prefs) | {"charset": state.lobby.prefs.get("charset", "auto")}
        if hasattr(state, "speed")
        else {key: row.value for key, row in state.choices.rows.items()}
    )


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_is_scrolled_by_the_same_keys(name):
    scene = SHEETS[name]
    top = pressed(scene, scene.state, "home")
    assert top.top == 0
    for key in DOWN:
        assert pressed(scene, top, key).top == 1, key
    for key in UP:
        assert pressed(scene, pressed(scene, top, "down"), key).top == 0, key
    page = pressed(scene, top, "pgdn").top
    assert page > 1
    for key in (" ", "right", "6"):
        assert pressed(scene, top, key).top == page, key
    for key in ("pgup", "left", "4", "home"):
        assert pressed(scene, pressed(scene, top, "pgdn"), key).top == 0, key
    for key in ("q", "esc", "x", "enter", "ctrl-c", "ctrl-x"):
        assert scene.page.update(top, Key(key))[1] == (Leave(),), key


def test_the_log_is_scrolled_by_the_same_keys_from_its_end():
    scene = Scene(
        LOG_PAGE, lobby(), (Answer(LOG, LogLines({"": 90}, tuple(f"line {at}" for at in range(90)))),)
    )
    state = scene.state
    for key in UP:
        assert pressed(scene, state, key).back == 1, key
    for key in DOWN:
        assert pressed(scene, pressed(scene, state, "up"), key).back == 0, key
    assert pressed(scene, state, "pgup", "pgdn").back == pressed(scene, state, "home", "end").back == 0
    assert 1 < pressed(scene, state, "pgup").back < pressed(scene, state, "home").back


@pytest.mark.parametrize("name", LEAVES)
def test_one_leads_from_sheet_to_sheet_by_the_same_keys(name):
    scene = LEAVES[name]
    first = scene.state
    last = pressed(scene, first, "left").at
    taken = set("aAdD46") if name == "tour" else set()  # keys of the main menu work there
    assert last > 0
    for key in (*RIGHT, "tab"):
        assert key in taken or pressed(scene, first, key).at == 1, key
    second = pressed(scene, first, "right")
    for key in (*LEFT, "backtab"):
        assert key in taken or pressed(scene, second, key).at == 0, key
    assert pressed(scene, replace(first, at=last), "right").at == 0, "around the end"
    for keys in (["pgdn"] * 60, ["end"] * 60):
        assert pressed(scene, first, *keys).at == last, keys[0]
    for keys in (["pgup"] * 60, ["home"] * 60):
        assert pressed(scene, second, *keys).at == 0, keys[0]


def test_no_list_form_or_sheet_moves_by_keys_that_are_not_walked_here():
    forms = [SCENES["settings"], SCENES["new_table"]]
    walked = [scene.page for scene in (*LISTS.values(), *SHEETS.values(), *LEAVES.values(), *forms)]
    moves = {type(page).move for page in walked} | {type(LOG_PAGE).move}
    kinds = (ListPage, FormPage, SheetPage)
    own = [
        name
        for name, page in PAGES_BY_NAME.items()
        if isinstance(page, kinds) and type(page).move not in moves
    ]
    assert own == ["thread", "sysop-caller"], "the latter is left by any key once its caller is gone"


def test_a_thread_is_read_post_by_post_by_the_same_keys():
    scene = SCENES["forum_thread"]
    first = scene.page.goes_to(scene.state, 0)[0]
    assert len(first.posts) > 1
    second = pressed(scene, first, "down")
    assert (first.at, second.at) == (0, 1)
    for key in DOWN:
        assert pressed(scene, first, key) == second, key
    for key in UP:
        assert pressed(scene, second, key).at == 0, key


def test_pages_of_help_and_of_coaches_are_turned_by_the_same_keys():
    for key in (*DOWN, *RIGHT, "pgdn", " ", "enter"):
        assert turn_page(0, 3, Key(key)) == 1, key
    for key in (*UP, *LEFT, "pgup", "backspace"):
        assert turn_page(1, 3, Key(key)) == 0, key
    assert (turn_page(1, 3, Key("home")), turn_page(1, 3, Key("end"))) == (0, 2)
    for key in ("esc", "q", "x", "ctrl-c"):
        assert turn_page(1, 3, Key(key)) is None, key
    for key in (*DOWN, *UP, *RIGHT, *LEFT, "pgdn", "pgup", " ", "home", "end"):
        assert turn_page(0, 1, Key(key)) == 0, "a key that would turn a page closes none"
    assert turn_page(0, 1, Key("enter")) is None and turn_page(2, 3, Key("enter")) is None


def test_a_key_in_a_long_list_makes_only_the_row_that_comes_into_view(monkeypatch):
    rows = tuple(CallerRow(f"Caller {at}", "21 Nov, 14:05", at, 0, "") for at in range(2000))
    state, _ = everybody.update(
        everybody.start(lobby(), "")[0], Answer(CALLERS_FOUND, CallersFound(rows, len(rows)))
    )
    state, _ = everybody.update(state, Key("pgdn"))
    everybody.draw(state, View())
    made, row = [], type(everybody).row
    monkeypatch.setattr(type(everybody), "row", lambda *args: made.append(args[-1]) or row(*args))
    for name, most in (("down", 1), ("up", 0), ("pgdn", 12), ("end", 16)):
        made.clear()
        state, _ = everybody.update(state, Key(name))
        text = everybody.draw(state, View()).text()
        assert len(made) <= most, name
    assert "Caller 1999" in text


def test_no_page_but_the_main_menu_has_a_command_on_w_or_s():
    for name, scene in PAGES.items():
        canvas = scene.page.draw(scene.state, View())
        keys = {spot.target.name for spot in canvas.spots if isinstance(spot.target, Key)}
        assert scene.page is menu.PAGE or not keys & {"w", "s"}, name


def test_the_table_has_every_direction_for_arrows_keypad_and_letters():
    for way, names in (("up", UP), ("down", DOWN), ("left", LEFT), ("right", RIGHT)):
        assert {navigation.direction(name) for name in names} == {way}
    assert navigation.direction("j") == navigation.direction("enter") == ""


def test_a_letter_to_a_caller_is_begun_with_the_same_key_everywhere():
    for name in ("everybody", "caller"):
        effects = SCENES[name].page.update(SCENES[name].state, Key("m"))[1]
        assert [effect.page for effect in effects if isinstance(effect, Visit)] == ["write"], name
    state, effects = who.update(pressed(LISTS["who"], LISTS["who"].state, "home", "down"), Key("m"))
    assert state.entry is not None and effects == ()
