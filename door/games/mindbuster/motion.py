"""What moves: the caller's score comes up peg by peg, then the computer's row and its score.

Law: data; the pictures are `pegboard`'s.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from door.games.game import QUIT, Frame, Table
from door.games.mindbuster.rules import MINE, THEIRS, Marks, mark

PEG_SECONDS: Final = 0.14


class Peg(NamedTuple):
    """A picture of that side's last row of which `there` pieces have come: pegs, then marks."""

    side: int
    there: int


def frames(before: Table | None, after: Table) -> tuple[Frame, ...]:
    """A frame for every piece of the row that was just entered, the bare board first."""
    game = after.position
    if before is None or not after.moves or after.moves[-1] == QUIT or not game.guesses:
        return ()
    if len(game.answers) > len(before.position.answers):
        return _coming(THEIRS, game.holes + sum(mark(game.answers[-1], game.own)))
    scored = sum(mark(game.guesses[-1], game.hidden))
    return _coming(MINE, scored) if scored else ()


def _coming(side: int, pieces: int) -> tuple[Frame, ...]:
    return tuple(Frame(PEG_SECONDS, Peg(side, there)) for there in range(pieces + 1))


def partly(pegs: str, marks: Marks, peg: Peg) -> tuple[str, Marks | None]:
    """A row as far as it is there: the computer's pegs first, then black, then white."""
    there, pieces = pegs, peg.there
    if peg.side == THEIRS:
        there, pieces = pegs[:pieces].ljust(len(pegs)), pieces - len(pegs)
    if pieces < 0:
        return there, None
    black = min(marks[0], pieces)
    return there, (black, min(marks[1], pieces - black))
