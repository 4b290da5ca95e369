"""The sky's small movements on the welcome, the menu and goodbye."""

from typing import Any

import pytest
from board_scenes import SCENES, lobby

from door.pages import sky
from door.term.diff import Painter
from door.term.profile import Profile
from door.ui.screen import Tick, View, Wake

PLACES = ("logon", "menu", "goodbye")
SKY = Tick(sky.TICK)
by_place = pytest.mark.parametrize("name", PLACES)


def opened(name: str, **changes: Any) -> tuple[Any, Any, Any]:
    scene = SCENES[name]
    return scene.page, *scene.page.start(lobby(**{"prefs": {}, **changes}), scene.arg)


def wakes(effects: Any) -> list[Wake]:
    return [one for one in effects if isinstance(one, Wake) and one.name == sky.TICK]


@by_place
@pytest.mark.parametrize("size", [(80, 23), (132, 49)])
def test_one_star_after_another_shines_for_few_bytes(name, size):
    page, state, effects = opened(name)
    assert wakes(effects) == [Wake(sky.SECONDS, sky.TICK)]
    painter = Painter(Profile(*size, charset="utf-8", colours="rgb", aix=True))
    pictures = []
    for beat in range(9):
        painted = painter.paint(page.draw(state, View(*size)))
        assert not beat or len(painted) <= 80, "as much as a key"
        pictures.append(page.draw(state, View(*size)).text())
        state, effects = page.update(state, SKY)
        assert wakes(effects)
    assert len(set(pictures)) > 3
    assert {sum(map(len, picture.split())) for picture in pictures} == {sum(map(len, pictures[0].split()))}


@by_place
def test_it_comes_to_rest_on_a_page_that_is_left_alone(name):
    page, state, effects = opened(name)
    beats = 0
    while wakes(effects):
        state, effects = page.update(state, SKY)
        beats += 1
    assert beats == sky.BEATS


@by_place
@pytest.mark.parametrize(
    "changes", [{"prefs": {"motion": "off"}}, {"terminal": {"plain": "on", "size": "80x24"}}], ids=str
)
def test_nothing_moves_for_who_wants_that_or_reads_lines(name, changes):
    _, _, effects = opened(name, **changes)
    assert wakes(effects) == []


@by_place
def test_no_text_is_overwritten_and_a_picture_without_stars_stays(name):
    page, state, _ = opened(name, art={})
    before = page.draw(state, View()).cells
    for _ in range(3):
        state, _ = page.update(state, SKY)
    assert page.draw(state, View()).cells == before


def test_a_menu_below_another_page_stands_still():
    page, state, _ = opened("menu")
    state, _ = page.run(state, next(one for one in page.commands(state) if one.id == "who"))
    assert wakes(page.update(state, SKY)[1]) == []
    assert wakes(page.update(state, state.lobby)[1])
