"""Forty Thieves' six high-score tables, one for each number of jokers.

{"2": [[score, handle, day], …]}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import eq
from typing import Any, Final

from door.games import api
from door.games.thieves.rules import MOST_JOKERS, ROWS, STACKS, TAKES, TURN
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import rows_of

our: Final = tr.thieves
PLACES: Final = 10
JOKER_NUMBERS: Final = tuple(map(str, range(MOST_JOKERS + 1)))
AT_ONCE: Final = 40
BADGES: Final = (our.badge_all_cards, our.badge_table_cleared)
_COLUMNS: Final = (
    Column("", 2, True), Column(tr.door_heads.score, 5, True), Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.date, 10),
)  # fmt: skip


def entries(game: api.FinishedGame) -> Iterator[api.TallyEntry]:
    jokers = game.options["jokers"]
    if game.score > 0 and jokers in range(MOST_JOKERS + 1):
        yield api.TallyEntry((str(jokers),), api.tallies.top(PLACES), [[game.score, game.caller, game.day]])


TABLES: Final = api.TallyTables(entries, (((api.tallies.ANY,), api.tallies.column(1)),))


def badges(game: api.FinishedGame) -> tuple[Sentence, ...]:
    taken = sum(move in TAKES for move in game.moves)
    runs = (len(list(run)) for turned, run in groupby(game.moves, partial(eq, TURN)) if not turned)
    at_once = BADGES[:1] * (max(runs, default=0) >= AT_ONCE)
    return (*at_once, *BADGES[1:] * (taken >= ROWS * STACKS))


def high_scores(tally: Any, jokers: int) -> Sequence[tuple[int, str, str]]:
    """Return a table's places, best first: points, the caller's handle, and the day."""
    places: Sequence[tuple[int, str, str]] = (tally or {}).get(str(jokers), ())
    return places


def place(tally: Any, jokers: int, score: int) -> int:
    """Return a new game's place, from 1, or 0 if it takes none."""
    at = 1 + sum(other >= score for other, _, _ in high_scores(tally, jokers))
    return at if score > 0 and at <= PLACES else 0


def jokers_of(front: api.Front) -> int:
    chosen = front.chosen.get("jokers", "")
    return int(chosen) if chosen in JOKER_NUMBERS else int(str(front.options["jokers"]))


def sheets(front: api.Front) -> tuple[api.Sheet, ...]:
    """Return a sheet for each number of jokers, the caller's own number first."""
    first = jokers_of(front)
    return tuple(
        _sheet(front, jokers) for jokers in sorted(range(MOST_JOKERS + 1), key=lambda one: one != first)
    )


def _sheet(front: api.Front, jokers: int) -> api.Sheet:
    places = enumerate(high_scores(front.tally, jokers), 1)
    cells = tuple((f"{at}", f"{score}", caller, day) for at, (score, caller, day) in places)
    title = our.title_high_scores(jokers=tr.count.jokers(n=jokers))
    return api.Sheet(title, _COLUMNS, cells, rows_of(cells, front.caller, 2))
