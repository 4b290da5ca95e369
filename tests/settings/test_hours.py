"""When it is open: spans of the week against clocks that jump, and words about it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from other_words import other_words

from door.settings.hours import DAYS, Now, look, moment_words, opens_words, span, stands_words
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


def test_in_the_sysop_s_words():
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
