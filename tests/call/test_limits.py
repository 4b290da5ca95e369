"""Limits of a call: as values, and once each through a session; the status line."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from callline import DUMB
from hypothesis import given
from hypothesis import strategies as st

from door.call import refresh, time_limits
from door.call.clock import (
    ANSWER,
    FOREVER,
    OFTEN,
    SPOKEN_ANSWER,
    WARN_AT,
    AnswerWait,
    Clock,
    LimitCheck,
    Meter,
    TimeLimit,
    Timers,
    add,
    seconds_on,
)
from door.call.status import Contest, StatusFields, contest_fields, status_row
from door.records.callers.caller_file import Caller, CallerError, parse_caller, write_caller
from door.ui.texts import tr


class Time(Timers):
    """The event loop's time. Nothing is posted."""

    def __init__(self, now: float) -> None:
        self.now = now

    def time(self) -> float:
        return self.now

    def check(self) -> None:
        pass

    def later(self, name: str, seconds: float, event: object = None) -> None:
        self.timer = seconds

    def cancel(self, name: str) -> None:
        self.timer = None


class Timed:
    """A call's clock with these limits, asked second by second."""

    def __init__(self, idle: float = 0, call: float = 0, logon: float | None = None, at: float = 0) -> None:
        self.time = Time(at)
        self.clock = Clock(self.time)
        self.clock.limit(idle, call, logon)

    def at(
        self, now: float, key: float | None = None, *others: TimeLimit, spared: bool = False
    ) -> LimitCheck:
        self.time.now = now
        if key is not None:
            self.clock.last_key = key
        return self.clock.check(others, spared)

    def warnings(self, seconds: int, *others: TimeLimit) -> list[tuple[int, str]]:
        """Return each warning of a caller who presses a key a second, with its time."""
        checks = [(second, self.at(second, second, *others)) for second in range(seconds)]
        assert not any(found.hang_up for _, found in checks)
        return [(second, str(warning)) for second, found in checks for warning in found.warnings]


def test_no_limits_are_never_looked_at_again():
    assert Timed().at(1e9, 0) == ((), "", FOREVER)


def test_idle_is_warned_of_once_a_minute_before_its_end():
    timed = Timed(idle=600)
    assert timed.at(100) == ((), "", 440)
    warned = timed.at(540)
    assert "Are you there?" in warned.warnings[0] and warned.again == 60
    assert not timed.at(541).warnings
    assert timed.at(600).hang_up == "You have been idle too long."
    assert timed.at(600, key=550) == ((), "", 490)
    assert "Are you there?" in timed.at(1095).warnings[0], "and warned of again the next time"


def test_a_short_idle_limit_is_warned_of_half_way_and_each_time():
    timed = Timed(idle=60)
    for key in (0, 40, 100):
        assert not timed.at(key + 29, key).warnings
        found = timed.at(key + 30, key)
        assert found.warnings and found.again == 30


def test_a_sysop_at_the_desk_may_be_idle_and_the_next_check_comes_soon():
    timed = Timed(idle=60)
    assert timed.at(3600, 0, spared=True) == ((), "", OFTEN)
    assert timed.at(3600).hang_up


def test_logging_on_ends_and_then_it_does_not():
    timed = Timed(logon=120)
    assert timed.at(20, 0).again == 100
    assert timed.at(120).hang_up == "Logging on took too long. Please call again."
    timed.clock.logged_on()
    assert not timed.at(130).hang_up


def test_the_time_of_a_call_is_warned_of_and_ends_it():
    timed = Timed(call=600)
    told = timed.warnings(600)
    assert [when for when, _ in told] == [300, 420, 480, 540]
    assert told[-1][1] == "1 minute left on this call." and told[0][1] == "5 minutes left on this call."
    assert timed.at(600).hang_up == "Your time for this call is up."


def test_a_door_that_closes_is_warned_of_beside_the_call_and_ends_nothing_here():
    shut = TimeLimit("hours thieves", 600, WARN_AT, tr.hours.left_today)
    told = Timed(call=610).warnings(610, shut)
    assert [when for when, text in told if "today" in text] == [300, 420, 480, 540]
    assert [when for when, text in told if "call" in text] == [310, 430, 490, 550]


def test_one_late_look_gives_one_warning():
    timed = Timed(call=600)
    assert [str(one) for one in timed.at(470).warnings] == ["3 minutes left on this call."]
    assert not timed.at(475).warnings and timed.at(480).warnings


def test_minutes_left_are_rounded_up_and_never_below_none():
    timed, left = Timed(call=600), []
    for timed.time.now in (0, 1, 59, 60, 541, 600, 700):
        left.append(timed.clock.minutes_left)
    assert left == [10, 10, 10, 9, 1, 0, 0]
    assert timed.clock.seconds == 700
    assert (Timed(at=700).clock.seconds, Timed(at=700).clock.idle) == (0, 0)
    assert Timed().clock.minutes_left is None


