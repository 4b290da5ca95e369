"""Is it played? Visits by month, door and caller."""

from pathlib import Path

import pytest

from door.records.access import played
from door.records.access.played import DoorMonth, note, tally
from door.records.store.files import Folder


@pytest.fixture
def store(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_month_counts_visits_minutes_callers_and_who_came_back(store):
    note(store, "box", "Ann", "2026-11-01", 60)
    note(store, "box", "ann", "2026-11-01", 30)
    note(store, "box", "Bob", "2026-11-02", 10)
    note(store, "box", "Ann", "2026-11-03", 20)
    note(store, "box", "Ann", "2026-12-03", 20)
    note(store, "box", "ann", "2026-12-03", 1)
    note(store, "coin", "Ann", "2026-11-03", 5)
    assert tally(store, "2026-11", "box") == DoorMonth(4, 120, 2, 1)
    assert tally(store, "2026-12", "box") == DoorMonth(2, 21, 1, 0), "one day is no coming back"
    assert tally(store, "2026-10", "box") == DoorMonth()


def test_doors_are_listed_by_the_visits_of_this_month_then_of_the_last(store):
    for slug, day in (("a", "2026-10-01"), ("b", "2026-11-01"), ("b", "2026-11-02"), ("c", "2026-11-01")):
        note(store, slug, "Ann", day, 60)
    found = played.visits_by_door(store, "2026-11", {"d": "D", "a": "A", "c": "C", "b": "B"})
    assert [one.name for one in found] == ["B", "C", "A", "D"]
    assert (found[0].now, found[2].before) == (DoorMonth(2, 120, 1, 1), DoorMonth(1, 60, 1, 0))


def test_many_visits_are_folded_and_count_the_same(store, monkeypatch):
    monkeypatch.setattr(played, "MANY", 20)
    for day in range(1, 29):
        for who in ("Ann", "Bob"):
            note(store, "box", who, f"2026-11-{day:02}", 7)
    assert tally(store, "2026-11", "box") == DoorMonth(56, 392, 2, 2)
    assert len((store.data / "external" / "played.2026-11.box.jsonl").read_text().splitlines()) <= 21


@pytest.mark.parametrize(("callers", "left"), [(1, 1), (9, 9), (10, 21)])
def test_a_file_is_folded_if_less_than_half_would_be_left(store, monkeypatch, callers, left):
    monkeypatch.setattr(played, "MANY", 20)
    file = store.data / "external" / "played.2026-11.box.jsonl"
    for number in range(20):
        note(store, "box", f"C{number % callers}", "2026-11-01", 7)
    assert len(file.read_text().splitlines()) == 20
    note(store, "box", "C0", "2026-11-01", 7)
    assert len(file.read_text().splitlines()) == left
    assert tally(store, "2026-11", "box") == DoorMonth(21, 147, callers, 0)


def test_foreign_lines_are_skipped(store):
    note(store, "box", "Ann", "2026-11-01", 60)
    file = store.data / "external" / "played.2026-11.box.jsonl"
    file.write_text(file.read_text() + '{"caller":"Eve","visits":"many"}\nnonsense\n')
    assert tally(store, "2026-11", "box").callers == 1
