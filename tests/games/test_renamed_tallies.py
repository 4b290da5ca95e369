"""A caller goes by another handle: every door's tables are as if they had always had it."""

import json

from door_events import BY_SLUG

from door.games import handles
from door.games.chance import Chance
from door.games.microlink import rules as link
from door.games.microlink.computer import choose
from door.games.switchbox import rules as switch
from door.midend import doors as catalogue

SEED = bytes(32)


def linked():
    """The moves of a MicroLink game of two, played well."""
    game, moves = link.new_game({}, ("one", "other"), Chance(SEED)), []
    while not game.over:
        moves.append(choose(game, "expert"))
        game = link.apply(game, moves[-1])
    return moves


def won():
    """The moves of a Switchbox game that the caller wins: each entry is their best and the other's worst."""
    game, moves = switch.new_game(catalogue.find("switchbox").INFO.defaults(), ("one",), Chance(SEED)), []
    while not game.over:
        after = {move: switch.apply(game, move) for move in "12345678"}
        moves.append(max(after, key=lambda move: after[move].stand.points[0] - after[move].stand.points[1]))
        game = after[moves[-1]]
    return moves


MORE = {
    "shutbox": {"score": 104},
    "microlink": {"seats": ["{}", "Ann"], "moves": linked()},
    "mindbuster": {"score": 1, "options": {"players": 1}, "moves": ["RRRR"]},
    "thieves": {"score": 212},
    "switchbox": {"moves": won()},
}
"""What makes a game of each door enter all of its tables."""


def line(door, caller):
    """A `game` line of that caller's; at MicroLink a guest called Ann sits beside them."""
    slug = door.INFO.slug
    made = {
        "id": "1", "door": slug, "caller": caller, "seats": [caller], "options": {}, "seed": SEED.hex(),
        "moves": ["quit"], "score": 1, "month": "2026-11", "t": "2026-11-21T10:00:00.000Z",
    } | MORE.get(slug, {})  # fmt: skip
    return made | {"seats": [seat.replace("{}", caller) for seat in made["seats"]]}


def folded(door, *callers, tally=None):
    for caller in callers:
        tally = door.tally(tally, line(door, caller))
    return json.loads(json.dumps(tally))


@BY_SLUG
def test_the_tables_are_as_if_the_handle_had_always_been_the_new_one(door):
    before = folded(door, "Ann", "Bob", "Ann", "Annie")
    kept = json.dumps(before)
    after = door.renamed(before, "ANN", "Zoë")
    assert json.dumps(before) == kept, "the given value is never changed"
    assert after == folded(door, "Zoë", "Bob", "Zoë", "Annie")
    assert "Zoë" in json.dumps(after, ensure_ascii=False)
    for table in ("top", "totals", "drops"):
        assert after.get(table, True), f"no game is in {table}"


@BY_SLUG
def test_somebody_new_under_the_old_handle_starts_with_nothing(door):
    after = folded(door, "Ann", tally=door.renamed(folded(door, "Ann", "Bob"), "Ann", "Zoë"))
    assert after == folded(door, "Zoë", "Bob", "Ann")


@BY_SLUG
def test_another_spelling_of_the_same_handle(door):
    assert door.renamed(folded(door, "Ann", "Bob"), "Ann", "ANN") == folded(door, "ANN", "Bob")


def test_tables_of_nothing_yet():
    thieves = catalogue.find("thieves")
    assert thieves.renamed(thieves.tally(None, line(thieves, "Ann") | {"score": 0}), "Ann", "Zoë") is None


def test_what_stood_under_the_new_handle_makes_way():
    assert handles.in_keys({"Ann": 1, "bob": 2, "Dee": 3}, "Ann", "Bob") == {"Bob": 1, "Dee": 3}
    assert handles.in_rows([[5, "ann", "x"], [4, "", "y"]], 1, "Ann", "Bob") == [
        [5, "Bob", "x"],
        [4, "", "y"],
    ]
