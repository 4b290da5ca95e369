"""Drop files of our own writing, read by our own readers: the same caller comes out."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.dropfile import DropFile, parse
from door.dropfile.files import WRITERS, drop_file_bytes
from door.records.callers.caller_file import DIGITS, INSIDE, LETTERS, check_handle

NOW = datetime(2026, 11, 21, 20, 15, 9)
HANDLES = st.text("".join(sorted(LETTERS | DIGITS | INSIDE)), min_size=2, max_size=20).filter(
    lambda text: not check_handle(text)
)
CALLERS = st.builds(
    DropFile, st.just(""), HANDLES, st.just(""), st.sampled_from(["The Door", "Böard", "A.B-C"]),
    st.sampled_from(["Sysop", "Lewis Carroll"]), st.integers(1, 250), st.integers(0, 86_400), st.booleans(),
    st.integers(80, 132), st.integers(24, 60), st.just(0), st.integers(0, 255),
)  # fmt: skip
LINES = {"DOOR32.SYS": 11, "DOOR.SYS": 52, "DORINFO1.DEF": 12, "CHAIN.TXT": 32}


@pytest.mark.parametrize("kind", WRITERS)
@given(caller=CALLERS)
def test_what_is_written_is_read_as_the_same_caller(kind, caller):
    name, data = drop_file_bytes(kind, caller, NOW)
    found = parse(name, data)
    assert found.kind == kind and found.alias == caller.alias
    assert found.minutes == caller.minutes and found.ansi == caller.ansi
    assert found.security == caller.security and found.handle is None
    if kind != "DORINFO1.DEF":
        assert found.node == caller.node
    if kind in ("DOOR32.SYS", "DORINFO1.DEF", "CHAIN.TXT"):
        assert found.bbs == caller.bbs
    if kind in ("DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT"):
        assert found.sysop == caller.sysop
    if kind in ("DOOR.SYS", "CHAIN.TXT"):
        assert (found.seconds, found.rows) == (caller.seconds, caller.rows)
    if kind == "CHAIN.TXT":
        assert found.cols == caller.cols


@pytest.mark.parametrize("kind", WRITERS)
def test_the_lines_are_as_many_as_the_format_has(kind):
    _, data = drop_file_bytes(kind, DropFile("", "Alice", seconds=60), NOW)
    assert data.endswith(b"\r\n") and data.count(b"\r\n") == data.count(b"\n") == LINES[kind]


@pytest.mark.parametrize("kind", WRITERS)
def test_no_text_breaks_a_line_and_no_password_is_in_it(kind):
    caller = DropFile("", "A\r\nB\x1bC", bbs="x\n" * 100, sysop="\x1a", seconds=60)
    name, data = drop_file_bytes(kind, caller, NOW)
    assert data.count(b"\n") == LINES[kind] and b"\x1a" not in data and b"\x1b" not in data
    assert parse(name, data).alias == "ABC"
