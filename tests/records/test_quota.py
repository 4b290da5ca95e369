"""How often a caller may do something: so often within a time, each for themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from door.records.access.quota import DAY, MINUTE, Quota

pytestmark = pytest.mark.files("it has no store")

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_each_caller_has_so_many_within_each_time() -> None:
    quota = Quota((2, MINUTE), (3, DAY))
    assert [quota.take("Ann", NOON) for _ in range(2)] == ["", ""]
    why = "You do that too often. Please try again in 50 seconds."
    assert quota.take("ann", NOON + timedelta(seconds=10)) == why
    assert quota.take("Bob", NOON) == ""
    assert quota.take("Ann", NOON + MINUTE) == ""
    assert quota.take("Ann", NOON + 2 * MINUTE) == "You do that too often. Please try again in 24 hours."
    assert quota.take("Ann", NOON + DAY) == ""


def test_a_clock_that_was_ahead_locks_nobody_out() -> None:
    quota = Quota((1, MINUTE))
    assert quota.take("Ann", NOON + DAY) == ""
    assert quota.take("Ann", NOON) == ""


def test_those_who_did_it_long_ago_are_forgotten() -> None:
    quota = Quota((1, MINUTE))
    for at in range(1000):
        quota.count(f"C{at}", NOON + at * timedelta(seconds=10))
    assert len(quota._done) <= 8
