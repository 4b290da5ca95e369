"""A page whose answer takes long says so, may be left, and what is typed there acts nowhere else."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, PIPE, XTERM, CallDouble

from door.call import clock
from door.call.loop import _is_q
from door.net.line import Hints
from door.records.community.community import Wall
from door.records.community.letters import Letters
from door.screens.doors import DOORS
from door.term.keys import Key, Line
from door.ui.screen import Tick

OUT = {"q": "q", "Q": "Q", "Esc": "\x1b", "Ctrl-X": "\x18", "Ctrl-C": "\x03"}


@asynccontextmanager
async def a_caller(folder: Path, hints: Hints = XTERM) -> AsyncIterator[tuple[Boardroom, CallDouble]]:
    async with boardroom(folder, doors=DOORS) as board:
        await board.register("Ann", fast="on")
        line, _ = board.proved_call("Ann", hints)
        await (line.shows("Hello") if hints is XTERM else line.hears("command\\?"))
        yield board, line


@asynccontextmanager
async def busy_helpers(board: Boardroom) -> AsyncIterator[threading.Event]:
    """The board's helpers have their hands full until the event is set."""
    free = threading.Event()
    board.workers.submit(free.wait)
    try:
        yield free
    finally:
        free.set()


@pytest.mark.parametrize("out", OUT.values(), ids=OUT)
async def test_a_page_that_awaits_an_answer_can_be_left(tmp_path, out):
    async with a_caller(tmp_path) as (board, line), busy_helpers(board) as free:
        await line.press("b", "Hall of fame")
        await line.press("r", "Replays.*One moment")
        await line.press(out, "Hall of fame")
        free.set()
        await board.until(lambda: not board.tasks - {board.sessions[0]._task}, "the answer")
        await line.press("h", "Hall of fame.*No month has ended")


def test_of_lines_only_q_and_quit_lead_out():
    assert [_is_q(one) for one in (Line("Quit"), Line("quiet"), Key("Q"), Key("x"))] == [True, False] * 2


async def test_the_first_key_out_is_taken_and_the_others_are_dropped(tmp_path):
    async with a_caller(tmp_path) as (board, line), busy_helpers(board):
        await line.press("b", "Hall of fame")
        await line.press("r", "One moment")
        await line.press("q\x18q", "Hall of fame")
        await line.press("h", "No month has ended")


async def test_what_was_typed_before_the_way_out_is_dropped_with_it(tmp_path):
    async with a_caller(tmp_path) as (board, line), busy_helpers(board):
        await line.press("b", "Hall of fame")
        await line.press("r", "One moment")
        line.type("gabq")
        await line.press("\x1b", "Hall of fame")


async def test_keys_for_a_late_page_do_not_act_on_the_page_that_comes_instead(tmp_path, monkeypatch):
    async with a_caller(tmp_path) as (board, line):
        free, letters = threading.Event(), board.services[Letters]
        drafts = letters.drafts
        await line.press("m", "Write a letter|New letter")
        monkeypatch.setattr(letters, "drafts", lambda who: (free.wait(), drafts(who))[1])
        line.type("nsysop\r")
        await board.until(lambda: board.sessions[0]._answer.late, "the wait")
        line.type("wwww")
        await board.until(lambda: board.sessions[0]._events.holds, "the keys")
        free.set()
        await line.shows("Feedback to")
        assert not board.sessions[0].stray.waits, "later keys may be typed ahead"
        await line.press("!", "► !")


@pytest.mark.parametrize("key", ["w"])
async def test_at_a_door_a_search_is_given_up_and_the_door_stays(tmp_path, key):
    async with a_caller(tmp_path) as (board, line), busy_helpers(board) as free:
        await line.press("1", "Enter to play")
        await line.press(key, "Looking up today's puzzle")
        await line.press("\x1b", "Enter to play")
        await board.until(lambda: "Looking" not in line.screen)
        free.set()
        await board.until(lambda: not board.tasks - {board.sessions[0]._task}, "the answer")
        await line.press("h", "1/")


async def test_a_tick_of_a_page_that_stays_holds_up_no_key(tmp_path):
    async with a_caller(tmp_path) as (board, line):
        await line.press("1", "Enter to play")
        board.sessions[0]._feed(board.sessions[0].stack.top, Tick("none"))
        await line.press("\r", "Turns left|Enter")
        await board.until(lambda: board.sessions[0].stack.plays, "the game")


async def test_what_changes_something_is_waited_for(tmp_path, monkeypatch):
    async with a_caller(tmp_path) as (board, line):
        free, wall = threading.Event(), board.services[Wall]
        post = wall.post
        await line.press("o", "wall is bare")
        await line.press("o", "Line:")
        monkeypatch.setattr(wall, "post", lambda *line: (free.wait(), post(*line))[1])
        await line.press("hello\r", "One moment")
        line.type("\x1b")
        await board.until(lambda: board.sessions[0]._events.holds, "the key")
        assert board.sessions[0].stack.busy
        free.set()
        await line.shows("Hello, Ann")


async def test_plain_mode_says_that_it_takes_a_moment_and_q_goes_back(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "SPOKEN_ANSWER", 0.02)
    async with a_caller(tmp_path, DUMB) as (board, line), busy_helpers(board) as free:
        await line.say("b\r", "go back")
        await line.say("r\r", "r\r\nOne moment")
        await line.say("q\r", "Bulletins.*N: Next")
        free.set()
        await board.until(lambda: not board.tasks - {board.sessions[0]._task}, "the answer")
        await line.say("h\r", "No month has ended")


async def test_plain_mode_says_it_once_and_not_behind_other_words(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "SPOKEN_ANSWER", 0.02)
    async with a_caller(tmp_path, DUMB) as (board, line), busy_helpers(board) as free:
        await line.say("1\r", "Play\\?|Enter")
        await line.say("w\r", "Looking up today's puzzle")
        await board.until(lambda: board.sessions[0]._answer.late, "the wait")
        free.set()
        assert "One moment" not in await line.hears("puzzle.*\\)|month")


async def test_all_that_a_pipe_asks_is_answered(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "SPOKEN_ANSWER", 0.02)
    async with a_caller(tmp_path, PIPE) as (board, line), busy_helpers(board) as free:
        await line.say("b\nr\nq\nq\n", "One moment")
        free.set()
        await line.hears("Replays.*No finished game.*Main menu command")


async def test_a_pipe_that_ends_is_answered_to_its_last_line(tmp_path):
    async with a_caller(tmp_path, PIPE) as (board, line), busy_helpers(board) as free:
        await line.say("b\nr\n", "go back")
        await board.until(lambda: board.sessions[0].stack.busy, "the wait")
        line._inbox.end()
        await board.until(lambda: board.sessions[0]._events.holds, "the end of the pipe")
        free.set()
        await line.hears("Replays.*No finished game")
        await line.closed()
