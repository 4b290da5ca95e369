"""The audit: what it finds, what it lets pass, and that nothing a file holds can stop it."""

import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from each import each
from effort import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from random_matches import random_match
from records_kit import NOON, Clock, forged, journal_lines, make_store, moved, play, true_game, write_journal
from testdoor import TestDoor

from door.games.chance import Chance
from door.play.api import Begun
from door.records.audit.audit import Report, audit
from door.records.journal import lines
from door.records.journal.find import find_game
from door.records.journal.lines import ZERO, Fields, RecordsError, chain_lines, digest, encode, stamp
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS as EVERY

pytestmark = pytest.mark.files("it audits the journal's files, which are the same with every store")

DOORS = {"dice": TestDoor()}


@pytest.fixture(scope="module", autouse=True)
def no_naps() -> Iterator[None]:
    """No board writes these journals, so a torn line needn't be looked at again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("door.records.audit.audit.NAP", 0)
        yield


def checked(folder: Path, **more: Any) -> Report:
    return audit(folder, DOORS, **more)


def of(folder: Path, fields: list[Fields], month: str = "2025-11") -> Report:
    write_journal(folder, {month: fields})
    return checked(folder)


def reasons(report: Report) -> list[str]:
    return [fault.reason for fault in report.faults]


def month_of_games(folder: Path) -> Path:
    write_journal(
        folder,
        {
            "2025-11": [*true_game("Alice"), *true_game("Bob")],
            "2025-12": [*true_game("Alice", NOON.replace(month=12))],
        },
    )
    return folder


# -- what holds ---------------------------------------------------------------------------------


async def test_what_the_board_writes_verifies(tmp_path):
    clock = Clock()
    store = make_store(tmp_path, clock, turns_per_day=0)
    await store.open()
    for number in range(6):
        await play(store, f"Caller {number % 3}", *["die"] * (number % 3), "stop")
    clock.pass_by(days=40)
    await store.roll_over()
    report = checked(tmp_path / "journal")
    assert (report.lines, report.games, report.faults) == (13, 6, ())
    assert report.head == digest(last_line(tmp_path / "journal"))


def last_line(folder: Path) -> bytes:
    return max(folder.glob("*.jsonl")).read_bytes().splitlines()[-1]


def test_an_empty_journal_and_a_missing_one(tmp_path):
    assert checked(tmp_path) == checked(tmp_path / "none") == Report(0, 0, (), ZERO)


def test_another_programs_spelling_of_the_same_lines_verifies(tmp_path):
    turn, game = true_game("Zoë")
    turn = {
        **turn,
        "options": {"turns_per_day": 7},
        "more": {"a": 1.50, "b": "/"},
        "commit": turn["commit"].upper(),
    }
    other = {"kind": "weather", "t": stamp(NOON), "sunny": None}
    game = {**game, "caller": "ZOË", "seed": game["seed"].upper(), "t": "2025-11-21T12:00:00.000+00:00"}
    prev, out = ZERO, b""
    for fields in (other, turn, game):
        text = json.dumps({**fields, "v": 1, "prev": prev}, sort_keys=True, separators=(",", ":"))
        raw = text.replace("1.5", "1.50").replace('"/"', '"\\/"').encode()
        prev, out = digest(raw), out + raw + b"\n"
    (tmp_path / "2025-11.jsonl").write_bytes(out)
    report = checked(tmp_path)
    assert report.faults == () and report.games == 1


def test_a_game_over_the_months_end_and_lists_for_options(tmp_path):
    turn, game = true_game("Alice", month="2025-12")
    late = "2025-11-30T23:30:00.000Z"
    turn = {**turn, "options": {"goals": [3, 4]}, "t": late, "day": "2025-12-01"}
    assert reasons(of(tmp_path, [turn, {**game, "options": {"goals": [3, 4]}, "t": late}])) == []


def test_only_the_months_games_are_replayed_when_one_is_asked_for(tmp_path):
    write_journal(
        tmp_path,
        {
            "2025-11": forged("Alice", ["die"] * 3, 999),
            "2025-12": true_game("Alice", NOON.replace(month=12)),
        },
    )
    assert checked(tmp_path, month="2025-12").faults == ()
    assert checked(tmp_path, month="2025-12").games == 1
    assert len(checked(tmp_path, month="2025-11").faults) == 1
    assert len(checked(tmp_path).faults) == 1


def test_progress_goes_from_bytes_to_all_bytes(tmp_path):
    (tmp_path / "2025-11.jsonl").write_bytes(b"{}\n" * 300)
    seen: list[tuple[int, int]] = []
    audit(tmp_path, DOORS, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(768, 900), (900, 900)]


def test_it_changes_nothing(tmp_path):
    month_of_games(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    checked(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


# -- what does not --------------------------------------------------------------------------------

CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"score": 19}, "the score is written as 19"),
    ({"score": "10"}, "score is not a whole number"),
    ({"score": True}, "score is not a whole number"),
    ({"score": 10.0}, "score is not a whole number"),
    ({"score": 10**400}, "the score is written as"),
    ({"moves": ["die", "die"]}, "before the game's end"),
    ({"moves": ["die"] * 4}, "a move is refused"),
    ({"moves": ["die", "cheat", "die"]}, "a move is refused: 'cheat' cannot be played here"),
    ({"moves": ["die", 7]}, "moves is not a list of texts"),
    ({"moves": "die"}, "moves is not a list"),
    ({"seed": "00" * 32}, "not the one its turn sealed"),
    ({"seed": "0" * 63}, "seed is not 64"),
    ({"seed": "zz" * 32}, "seed is not 64"),
    ({"caller": "Bob"}, "another caller's"),
    ({"seats": ["Bob"]}, "the first of the seats"),
    ({"seats": []}, "seats is not a list of players"),
    ({"seats": [["Alice"]]}, "seats is not a list of players"),
    ({"door": "cards"}, "another door"),
    ({"id": "other"}, "has no turn before it"),
    ({"month": "2025-10"}, "month '2025-10' is not the month of t"),
    ({"month": "2025-13"}, "is not the month of t"),
    ({"month": 11}, "month is not text"),
    ({"options": {"length": 5}}, "the options differ from those of its turn"),
    ({"options": {"lengths": 5}}, "the door has no option 'lengths'"),
    ({"options": {"length": 10**9}}, "is not one the door allows"),
    ({"options": {"length": "3"}}, "is not one the door allows"),
    ({"options": {"length": True}}, "is not one the door allows"),
    ({"options": {"goals": [1]}}, "is not one the door allows"),
    ({"options": {"goals": [1, []]}}, "is not one the door allows"),
    ({"options": []}, "options is not names and values"),
    ({"t": "2025-11-21 12:00:00.000Z"}, "t is not a time"),
    ({"t": "2025-11-21T12:00:00Z"}, "t is not a time"),
    ({"t": "2025-02-30T12:00:00.000Z"}, "t is not a time"),
    ({"t": "2025-11-21T25:00:00.000Z"}, "t is not a time"),
    ({"t": "2025-11-21T12:00:00.000+01:00"}, "t is not a time"),
    ({"t": 5}, "t is not a time"),
    ({"t": "9999-12-31T23:59:59.999Z"}, "is not the month of t"),
    ({"t": "0001-01-01T00:00:00.000Z"}, "is not the month of t"),
    ({"kind": 5}, "kind is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "told"), CHANGES)
def test_a_forged_game_is_named_with_its_line(tmp_path, change, told):
    turn, game = true_game("Alice")
    report = of(tmp_path, [*true_game("Bob"), turn, {**game, **change}])
    assert len(report.faults) == 1 and told in report.faults[0].reason
    assert str(report.faults[0]).startswith("2025-11.jsonl:4: ")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"commit": "x"}, "commit is not 64"),
        ({"day": "2025-11-19"}, "day '2025-11-19' is not the date of t"),
        ({"day": "yesterday"}, "is not the date of t"),
        ({"free": 0}, "free is not true or false"),
        ({"door": "chess"}, "there is no door 'chess'"),
        ({"options": {"nope": 1}}, "no option 'nope'"),
        ({"options": {"length": 1, "goals": [0, 9]}}, ""),
        ({"options": {"length": 20}}, ""),
        ({"options": {"length": 0}}, "is not one the door allows"),
        ({"options": {"length": 21}}, "is not one the door allows"),
        ({"options": {"goals": [-1, 9]}}, "is not one the door allows"),
        ({"options": {"goals": [0, 10]}}, "is not one the door allows"),
        ({"v": 1}, ""),
    ],
)
def test_a_forged_turn(tmp_path, change, told):
    turn, _ = true_game("Alice")
    found = reasons(of(tmp_path, [{**turn, **change}]))
    assert found == [] if not told else len(found) == 1 and told in found[0]


@pytest.mark.parametrize(
    ("door", "option", "allowed"),
    [
        ("shutbox", {"tiles": 12}, True),
        ("shutbox", {"tiles": 10}, False),
        ("mindbuster", {"level": "lisa"}, True),
        ("mindbuster", {"level": "marge"}, False),
    ],
)
def test_an_option_is_one_of_those_that_the_door_lists(tmp_path, door, option, allowed):
    turn, _ = forged("Alice", [], 0, door=door)
    write_journal(tmp_path, {"2025-11": [{**turn, "options": option}]})
    found = audit(tmp_path, {door.INFO.slug: door for door in EVERY}).faults
    assert (found == ()) is allowed


def test_lines_of_a_door_that_is_not_installed_are_counted_and_not_checked(tmp_path):
    table, match = random_match(Random(1), NOON, ("switchbox", False)).lines()
    write_journal(
        tmp_path, {"2025-11": [table, {**match, "scores": []}, *true_game("Alice", NOON.replace(day=29))]}
    )
    report = checked(tmp_path, not_installed={"switchbox"})
    assert (report.faults, report.games, report.missing) == ((), 1, {"switchbox": 2})
    assert len(checked(tmp_path).faults) == 2


def test_a_game_without_a_turn_and_one_booked_twice(tmp_path):
    turn, game = true_game("Alice")
    found = of(tmp_path, [game, turn, game, game, turn])
    assert [fault.line for fault in found.faults] == [1, 4, 5]
    assert "no turn" in found.faults[0].reason and "already" in found.faults[1].reason
    assert "used before" in found.faults[2].reason


def test_winners_that_are_not(tmp_path):
    games = [*true_game("Alice"), *true_game("Bob"), *true_game("Bob")]
    scores = [line["score"] for line in games if line["kind"] == "game"]
    bob = {"caller": "Bob", "score": scores[1] + scores[2], "games": 2}
    alice = {"caller": "Alice", "score": scores[0], "games": 1}
    t = "2025-12-01T00:00:00.000Z"
    order = sorted((alice, bob), key=lambda row: -row["score"])
    true = lines.winners(t, "dice", "2025-11", "total", order)
    for top in ([], order[::-1] if alice["score"] != bob["score"] else [], [{**order[0], "score": 999}], [7]):
        found = of(tmp_path, [*games, lines.winners(t, "dice", "2025-11", "total", top)])
        assert [fault.line for fault in found.faults] == [7] and "winners of 2025-11" in reasons(found)[0]
    assert of(tmp_path, [*games, true]).faults == ()
    assert of(tmp_path, [*games, lines.winners(t, "dice", "2025-11", "total", order[:1])]).faults == ()


JANUARY = "2026-01-01T00:00:00.000Z"
FALSE_WINNERS: list[tuple[dict[str, Any], str]] = [
    ({"ranking": None}, "ranking is missing"),
    ({"ranking": "sum"}, "ranking 'sum' is not a ranking"),
    ({"month": "2025-12", "t": "2025-12-15T00:00:00.000Z"}, "month '2025-12' is not over"),
    ({"month": "2026-02"}, "month '2026-02' is not over"),
    ({"month": "2025-10"}, "the games before say otherwise"),
    ({"door": "chess"}, "there is no door 'chess'"),
    ({"top": None}, "top is missing"),
    ({"top": []}, "the games before say otherwise"),
    *(
        ({"top": [{"caller": "Alice", "score": 103, "games": 1, **row}]}, told)
        for row, told in (
            ({"score": 103.0}, "a place is a caller, a score and games"),
            ({"games": True}, "a place is a caller, a score and games"),
            ({"caller": "Mallory"}, "the games before say otherwise"),
        )
    ),
]


def jackpot() -> list[Fields]:
    """Alice's game of 103 points."""
    while True:
        turn, game = forged("Alice", ["die", "jackpot"], 103)
        if Chance(bytes.fromhex(game["seed"])).below(6)[0] == 2:
            return [turn, game]


