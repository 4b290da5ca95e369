"""The sysop's own news after the log-on, what else is told there, and the tour of a first call."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from board_scenes import lobby
from boardroom import Boardroom
from boxplay import deal
from callline import DUMB
from journal_players import TO_SHUT

from door.features.menu.pages import menu
from door.features.news.news_files import MOST_BYTES, read_news
from door.features.news.pages import news
from door.games.chance import Chance
from door.games.shutbox.computer import best_sets
from door.games.shutbox.rules import apply, begin, move_text
from door.screens.doors import DOORS
from door.settings.skeleton import SKELETON
from door.term.canvas import Canvas
from door.term.emulator.files import ArtError
from door.testing.stage import seed_of
from door.ui.blocks import Text
from door.ui.screen import View

HALL = (SKELETON / "ansi_art" / "goodbye.ans").read_bytes()


def put(board: Boardroom, folder: Path, name: str, data: bytes, days_ago: float = 1) -> None:
    """A file in the board's folder `news`, written so many days before now by the board's clock."""
    path = folder / "news" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    written = (board.clock() - timedelta(days=days_ago)).timestamp()
    os.utime(path, (written, written))


async def test_each_file_is_shown_once_the_newest_first(tmp_path, board):
    put(board, tmp_path, "old.txt", b"long ago", 90)
    put(board, tmp_path, "night.txt", b"TOURNAMENT\n\n" + b"Friday at nine. " * 20, 2)
    put(board, tmp_path, "tomorrow.txt", b"not yet", -1)
    put(board, tmp_path, "hall.ans", HALL)
    await board.register("Ann", fast="on")
    ann, _ = board.proved_call("Ann")
    await ann.shows("NO CARRIER|9 November 2026")
    shown = await ann.press("\r", "TOURNAMENT.*Friday at nine.*8 November 2026")
    assert "long ago" not in shown
    await ann.press("\r", "Since your last call")
    await ann.press("\r", "Hello, Ann. This is call 1")
    await board.loses(ann, "Ann")
    board.clock.on(hours=1)
    again, _ = board.proved_call("Ann")
    await again.shows("Hello, Ann. This is call 2")
    assert "TOURNAMENT" not in again.sent.decode(), "they have seen it"


async def test_files_that_cannot_be_shown_are_logged_once_and_the_rest_is_said(tmp_path, board, caplog):
    put(board, tmp_path, "bell.txt", b"ding\x07dong")
    put(board, tmp_path, "big.ans", b"x" * 2_000_000)
    put(board, tmp_path, "fine.txt", "Grüße".encode("cp437"))
    (tmp_path / "news" / "folder.txt").mkdir()
    for name in ("Ann", "Bob"):
        await board.register(name)
        line, _ = board.proved_call(name, DUMB)
        await line.hears("News of 9 November 2026.*Grüße.*command\\?")
        await line.say("\r", "Since your last call.*command\\?")
    told = [record.getMessage() for record in caplog.records if record.name == "door.art"]
    assert sorted(line for line in told if line.startswith("news")) == [
        "news bell.txt is not shown: it contains the control character 0x07",
        f"news big.ans is not shown: it has 2000000 bytes; news has at most {MOST_BYTES}",
    ]


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "cp437"])
@pytest.mark.parametrize("name", ["a.txt", "a.ans"])
def test_news_of_old_and_new_editors_reads_alike(tmp_path, name, charset):
    (tmp_path / name).write_bytes("▄█▀ Grüße".encode(charset))
    assert read_news(tmp_path / name).text().strip() == "▄█▀ Grüße"


@pytest.mark.parametrize("name", ["a.txt", "a.ans"])
def test_an_empty_file_is_refused(tmp_path, name):
    (tmp_path / name).write_bytes(b"\r\n \r\n\x1a")
    with pytest.raises(ArtError, match="empty"):
        read_news(tmp_path / name)


async def test_a_key_of_the_menu_works_from_the_tour_and_it_comes_once(board):
    await board.callers.register("Ann", "open sesame")
    ann, _ = board.proved_call("Ann")
    await ann.shows("Welcome to The Door.*1 of 3")
    await ann.press("1", "Enter to play", passing=1)
    await board.loses(ann, "Ann")
    again, _ = board.proved_call("Ann")
    await again.shows("Hello, Ann. This is call 2")
    assert "Welcome to The Door" not in again.sent.decode()


async def test_the_tour_in_plain_mode_waits_for_enter_between_its_pages(board):
    await board.callers.register("Ann", "open sesame")
    ann, _ = board.proved_call("Ann", DUMB)
    for heard in ("A First Game", "It is on now", "Other Callers", "1 Shut The Box"):
        await ann.hears(f"{heard}.*command\\?")
        ann.type("\r")


async def test_what_others_have_done_is_told(board, monkeypatch):
    deal(monkeypatch, seed_of(15))  # dice that let the box be shut
    for handle in ("Ann", "Zoe"):
        await board.register(handle, fast="on")
    zoe = await board.at_menu("Zoe", DUMB)
    await zoe.say("1\ry\r", "Tiles to shut")
    box = begin(TO_SHUT, Chance(seed_of(15)))
    while not box.over:
        move = move_text(best_sets(TO_SHUT, box.open, box.total)[0][0])
        box = apply(box, move)
        zoe.type(f"{move}\r")
    assert box.why == "shut"
    await zoe.hears("The box is shut!.*again")
    ann, _ = board.proved_call("Ann", DUMB)
    said = " ".join((await ann.hears("Well Played.*command\\?")).split())
    assert "Zoe, A box shut, Shut The Box" in said


@pytest.mark.parametrize("terminal", [None, DUMB])
async def test_an_expert_reads_the_sysop_s_own_news_alone(tmp_path, board, terminal):
    put(board, tmp_path, "friday.txt", b"TOURNAMENT")
    await board.register("Ann", expert="on")
    ann, _ = board.proved_call("Ann", *([terminal] if terminal else []))
    if terminal:
        assert "Since your last" not in await ann.hears("News of 9 November 2026.*Tournament.*command\\?")
    else:
        await ann.shows("TOURNAMENT.*9 November 2026")
        await ann.press("\r", "Hello, Ann. This is call 1")
        assert "Since your last" not in ann.sent.decode()
    await board.loses(ann, "Ann")
    again, _ = board.proved_call("Ann", *([terminal] if terminal else []))
    await (again.hears("command\\?") if terminal else again.shows("This is call 2"))
    assert "TOURNAMENT" not in again.sent.decode(), "they have seen it"


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.INFO.slug)
@pytest.mark.parametrize("cols", [80, 132])
def test_a_cups_title_leaves_the_keys_whole(door, cols):
    state, _ = news.PAGE.start(menu.MenuLobby("Board", "Sysop", 1, handle="Ann"), "")
    text = Text(door.INFO.name(), (), picture=Canvas(cols, 24))
    state = replace(state, sheets=(text,), sheet=text)
    keys = news.PAGE.draw(state, View(cols, 24)).text().split("\n")[-1]
    assert "[Enter] Go on  [Esc] To the menu" in keys
    assert keys.split("[")[0].strip() in ("", door.INFO.name())


def test_a_cup_is_a_sentence_for_who_cannot_read_the_picture():
    (cup,) = news.cups(["shutbox"], lobby())
    assert (cup.title, cup.words) == ("Shut The Box", ("  Ann won October 2026 with 1312.",))
