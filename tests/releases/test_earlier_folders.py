"""A board starts on the folder of an earlier release and has all that is in it.

The folders beside this file were written by the release's own code, and never change: a release adds its own.
In that of 0.1.0 (commit b5f89985) Ann has played, has a game that waits, and a daily deal that she dropped.
Zoë was refused with a wrong password, and wrote a line and a letter. A network is banned.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boardroom import PASSWORD, ROOT, Boardroom, boardroom
from boxplay import play_by_lines
from callline import DUMB
from other_words import spoken
from served import Served, door

from door.records.access.failed_logons import read_failed_logons
from door.records.audit.audit import audit
from door.records.community.letters import SYSOP
from door.screens.doors import DOORS, infos
from door.settings import load
from door.ui.texts import tr

FOLDERS = Path(__file__).parent / "folders"
FAR = replace(DUMB, address="203.0.113.9")


@pytest.fixture(params=sorted(path.name for path in FOLDERS.glob("release_*")))
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a release's folder."""
    shutil.copytree(FOLDERS / request.param, tmp_path / "board")
    shutil.copytree(ROOT / "ansi_art", tmp_path / "board" / "ansi_art")
    return tmp_path / "board"


@pytest.fixture
async def board(home: Path) -> AsyncIterator[Boardroom]:
    """The board on it, minutes after the other one was stopped."""
    async with boardroom(home, doors=DOORS) as board:
        yield board


async def test_callers_log_on_see_the_standings_and_go_on_with_their_games(board: Boardroom) -> None:
    line, _ = board.call(FAR)
    line.type(f"Ann\r{PASSWORD}\r")
    await line.hears("main menu")
    line.type("1\r")
    said = (await line.until(r"1\. Zoë, 100 .*2\. Ann, 98 .*quit\)")).group()
    assert "Old Bob" not in said, "a month that was not declared by then ranks no game given up"
    assert "Turns left today: 5." in said, "two of five are spent, two were granted"
    assert "A game of yours is waiting." in said and "Daily deal: your game is waiting." in said
    line.type("\r")
    said = (await line.until(r"Commitment: .*Your game goes on with the same dice\..*Tiles to shut")).group()
    assert "Open: 3 4 5 6 7 8 9" in said and "Commitment: b46b a39b a0d4 2af8" in said
    score = await play_by_lines(line)
    booked = board.lines("game")[-1]
    assert (booked["id"], booked["score"], booked["moves"][0]) == ("bb8d8b0a683a9c24", score, "1 2")
    report = audit(board.folder / "data" / "journal", board.doors, computers=True)
    assert report.faults == () and report.games == 4


async def test_daily_deals_are_played_to_their_end_and_proved_the_day_after(board: Boardroom) -> None:
    begun: Any = await board.store.begin("shutbox", "Ann", {}, daily=True)
    assert begun.resumed and begun.daily == "2026-11-10" and len(begun.moves) == 1
    board.store.moved(begun.id, "quit")
    await board.store.finish(begun.id, 0)
    board.clock.on(days=2)
    await board.store.roll_over()
    (proved,) = board.lines("daily_game")
    assert (proved["id"], proved["caller"]) == (begun.id, "Ann")
    assert audit(board.folder / "data" / "journal", board.doors).faults == ()


async def test_what_callers_wrote_and_who_is_kept_out(board: Boardroom) -> None:
    community = board.services.community
    assert [(post.handle, post.text) for post in community.oneliners()] == [("Zoë", "The box is never shut.")]
    assert [letter.lines for letter in community.letters.box(SYSOP)] == [("Dear sysop,", "thank you.")]
    assert [(call.handle, call.minutes) for call in community.last_calls()] == [("Zoë", 12)]
    assert board.services.bans.keeps_out("198.51.100.77") and not board.services.bans.keeps_out("192.0.2.7")
    misses, note = read_failed_logons(board.store.journal.store, board.clock())
    assert {miss.name: miss.misses for miss in misses} == {"zoë": 4, "192.0.2.7": 4} and note == ""
    zoe = board.callers.find("Zoë")
    assert zoe and zoe.level == 255 and zoe.prefs["keys"] == "letters"


def test_a_real_board_starts_on_it_with_that_releases_settings(home: Path) -> None:
    before = {path: path.read_bytes() for path in (home / "config").rglob("*.yaml")}
    served = Served(home).listening()
    try:
        assert "ERROR" not in served.log and "Traceback" not in served.log
    finally:
        served.stop()
    assert {path: path.read_bytes() for path in before} == before
    checked = door("check", board=home)
    assert checked.returncode == 0, checked.stderr
    audited = door("audit", "--computers", board=home)
    assert audited.returncode == 0 and "all proved" in audited.stdout


REWORDED = """\
logon.handle: Name, please
logon.closed: We are full.
logon.wrong: "That's not it."
logon.steps.password.prompt: "Word for {handle}:"
menu.hello: "{clock} Moin, {handle}: {calls}"
goodbye.ask: Really leave?
session.tables.news.challenge: "{who} wants to play {game} ({key})"
shutbox.board.shut.title: SHUT UP!
words:
  points: Punkte
  Back: Zurück
"""
"""Ten sentences as a sysop put them into other words, by the keys of 0.1.0."""


async def test_ten_texts_by_the_keys_of_their_release_are_all_in_force(home: Path) -> None:
    (home / "config" / "texts.yaml").write_text(REWORDED, encoding="utf-8")
    texts = load(home, infos()).texts
    *renamed, incomplete = sorted(texts.renamed, key=lambda note: "leaves out" in note)
    assert texts.warnings == () and len(renamed) == 9
    assert "tables.challenged_you: leaves out {no}" in incomplete
    with spoken(texts.of("en")):
        assert [tr.logon.ask_handle(), tr.logon.board_closed(), tr.logon.wrong_password()] == [
            "Name, please", "We are full.", "That's not it.",
        ]  # fmt: skip
        assert tr.logon.ask_password(handle="Bo") == "Word for Bo:"
        assert tr.menu.hello(clock="8:00", handle="Bo", calls=2) == "8:00 Moin, Bo: 2"
        assert tr.goodbye.confirm_hang_up() == "Really leave?"
        assert tr.tables.challenged_you(who="Bo", game="Dice", key="T", no="N") == "Bo wants to play Dice (T)"
        assert (tr.shutbox.banner_shut(), tr.keys.back()) == ("SHUT UP!", "Zurück")
        assert tr.count.points(n=2) == "2 Punkte"
    async with boardroom(home, doors=DOORS) as board:
        board.settings = replace(board.settings, texts=texts)
        line, _ = board.call(FAR)
        await line.hears("Name, please")
        line.type("Ann\r")
        await line.hears("Word for Ann:")
        line.type(f"{PASSWORD}\r")
        await line.hears("main menu")