@pytest.mark.parametrize(("change", "told"), FALSE_WINNERS)
def test_winners_of_another_shape_or_another_sum(tmp_path, change, told):
    true = lines.winners(JANUARY, "dice", "2025-11", "total", [{"caller": "Alice", "score": 103, "games": 1}])
    games = jackpot()
    assert of(tmp_path, [*games, true]).faults == ()
    assert reasons(of(tmp_path, [*games, true, true])) == ["2025-11 was declared before"]
    false = {name: value for name, value in {**true, **change}.items() if value is not None}
    assert told in reasons(of(tmp_path, [*games, false]))[0]


def test_a_month_that_was_declared_is_closed(tmp_path):
    """Both hands put a game into it afterwards: at its own time, and with the time turned back."""
    last = datetime(2025, 11, 30, 23, 59, 30, tzinfo=UTC)
    true = lines.winners(JANUARY, "dice", "2025-11", "total", [{"caller": "Alice", "score": 103, "games": 1}])
    soon = {**true, "t": "2025-12-01T00:00:00.000Z"}
    closed = "2025-11 was declared before: no game is in that month any more"
    assert reasons(of(tmp_path, [*jackpot(), soon, *true_game("Bob", last)])) == [closed]
    found = reasons(of(tmp_path, [*jackpot(), true, *true_game("Bob", last)]))
    assert found == [f"t goes back: a line before it is of {JANUARY}", closed]
    other = [*jackpot(), soon, *true_game("Bob", last, month="2025-12")]
    assert of(tmp_path, other).faults == (), "what comes late is of the month that it comes in"


