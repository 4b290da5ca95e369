"""The ledger: the same books however the journal is cut, and nothing a line holds can stop it."""

import time
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from ledger_lines import DOORS, LINES, T, both, game, told, turn
from records_kit import NOON, take_lines

from door.games.analysis import Account
from door.play.books import DAYS
from door.records.journal import lines
from door.records.journal.lines import ZERO, Fields, JournalLine, caller_key, chain_lines, month_before, stamp
from door.records.ledger.callers import DAYS_KEPT, OpenTurn
from door.records.ledger.contest import Places, Sum, add_score
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import read_ledger
from door.records.ledger.standings import next_turn, turns_of, winners_line

pytestmark = pytest.mark.files("it has no store")

AFTER = NOON.replace(month=12)


def ledger_of(*fields: Fields) -> Ledger:
    ledger = Ledger(DOORS)
    take_lines(ledger, chain_lines(fields, ZERO, "2025-11"))
    return ledger


def standing(ledger: Ledger, ranking: str = "total", door: str = "dice") -> list[tuple[str, int, int]]:
    return [
        (row.caller, row.score, row.games) for row in ledger.months.places("2025-11", door, ranking).rows()
    ]


def test_turns_left():
    def left(limit, used, granted=0):
        grant = [lines.grant(T, "Alice", "dice", "2025-11-21", granted, "sysop")]
        ledger = ledger_of(*(turn(str(number), "Alice") for number in range(used)), *grant)
        return ledger.turns.paid_turns_left("alice", "dice", "2025-11-21", limit)

    assert left(0, 7) is None
    assert [left(3, used) for used in range(5)] == [3, 2, 1, 0, 0]
    assert left(3, 3, 2) == 2 and left(3, 0, -5) == 0


def test_a_free_turn_is_used_when_no_paid_one_is_left():
    def following(limit, free):
        begun = [turn(f"{n}", "Alice", day="2025-11-20") for n in range(free)]
        won = [game(f"{n}", "Alice", 9, moves=["jackpot"]) for n in range(free)]
        ledger = ledger_of(*begun, *won, turn("last", "Alice"))
        options = {"turns_per_day": limit} if limit else {}
        of_alice = options, "dice", "Alice", "2025-11-21"
        waits = [turns_of(ledger, *of_alice, waiting) for waiting in range(4)]
        return next_turn(ledger, *of_alice), waits

    assert following(0, 3) == (False, [(None, 3)] * 4)
    assert following(2, 2) == (False, [(1, 2), (0, 2), (0, 1), (0, 0)])
    assert following(1, 1) == (True, [(0, 1), (0, 0), (0, 0), (0, 0)])
    assert following(1, 0) == (None, [(0, 0)] * 4)


def test_the_month_before():
    assert [month_before(month) for month in ("2026-01", "2025-11")] == ["2025-12", "2025-10"]


def test_a_month_is_ranked_by_the_sum_or_by_the_best_game():
    ledger = ledger_of(*both("1", "Alice", 40), *both("2", "Bob", 60), *both("3", "ALICE", 30))
    assert standing(ledger) == [("ALICE", 70, 2), ("Bob", 60, 1)]
    assert standing(ledger, "best") == [("Bob", 60, 1), ("ALICE", 40, 2)]


def test_ties_stand_in_the_order_in_which_they_were_reached():
    made = [*both("1", "Alice", 30), *both("2", "Bob", 50), *both("3", "Alice", 20), *both("4", "Bob", 0)]
    assert standing(ledger_of(*made)) == [("Bob", 50, 2), ("Alice", 50, 2)]
    later = [*both("1", "Alice", 50), *both("2", "Bob", 50), *both("3", "Bob", 50), *both("4", "Alice", 50)]
    assert standing(ledger_of(*later)) == [("Bob", 100, 2), ("Alice", 100, 2)]
    assert standing(ledger_of(*later), "best") == [("Alice", 50, 2), ("Bob", 50, 2)]


