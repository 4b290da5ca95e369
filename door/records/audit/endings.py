"""Checks that a match's `end`, `by`, `left`, `places`, `times` and `clocks` can all be true.

The rules are in docs/journal.md, "How a match ends". Only `Wrong` is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from door.games.contract import Game
from door.games.game import Status
from door.midend.match.play import placed
from door.midend.match.values import is_live, time_for, time_more
from door.records.journal.grammar import Wrong, seconds_between
from door.records.journal.lines import Fields
from door.records.ledger.ladder import ABORTED, seat_keys
from door.ui.catalogue import tr

SLACK_MS: Final = 60_000
"""Milliseconds allowed between the start of a match and its line, and between its end and that line."""

SEEN_MS: Final = 120_000
"""Milliseconds within which the time of two callers at a race may run out, so that either may lose. Boards
check clocks of days once a minute."""

OVER, TIME, CLAIMED = "over", "time", "claimed"
GIVEN_UP: Final = ("resigned", TIME, CLAIMED)
NOBODY: Final = -1


class Side(NamedTuple):
    """The match's one game, or a caller's own at a race.

    `steps` are milliseconds and seat of each move, `moved` the seats that have made a move of their own.
    """

    steps: Sequence[tuple[int, int]]
    moved: frozenset[int]
    status: Status


def check_end(game: Game, table: Fields, f: Fields, sides: Sequence[Side], race: bool) -> None:
    """Raise Wrong if the match cannot have ended as its line says."""
    stands = [side.status for side in sides]
    scores = [status.scores[0] for status in stands] if race else list(stands[0].scores)
    if f["scores"] != scores:
        raise Wrong(tr.audit.other_scores())
    over = [status.over for status in stands]
    if all(over) != (f["end"] == OVER):
        raise Wrong(tr.audit.moves_go_on() if all(over) else tr.audit.moves_stop())
    people = [seat for seat, key in enumerate(seat_keys(f["seats"])) if key]
    left = _check_who_left(f, people)
    lasted, clock = _check_times(table, f, sides), _clock_at_the_end(table, f)
    by = f.get("by", NOBODY)
    if f["end"] in GIVEN_UP and race and over[by]:
        raise Wrong(tr.audit.by_had_ended())
    if f["end"] == TIME:
        if not race and by not in stands[0].movers:
            raise Wrong(tr.audit.by_not_to_move())
        overtime = _overtime(table, f, sides[by if race else 0], by, lasted)
        if not clock or overtime < 0:
            raise Wrong(tr.audit.time_not_over())
        others = [seat for seat in range(len(sides)) if race and not over[seat]]
        if any(_overtime(table, f, sides[seat], seat, lasted) > overtime + SEEN_MS for seat in others):
            raise Wrong(tr.audit.other_time_over())
    if f["end"] == CLAIMED and not (table["rated"] and is_live(clock)):
        raise Wrong(tr.audit.no_claim())
    moved = frozenset[int]().union(*(side.moved for side in sides))
    if f["end"] == ABORTED and by != NOBODY and moved.issuperset(people):
        raise Wrong(tr.audit.no_abort())
    places = [0] * len(scores) if f["end"] == ABORTED else placed(scores, left, game.info.fewer_is_better)
    if f["places"] != list(places):
        raise Wrong(tr.audit.other_places())


def _check_who_left(f: Fields, people: Sequence[int]) -> Sequence[int]:
    """Return the seats that have left, in that order."""
    by, end = f.get("by", NOBODY), f["end"]
    left: Sequence[int] = f.get("left", [by] if end in GIVEN_UP else [])
    if len(set(left)) < len(left) or not set(left).issubset(people):
        raise Wrong(tr.audit.left_no_seats())
    if end in GIVEN_UP:
        if left[-1:] != [by]:
            raise Wrong(tr.audit.by_not_last())
        if len(left) > max(1, len(people) - 1):
            raise Wrong(tr.audit.all_left())
    elif left and len(people) - len(left) < 2:
        raise Wrong(tr.audit.ended_before())
    elif "by" in f and (end == OVER or by not in people):
        raise Wrong(tr.audit.by_not_needed() if end == OVER else tr.audit.by_no_caller())
    return left


def _check_times(table: Fields, f: Fields, sides: Sequence[Side]) -> int:
    """Return the milliseconds from the start of play to the line of its end, plus a minute."""
    lasted = round(seconds_between(table.get("begun", table["t"]), f["t"]) * 1000) + SLACK_MS
    for times in ([ms for ms, _ in side.steps] for side in sides):
        if times != sorted(times):
            raise Wrong(tr.audit.times_go_back())
    every = chain((ms for side in sides for ms, _ in side.steps), (ms for ms, _ in f.get("clocks", [])))
    if any(not 0 <= ms <= lasted for ms in every):
        raise Wrong(tr.audit.time_outside())
    return lasted


def _changes(f: Fields) -> list[tuple[int, str]]:
    """Return the changes of the clock by time. A stop of the board may be noted after a later change."""
    return sorted(((ms, clock) for ms, clock in f.get("clocks", [])), key=lambda change: change[0])


def _clock_at_the_end(table: Fields, f: Fields) -> str:
    changes = _changes(f)
    return changes[-1][1] if changes else str(table["clock"])


def _overtime(table: Fields, f: Fields, side: Side, seat: int, lasted: int) -> int:
    """Return for how many milliseconds that seat's time had run out when a match of `lasted` milliseconds
    ended. Negative if some was left."""
    clock = table["clock"]
    agreed, budget, since, ran = clock, time_for(clock), 0, 0
    changes = [(ms, -1, new) for ms, new in _changes(f)]
    steps = sorted((*changes, *((ms, mover, "") for ms, mover in side.steps)), key=lambda step: step[0])
    for ms, mover, new in steps:
        if clock or mover >= 0:  # a move shows that the board was up until then, which is noted once a minute
            ran += ms - since
        since = ms
        if mover >= 0:
            if mover == seat and is_live(agreed):
                budget += time_more(agreed) - ran
            ran = 0
            continue
        if new and new != agreed:  # by agreement: all callers' time starts again
            agreed, budget, ran = new, time_for(new), 0
        clock = new
    return ran + (lasted - since if clock else 0) - budget
