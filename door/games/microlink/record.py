"""Games on the books: the Top Ten and the statistics, folded out of the journal's `game` lines.

Law: the tables are JSON values and follow from the journal alone.  What a game came to is
worked out from its seed and moves; whatever else its line says of that is not believed.

    {"games": N, "top": [[score, name, day, host], …],
     "callers": {name: figures}, "levels": {level: figures}}

`host` is the caller at whose keyboard somebody else made a Top Ten score, "" for callers
themselves.  Computers are not in the Top Ten.  Games given up are counted as played and are
in no other figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.api import IllegalMove, Options, Outcome
from door.games.chance import Chance
from door.games.handles import in_keys, in_rows, swapped
from door.games.microlink import rules
from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import level_of

KEPT: Final = 10
DOORS: Final = 9
NOTHING: Final[Mapping[str, Any]] = {"games": 0, "top": [], "callers": {}, "levels": {}}
FRESH: Final[Mapping[str, Any]] = {
    "played": 0, "ended": 0, "against": 0, "won": 0, "sum": 0, "best": 0, "perfect": 0,
    "most": 0, "least": DOORS, "doors": [0] * DOORS,
}  # fmt: skip
"""Of one caller or level: games played and ended, ended against others and won of those, the sum
and the best of the totals, perfect rounds, the most and the fewest doors shut in a turn, and how
often each door was shut."""


def replay(options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
    """Plays the moves from the seed; IllegalMove names the first that the rules refuse, or who cannot
    sit down together."""
    known = {level.name for level in LEVELS}
    strange = [seat for seat in seats if seat.startswith(rules.COMPUTER) and level_of(seat) not in known]
    if refusal := rules.seats_refusal(seats):
        raise IllegalMove(f"seats: {refusal}")
    if strange:
        raise IllegalMove(f"seats: there is no computer level {level_of(strange[0])[:20]!r}.")
    return rules.replay(options, seats, chance, moves)


def free_turns(options: Options, moves: Sequence[str]) -> int:
    """None: this door gives no free turns."""
    return 0


def tally(tally: Any, game: Mapping[str, Any]) -> dict[str, Any]:
    """Folds one game into the tables; the given ones are never changed."""
    old: Mapping[str, Any] = tally or NOTHING
    new = {**old, "games": old["games"] + 1}
    came = _summary(game)
    if came is None:
        return new
    seats = [str(seat) for seat in game["seats"]]
    figures = {"callers": dict(old["callers"]), "levels": dict(old["levels"])}
    for at, seat in enumerate(seats):
        level = level_of(seat)
        if at and not level:
            continue
        table, name = figures["levels" if level else "callers"], level or str(game["caller"])
        table[name] = _counted(table.get(name, FRESH), came, at)
    return {**new, **figures, "top": _top(old["top"], game, seats, came)}


def _summary(game: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the game came to, seat by seat; None where its moves do not say."""
    try:
        chance = Chance(bytes.fromhex(game["seed"]))
        return rules.replay({}, [str(seat) for seat in game["seats"]], chance, game["moves"]).detail
    except (IllegalMove, KeyError, TypeError, ValueError):
        return None


def _counted(old: Mapping[str, Any], came: Mapping[str, Any], at: int) -> dict[str, Any]:
    new = {**old, "played": old["played"] + 1}
    if came["given_up"]:
        return new
    total, doors, against = came["totals"][at], came["doors"][at], len(came["totals"]) > 1
    return new | {
        "ended": old["ended"] + 1,
        "against": old["against"] + against,
        "won": old["won"] + (against and at in came["winners"]),
        "sum": old["sum"] + total,
        "best": max(old["best"], total),
        "perfect": old["perfect"] + came["perfect"][at],
        "most": max([old["most"], *doors]),
        "least": min([old["least"], *doors]),
        "doors": [a + b for a, b in zip(old["doors"], came["shut"][at], strict=True)],
    }


def _top(
    old: Sequence[Any], game: Mapping[str, Any], seats: Sequence[str], came: Mapping[str, Any]
) -> list[Any]:
    """The ten highest scores, the earlier first among equals."""
    if came["given_up"]:
        return list(old)
    caller, day = str(game["caller"]), str(game.get("t", game.get("month", "")))[:10]
    rows = [
        [came["totals"][at], seat if at else caller, day, caller if at else ""]
        for at, seat in enumerate(seats)
        if not (at and level_of(seat))
    ]
    return sorted([*old, *rows], key=lambda row: -row[0])[:KEPT]


def renamed(tally: Any, caller: str, to: str) -> dict[str, Any]:
    """The tables under the handle that the caller has now; guests at their keyboard keep their names."""
    top = [
        row if row[3] else [row[0], swapped(row[1], caller, to), *row[2:]]
        for row in in_rows(tally["top"], 3, caller, to)
    ]
    return {**tally, "top": top, "callers": in_keys(tally["callers"], caller, to)}


# -- what the tables say --------------------------------------------------------------------------


def top_ten(tables: Any) -> list[tuple[int, str, str]]:
    """Score, who, and day of the ten highest, best first."""
    rows = (tables or NOTHING)["top"]
    return [(score, f"{name} (guest of {host})" if host else name, day) for score, name, day, host in rows]


def range_of_ten(tables: Any) -> tuple[int, int] | None:
    """The lowest and the highest score in the Top Ten; None while it is empty."""
    rows = (tables or NOTHING)["top"]
    return (rows[-1][0], rows[0][0]) if rows else None


HEADS: Final = ("", "played", "won", "average", "best", "perfect", "most", "least", "favourite", "spared")


def statistics(tables: Any, first: str = "") -> list[tuple[str, ...]]:
    """A row of texts (as `HEADS`) for each caller, `first` leading, and then each computer level.

    `most` and `least` are doors shut in one turn; `favourite` and `spared` the doors shut most
    and least often.
    """
    known = tables or NOTHING
    callers = sorted(known["callers"].items(), key=lambda item: (item[0] != first, -item[1]["best"], item[0]))
    order = [level.name for level in reversed(LEVELS)]
    levels = [(name, known["levels"][name]) for name in order if name in known["levels"]]
    rows = [_row(name, figures) for name, figures in callers]
    return rows + [_row(f"computer ({name})", figures) for name, figures in levels]


def _row(name: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    played = str(of["played"])
    if not of["ended"]:
        return (name, played, *("-",) * (len(HEADS) - 2))
    won = f"{of['won']} of {of['against']}" if of["against"] else "-"
    doors = of["doors"]
    often, seldom = doors.index(max(doors)) + 1, doors.index(min(doors)) + 1
    return (
        name, played, won, f"{of['sum'] / of['ended']:.1f}", str(of["best"]), str(of["perfect"]),
        str(of["most"]), str(of["least"]), str(often), str(seldom),
    )  # fmt: skip
