import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.net import sanitize


@given(st.text())
def test_a_terminal_name_is_short_lower_case_printable_ascii(text):
    name = sanitize.term_name(text)
    assert len(name) <= 40
    assert name == name.lower().strip()
    assert all(" " <= c <= "~" for c in name)
    assert sanitize.term_name(name) == name


def test_escapes_and_control_bytes_do_not_survive():
    assert sanitize.term_name("XTerm\x1b[2J\x07\r\n") == "xterm[2j"
    assert sanitize.term_name("x" * 5000) == "x" * 40


@given(st.integers(-5, 70000), st.integers(-5, 70000))
def test_a_window_lies_within_its_limits_or_is_unknown(cols, rows):
    size = sanitize.window(cols, rows)
    assert (size is None) == (cols <= 0 or rows <= 0)
    if size:
        assert size == (min(cols, 500), min(rows, 500))


@pytest.mark.parametrize(
    ("text", "name"),
    [("UTF-8", "utf-8"), ("utf8", "utf-8"), ("IBM437", "cp437"), ("CP437", "cp437"), ("US-ASCII", "ascii"),
     ("zlib", ""), ("idna", ""), ("undefined", ""), ("", ""), ("latin1", ""), ("x" * 9999, "")],
)  # fmt: skip
def test_only_three_charsets_are_known(text, name):
    assert sanitize.charset_name(text) == name


@pytest.mark.parametrize(
    ("environ", "name"),
    [({"LANG": "de_DE.UTF-8"}, "utf-8"), ({"LANG": "C"}, ""), ({"LANG": "x.zlib"}, ""),
     ({"LANG": "en_US.UTF-8", "LC_ALL": "POSIX"}, ""), ({"LC_CTYPE": "en.IBM437@x"}, "cp437"), ({}, "")],
)  # fmt: skip
def test_the_locale_names_the_charset_in_posix_order(environ, name):
    assert sanitize.charset_of_locale(environ) == name


def test_only_wanted_variables_are_kept_and_cleaned():
    given_ = {"LANG": "a\x1b[0mb", "PATH": "/", "COLORTERM": "", "lang": "x"}
    assert sanitize.pick_variables(given_, frozenset(["LANG", "COLORTERM"])) == {"LANG": "a[0mb"}


@pytest.mark.parametrize(
    ("peer", "text"),
    [(("::ffff:192.0.2.7", 5, 0, 0), "192.0.2.7"), (("2001:DB8::1", 5, 0, 0), "2001:db8::1"),
     (("fe80::1%eth0", 5, 0, 2), "fe80::1"), (("192.0.2.7", 5), "192.0.2.7"), (None, ""),
     (("odd", 1), ""), ("", "")],
)  # fmt: skip
def test_one_caller_has_one_address(peer, text):
    assert sanitize.address(peer) == text
