"""Games on the books: replayed for the audit, told move by move, folded into the tables.

Law: seed, options and moves are all there is.  The tables need neither the seed nor what a
`game` line may carry besides: who broke a code stands in the score and the moves.

    tables   size ("4x6") → mode ("solo", or the computer's level) → games, won, lost, drawn,
             guesses (the sum over broken codes), broken, and the best games, fewest first
    callers  caller → mode, or "duel" for all duels → won, lost, drawn, streak, longest
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.api import IllegalMove, Options, Outcome
from door.games.chance import Chance
from door.games.handles import in_keys, in_rows
from door.games.mindbuster import rules
from door.games.mindbuster.card import INFO, level_of, size_of
from door.games.mindbuster.rules import CODE, NOT_BROKEN, QUIT

BEST_KEPT: Final = 5
COMPUTERS: Final = tuple(f"computer:{level}" for level in rules.LEVELS)
_SIZES: Final = {"holes": (4, 5), "colours": tuple(range(3, 9)), "players": (1, 2)}


def replay(options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
    """Plays the moves from the seed; IllegalMove names the first that the rules refuse."""
    checked(options)
    for seat in seats[1:]:
        if seat not in COMPUTERS:
            raise IllegalMove(f"seats: {seat[:40]!r} is none of {', '.join(COMPUTERS)}.")
    return rules.replay(options, seats, chance, moves)


def checked(options: Options) -> None:
    """IllegalMove where these options make no game of ours."""
    for name, allowed in _SIZES.items():
        if options.get(name) not in allowed:
            raise IllegalMove(f"options: {name}: {options.get(name)!r} is not one of {allowed}.")


def narrate(options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> tuple[str, ...]:
    """The finished game move by move, and what it came to."""
    checked(options)
    score = rules.replay(options, seats, chance, moves).score
    end = "The code was not broken." if score == NOT_BROKEN else f"The code was broken in {score}."
    return (*rules.narrate(options, seats, chance, moves), end, f"Game over. Score: {score}")


def free_turns(options: Options, moves: Sequence[str]) -> int:
    """None are earned here."""
    return 0


# -- the tables ---------------------------------------------------------------------------


def outcome(duel: bool, score: int, moves: Sequence[str]) -> str:
    """ "won", "lost" or "drawn", from a finished game's score and moves alone."""
    broken = score < NOT_BROKEN
    if moves and moves[-1] == QUIT:
        return "lost"
    if not duel:
        return "won" if broken else "lost"
    own = moves[0].removeprefix(CODE) if moves else ""
    beaten = own in moves[2::2]
    return "drawn" if broken == beaten else "won" if broken else "lost"


def tally(tally: Any, game: Mapping[str, Any]) -> dict[str, Any]:
    """The tables with one more finished game; see this module's opening for their shape."""
    old: Mapping[str, Any] = tally or {"tables": {}, "callers": {}}
    options = INFO.complete(game.get("options", {}))
    moves, score, caller = tuple(game.get("moves", ())), int(game["score"]), str(game["caller"])
    duel = options["players"] == 2
    mode = level_of(game.get("seats", ()), options) if duel else "solo"
    size, result = size_of(options["holes"], options["colours"]), outcome(duel, score, moves)
    tables, callers = old["tables"], old["callers"]
    table, known = tables.get(size, {}), callers.get(caller, {})
    entry = [score, caller, str(game.get("month", ""))]
    kinds = (mode, "duel") if duel else (mode,)
    return {
        "tables": {**tables, size: {**table, mode: _table(table.get(mode), entry, result)}},
        "callers": {
            **callers,
            caller: {**known, **{kind: _streak(known.get(kind), result) for kind in kinds}},
        },
    }


def renamed(tally: Any, caller: str, to: str) -> dict[str, Any]:
    """The tables under the handle that the caller has now."""
    tables = {
        size: {
            mode: {**table, "best": in_rows(table["best"], 1, caller, to)} for mode, table in modes.items()
        }
        for size, modes in tally["tables"].items()
    }
    return {"tables": tables, "callers": in_keys(tally["callers"], caller, to)}


def _table(table: Any, entry: list[Any], result: str) -> dict[str, Any]:
    old = table or {"games": 0, "won": 0, "lost": 0, "drawn": 0, "broken": 0, "guesses": 0, "best": []}
    broken = entry[0] < NOT_BROKEN
    best = sorted([*old["best"], entry], key=lambda row: int(row[0]))[:BEST_KEPT] if broken else old["best"]
    return {
        **old,
        "games": old["games"] + 1,
        result: old[result] + 1,
        "broken": old["broken"] + broken,
        "guesses": old["guesses"] + (entry[0] if broken else 0),
        "best": best,
    }


def _streak(record: Any, result: str) -> dict[str, Any]:
    """Games won one after the other: a draw or a loss ends a streak."""
    old = record or {"won": 0, "lost": 0, "drawn": 0, "streak": 0, "longest": 0}
    streak = old["streak"] + 1 if result == "won" else 0
    return {**old, result: old[result] + 1, "streak": streak, "longest": max(old["longest"], streak)}


def table_of(tally: Any, size: str, mode: str) -> Mapping[str, Any]:
    """One table, empty before its first game."""
    found: Mapping[str, Any] = ((tally or {}).get("tables", {}).get(size) or {}).get(mode) or {}
    return found


def record_of(tally: Any, caller: str, kind: str) -> Mapping[str, Any]:
    """A caller's games of one kind, empty before the first."""
    found: Mapping[str, Any] = ((tally or {}).get("callers", {}).get(caller) or {}).get(kind) or {}
    return found


Best = tuple[tuple[int, str], ...]
"""The best games of a table: guesses and caller, fewest first."""


def best_of(tally: Any, holes: int, colours: int, mode: str = "solo") -> Best:
    """The fewest guesses of one size and mode."""
    rows = table_of(tally, size_of(holes, colours), mode).get("best", ())
    return tuple((int(score), str(caller)) for score, caller, _ in rows)
