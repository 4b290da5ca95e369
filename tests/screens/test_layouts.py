"""A key on a door's page makes no layout, and each page tells the same commands as its layout."""

import random
from dataclasses import replace

import pytest

from door.screens import screen
from door.screens.doors import find
from door.screens.layouts import Overlay
from door.term.keys import Key
from door.testing.stage import Stage

ROADS = {
    "help": "h", "settings": "f3", "bulletin": "b", "leave": "enter q", "coach": "c", "again": "c 1",
    "way": "c w", "board": "l", "proof": "v",
}  # fmt: skip
"""The keys that lead to each page, from the title page or the end page."""


def ended(slug: str) -> Stage:
    """Return a stage where a game of random moves has ended."""
    stage, dice = Stage(find(slug), fast=True).press("enter"), random.Random(1)
    while stage.state.scene != "done":
        stage.press(dice.choice([*"12345678", "space", "enter"]))
    return stage


def at_page(name: str) -> Stage:
    if name in ("help", "settings", "bulletin", "leave"):
        stage = Stage(find("thieves"), fast=True)
    else:
        stage = ended("switchbox" if name == "again" else "thieves")
    stage.press(ROADS[name])
    assert stage.state.page.name == name
    return stage


@pytest.mark.parametrize("name", ROADS)
def test_a_key_without_a_meaning_makes_no_layout(name, monkeypatch):
    stage, made = at_page(name), []
    page = screen.OVERLAYS[name]
    if page.commands is None:  # a question, which is nothing but its answers
        return

    def make(game, state):
        made.append(name)
        return page.make(game, state)

    monkeypatch.setitem(screen.OVERLAYS, name, replace(page, make=make))
    after, _ = stage.door.update(stage.state, Key("f9"))
    assert made == [] and after.page == stage.state.page


@pytest.mark.parametrize("name", ROADS)
def test_a_page_s_commands_are_those_of_its_layout(name):
    stage, page = at_page(name), screen.OVERLAYS[name]
    assert isinstance(page, Overlay)
    shown = [(one.id, one.key) for one in page.layout(stage.door.game, stage.state).commands]
    if page.commands:
        assert [(one.id, one.key) for one in page.commands(stage.door.game, stage.state)] == shown


def test_any_key_that_leads_on_turns_to_the_next_move_of_the_best_line():
    stage = at_page("way")
    last = len(stage.state.look.verdict.way.moves)
    for at, key in enumerate(("right", "down", "pgdn", "6", "enter"), 1):
        assert stage.press(key).state.page.at == min(at, last)
    assert stage.press("left").state.page.at == min(5, last) - 1
    assert stage.press("home").state.page.at == 0 and stage.press("left").state.page.at == 0
    assert stage.press("end").state.page.at == last and stage.press("right").state.page.at == last
    assert stage.press("enter").state.page.name == "coach"


def test_help_stays_as_it_was_opened_until_the_sysop_changes_the_options():
    stage = at_page("help")
    sheets = stage.state.page.sheets
    assert sheets and stage.press("right").state.page.sheets is sheets
