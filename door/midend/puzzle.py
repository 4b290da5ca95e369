"""The day's puzzle: a position out of last month's games in which one choice is clearly the best.

Law: pure.  It is the same for everybody: which of the month's games it is from follows from the day and the
hash of the month's last line.  Who played that game is told where they allow it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from door.games.chance import keyed
from door.games.game import COMPUTER, Game
from door.games.info import Options
from door.midend.replay import played
from door.ui.texts import tr

KEY: Final = "puzzle"
"""Under which a caller's tally is remembered at a door."""

Line = Mapping[str, Any]


class Puzzle(NamedTuple):
    """A position as a game's seed and first moves, and by how much the best choice there is better than any
    other; `day` is "YYYY-MM-DD", `by` whose game it was, where they allow that to be told, else ""."""

    day: str
    options: Options
    seats: tuple[str, ...]
    seed: str
    words: tuple[str, ...]
    moves: tuple[str, ...]
    gap: float
    by: str = ""


class Tally(NamedTuple):
    """What a caller has made of the puzzles: the day of the last, how many were solved and tried, and for how
    many days running up to that one they were."""

    day: str = ""
    solved: int = 0
    tried: int = 0
    streak: int = 0

    def after(self, day: str, right: bool) -> Tally:
        """With that day's."""
        running = self.at(day).streak
        return Tally(day, self.solved + right, self.tried + 1, running + 1 if right else 0)

    def at(self, day: str) -> Tally:
        """As it stands on a day: its streak goes on if the last was on that day or the one before."""
        return self if day == self.day or _is_next(self.day, day) else self._replace(streak=0)

    def stands(self) -> str:
        """How it stands, a sentence."""
        if self.streak > 1:
            days = tr.count.days(n=self.streak)
            return tr.puzzle.solved_of_running(solved=self.solved, tried=self.tried, days=days)
        return tr.puzzle.solved_of(solved=self.solved, tried=self.tried)

    def text(self) -> str:
        """As it is remembered."""
        return " ".join(map(str, self))


def read_tally(text: str) -> Tally:
    """The tally that was remembered; an empty one where it is none."""
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
    """The month's games in the order in which the day tries them."""
    return sorted(lines, key=lambda line: hashlib.sha256(f"{day} {head} {line['id']}".encode()).digest())


def puzzle_from(
    game: Game, line: Line, words: Sequence[str], day: str, complete: Callable[[Mapping[str, Any]], Options]
) -> Puzzle | None:
    """The sharpest decision of the caller's in that game, None where none is clear; raises where the line
    cannot be played."""
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
