"""Limits of a call: as values, and once each through a session; the status line."""

from __future__ import annotations

from pathlib import Path

import pytest
from boardroom import boardroom
from callline import DUMB

from door.session.call.status import Contest, Status, contest_fields, status_row
from door.session.clock.limits import FOREVER, Limits


def test_no_limits_are_never_looked_at_again() -> None:
    verdict = Limits(0, 0).check(1e9)
    assert (verdict.warning, verdict.hang_up, verdict.again) == ("", "", FOREVER)


def test_idle_is_warned_of_once_a_minute_before_its_end() -> None:
    limits = Limits(started=0, last_key=0, idle_limit=600)
    quiet = limits.check(100)
    assert (quiet.warning, quiet.again) == ("", 440)
    warned = limits.check(540)
    assert "Are you there?" in warned.warning and warned.again == 60
    assert warned.limits.check(541).warning == ""
    assert warned.limits.check(600).hang_up == "You have been idle too long."
    back = warned.limits.touched(550)
    assert back.check(600).hang_up == ""
    assert "Are you there?" in back.check(1095).warning, "and warned of again the next time"


def test_a_short_idle_limit_is_warned_of_half_way() -> None:
    verdict = Limits(0, 0, idle_limit=60).check(30)
    assert verdict.warning and verdict.again == 30


def test_the_time_of_a_call_is_warned_of_and_ends_it() -> None:
    limits, told = Limits(0, 0, call_limit=600), []
    for second in range(601):
        verdict = limits.touched(second).check(second)
        limits = verdict.limits
        told += [(second, verdict.warning)] if verdict.warning else []
        if verdict.hang_up:
            break
    assert second == 600 and verdict.hang_up == "Your time for this call is up."
    assert [when for when, _ in told] == [300, 420, 480, 540]
    assert told[-1][1] == "1 minute left on this call." and told[0][1] == "5 minutes left on this call."


def test_minutes_left_are_rounded_up_and_never_below_none() -> None:
    limits = Limits(0, 0, call_limit=600)
    assert [limits.minutes_left(t) for t in (0, 1, 59, 60, 541, 600, 700)] == [10, 10, 10, 9, 1, 0, 0]
    assert Limits(0, 0).minutes_left(5) is None


@pytest.mark.parametrize("now", [0, 1, 299, 300, 540, 599])
def test_the_next_look_is_never_late(now: float) -> None:
    limits = Limits(0, 0, idle_limit=600, call_limit=900)
    verdict = limits.check(now)
    assert 0 < verdict.again <= min(600, 900) - now or verdict.hang_up


async def test_an_idle_caller_is_warned_and_hung_up(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.limits(idle_minutes=10)
        line, call = board.proved_call("Alice", DUMB)
        await line.hears("Main menu command")
        board.pass_time(9 * 60)
        await line.hears("Are you there\\? Press a key, or this call ends soon")
        board.pass_time(60)
        await line.hears("You have been idle too long")
        await line.closed()
        await call


async def test_keys_keep_a_call_and_a_terminal_s_own_replies_do_not(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.limits(idle_minutes=10)
        line, _ = board.proved_call("Alice")
        await line.shows("Hello")
        board.pass_time(9 * 60)
        await line.shows("Are you there")
        session = board.sessions[0]
        before = session.clock.limits.last_key
        line.type("\x1b[5;5R\x1b[?1;2c")
        line.resize(90, 30)
        await line.shows("Are you there.{60}")
        assert session.clock.limits.last_key == before
        line.type("w")
        await line.shows("Minutes")
        assert session.clock.limits.last_key > before


async def test_the_time_of_a_call_ends_it_with_a_sentence(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        await board.register("Alice")
        board.limits(minutes_per_call=10, idle_minutes=0)
        line, call = board.proved_call("Alice")
        await line.shows("Hello")
        board.pass_time(9 * 60)
        await line.shows("1 min left|1 minute left")
        board.pass_time(60)
        await line.closed()
        await call
        assert "Your time for this call is up." in line.screen


@pytest.mark.parametrize("cols", [80, 81, 100, 132, 500])
def test_the_status_line_fits_whatever_stands_in_it(cols: int) -> None:
    contest = Contest(turns_left=1000, free_turns=99, rank=1234, score=123_456)
    status = Status("M" * 20, 9999, "Shut The Box", contest, 1440)
    row = status_row(status, cols).text()
    assert row.startswith(" " + "M" * 20)
    for told in ("Shut The Box", "1234", "1000 +99", "1440 min"):
        assert told in row
    assert len(row.rstrip()) < cols


def test_the_status_line_says_what_counts() -> None:
    contest = Contest(turns_left=0, free_turns=1, rank=2, score=312)
    assert contest_fields(contest) == {
        "turns": ("Turns 0 +1 free", "T 0 +1 free", "T 0 +1f"),
        "rank": ("Rank 2 (312)", "Rank 2", "#2"),
    }
    assert contest_fields(contest._replace(turns_left=None))["turns"][0] == "Turns no limit"
    row = status_row(Status("Alice", 1, "Shut The Box", contest, 5, unread=3), 80)
    assert row.text().rstrip().endswith("5 min left │ +3 mail")
    assert contest_fields(Contest(turns_left=3)) == {
        "turns": ("Turns 3", "T 3", "T 3"),
        "rank": ("Rank -", "Rank -", "#-"),
    }
    status = Status("Alice", 1, "Main Menu", notice="The winner of October is declared.")
    assert status_row(status, 80).text().strip() == "► The winner of October is declared."
    assert "Alice" in status_row(status._replace(notice=""), 80).text()


@pytest.mark.parametrize("cols", [80, 132])
def test_a_notice_of_any_message_is_read_whole(cols: int) -> None:
    said = f"{'M' * 20} says: {' '.join(['twelve chars'] * 5)} and so on"
    row = status_row(Status("Alice", 1, "Main Menu", notice=said), cols)
    assert " ".join(row.text().split()) == f"► {said}"
    assert row.rows == (2 if len(said) > cols - 4 else 1)