@pytest.mark.parametrize(
    ("back", "allowed"), [(0, True), (59, True), (60, True), (61, False), (86_400, False)]
)
def test_time_goes_back_a_minute_at_most(tmp_path, back, allowed):
    noon, early = NOON.replace(day=25), NOON.replace(day=25) - timedelta(seconds=back)
    found = reasons(
        of(tmp_path, [*true_game("Bob", noon), *true_game("Alice", early), *true_game("Bob", noon)])
    )
    told = f"t goes back: a line before it is of {stamp(noon)}"
    assert found == ([] if allowed else [told, told])


def test_many_small_steps_back_are_a_big_one(tmp_path):
    steps = [true_game("Bob", NOON - timedelta(seconds=40 * n)) for n in range(4)]
    assert [fault.line for fault in of(tmp_path, [line for game in steps for line in game]).faults] == [
        5,
        6,
        7,
        8,
    ]


@pytest.mark.parametrize(
    ("t", "month", "allowed"),
    [
        ("2025-11-01T11:59:59.000Z", "2025-10", True),  # an hour before midnight at UTC-12
        ("2025-11-01T12:02:00.000Z", "2025-10", False),
        ("2025-10-31T10:00:00.000Z", "2025-11", True),  # midnight at UTC+14
        ("2025-10-31T09:59:00.000Z", "2025-11", False),
    ],
)
def test_a_month_is_that_of_t_somewhere_on_earth(tmp_path, t, month, allowed):
    game = true_game("Alice", datetime.fromisoformat(t), month=month)
    told = f"month '{month}' is not the month of t, give or take a day"
    assert reasons(of(tmp_path, game)) == ([] if allowed else [told])


