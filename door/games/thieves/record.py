"""Forty Thieves' six high-score tables, one for each number of jokers.

A table that cannot be read, because somebody edited the cache, counts as empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import eq
from typing import Any, Final, NamedTuple

from door.games import api
from door.games.thieves.rules import MOST_JOKERS, ROWS, STACKS, TAKES, TURN
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import Lines, rows_of

our: Final = tr.thieves
PLACES: Final = 10
JOKER_NUMBERS: Final = tuple(map(str, range(MOST_JOKERS + 1)))
AT_ONCE: Final = 40
BADGES: Final = (our.badge_all_cards, our.badge_table_cleared)
_COLUMNS: Final = (
    Column("", 2, True), Column(tr.door_heads.score, 5, True), Column(tr.door_heads.caller, 20),
    Column(tr.door_heads.date, 10),
)  # fmt: skip


class Score(NamedTuple):
    """A place in a table: points, the caller's handle, and the day (YYYY-MM-DD, UTC)."""

    score: int
    caller: str
    date: str


HighScores = tuple[tuple[Score, ...], ...]
EMPTY: Final[HighScores] = ((),) * (MOST_JOKERS + 1)


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


def read(tally: Any) -> tuple[HighScores, bool]:
    """Return the six tables by jokers, and True if they could be read."""
    if tally is None:
        return EMPTY, True
    try:
        rows = (tally.get(str(jokers), []) for jokers in range(MOST_JOKERS + 1))
        tables = tuple(tuple(Score(int(s), str(c), str(d)) for s, c, d in table) for table in rows)
        return tables, True
    except (AttributeError, TypeError, ValueError):
        return EMPTY, False


def place(tally: Any, jokers: int, score: int) -> int:
    """Return a new game's place, from 1, or 0 if it takes none."""
    every, readable = read(tally)
    if not readable or score <= 0 or jokers not in range(MOST_JOKERS + 1):
        return 0
    at = 1 + sum(row.score >= score for row in every[jokers])
    return at if at <= PLACES else 0


def jokers_of(front: api.Front) -> int:
    chosen = front.chosen.get("jokers", "")
    return int(chosen) if chosen in JOKER_NUMBERS else int(str(front.options["jokers"]))


def sheets(front: api.Front) -> tuple[api.Sheet, ...]:
    (every, readable), first = read(front.tally), jokers_of(front)
    notes = () if readable else (our.high_scores_unreadable(), our.high_scores_shown_empty())
    order = sorted(range(MOST_JOKERS + 1), key=lambda jokers: jokers != first)
    return tuple(_sheet(jokers, every[jokers], front.caller, notes) for jokers in order)


def _sheet(jokers: int, rows: tuple[Score, ...], caller: str, notes: Lines) -> api.Sheet:
    cells = tuple((f"{at}", f"{row.score}", row.caller, row.date) for at, row in enumerate(rows, 1))
    title = our.title_high_scores(jokers=tr.count.jokers(n=jokers))
    return api.Sheet(title, _COLUMNS, cells, rows_of(cells, caller, 2), notes)
