"""Switchbox's tables.

    {"games": N, "levels": {level: {"played", "won", "tied", "by": {caller: games won}}},
     "totals": [[grand total, caller, day, level], …], "drops": [[points, caller, day, level], …]}

`totals` come from finished games, `drops` (the callers' biggest single drops) from all games.  The best is
first, and the earlier first among equals.  `level` is "solitaire" if the box itself was the opponent.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any, Final

from door.games.chance import keyed
from door.games.game import Front, IllegalMove, Marks, Sheet, computer_level, level_name
from door.games.switchbox import rules
from door.games.switchbox.box import AVALANCHE, drop
from door.games.switchbox.card import INFO
from door.games.tallies import ANY, Entry, Line, Tables, add, add_each, column, default, keys, top
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import rows_of

our: Final = tr.switchbox
KEPT: Final = 5
SOLITAIRE: Final = "solitaire"
NOTHING: Final[Mapping[str, Any]] = {"games": 0, "levels": {}, "totals": [], "drops": []}
FRESH: Final[Mapping[str, Any]] = {"played": 0, "won": 0, "tied": 0, "by": {}}
_TOTALS: Final = (Column("", 5, True), Column("", 20))
_LEVELS: Final = (
    Column(tr.door_heads.against, 10), Column(tr.door_heads.played, 6, True),
    Column(tr.door_heads.won, 5, True), Column(tr.door_heads.tied, 5, True),
    Column(tr.door_heads.your_wins, 7, True), Column(tr.door_heads.most_wins_by, 24),
)  # fmt: skip
_DROPS: Final = (
    Column(tr.door_heads.points, 6, True), Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.against, 10), Column(tr.door_heads.day, 10),
)  # fmt: skip


# -- the tables --------------------------------------------------------------------------------


def entries(game: Line) -> Iterator[Entry]:
    yield Entry(("games",), add, 1)
    came = _came(game)
    level, caller = _level(game), str(game["caller"])
    rest = [caller, str(game.get("t", game.get("month", "")))[:10], level]
    drop, total = (came["best_drop"][0], came["totals"][0]) if came else (0, 0)
    yield Entry(("drops",), top(KEPT), [[drop, *rest]] if drop > 0 else [])
    finished = came is not None and not came["given_up"]
    yield Entry(("totals",), top(KEPT), [[total, *rest]] if finished and total > 0 else [])
    yield Entry(("levels",), default, {})
    if came is not None and level:
        won, tied = came["winner"] == 0, came["winner"] is None
        yield Entry(("levels", level), add_each, {"played": 1, "won": int(won), "tied": int(tied)})
        yield Entry(("levels", level, "by"), add_each, {caller: 1} if won else {})


TABLES: Final = Tables(
    entries, ((("totals",), column(1)), (("drops",), column(1)), (("levels", ANY, "by"), keys))
)


def _level(game: Mapping[str, Any]) -> str:
    options = game.get("options") or {}
    if options.get("solitaire"):
        return SOLITAIRE
    seats: Sequence[Any] = game.get("seats") or ()
    if len(seats) > 1:
        level = rules.called(computer_level(str(seats[1])))
        return rules.booked(level) if level in rules.LEVELS else ""
    return rules.booked(str(options.get("level", rules.FIRST_NAME)))


def _came(game: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the detail of a game's end, None if its moves can't be replayed."""
    try:
        seats, moves = tuple(map(str, game["seats"]))[:2], tuple(game["moves"])
        options = json.dumps(game.get("options", {}))
        return _played(game["seed"], tuple(game.get("words", ())), seats, moves, options)
    except (IllegalMove, KeyError, TypeError, ValueError):
        return None


@lru_cache(maxsize=1)  # a ledger asks for a game's marks and tables
def _played(
    seed: str, words: tuple[str, ...], seats: tuple[str, ...], moves: tuple[str, ...], options: str
) -> Mapping[str, Any]:
    return rules.replay(INFO.complete(json.loads(options)), seats, keyed(seed, words), moves).detail


def marks(game: Mapping[str, Any]) -> Marks | None:
    came = _came(game)
    lost = came is not None and came.get("winner") == 1
    mark = -game["score"] if game["options"].get("lowball") else game["score"]
    return None if lost else Marks(mark, mark)


def badges(game: Mapping[str, Any]) -> tuple[Sentence, ...]:
    full, chance = INFO.complete(game["options"]), keyed(game["seed"], game.get("words", ()))
    new = rules.new_game(full, game["seats"][:2], chance)
    lean, load, slides = new.stand.lean, new.stand.load, []
    for at, move in enumerate(game["moves"]):
        if move[-1:].isdigit():
            lean, load, _, balls = drop(lean, load, int(move[-1]))
            slides += [at] * (balls >= AVALANCHE)
    # few games have one, so replay only those to find the mover
    movers = (reduce(rules.apply, game["moves"][:at], new).stand.mover for at in slides)
    return INFO.badges * (0 in movers)


def beaten(tables: Any, caller: str) -> frozenset[str]:
    """Return the levels that a caller has won against."""
    levels = (tables or NOTHING)["levels"]
    return frozenset(rules.called(level) for level, of in levels.items() if of["by"].get(caller))


def is_new(tables: Any, caller: str) -> bool:
    """True if the caller has not won against a computer yet."""
    return not beaten(tables, caller)


# -- what the tables say -------------------------------------------------------------------------


def sheets(front: Front) -> tuple[Sheet, ...]:
    tables = front.tally or NOTHING
    if not tables["games"]:
        return ()
    totals = [(f"{points}", who) for points, who, *_ in tables["totals"]]
    best = [our.highest_of_day(day=row[2], against=_against(row[3])) for row in tables["totals"][:1]]
    drops = [(f"{points}", who, _against(level), day) for points, who, day, level in tables["drops"]]
    return (
        Sheet(our.title_grand_totals(), _TOTALS, tuple(totals), rows_of(totals, front.caller), tuple(best)),
        Sheet(our.title_games_won(), _LEVELS, tuple(_level_rows(tables, front.caller))),
        Sheet(our.title_biggest_drops(), _DROPS, tuple(drops), rows_of(drops, front.caller)),
    )


def _against(level: str) -> str:
    if level in ("", SOLITAIRE):
        return {"": our.against_a_person, SOLITAIRE: our.against_the_box}[level]()
    return level_name(rules.called(level))


def _level_rows(tables: Mapping[str, Any], caller: str) -> Iterator[tuple[str, ...]]:
    levels = tables["levels"]
    for level in (*map(rules.booked, rules.LEVELS), SOLITAIRE):
        of = levels.get(level, FRESH)
        if level != SOLITAIRE or level in levels:
            best = max(of["by"].items(), key=lambda item: item[1], default=("", 0))
            most = f"{best[0]} ({best[1]})" if best[1] else "-"
            played = (str(of[name]) for name in ("played", "won", "tied"))
            yield (_against(level), *played, str(of["by"].get(caller, 0)), most)