def test_fewer_is_better_where_the_door_says_so():
    scores = [("Alice", 6), ("Bob", 4), ("Cid", 4), ("Bob", 4)]
    made = [line for at, (who, score) in enumerate(scores) for line in both(f"{at}", who, score, door="few")]
    assert standing(ledger_of(*made), "best", "few") == [("Bob", 4, 2), ("Cid", 4, 1), ("Alice", 6, 1)]


def test_a_game_counts_for_the_month_in_which_it_ended():
    ledger = ledger_of(turn("1", "Alice", day="2025-10-31"), game("1", "Alice", 9, month="2025-11"))
    assert standing(ledger) == [("Alice", 9, 1)]
    assert ledger.months.places("2025-10", "dice", "total").rows() == ()
    assert ledger.turns.paid_turns_left("alice", "dice", "2025-10-31", 5) == 4


def test_a_game_counts_once_and_only_after_its_turn():
    one = both("1", "Alice", 10)
    assert standing(ledger_of(*one, one[1], game("2", "Bob", 99))) == [("Alice", 10, 1)]
    assert standing(ledger_of(turn("1", "Alice"), game("1", "Bob", 99))) == []
    assert standing(ledger_of(turn("1", "Alice"), game("1", "Alice", 99, door="few"))) == []


def test_free_turns_are_earned_and_spent_and_keep():
    won = [turn("1", "Alice"), game("1", "Alice", 100, moves=["jackpot"])]
    ledger = ledger_of(*won)
    assert ledger.turns.free("alice", "dice") == 1 and ledger.turns.free("alice", "few") == 0
    take_lines(ledger, chain_lines([turn("2", "Alice", day="2025-12-01", free=True)], ZERO, "2025-12"))
    assert ledger.turns.free("alice", "dice") == 0
    assert ledger.turns.paid_turns_left("alice", "dice", "2025-12-01", 5) == 5


def test_grants_are_for_one_day():
    ledger = ledger_of(lines.grant(T, "Alice", "dice", "2025-11-21", 2, "sysop"))
    assert ledger.turns.paid_turns_left("alice", "dice", "2025-11-21", 5) == 7
    assert ledger.turns.paid_turns_left("alice", "dice", "2025-11-22", 5) == 5


def test_only_the_newest_days_turns_are_kept():
    days = [f"2025-11-{day:02}" for day in range(1, DAYS_KEPT + 4)]
    ledger = ledger_of(*(turn(f"{who}{day}", who, day=day) for day in days for who in ("Alice", "Bob")))
    for who in ("alice", "bob"):
        left = [ledger.turns.paid_turns_left(who, "dice", day, 5) for day in days]
        assert left == [5] * 3 + [4] * DAYS_KEPT


def test_a_day_on_which_nobody_is_left_is_none_of_the_days_that_are_kept():
    days = [f"2025-11-{day:02}" for day in range(1, DAYS_KEPT + 1)]
    ledger = ledger_of(turn("0", "Alice", day=days[-1]), lines.rename(T, "Bob", "Alice"))
    again = Ledger.from_json(DOORS, told(ledger))
    for books in (ledger, again):
        take_lines(books, chain_lines([turn(day, "Dan", day=day) for day in days], ZERO, "2025-11"))
        assert [books.turns.paid_turns_left("dan", "dice", day, 5) for day in days] == [4] * DAYS_KEPT
    assert told(ledger) == told(again)


def test_a_rename_takes_all_books_along_and_back_again():
    won = [turn("1", "Alice"), game("1", "Alice", 100, moves=["jackpot"]), turn("2", "Alice")]
    granted = lines.grant(T, "Alice", "dice", "2025-11-21", 4, "sysop")
    ledger = ledger_of(*won, granted, lines.rename(T, "Alice", "Ann"), game("2", "Alice", 5))
    assert standing(ledger) == [("Ann", 105, 2)]
    assert ledger.turns.free("ann", "dice") == 1
    assert ledger.turns.paid_turns_left("ann", "dice", "2025-11-21", 5) == 5 + 4 - 2
    back = ledger_of(*won, lines.rename(T, "alice", "Ann"), lines.rename(T, "Ann", "Alice"))
    assert standing(back) == [("Alice", 100, 1)]
    assert back.months.places("2025-11", "dice", "total", "all").of("ann") is None
    cased = ledger_of(*won, lines.rename(T, "Alice", "ALICE"))
    assert standing(cased) == [("ALICE", 100, 1)]