@pytest.mark.parametrize("now", [0, 1, 299, 300, 357, 540, 599])
def test_the_next_look_is_never_late(now):
    """Neither for the end nor for the minutes that the caller sees."""
    timed = Timed(idle=600, call=900)
    found, left = timed.at(now, 0), timed.clock.minutes_left
    assert 0 < found.again <= min(600, 900) - now or found.hang_up
    timed.time.now += found.again - 0.1
    assert timed.clock.minutes_left == left


@pytest.mark.parametrize(("spoken", "seconds"), [(True, SPOKEN_ANSWER), (False, ANSWER)])
def test_an_answer_is_late_after_a_moment_and_each_answer_has_its_own(spoken, seconds):
    timers = Time(0)
    wait = AnswerWait(timers)
    for _ in range(2):
        assert wait.awaited(True, spoken) and timers.timer == seconds
        timers.timer = None
        assert wait.awaited(True, spoken) and timers.timer is None, "one timer for each"
        wait.late, timers.timer = True, seconds
        assert not wait.awaited(True, spoken)
        assert not wait.awaited(False, spoken) and timers.timer is None


TIMES = st.integers(0, 10_000)


@given(TIMES, TIMES, TIMES, st.integers(0, 3000), st.integers(0, 3000), TIMES)
def test_a_pause_changes_no_verdict(started, key, now, idle, call, pause):
    """After any pause the limits say what they would have said without it."""

    def found(seconds: float | None) -> LimitCheck:
        timed = Timed(idle, call, at=started)
        timed.clock.day = Meter("2026-11-10", 0, since=now - 200, minutes=10)
        timed.time.now, timed.clock.last_key = now, key
        if seconds is not None:
            timed.clock.hold()
            assert not timed.clock.check().hang_up
            timed.time.now += seconds
        timed.clock.go_on()
        return timed.clock.check()

    assert found(None) == found(pause)


@given(st.integers(1, 600), st.integers(-600, 600).filter(bool))
def test_minutes_given_are_minutes_had(limit, more):
    timed = Timed(call=limit * 60)
    timed.clock.day = Meter("2026-11-10", 0, since=0, minutes=limit)
    timed.clock.grant(more * 60)
    assert timed.clock.minutes_left == max(0, limit + more)
    without = Timed()
    without.clock.grant(more * 60)
    assert without.clock.minutes_left is None


def test_after_more_minutes_the_warnings_come_again():
    timed = Timed(call=300)
    assert timed.at(0).warnings and not timed.at(1).warnings
    timed.clock.grant(60)
    assert [str(one) for one in timed.at(60).warnings] == ["5 minutes left on this call."]


async def test_an_idle_caller_is_warned_and_hung_up(board):
    await board.register("Alice")
    board.change("limits", idle_minutes=10)
    line, call = board.proved_call("Alice", DUMB)
    await line.hears("Main menu command")
    board.pass_time(9 * 60)
    await line.hears("Are you there\\? Press a key, or this call ends soon")
    board.pass_time(60)
    await line.hears("You have been idle too long")
    await line.closed()
    await call


async def test_keys_keep_a_call_and_a_terminal_s_own_replies_do_not(board):
    await board.register("Alice")
    board.change("limits", idle_minutes=10)
    line = await board.at_menu("Alice")
    board.pass_time(9 * 60)
    await line.shows("Are you there")
    session = board.sessions[0]
    before = session.clock.last_key
    line.type("\x1b[5;5R\x1b[?1;2c")
    line.resize(90, 30)
    await line.shows("Are you there.{60}")
    assert session.clock.last_key == before
    await line.press("w", "Minutes")
    assert session.clock.last_key > before


async def test_the_time_of_a_call_ends_it_with_a_sentence(board):
    await board.register("Alice")
    board.change("limits", minutes_per_call=10, idle_minutes=0)
    line, call = board.proved_call("Alice")
    await line.shows("Hello")
    board.pass_time(9 * 60)
    await line.shows("1 min left|1 minute left")
    board.pass_time(60)
    await line.closed()
    await call
    assert "Your time for this call is up." in line.screen


@pytest.mark.parametrize("cols", [80, 81, 100, 132, 500])
def test_the_status_line_fits_whatever_stands_in_it(cols):
    contest = Contest(turns_left=1000, free_turns=99, rank=1234, score=123_456)
    status = StatusFields("M" * 20, 9999, "Shut The Box", contest, 1440)
    row = status_row(status, cols).text()
    assert row.startswith(" " + "M" * 20)
    for told in ("Shut The Box", "1234", "1000 +99", "1440 min"):
        assert told in row
    assert len(row.rstrip()) < cols


