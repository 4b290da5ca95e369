"""A door small enough to count by hand: what the tests of the records play.

Each move takes one die of the stream and scores it, `stop` ends the game (drawing nothing),
`jackpot` ends it with 100 more and earns a free turn.  A game of `length` dice ends by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.api import RANKING, TOP, TURNS_PER_DAY, IllegalMove, Info, Option, Options, Outcome
from door.games.chance import Chance


class TestDoor:
    """The rules part of a door, under any slug."""

    __test__ = False

    def __init__(self, slug: str = "dice", fewer: bool = False) -> None:
        self.INFO: Final = Info(
            slug=slug, name=slug.title(), tagline="dice", accent=2, fewer_is_better=fewer,
            options=(TURNS_PER_DAY, RANKING, TOP, Option("length", 3, "dice a game", low=1, high=20)),
        )  # fmt: skip

    def replay(self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
        score, over = 0, False
        for move in moves:
            if over:
                raise IllegalMove("the game is over")
            if move == "die":
                value, chance = chance.below(6)
                score += value + 1
                over = sum(m == "die" for m in moves[: len(moves)]) == options["length"] and move is moves[-1]
            elif move in ("stop", "quit"):
                over = True
            elif move == "jackpot":
                score, over = score + 100, True
            else:
                raise IllegalMove(f"there is no move {move!r}")
        dice = sum(move == "die" for move in moves)
        if dice > int(options["length"]):  # type: ignore[arg-type]
            raise IllegalMove("too many dice")
        return Outcome(score, over, self.free_turns(options, moves), chance.used)

    def free_turns(self, options: Options, moves: Sequence[str]) -> int:
        return int(bool(moves) and moves[-1] == "jackpot")

    def narrate(
        self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]
    ) -> tuple[str, ...]:
        return tuple(moves)

    def tally(self, tally: Any, game: Mapping[str, Any]) -> Any:
        known = tally or {"games": 0, "sum": 0}
        return {"games": known["games"] + 1, "sum": known["sum"] + game["score"]}