def test_a_month_is_declared_once(tmp_path):
    games, alice = jackpot(), {"caller": "Alice", "score": 103, "games": 1}
    true = lines.winners(JANUARY, "dice", "2025-11", "total", [alice])
    other = lines.winners(JANUARY, "dice", "2025-11", "best", [alice])
    assert reasons(of(tmp_path, [*games, true, other])) == ["2025-11 was declared before"]


# -- rights and company ------------------------------------------------------------------------------


def test_a_free_turn_is_earned_before_it_is_used_and_used_once(tmp_path):
    won, (turn, game) = jackpot(), true_game("Alice")
    free = {**turn, "free": True}
    again = [{**line, "id": "again"} for line in (free, game)]
    told = "'Alice' had no free turn"
    assert reasons(of(tmp_path, [*won, free, game])) == []
    assert reasons(of(tmp_path, [free, game, *won])) == [told]
    assert reasons(of(tmp_path, [*won, free, game, *again])) == [told]
    moved = lines.rename(stamp(NOON), "Alice", "Ann")
    assert reasons(of(tmp_path, [*won, moved, {**free, "caller": "Ann"}, {**game, "caller": "Ann"}])) != [
        told
    ]
    assert reasons(of(tmp_path, [*won, moved, free, game])) == [told]


def test_the_next_owner_of_a_handle_has_no_free_turn_that_another_has_earned(tmp_path):
    won, (turn, game) = jackpot(), true_game("Alice")
    free, removal = {**turn, "free": True}, lines.remove(stamp(NOON), "Alice")
    assert reasons(of(tmp_path, [*won, removal, free, game])) == ["'Alice' had no free turn"]


