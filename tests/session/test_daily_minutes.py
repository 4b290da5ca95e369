"""Minutes of the day: over several calls, past midnight, by the caller's file."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from boardroom import boardroom
from callline import DUMB
from hypothesis import given
from hypothesis import strategies as st

from door.records.callers.caller_file import Caller, parse_caller, write_caller
from door.session.clock.limits import Limits, Meter, add, seconds_on
from door.session.effects import refresh

EVENING = datetime(2026, 11, 10, 23, 50, tzinfo=UTC)


def test_the_file_keeps_a_day_and_only_where_there_is_one() -> None:
    caller = add(Caller("Alice"), "2026-11-10", 90.4)
    assert (caller.online_day, caller.online_seconds) == ("2026-11-10", 90)
    assert parse_caller(write_caller(caller), "Alice.yaml") == caller
    assert "online" not in write_caller(Caller("Alice"))
    caller = add(caller, "2026-11-10", 30)
    assert seconds_on(caller, "2026-11-10") == 120 and seconds_on(caller, "2026-11-11") == 0
    assert add(caller, "2026-11-11", 5).online_seconds == 5
    assert add(caller, "2026-11-09", 5) == caller, "yesterday is over"


def test_a_call_goes_on_counting_where_the_last_one_ended() -> None:
    caller = Caller("Alice", online_day="2026-11-10", online_seconds=300)
    assert Meter.start(caller, EVENING, now=1000).spent(1060) == 360
    assert Meter.start(caller, EVENING + timedelta(days=1), now=1000).spent(1060) == 60


def test_midnight_gives_the_minutes_of_the_new_day_and_charges_what_came_after_it() -> None:
    meter = Meter.start(Caller("Alice", online_day="2026-11-10", online_seconds=3000), EVENING, now=0)
    assert meter.rolled(EVENING + timedelta(minutes=9), 540) is meter
    late = meter.rolled(EVENING + timedelta(minutes=12), 720)
    assert (late.day, late.spent(720)) == ("2026-11-11", 120), "two minutes past midnight, looked at late"
    assert late.rolled(EVENING, 730) is late, "a clock set back gives nothing twice"


def test_a_day_s_begin_is_the_board_s_also_when_the_clocks_change() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    meter = Meter("2026-10-24", 0, 0)
    morning = datetime(2026, 10, 25, 4, 0, tzinfo=berlin)  # five hours after midnight
    assert meter.rolled(morning, 90_000).spent(90_000) == 5 * 3600


@given(st.lists(st.integers(1, 7200), min_size=1, max_size=30))
def test_however_a_day_is_cut_into_calls_it_comes_to_the_same(calls: list[int]) -> None:
    caller = Caller("Alice")
    for seconds in calls:
        caller = add(caller, "2026-11-10", seconds)
    assert Meter.start(caller, EVENING, 0).spent(0) == sum(calls)


def test_the_day_is_warned_of_beside_the_call_and_ends_it() -> None:
    limits = Limits(0, 0, call_limit=3600).day_until(600)
    told = []
    for second in range(601):
        verdict = replace(limits, last_key=second).check(second)
        limits = verdict.limits
        told += [(second, verdict.warning)] if verdict.warning else []
    assert [when for when, _ in told] == [300, 420, 480, 540]
    assert told[0][1] == "5 minutes left today." and told[-1][1] == "1 minute left today."
    assert verdict.hang_up == "Your time for today is up. Call again after midnight."
    assert limits.minutes_left(0) == 10


def test_after_midnight_the_warnings_come_again() -> None:
    limits = Limits(0, 0).day_until(60).check(30).limits
    assert "day-1" in limits.warned
    assert limits.day_until(61).check(31).warning == "", "the file's own seconds change nothing"
    again = limits.day_until(7000)
    assert again.check(6750).warning == "5 minutes left today."
    assert limits.day_until(None).minutes_left(0) is None


async def test_the_day_s_minutes_end_a_call_and_the_next(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.limits(minutes_per_day=10)
        board.callers.change("Alice", lambda c: replace(c, online_day="2026-11-10", online_seconds=400))
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("4 minutes left today.*command\\?")
        session = board.sessions[0]
        day = session.clock.day
        assert day is not None
        session.clock.day = replace(day, since=day.since - 200)
        refresh.news(session)
        await line.hears("Your time for today is up. Call again after midnight")
        await line.closed()
        await board.until(
            lambda: board.callers.find("Alice").online_seconds >= 600, "the minutes in the file"
        )
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("Your time for today is up")
        await line.closed()
        board.clock.on(hours=5)
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        assert board.sessions[-1].clock.minutes_left == 10


async def test_midnight_in_the_middle_of_a_call_brings_new_minutes(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.limits(minutes_per_day=10)
        board.clock.now = EVENING.replace(hour=23, minute=59)
        board.callers.change("Alice", lambda c: replace(c, online_day="2026-11-10", online_seconds=480))
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("2 minutes left today.*command\\?")
        board.clock.on(minutes=1)
        refresh.news(board.sessions[0])
        await board.until(lambda: board.sessions[0].clock.minutes_left == 10, "the new day's minutes")
        line.drop()
        await board.until(lambda: board.callers.find("Alice").online_day == "2026-11-11", "the new day")


async def test_the_sysop_and_boards_without_a_limit_have_none(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        assert board.sessions[0].clock.day is None
        board.limits(minutes_per_day=10)
        board.callers.change("Alice", lambda c: replace(c, sysop=True))
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        assert board.sessions[1].clock.day is None and board.sessions[1].clock.minutes_left is None
