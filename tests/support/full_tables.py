"""Lines of the journal that enter all of a door's own tables, and those tables."""

import json

from door.games.chance import Chance
from door.games.microlink import rules as link
from door.games.microlink.computer import move
from door.games.switchbox import rules as switch
from door.screens import doors as catalogue

SEED = bytes(32)


def linked():
    """The moves of a MicroLink game of two, played well."""
    game, moves = link.new_game({}, ("one", "other"), Chance(SEED)), []
    while not game.over:
        moves.append(move(game, game.seat, "expert"))
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
