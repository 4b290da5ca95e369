"""What goes wrong: the disk, a caller lost in the middle, a fault in a screen.  One call at most."""

import asyncio
import copy
import errno
import logging
from dataclasses import replace
from typing import Any

import pytest
from boardroom import boardroom
from boxplay import choice, deal, play_by_lines, type_lines
from callline import DUMB, PIPE, XTERM, CallDouble
from effort import PATIENCE
from records_kit import WRITERS

from door.call.api import CallStart
from door.call.loop import Session
from door.features import every as pages
from door.features.callers import handlers
from door.features.menu.art_store import ArtStore
from door.net.guard.nodes import Nodes
from door.records.audit.audit import audit
from door.records.community.community import Wall
from door.records.play.saves import save_name
from door.settings.models import LimitSettings


def full(*_: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.files("the disk refuses")
async def test_a_full_disk_is_said_and_the_game_counts_once_it_can_be_written(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        line, _ = board.proved_call("Alice", DUMB)
        await line.say("1\r\r", "Seal: ")
        with monkeypatch.context() as disk:
            for module in WRITERS:
                disk.setattr(module, "write_all", full)
            game = board.game("Alice")
            line.type(" ".join(map(str, choice(game.open, game.total))) + "\r")
            await line.hears("can't be saved right now.*no space left on device")
            await type_lines(board, line, "Alice")
            await line.hears("Game over. Score: (\\d+)")
            await line.hears("can't save anything right now. Your game counts and will be saved")
            assert board.lines("game") == []
            await line.say("n\r\r", "command")
        assert board.store.journal.trouble
        await board.store.refresh()
        assert not board.store.journal.trouble
        assert len(board.lines("turn")) == len(board.lines("game")) == 1
        await line.say("1\r\r", "Seal: .*Tiles to shut")
        assert len(board.lines("turn")) == 2
    assert not audit(tmp_path / "data" / "journal", board.doors).faults


@pytest.mark.files("the disk refuses")
async def test_a_turn_that_cannot_be_written_counts_once_it_can(tmp_path, monkeypatch):
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.options("shutbox", turns_per_day=1, free_turn=False)
        line = await board.at_menu("Alice", DUMB)
        with monkeypatch.context() as disk:
            for module in WRITERS:
                disk.setattr(module, "write_all", full)
            await line.say("1\r\r", "can't save anything right now")
            score = await play_by_lines(line)
        await board.store.refresh()
        await line.say("y\r", "no turns left today")
        assert [game["score"] for game in board.lines("game")] == [score]
    assert not audit(tmp_path / "data" / "journal", board.doors).faults


@pytest.mark.files("it changes what is in the files")
async def test_a_save_that_cannot_be_read_is_told_and_is_not_in_the_way(tmp_path, board):
    await board.register("Alice")
    line, _ = board.proved_call("Alice", DUMB)
    spoilt = tmp_path / "data" / "saves" / f"{save_name('shutbox', 'Alice')}.jsonl"
    spoilt.write_bytes(b'{"id": 1}\n')
    await line.say("1\r\r", "can't be read. It was set aside and the sysop was told.*Tiles to shut")
    assert (spoilt.parent / f"{spoilt.name}.broken").exists() and len(board.lines("turn")) == 1


@pytest.mark.files("the disk refuses")
async def test_a_caller_whose_file_cannot_be_written_plays_on(tmp_path, board):
    line = await board.at_menu("Alice", DUMB)
    await board.until(lambda: board.callers.find("Alice").calls == 1, "the call in Alice's file")
    (tmp_path / "data" / "callers").rename(tmp_path / "away")
    (tmp_path / "data" / "callers").write_text("in the way")
    await line.say("settings\r", "Which setting")
    await line.say("bell off\r", "couldn't be saved. They apply to this call only")
    await line.say("\r1\r\r", "Tiles to shut")


async def test_a_caller_lost_while_a_screen_is_sent_leaves_the_game_waiting(board):
    await board.register("Alice", fast="on")
    line, call = board.proved_call("Alice")
    await line.shows("Hello")
    await line.press("1\r", "to match")
    line.stall()
    line.type("6")
    await asyncio.sleep(0.01)
    line.drop()
    line.stall(False)
    await asyncio.wait_for(call, PATIENCE)
    assert handlers.everybody(board.services) == ()
    assert board.store.ranked.waits("shutbox", "Alice")
    again, _ = board.proved_call("Alice", DUMB)
    await again.hears("your game is waiting")


async def test_a_caller_who_takes_nothing_is_ended_by_the_next_call(tmp_path, monkeypatch):
    monkeypatch.setattr("door.call.loop.EVICT_WAIT", 0.1)
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        stuck, call = board.proved_call("Alice")
        await stuck.shows("Hello")
        stuck.stall()
        stuck.type("w")
        await asyncio.sleep(0.01)
        await board.at_menu("Alice")
        stuck.stall(False)
        await asyncio.wait({call}, timeout=PATIENCE)
        assert call.done()


async def through_the_front(board: Any, line: Any) -> asyncio.Task[None]:
    async def run(line: Any, node: int) -> None:
        await Session(line, node, board.services).run()

    nodes = Nodes(run, LimitSettings())
    return board.keep(nodes.answer(line))


@pytest.mark.parametrize("hints", [XTERM, DUMB], ids=["screen", "plain"])
@pytest.mark.parametrize("where", ["update", "draw"])
async def test_a_fault_in_a_page_closes_it_with_a_sentence_and_the_log_has_the_traceback(
    tmp_path, monkeypatch, caplog, where, hints
):
    def fault(*_: Any) -> Any:
        raise ZeroDivisionError("the sum of all fears")

    broken = copy.copy(pages.PAGES["who"])
    if where == "update":
        broken.update = fault
    else:
        broken.draw = broken.tell = fault
    monkeypatch.setitem(pages.PAGES, "who", broken)
    caplog.set_level(logging.INFO)
    async with boardroom(tmp_path) as board:
        for name in ("Alice", "Bob"):
            await board.register(name)
        bob, _ = board.proved_call("Bob", DUMB)
        line, _ = board.proved_call("Alice", hints)
        await board.until(lambda: b"Goodbye" in line.sent, "the menu")
        line.type("w\r" if hints is DUMB else "w")
        if hints is DUMB:
            await line.hears("A fault on the board stopped that")
        else:
            await line.shows("A fault on the board stopped that")
        assert "Traceback" not in line.screen and "fears" not in line.screen
        faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert len(faults) == 1 and "ZeroDivisionError" in faults[0].getMessage() and faults[0].exc_info
        if hints is DUMB:
            await line.say("h\r", "Getting About")
        else:
            await line.press("h", "GETTING ABOUT")
        await bob.say("h\r", "Getting About")


async def test_a_fault_in_the_last_page_ends_its_call_with_a_sentence(board, monkeypatch, caplog):
    def fault(*_: Any) -> Any:
        raise ZeroDivisionError

    await board.register("Alice")
    broken = copy.copy(pages.PAGES["menu"])
    broken.update = broken.draw = broken.tell = fault
    monkeypatch.setitem(pages.PAGES, "menu", broken)
    line = CallDouble(replace(DUMB, handle="Alice", proved=True))
    await through_the_front(board, line)
    await line.closed()
    assert "A fault on the board has ended this call" in line.screen
    assert not handlers.everybody(board.services)


async def test_a_fault_in_what_a_game_waits_for_closes_its_door(board, monkeypatch, caplog):
    await board.register("Alice")

    async def fault(*_: Any, **__: Any) -> Any:
        raise KeyError("no such thing")

    monkeypatch.setattr(board.store.games, "begin", fault)
    line, _ = board.proved_call("Alice", DUMB)
    await line.say("1\r\r", "has a fault and was closed")
    await line.say("h\r", "Getting About")
    assert "no such thing" in caplog.text and "Traceback" in caplog.text


async def test_a_fault_in_a_handler_is_one_sentence_on_its_page(board, monkeypatch, caplog):
    def fault(*_: Any, **__: Any) -> Any:
        raise KeyError("no such thing")

    line = await board.at_menu("Alice")
    monkeypatch.setattr(board.services[Wall], "post", fault)
    await line.press("o", "One-liners")
    await line.press("o", "Line:")
    await line.press("Hello\r", "A fault on the board stopped that")
    monkeypatch.undo()
    await line.press("\r", "Alice.*Hello")
    assert "Traceback" in caplog.text


async def test_a_key_from_anywhere_that_fails_leaves_the_screen_as_it_is(board, monkeypatch, caplog):
    def fault(*_: Any) -> Any:
        raise KeyError("no such thing")

    monkeypatch.setitem(pages.FEATURES.anywhere, "ctrl-t", fault)
    line = await board.at_menu("Alice")
    await line.press("\x14", "A fault on the board stopped that")
    await line.press("h", "GETTING ABOUT")
    assert "Traceback" in caplog.text


async def test_missing_art_is_logged_once_and_every_page_is_drawn_without(tmp_path, caplog):
    async with boardroom(tmp_path) as board:
        board.services[ArtStore].folder = lambda: tmp_path / "nowhere"
        await board.register("Alice")
        for _ in range(2):
            line, _ = board.call()
            await line.shows("The Door.*Your handle")
            line.drop()
        line, _ = board.proved_call("Alice")
        await line.shows("The Door - Main Menu")
        await line.press("1", "Enter to play")
        await line.press("qg", "Goodbye from The Door")
    missing = [record.getMessage() for record in caplog.records if "missing" in record.getMessage()]
    assert sorted(missing) == sorted(set(missing)) and any("welcome.ans" in text for text in missing)


async def test_a_pipe_that_nobody_reads_ends_quietly(board):
    line, call = board.call(PIPE, CallStart(handle="Sysop", slug="shutbox", straight=True, plain=True))
    line.drop()
    await asyncio.wait_for(call, PATIENCE)
    assert handlers.everybody(board.services) == ()