@pytest.mark.parametrize("name", ["id", "door", "caller"])
def test_nothing_is_called_nothing(tmp_path, name):
    game = [{**line, name: ""} for line in true_game("Alice")]
    assert f"{name} is empty" in reasons(of(tmp_path, game))


@pytest.mark.parametrize(
    ("seats", "allowed"),
    [
        (["Ann"], True),
        (["Ann", "Bo"], True),
        (["Ann", "computer:LEVEL"], True),
        (["Ann", "ann"], False),
        (["Ann", "ANN "], False),
        (["Ann", ""], False),
        (["Ann", " "], False),
        (["Ann", "computer:god"], False),
        (["Ann", "computer:"], False),
    ],
)
@pytest.mark.parametrize("level", ["microlink expert", "switchbox master", "mindbuster watson"])
def test_who_may_sit_down(tmp_path, level, seats, allowed):
    slug, name = level.split()
    options = {"players": 2} if slug == "mindbuster" else {}
    score = 11 if slug == "mindbuster" else 0
    turn, game = forged("Ann", ["quit"], score, door=slug, options=options)
    game = {**game, "seats": [seat.replace("LEVEL", name) for seat in seats]}
    write_journal(tmp_path, {"2025-11": [{**turn, "options": options}, game]})
    report = audit(tmp_path, {door.INFO.slug: door for door in EVERY})
    assert (report.faults == ()) is (allowed and not (slug == "mindbuster" and "Bo" in seats)), report
    plays = "computer:" in seats[-1] or (seats == ["Ann"] and slug != "microlink")
    assert report.with_computers == plays


EDITS: list[tuple[Callable[[list[bytes]], list[bytes]], set[int]]] = [
    (lambda raw: [*raw[:1], *raw[2:]], {2}),
    (lambda raw: [raw[0], raw[0], *raw[1:]], {2}),
    (lambda raw: [raw[1], raw[0], *raw[2:]], {1, 2, 3}),
    (lambda raw: [raw[0].replace(b"Alice", b"Alicf"), *raw[1:]], {2}),
    (lambda raw: [b"", *raw], {1, 2}),
    (lambda raw: [*raw[:2], b'{"a":1}', *raw[2:]], {3, 4}),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "broken"), EDITS)
def test_lines_taken_out_put_in_moved_or_edited(tmp_path, edit, broken):
    path = month_of_games(tmp_path) / "2025-11.jsonl"
    raw = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([*edit(raw), b""]))
    found = checked(tmp_path)
    assert {fault.line for fault in found.faults if fault.file == path.name} >= broken
    assert all(fault.reason and "\n" not in fault.reason for fault in found.faults)


def test_a_month_taken_out_breaks_the_next_and_a_cut_tail_shows_in_the_head(tmp_path):
    published = checked(month_of_games(tmp_path)).head
    (tmp_path / "2025-12.jsonl").rename(tmp_path / "kept")
    assert checked(tmp_path).faults == () and checked(tmp_path).head != published
    (tmp_path / "2025-11.jsonl").unlink()
    (tmp_path / "kept").rename(tmp_path / "2025-12.jsonl")
    assert "chain is broken" in reasons(checked(tmp_path))[0]


