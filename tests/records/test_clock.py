"""The board's clock: a leap ahead is not believed at once, and harms no books."""

import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from records_kit import journal_lines, make_store, moved, play

from door.play.match.values import Match, Proposal
from door.records.audit.audit import audit
from door.records.clock import NOTE, STAND, BoardClock, last_sign, span, uptime
from door.records.community.letters import Letters
from door.records.journal.lines import day_of, stamp
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
EVERY: Any = {door.INFO.slug: door for door in DOORS}
DAY = 24 * 60 * 60.0


class Machine:
    """A machine whose clock and uptime go on together, until the clock is set."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now, self.up, self.boot = now.timestamp(), 1000.0, "first"
        self.slept = 0.0

    def passes(self, seconds: float) -> None:
        self.now, self.up = self.now + seconds, self.up + seconds

    def sleeps(self, seconds: float) -> None:
        self.passes(seconds)
        self.slept += seconds

    def leaps(self, **span: float) -> None:
        self.now += timedelta(**span).total_seconds()

    def starts_again(self, after: timedelta) -> None:
        self.now, self.up, self.boot = self.now + after.total_seconds(), 10.0, self.boot + "*"

    def board(self, data: Path, since: datetime | None = None) -> BoardClock:
        return BoardClock(
            data, UTC, since or last_sign(data), lambda: self.now, lambda: self.up,
            lambda: self.up - self.slept, self.boot,
        )  # fmt: skip

    @property
    def time(self) -> datetime:
        return datetime.fromtimestamp(self.now, UTC)


@pytest.fixture
def machine():
    return Machine()


def test_a_clock_that_runs_is_believed(tmp_path, machine):
    clock = machine.board(tmp_path)
    for seconds in (0, 1, 59, 3600, 30 * DAY):
        machine.passes(seconds)
        assert clock() == machine.time
    machine.leaps(seconds=50)
    assert clock() == machine.time
    machine.leaps(hours=-3)
    assert clock() == machine.time, "a clock set back is not ours to doubt"
    machine.leaps(hours=3)
    assert clock() == machine.time and clock.leap is None


@pytest.mark.parametrize("span", [{"hours": 1}, {"days": 4}, {"days": 1131}])
def test_a_leap_for_a_moment_is_not_believed(tmp_path, machine, span, caplog):
    clock = machine.board(tmp_path)
    clock()
    machine.leaps(**span)
    for _ in range(100):
        assert clock().timestamp() - NOON.timestamp() == pytest.approx(machine.up - 1000)
        machine.passes(1)
    machine.leaps(**{unit: -many for unit, many in span.items()})
    assert clock() == machine.time and not clock.leaps
    first, second = [record.getMessage() for record in caplog.records]
    assert "ahead of the board's time" in first and "`door clock believe`" in first
    assert "right again" in second


def test_a_leap_that_stands_is_believed(tmp_path, machine, caplog):
    clock = machine.board(tmp_path)
    clock()
    machine.leaps(days=4)
    clock()
    machine.passes(STAND - 1)
    assert clock() < machine.time
    machine.passes(1)
    assert clock() == machine.time
    assert clock.leaps == [(machine.time - timedelta(days=4), machine.time)]
    assert "The clock is believed: the board's time is 2026-11-30 12:05 UTC." in caplog.text
    caplog.clear()
    machine.passes(1)
    assert clock() == machine.time and not caplog.records


def test_another_leap_has_to_stand_anew(tmp_path, machine):
    clock = machine.board(tmp_path)
    clock()
    for days in (4, 400):
        machine.leaps(days=days)
        clock()
        machine.passes(STAND - 1)
        assert clock() < machine.time - timedelta(days=3)


def test_a_board_that_was_off_for_a_month_opens_with_the_right_date(tmp_path, machine):
    machine.board(tmp_path)()
    machine.passes(31 * DAY)
    assert machine.board(tmp_path, NOON)() == machine.time, "the machine was on all the time"


def test_after_a_night_off_a_machine_is_believed_at_once(tmp_path, machine):
    machine.board(tmp_path)()
    machine.starts_again(timedelta(hours=20))
    assert machine.board(tmp_path, NOON)() == machine.time


def test_after_a_month_off_a_machine_waits_a_while(tmp_path, machine):
    machine.board(tmp_path)()
    machine.starts_again(timedelta(days=31))
    clock = machine.board(tmp_path, NOON)
    assert clock() == NOON
    machine.passes(STAND)
    assert clock() == machine.time


def test_one_look_at_a_wrong_clock_leaves_nothing_behind(tmp_path, machine):
    machine.board(tmp_path)()
    machine.starts_again(timedelta(hours=1))
    machine.leaps(days=1131)
    clock = machine.board(tmp_path, NOON)
    clock()
    machine.passes(3)
    assert clock() == NOON + timedelta(seconds=3)
    machine.leaps(days=-1131)
    machine.passes(60)
    assert machine.board(tmp_path, NOON)() == machine.time, "an hour and a minute later, not in doubt"


def test_processes_of_one_call_each_wait_together(tmp_path, machine):
    machine.board(tmp_path)()
    machine.starts_again(timedelta(days=3))
    seen = []
    for _ in range(8):
        seen.append(machine.board(tmp_path, NOON)() == machine.time)
        machine.passes(STAND / 6)
    assert seen == [False] * 6 + [True] * 2


def test_the_sysop_confirms_it_for_every_process(tmp_path, machine):
    running = machine.board(tmp_path)
    running()
    assert not machine.board(tmp_path).believe()
    machine.leaps(days=40)
    assert running() < machine.time
    assert machine.board(tmp_path, NOON).believe()
    machine.passes(2)
    assert running() == machine.time
    assert machine.board(tmp_path, NOON)() == machine.time


@pytest.mark.parametrize("note", [b"", b"{}", b"[1]", b'{"boot":"first","seconds":"x"}', b"\xff"])
def test_a_damaged_note_is_none(tmp_path, note):
    (tmp_path / NOTE).write_bytes(note)
    machine = Machine()
    assert machine.board(tmp_path)() == machine.time
    assert json.loads((tmp_path / NOTE).read_bytes())["boot"] == "first"


def test_a_note_that_cannot_be_written_is_a_line_in_the_log(tmp_path, caplog):
    (tmp_path / "data").touch()
    machine = Machine()
    assert machine.board(tmp_path / "data", NOON)() == machine.time
    assert f"{NOTE} cannot be written" in caplog.text


def test_the_board_s_zone(tmp_path):
    machine, vienna = Machine(), ZoneInfo("Europe/Vienna")
    clock = BoardClock(
        tmp_path, vienna, None, lambda: machine.now, lambda: machine.up, lambda: machine.up
    )  # fmt: skip
    assert clock().isoformat() == "2026-11-26T13:00:00+01:00"
    machine.leaps(days=200)
    machine.passes(60)
    assert clock().isoformat() == "2026-11-26T13:01:00+01:00"


def test_the_real_machine():
    assert uptime() > 0


async def sat(store: GameStore, clock: str) -> Match:
    """Ann and Bob at Switchbox, rated, under way."""
    what = Proposal(door="switchbox", options=EVERY["switchbox"].INFO.defaults(), clock=clock, rated=True)
    match = await store.tables.open_table("Ann", what)
    return await store.tables.do(match.terms.id, {"do": "sit", "seat": 1, "who": "Bob"})


async def step(store: GameStore, match: Match) -> None:
    seat, game = match.movers[0], EVERY["switchbox"].game
    move = game.rules.computer(match.positions[0], seat, game.info.players.computers[0])
    event = {"do": "move", "move": move} if move else {"do": "let"}
    await store.tables.do(match.terms.id, {**event, "seat": seat})


# -- the books --------------------------------------------------------------------------------


def opened(data: Path, machine: Machine, **options: Any) -> GameStore:
    clock = machine.board(data)
    store = make_store(data, clock, **options)  # type: ignore[arg-type]
    store.tables.needs = replace(store.tables.needs, leaps=clock.leaps)
    return store


async def test_a_start_in_the_future_changes_no_turn_no_month_and_no_line(tmp_path, machine):
    store = opened(tmp_path, machine, turns_per_day=1)
    await store.open()
    await play(store, "Alice", "stop")
    await store.close()
    for leap in ({"days": 1131}, {"days": 35}):
        machine.starts_again(timedelta(minutes=1))
        machine.leaps(**leap)
        store = opened(tmp_path, machine, turns_per_day=1)
        await store.open()
        await store.refresh()
        await store.roll_over()
        machine.passes(3)
        await store.close()
        machine.leaps(**{unit: -many for unit, many in leap.items()})
    before = journal_lines(tmp_path / "journal")
    assert [line["kind"] for line in before] == ["turn", "game"]
    machine.starts_again(timedelta(minutes=1))
    store = opened(tmp_path, machine, turns_per_day=1)
    await store.open()
    assert store.standings.turns_left("dice", "Alice") == 0 and store.standings.turns_left("dice", "Bob") == 1
    machine.passes(12 * 60 * 60)
    assert store.standings.turns_left("dice", "Alice") == 1, "new turns come at midnight"
    await play(store, "Alice", "stop")
    machine.passes(30 * DAY)
    assert any("2026-11, dice: Alice won" in told for told in await store.roll_over())
    await store.close()


async def test_a_leap_while_callers_are_on_ends_no_month_and_a_true_one_does_later(tmp_path, machine):
    store = opened(tmp_path, machine)
    await store.open()
    await play(store, "Alice", "stop")
    machine.leaps(days=31)
    await store.refresh()
    assert await store.roll_over() == []
    assert day_of(store.now(), UTC) == "2026-11-26"
    await play(store, "Bob", "stop")
    assert journal_lines(tmp_path / "journal")[-1]["month"] == "2026-11"
    machine.passes(STAND)
    assert len(await store.roll_over()) == 1
    await play(store, "Bob", "stop")
    assert journal_lines(tmp_path / "journal")[-1]["month"] == "2026-12"
    await store.close()


@pytest.mark.parametrize("clock", ["3d", "10+15"])
async def test_nobody_loses_on_time_by_a_leap_neither_before_it_is_believed_nor_after(
    tmp_path, machine, clock
):
    store = opened(tmp_path, machine, doors=EVERY)
    await store.open()
    match = await sat(store, clock)
    machine.passes(60)
    await store.tables.refresh()
    machine.leaps(days=40)
    for seconds in (1, 59, STAND, 1, 60, 60):
        machine.passes(seconds)
        await store.tables.refresh()
    found = store.tables.get(match.terms.id)
    assert found and found.stage == "play" and day_of(store.now(), UTC) == "2027-01-05"
    await step(store, found)
    await store.close()


def jump(machine: Machine, kind: str) -> None:
    """The machine's clock is ahead: a little, or because the machine slept."""
    if kind == "slept":
        machine.sleeps(2 * 60 * 60)
    else:
        machine.leaps(seconds=50)


