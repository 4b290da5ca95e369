"""A match in a few words: clocks, turns, outcomes, and callers who are away."""

from dataclasses import replace
from typing import Any

import pytest
from seated import Table

from door.games.game import QUIT, WATCHER
from door.play.match.values import DAY_MS, HOUR_MS, MINUTE_MS, TimedMove
from door.play.match.view import (
    BRIEF,
    GRACE,
    IN_SECONDS,
    Followed,
    all_clocks,
    clock_words,
    digits,
    name,
    names,
    outcome,
    rival,
    span,
    stands,
    terms_again,
    times,
)

LONG = "Wilhelmina Frederika"


def box(clock: str = "5+10", other: str = "Bob", **terms: Any) -> Table:
    return Table("switchbox", clock=clock, **terms).sat(other)


def race(clock: str = "5+0") -> Table:
    return Table("mindbuster", race=True, clock=clock).sat("Bob")


def ended(**fields: Any) -> str:
    return outcome(replace(box().match, stage="over", **fields))


def test_times_in_words():
    spans = {
        -1: "less than a minute", 59_999: "less than a minute", MINUTE_MS: "1 minute",
        2 * MINUTE_MS + 59_999: "2 minutes", HOUR_MS: "1 hour", HOUR_MS + MINUTE_MS: "1 hour 1 minute",
        DAY_MS - 1: "23 hours 59 minutes", DAY_MS: "1 day", DAY_MS + 59 * MINUTE_MS: "1 day",
        2 * DAY_MS + 3 * HOUR_MS + MINUTE_MS: "2 days 3 hours",
    }  # fmt: skip
    assert {ms: span(ms) for ms in spans} == spans
    live = {-1: "0:00", 999: "0:00", 61_000: "1:01", IN_SECONDS - 1: "9:59", IN_SECONDS: "10 min"}
    assert {ms: digits(ms) for ms in live} == live
    clocks = {
        "1d": "1 day a move", "3d": "3 days a move", "5+0": "5 minutes",
        "1+10": "1 minute plus 10 seconds a move",
    }  # fmt: skip
    assert {clock: clock_words(clock) for clock in clocks} == clocks
    agreed = [
        terms_again(replace(box().match, agreed=clock), rates)
        for clock, rates in (("5+10", True), ("1d", False))
    ]
    assert agreed == ["5+10, rated", "1 day, unrated"]


def test_names_of_seats():
    table = Table("microlink", seats=3, rated=False)
    table.do(do="sit", seat=1, who="computer:expert")
    assert names(table.match, (0, 1, 2)) == "Ann, computer (expert) and anybody"
    assert name(Table("switchbox", to="Bob").match, 1) == "Bob"


@pytest.mark.parametrize(
    ("clock", "ms", "seat", "says"),
    [
        ("5+10", 10_000, 0, "Your move, Ann 4:50, Bob 5:00"),
        ("5+10", 10_000, 1, "Ann to move, Bob 5:00, Ann 4:50"),
        ("5+10", 10_000, WATCHER, "Ann to move, Ann 4:50, Bob 5:00"),
        ("3d", HOUR_MS, 0, "Your move, 2 days 23 hours"),
        ("3d", HOUR_MS, 1, "Ann to move, 2 days 23 hours"),
    ],
)
def test_who_is_to_move_and_how_long_they_have(clock, ms, seat, says):
    assert stands(box(clock).match, seat, ms) == says


def test_a_race_shows_one_s_own_clock_and_how_far_the_others_are():
    table = race()
    table.match = replace(table.match, made=(
        TimedMove(1, "a", 0), TimedMove(1, "b", 0), TimedMove(1, "box", 0, own=False), TimedMove(0, "a", 0),
    ))  # fmt: skip
    assert stands(table.match, 0, 10_000) == "Ann 4:50, Bob 4:50 (2 moves)"
    assert stands(table.match, WATCHER, 10_000) == "Ann 4:50 (1 move), Bob 4:50 (2 moves)"
    days = race("3d")
    assert stands(days.match, 0, HOUR_MS) == "2 days 23 hours, Bob: 0 moves"
    days.do(do="move", seat=0, move=QUIT)
    assert stands(days.match, 1, HOUR_MS) == "2 days 23 hours, Ann has finished"
    assert stands(days.match, 0, HOUR_MS) == "Bob: 0 moves"
    assert rival(replace(days.match, left=(0,)), 0, (1,)) == "resigned"