def test_the_status_line_says_what_counts():
    contest = Contest(turns_left=0, free_turns=1, rank=2, score=312)
    assert contest_fields(contest) == {
        "turns": ("Turns 0 +1 free", "T 0 +1 free", "T 0 +1f"),
        "rank": ("Rank 2 (312)", "Rank 2", "#2"),
    }
    assert contest_fields(contest._replace(turns_left=None))["turns"][0] == "Turns no limit"
    row = status_row(StatusFields("Alice", 1, "Shut The Box", contest, 5, unread=3), 80)
    assert row.text().rstrip().endswith("5 min left │ +3 mail")
    assert contest_fields(Contest(turns_left=3)) == {
        "turns": ("Turns 3", "T 3", "T 3"),
        "rank": ("Rank -", "Rank -", "#-"),
    }
    status = StatusFields("Alice", 1, "Main Menu", notice="The winner of October is declared.")
    assert status_row(status, 80).text().strip() == "► The winner of October is declared."
    assert "Alice" in status_row(status._replace(notice=""), 80).text()


@pytest.mark.parametrize("cols", [80, 132])
def test_a_notice_of_any_message_is_read_whole(cols):
    said = f"{'M' * 20} says: {' '.join(['twelve chars'] * 5)} and so on"
    row = status_row(StatusFields("Alice", 1, "Main Menu", notice=said), cols)
    assert " ".join(row.text().split()) == f"► {said}"
    assert row.rows == (2 if len(said) > cols - 4 else 1)


EVENING = datetime(2026, 11, 10, 23, 50, tzinfo=UTC)


def test_the_file_keeps_a_day_and_only_where_there_is_one():
    caller = add(Caller("Alice"), "2026-11-10", 90.4)
    assert (caller.online_day, caller.online_seconds) == ("2026-11-10", 90)
    assert parse_caller(write_caller(caller), "Alice.yaml") == caller
    assert "online" not in write_caller(Caller("Alice"))
    caller = add(caller, "2026-11-10", 30)
    assert seconds_on(caller, "2026-11-10") == 120 and seconds_on(caller, "2026-11-11") == 0
    assert add(caller, "2026-11-11", 5).online_seconds == 5
    assert add(caller, "2026-11-09", 5) == caller, "yesterday is over"


def test_a_call_goes_on_counting_where_the_last_one_ended():
    caller = Caller("Alice", online_day="2026-11-10", online_seconds=300)
    assert Meter.start(caller, EVENING, now=1000).seconds_used(1060) == 360
    assert Meter.start(caller, EVENING + timedelta(days=1), now=1000).seconds_used(1060) == 60


def test_what_the_sysop_grants_lengthens_the_day():
    meter = Meter("2026-11-10", kept=120, since=1000, minutes=10)
    assert (meter.ends, replace(meter, minutes=0).ends) == (1480, None)
    assert replace(meter, granted=300.0).ends == 1780


def test_midnight_gives_the_minutes_of_the_new_day_and_charges_what_came_after_it():
    meter = Meter.start(Caller("Alice", online_day="2026-11-10", online_seconds=3000), EVENING, now=0)
    assert meter.roll_over(EVENING + timedelta(minutes=9), 540) is meter
    late = meter.roll_over(EVENING + timedelta(minutes=12), 720)
    assert (late.day, late.seconds_used(720)) == ("2026-11-11", 120), (
        "two minutes past midnight, looked at late"
    )
    assert late.roll_over(EVENING, 730) is late, "a clock set back gives nothing twice"


def test_a_day_s_begin_is_the_board_s_also_when_the_clocks_change():
    berlin = ZoneInfo("Europe/Berlin")
    meter = Meter("2026-10-24", 0, 0)
    morning = datetime(2026, 10, 25, 4, 0, tzinfo=berlin)  # five hours after midnight
    assert meter.roll_over(morning, 90_000).seconds_used(90_000) == 5 * 3600


@given(st.lists(st.integers(1, 7200), min_size=1, max_size=30))
def test_however_a_day_is_cut_into_calls_it_comes_to_the_same(calls):
    caller = Caller("Alice")
    for seconds in calls:
        caller = add(caller, "2026-11-10", seconds)
    assert Meter.start(caller, EVENING, 0).seconds_used(0) == sum(calls)


