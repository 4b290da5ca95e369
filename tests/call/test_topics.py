"""Topics: everybody gets every line once, nobody waits for a slow reader, the board looks once for all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom, boardroom

from door.call import time_limits
from door.call.roster import Roster
from door.call.stack import Layer
from door.call.topic import FIRST, KEPT, Reader, Talk, Topic
from door.features.chat.room import Chat
from door.features.watching import channel
from door.ui.screen import No
from door.ui.sentence import _reader
from door.ui.texts import tr


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with boardroom(tmp_path) as open_board:
        yield open_board


class Said(Topic):
    def view(self, reader: Reader) -> Any:
        return reader.said(reader.who())


class Caller:
    """A call as a topic sees it."""

    def __init__(self, handle: str) -> None:
        self.node, self.got = 1, list[Any]()
        self.who: Any = type("Who", (), {"handle": handle})
        self.terminal: Any = type("Terminal", (), {"language": staticmethod(_reader.get())})

    def post(self, layer: Any, event: Any) -> None:
        self.got.append(event)


def layer() -> Any:
    return Layer(None, None, "")  # type: ignore[arg-type]


async def test_a_slow_reader_gets_all_lines_in_one_view_once_the_last_was_taken() -> None:
    topic, ann, bob = Said("x", Roster()), Caller("Ann"), Caller("Bob")
    here, there = topic.follow(ann, layer()), topic.follow(bob, layer())
    for n in range(50):
        topic.say("Cid", "yes" if n % 2 else "no")
        topic.spread()
        here.took()
    assert [len(view) for view in ann.got] == [1] * 50, "the quick one has each by itself, though they repeat"
    assert [len(view) for view in bob.got] == [1]
    there.took()
    assert len(bob.got[-1]) == 49 and bob.got[-1][-2:] == (("Cid", "no"), ("Cid", "yes"))


async def test_who_comes_late_gets_the_latest_lines_and_a_closed_topic_says_why() -> None:
    topic, ann = Said("x", Roster()), Caller("Ann")
    for n in range(2 * KEPT):
        topic.say("Cid", f"{n}")
    reader = topic.follow(ann, layer())
    assert [text for _, text in reader.first()] == [f"{n}" for n in range(2 * KEPT - FIRST, 2 * KEPT)]
    topic.close(tr.watch.game_gone())
    assert ann.got == [No(tr.watch.game_gone())] and not topic.readers


async def test_a_screen_that_follows_twice_is_one_reader() -> None:
    topic, ann, its = Said("x", Roster()), Caller("Ann"), layer()
    assert topic.follow(ann, its) is topic.follow(ann, its)
    assert len(topic.readers) == 1 == len(its.ends)


def test_lines_of_whom_the_reader_ignores_are_left_out() -> None:
    talk = Talk()
    talk.add("Ann", "hello")
    talk.add("Bob", "buy it")
    ignores: Any = type("Cid", (), {"ignores": staticmethod(lambda who: who == "Bob")})
    assert talk.since(0, ignores) == (("Ann", "hello"),) and talk.count == 2


async def test_chat_loses_no_line_however_slow_the_line_is_and_however_often_it_is_said(
    board: Boardroom,
) -> None:
    ann, bob = await board.at_menu("Ann"), await board.at_menu("Bob")
    ann.type("c")
    bob.type("c")
    chat = board.services[Chat]
    await board.until(lambda: len(chat.readers) == 2, "both")
    page = board.sessions[1].stack.top
    for _ in range(23):
        chat.say("Ann", "yes")
        await asyncio.sleep(0.06)
    await board.until(lambda: len(page.state.lines) == 23, "what is said again and again")
    bob.stall(True)
    for n in range(60):
        chat.say("Ann", f"line {n}")
        await asyncio.sleep(0.01)
    bob.stall(False)
    await board.until(lambda: len(page.state.lines) == 83, "what was said meanwhile")


async def test_the_board_looks_once_for_all_its_sets(
    board: Boardroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, seen = list[int](), list[int]()
    monkeypatch.setattr(channel, "SWITCH", 0.02)
    monkeypatch.setattr(channel, "playing", lambda services: looks.append(1) or iter(()))

    class Set:
        def look(self, games: Any) -> bool:
            seen.append(1)
            return len(seen) < 10 * len(looks)  # each is off after a while

    for _ in range(10):
        board.services[channel.Channel].add(board.services, Set())
    await board.until(lambda: len(seen) >= 10, "a look")
    assert len(looks) == 1


async def test_a_notice_is_drawn_without_a_look_at_limits_and_hours(
    board: Boardroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await board.at_menu("Ann")
    await asyncio.sleep(0.3)
    looks = list[Any]()
    monkeypatch.setattr(time_limits, "look", lambda call, spared: looks.append(call))
    board.sessions[0].messages.notify(tr.people.now_open())
    await ann.shows("open to a game|like to play|open")
    assert looks == []
