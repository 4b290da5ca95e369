"""Finished games in the journal: found by id, or with the nearest; the latest of a door, caller or month."""

import pickle
from pathlib import Path
from typing import Any

import pytest
from other_words import other_words
from records_kit import true_game, write_journal

from door.play.replay import is_proved
from door.records.journal import find
from door.records.journal.find import NotFound, Wanted, find_game, latest_games
from door.records.journal.lines import RecordsError, decode, encode
from door.records.replays import read_finished
from door.screens.doors import find as door_of
from door.screens.replays.steps import proof_checks
from door.ui.texts import SHIPPED, reason_of, speak, tr

pytestmark = pytest.mark.files("it has no store")

SEED = "00" * 32
SEAL = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def game(id: str, t: str, caller: str = "Ann", door: str = "shutbox", **more: Any) -> dict[str, Any]:
    return {
        "v": 1, "kind": "game", "t": t, "id": id, "door": door, "caller": caller, "seats": [caller],
        "options": {}, "seed": SEED, "moves": ["quit"], "score": 0, "month": t[:7], **more,
    }  # fmt: skip


def begun(id: str, t: str, caller: str = "Ann", **more: Any) -> dict[str, Any]:
    return {
        "v": 1, "kind": "turn", "t": t, "id": id, "door": "shutbox", "caller": caller, "day": t[:10],
        "free": False, "options": {}, "commit": SEAL, **more,
    }  # fmt: skip


def table(id: str, t: str, **more: Any) -> dict[str, Any]:
    return {
        "v": 1, "kind": "table", "t": t, "id": id, "door": "switchbox", "seats": ["Ann", "Bob"],
        "options": {}, "clock": "3d", "rated": True, "commit": SEAL, **more,
    }  # fmt: skip


def match(id: str, t: str, **more: Any) -> dict[str, Any]:
    return {
        "v": 1, "kind": "match", "t": t, "id": id, "seats": ["Ann", "Bob"], "seed": SEED, "moves": ["1", "2"],
        "times": [1, 2], "scores": [0, 0], "places": [2, 1], "end": "resigned", "by": 0, **more,
    }  # fmt: skip


def day(number: int, month: str = "2026-11") -> str:
    return f"{month}-{number:02}T12:00:00.000Z"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    def rename(t: str, caller: str, to: str) -> dict[str, Any]:
        return {"v": 1, "kind": "rename", "t": t, "caller": caller, "to": to}

    months = {
        "2026-10": [
            game("aa00", day(1, "2026-10"), "Old"), rename(day(2, "2026-10"), "Old", "Ann"),
            game("aa01", day(3, "2026-10"), "Old"), table("cc01", day(30, "2026-10")),
        ],
        "2026-11": [
            begun("ab12cd", day(1)), game("ab12cd", day(2)), begun("ab99", day(3), "Bob"),
            match("cc01", day(4)), game("ab77", day(5), "Bob", "thieves"),
            table("cc02", day(5)), {"kind": "game", "id": "broken"},
        ],
    }  # fmt: skip
    for month, lines in months.items():
        (tmp_path / f"{month}.jsonl").write_bytes(b"".join(encode(line) + b"\n" for line in lines))
    return tmp_path


def ids(journal: Path, most: int = 99, **wanted: str) -> list[str]:
    return [one.id for one in latest_games(journal, Wanted(**wanted), most)]


def test_the_latest_come_first_those_of_tables_with_their_door(journal):
    assert ids(journal) == ["ab77", "cc01", "ab12cd", "aa01", "aa00"]
    assert ids(journal, 2) == ["ab77", "cc01"]
    assert ids(journal, door="switchbox") == ["cc01"]
    assert ids(journal, door="shutbox") == ["ab12cd", "aa01", "aa00"]
    (one,) = latest_games(journal, Wanted(door="switchbox"), 9)
    assert (one.seats, one.scores, one.door) == (("Ann", "Bob"), (0, 0), "switchbox")


def test_a_caller_s_are_those_of_earlier_handles_but_not_of_who_had_the_handle_later(journal):
    assert ids(journal, caller="ann") == ["cc01", "ab12cd", "aa00"], "the Old of the 3rd is somebody new"
    assert ids(journal, caller="Old") == ["aa01", "aa00"]
    assert ids(journal, caller="nobody") == ids(journal, caller="a") == []


def test_a_handle_beyond_ascii_is_found_in_any_case(tmp_path):
    (tmp_path / "2026-11.jsonl").write_bytes(encode(game("aa", day(1), "ZOË")) + b"\n")
    assert ids(tmp_path, caller="zoë") == ["aa"]


