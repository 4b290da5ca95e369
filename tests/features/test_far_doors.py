"""Doors on other machines through a call, and one board of ours as the door server of another."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, XTERM
from far_kit import BbsLink, Board, tcp
from people import Person
from pty_client import needs
from served import Served, ready_folder, served
from store_kit import text_of
from sysop_calls import goes_to

from door.settings.doors import ExternalFile
from door.web.takeaway import Takeaway

KEY = "a-long-secret-of-ours"


@pytest.fixture
async def board(tmp_path: Path) -> AsyncIterator[Boardroom]:
    async with boardroom(tmp_path / "board") as open_board:
        await open_board.register("Alice", expert="on")
        yield open_board
        for session in open_board.sessions:
            session.evict("The test has ended.")
        await open_board.until(lambda: not open_board.tasks, "the end of all visits")


@pytest.fixture(scope="module")
def owl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A board of ours elsewhere, which lets our callers in by rlogin."""
    folder = ready_folder(tmp_path_factory.mktemp("owl"))
    config = folder / "config" / "board.yaml"
    config.write_text(config.read_text().replace("  boards: []", f"  boards: [ATTIC {KEY}]"))
    (folder / "config" / "external" / "toy.yaml").write_text(
        "name: Toy\ncommand: [/bin/sh, -c, 'echo hello $DOOR_OF; read x', '%H']\nenvironment: [DOOR_OF=%H]\n"
    )
    with served(folder, "--telnet", "off", "--ssh", "off", "--rlogin", "127.0.0.1:0") as running:
        yield running


def door(board: Boardroom, **settings: object) -> None:
    """A door elsewhere, as three lines of a file would bring it."""
    made = ExternalFile.model_validate({"name": "Night Owl", **settings})
    board.settings = replace(board.settings, externals={"owl": made})


async def enter(board: Boardroom, hints=XTERM, handle: str = "Alice"):
    line, task = board.proved_call(handle, hints)
    if hints is DUMB:
        await line.hears(r"command\?")
        line.type("d\r")
        await line.hears("Night Owl")
        line.type("1\r")
        await line.hears("Enter to start")
        line.type("\r")
    else:
        if "News" in await line.shows("MAIN MENU|Main Menu|TURNS|Since your last call"):
            await line.press("\x1b", "MAIN MENU|Main Menu|TURNS")
        await line.press("d", "VISITS LEFT")
        line.type("1")
    return line, task


async def test_alice_plays_on_the_other_board_and_her_score_is_there(board, owl):
    door(board, rlogin=f"127.0.0.1:{owl.port('rlogin')}/shutbox", password=KEY)
    line, _ = await enter(board)
    await line.shows(r"Alice@ATTIC.*\d \+ \d = \d+")
    await line.press("q", "Leave this game")
    await line.press("g", "FINAL SCORE|Final score")
    await line.press("q", "Night Owl has ended")
    await line.press(" ", "VISITS LEFT")
    assert [game["caller"] for game in lines(owl, "game")] == ["Alice@ATTIC"]
    assert not board.lines("game")


async def test_and_in_plain_mode(board, owl):
    before = len(lines(owl, "game"))
    door(board, rlogin=f"127.0.0.1:{owl.port('rlogin')}/shutbox", password=KEY)
    line, _ = await enter(board, DUMB)
    await line.hears("Tiles to shut")
    line.type("quit\r")
    await line.hears("give")
    line.type("g\r")
    await line.hears("Game over|Play again")
    line.type("n\r")
    await line.hears("VISITS|visits|no limit")
    assert len(lines(owl, "game")) == before + 1


async def test_a_program_behind_the_other_board_is_a_door_as_well(board, owl):
    door(board, rlogin=f"127.0.0.1:{owl.port('rlogin')}/toy", password=KEY)
    line, _ = await enter(board)
    await line.shows("hello Alice@ATTIC")
    await line.press("\r", "Toy has ended")
    await line.press(" ", "Night Owl has ended")


async def test_a_wrong_key_leads_to_the_log_on_there(board, owl):
    door(board, rlogin=f"127.0.0.1:{owl.port('rlogin')}/shutbox", password="a-guess-at-the-key-of-ours")
    line, _ = await enter(board)
    await line.shows("Your handle")
    line.type("\x1a\x1a")
    await line.shows("VISITS LEFT")
    owl.logged("log-on failed node=0 handle=''")


async def test_a_host_that_is_away_gives_the_visit_back(board, caplog):
    door(board, rlogin="no-such-host.invalid", visits_per_day=1)
    line, _ = await enter(board)
    await line.shows("Night Owl can't be found right now.")
    await board.until(lambda: "no-such-host.invalid" in caplog.text, "the line of the log")
    await line.press("\r", r"1 +Night Owl .* 1")
    assert text_of(board.folder / "data", "visits", "visits").count("\n") == 2