def test_a_torn_last_line_is_told(tmp_path):
    path = month_of_games(tmp_path) / "2025-12.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert reasons(checked(tmp_path)) == ["the line is torn: it does not end with a newline"]
    path.write_bytes(whole + b'{"caller":"Al')
    assert reasons(checked(tmp_path)) == ["the line is torn: it does not end with a newline"]


def test_a_line_that_the_board_is_just_writing_is_waited_for(tmp_path, monkeypatch):
    path = month_of_games(tmp_path) / "2025-12.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    looks = iter((whole[:-10], whole))
    monkeypatch.setattr("door.records.audit.audit.time.sleep", lambda nap: path.write_bytes(next(looks)))
    assert checked(tmp_path).faults == ()


def test_what_the_board_writes_meanwhile_is_left_for_the_next_audit(tmp_path):
    path = month_of_games(tmp_path) / "2025-12.jsonl"

    class Doors(dict[str, TestDoor]):
        def get(self, slug: str, default: Any = None) -> Any:
            with path.open("ab") as file:
                file.write(b'{"caller":"Al')
            return super().get(slug, default)

    report = audit(tmp_path, Doors(DOORS))
    assert (report.lines, report.faults) == (6, ())


@examples(300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_byte_changed_before_the_last_line_is_found(tmp_path, data):
    """The last line's own bytes are held by nothing but its content and a published head."""
    path, aside = tmp_path / "2025-11.jsonl", tmp_path / "as it was"
    if not aside.exists():
        aside.write_bytes((month_of_games(tmp_path) / path.name).read_bytes())
    before = aside.read_bytes()
    at = data.draw(st.integers(0, len(before) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != before[at]))
    path.write_bytes(before[:at] + bytes([byte]) + before[at + 1 :])
    assert checked(tmp_path).faults


# -- hostile ----------------------------------------------------------------------------------------

HOSTILE = [
    b"", b"{", b"null", b"[]", b"1", b'"x"', b"\xff\xfe\x00", b'{"a":NaN}', b'{"a":-Infinity}',
    b'{"a":1e999}', b'{"a":' + b"9" * 5000 + b"}", b"[" * 100_000, b'{"a":' * 50_000,
    b"[" * 400 + b"]" * 400,
    b'{"a":' * 900 + b"1" + b"}" * 900, b'{"a":1,"a":2}', b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":"\\ud800"}',
    b"\x00" * 100, b'{"a":1}' * 2, b'\xef\xbb\xbf{"a":1}', '{"a":1}'.encode("utf-16"), b'{"v":1}',
    b'{"kind":"game","v":1}',
]  # fmt: skip


@pytest.mark.parametrize("raw", HOSTILE)
def test_a_hostile_line_is_a_fault_and_never_an_error(tmp_path, raw):
    (tmp_path / "2025-11.jsonl").write_bytes(raw + b"\n")
    found = checked(tmp_path)
    assert found.lines == 1 and {fault.line for fault in found.faults} == {1}
    assert all(len(fault.reason) < 300 and fault.reason.isascii() for fault in found.faults)


@each(
    "value",
    [
        None, True, 0, -1, 10**400, 1.5, "", "\ud800", "x" * 100_000, [], [[]], {}, {"length": None},
        ["die"] * 100_000, [None], {"length": 10**400}, {"goals": {}}, {"length": [1, 2]},
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "name",
    ["id", "door", "caller", "seats", "options", "seed", "moves", "score", "month", "t", "kind"],
)
def test_a_hostile_value_anywhere(tmp_path, name, value):
    for which in (0, 1):
        game = true_game("Alice")
        game[which] = {**game[which], name: value}
        out, prev = b"", ZERO
        for fields in game:
            text = json.dumps({**fields, "v": 1, "prev": prev}, sort_keys=True, separators=(",", ":"))
            prev, out = digest(text.encode()), out + text.encode() + b"\n"
        (tmp_path / "2025-11.jsonl").write_bytes(out)
        for fault in checked(tmp_path).faults:
            assert "\n" not in fault.reason and len(fault.reason) < 1000


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=60), max_size=6))
def test_any_bytes_at_all(tmp_path, rubbish):
    (tmp_path / "2025-11.jsonl").write_bytes(b"\n".join(rubbish))
    found = checked(tmp_path)
    assert bool(found.faults) == bool(b"\n".join(rubbish))