def test_a_month_s_are_its_own(journal):
    assert ids(journal, month="2026-10") == ["aa01", "aa00"]
    assert ids(journal, month="2026-11") == ["ab77", "cc01", "ab12cd"]
    assert ids(journal, month="2024-01") == []


def test_the_latest_are_of_this_month_and_a_year(tmp_path):
    months = [f"{2025 + n // 12}-{n % 12 + 1:02}" for n in range(15)]
    for month in months:
        late = {**game(f"{month}d", day(2, month)), "kind": "daily_game", "day": "2025-04-30"}
        del late["month"]
        lines = [game(month, day(1, month)), *([late] if month == "2025-05" else ())]
        (tmp_path / f"{month}.jsonl").write_bytes(b"".join(encode(line) + b"\n" for line in lines))
    year = [*months[:4:-1], "2025-05d", *months[4:1:-1]]
    assert ids(tmp_path) == year
    assert ids(tmp_path, month="2025-04") == ["2025-05d", "2025-04"], "one was revealed in May"


def test_the_nearest_is_named_where_there_is_none(journal):
    with pytest.raises(RecordsError, match=r"journal has no game 'ab12dd'\. The nearest is ab12cd\."):
        find_game(journal, "ab12dd")
    with pytest.raises(RecordsError, match=r"journal has no game 'zzzz'\.$"):
        find_game(journal, "zzzz")
    with pytest.raises(RecordsError, match=r"journal has no game 'ab12\('\. The nearest is ab12cd\."):
        find_game(journal, "ab12(")
    with pytest.raises(RecordsError, match="ab99 isn't finished"):
        find_game(journal, "ab99")
    with pytest.raises(RecordsError, match="cc02 isn't finished"):
        find_game(journal, "cc02")


def test_a_game_at_a_table_is_read_and_proved(journal):
    found = read_finished(journal, door_of, "cc01")
    assert (found.kind, found.seats, found.sides, found.end) == (
        "table",
        ("Ann", "Bob"),
        (("1", "2"),),
        "resigned",
    )
    assert is_proved(proof_checks(found)), proof_checks(found)
    assert not is_proved(proof_checks(found._replace(end="over")))
    assert not is_proved(proof_checks(found._replace(scores=(1, 0))))


def test_a_game_alone_has_its_seal_from_its_turn(journal):
    found = read_finished(journal, door_of, "ab12")
    assert (found.kind, found.commit, found.words) == ("contest", SEAL, ()) and is_proved(proof_checks(found))
    without = read_finished(journal, door_of, "ab77")
    assert without.commit == "" and not is_proved(proof_checks(without))


def test_why_there_is_none_is_said_in_the_sysop_s_words_though_another_process_looked(tmp_path):
    (tmp_path / "2026-11.jsonl").write_bytes(b"")
    with pytest.raises(NotFound) as looked:
        read_finished(tmp_path, door_of, "ab")
    error = pickle.loads(pickle.dumps(looked.value))
    own = other_words({tr.replay.no_such_game: "{id}? Nie gespielt."})
    speak(lambda: own)
    try:
        assert reason_of(error) == "'ab'? Nie gespielt."
    finally:
        speak(lambda: SHIPPED)


def test_one_letter_does_not_have_the_whole_journal_read(tmp_path, monkeypatch):
    games = [
        [{**line, "id": f"{number:04x}" * 4} for line in true_game("Ann")] for number in range(0xA000, 0xA100)
    ]
    write_journal(tmp_path, {"2026-11": [line for game in games for line in game]})
    parsed: list[bytes] = []
    monkeypatch.setattr(find, "decode", lambda raw: (parsed.append(raw), decode(raw))[1])
    with pytest.raises(RecordsError, match=r"More than 5 games start with 'a': a000a000a000a000, .*, …"):
        find_game(tmp_path, "a")
    assert len(parsed) < 20
    parsed.clear()
    with pytest.raises(RecordsError, match=r"journal has no game 'a'\. Type at least 4 characters"):
        find_game(tmp_path, "a", 4)
    assert not parsed
    assert find_game(tmp_path, "a0ff", 4)[1]["id"] == "a0ffa0ffa0ffa0ff"
    assert len(parsed) == 2


def test_a_short_id_of_a_foreign_journal_is_found_as_a_whole(tmp_path):
    lines = [{**line, "id": id} for id in ("a", "ab", "abc") for line in true_game("Ann")]
    write_journal(tmp_path, {"2026-11": lines})
    assert find_game(tmp_path, "ab", 4)[1]["id"] == "ab"
    assert find_game(tmp_path, "a")[1]["id"] == "a"
