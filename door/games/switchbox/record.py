"""Games on the books: replayed for the audit, and folded into the door's tables.

Law: the tables are JSON values and follow from the journal alone.  What a game came to is
taken from its line's `result` where that agrees with the score, and else worked out again
from seed and moves, so that a journal by somebody else's program gives the same tables.

    {"games": N, "levels": {level: {"played", "won", "tied", "by": {caller: games won}}},
     "totals": [[grand total, caller, day, level], …], "drops": [[points, caller, day, level], …]}

`totals` are of games played to their end, `drops` the callers' biggest single drops of all
games; the best first, the earlier first among equals.  `level` is "solitaire" where the box
itself was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.api import IllegalMove, Options, Outcome
from door.games.chance import Chance
from door.games.handles import in_keys, in_rows
from door.games.switchbox import rules
from door.games.switchbox.card import INFO
from door.games.switchbox.plan import COMPUTER

KEPT: Final = 5
SOLITAIRE: Final = "solitaire"
ROWS: Final = (*rules.LEVELS, SOLITAIRE)
NOTHING: Final[Mapping[str, Any]] = {"games": 0, "levels": {}, "totals": [], "drops": []}
FRESH: Final[Mapping[str, Any]] = {"played": 0, "won": 0, "tied": 0, "by": {}}


def replay(options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
    """Plays the moves from the seed; IllegalMove names the first that the rules refuse."""
    _check(seats)
    try:
        return rules.replay(options, seats, chance, moves)
    except (KeyError, ValueError) as error:
        raise IllegalMove(f"options: {error}") from None


def narrate(options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> tuple[str, ...]:
    """The game a line a move, with the figures after each round."""
    _check(seats)
    return rules.narrate(options, seats, chance, moves)


def _check(seats: Sequence[str]) -> None:
    if len(seats) > 2:
        raise IllegalMove(f"{len(seats)} seats: two play this game.")
    for seat in seats:
        if seat.startswith(COMPUTER) and seat.removeprefix(COMPUTER) not in rules.LEVELS:
            raise IllegalMove(f"seats: there is no computer level {seat.removeprefix(COMPUTER)[:20]!r}.")


def free_turns(options: Options, moves: Sequence[str]) -> int:
    """None: every game of this door is paid for."""
    return 0


# -- the tables --------------------------------------------------------------------------------


def tally(tally: Any, game: Mapping[str, Any]) -> dict[str, Any]:
    """Folds one game into the tables; the given ones are never changed."""
    old: Mapping[str, Any] = tally or NOTHING
    new = {**old, "games": old["games"] + 1}
    came = _came(game)
    if came is None:
        return new
    level, caller = _level(game), str(game["caller"])
    entry = [caller, str(game.get("t", game.get("month", "")))[:10], level]
    new["drops"] = _kept(old["drops"], [came["best_drop"][0], *entry])
    if not came["given_up"]:
        new["totals"] = _kept(old["totals"], [came["totals"][0], *entry])
    if level:
        rows = old["levels"]
        new["levels"] = {**rows, level: _counted(rows.get(level, FRESH), came, caller)}
    return new


def renamed(tally: Any, caller: str, to: str) -> dict[str, Any]:
    """The tables under the handle that the caller has now."""
    levels = {level: {**row, "by": in_keys(row["by"], caller, to)} for level, row in tally["levels"].items()}
    rows = {name: in_rows(tally[name], 1, caller, to) for name in ("totals", "drops")}
    return {**tally, "levels": levels, **rows}


def _counted(old: Mapping[str, Any], came: Mapping[str, Any], caller: str) -> dict[str, Any]:
    won, by = came["winner"] == 0, old["by"]
    return {
        "played": old["played"] + 1,
        "won": old["won"] + won,
        "tied": old["tied"] + (came["winner"] is None),
        "by": {**by, caller: by.get(caller, 0) + 1} if won else by,
    }


def _kept(rows: Sequence[Any], row: Sequence[Any]) -> list[Any]:
    """The highest rows; nothing and less is no record."""
    return sorted([*rows, list(row)] if row[0] > 0 else rows, key=lambda each: -each[0])[:KEPT]


def _level(game: Mapping[str, Any]) -> str:
    """The row of the tables the game belongs to; "" where no computer was played."""
    options = game.get("options") or {}
    if options.get("solitaire"):
        return SOLITAIRE
    seats: Sequence[Any] = game.get("seats") or ()
    if len(seats) > 1:
        level = str(seats[1]).removeprefix(COMPUTER)
        return level if str(seats[1]).startswith(COMPUTER) and level in rules.LEVELS else ""
    return str(options.get("level", INFO.defaults()["level"]))


def _came(game: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the game came to, by its seed and moves; None where they do not say."""
    try:
        chance = Chance(bytes.fromhex(game["seed"]))
        full = INFO.complete(game.get("options", {}))
        return replay(full, [str(seat) for seat in game["seats"]], chance, game["moves"]).detail
    except (IllegalMove, KeyError, TypeError, ValueError):
        return None


def beaten(tables: Any, caller: str) -> frozenset[str]:
    """The levels that a caller has won against."""
    return frozenset(level for level, of in (tables or NOTHING)["levels"].items() if of["by"].get(caller))


# -- what the tables say -------------------------------------------------------------------------

HEADS: Final = ("against", "played", "won", "tied", "you won", "most won by")


def level_rows(tables: Any, caller: str) -> list[tuple[str, str, str, str, str, str]]:
    """A row of texts (as `HEADS`) for each level, and for solitaire where it was played."""
    levels = (tables or NOTHING)["levels"]
    shown = (level for level in ROWS if level in levels or level != SOLITAIRE)
    return [_row(level, levels.get(level, FRESH), caller) for level in shown]


def _row(level: str, of: Mapping[str, Any], caller: str) -> tuple[str, str, str, str, str, str]:
    best = max(of["by"].items(), key=lambda item: item[1], default=("", 0))
    most = f"{best[0]} ({best[1]})" if best[1] else "-"
    return (level, str(of["played"]), str(of["won"]), str(of["tied"]), str(of["by"].get(caller, 0)), most)


def best_rows(tables: Any, which: str) -> list[tuple[int, str, str, str]]:
    """Points, caller, day and level of the `totals` or the `drops`, best first."""
    return [(row[0], row[1], row[2], row[3]) for row in (tables or NOTHING)[which]]


def table_lines(tables: Any, caller: str) -> tuple[str, ...]:
    """The tables as lines, for plain mode."""
    if not (tables or NOTHING)["games"]:
        return ("No game is on the books yet.",)
    lines = []
    for level, played, won, _, mine, most in level_rows(tables, caller):
        lines.append(f"Against {level}: {won} of {played} won by callers, {mine} by you; most by {most}.")
    for which, what in (("totals", "Highest grand total"), ("drops", "Biggest single drop")):
        for points, who, day, level in best_rows(tables, which)[:1]:
            lines.append(f"{what}: {points} by {who}, {day}, against {level or 'a person'}.")
    return tuple(lines)
