"""Replays spread over processes: the same report, whatever is wrong and whoever dies."""

import os
import signal
from pathlib import Path

import pytest
from records_kit import NOON, true_game, write_journal
from testdoor import TestDoor

from door.games.chance import Chance
from door.games.game import Status
from door.games.record import Record
from door.records.audit import proof as replay_pool
from door.records.audit.audit import Report, audit

pytestmark = pytest.mark.files("it has no store")

DOORS = {"dice": TestDoor()}


def journal(folder: Path, games: int) -> Path:
    """Every seventh game lies, every eleventh has a move that is none, one line is edited."""
    made = []
    for number in range(games):
        turn, game = true_game(f"Caller {number % 9}")
        if number % 7 == 3:
            game = {**game, "score": game["score"] + 1}
        if number % 11 == 5:
            game = {**game, "moves": ["die", "dye"]}
        made += [turn, game]
    write_journal(folder, {NOON.strftime("%Y-%m"): made, "2025-12": true_game("Eve", NOON.replace(month=12))})
    path = folder / "2025-11.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"caller":"Caller 4"', b'"caller":"Caller 5"', 1))
    return folder


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_pool, "PORTION", 4)


def test_the_report_is_the_same_however_many_help(tmp_path, small):
    folder = journal(tmp_path, 60)
    alone = audit(folder, DOORS)
    assert len(alone.faults) > 12 and alone.games == 60
    assert [f.line for f in alone.faults if f.file == "2025-11.jsonl"] == sorted(
        f.line for f in alone.faults if f.file == "2025-11.jsonl"
    )
    for jobs in (1, 2, 3):
        assert audit(folder, DOORS, jobs=jobs) == alone
    assert audit(folder, DOORS, "2025-12", jobs=2).games == 1


def test_few_games_begin_no_process(tmp_path, monkeypatch):
    monkeypatch.setattr(replay_pool, "_pool", lambda *args: pytest.fail("a process was begun"))
    folder = journal(tmp_path, 20)
    assert audit(folder, DOORS, jobs=2) == audit(folder, DOORS)


class Deadly(TestDoor):
    """Kills the process that replays a game of it, unless that is the test's own."""

    def __init__(self, spared: int) -> None:
        super().__init__()
        self.spared = spared

    def replay(self, record: Record) -> Status:
        if os.getpid() != self.spared:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().replay(record)


def test_a_process_that_is_killed_costs_nothing_but_time(tmp_path, small):
    folder = journal(tmp_path, 40)
    assert audit(folder, {"dice": Deadly(os.getpid())}, jobs=2) == audit(folder, DOORS)


def test_where_no_process_can_be_had_the_audit_is_made_alone(tmp_path, small, monkeypatch):
    def refused(*args: object) -> None:
        raise BlockingIOError(11, "no more processes")

    monkeypatch.setattr(replay_pool, "_pool", refused)
    folder = journal(tmp_path, 40)
    assert audit(folder, DOORS, jobs=2) == audit(folder, DOORS)


def test_no_more_waits_than_the_processes_can_be_at(tmp_path, small):
    seen = []

    class Watched(replay_pool.ReplayPool):
        def take(self, place: replay_pool.FileLine, claim: replay_pool.Claim) -> None:
            super().take(place, claim)
            seen.append(len(self.away))

    game = true_game("Alice")[1]
    claim = replay_pool.Claim(
        "dice", Record({"length": 3}, ("Alice",), Chance(bytes.fromhex(game["seed"])), ("die",) * 3), 0
    )
    with Watched(DOORS, 1) as helped:
        for number in range(100):
            helped.take(("file", number), claim)
        assert [place[1] for place, _ in sorted(helped.wrong())] == list(range(100))
    assert 0 < max(seen) <= replay_pool.AHEAD


def test_an_empty_journal_has_an_empty_report(tmp_path):
    assert audit(tmp_path, DOORS, jobs=2) == Report(0, 0, (), "0" * 64)