@pytest.mark.parametrize("kind", ["small", "slept"])
@pytest.mark.parametrize("looked", [True, False])
async def test_a_leap_that_is_believed_at_once_takes_nothing_from_a_live_clock(
    tmp_path, machine, kind, looked
):
    """Neither when the board looks at its clocks next, nor when somebody moves before it does."""
    store = opened(tmp_path, machine, doors=EVERY)
    await store.open()
    match = await sat(store, "1+0")
    first = match.movers[0]
    machine.passes(30)
    await store.tables.refresh()
    jump(machine, kind)
    if looked:
        for _ in range(3):
            await store.tables.refresh()
    found = store.tables.get(match.terms.id)
    assert found and found.stage == "play"
    machine.passes(10)
    await step(store, found)
    found = store.tables.get(match.terms.id)
    assert found and found.stage == "play" and found.budgets[first] == 20_000
    machine.passes(61)
    for _ in range(2):
        await store.tables.refresh()
    found = store.tables.get(match.terms.id)
    assert found and found.end == ("over" if not found.made else "time"), "a true minute is one"
    await store.close()
    assert not audit(tmp_path / "journal", EVERY).faults


async def test_a_board_that_was_off_for_a_month_takes_no_time_from_anybody(tmp_path, machine):
    store = opened(tmp_path, machine, doors=EVERY)
    await store.open()
    match = await sat(store, "3d")
    await store.tables.refresh()
    await store.close()
    machine.starts_again(timedelta(days=31))
    store = opened(tmp_path, machine, doors=EVERY)
    await store.open()
    for seconds in (1, 60, STAND, 1, 60, 60):
        machine.passes(seconds)
        await store.tables.refresh()
    found = store.tables.get(match.terms.id)
    assert found and found.stage == "play" and stamp(store.now()) > "2026-12-27"
    await store.close()


