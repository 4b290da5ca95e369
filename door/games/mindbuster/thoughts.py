"""What the computer is asked: its guesses during a game, and what it saw of a game that is over.

Law: asking costs nothing.  Only the process that thinks loads the computer and numpy with it
(a tenth of a second, and memory that the board's own process has no use for).  The computer is
told the size, its own rows with their scores, and secret bytes to choose by; never a code.
"""

from __future__ import annotations

import math

from door.games.chance import commitment
from door.games.luck import Dear, Review
from door.games.mindbuster.rules import LEVELS, MINE, THEIRS, Eye, Game, apply, new_game, secret
from door.ui.texts import tr


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


def fitting(game: Game, seat: int) -> int:
    """How many codes fit a seat's rows so far."""
    from door.games.mindbuster import computer

    return computer.possible(game.holes, game.colours, game.history(seat))


def fit(left: int) -> str:
    """So many, as a sentence."""
    return tr.mindbuster.one_code_fits() if left == 1 else tr.mindbuster.codes_fit(left=left)


def judge(game: Game, move: str) -> Dear:
    """What a guess costs in bits, and the one that promises most there."""
    from door.games.mindbuster import computer

    side = THEIRS if game.phase == "answer" else MINE
    promised, best, most, _ = computer.bits(game.holes, game.colours, game.history(side), move)
    return Dear(0, move, best, most - promised)


def sharp(game: Game) -> float:
    """By how many bits the best guess promises more than any code that is still possible, where few are."""
    from door.games.mindbuster import computer

    if game.phase != "guess":
        return 0.0
    return computer.sharpness(game.holes, game.colours, game.history(MINE))


def _played(review: Review) -> Game:
    game = new_game(review.options, review.seats, review.chance)
    for move in review.moves:
        game = apply(game, move)
    return game


def luck(review: Review, seat: int) -> float:
    """The bits that the scores of a seat's guesses gave beyond what those promised."""
    from door.games.mindbuster import computer

    game = _played(review)
    history = game.history(seat)
    left = computer.possible(game.holes, game.colours, history)
    found = math.log2(computer.possible(game.holes, game.colours, ()) / left)
    rows = range(len(history))
    told = (computer.bits(game.holes, game.colours, history[:row], history[row][0])[0] for row in rows)
    return found - sum(told)


def eye(review: Review, step: int) -> Eye:
    """What the solver saw of one row of a game that is over: the caller's rows first, then the computer's."""
    from door.games.mindbuster import computer

    game = _played(review)
    mine = len(game.guesses)
    side, row = (MINE, step) if step < mine else (THEIRS, step - mine)
    return computer.solver_eye(game.holes, game.colours, game.history(side)[: row + 1], secret(game))