async def test_a_call_that_is_left_while_it_dials_leaves_nothing(board, monkeypatch):
    async def silent(reader, writer) -> None:
        await reader.read()

    async with tcp(silent) as port:
        door(board, ssh=f"alice@127.0.0.1:{port}", password="x")
        line, _ = await enter(board)
        await line.shows("Calling Night Owl")
        line.type("\x1a\x1a")
        await line.shows("VISITS LEFT")


async def test_the_far_board_gets_no_answers_of_a_caller_in_plain_mode(board):
    elsewhere = Board(b"\0\x1b[6n\x1b[c")
    async with tcp(elsewhere) as port:
        door(board, rlogin=f"127.0.0.1:{port}")
        line, _ = await enter(board, DUMB)
        await line.hears("Welcome to Owl")
        line.type("hi\r")
        await board.until(lambda: elsewhere.heard == b"hi\r", "the line, and no answer before it")
        assert elsewhere.greetings[0][2] == b"dumb/115200"
    line, _ = await enter(board, DUMB)
    await line.hears("doesn't take calls")


async def test_a_callers_number_stays_theirs(board, monkeypatch):
    link = BbsLink()
    async with tcp(link) as port:
        monkeypatch.setattr("door.settings.doors.PORTS", {"bbslink": port})
        monkeypatch.setattr("door.settings.doors.BBSLINK", "127.0.0.1")
        door(board, door_server="bbslink", door="lord", system="sys", auth="wrong", scheme="scheme")
        await board.register("Bob")
        for handle in ("Alice", "Bob", "Alice"):
            line, task = await enter(board, handle=handle)
            await line.shows("Night Owl doesn't let this board in")
            line.drop()
            await task
    numbers = [asked["X-User"] for asked in link.asked if "X-User" in asked]
    assert numbers[0] == numbers[2] != numbers[1]


async def test_x_keeps_a_far_visit_of_cells_alone(board):
    board.change("web", url="https://bbs.example")
    elsewhere = Board(b"\0\x1b]0;title\x07\x1b[31mred\r\n")
    async with tcp(elsewhere) as port:
        door(board, rlogin=f"127.0.0.1:{port}")
        line, _ = await enter(board)
        await line.shows("Welcome to Owl")
        await line.press("hiQ", "X keeps a film")
        await line.press("x", "Your last visit to Night Owl")
        files = {}
        for key, kind in (("f", "cast"), ("i", "png"), ("t", "txt")):
            shown = await line.press(key, rf"once: https://bbs.example/take/[\w-]+\.{kind}")
            (path,) = re.findall(rf"/take/[\w-]+\.{kind}", shown)
            name, files[kind] = board.services[Takeaway].collect(path)
            assert name == f"owl-2026-11-10.{kind}"
    film = "".join(json.loads(row)[2] for row in files["cast"].splitlines()[1:])
    assert "Welcome to Owl" in film and "title" not in film
    assert files["png"].startswith(b"\x89PNG") and b"> hiQ" in files["txt"]


async def test_a_far_visit_is_watched_by_the_sysop(board):
    async with tcp(Board()) as port:
        door(board, rlogin=f"127.0.0.1:{port}")
        line, _ = await enter(board)
        await line.shows("Welcome to Owl")
        await board.register("Maggie", expert="on", sysop=True)
        sysop, _ = board.proved_call("Maggie")
        await sysop.shows("TURNS")
        await goes_to(sysop, 1, "v")
        await sysop.shows("Welcome to Owl")
        line.type("seen")
        await sysop.shows("> seen")
        sysop.type("\x1b")
        line.type("Q")
        await line.shows("Night Owl has ended")


def lines(owl: Served, kind: str) -> list[dict[str, object]]:
    found = [json.loads(line) for path in (owl.folder / "data" / "journal").glob("*.jsonl")
             for line in path.read_text().splitlines()]  # fmt: skip
    return [line for line in found if line["kind"] == kind]


@needs("rlogin")
def test_debians_rlogin_client_is_in_the_door_named_and_goes_home(owl):
    argv = ["rlogin", "-p", str(owl.port("rlogin")), "-l", f"shutbox:{KEY}:Wanda", "127.0.0.1"]
    wanda = Person(argv)
    try:
        wanda.shows(r"Wanda@ATTIC")
        wanda.shows(r"\d \+ \d = \d+")
        wanda.type(b"ql")
        wanda.end()
    finally:
        wanda.close()
    owl.logged("log-on node=1 caller='Wanda@ATTIC'")
