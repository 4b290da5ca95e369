"""What editors check by the JSON schemas: nothing a board takes is refused, and slips are found."""

import json
import re
import zoneinfo
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.settings import hours
from door.settings.forms import address
from door.settings.skeleton import SKELETON

SCHEMAS = SKELETON / "config" / "schema"


def pattern(file: str, *names: str) -> str:
    """The pattern of a key, or of its list's items, as ECMA 262 (and here Python) has it."""
    schema: dict[str, Any] = json.loads((SCHEMAS / file).read_text())
    for name in names:
        schema = schema["properties"][name]
    found: str = schema.get("items", schema)["pattern"]
    return found


ZONE = pattern("board.schema.json", "board", "timezone")
LISTEN = pattern("board.schema.json", "listen", "telnet")
HOURS = pattern("doors-shutbox.schema.json", "hours")


def test_every_time_zone_there_is():
    assert [zone for zone in zoneinfo.available_timezones() if not re.search(ZONE, zone)] == []


@pytest.mark.parametrize("zone", ["Mars/Base", "Europe/", "europe/berlin", "../UTC", "", "Europe/Ber lin"])
def test_zones_that_are_none(zone):
    assert not re.search(ZONE, zone)


@given(
    st.sampled_from(["off", "localhost", "0.0.0.0", "[::1]", "[::ffff:1.2.3.4]", "a-b.c9"]),
    st.integers(0, 65535),
)
def test_every_listener(host, port):
    text = "off" if host == "off" else f"{host}:{port}"
    address(text)
    assert re.search(LISTEN, text)


@pytest.mark.parametrize(
    "text", ["2323", "localhost", ":23", "::1:23", "host:65536", "host:", "on", "a b:23"]
)
def test_listeners_that_are_none(text):
    assert not re.search(LISTEN, text)
    with pytest.raises(ValueError, match="must be HOST:PORT"):
        address(text)


SPAN = st.from_regex(
    r"([a-zA-Z]{3,9}([, -][a-z]{3,9})? )?[0-9]{1,2}:[0-9]{2} ?- ?[0-9]{1,2}:[0-9]{2}", fullmatch=True
)
TIMES = st.tuples(st.integers(0, 23), st.integers(0, 59)).map("{0[0]:02d}:{0[1]:02d}".format)
DAYS = st.sampled_from(
    ["", "mon ", "Mon-Fri ", "sat,sun ", "sat, sun ", "fri - mon ", "MONDAY, wed-fri ", "thurs "]
)


def taken(text: str) -> bool:
    try:
        hours.span(text)
    except ValueError:
        return False
    return True


@given(st.one_of(SPAN, st.tuples(DAYS, TIMES, TIMES).map("{0[0]}{0[1]}-{0[2]}".format)))
def test_every_span_of_hours(text):
    assert re.search(HOURS, text) or not taken(text)


@pytest.mark.parametrize(
    "text",
    ["mon-fri 25:00-26:00", "mon-/fri 10:00-11:00", "18:00", "mo 10:00-11:00", "10-12", "10:60-11:00",
     "24:00-25:00", "evenings", ""],
)  # fmt: skip
def test_hours_that_are_none(text):
    assert not re.search(HOURS, text) and not taken(text)