def test_before_the_game_while_it_is_adjourned_and_after_it():
    assert stands(Table("switchbox").match, 0, 0) == "Not started"
    table = box()
    table.do(do="adjourn")
    assert (stands(table.match, 0, 0), times(table.match, 0, 0)) == ("Adjourned", "")
    table.do(do="resign", seat=1)
    assert stands(table.match, 0, 0) == "Ann won, Bob resigned"
    assert Followed(table.match, 0, 0).short == ("",)


def test_how_a_match_ended():
    assert ended(end="withdrawn") == "This table was withdrawn"
    assert ended(end="withdrawn", lapsed=True) == "Nobody answered this challenge"
    assert ended(end="aborted", lapsed=True) == "This game was adjourned, and not everybody came back"
    assert ended(end="aborted") == "This game was aborted"
    assert ended(end="aborted", by=0) == "This game was aborted by Ann"
    assert ended(end="over", places=(1, 1)) == "Ann and Bob tied"
    assert ended(end="over", places=(2, 1)) == "Bob won"
    assert ended(end="time", places=(2, 1), by=0) == "Bob won, Ann ran out of time"
    assert ended(end="claimed", places=(1, 2), by=1) == "Ann won, Bob was gone too long"


def test_the_standing_is_cut_to_its_room_and_a_live_clock_keeps_a_name():
    match = box(other=LONG).match
    assert stands(match, 0, 0, BRIEF) == "Your move, Ann 5:00, Wilhelm» 5:00"
    assert Followed(match, 0, 0).short == (*["Your move, Ann 5:00"] * 2, *["Ann 5:00"] * 2, "")
    assert [all_clocks(match, seat, 0, 4) for seat in (0, 1)] == [
        "Ann 5:00, Wil» 5:00",
        "Wil» 5:00, Ann 5:00",
    ]
    other = Followed(match, 1, 0)
    assert other.short == (
        f"{LONG} 5:00, Ann 5:00", "Wilhelm» 5:00, Ann 5:00", *["Ann 5:00"] * 2, "",
    ), "the clock that runs comes last"  # fmt: skip
    assert [other.fit_standing(cols) for cols in (80, 33, 32, 8, 7)] == [
        f"Ann to move, {LONG} 5:00, Ann 5:00", *["Wilhelm» 5:00, Ann 5:00"] * 2, "Ann 5:00", "",
    ]  # fmt: skip
    mover = box(by=LONG).match
    assert Followed(mover, 1, 0).short[2:] == ("Wilhelm» 5:00", "Wil» 5:00", "")
    days = Followed(box("3d").match, 1, HOUR_MS)
    assert days.short == ("2 days 23 hours",) * 3 + ("",)
    assert Followed(race().match, 1, 0).short == ("Bob 5:00", "Bob 5:00", "")


def test_who_is_away_and_for_how_long():
    table = Table("microlink", seats=3, clock="5+10").sat("Bob", "Cid")
    followed = Followed(table.match, 0, 1_000, away=((0, GRACE), (1, GRACE - 1), (2, -1)))
    assert (followed.others, followed.drop_seconds, followed.absent_seats) == ((1, 2), {1: GRACE - 1}, ())
    later = followed.after(2)
    assert (later.ms, later.away) == (3_000, ((0, GRACE + 2), (1, GRACE + 1), (2, -1)))
    assert (later.absent_seats, followed.after(1).absent_seats) == ((1,), (1,))
    just = Followed(table.match, 0, 0, away=((1, 0),))
    assert (just.drop_seconds, just.after(2).away) == ({1: 0}, ((1, 2),))


def test_who_plays_and_what_the_others_offer():
    table = Table("microlink", seats=3, clock="5+10").sat("Bob", "Cid")
    table.do(do="offer", seat=1, what="adjourn")
    assert [Followed(table.match, seat, 0).open_offer for seat in (0, 1, WATCHER)] == [
        "adjourn",
        "",
        "adjourn",
    ]
    table.do(do="offer", seat=0, what="adjourn")
    assert Followed(table.match, 0, 0).open_offer == ""
    table.do(do="resign", seat=2)
    here = [Followed(table.match, seat, 0) for seat in (0, 2, WATCHER)]
    assert [(one.plays, one.others) for one in here] == [(True, (1,)), (False, (0, 1)), (False, (0, 1))]
    assert here[1].open_offer == "adjourn", "who has gone has no offer of their own"
    table.do(do="resign", seat=1)
    over = Followed(table.match, 2, 0)
    assert (over.plays, over.others) == (True, (0, 1)), "all may want another game"
