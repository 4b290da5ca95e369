"""What features keep for the whole board, and the list of features."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import door
from door.call import bus
from door.call.api import Services
from door.call.feature import Feature, Features
from door.features.callers.asks import LAST_CALLERS
from door.features.every import FEATURES
from door.features.menu.pages.goodbye import GoodbyeLobby
from door.features.messages.asks import Send
from door.features.tables.hub import TableHub
from door.pages.api import Visit
from door.pages.page import Page
from door.records.community.community import Wall
from door.ui.screen import No
from door.ui.texts import tr


def test_each_part_that_is_asked_for_anywhere_is_made(board):
    files = Path(door.__file__).parent.rglob("*.py")
    asked = {name for file in files for name in re.findall(r"services\[(\w+)\]", file.read_text())}
    assert {"TableHub", "Chat"} < asked
    assert asked <= {kind.__name__ for kind in board.services.parts}


def features(*each: Feature) -> Features:
    def unused(*args: Any) -> Any:
        raise AssertionError

    return Features(*each, first_screen=unused)


def test_two_features_with_one_name_of_anything_are_refused():
    one: Any = FEATURES.each[1]
    with pytest.raises(ValueError, match="two handlers for"):
        features(one, Feature("other", one.handlers))
    pages: dict[str, Page[Any]] = dict(one.pages)
    with pytest.raises(ValueError, match="two features have"):
        features(one, Feature("other", pages=pages))


def test_a_feature_s_part_is_made_once_and_not_over_one_that_is_there(board):
    services: Services = board.services
    before = dict(services.parts)
    for one in FEATURES.each:
        assert all(type(make(services)) in before for make in one.makes)
    assert services.parts == before


async def test_a_feature_that_is_missing_is_one_sentence_and_the_call_goes_on(board, monkeypatch, caplog):
    wall = next(one for one in FEATURES.each if one.name == "wall")
    monkeypatch.delitem(FEATURES.pages, "wall")
    monkeypatch.delitem(FEATURES.handlers.later, LAST_CALLERS)
    ann = await board.at_menu("Ann")
    board.sessions[0].carry_out(board.sessions[0].stack.top, Visit("wall"))
    await ann.shows("This board doesn't have that")
    board.sessions[0].carry_out(board.sessions[0].stack.top, Visit("callers"))
    await ann.shows("This board doesn't have that")
    await ann.press("q", "Hello, Ann")
    assert wall.name in caplog.text and "last-callers" in caplog.text


async def test_a_part_or_a_lobby_that_no_feature_makes_is_one_sentence(board, monkeypatch, caplog):
    ann = await board.at_menu("Ann")
    monkeypatch.delitem(board.services.parts, Wall)
    await ann.press("o", "This board doesn't have that")
    await ann.press("q", "Hello, Ann")
    monkeypatch.delitem(FEATURES._sees, GoodbyeLobby)
    await ann.press("g", "This board doesn't have that")
    await ann.press("h", "GETTING ABOUT")
    assert "no feature makes Wall" in caplog.text and "no feature makes the lobby" in caplog.text


def test_each_feature_can_be_left_out():
    """Nothing else in the list needs its name; what asks for it is refused with a sentence."""
    for one in FEATURES.each:
        rest = features(*(other for other in FEATURES.each if other is not one))
        assert not rest.pages.keys() & one.pages.keys()


async def test_a_fault_of_the_other_call_is_not_called_a_caller_who_has_gone(board):
    ann, bob = await board.at_menu("Ann"), await board.at_menu("Bob")
    session = board.sessions[1]

    def fails(note: Any, how: Any = "") -> None:
        raise ZeroDivisionError

    session.messages.hear = fails
    own = board.sessions[0]
    answer = await FEATURES.handlers.answer(own, own.stack.top, Send(session.node, "Bob", "Hello"))
    assert isinstance(answer, No) and answer.why == tr.refused.has_fault()
    await ann.press("w", "Who's online")
    await bob.press("w", "Who's online")


async def test_a_guest_s_end_leaves_no_notices_behind(board):
    hub = board.services[TableHub]
    hub._seen["guest 1"] = {"7ab1e": tr.watch.game_gone()}
    hub.call_ended("Guest 1", has_file=False)
    assert not hub._seen


async def test_a_host_that_is_gone_is_forgotten_with_what_it_has_said_too_early(monkeypatch):
    monkeypatch.setattr(bus, "LATE", 0.0)

    class Speaker:
        host = "a"

        def say(self, message: Any) -> None: ...
        def listen(self, heard: Any) -> None: ...

    one = bus.CallBus(Speaker())
    for n in (1, 5, 6):
        one._hear({"do": "say", "by": "dead", "n": n, "to": "", "it": []})
    assert len(one._senders["dead"].early) == 2
    one.forget("dead")
    assert not one._senders["dead"].early
    await asyncio.sleep(0.01)
    assert not one._senders
