"""When it is open: spans of the week against clocks that jump, and words about it."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from other_words import other_words

from door.settings.hours import (
    AT_PATTERN,
    DAYS,
    Now,
    comes,
    due,
    look,
    moment_words,
    opens_words,
    span,
    stands_words,
)
from door.settings.hours import at as time_of
from door.ui.texts import SHIPPED, speak, tr

BERLIN = ZoneInfo("Europe/Berlin")
WEEK = ("mon-fri 18:00-23:30", "sat-sun 10:00-02:00")


def at(*parts, zone=BERLIN, fold=0):
    return datetime(*parts, tzinfo=zone, fold=fold)


def until(hours, moment):
    now = look(hours, moment)
    return now.open, now.until and f"{now.until:%a %d %H:%M %Z}"


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (at(2026, 11, 10, 12, 0), (False, "Tue 10 18:00 CET")),
        (at(2026, 11, 10, 18, 0), (True, "Tue 10 23:30 CET")),
        (at(2026, 11, 10, 23, 30), (False, "Wed 11 18:00 CET")),
        (at(2026, 11, 13, 23, 45), (False, "Sat 14 10:00 CET")),
        (at(2026, 11, 15, 1, 59), (True, "Sun 15 02:00 CET")),
        (at(2026, 11, 16, 1, 0), (True, "Mon 16 02:00 CET")),  # Sunday's span goes on past midnight
        (at(2026, 11, 16, 2, 0), (False, "Mon 16 18:00 CET")),
    ],
)
def test_a_week_with_nights_that_go_past_midnight(moment, expected):
    assert until(WEEK, moment) == expected


def test_no_spans_and_whole_weeks_never_change():
    for hours in (
        (),
        ("00:00-24:00",),
        ("mon-sun 12:00-12:01", "12:01-12:00"),
        ("0:00-18:00", "17:00-24:00"),
    ):
        assert look(hours, at(2026, 11, 10, 12, 0)) == (True, None)


def test_the_night_the_clocks_go_back_ends_once():
    night = ("22:00-02:30",)
    assert until(night, at(2026, 10, 25, 1, 0)) == (True, "Sun 25 02:30 CEST")
    assert until(night, at(2026, 10, 25, 2, 45)) == (False, "Sun 25 22:00 CET")
    assert until(night, at(2026, 10, 25, 2, 15, fold=1)) == (False, "Sun 25 22:00 CET")


def test_the_night_the_clocks_go_forward_loses_an_hour():
    assert until(("02:30-05:00",), at(2026, 3, 29, 1, 0)) == (False, "Sun 29 03:30 CEST")
    assert until(("02:00-03:00",), at(2026, 3, 29, 1, 0)) == (False, "Mon 30 02:00 CEST")
    left = look(("00:00-06:00",), at(2026, 3, 29, 1, 0)).until.timestamp() - at(2026, 3, 29, 1, 0).timestamp()
    assert left == 4 * 3600


@pytest.mark.parametrize(
    ("text", "days", "start", "end"),
    [
        ("18:00-23:30", DAYS, 1080, 1410),
        ("Mon-Fri 6:00-24:00", DAYS[:5], 360, 1440),
        ("fri-mon 22:00 - 02:00", ("fri", "sat", "sun", "mon"), 1320, 1560),
        ("sat,sun 10:00-02:00", ("sat", "sun"), 600, 1560),
        ("tuesday thurs 00:00-00:30", ("tue", "thu"), 0, 30),
    ],
)
def test_what_may_be_written(text, days, start, end):
    assert span(text) == (frozenset(map(DAYS.index, days)), start, end)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must be days and times such as"), ("evenings", "must be days and times such as"),
        ("foo 18:00-19:00", "must be days and times such as"), ("-mon 1:00-2:00", "must be days and times"),
        ("mon 24:00-02:00", "a time that doesn't exist"), ("18:00-19:60", "a time that doesn't exist"),
        ("18:60-19:00", "a time that doesn't exist"),
        ("18:00-25:00", "a time that doesn't exist"), ("18:00-24:30", "a time that doesn't exist"),
        ("18:00-18:00", "a whole day is 00:00-24:00"),
    ],
)  # fmt: skip
def test_what_may_not(text, reason):
    with pytest.raises(ValueError, match=reason):
        span(text)


def test_in_words():
    noon = at(2026, 11, 10, 12, 0)
    assert [moment_words(noon + timedelta(hours=h), noon) for h in (1, 13, 49)] == [
        "at 13:00", "tomorrow at 01:00", "on Thursday at 13:00",
    ]  # fmt: skip
    assert opens_words(look(WEEK, noon), noon) == "It opens at 18:00 (CET)."
    assert opens_words(Now(True, noon), noon) == opens_words(Now(False), noon) == ""
    assert stands_words(look(WEEK, noon), noon) == "closed, opens at 18:00"
    assert stands_words(look(WEEK, at(2026, 11, 14, 12, 0)), at(2026, 11, 14, 12, 0)) == (
        "open until tomorrow at 02:00"
    )
    assert stands_words(look((), noon), noon) == "always open"


def test_in_the_sysop_s_words() -> None:
    noon = at(2026, 11, 10, 12, 0)
    own = other_words(
        {
            tr.hours.opens_on_day: "{weekday} {time} Uhr",
            tr.hours.opens_when: "Wieder {when}.",
            tr.common.weekday_friday: "Freitag",
        }
    )
    speak(lambda: own)
    try:
        assert opens_words(Now(False, noon + timedelta(days=3)), noon) == "Wieder Freitag 12:00 Uhr."
    finally:
        speak(lambda: SHIPPED)


minutes = st.integers(0, 1439).map(lambda m: f"{m // 60:02d}:{m % 60:02d}")
spans = st.tuples(st.sampled_from(["", "mon-fri ", "sat,sun ", "wed ", "sun-tue "]), minutes, minutes).filter(
    lambda parts: parts[1] != parts[2]
)
texts = st.lists(spans.map(lambda parts: f"{parts[0]}{parts[1]}-{parts[2]}"), min_size=1, max_size=4)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))


@given(texts, moments, st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]))
def test_what_is_said_of_the_next_change_comes_true(hours, moment, zone):
    now = moment.astimezone(ZoneInfo(zone))
    stands = look(hours, now)
    if stands.until is None:
        assert stands.open
        return
    end = stands.until.timestamp()
    assert end > now.timestamp()
    there, before = (datetime.fromtimestamp(end - early, ZoneInfo(zone)) for early in (0, 1))
    assert look(hours, there).open is not stands.open, "and then it is the other way round"
    assert end - now.timestamp() < 1 or look(hours, before) == stands, "but not a second before"


# -- a time of day -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("03:30", "Wed 11 03:30 CET"),
        ("tue 20:01", "Tue 10 20:01 CET"),
        ("tue 20:00", "Tue 17 20:00 CET"),
        ("sat, Sun 9:05", "Sat 14 09:05 CET"),
        ("fri-mon 00:00", "Fri 13 00:00 CET"),
    ],
)
def test_when_a_time_of_day_comes(text, expected):
    assert f"{comes(text, at(2026, 11, 10, 20, 0)):%a %d %H:%M %Z}" == expected


def test_a_time_is_due_once_between_two_looks():
    seven, eight, nine = (at(2026, 11, 10, hour, 0) for hour in (7, 8, 9))
    assert due("08:00", seven, eight) == due("tue 08:00", seven, nine) == eight
    assert due("08:00", eight, nine) is due("wed 08:00", seven, nine) is due("08:30", seven, eight) is None
    assert due("08:00", at(2026, 11, 1, 0, 0), at(2026, 11, 10, 7, 0)) == at(2026, 11, 9, 8, 0)
    assert due("08:00", nine, seven) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mox 03:30", "has a word that isn't a weekday, in 'mox 03:30'; use mon, tue"),
        ("24:00", "has a time that doesn't exist"),
        ("12:60", "has a time that doesn't exist"),
        ("noon", "must be a time such as 03:30, or days and a time such as mon-fri 03:30, not 'noon'"),
        ("03:30-04:00", "must be a time such as 03:30"),
        ("", "must be a time"),
    ],
)
def test_times_of_day_that_are_none(text, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        time_of(text)
    assert not re.search(AT_PATTERN, text)
