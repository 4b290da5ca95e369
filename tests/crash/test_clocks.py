"""Clocks that jump: back, forward, over a month, over summer time, and midnights that do not exist."""

import tempfile
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from records_kit import Clock, journal_lines, make_store, play
from testdoor import TestDoor

from door.records.audit.audit import audit

DOORS = {"dice": TestDoor()}
ZONES = ("UTC", "Europe/Vienna", "Africa/Cairo", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe")
JUMPS = st.sampled_from([-40 * 86400, -86400, -3600, -1, 0, 1, 59, 3600, 86400, 5 * 86400, 40 * 86400])


@given(
    zone=st.sampled_from(ZONES),
    start=st.datetimes(datetime(2024, 1, 1), datetime(2027, 1, 1)),
    steps=st.lists(st.tuples(st.sampled_from(["Ann", "Bob"]), JUMPS), min_size=3, max_size=8),
)
@examples(20)
async def test_however_the_clock_jumps_no_day_gives_more_turns_and_the_books_are_sound(zone, start, steps):
    place, clock = ZoneInfo(zone), Clock(start.replace(tzinfo=UTC))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        store = make_store(data, clock, zone=place, turns_per_day=2)
        await store.open()
        for caller, seconds in steps:
            clock.pass_by(seconds=seconds)
            await store.roll_over()
            if store.standings.books("dice", caller).turns_left:
                await play(store, caller)
        await store.close()
        again = make_store(data, clock, zone=place, turns_per_day=2)
        assert await again.open() == [], "nothing to put right"
        for caller in ("Ann", "Bob"):
            left = store.standings.books("dice", caller).turns_left
            assert again.standings.books("dice", caller).turns_left == left
        await again.close()
        lines = journal_lines(data / "journal")
        turns = Counter((line["caller"], line["day"]) for line in lines if line["kind"] == "turn")
        assert max(turns.values()) <= 2
        winners = [(line["door"], line["month"]) for line in lines if line["kind"] == "winners"]
        closed = {line["month"] for line in lines if line["kind"] == "game"}
        assert {month for _, month in winners} <= closed
        assert audit(data / "journal", DOORS).faults == ()


MIDNIGHTS = [
    ("Africa/Cairo", date(2026, 4, 24)),  # the clocks go forward at midnight: the day begins at one
    ("America/Santiago", date(2026, 9, 6)),
    ("America/Havana", date(2026, 11, 1)),  # they go back at one: midnight comes twice
    ("Pacific/Apia", date(2011, 12, 30)),  # a day that was left out
]


@pytest.mark.parametrize(("zone", "day"), MIDNIGHTS, ids=[zone for zone, _ in MIDNIGHTS])
async def test_days_that_begin_oddly_give_their_turns_once(tmp_path, zone, day):
    place = ZoneInfo(zone)
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=place)
    clock = Clock(noon.astimezone(UTC) - timedelta(days=1))
    store = make_store(tmp_path, clock, zone=place, turns_per_day=1)
    await store.open()
    for _ in range(6 * 48):  # every ten minutes of two days
        left = store.next_midnight().astimezone(UTC) - clock().astimezone(UTC)
        assert timedelta(0) < left <= timedelta(hours=26), left
        if store.standings.books("dice", "Ann").turns_left:
            await play(store, "Ann")
        clock.pass_by(minutes=10)
    await store.close()
    days = [line["day"] for line in journal_lines(tmp_path / "journal") if line["kind"] == "turn"]
    assert len(days) == len(set(days)) == 3 and days == sorted(days)