def written(folder: Path, moment: float) -> None:
    """All files were written then."""
    for path in folder.rglob("*"):
        os.utime(path, (moment, moment))


@pytest.mark.parametrize("alive", [True, False])
@pytest.mark.files("it changes what is in the files")
async def test_files_that_no_board_of_this_release_has_written_are_no_reason_to_doubt(
    tmp_path, machine, alive
):
    """They were put there just now, whatever they say; a clock far ahead of that is doubted."""
    store = opened(tmp_path, machine)
    await store.open()
    await play(store, "Alice", "stop")
    await store.close()
    (tmp_path / NOTE).unlink()
    if not alive:
        (tmp_path / "tables" / ".alive").unlink()
    machine.starts_again(timedelta(days=400))
    written(tmp_path, machine.now)
    machine.leaps(days=40)
    assert machine.board(tmp_path)() < machine.time
    (tmp_path / NOTE).unlink()
    machine.leaps(days=-40)
    assert machine.board(tmp_path)() == machine.time


async def test_a_leap_reveals_no_deal_and_deletes_no_letter(tmp_path, machine):
    store = opened(tmp_path, machine, doors=EVERY)
    await store.open()
    begun = await store.games.begin(store.daily, GameWish("thieves", "Ann"))
    letters = Letters(store.journal.store, store.now)
    assert letters.send("Bob", "Ann", ["good luck"]) == ""
    machine.leaps(days=400)
    await store.refresh()
    letters.sweep()
    await moved(store, begun.record.id, "quit")
    await store.games.finish(begun.record.id)
    assert len(letters.box("Ann")) == 1
    kinds = [line["kind"] for line in journal_lines(tmp_path / "journal")]
    assert kinds == ["daily", "daily", "daily_turn", "daily_score"]
    machine.leaps(days=-400)
    machine.passes(2 * DAY)
    await store.refresh()
    kinds = [line["kind"] for line in journal_lines(tmp_path / "journal")]
    assert kinds[4:7] == ["reveal", "daily_game", "reveal"]
    await store.close()


def test_a_span_is_said_in_its_largest_unit():
    spans = {61: "61 seconds", 600: "10 minutes", 43_198: "12 hours", 86_399: "1 day", 31 * 86_400: "31 days"}
    assert {seconds: span(seconds) for seconds in spans} == spans
