"""Replays on the board: from a game's end, the bulletins, Profile and the list, to the proof."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, SYNCTERM, CallDouble

from door.midend.doors import DOORS
from door.net.line import Hints


async def a_game(board: Boardroom, handle: str) -> str:
    """A game given up by that caller; its id."""
    begun = await board.store.begin("shutbox", handle, {})
    board.store.moved(begun.id, "quit")
    await board.store.finish(begun.id, 0)
    return str(begun.id)


async def on_the_board(board: Boardroom, handle: str) -> CallDouble:
    await board.register(handle, fast="on")
    line, _ = board.proved_call(handle, SYNCTERM)
    await line.shows("Hello")
    return line


@pytest.mark.parametrize(
    ("keys", "title"),
    [("br", "Replays: Shut The Box"), ("pr", "Replays: Bob"), ("tlr", "Replays: Shut The Box")],
)
async def test_a_game_opens_from_the_bulletins_from_profile_and_from_a_ladder(
    tmp_path: Path, keys: str, title: str
) -> None:
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        line = await on_the_board(board, "Bob")
        for key in keys:
            line.type(key)
            await line.shows("Back")
        await line.shows(title)
        await line.shows(id)
        line.type("\r")
        await line.shows("Before move 1 of 1")
        line.type("v")
        await line.shows("PROVED just now")
        line.type("\r")
        await line.shows("Before move 1 of 1")
        line.type("q")
        await line.shows(title)


async def test_anybody_s_game_opens_by_handle_and_by_id_and_a_wrong_id_is_a_sentence(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        line = await on_the_board(board, "Ann")
        line.type("p")
        await line.shows("Profile: Ann")
        line.type("r")
        await line.shows("No finished games yet")
        line.type("f")
        await line.shows("Whose games")
        line.type("bob\r")
        await line.shows(id)
        line.type("g")
        await line.shows("First characters of the game's id")
        line.type(f"{id[:9]}\r")
        await line.shows("Before move 1 of 1")
        line.type("q")
        await line.shows("Replays")
        line.type("gzz\r")
        await line.shows("The journal has no game 'zz'")
        line.type("q")
        await line.shows("Replays: bob")


async def test_a_door_that_nobody_sees_has_no_replays(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        doors = board.settings.doors
        off = {**doors, "shutbox": replace(doors["shutbox"], enabled=False)}
        board.settings = replace(board.settings, doors=off)
        line = await on_the_board(board, "Bob")
        line.type("p")
        await line.shows("Profile: Bob")
        line.type("r")
        await line.shows("No finished games yet")
        line.type(f"g{id}\r")
        await line.shows("The journal has no game")


async def test_the_game_just_ended_is_replayed_with_a_key(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=DOORS) as board:
        line = await on_the_board(board, "Ann")
        line.type("1")
        await line.shows("Enter to play")
        line.type("\r")
        await line.shows("to match")
        line.type("q")
        await line.shows("[Gg]ive it up")
        line.type("g")
        await line.shows(r"\[R\] replay")
        line.type("r")
        await line.shows("Before move 1 of 1")
        line.type(" ")
        await line.shows("Move 1 of 1")
        line.type("q")
        await line.shows(r"\[R\] replay")


async def test_plain_mode_has_all_of_it(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=DOORS) as board:
        id = await a_game(board, "Bob")
        await board.register("Ann")
        line, _ = board.proved_call("Ann", DUMB)
        await line.hears("command\\?")
        line.type("b\r")
        await line.hears("R: Replays")
        line.type("r\r")
        assert "Bob: 0" in await line.hears("Number: Watch")
        line.type("f\r")
        await line.hears("Whose games")
        line.type("bob\r")
        assert "Number" not in (await line.hears("Replays: bob. 1 game.*Number: Watch"))[:-20], "asked once"
        line.type("1\r")
        await line.hears("Before move 1 of 1")
        line.type("\r")
        assert "Move 1 of 1" in await line.hears("Game over.*Q to go back")
        line.type("v\r")
        await line.hears("PROVED just now")
        line.type("q\r")
        await line.hears("Number: Watch")
        assert id in board.lines("game")[0]["id"]


async def test_x_takes_a_game_along_from_its_replay_as_text_and_by_a_web_address(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=DOORS) as board:
        web = board.settings.web.model_copy(update={"url": "https://bbs.example"})
        board.settings = replace(board.settings, web=web)
        id = await a_game(board, "Bob")
        line = await on_the_board(board, "Bob")
        for key, shown in (
            ("p", "Profile: Bob"),
            ("r", id),
            ("\r", "Before move 1"),
            ("x", "Take it with you"),
        ):
            line.type(key)
            await line.shows(shown)
        await line.shows(f"https://bbs.example/games/{board.clock():%Y-%m}/{id}/")
        line.type("f")
        await line.shows("For 15 minutes, and once: https://bbs.example/take/")
        line.type("\x1b[C")
        await line.shows(f"Game:       {id}")
        line.type("q")
        await line.shows("Before move 1")


WEB = Hints("web", "127.0.0.1", term="web", charset="utf-8", size=(80, 24))


async def test_the_board_s_own_pages_save_the_file_themselves(tmp_path: Path) -> None:
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
            name, body = board.services.takeaway.collect(path)
            assert name == f"shutbox-{id}.txt" and body.startswith(b"Game:")
            line.drop()