def test_a_handle_taken_by_somebody_new_shares_nothing_with_who_had_it_before():
    rename = lines.rename(T, "Alice", "Ann")
    before = [*both("1", "Alice", 100, moves=["jackpot"]), turn("2", "Alice"), turn("3", "Alice")]
    ledger = ledger_of(
        *before, rename, turn("4", "Alice"), game("2", "Alice", 5), game("3", "Ann", 6), game("4", "ALICE", 7)
    )
    assert standing(ledger) == [("Ann", 111, 3), ("ALICE", 7, 1)]
    assert ledger.tallies["dice"]["newest"] == ["Ann", "Ann", "Ann", "ALICE"]
    assert ledger.turns.free("alice", "dice") == 0 and ledger.turns.free("ann", "dice") == 1
    assert ledger.turns.paid_turns_left("alice", "dice", "2025-11-21", 5) == 4
    stolen = ledger_of(*before, rename, turn("5", "Bob"), game("2", "Bob", 5), game("5", "Alice", 9))
    assert standing(stolen) == [("Ann", 100, 1)]


def test_a_handle_taken_over_from_somebody_else_brings_nothing_of_theirs():
    ledger = ledger_of(*both("1", "Bob", 50), *both("2", "Alice", 10), lines.rename(T, "Alice", "Bob"))
    assert standing(ledger) == [("Bob", 10, 1)]


def test_winners_go_by_the_handles_they_have_now_and_their_line_stays():
    games = [*both("1", "Alice", 10), *both("2", "Bob", 5)]
    closing = winners_line(ledger_of(*games), DOORS["dice"].INFO, {}, "2025-11", AFTER)
    renames = [lines.rename(T, "Alice", "Ann"), *both("3", "Alice", 3), lines.rename(T, "Alice", "Zoë")]
    ledger = Ledger.from_json(DOORS, told(ledger_of(*games, closing, *renames)))
    assert [row.caller for row in ledger.months.winner_rows("2025-11", "dice")] == ["Ann", "Bob"]
    assert [row.caller for row in ledger.months.winners["2025-11", "dice"].rows] == ["Alice", "Bob"]


def test_a_removed_caller_leaves_open_months_and_stays_among_winners():
    ledger = ledger_of(*both("1", "Alice", 10), *both("2", "Bob", 5))
    closing = winners_line(ledger, DOORS["dice"].INFO, {}, "2025-11", AFTER)
    removal = lines.remove(T, "alice")
    under_way = turn("3", "Alice"), removal, game("3", "Alice", 7)
    assert standing(ledger_of(*both("1", "Alice", 10), *both("2", "Bob", 5), *under_way)) == [("Bob", 5, 1)]
    closed = ledger_of(*both("1", "Alice", 10), *both("2", "Bob", 5), closing, removal)
    assert [row.caller for row in closed.months.winners["2025-11", "dice"].rows] == ["Alice", "Bob"]
    assert standing(closed) == [("Alice", 10, 1), ("Bob", 5, 1)]


def test_the_next_owner_of_a_removed_caller_s_handle_starts_with_nothing():
    """No turns and no places in closed months."""
    grant = lines.grant(T, "Alice", "dice", "2025-11-21", 2, "sysop")
    games = [grant, *both("1", "Alice", 100, moves=["jackpot"]), *both("2", "Bob", 5)]
    closing = winners_line(ledger_of(*games), DOORS["dice"].INFO, {}, "2025-11", AFTER)
    left = [*games, closing, lines.remove(T, "Alice")]
    assert ledger_of(*games).turns.free("alice", "dice") == 1
    for ledger in (ledger_of(*left), Ledger.from_json(DOORS, told(ledger_of(*left)))):
        turns, day = ledger.turns, "2025-11-21"
        assert turns.free("alice", "dice") == 0 and turns.paid_turns_left("alice", "dice", day, 5) == 5
        assert [row.caller for row in ledger.months.winner_rows("2025-11", "dice")] == ["Alice", "Bob"]
        assert ledger.months.winners["2025-11", "dice"].keys == ("(alice)", "bob")
        assert ledger.closed.past("alice", "dice") is None
        assert not any(ledger.streaks.at("(alice)", DAYS.name.id)), "nobody has their streak"
    twice = ledger_of(*left, *both("3", "Alice", 7), lines.remove(T, "Alice"))
    assert standing(twice) == [("Alice", 100, 1), ("Bob", 5, 1)], "a closed month stays as it was"
    assert "alice" not in twice.names and {"(alice)", "((alice))"} <= set(twice.names)


