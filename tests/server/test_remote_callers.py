"""What callers of other boards are called here."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from door.records.callers.caller_file import check_handle
from door.records.callers.callers import Callers
from door.records.store.files import Folder
from door.records.store.kinds import key_of
from door.server.remote_callers import visitor_handle, welcome


def test_visitors_of_two_boards_are_two_callers():
    assert visitor_handle("Alice", "VERT") == "Alice@VERT"
    assert visitor_handle("Alice", "NIGHT") == "Alice@NIGHT"
    assert visitor_handle("José  ", "Night Owl") != visitor_handle("José", "NightOwl")
    assert visitor_handle("Alice", "") == "Alice@host"


def test_what_does_not_fit_is_marked():
    handles = [
        visitor_handle(alias, "VERT") for alias in ("Al", "Al*", "Al#", "Al☺", "A" * 20, "A" * 21, "☺☺")
    ]
    assert len(set(handles)) == len(handles)
    assert handles[0] == "Al@VERT" and handles[1].startswith("Al~")


@given(st.text(min_size=1, max_size=90), st.text(max_size=90))
def test_any_names_make_a_handle_of_nobody_s(alias, board):
    handle = visitor_handle(alias, board)
    assert handle.isprintable() and len(handle) <= 33 and handle.count("@") == 1
    assert not set(handle) & set('/\\:*?"<>|') and not handle.startswith(".")
    assert check_handle(handle), "no caller of our own can be called so"


@given(st.text("abcXYZ 123_*", min_size=1, max_size=30))
def test_case_makes_nobody_another_caller(alias):
    assert key_of(visitor_handle(alias.swapcase(), "Vert")) == key_of(visitor_handle(alias, "VERT"))


def test_a_visitor_begins_at_the_level_of_new_callers(tmp_path):
    callers = Callers(Folder(tmp_path))
    assert welcome(callers, "Alice@VERT", datetime(2026, 11, 10, tzinfo=UTC), 3).level == 3
    callers.change("Alice@VERT", lambda caller: replace(caller, level=40))
    assert welcome(callers, "Alice@VERT", datetime(2026, 11, 10, tzinfo=UTC), 3).level == 40
