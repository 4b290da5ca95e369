"""Ask the computer for its guesses.

Only the worker process loads the computer, and numpy with it.  Loading takes a tenth of a second, and memory
that the board would waste.  The computer gets the size, its own rows with their scores, and secret bytes for
random choices.  It never gets a code.
"""

from __future__ import annotations

from door.games.chance import commitment
from door.games.mindbuster.rules import LEVELS, Game, secret


def guess(game: Game, seat: int, level: str) -> str:
    from door.games.mindbuster import computer

    known = level if level in LEVELS else "watson"
    return computer.guess(game.holes, game.colours, game.history(), known, secret(game))


def by_secret(game: Game, seat: int, level: str, move: str) -> bool:
    """True if the computer could have made this guess."""
    return _might(game, level, move, secret(game))


def by_commitment(game: Game, seat: int, level: str, move: str) -> bool:
    """True if the first release, which used the commitment as salt, could have made this guess."""
    return _might(game, level, move, commitment(game.chance.seed))


def _might(game: Game, level: str, move: str, salt: str) -> bool:
    from door.games.mindbuster import computer

    return computer.might(game.holes, game.colours, game.history(), level, salt, move)
