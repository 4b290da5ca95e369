"""How often a caller may do something: so often within a time, each for themselves."""

from datetime import UTC, datetime, timedelta

import pytest
from store_kit import kept_in

from door.records.access import quota as module
from door.records.access.quota import DAY, MINUTE, Quota, Visits
from door.ui.texts import tr

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_each_caller_has_so_many_within_each_time():
    quota = Quota((2, MINUTE), (3, DAY))
    assert [quota.take("Ann", NOON) for _ in range(2)] == ["", ""]
    why = "You do that too often. Please try again in 50 seconds."
    assert quota.take("ann", NOON + timedelta(seconds=10)) == why
    assert quota.take("Bob", NOON) == ""
    assert quota.take("Ann", NOON + MINUTE) == ""
    assert quota.take("Ann", NOON + 2 * MINUTE) == "You do that too often. Please try again in 24 hours."
    assert quota.take("Ann", NOON + DAY) == ""


def test_a_clock_that_was_ahead_locks_nobody_out():
    quota = Quota((1, MINUTE))
    assert quota.take("Ann", NOON + DAY) == ""
    assert quota.take("Ann", NOON) == ""


def test_those_who_did_it_long_ago_are_forgotten():
    quota = Quota((1, MINUTE))
    for at in range(1000):
        quota.count(f"C{at}", NOON + at * timedelta(seconds=10))
    assert len(quota._done) <= 8


@pytest.mark.parametrize(
    ("left", "said"),
    [(1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (121, "3 minutes"), (7199, "120 minutes"),
     (7200, "2 hours"), (7201, "3 hours")],
)  # fmt: skip
def test_the_time_to_wait_is_never_said_too_short(left, said):
    quota = Quota((1, DAY))
    quota.count("Ann", NOON)
    why = quota.why_not("Ann", NOON + DAY - timedelta(seconds=left))
    assert why == f"You do that too often. Please try again in {said}."


def test_what_was_done_before_the_process_began_counts_once():
    quota = Quota((2, MINUTE))
    quota.know("Ann", [NOON])
    quota.know("ANN", [NOON, NOON])
    assert (quota.take("Ann", NOON), quota.take("Ann", NOON) != "") == ("", True)


TODAY, TOMORROW = "2026-11-21", "2026-11-22"


def visit(visits: Visits, caller: str = "Ann", door: str = "lord", day: str = TODAY, most: int = 2) -> str:
    return visits.charge("2026-11-21T12:00:00.000Z", caller, door, day, most)


def test_visits_are_limited_for_each_caller_at_each_door_each_day(tmp_path):
    visits = Visits(kept_in(tmp_path))
    assert [visit(visits), visit(visits, "ANN"), visit(visits)] == ["", "", tr.external.no_visits_left()]
    assert visit(visits, "Bob") == visit(visits, door="tw") == visit(visits, day=TOMORROW) == ""
    assert visit(visits, most=0) == "", "no limit"
    assert visits.count("ann", "lord", TODAY) == 3
    assert visits.count("Bob", "lord", TODAY) == visits.count("Ann", "tw", TODAY) == 1
    assert (visits.count("Bob", "tw", TODAY), visits.count("Bob", "lord", TOMORROW)) == (0, 0)


@pytest.mark.files("it changes what is in the files")
def test_no_visit_is_known_if_they_cannot_be_read(tmp_path, caplog):
    (tmp_path / "external" / "visits.jsonl").mkdir(parents=True)
    assert Visits(kept_in(tmp_path)).count("Ann", "lord", TODAY) == 0
    assert "visits cannot be read" in caplog.text


def test_a_visit_that_is_given_back_is_not_counted(tmp_path):
    visits = Visits(kept_in(tmp_path))
    assert [visit(visits, most=1), visit(visits, most=1) != ""] == ["", True]
    visits.give_back("2026-11-21T12:00:00.000Z", "Ann", "lord", TODAY)
    assert visits.count("Ann", "lord", TODAY) == 0
    assert visit(visits, most=1) == ""


def test_a_long_file_keeps_the_day_s_sums(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MANY", 6)
    visits = Visits(kept_in(tmp_path))
    assert visit(visits, day="2026-11-20") == ""
    for caller in ("Ann", "Ann", "Bob", "Ann", "Bob"):
        assert visit(visits, caller, most=0) == ""
    assert len(visits._book.read()) == 6
    assert visit(visits, door="tw") == ""
    assert len(visits._book.read()) == 3, "Ann's and Bob's at one door, and Ann's at the other"
    counts = [visits.count(*at, TODAY) for at in (("Ann", "lord"), ("Bob", "lord"), ("Ann", "tw"))]
    assert (counts, visits.count("Ann", "lord", "2026-11-20")) == ([3, 2, 1], 0)


def test_a_file_that_a_day_makes_long_is_not_folded_at_each_visit(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MANY", 6)
    visits, folded = Visits(kept_in(tmp_path)), list[int]()
    edit = visits._book.edit
    monkeypatch.setattr(
        visits._book, "edit", lambda change: folded.append(len(visits._book.read())) or edit(change)
    )
    for number in range(32):
        assert visit(visits, f"C{number}") == ""
    assert folded == [7, 15, 31], "each time twice as long"
    assert [visits.count(f"C{number}", "lord", TODAY) for number in (0, 31)] == [1, 1]
