"""One line of the journal: its bytes, its times, and the values of each field."""

import json
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from door.records.journal import grammar
from door.records.journal.grammar import (
    DEEPEST,
    LineField,
    Shape,
    Unreadable,
    Wrong,
    dates_at,
    read_line,
    seconds_between,
    short,
)
from door.records.journal.lines import (
    ZERO,
    decode,
    encode,
    hours_left,
    is_day,
    is_month,
    month_before,
    next_midnight,
    reason,
)
from door.ui.texts import tr

pytestmark = pytest.mark.files("it has no store")

T = "2026-11-30T11:00:00.000Z"
"""In the east of the Earth it is December for as long as it is still the 29th in the west."""

BERLIN = ZoneInfo("Europe/Berlin")


def test_the_first_line_stands_behind_sixty_four_zeros():
    assert ZERO == "0" * 64


def test_a_line_is_one_object_with_sorted_keys_and_no_spaces():
    assert encode({"b": 1, "a": "é\ud800"}) == '{"a":"é\\ud800","b":1}'.encode()
    with pytest.raises(ValueError):
        encode({"a": float("nan")})
    assert decode(b'{"a":1}') == {"a": 1}
    assert decode(b"[1]") == decode(b"nonsense") == decode(b"[" * 100_000) == decode(b"\xff") == {}


def test_the_system_s_reason_ends_a_sentence():
    assert reason(OSError(28, "No space left on device")) == "no space left on device"
    assert (reason(OSError("Disk on fire")), reason(OSError())) == ("disk on fire", "oSError")


def test_days_and_months():
    days = {
        "2026-11-30": True,
        "2026-11-31": False,
        "2026-1-01": False,
        "20261130": False,
        "": False,
        20261130: False,
    }
    assert {day: is_day(day) for day in days} == days
    assert not is_day("٢٠٢٦-11-30") and not is_day("2026-W48-1")
    months = {"2026-11": True, "2026-13": False, "2026-11-30": False, "": False, None: False}
    assert {month: is_month(month) for month in months} == months
    assert [month_before(one) for one in ("2026-01", "2026-02", "2026-12", "0100-03")] == [
        "2025-12", "2026-01", "2026-11", "0100-02",
    ]  # fmt: skip


def test_midnight_is_the_board_s():
    evening = datetime(2026, 10, 24, 21, 30, tzinfo=UTC)  # 23:30 there
    assert next_midnight(evening, BERLIN) == datetime(2026, 10, 25, tzinfo=BERLIN)
    assert hours_left(evening, BERLIN) == 1
    assert hours_left(datetime(2026, 10, 24, 22, tzinfo=UTC), BERLIN) == 25, (
        "the clocks are set back that day"
    )
    assert hours_left(datetime(2026, 11, 24, 20, 59, 59, tzinfo=UTC), UTC) == 4
    assert hours_left(datetime(2026, 11, 24, 21, tzinfo=UTC), UTC) == 3


def test_seconds_between_two_times_are_exact():
    assert seconds_between(T, "2026-11-30T11:01:00.001Z") == 60.001
    assert seconds_between("2026-11-30T10:59:59.999Z", T) == 0.001
    assert seconds_between(T, "2026-11-29T11:00:00.000Z") == -86_400.0
    assert seconds_between("2026-11-30T11:00:09.120Z", "2026-11-30T11:00:50.987Z") == 41.867


def test_it_is_a_day_for_as_long_as_it_is_one_anywhere_on_earth():
    dates = {
        "2026-11-30T12:00:59.999Z": ("2026-11-29", "2026-12-01"),
        "2026-11-30T12:01:00.000Z": ("2026-11-30", "2026-12-01"),
        "2026-11-30T09:59:59.999Z": ("2026-11-29", "2026-11-30"),
        "2026-11-30T10:00:00.000Z": ("2026-11-29", "2026-12-01"),
        "0001-01-01T00:00:00.000Z": ("0001-01-01",) * 2, "9999-12-31T23:59:59.999Z": ("9999-12-31",) * 2,
    }  # fmt: skip
    assert {t: dates_at(t) for t in dates} == dates


def test_a_long_text_is_shortened_in_a_sentence():
    assert (short("x" * 40), short("x" * 41)) == (f"'{'x' * 40}'", f"'{'x' * 37}...'")
    assert short("é") == "'\\xe9'"


