"""What the computer is asked: the names by which a game asks, and what comes back.

Law: asking costs nothing.  Only the process that thinks loads the computer and numpy with it
(a tenth of a second, and memory that the board's own process has no use for).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from door.games.mindbuster.rules import Marks

History = Sequence[tuple[str, Marks]]
"""The guesses so far and their marks, first to last."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A row as the solver saw it: `before` and `after` count the codes possible around it;
    `einstein` is what Einstein would have guessed there."""

    guess: str
    marks: Marks
    before: int
    after: int
    einstein: str


def guess(holes: int, colours: int, history: History, level: str, salt: str) -> str:
    """The computer's next guess: see `computer.guess`."""
    from door.games.mindbuster import computer

    return computer.guess(holes, colours, history, level, salt)


def solver_eye(holes: int, colours: int, history: History, salt: str) -> Eye:
    """What the solver saw of the history's last row: see `computer.solver_eye`."""
    from door.games.mindbuster import computer

    return computer.solver_eye(holes, colours, history, salt)
