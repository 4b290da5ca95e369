"""Replays on the board: from a game's end, the bulletins, Profile and the list, to the proof."""

import json
import re
from dataclasses import replace

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, SYNCTERM, CallDouble
from records_kit import moved

from door.features.every import FEATURES
from door.features.replays.pages import FETCH, TAKE
from door.net.line import Hints
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS
from door.ui.texts import tr
from door.web.takeaway import Takeaway


async def a_game(board: Boardroom, handle: str) -> str:
    """A game given up by that caller; its id."""
    begun = await board.store.games.begin(board.store.ranked, GameWish("shutbox", handle))
    await moved(board.store, begun.record.id, "quit")
    await board.store.games.finish(begun.record.id)
    return str(begun.record.id)


async def on_the_board(board: Boardroom, handle: str) -> CallDouble:
    return await board.at_menu(handle, SYNCTERM, fast="on")


@pytest.mark.parametrize(
    ("keys", "title"),
    [("br", "Replays: Shut The Box"), ("pr", "Replays: Bob"), ("tlr", "Replays: Shut The Box")],
)
async def test_a_game_opens_from_the_bulletins_from_profile_and_from_a_ladder(tmp_path, keys, title):
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        line = await on_the_board(board, "Bob")
        for key in keys:
            await line.press(key, "Back")
        await line.shows(title)
        await line.shows(id)
        await line.press("\r", "Before move 1 of 1")
        await line.press("v", "PROVED just now")
        await line.press("\r", "Before move 1 of 1")
        await line.press("q", title)


async def test_anybody_s_game_opens_by_handle_and_by_id_and_a_wrong_id_is_a_sentence(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        line = await on_the_board(board, "Ann")
        await line.press("p", "Profile: Ann")
        await line.press("r", "No finished games yet")
        await line.press("f", "Whose games")
        await line.press("bob\r", id)
        await line.press("g", "First characters of the game's id")
        await line.press(f"{id[:9]}\r", "Before move 1 of 1")
        await line.press("q", "Replays")
        await line.press("gzz\r", "The journal has no game 'zz'")
        await line.press("q", "Replays: bob")


async def test_a_door_that_nobody_sees_has_no_replays(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        doors = board.settings.doors
        off = {**doors, "shutbox": replace(doors["shutbox"], enabled=False)}
        board.settings = replace(board.settings, doors=off)
        line = await on_the_board(board, "Bob")
        await line.press("p", "Profile: Bob")
        await line.press("r", "No finished games yet")
        await line.press(f"g{id}\r", "The journal has no game")
        call = board.sessions[-1]
        board.change_door("shutbox", enabled=True, access_level=50)
        board.change("board", closed_doors="hidden")
        for ask in (TAKE(id), FETCH((id, "txt"))):
            answer = await FEATURES.handlers.answer(call, call.stack.top, ask)
            assert answer.why == tr.replay.no_such_game(id=repr(id))


async def test_the_game_just_ended_is_replayed_with_a_key(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        line = await on_the_board(board, "Ann")
        await line.press("1", "Enter to play")
        await line.press("\r", "to match")
        await line.press("q", "[Gg]ive it up")
        await line.press("g", r"\[R\] replay")
        await line.press("r", "Before move 1 of 1")
        await line.press(" ", "Move 1 of 1")
        await line.press("q", r"\[R\] replay")


async def test_plain_mode_has_all_of_it(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        line = await board.at_menu("Ann", DUMB)
        await line.say("b\r", "R: Replays")
        assert "Bob: 0" in await line.say("r\r", "Number: Watch")
        await line.say("f\r", "Whose games")
        line.type("bob\r")
        assert "Number" not in (await line.hears("Replays: bob. 1 game.*Number: Watch"))[:-20], "asked once"
        await line.say("1\r", "Before move 1 of 1")
        assert "Move 1 of 1" in await line.say("\r", "Game over.*Q to go back")
        await line.say("v\r", "PROVED just now")
        await line.say("q\r", "Number: Watch")
        assert id in board.lines("game")[0]["id"]


async def test_x_takes_a_game_along_from_its_replay_as_text_and_by_a_web_address(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        board.change("web", url="https://bbs.example")
        id = await a_game(board, "Bob")
        line = await on_the_board(board, "Bob")
        for key, shown in (
            ("p", "Profile: Bob"),
            ("r", id),
            ("\r", "Before move 1"),
            ("x", "Take it with you"),
        ):
            await line.press(key, shown)
        await line.shows(f"https://bbs.example/games/{board.clock():%Y-%m}/{id}/")
        await line.press("f", "For 15 minutes, and once: https://bbs.example/take/")
        await line.press("\x1b[C", f"Game:       {id}")
        await line.press("q", "Before move 1")


WEB = Hints("web", "127.0.0.1", term="web", charset="utf-8", size=(80, 24))


async def test_the_board_s_own_pages_save_the_file_themselves(tmp_path):
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        await board.register("Bob", fast="on")
        for hints, told in ((WEB, rb"\x1b]7437;(%s)\x07"), (replace(WEB, term="page"), rb"\n(%s)\n")):
            line, _ = board.proved_call("Bob", hints)
            plain = hints.term == "page"
            await line.until("Goodbye")
            line.type("p\r" if plain else "p")
            await line.until("rofile")
            for keys, shown in (
                ("r", "Replays"),
                ("1" if plain else "\r", "move 1"),
                ("x", "T the text"),
                ("t", "saves"),
            ):
                since = len(line.sent)
                line.type(f"{keys}\r" if plain else keys)
                await line.until(shown, since)
            [found] = re.findall(told % rb'\{"download":"/take/[^"]+"\}', line.sent)
            path = json.loads(found)["download"]
            name, body = board.services[Takeaway].collect(path)
            assert name == f"shutbox-{id}.txt" and body.startswith(b"Game:")
            terminal = board.sessions[-1].terminal
            terminal.owed = b"\n"
            assert terminal.copy("a line") == "browser"
            assert re.search(told % rb'\{"copy": "a line"\}', terminal.owed)
            line.drop()
