"""A line is taken as the journal's description asks, whoever wrote it: no stricter, no laxer."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.records.journal.grammar import Unreadable, read_line

pytestmark = pytest.mark.files("it has no store")

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(TEXTS, VALUES, max_size=4)


def written(value: Any, **how: Any) -> str:
    return json.dumps(value, **{"sort_keys": True, "separators": (",", ":"), **how})


@given(OBJECTS, st.booleans())
def test_what_is_written_as_described_is_read(value, ascii):
    assert read_line(written(value, ensure_ascii=ascii).encode()) == value


@given(OBJECTS, st.booleans(), st.sampled_from([" ", "\t", "\r", "\n"]), st.data())
def test_white_space_is_refused_between_the_parts_and_nowhere_else(value, ascii, blank, data):
    text = written(value, ensure_ascii=ascii)
    at = data.draw(st.integers(0, len(text)))
    spaced = text[:at] + blank + text[at:]
    try:
        same = json.loads(spaced) == value
    except ValueError:
        return  # within a number or a word, or a control character within a text
    if same:
        with pytest.raises(Unreadable, match="spaces between"):
            read_line(spaced.encode())
    else:
        assert blank == " " and " " in str(read_line_or_refusal(spaced))


def read_line_or_refusal(text: str) -> object:
    """A blank within a text is part of it; within a key it may put the keys out of order."""
    try:
        return read_line(text.encode())
    except Unreadable as refusal:
        assert re.search("sorted|twice", str(refusal))
        return refusal


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"b":1,"a":2}', "sorted"),
        ('{"a":{"b":1,"a":2}}', "sorted"),
        ('{"a":[{"b":1,"a":2}]}', "sorted"),
        ('{"a":1,"a":1}', "twice"),
        ('{"a":{"x":1,"x":2}}', "twice"),
        ('{"a": 1}', "spaces"),
        (' {"a":1}', "spaces"),
        ('{"a":1} ', "spaces"),
        ('{"a\\"":"\\\\" }', "spaces"),
        ("[1]", "not a JSON object"),
        ('{"a":NaN}', "NaN"),
        ('{"a":1}x', "not JSON"),
        ('{"a":"', "not JSON"),
        ('{"a":' * 100_000, "nested"),
    ],
)
def test_what_is_not_as_described_is_refused(line, reason):
    with pytest.raises(Unreadable, match=reason):
        read_line(line.encode())


def test_spellings_are_the_writers_own():
    line = rb'{"a":"\u0041 \"b\" \\","n":1E2,"z":-0.0}'
    assert read_line(line) == {"a": 'A "b" \\', "n": 100.0, "z": 0.0}


def test_quotes_and_backslashes_by_the_thousand_are_looked_at_once():
    hostile = '{"a":"' + '\\"' * 200_000 + '"}'
    assert read_line(hostile.encode()) == {"a": '"' * 200_000}
    with pytest.raises(Unreadable):
        read_line((hostile[:-1] + " }").encode())