def test_months_are_due_once_and_a_late_game_changes_nothing():
    ledger = ledger_of(*both("1", "Alice", 10), *both("2", "Bob", 5, door="few"))
    assert ledger.months.due("2025-11") == []
    assert ledger.months.due("2026-03") == [("2025-11", "dice"), ("2025-11", "few")]
    read = Ledger.from_json(DOORS, told(ledger))
    assert read.months.due("2026-03") == ledger.months.due("2026-03")
    line = winners_line(ledger, DOORS["dice"].INFO, {"ranking": "total", "top": 3}, "2025-11", AFTER)
    take_lines(ledger, chain_lines([line], ZERO, "2025-12"))
    assert ledger.months.due("2025-12") == [("2025-11", "few")]
    take_lines(ledger, chain_lines(both("3", "Dan", 50), ZERO, "2025-12"))
    assert ledger.months.due("2025-12") == [("2025-11", "few")]
    assert [row.caller for row in ledger.months.winner_rows("2025-11", "dice")] == ["Alice"]
    assert standing(ledger) == [("Alice", 10, 1)]


FALSE_WINNERS: list[Fields] = [
    {"ranking": "sum"}, {"ranking": None}, {"ranking": "best"}, {"month": "2025-10"}, {"month": "2025-12"},
    {"month": 11}, {"door": "few"}, {"t": T}, {"t": None}, {"top": []}, {"top": None},
    *(
        {"top": [{"caller": "Alice", "score": 15, "games": 2, **row}]}
        for row in ({"score": 15.0}, {"score": 16}, {"games": True}, {"games": 1}, {"caller": "Bob"})
    ),
]  # fmt: skip


@pytest.mark.parametrize("change", FALSE_WINNERS)
def test_winners_that_the_games_do_not_make_are_not_shown(change):
    games = [*both("1", "Alice", 10), *both("2", "Alice", 5), *both("3", "Bob", 9)]
    true = winners_line(ledger_of(*games), DOORS["dice"].INFO, {"top": 1}, "2025-11", AFTER)
    assert ledger_of(*games, true).months.winner_rows("2025-11", "dice")
    false = {name: value for name, value in {**true, **change}.items() if value is not None}
    ledger = ledger_of(*games, false)
    assert not ledger.months.winners and ledger.months.due("2025-12") == [("2025-11", "dice")]
    again = ledger_of(*games, true, {**false, "t": stamp(AFTER)})
    assert [row.score for row in again.months.winner_rows("2025-11", "dice")] == [15], (
        "the first that was true"
    )
    assert len(again.months.winners) == 1


def test_tallies_are_the_doors_own_and_a_game_it_cannot_read_is_left_out():
    broken = [turn("2", "Bob"), {**game("2", "Bob", 5), "options": 7}]
    ledger = ledger_of(*both("1", "Alice", 10), *broken)
    assert ledger.tallies == {"dice": {"sum": 10, "newest": ["Alice"]}}