def test_a_folder_in_a_files_place(tmp_path):
    (tmp_path / "2025-11.jsonl").mkdir()
    assert str(checked(tmp_path).faults[0]) == f"{tmp_path.name}: cannot be read: is a directory"
    write_journal(tmp_path, {"2025-12": true_game("Alice", NOON.replace(month=12))})
    (fault,) = checked(tmp_path).faults
    assert str(fault) == "2025-11.jsonl: cannot be read: is a directory"


# -- looking a game up --------------------------------------------------------------------------------


def test_a_game_is_found_by_the_beginning_of_its_id(tmp_path):
    one, two = true_game("Alice"), true_game("Bob")
    for number, pair in enumerate((one, two)):
        pair[:] = [{**line, "id": f"ab{number}c"} for line in pair]
    unfinished = {**true_game("Dan")[0], "id": "open"}
    write_journal(tmp_path, {"2025-11": [*one, *two, unfinished]})
    turn, game = find_game(tmp_path, "ab1")
    assert (turn["caller"], game["seats"]) == ("Bob", ["Bob"])
    assert find_game(tmp_path, "ab0c")[1]["score"] == one[1]["score"]
    for prefix, told in (
        ("ab", "2 games start"),
        ("zz", "The journal has no game 'zz'"),
        ("open", "isn't finished yet"),
    ):
        with pytest.raises(RecordsError, match=told):
            find_game(tmp_path, prefix)


def test_the_kit_makes_the_bytes_the_board_makes():
    (entry,) = chain_lines([{"kind": "x", "t": stamp(NOON)}], ZERO, "2025-11")
    assert entry.raw == encode({"kind": "x", "prev": ZERO, "t": "2025-11-21T12:00:00.000Z", "v": 1})


def another_word(seed: bytes, begun: Begun, moves: Sequence[str]) -> str:
    """One by which these moves score otherwise."""

    def score(word: str) -> int:
        said = len(word.encode()).to_bytes(4, "big") + word.encode()
        chance = Chance(hmac.digest(seed, said, "sha256"))
        return DOORS["dice"].replay(begun.record._replace(chance=chance, moves=tuple(moves))).score

    return next(word for at in range(1000) if score(word := f"Blucher {at}") != score("Blücher"))


async def test_a_callers_word_is_in_the_dice_and_provable(tmp_path):
    store = make_store(tmp_path, Clock(), turns_per_day=0)
    await store.open()
    commit = store.ranked.seal("dice", "Alice")
    begun = await store.games.begin(store.ranked, GameWish("dice", "Alice", word="Blücher"))
    assert isinstance(begun, Begun)
    assert begun.record.commit == commit != store.ranked.seal("dice", "Alice"), (
        "the next game has a seed of its own"
    )
    seed = next((tmp_path / "saves").glob("*.jsonl")).read_text().split('"seed":"')[1][:64]
    said = b"\x00\x00\x00\x08" + "Blücher".encode()
    assert begun.record.chance == Chance(hmac.digest(bytes.fromhex(seed), said, "sha256"))
    store.games.forget(begun.record.id)  # the line drops, and the word is still in it
    again = await store.games.begin(store.ranked, GameWish("dice", "Alice", word="another"))
    assert isinstance(again, Begun)
    assert again.resumed
    assert again.record.chance == begun.record.chance
    moves = ("die", "die", "stop")
    for move in moves:
        await moved(store, again.record.id, move)
    await store.games.finish(again.record.id)
    await store.close()
    journal = tmp_path / "journal"
    assert not checked(journal).faults
    fields = [dict(line) for line in journal_lines(journal)]
    fields[0]["words"] = [another_word(bytes.fromhex(seed), again, moves)]
    faults = reasons(of(tmp_path / "changed", fields))
    assert len(faults) == 1
    assert "score" in faults[0] or "refused" in faults[0]
