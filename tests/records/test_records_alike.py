"""Values that are equal are one object; those that only look so are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from door.midend.books import Books
from door.records.alike import KEPT, Alike
from door.records.callers.callers import Caller, Callers


def test_equal_values_become_the_one_seen_first():
    alike = Alike()
    one, other = Books(month="2026-11", rank=1), Books(month="2026-11", rank=1)
    assert one is not other
    assert alike.of(one) is one and alike.of(other) is one
    assert alike.of(Books(month="2026-11", rank=2)).rank == 2


def test_a_number_is_no_switch():
    alike = Alike()
    assert alike.of(1) is not True and alike.of(True) is True and alike.of(1) is not True


def test_only_the_newest_are_kept():
    alike, first = Alike(), [0]
    alike.of(first)
    for number in range(1, KEPT):
        alike.of([number])
    assert alike.of([0]) is first
    alike.of([KEPT])
    assert alike.of([0]) is not first


def test_a_caller_who_was_written_is_the_one_that_is_read(tmp_path: Path):
    callers = Callers(tmp_path / "callers")
    callers.create(Caller("Bob", password="x"))
    changed = callers.change("bob", lambda bob: replace(bob, calls=bob.calls + 1))
    assert callers.find("BOB") is changed
    path = tmp_path / "callers" / "Bob.yaml"
    path.write_text(path.read_text().replace("level: 10", "level: 90"))
    found = callers.find("Bob")
    assert found is not None and (found.level, found.calls) == (90, 1)