@pytest.mark.parametrize(
    "line", [{"kind": "rename", "caller": "c7", "to": "Zoe"}, {"kind": "remove", "caller": "c7"}]
)
def test_a_rename_costs_as_much_as_its_caller_and_not_as_the_board(line):
    """Processor time, which other processes don't change: 0.5 ms here, and 40 ms if all days are copied."""
    ledger, many = Ledger(DOORS), 8_000
    for n in range(many):
        key = f"c{n}"
        ledger.names[key] = key
        ledger.open.begin(f"{n}", OpenTurn("dice", key, False, key))
        ledger.months.score("2025-11", "dice", key, n, {"all": n})
        ledger.luck.add("2025-11", "dice", key, Account(n, 1, 2, 0))
        ledger.ladder._meet("dice", key, f"c{n + many}", [T])
        for day in range(1, 17):
            ledger.turns.spend((key, "dice"), f"2025-11-{day:02}", False)
    ask = [
        lambda: ledger.months.places("2025-11", "dice", "total", "all").top(),
        lambda: ledger.luck.table("2025-11", "dice", "total"),
    ]
    before = [question() for question in ask]
    began = time.thread_time()
    ledger.take(line)
    after = [question() for question in ask]
    assert time.thread_time() - began < 0.02 and before == after


def shown(ledger: Ledger) -> dict[str, Any]:
    """All that is said of everybody's places, asked for in every way."""
    who = sorted(ledger.names)
    return {
        f"{month} {door} {ranking} {among}": (
            ledger.months.places(month, door, ranking, among).rows(),
            ledger.months.places(month, door, ranking, among).top(),
            [ledger.months.places(month, door, ranking, among).of(caller_key(caller)) for caller in who],
        )
        for month in ("2025-10", "2025-11", "2025-12") for door in DOORS for ranking in ("total", "best")
        for among in ("", "all")
    }  # fmt: skip


@examples(150)
@given(LINES)
def test_places_that_move_with_every_line_are_those_of_the_whole(made):
    moving = Ledger(DOORS)
    for entry in chain_lines(made, ZERO, "2025-11"):
        take_lines(moving, [entry])
        shown(moving)
    assert shown(moving) == shown(Ledger.from_json(DOORS, told(moving)))


@examples(150)
@given(
    st.lists(st.tuples(st.sampled_from("abcdefghijklmnop"), st.integers(-3, 3)), max_size=60),
    st.sampled_from(["total", "best"]),
    st.booleans(),
)
def test_places_are_by_score_and_by_when_it_was_reached(games, ranking, fewer):
    sums: dict[str, Sum] = {}
    names = {key: key.upper() for key in "abcdefghij"}
    places = Places(sums, names, ranking, fewer)
    scores: dict[str, list[int]] = {}
    for at, (key, score) in enumerate(games):
        before = sums.get(key)
        sums[key] = add_score(before, score, at)
        places.rerank(key, before)
        scores.setdefault(key, []).append(score)
        best = {who: (min if fewer else max)(own) for who, own in scores.items()}
        ranked = {who: sum(own) for who, own in scores.items()} if ranking == "total" else best
        rows = places.rows()
        assert {row.caller.lower(): row.score for row in rows} == ranked
        assert [row.score for row in rows] == sorted(ranked.values(), reverse=not fewer)
        assert places.top() == rows[:10] and [row.place for row in rows] == list(range(1, len(rows) + 1))
        assert all(places.of(row.caller.lower()) == row for row in rows) and places.of("none") is None
        assert [places.at(place) for place in range(len(rows) + 2)] == [None, *rows, None]
        assert rows == Places(sums, names, ranking, fewer).rows()


def test_an_empty_journal_is_an_empty_ledger_and_wrong_values_are_left_out(tmp_path):
    journal = tmp_path / "journal"
    ledger = read_ledger(journal, DOORS, tmp_path / "cache")
    assert ledger.months.games == 0
    take_lines(ledger, [JournalLine.of("2025-11", b"junk")])
    grant = lines.grant(T, "Alice", "dice", "2025-11-21", 2, "sysop")
    table = {"kind": "table", "id": "a", "door": "dice", "seats": [7, None, "computer:easy"], "day": 8}
    for wrong in (
        {**grant, "turns": "2"}, {**grant, "turns": True}, {**grant, "day": "2025-11-31"},
        table, {**table, "seats": "Bob"},
    ):  # fmt: skip
        ledger.take(wrong)
    assert told(ledger) == told(Ledger(DOORS)) and ledger.months.games == 0
