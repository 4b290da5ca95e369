"""A board starts on the folder of an earlier release and has all that is in it.

The folders beside this file were written by the release's own code (`tests/support/lay_folder.py`), and never
change: a release adds its own. In that of 1.0.0 Ann has games and matches that wait at every door, and daily
deals that she dropped. Zoë was refused with a wrong password, and wrote a line, letters and a post.
"""

import json
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boardroom import PASSWORD, Boardroom, boardroom
from boxplay import play_by_lines
from callline import DUMB
from journal_players import sit_down
from random_matches import legal_move
from served import Served, door

from door.play.api import Begun
from door.records.access.bans import Bans
from door.records.access.failed_logons import read_failed_logons
from door.records.audit.audit import audit
from door.records.community.community import LastCalls, Wall
from door.records.community.letters import SYSOP, Letters
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS
from door.settings.skeleton import SKELETON

FOLDERS = Path(__file__).parent / "folders"
FAR = replace(DUMB, address="203.0.113.9")


@pytest.fixture(params=sorted(path.name for path in FOLDERS.glob("release_*")))
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a release's folder."""
    shutil.copytree(FOLDERS / request.param, tmp_path / "board")
    shutil.copytree(SKELETON / "ansi_art", tmp_path / "board" / "ansi_art")
    return tmp_path / "board"


@pytest.fixture
async def board(home: Path) -> AsyncIterator[Boardroom]:
    """The board on it, minutes after the other one was stopped."""
    async with boardroom(home, doors=DOORS) as board:
        yield board


async def test_callers_log_on_see_the_standings_and_go_on_with_their_games(board):
    line, _ = board.call(FAR)
    line.type(f"Ann\r{PASSWORD}\r")
    await line.hears("Main menu command")
    line.type("1\r")
    said = (await line.until(r"1\. (Ann|Bob|Zoë), \d+ .*quit\)")).group()
    assert "A game of yours is waiting." in said and "Daily deal: your game is waiting." in said
    line.type("\r")
    await line.until(r"Seal: .*Your game goes on with the same dice\..*Tiles to shut")
    score = await play_by_lines(line)
    booked = board.lines("game")[-1]
    assert (booked["caller"], booked["score"]) == ("Ann", score) and len(booked["moves"]) > 1
    assert proved(board)


async def test_every_game_that_waits_is_played_to_its_end_and_proved(board):
    waiting = [("Ann", slug, False) for slug in board.doors] + [
        ("Ann", "shutbox", True),
        ("Ann", "thieves", True),
    ]
    before, rng = len(board.lines("game")), Random(1)
    for caller, slug, daily in waiting:
        begun: Any = await board.store.games.begin(
            board.store.daily if daily else board.store.ranked, GameWish(slug, caller)
        )
        assert isinstance(begun, Begun) and begun.resumed and len(begun.record.moves) == 1, (slug, daily)
        table = sit_down(slug, begun.record, rng)
        while not table.over:
            assert board.store.games.add_move(begun.record.id, table.move("wild")) == ""
        assert (await board.store.games.finish(begun.record.id)).note == ""
    board.clock.on(days=2)
    await board.store.roll_over()
    assert len(board.lines("game")) == before + len(board.doors) and len(board.lines("daily_game")) == 2
    assert proved(board)


async def test_every_match_is_played_to_its_end_and_proved(board):
    rng, tables = Random(1), board.store.tables
    (challenge,) = [match.terms.id for match in tables.all() if match.stage == "forming"]
    await tables.do(challenge, {"do": "sit", "seat": 1, "who": "Bob"})
    matches = [match for match in tables.all() if match.stage == "play"]
    assert len({(match.terms.door, match.terms.race) for match in matches}) > 5
    for match in matches:
        id = match.terms.id
        if match.adjourned:
            match = await tables.do(id, {"do": "go"})
        while match.stage != "over":
            seat = rng.choice(match.movers)
            move = legal_move(match.positions[seat if match.terms.race else 0], rng)
            match = await tables.do(id, {"do": "move", "seat": seat, "move": move})
    assert len(board.lines("match")) == len(matches)
    assert proved(board)


def proved(board: Boardroom) -> bool:
    report = audit(board.folder / "data" / "journal", board.doors, computers=True)
    return report.faults == () and report.games > 0


async def test_what_callers_wrote_and_who_is_kept_out(board):
    services = board.services
    lines = [(post.handle, post.text) for post in services[Wall].oneliners()]
    assert lines == [("Zoë", "The box is never shut.")]
    assert [letter.lines for letter in services[Letters].box(SYSOP)] == [("Dear sysop,", "thank you.")]
    assert [letter.lines for letter in services[Letters].box("Ann")] == [("A letter.",)]
    assert [(call.handle, call.minutes) for call in services[LastCalls].last_calls()] == [("Zoë", 12)]
    assert board.services[Bans].keeps_out("198.51.100.77") and not board.services[Bans].keeps_out("192.0.2.7")
    misses, note = read_failed_logons(board.store.journal.store, board.clock())
    assert {miss.name: miss.misses for miss in misses} == {"zoë": 4, "192.0.2.7": 4} and note == ""
    zoe = board.callers.find("Zoë")
    assert zoe and zoe.level == 255 and zoe.prefs["keys"] == "letters"


def test_a_real_board_starts_on_it_with_that_releases_settings(home):
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


@pytest.mark.parametrize("release", ["0.1.0", "0.2.0", "0.9"])
def test_a_folder_from_before_the_first_release_is_refused_in_one_sentence(home, release):
    note = {"readable_since": release, "release": release}
    (home / "data" / "release.json").write_text(json.dumps(note))
    before = contents(home / "data")
    refused = door("serve", board=home)
    assert refused.returncode == 1 and refused.stdout == ""
    assert refused.stderr == (
        f"{home / 'data'} was written by {release}, before the first release (1.0.0), and can't be read. "
        "Begin a new board with `door init`.\n"
    )
    after = contents(home / "data")
    assert after == before, "nothing was touched"


def contents(data: Path) -> dict[Path, bytes]:
    """What a folder holds, except the owner's lock and the log."""
    paths = (path for path in data.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in paths if path.name not in (".owner", "door.log")}
