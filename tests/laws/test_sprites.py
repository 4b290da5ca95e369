"""What moves over a board: a frame drawn as pictures over the rest is the frame drawn whole."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seated import Table

from door.midend.api import News, Setup, Sight
from door.midend.doors import find
from door.midend.watch import WatchDoor, seen
from door.term.keys import Key
from door.testing.stage import Stage
from door.ui.screen import Tick, View
from door.ui.widgets import centred

VIEWS = (View(), View(80, 23, mono=True), View(80, 23, mono=True, ascii=True), View(132, 49))
KEYS = {
    "shutbox": "9",
    "microlink": "enter",
    "mindbuster": "a enter",
    "thieves": "1 2 3 4 5 6 7 space",
    "switchbox": "3 enter",
}


def looks_whole(door: Any, kept: Any, state: Any, view: View) -> None:
    """What stays with what moves over it is all of the picture, and what answers the mouse."""
    canvas = centred(door.draw(kept, view), view.cols, view.rows).copy()
    x, y = canvas.origin
    for sprite in door.sprites(state, view):
        canvas.blit(sprite.picture, x + sprite.x, y + sprite.y)
    whole = centred(door.draw(state, view), view.cols, view.rows)
    assert canvas.text() == whole.text()
    assert canvas.cells == whole.cells
    assert canvas.spots == whole.spots
    assert (canvas.cursor, canvas.above) == (whole.cursor, whole.above)


def moves(stage: Stage) -> bool:
    return bool(stage.state.frames) and bool(stage.state.frames[stage.state.at].seconds)


def tick(stage: Stage) -> None:
    stage.tick(next(wake for wake in stage.waiting if wake.name == "motion"))


@pytest.mark.parametrize("view", VIEWS, ids=["colour", "mono", "ascii", "wide"])
@pytest.mark.parametrize("slug", KEYS)
def test_what_moves_over_what_stays_is_the_whole_picture(slug: str, view: View) -> None:
    door, prefs = find(slug), {"seat2": "expert"} if slug == "microlink" else {}
    stage = Stage(door, view, patient=True, prefs=prefs).press("enter")
    kept, again = None, 0
    for _ in range(3):
        while moves(stage):
            before, kept = kept, door.rested(stage.state, kept, stage.view)
            if kept is not None:
                again += kept is before
                looks_whole(door, kept, stage.state, view)
            tick(stage)
        for key in KEYS[slug].split():
            if not moves(stage):
                stage.press(key)
    assert again >= 2


@pytest.mark.parametrize("view", VIEWS, ids=["colour", "mono", "ascii", "wide"])
def test_doors_that_a_computer_shuts_are_laid_over_the_table(view: View) -> None:
    stage = Stage(find("microlink"), view, patient=True)
    stage.tick()  # nobody has touched the title page: a demonstration
    kept, again = None, 0
    for _ in range(200):
        shut = stage.state.table.frame
        if shut is not None and shut.scene == "watching":
            before, kept = kept, stage.door.rested(stage.state, kept, view)
            assert kept is not None
            again += kept is before
            looks_whole(stage.door, kept, stage.state, view)
        tick(stage)
    assert again >= 20


HANDS = {
    "shutbox": "right left down up space enter 4 6 a d",
    "microlink": "right left down up space enter 5",
    "mindbuster": "right left r w b backspace enter a",
    "thieves": "right left home end f 3 space l",
    "switchbox": "right left home end v 3",
}
CHOSEN: dict[str, dict[str, str]] = {"shutbox": {"cursor": "frame"}, "thieves": {"look": "2d"}}


@settings(max_examples=60)
@given(st.data())
@pytest.mark.parametrize("slug", HANDS)
def test_what_a_hand_does_is_laid_over_what_stays(slug: str, data: st.DataObject) -> None:
    """As a view does it: what stays is kept from key to key, for as long as it is the same."""
    view, prefs = data.draw(st.sampled_from(VIEWS)), data.draw(st.sampled_from([{}, CHOSEN.get(slug, {})]))
    stage = Stage(find(slug), view, fast=True, prefs=prefs).press(data.draw(st.sampled_from(("enter", "p"))))
    keys, kept = st.lists(st.sampled_from(HANDS[slug].split()), min_size=4, max_size=16), None
    for key in data.draw(keys):
        stage.press(key)
        kept = stage.door.rested(stage.state, kept, stage.view)
        if kept is not None:
            looks_whole(stage.door, kept, stage.state, view)


@pytest.mark.parametrize("slug", HANDS)
def test_a_moved_cursor_leaves_what_is_kept(slug: str) -> None:
    stage = Stage(find(slug), fast=True).press("enter enter" if slug == "microlink" else "enter")
    kept = stage.door.rested(stage.state, None, stage.view)
    assert kept is not None
    for key in ("right", "right", "left"):
        before = stage.state
        stage.press(key)
        assert stage.state != before
        assert stage.door.rested(stage.state, kept, stage.view) is kept


@pytest.mark.parametrize("view", VIEWS, ids=["colour", "mono", "ascii", "wide"])
@pytest.mark.parametrize("slug", KEYS)
def test_news_has_what_stays_drawn_anew_where_they_are_seen(slug: str, view: View) -> None:
    door = find(slug)
    stage = Stage(door, view, patient=True).press("enter enter" if slug == "microlink" else "enter")
    while (kept := door.rested(stage.state, None, view)) is None:
        tick(stage)
    stage.send(News(stage.books._replace(rank=3, score=77)))
    anew = door.rested(stage.state, kept, view)
    assert anew is not None
    assert (anew is kept) == (view.cols == 80)
    looks_whole(door, anew, stage.state, view)


def test_who_looks_on_has_the_rest_drawn_anew_when_something_is_said() -> None:
    door = find("microlink")
    screen, stage = WatchDoor(door.game), Stage(door, fast=True).press("enter")
    setup = Setup("Bob", stage.setup.options, stage.books)
    look, _ = screen.start(setup, Sight("Ann", seen(stage.state)))
    kept = None
    for key in ["enter", "1", "4", "enter", "3", "enter"]:
        look, _ = screen.update(look, Sight("Ann", seen(stage.press(key).state)))
        kept = kept or screen.rested(look, None, stage.view)
        if kept is not None:
            break
    assert kept is not None and screen.rested(look, kept, stage.view) is kept
    heard = look._replace(watch=look.watch._replace(heard="Bo: Well rolled"))
    assert screen.rested(heard, kept, stage.view).watch.heard


def test_a_board_under_something_else_is_drawn_whole() -> None:
    door = find("switchbox")
    stage = Stage(door, VIEWS[0], patient=True).press("enter 3")
    assert door.rested(stage.state, None, stage.view) is not None
    stage.press("?")
    assert stage.state.over
    assert door.rested(stage.state, None, stage.view) is None


@pytest.mark.parametrize("slug", ("shutbox", "switchbox"))
def test_a_clock_is_drawn_with_the_table(slug: str) -> None:
    view = VIEWS[0]
    table = Table(slug, clock="5+10", race=slug == "shutbox", rated=False).sat("Bob")
    call = table.follow("Ann", view)
    call.rest()
    kept = call.door.rested(call.state, None, view)
    assert kept is not None
    pointed, _ = call.door.update(call.state, Key("right"))
    assert call.door.rested(pointed, kept, view) is kept
    looks_whole(call.door, kept, pointed, view)
    later, _ = call.door.update(pointed, Tick("clock"))
    anew = call.door.rested(later, kept, view)
    assert anew not in (None, kept)
    looks_whole(call.door, anew, later, view)
    assert call.door.draw(kept, view).text() != call.door.draw(later, view).text()
