"""Calls and games: dropped and resumed, taken over, typed ahead, at the limit of the day."""

import asyncio
import base64
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from bad_disk import Fault, full
from boardroom import PASSWORD, Boardroom, boardroom
from boxplay import choice, deal, move_for, play_by_keys, play_by_lines
from callline import DUMB, PIPE, SYNCTERM, XTERM, CallDouble

from door.call import refresh
from door.call.api import CallStart
from door.features.callers import handlers
from door.features.externals import pages as more_doors
from door.pages.api import CallerLine
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.play.lifecycle import GameWish, Lifecycle


async def at_the_box(board: Boardroom, line: CallDouble) -> None:
    """From the menu into the game, past title art and title page."""
    await line.shows("Hello")
    await line.press("1", "Enter to play|waiting. Press Enter")
    await line.press("\r", "to match")


async def test_what_is_said_while_an_answer_is_awaited_is_no_frame_where_that_comes_at_once(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("door.call.clock.ANSWER", 60.0)
    async with boardroom(tmp_path) as board:
        await board.register("Alice", fast="on")
        line, _ = board.proved_call("Alice", XTERM)
        await at_the_box(board, line)
        assert b"are being sealed" not in line.sent


async def test_an_answer_that_takes_long_has_the_caller_told_what_is_awaited_and_their_keys_kept(
    tmp_path, monkeypatch
):
    disk, begin = asyncio.Event(), Lifecycle.begin

    async def slow(*given: Any, **named: Any) -> Any:
        await disk.wait()
        return await begin(*given, **named)

    monkeypatch.setattr(Lifecycle, "begin", slow)
    async with boardroom(tmp_path) as board:
        line = await board.at_menu("Alice", XTERM, fast="on")
        for _ in range(2):  # the second time as the first
            disk.clear()
            await line.press("1", "Enter to play")
            await line.press("\r", "The dice are being sealed")
            line.type("?")
            disk.set()
            await line.shows("Pull down tiles that add up")
            await line.press("qqg", "Final score")
            await line.press("q", "Goodbye")


@pytest.mark.parametrize("fast", ["on", "off"], ids=["straight in", "past the title art"])
async def test_enter_held_down_at_the_menu_spends_no_turn(board, fast):
    line = await board.at_menu("Alice", SYNCTERM, fast=fast)
    for _ in range(30):
        line.type("\r")
    await line.shows("Enter to play")
    line.type("\r")
    await line.press("?", "Pull down tiles that add up")
    assert board.lines("turn") == []
    await line.press("q\r", "to match")
    assert len(board.lines("turn")) == 1


async def test_a_long_notice_covers_the_screen_s_first_row_for_as_long_as_it_stands(board):
    line = await board.at_menu("Alice", SYNCTERM, fast="on")
    before = line.screen.split("\n")
    board.sessions[0].messages.hear(CallerLine("M" * 20, 2, "20:00", "see you at the box " * 3 + "tonight"))
    await line.shows(r"M says: [^\n]*\n[^\n]*tonight")
    assert line.screen.split("\n")[2:] == before[2:-2] + line.screen.split("\n")[-2:]
    board.sessions[0].messages.notify("short")
    await line.shows("► short", passing=1)
    assert line.screen.split("\n")[1] == before[1]


async def test_what_the_menu_suggests_is_one_key_away_and_may_be_turned_off(board):
    await board.register("Ann", fast="on")
    line, task = board.proved_call("Ann")
    await line.shows("Hello, Ann.*Tab. Play your first game at Shut The Box")
    await line.press("\t", "Enter to play")
    await line.press("\r", "to match")
    await play_by_keys(board, line, "Ann")
    await line.shows("Final score")
    await line.press("q", "Hello, Ann.*Tab. You haven't played today's deal at Shut The Box")
    await line.press("\t", "The daily deal, 10 November 2026")
    line.drop()
    await task
    plain, task = board.proved_call("Ann", DUMB)
    await plain.hears("You haven't played today's deal at Shut The Box. Type next to see it.*command")
    said = await plain.say("next\r", "Play it")
    assert "The daily deal, 10 November 2026" in said and "so far" not in said, "no title page before it"
    plain.drop()
    await task
    await board.register("Bob", fast="on", suggest="off")
    line, _ = board.proved_call("Bob")
    assert "Tab" not in await line.shows("Hello, Bob")
    plain, _ = board.proved_call("Bob", DUMB)
    assert "today's deal" not in await plain.hears("command")


@pytest.mark.parametrize(("kind", "copies"), [(XTERM, True), (SYNCTERM, False)], ids=["xterm", "syncterm"])
async def test_z_gives_a_game_in_lines_to_paste(board, kind, copies):
    await board.register("Ann", fast="on")
    line, _ = board.proved_call("Ann", kind)
    await at_the_box(board, line)
    await play_by_keys(board, line, "Ann")
    await line.shows("Final score")
    shown = await line.press("z", r"Shut The Box, 10 November 2026[\s\S]*points, [\s\S]*Play it o?n?a?t? ")
    sent = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", bytes(line.sent))
    assert len(sent) == copies
    for text in sent:
        told = base64.b64decode(text).decode().split("\n")
        assert len(told) == 3 and told[0] == "Shut The Box, 10 November 2026"
        assert all(one in shown for one in told)


async def test_a_dropped_game_goes_on_with_the_same_dice_on_another_line(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with boardroom(tmp_path) as board:
        await board.register("Alice", fast="on")
        line, call = board.proved_call("Alice", SYNCTERM)
        await at_the_box(board, line)
        game = board.game("Alice")
        tiles = choice(game.open, game.total)
        keys = "".join("6" * (tile - at) + "2" for at, tile in zip((1, *tiles), tiles, strict=False))
        await line.press(keys + "\r", f"{len(tiles)} of 9 closed")
        line.drop()
        await call
        before = board.game("Alice")
        assert before.closed_count == len(tiles)

        plain, call = board.call(replace(DUMB, kind="ssh"))
        await plain.say(f"Alice\r{PASSWORD}\r1\r\r", "your game is waiting")
        said = (await plain.until("main menu.*Your game goes on.*Tiles to shut")).group()
        assert f"Roll: {before.dice[0]} + {before.dice[1]} = {before.total}" in said
        assert "turns left 4" in said, "the turn was charged once"
        score = await play_by_lines(plain)
        assert [line["score"] for line in board.lines("game")] == [score]
        assert len(board.lines("turn")) == 1
        assert not audit(tmp_path / "data" / "journal", board.doors).faults
    assert not list((tmp_path / "data" / "saves").glob("*.jsonl"))


async def test_a_drop_before_the_turn_is_charged_charges_it_once(board):
    await board.register("Alice", fast="on")
    line, call = board.proved_call("Alice")
    await line.shows("Hello")
    line.type("1\r")
    line.drop()
    await call
    line, call = board.proved_call("Alice", replace(XTERM, size=(132, 50)))
    await at_the_box(board, line)
    assert len(board.lines("turn")) == 1
    assert "Turns 4" in line.screen


async def test_a_second_log_on_takes_the_game_over(board):
    await board.register("Alice", fast="on")
    first, call = board.proved_call("Alice")
    await at_the_box(board, first)
    dice = board.game("Alice").dice
    second, _ = board.call()
    await second.shows("Your handle")
    second.type(f"alice\r{PASSWORD}\r")
    await first.closed()
    await call
    assert "You have logged on from somewhere else" in first.screen
    await second.shows("Your game is waiting")
    await second.press("1", "waiting. Press Enter to go on")
    await second.press("\r", rf"{dice[0]} \+ {dice[1]} = ")
    game = await play_by_keys(board, second, "Alice")
    assert [line["score"] for line in board.lines("game")] == [game.score]
    assert [who.node for who in handlers.everybody(board.services)] == [2]


async def test_log_ons_at_the_same_instant_leave_one_call(board):
    await board.register("Alice")
    calls = [board.proved_call("Alice") for _ in range(5)]
    await board.until(lambda: sum(call.done() for _, call in calls) == 4)
    assert sum(line.open for line, _ in calls) == 1
    open_line = next(line for line, _ in calls if line.open)
    await open_line.shows("Hello, Alice")
    assert len(handlers.everybody(board.services)) == 1


async def test_two_calls_of_one_caller_cannot_begin_two_games(board):
    await board.register("Alice", fast="on")
    lines = []
    for _ in range(3):
        line, _ = board.proved_call("Alice")
        line.type("1\r")
        lines.append(line)
        await asyncio.sleep(0)
    await board.until(lambda: sum(line.open for line in lines) == 1, "one call left")
    (left,) = (line for line in lines if line.open)  # not always the last: each looks the caller up
    await left.shows("to match|waiting")
    assert len(board.lines("turn")) == 1


async def test_a_burst_of_keys_is_not_lost_while_the_turn_is_charged(board):
    line = await board.at_menu("Alice", fast="on")
    screen = await line.press("1\r266262\r", "Those tiles add up to 8|3 of 9 closed|3 tiles closed")
    if "Final score" not in screen:  # the second throw may match nothing
        assert board.game("Alice").closed_count in (0, 3)
    assert len(board.lines("turn")) == 1


async def test_keys_typed_ahead_play_the_first_move(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with boardroom(tmp_path) as board:
        await board.register("Alice", fast="on")
        line, _ = board.proved_call("Alice")
        await at_the_box(board, line)
        game = board.game("Alice")
        line.drop()
        again = await board.at_menu("Alice")
        tiles = choice(game.open, game.total)
        keys = "".join("6" * (tile - at) + "2" for at, tile in zip((1, *tiles), tiles, strict=False))
        await again.press("1\r" + keys + "\r", f"{len(tiles)} of 9 closed")


async def test_keys_typed_before_the_end_is_seen_begin_no_other_game(board):
    await board.register("Alice", fast="on")
    line, _ = board.proved_call("Alice")
    await at_the_box(board, line)
    line.type("qg\r\r\r\x1b")  # the last of them is an escape, or the beginning of a key
    screen = await line.shows("Final score.*play again")
    assert "Given up" in screen
    await line.shows(r"\[V\] proof")
    await line.press("v", "[0-9a-f]{64}.*the seal is the seed's SHA-256")
    assert len(board.lines("turn")) == 1
    await line.press("\r", "play again")
    await line.press("y", "to match")
    assert len(board.lines("turn")) == 2, "what is typed at the page is heard as ever"


async def test_a_key_is_answered_once_the_line_takes_it(board):
    await board.register("Alice", fast="on", motion="off")
    line, _ = board.proved_call("Alice", SYNCTERM)
    await at_the_box(board, line)
    sent = len(line.sent)
    line.type("6")
    await line.until("[^ ]", sent)
    assert len(line.sent) - sent < 40
    before, sent = line.screen, len(line.sent)
    line.stall()
    line.type("2")
    line.type("6")
    assert len(line.sent) == sent
    line.stall(False)
    await line.until("[^ ]", sent)
    line.type("4")
    line.type("8")
    await board.until(lambda: line.screen == before)


async def test_lines_typed_ahead_each_get_their_answer(board):
    line = await board.at_menu("Alice", DUMB)
    said = await line.say("h\r\rw\r\rnonsense\rs\r", "Which setting\\?")
    heads = [said.index(head) for head in ("Getting About", "Node 1, Alice", "Choose a door by", "Settings.")]
    assert heads == sorted(heads)
    assert said.count("(Enter lists the menu)") == 3 and "main menu." not in said


async def test_a_pipe_s_end_comes_after_its_lines(board):
    line, call = board.call(PIPE, CallStart(handle="Sysop", slug="shutbox", straight=True, plain=True))
    line.type("12\n".replace("\n", "\r") * 3 + "q\rg\rn\r")
    line.end_input()
    await call
    said = line.sent.decode()
    assert "Seal: " in said and "Game over. Score: " in said
    assert b"\x1b" not in line.sent and b"\r" not in line.sent
    assert len(board.lines("game")) == 1


async def test_no_turns_left_and_what_a_day_brings(board):
    await board.register("Alice", fast="on")
    board.options("shutbox", turns_per_day=1)
    line, _ = board.proved_call("Alice", DUMB)
    await line.say("1\r\rq\rg\ry\r", "Turns left today: 0\\..*no turns left today.*midnight")
    board.clock.on(hours=4)
    board.services.roster.post.send_here(refresh.Refresh(look=True))
    await line.say("y\r", "Tiles to shut")
    assert [turn["day"] for turn in board.lines("turn")] == ["2026-11-10", "2026-11-11"]


@pytest.mark.files("it is about a disk that fails")
async def test_the_caller_hears_once_that_the_disk_refuses_or_that_the_game_is_gone(board, monkeypatch):
    line = await board.at_menu("Alice", DUMB)
    said = await line.say("1\ry\r", "Tiles to shut\\?")
    assert "validate" not in said
    fault = Fault(monkeypatch, 0, full)
    said = await line.say(move_for(said) + "\r", "Your game can't be saved.*Tiles to shut\\?")
    assert "Your game can't" not in await line.say(move_for(said) + "\r", "Tiles to shut\\?")
    assert "can't save anything right now" in await line.say("q\rg\r", "again\\?")
    fault.is_on = False
    said = await line.say("y\r", "Tiles to shut\\?")
    board.sessions[0].stack.top.game = "gone"
    assert "no longer in play" in await line.say(move_for(said) + "\r", "Tiles to shut\\?")


async def test_animation_rolls_and_any_key_skips_it(board):
    line = await board.at_menu("Alice")
    await line.press("1", "Go on")
    await line.press(" ", "Enter to play")
    await line.press("\r", "The dice roll|rolling|any key|skip")
    board.sessions[0].timers.later = lambda *_: None  # type: ignore[method-assign]  # nothing moves by itself
    await line.press(" ", "to match")


async def test_title_art_goes_by_itself(board):

    line = await board.at_menu("Alice")
    await line.press("1", "Go on")
    session = board.sessions[0]
    session.stack.wake(session.stack.top, 0, "on")  # its time is up
    await line.shows("Enter to play")
    assert more_doors.SECONDS < 10
    line.type("\r")  # meant for the art
    await line.press("?", "Pull down tiles that add up")
    assert board.lines("turn") == []


async def test_a_door_explains_itself_on_the_first_visit(board):
    """It remembers a title that was seen. A game that was finished elsewhere counts as a visit, too."""
    idea = "Pull down tiles that add up"
    line = await board.at_menu("Alice", DUMB)
    assert idea in await line.say("1\r", "quit\\)")
    await line.say("q\r", "command\\?")
    assert idea not in await line.say("1\r", "quit\\)")
    await board.loses(line, "Alice")
    again = await board.at_menu("Alice", DUMB)
    assert idea not in await again.say("1\r", "quit\\)")
    again.type("y\r")
    await play_by_lines(again)
    await board.loses(again, "Alice")
    board.callers.change("Alice", lambda caller: replace(caller, doors={}))
    third = await board.at_menu("Alice", DUMB)
    assert idea not in await third.say("1\r", "quit\\)")


async def test_who_is_online(board):
    for name in ("Alice", "Bob"):
        await board.register(name, fast="on")
    alice, _ = board.proved_call("Alice")
    bob, _ = board.proved_call("Bob", DUMB)
    await at_the_box(board, alice)
    said = await bob.say("w\r", "Enter to go back")
    assert "Node 1, Alice, Shut The Box, 0 minutes" in said
    assert "Node 2, Bob, Who's online, 0 minutes" in said


async def test_the_save_of_a_game_holds_every_entered_move_before_it_is_shown(board):
    await board.register("Alice")
    line, _ = board.proved_call("Alice", DUMB)
    await line.say("1\r\r", "Tiles to shut")
    game = board.game("Alice")
    tiles = " ".join(map(str, choice(game.open, game.total)))
    await line.say(f"{tiles}\r", "Roll")
    moves = board.saved("Alice")[1:]
    assert [json.loads(move) for move in moves] == [tiles]


async def test_a_word_is_asked_for_once_the_next_game_is_sealed(tmp_path, board):
    await board.register("Alice", fast="on")
    board.change("board", word="ask")
    line = await board.at_menu("Alice")
    await line.press("1", "Enter to play")
    await line.press("\r", "Your word:")
    seal = board.state.word.commit
    assert seal in line.screen and board.lines("turn") == []
    await line.press("gr\u00fc\u00df", "Your word: gr\u00fc\u00df")
    await line.press("\r", "to match")
    (turn,) = board.lines("turn")
    assert (turn["commit"], turn["words"]) == (seal, ["gr\u00fc\u00df"])
    line.drop()
    await board.until(lambda: board.sessions[0].over, "the end of the call")
    again = await board.at_menu("Alice", DUMB)
    await again.say("1\r\r", "Your game goes on")
    score = await play_by_lines(again)
    await again.say("v\r", "Your word: gr\u00fc\u00df")
    (game,) = board.lines("game")
    assert (game["score"], len(board.lines("turn"))) == (score, 1)
    assert not audit(tmp_path / "data" / "journal", board.doors).faults


async def test_who_is_not_charged_is_asked_for_no_word(board):
    await board.register("Alice")
    board.change("board", word="ask")
    line = await board.at_menu("Alice", DUMB)
    await line.say("1\r\r", "Your word")
    board.options("shutbox", turns_per_day=1)
    line.type("\rq\rg\r")  # none, and the game given up
    await line.hears("again\\?")
    await line.say("y\r", "no turns left")
    await line.say("d\ry\r", "The daily deal of")
    await line.say("q\rg\rp\r", "PRACTICE")
    assert [turn.get("words") for turn in board.lines("turn")] == [None]
    assert line.sent.count(b"Your word?") == 1


async def test_a_word_for_a_game_that_another_call_began_is_asked_for_anew(board):
    await board.register("Alice")
    board.change("board", word="ask")
    line = await board.at_menu("Alice", DUMB)
    await line.say("1\r\r", "Your word")
    first = board.state.word.commit
    begun = await board.store.games.begin(board.store.ranked, GameWish("shutbox", "Alice"))
    assert isinstance(begun, Begun) and begun.record.commit == first
    kept = board.store.games.add_move(begun.record.id, "quit")
    assert not (kept if isinstance(kept, str) else await kept)
    await board.store.games.finish(begun.record.id)
    line.type("late\r")
    await board.until(lambda: board.state.word and board.state.word.commit != first, "another seal")
    await line.say("word\r", "Tiles to shut")
    turn = board.lines("turn")[-1]
    assert turn["commit"] != first and turn["words"] == ["word"]
