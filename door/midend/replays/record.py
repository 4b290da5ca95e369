"""Replay a finished game: its board after each move, and its proof.

Pure. Seed, words, options, seats and moves are the only input; the rules decide the rest. Tables are made as
in play (`flow.moved`), so a replay shows what the player saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from door.games.chance import commitment, keyed
from door.games.contract import Door
from door.games.game import AT_TABLE, EVERYBODY, Table, computer_level
from door.games.luck import Review
from door.midend.doors import find
from door.midend.flow import moved
from door.midend.replay import CANNOT, Finished, Found, check_seats, ending, looks_back
from door.ui.texts import reason_of, tr


def first(game: Door, finished: Finished, side: int = 0, **looks: Any) -> Table:
    """Return the table before the first move. `looks` are the viewer's `choices` and `keys`.

    A caller's own game is shown from the caller's view. Nothing is hidden in a match.
    """
    seats, chance = finished.seats_of(side), keyed(finished.seed, finished.words)
    between = finished.kind == AT_TABLE and not finished.race
    table = Table(
        game.rules.new(finished.options, seats, chance), None, EVERYBODY if between else 0,
        finished.options, seats, kind=finished.kind, commit=finished.commit, **looks,
    )  # fmt: skip
    return table._replace(board=game.board.start(table))


def tables(game: Door, finished: Finished, side: int = 0, **looks: Any) -> tuple[Table, ...]:
    """Return the table before the first move and after each. Raises IllegalMove at an invalid one."""

    def each() -> Iterator[Table]:
        table = first(game, finished, side, **looks)
        yield table
        for move in finished.sides[side]:
            table = moved(game, table, move)
            yield table

    return tuple(each())


def told(game: Door, before: Table | None, after: Table) -> tuple[str, ...]:
    """Return the last move as lines of the record, with the ending after the final move."""
    lines = game.words.describe(
        before.position if before else None, after.moves[-1] if before else "", after.position
    )
    if not game.rules.status(after.position).over:
        return tuple(lines)
    end = ending(game, after._replace(eyes=EVERYBODY))
    return tuple(lines) if end.described else (*lines, *end.lines)


def coached(game: Door, finished: Finished) -> Iterator[str]:
    """Yield the coach's comments for every player. Raises one of `CANNOT` if the game can't be replayed."""
    people = [seat for seat, name in enumerate(finished.seats) if not computer_level(name)]
    for seat in people if finished.kind == AT_TABLE else (0,):
        side, who = seat if finished.race else 0, finished.seats[seat]
        table = tables(game, finished, side)[-1]._replace(caller=who)
        yield from (f"{who}:",) if finished.kind == AT_TABLE else ()
        yield from _coached(game, finished, table)


def _coached(game: Door, finished: Finished, table: Table) -> Iterator[str]:
    if game.coach is None:
        yield tr.play.no_coach()
    elif not looks_back(game, table):
        yield tr.play.coach_nothing_to_see()
    else:
        review = Review(table.options, table.seats, keyed(finished.seed, finished.words), table.moves)
        parts = tuple(game.coach.look(review, step) for step in range(game.coach.steps(table)))
        for page in game.coach.pages(parts, table, True):
            yield from (line for line in (f"{page.title}:", *page.lines) if line)


def proved(finished: Finished) -> tuple[Found, ...]:
    """Check that the record follows from seed and moves. Picklable: long games take a moment."""
    door = find(finished.door)
    if door is None:
        return (Found("door", False, (("door", finished.door),)),)
    try:
        return tuple(_checked(door.game, finished))
    except CANNOT as error:
        return (Found("played", False, (("why", reason_of(error) or type(error).__name__),)),)


def _checked(game: Door, finished: Finished) -> Iterator[Found]:
    if finished.seals:
        shown = [seal.lower() for seal in finished.seals]
        yield Found("codes", [code.seal for code in finished.hidden] == shown)
    else:
        yield Found("seal", commitment(bytes.fromhex(finished.seed)) == finished.commit.lower())
    if finished.kind != AT_TABLE:
        check_seats(game.info, finished.seats)
    ends = [tables(game, finished, side)[-1].position for side in range(len(finished.sides))]
    stands = list(map(game.rules.status, ends))
    yield Found("rules", True)
    yield Found("end", finished.end != "over" or all(stand.over for stand in stands))
    scores = _scores(stands, finished)
    listed = (("scores", _listed(scores)), ("books", _listed(finished.scores)))
    yield Found("scores", scores == finished.scores, listed)


def _scores(stands: Sequence[Any], finished: Finished) -> tuple[int, ...]:
    if finished.race:
        return tuple(stand.scores[0] for stand in stands)
    return tuple(stands[0].scores) if finished.kind == AT_TABLE else (stands[0].scores[0],)


def _listed(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))