def test_the_day_is_warned_of_beside_the_call_and_ends_it():
    timed = Timed(call=3600)
    timed.clock.day = Meter("2026-11-10", 0, since=0, minutes=10)
    assert timed.clock.minutes_left == 10
    told = timed.warnings(600)
    assert [when for when, _ in told] == [300, 420, 480, 540]
    assert told[0][1] == "5 minutes left today." and told[-1][1] == "1 minute left today."
    assert timed.at(600).hang_up == "Your time for today is up. Call again after midnight."


def test_after_midnight_the_warnings_come_again():
    timed = Timed()
    timed.clock.day = meter = Meter("2026-11-10", 540, since=0, minutes=10)
    assert timed.at(30).warnings
    timed.clock.day = replace(meter, kept=539)
    assert not timed.at(31).warnings, "the file's own seconds change nothing"
    timed.clock.day = Meter("2026-11-11", 0, since=30, minutes=10)
    assert [str(one) for one in timed.at(331).warnings] == ["5 minutes left today."]
    timed.clock.day = replace(meter, minutes=0)
    assert timed.clock.minutes_left is None


async def test_the_day_s_minutes_end_a_call_and_the_next(board):
    await board.register("Alice")
    board.change("limits", minutes_per_day=10)
    board.callers.change("Alice", lambda c: replace(c, online_day="2026-11-10", online_seconds=400))
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("4 minutes left today.*command\\?")
    session = board.sessions[0]
    day = session.clock.day
    assert day is not None
    session.clock.day = replace(day, since=day.since - 200)
    session.receive(refresh.Refresh(look=True))
    await line.hears("Your time for today is up. Call again after midnight")
    await line.closed()
    await board.until(lambda: board.callers.find("Alice").online_seconds >= 600, "the minutes in the file")
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("Your time for today is up")
    await line.closed()
    board.clock.on(hours=5)
    line = await board.at_menu("Alice", DUMB)
    assert board.sessions[-1].clock.minutes_left == 10


async def test_midnight_in_the_middle_of_a_call_brings_new_minutes(board):
    await board.register("Alice")
    board.change("limits", minutes_per_day=10)
    board.clock.now = EVENING.replace(hour=23, minute=59)
    board.callers.change("Alice", lambda c: replace(c, online_day="2026-11-10", online_seconds=480))
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("2 minutes left today.*command\\?")
    board.clock.on(minutes=1)
    board.sessions[0].receive(refresh.Refresh(look=True))
    await board.until(lambda: board.sessions[0].clock.minutes_left == 10, "the new day's minutes")
    line.drop()
    await board.until(lambda: board.callers.find("Alice").online_day == "2026-11-11", "the new day")


async def test_minutes_that_cannot_be_written_are_neither_given_nor_charged_twice(board, monkeypatch, caplog):
    await board.register("Alice")
    board.change("limits", minutes_per_day=10)
    board.callers.change("Alice", lambda c: replace(c, online_day="2026-11-10", online_seconds=100))
    await board.at_menu("Alice", DUMB)
    session, edit = board.sessions[0], board.services.callers.edit

    async def refused(handle, change):
        raise CallerError("The disk is full.")

    for way, used, kept in ((refused, 300, 100), (edit, 300, 300)):
        monkeypatch.setattr(board.services.callers, "edit", way)
        day = session.clock.day
        session.clock.day = replace(day, since=board.time() - (used - day.kept))
        time_limits.write(session)
        await board.services.writes.settled("Alice")
        assert round(session.clock.day.seconds_used(board.time())) == used
        assert abs(session.clock.day.kept - kept) < 5
    assert "caller 'Alice' could not be saved: The disk is full." in caplog.text


async def test_yesterday_s_minutes_that_are_written_after_midnight_are_not_today_s(board, monkeypatch):
    await board.register("Alice")
    board.change("limits", minutes_per_day=10)
    await board.at_menu("Alice", DUMB)
    session, edit, midnight = board.sessions[0], board.services.callers.edit, asyncio.Event()

    async def slowly(handle, change):
        await midnight.wait()
        return await edit(handle, change)

    monkeypatch.setattr(board.services.callers, "edit", slowly)
    session.clock.day = replace(session.clock.day, since=board.time() - 300)
    time_limits.write(session)
    today = replace(session.clock.day, day="2026-11-11", kept=0.0, since=board.time())
    session.clock.day = today
    midnight.set()
    await board.services.writes.settled("Alice")
    assert session.clock.day == today
    assert board.callers.find("Alice").online_seconds >= 300


async def test_the_sysop_and_boards_without_a_limit_have_none(board):
    await board.at_menu("Alice", DUMB)
    assert board.sessions[0].clock.day is None
    board.change("limits", minutes_per_day=10)
    board.callers.change("Alice", lambda c: replace(c, sysop=True))
    await board.at_menu("Alice", DUMB)
    assert board.sessions[1].clock.day is None and board.sessions[1].clock.minutes_left is None
