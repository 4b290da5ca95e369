"""Frames drawn ahead are those that would have been drawn as they came due, and none but those."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from pathlib import Path

import pytest
from callline import SYNCTERM, CallDouble
from stage import Stage

from door.midend.api import MOTION, Thought
from door.midend.doors import find
from door.session.call.ahead import MOST, Ahead, DrawingTurns
from door.session.call.events import EventQueue, Failed
from door.session.call.stack import Layer, Stack
from door.session.call.status import Status
from door.session.call.terminal import Terminal
from door.settings.load import defaults
from door.term.decoder import Decoder
from door.term.keys import Key
from door.ui.screen import Tick

STATUS = Status("Ann", 1, "Forty Thieves")


class Dealt:
    """A caller whose cards are being dealt, and another view of the same that is drawn as frames come."""

    def __init__(self, tmp_path: Path, slug: str = "thieves") -> None:
        stage = Stage(find(slug), patient=True)
        stage.press("enter")
        assert stage.state.frames
        self.door, self.line = find(slug), CallDouble(SYNCTERM)
        settings = defaults(tmp_path, {slug: self.door.INFO})
        self.terminal = Terminal(self.line, lambda: settings)
        self.stack = Stack(lambda layer, event: None, lambda game: None, lambda layer, effect: None)
        self.layer = Layer(self.door, stage.state, slug, slug=slug)
        self.stack.push(self.layer)
        self.events = EventQueue(self.line)
        assert self.events.next(busy=False) is None
        self.ahead = Ahead(self.terminal, self.events, DrawingTurns())
        self.state, self.view = stage.state, type(self.terminal.view)(self.terminal.view.profile, Decoder())
        for view in (self.terminal.view, self.view):
            view.show(self.door, self.state, STATUS)

    def shows(self, event: object) -> bool:
        """An event as the loop hears it; whether what is shown is what the other view shows."""
        self.ahead.drop()
        self.layer.state, _ = self.door.update(self.layer.state, event)
        shown = self.terminal.view.show(self.door, self.layer.state, STATUS)
        self.state, _ = self.door.update(self.state, event)
        return shown == self.view.show(self.door, self.state, STATUS)

    def draws(self) -> None:
        self.stack.wake(self.layer, 0.06, MOTION)
        self.ahead.draw(self.stack, STATUS)

    def comes_due(self) -> bool:
        """A tick; whether its frame was there, and is the other view's."""
        before = bytes(self.line.sent)
        there = self.ahead.show(self.layer, MOTION)
        if there:
            self.state, _ = self.door.update(self.state, Tick(MOTION))
            assert self.line.sent == before + self.view.show(self.door, self.state, STATUS)
        return there


@pytest.mark.parametrize("seen", (0, 1, 3))
async def test_whatever_comes_between_is_drawn_over_what_was_shown(tmp_path: Path, seen: int) -> None:
    dealt = Dealt(tmp_path)
    dealt.draws()
    assert all(dealt.comes_due() for _ in range(seen))
    assert (
        dealt.shows(Tick(MOTION))
        and not dealt.comes_due()
        and dealt.shows(Key("?"))
        and dealt.shows(Key("escape"))
    )
    assert not dealt.comes_due()


async def test_a_motion_is_shown_to_its_end(tmp_path: Path) -> None:
    dealt = Dealt(tmp_path)
    while dealt.layer.state.frames:
        dealt.draws()
        shown = 0
        while dealt.comes_due():
            shown += 1
        assert shown or dealt.shows(Tick(MOTION))
    assert dealt.layer.state.table == dealt.state.table and not dealt.comes_due()


async def test_nothing_is_drawn_for_a_line_that_waits(tmp_path: Path) -> None:
    dealt = Dealt(tmp_path)
    dealt.line.stall()
    dealt.draws()
    dealt.line.stall(on=False)
    assert not dealt.comes_due()
    dealt.terminal.prefs["speed"] = "9600"
    dealt.draws()
    assert not dealt.comes_due()


