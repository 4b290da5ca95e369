"""Ask the computer for its guesses.

Only the worker process loads the computer, and numpy with it: that takes a tenth of a second, and memory that
the board has no use for.  The computer gets the size, its own rows with their scores, and secret bytes to
choose by.  It never gets a code.
"""

from __future__ import annotations

from door.games.chance import commitment
from door.games.mindbuster.rules import LEVELS, Game, secret


def guess(game: Game, seat: int, level: str) -> str:
    """The computer's next guess; what it chooses at random it chooses by the game's secret stream."""
    from door.games.mindbuster import computer

    known = level if level in LEVELS else "watson"
    return computer.guess(game.holes, game.colours, game.history(), known, secret(game))


def by_secret(game: Game, seat: int, level: str, move: str) -> bool:
    """Whether the computer may have guessed so, as `guess` chooses."""
    return _might(game, level, move, secret(game))


def by_commitment(game: Game, seat: int, level: str, move: str) -> bool:
    """Whether it may have guessed so in the first release, which chose by the commitment."""
    return _might(game, level, move, commitment(game.chance.seed))


def _might(game: Game, level: str, move: str, salt: str) -> bool:
    from door.games.mindbuster import computer

    return computer.might(game.holes, game.colours, game.history(), level, salt, move)
