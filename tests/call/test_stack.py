"""The stack of a call's screens: their order, their timers, and the games that they save."""

import asyncio

import pytest
from callline import pass_time

from door.call.stack import Layer, Stack
from door.ui.screen import Tick

pytestmark = pytest.mark.files("it has no store")


def layer(**more) -> Layer:
    return Layer(screen=None, state=None, where="", **more)


def stacked(*layers: Layer) -> tuple[Stack, list, list]:
    """Return a stack with those layers, what it posts, and the games that it saves."""
    posts, saved = [], []
    stack = Stack(lambda *post: posts.append(post), saved.append, lambda *effect: None)
    for one in layers:
        stack.push(one)
    return stack, posts, saved


async def later(seconds: float) -> None:
    pass_time(seconds)
    for _ in range(2):
        await asyncio.sleep(0)


async def test_a_screen_that_is_removed_ends_its_timers_and_saves_its_game_once():
    game, page = layer(game="g1", waits=True), layer()
    stack, posts, saved = stacked(game, page)
    stack.wake(game, 1, "beat")
    stack.wake(page, 1, "page")
    for one in (game, game):
        stack.drop(one)
    await later(2)
    assert (stack, posts, saved, game.game) == ([page], [(page, Tick("page"))], ["g1"], "")
    stack.clear()
    assert (stack, saved) == ([], ["g1"])


async def test_only_a_game_that_waits_is_played():
    assert stacked(layer(game="g1", waits=True), layer())[0].plays
    assert not stacked(layer(game="practice"), layer(waits=True))[0].plays


async def test_a_screen_opens_below_those_above_others():
    low, chat, other, new = layer(), layer(above=True), layer(above=True), layer()
    stack, _, _ = stacked(low, chat, other)
    stack.push(new)
    assert stack == [low, new, chat, other]
    stack.down_to(low)
    assert stack == [low, chat, other]


async def test_timers_that_are_held_go_on_with_the_seconds_that_were_left():
    page, gone = layer(), layer()
    stack, posts, _ = stacked(page, gone)
    for one, name in ((page, "beat"), (page, "again"), (gone, "beat")):
        stack.wake(one, 5, name)
    pass_time(2)
    held = stack.hold()
    assert all(2.9 < seconds <= 3.1 for _, _, seconds in held) and len(held) == 3
    await later(100)
    assert not posts
    stack.drop(gone)
    stack.wake(page, 50, "again")
    stack.go_on(held)
    await later(2.5)
    assert not posts
    await later(1)
    assert posts == [(page, Tick("beat"))]
    await later(50)
    assert posts[1:] == [(page, Tick("again"))], "set anew since"
