"""The best games of a day and of its month, as Board TV shows them."""

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import game_lines
import pytest
from game_lines import turn

from door.records.journal.find import best_games
from door.records.journal.lines import Fields

pytestmark = pytest.mark.files("it has no store")

UTC, BERLIN = ZoneInfo("UTC"), ZoneInfo("Europe/Berlin")


def game(id: str, t: str, score: int, door: str = "shutbox", moves: tuple[str, ...] = ("1",)) -> Fields:
    return {"v": 1, **game_lines.game(t, id, door, "Ann", ("Ann",), {}, "ab" * 32, moves, score, t[:7])}


def found(folder: Path, lines: list[Fields], zone: ZoneInfo = UTC) -> list[tuple[bool, str, str]]:
    for line in lines:
        with (folder / f"{line['t'][:7]}.jsonl").open("a") as file:
            file.write(json.dumps(line, sort_keys=True, separators=(",", ":")) + "\n")
    best = best_games(
        folder, "2026-11-09", ["2026-10", "2026-11", "2026-12"], zone, lambda slug: slug != "mindbuster"
    )
    return [(one.day, one.game["id"], str(one.turn.get("commit", ""))) for one in best]


def test_the_highest_or_the_lowest_of_the_day_then_the_month_s(tmp_path):
    lines = [
        turn("2026-11-02T10:00:00.000Z", "b", "shutbox", "Ann", "2026-11-02", False, {}, "cd" * 32),
        game("a", "2026-11-02T10:00:00.000Z", 104),
        game("b", "2026-11-09T10:00:00.000Z", 90),
        game("c", "2026-11-09T11:00:00.000Z", 90),
        game("d", "2026-11-09T12:00:00.000Z", 99, moves=("1", "quit")),
        game("e", "2026-11-09T12:00:00.000Z", 4, "mindbuster"),
        game("f", "2026-11-09T12:00:00.000Z", 3, "mindbuster"),
        game("g", "2026-11-10T12:00:00.000Z", 200),
        game("h", "2026-10-30T12:00:00.000Z", 999),
        {**game("i", "2026-11-09T12:00:00.000Z", 999), "moves": "torn"},
    ]
    assert found(tmp_path, lines) == [(True, "b", "cd" * 32), (True, "f", ""), (False, "g", "")]


def test_a_player_has_the_handle_of_now(tmp_path):
    lines: list[Fields] = [
        {"v": 1, "kind": "rename", "t": "2026-11-01T10:00:00.000Z", "caller": "Ann", "to": "Old"},
        game("a", "2026-11-02T10:00:00.000Z", 104),
        game("b", "2026-11-09T10:00:00.000Z", 90),
        {**game("c", "2026-11-09T10:00:00.000Z", 4, "mindbuster"), "caller": "Bob", "seats": ["Bob"]},
        {"v": 1, "kind": "rename", "t": "2026-11-10T10:00:00.000Z", "caller": "ann", "to": "Eve"},
        {"v": 1, "kind": "remove", "t": "2026-11-10T10:00:00.000Z", "caller": "Bob"},
        {"v": 1, "kind": "rename", "t": "2026-12-01T10:00:00.000Z", "caller": "Eve", "to": "Cat"},
    ]
    found(tmp_path, lines)
    best = best_games(tmp_path, "2026-11-09", ["2026-10", "2026-11", "2026-12"], UTC, lambda slug: True)
    assert [(one.game["id"], one.player) for one in best] == [("b", "Cat"), ("c", ""), ("a", "Cat")]


def test_a_day_is_the_board_s_own(tmp_path):
    lines = [game("a", "2026-11-08T23:30:00.000Z", 10), game("b", "2026-11-09T23:30:00.000Z", 20)]
    assert found(tmp_path, lines, BERLIN) == [(True, "a", ""), (False, "b", "")]


def test_no_journal_has_none(tmp_path):
    assert found(tmp_path, []) == []
