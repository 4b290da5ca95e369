"""A caller goes by another handle: every door's tables are as if they had always had it."""

import json

from door_events import BY_SLUG
from full_tables import folded, line

from door.games import tallies
from door.screens import doors as catalogue


@BY_SLUG
def test_the_tables_are_as_if_the_handle_had_always_been_the_new_one(door):
    before = folded(door, "Ann", "Bob", "Ann", "Annie")
    kept = json.dumps(before)
    after = door.rename_caller(before, "ANN", "Zoë")
    assert json.dumps(before) == kept, "the given value is never changed"
    assert after == folded(door, "Zoë", "Bob", "Zoë", "Annie")
    assert "Zoë" in json.dumps(after, ensure_ascii=False)
    for table in ("top", "totals", "drops"):
        assert after.get(table, True), f"no game is in {table}"


@BY_SLUG
def test_somebody_new_under_the_old_handle_starts_with_nothing(door):
    after = folded(door, "Ann", tally=door.rename_caller(folded(door, "Ann", "Bob"), "Ann", "Zoë"))
    assert after == folded(door, "Zoë", "Bob", "Ann")


@BY_SLUG
def test_another_spelling_of_the_same_handle(door):
    assert door.rename_caller(folded(door, "Ann", "Bob"), "Ann", "ANN") == folded(door, "ANN", "Bob")


def test_tables_of_nothing_yet():
    thieves = catalogue.find("thieves")
    assert (
        thieves.rename_caller(thieves.tally(None, line(thieves, "Ann") | {"score": 0}), "Ann", "Zoë") is None
    )


def test_what_stood_under_the_new_handle_makes_way():
    assert tallies.keys({"Ann": 1, "bob": 2, "Dee": 3}, "Ann", "Bob") == {"Bob": 1, "Dee": 3}
    assert tallies.column(1)([[5, "ann", "x"], [4, "", "y"]], "Ann", "Bob") == [[5, "Bob", "x"], [4, "", "y"]]


def test_any_path_to_handles_is_followed_as_far_as_it_goes():
    best = ((("sizes", tallies.ANY, "best"), tallies.column(0)), (("by",), tallies.keys))
    tables = {"sizes": {"4x6": {"best": [["Ann"]], "games": 1}, "5x8": {"games": 2}}, "games": 3}
    assert tallies.rename_caller(tables, best, "ann", "Zoë") == {
        "sizes": {"4x6": {"best": [["Zoë"]], "games": 1}, "5x8": {"games": 2}}, "games": 3,
    }  # fmt: skip
    assert tallies.rename_caller(None, best, "ann", "Zoë") is None
