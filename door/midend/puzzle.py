"""The day's puzzle: a position from last month's games where one choice is clearly the best.

Pure. It is the same for everybody, because the day and the hash of the month's last entry select the game.
The player's name is only shown if they allow it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from door.games.chance import keyed
from door.games.contract import Game
from door.games.game import COMPUTER
from door.games.info import Options
from door.midend.replay import played
from door.ui.texts import tr

KEY: Final = "puzzle"
"""The key of a caller's saved puzzle score at a door."""

Line = Mapping[str, Any]


class Puzzle(NamedTuple):
    """A position, as a game's seed and its first moves.

    `gap` is how much better the best choice is than any other. `day` is "YYYY-MM-DD". `by` is the player's
    name, or "" unless they allow it.
    """

    day: str
    options: Options
    seats: tuple[str, ...]
    seed: str
    words: tuple[str, ...]
    moves: tuple[str, ...]
    gap: float
    by: str = ""


class Tally(NamedTuple):
    """A caller's puzzle score: the last day, puzzles solved and tried, and days in a row up to that day."""

    day: str = ""
    solved: int = 0
    tried: int = 0
    streak: int = 0

    def after(self, day: str, right: bool) -> Tally:
        """Return the score with that day's result."""
        running = self.at(day).streak
        return Tally(day, self.solved + right, self.tried + 1, running + 1 if right else 0)

    def at(self, day: str) -> Tally:
        """Return the score as of that day. The streak ends after a day without a puzzle."""
        return self if day == self.day or _is_next(self.day, day) else self._replace(streak=0)

    def stands(self) -> str:
        """Return the score as a sentence."""
        if self.streak > 1:
            days = tr.count.days(n=self.streak)
            return tr.puzzle.solved_of_running(solved=self.solved, tried=self.tried, days=days)
        return tr.puzzle.solved_of(solved=self.solved, tried=self.tried)

    def text(self) -> str:
        """Return the form in which it is saved."""
        return " ".join(map(str, self))


def read_tally(text: str) -> Tally:
    """Parse a saved score. An invalid text gives an empty one."""
    day, *numbers = text.split(" ")
    if len(numbers) != 3 or not all(number.isascii() and number.isdigit() for number in numbers):
        return Tally()
    return Tally(day, *(int(number[:9]) for number in numbers))


def _is_next(day: str, next_day: str) -> bool:
    try:
        return (date.fromisoformat(next_day) - date.fromisoformat(day)).days == 1
    except ValueError:
        return False


def has_puzzles(game: Game) -> bool:
    """True if the game's coach can tell when a move is clearly the best."""
    return game.coach is not None and game.coach.clear > 0


def order(lines: Iterable[Line], day: str, head: str) -> list[Line]:
    """Return the month's games in the order in which the day tries them."""
    return sorted(lines, key=lambda line: hashlib.sha256(f"{day} {head} {line['id']}".encode()).digest())


def puzzle_from(
    game: Game, line: Line, words: Sequence[str], day: str, complete: Callable[[Mapping[str, Any]], Options]
) -> Puzzle | None:
    """Return the caller's clearest decision in that game, or None. Raises if the game can't be replayed."""
    assert game.coach is not None
    options, moves = complete(line["options"]), tuple(line["moves"])
    seats = tuple(
        seat if seat.startswith(COMPUTER) else f"Player {at}" for at, seat in enumerate(line["seats"], 1)
    )
    position = played(game, options, seats, keyed(line["seed"], words), ())
    best, at = 0.0, 0
    for number, move in enumerate(moves):
        if game.status(position).movers[:1] == (0,) and (gap := game.coach.sharp(position)) > best:
            best, at = gap, number
        position = game.apply(position, move)
    if not best:
        return None
    return Puzzle(day, options, seats, line["seed"], tuple(words), moves[:at], best)