GOOD, BAD = True, False
FIELDS: list[tuple[str, Any, bool]] = [
    ("TEXT", "", BAD), ("TEXT", "x", GOOD), ("ANY_TEXT", "", GOOD),
    ("TODAY", "2026-11-29", GOOD), ("TODAY", "2026-12-01", GOOD), ("TODAY", "2026-11-28", BAD),
    ("TODAY", "2026-12-02", BAD), ("TODAY", "2026-11-3", BAD), ("TODAY", "2026-11-30x", BAD),
    ("MONTH", "2026-11", GOOD), ("MONTH", "2026-12", GOOD),
    ("MONTH", "2026-10", BAD), ("MONTH", "2027-01", BAD), ("MONTH", "2026-1", BAD),
    ("CLOSED", "2026-10", GOOD), ("CLOSED", "2026-11", GOOD),
    ("CLOSED", "2026-12", BAD), ("CLOSED", "2026-00", BAD),
    ("DAY", "2026-02-29", BAD), ("DAY", "2024-02-29", GOOD),
    ("HEX", "a" * 64, GOOD), ("HEX", "a" * 63, BAD), ("HEX", "a" * 65, BAD),
    ("HEX", "A" * 64, GOOD), ("HEX", "g" * 64, BAD),
    ("SEATS", [], BAD), ("SEATS", ["Ann"], GOOD), ("SEATS", ["Ann", ""], BAD), ("SEATS", ["Ann", 1], BAD),
    ("MOVES", [], GOOD), ("MOVES", ["1", ""], GOOD), ("MOVES", [1], BAD),
    ("WORDS", [], BAD), ("WORDS", ["", ""], GOOD), ("WORDS", ["", None], BAD),
    ("NUMBERS", [], GOOD), ("NUMBERS", [1, -1], GOOD), ("NUMBERS", [True], BAD), ("NUMBERS", [1.0], BAD),
    ("SEALS", ["a" * 64], GOOD), ("SEALS", ["a" * 64, "a"], BAD), ("SEALS", [1], BAD),
    ("SALTS", ["a" * 32], GOOD), ("SALTS", ["a" * 64], BAD),
    ("MADE", ["1"], GOOD), ("MADE", [["1"], []], GOOD), ("MADE", [], GOOD), ("MADE", [["1"], "1"], BAD),
    ("MADE", [["1"], [2]], BAD), ("TIMES", [1, 2], GOOD), ("TIMES", [[1], [2]], GOOD), ("TIMES", ["1"], BAD),
    ("CLOCK", "5+10", GOOD), ("CLOCK", "", BAD), ("END", "claimed", GOOD), ("END", "withdrawn", BAD),
    ("CHANGES", [], GOOD), ("CHANGES", [[1, ""], [2, "5+10"]], GOOD), ("CHANGES", [[1, "x"]], BAD),
    ("CHANGES", [["1", ""]], BAD), ("CHANGES", [[1]], BAD),
    ("CHANGES", ["1,"], BAD), ("CHANGES", [[1, "", 2]], BAD),
    ("RANKING", "best", GOOD), ("RANKING", "worst", BAD),
]  # fmt: skip


def test_what_each_field_may_hold():
    wrong = []
    for name, value, good in FIELDS:
        field: LineField = getattr(grammar, name)
        try:
            Shape({"x": field}).check({"x": value, "t": T})
            passed = True
        except Wrong:
            passed = False
        if passed is not good:
            wrong.append((name, value))
    assert wrong == []


def test_a_field_that_is_missing_or_of_another_type_is_named():
    shape = Shape({"x": grammar.NUMBER}, {"y": grammar.TEXT})
    shape.check({"x": 1, "t": T})
    shape.check({"x": 1, "y": "z", "t": T})
    for fields, name in (
        ({}, "x"),
        ({"x": "1"}, "x"),
        ({"x": True}, "x"),
        ({"x": 1, "y": 2}, "y"),
        ({"x": 1, "y": ""}, "y"),
    ):
        with pytest.raises(Wrong, match=name):
            Shape({"x": grammar.NUMBER}, {"y": grammar.TEXT}).check({**fields, "t": T})
    with pytest.raises(Wrong) as missing:
        shape.check({"t": T})
    with pytest.raises(Wrong) as other:
        shape.check({"x": "1", "t": T})
    assert (str(missing.value), str(other.value)) == (
        tr.audit.field_missing(field="x"), tr.audit.field_not_number(field="x"),
    )  # fmt: skip


def nested(depth: int) -> bytes:
    """An object with so many brackets in one another."""
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_a_line_is_read_only_if_it_has_one_form():
    assert read_line(b'{"a":[1,{"b":"x y"}]}') == {"a": [1, {"b": "x y"}]}
    for raw in (
        b'{"a": 1}', b'{"b":1,"a":1}', b'{"a":1,"a":1}', b'{"a":NaN}', b"[1]", b"{", b"", b'{"a":"\xff"}',
        b'{"a":1} ', b'{"a":{"c":1,"b":1}}',
    ):  # fmt: skip
        with pytest.raises(Unreadable):
            read_line(raw)


def test_a_line_may_be_deep_but_not_too_deep():
    assert json.loads(nested(DEEPEST)) == read_line(nested(DEEPEST))
    with pytest.raises(Unreadable):
        read_line(nested(DEEPEST + 1))
    beside = nested(DEEPEST)[:-1] + b',"b":[]}'
    assert list(read_line(beside)) == ["a", "b"], "one more bracket, but no deeper"
    wide = b'{"a":[' + b",".join([b"[]"] * DEEPEST * 3) + b"]}"
    assert len(read_line(wide)["a"]) == DEEPEST * 3, "many beside each other are not deep"
