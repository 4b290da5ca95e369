"""What a call hears next: answers before keys, keys in their order, and no more than it can hold."""

import asyncio
import weakref
from typing import Any

import pytest
from boardroom import Boardroom
from callline import CallDouble
from effort import PATIENCE

from door.call.events import BACKLOG, REPEATS, TYPING, EventQueue, StrayKeys
from door.call.stack import Layer
from door.features.tables.asks import TablesFound
from door.net.line import Data, HungUp, Resized
from door.term.keys import Key

pytestmark = pytest.mark.files("it has no store")

LAYER: Any = Layer(screen=None, state=None, where="")  # type: ignore[arg-type]


def opened(*early: Any) -> tuple[EventQueue, CallDouble]:
    line = CallDouble()
    mail = EventQueue(line)
    mail.open(early)
    return mail, line


def heard(mail: EventQueue, busy: bool = False) -> list[Any]:
    """All that may be heard now."""
    events = []
    while post := mail.next(busy):
        events.append(post[1])
    return events


async def test_answers_are_heard_before_the_keys_that_came_before_them():
    mail, line = opened("early")
    line.type("a")
    mail.post(LAYER, "answer")
    mail.post(None, "news")
    assert heard(mail) == ["answer", "news", "early", Data(b"a")]


async def test_only_what_is_typed_makes_impatient():
    mail, line = opened()
    mail.post(None, "news")
    assert not mail.impatient()
    line.type("a")
    mail.post(None, "more news")
    assert mail.impatient()
    heard(mail)
    assert not mail.impatient()
    mail.hold(Key("a"))
    assert mail.impatient()


async def test_what_is_held_back_waits_for_the_screen_and_keeps_its_order():
    mail, line = opened()
    mail.hold(Key("2"))
    mail.hold(Key("3"))
    mail.hold_first([Key("0"), Key("1")])
    line.type("4")
    line.resize(90, 30)
    assert heard(mail, busy=True) == [Resized(90, 30)], "a window's size holds for everybody, at once"
    keys = [Key(name) for name in "012345"]
    assert mail.decode(lambda data: [Key("4"), Key("5")]) == keys
    assert heard(mail) == keys


async def test_what_was_typed_can_be_dropped_and_nothing_else_with_it():
    mail, line = opened()
    mail.hold_first([Key("0"), HungUp("lost")])
    mail.hold(Data(b"1\x1b["))
    mail.hold(Data(b"A"))
    assert mail.let_drop() == b"1\x1b[A"
    line.type("2")
    assert heard(mail) == [HungUp("lost"), Data(b"2")]


async def test_of_snapshots_only_the_newest_waits_for_each_page():
    mail, _ = opened()
    other: Any = Layer(screen=None, state=None, where="")  # type: ignore[arg-type]
    first, second = TablesFound((), (), (), 1), TablesFound((), (), (), 2)
    mail.post(other, first)
    mail.post(LAYER, first)
    mail.post(LAYER, "answer")
    mail.post(LAYER, second)
    assert [mail.next(False) for _ in range(4)] == [(other, first), (LAYER, "answer"), (LAYER, second), None]


async def test_a_line_is_left_alone_once_too_much_is_held_back():
    full: list[str] = []
    line = CallDouble(full=lambda: full.append("full"), room=lambda: full.append("room"))
    mail = EventQueue(line)
    mail.open([Key("x")] * (BACKLOG + 1))
    while not full:
        line.type("k" * 100)
        assert heard(mail, busy=True) == []
    assert full == ["full"]
    mail.post(LAYER, "answer")
    assert mail.next(True) == (LAYER, "answer"), "the board's own still come through"
    rest = heard(mail)
    assert rest[: BACKLOG + 1] == [Key("x")] * (BACKLOG + 1)
    assert all(isinstance(event, Data) for event in rest[BACKLOG + 1 :]) and line.take() is None
    assert full == ["full", "room"]


async def test_the_end_of_the_line_is_heard_once_and_after_all_that_came_before():
    mail, line = opened()
    line.type("a")
    line.drop()
    assert heard(mail) == [Data(b"a"), HungUp("dropped")]
    assert heard(mail) == []


async def test_waiting_lets_others_go_on_and_ends_with_what_comes():
    mail, line = opened()
    turns: list[str] = []

    async def call() -> None:
        for _ in range(3):
            await mail.wait()
            turns.append("call")
            while mail.next(False):
                pass

    async def other() -> None:
        turns.append("other")

    task = asyncio.create_task(call())
    beside = asyncio.create_task(other())
    await beside
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert turns == ["other", "call"], "it looked once, and then had nothing to look for"
    line.type("a")
    await asyncio.sleep(0)
    assert turns[2:] == ["call"]
    mail.post(None, "b")
    await asyncio.wait_for(task, PATIENCE)
    assert turns[3:] == ["call"]


async def test_an_enter_is_stray_until_its_key_was_released():
    mail, _ = opened()
    stray, enter = StrayKeys(mail, terminal=None), Key("enter")  # type: ignore[arg-type]
    page, door = (
        Layer(screen=None, state=None, where=""),
        Layer(screen=None, state=None, where="", slug="shutbox"),
    )  # type: ignore[arg-type]
    assert not stray.stops(page, enter)
    assert stray.stops(door, enter), "held down from the page before"
    for _ in range(9):
        Boardroom.pass_time(REPEATS / 2)
        assert stray.stops(door, enter), "and still held down"
    Boardroom.pass_time(REPEATS)
    assert not stray.stops(door, enter) and not stray.stops(door, enter)
    stray.arm()
    assert stray.stops(door, enter), "the door has another page"
    assert not stray.stops(door, Key("left")) and not stray.stops(door, enter), "another key was pressed"
    stray.arm()
    assert not stray.stops(page, enter), "no page of the board costs a turn"


async def test_a_page_that_came_while_the_caller_was_typing_gets_no_key_for_a_moment():
    mail, _ = opened()
    stray = StrayKeys(mail, terminal=None)  # type: ignore[arg-type]
    door = Layer(screen=None, state=None, where="", slug="mindbuster")  # type: ignore[arg-type]
    stray.arm(typing=True)
    assert all(stray.stops(door, Key(name)) for name in ("r", "w", "enter"))
    Boardroom.pass_time(TYPING)
    assert not stray.stops(door, Key("r")) and not stray.stops(door, Key("enter"))
    stray.arm(typing=True)
    stray.arm()
    assert not stray.stops(door, Key("b")), "a page that the caller opened"


async def test_a_closed_page_goes_though_the_last_enter_was_for_it():
    class News: ...

    mail, _ = opened()
    stray = StrayKeys(mail, terminal=None)  # type: ignore[arg-type]
    news = News()
    page, data = Layer(screen=None, state=news, where=""), weakref.ref(news)  # type: ignore[arg-type]
    assert not stray.stops(page, Key("enter"))
    del page, news
    assert data() is None