async def test_nothing_is_shown_that_is_not_as_it_was(tmp_path: Path) -> None:
    dealt = Dealt(tmp_path)
    dealt.draws()
    sent, state = bytes(dealt.line.sent), dealt.layer.state
    assert not dealt.ahead.show(dealt.layer, "another")
    dealt.line.stall()
    assert not dealt.comes_due()
    dealt.line.stall(on=False)
    dealt.layer.state = state._replace(note="New")
    assert not dealt.comes_due()
    dealt.layer.state = state
    over = Layer(dealt.door, state, "over")
    dealt.stack.push(over)
    assert not dealt.comes_due()
    dealt.stack.drop(over)
    dealt.terminal.ring()
    assert not dealt.comes_due() and dealt.line.sent == sent
    await dealt.terminal.show(b"", lambda: False)
    assert dealt.comes_due()
    dealt.terminal.view.forget()
    assert not dealt.comes_due()


THOUGHT = Thought("move 1", "L")


async def test_a_thought_waits_for_what_moves(tmp_path: Path) -> None:
    dealt = Dealt(tmp_path)
    dealt.draws()
    dealt.ahead.post(dealt.layer, THOUGHT)
    assert dealt.events.next(busy=False) is None
    while dealt.comes_due():
        heard = dealt.events.next(busy=False)
    assert heard == (dealt.layer, THOUGHT)


async def test_a_thought_is_heard_behind_whatever_ends_a_motion(tmp_path: Path) -> None:
    dealt, other = Dealt(tmp_path), Layer(find("switchbox"), None, "another")
    dealt.draws()
    for layer, event in ((dealt.layer, THOUGHT), (other, THOUGHT), (dealt.layer, Tick("clock"))):
        dealt.ahead.post(layer, event)
    heard = [dealt.events.next(busy=False) for _ in range(2)]
    assert heard == [(other, THOUGHT), (dealt.layer, Tick("clock"))] and dealt.events.next(busy=False) is None
    dealt.ahead.drop()
    assert dealt.events.next(busy=False) == (dealt.layer, THOUGHT)
    dealt.ahead.post(dealt.layer, THOUGHT)
    assert dealt.events.next(busy=False) == (dealt.layer, THOUGHT)


async def test_calls_draw_ahead_one_at_a_time_and_keys_come_between() -> None:
    turns, heard, loop = DrawingTurns(), list[str](), asyncio.get_running_loop()
    context = ContextVar("caller", default="")

    def draw() -> None:
        heard.append(context.get())
        loop.call_soon(heard.append, "key")

    for caller in ("Ann", "Bo"):
        context.set(caller)
        turns.ask(draw)
    for _ in range(4):
        await asyncio.sleep(0)
    assert heard == ["Ann", "key", "Bo", "key"]


async def test_frames_follow_frames_as_long_as_nothing_comes_between(tmp_path: Path) -> None:
    dealt = Dealt(tmp_path)
    waiting = asyncio.ensure_future(dealt.events.wait())
    dealt.stack.wake(dealt.layer, 0.06, MOTION)
    dealt.ahead.follow(dealt.stack, STATUS)
    shown = 0
    while dealt.layer.state.frames:
        await asyncio.sleep(0)
        assert dealt.comes_due()
        shown += 1
    assert shown > MOST
    dealt.ahead.drop()
    dealt.ahead.post(dealt.layer, THOUGHT)
    await waiting
    assert dealt.events.next(busy=False) == (dealt.layer, THOUGHT)


async def test_a_fault_of_a_frame_ends_the_call_as_any_does(tmp_path: Path) -> None:
    class Broken:
        def update(self, state: object, event: object) -> object:
            raise ValueError("no such frame")

    dealt = Dealt(tmp_path)
    dealt.layer.screen = Broken()
    dealt.stack.wake(dealt.layer, 0.06, MOTION)
    dealt.ahead.follow(dealt.stack, STATUS)
    await asyncio.sleep(0)
    heard = dealt.events.next(busy=False)
    assert heard is not None and isinstance(heard[1], Failed) and str(heard[1].error) == "no such frame"
