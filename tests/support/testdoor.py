"""A door small enough to count by hand: what the tests of the records play.

Each `die` takes one die of the stream and scores it; the game ends with the last of `length`
dice, by `stop` or `quit`, or by `jackpot`, which scores 100 more and earns a free turn.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.game import IllegalMove, Status
from door.games.info import RANKING, TOP, TURNS_PER_DAY, Info, Option, Options
from door.games.record import Record
from door.games.tallies import swap_name
from door.ui.texts import tr

LENGTH: Final = Option("length", 3, tr.shutbox.option_tiles, low=1, high=20)
GOALS: Final = Option("goals", (1, 2), tr.switchbox.option_goals, high=9)
MOVES: Final = ("die", "stop", "quit", "jackpot")


class Name(str):
    """A door's name that is in no catalogue."""

    def __call__(self) -> str:
        return str(self)


class TestDoor:
    """The rules part of a door, under any slug."""

    __test__ = False

    def __init__(self, slug: str = "dice", fewer: bool = False) -> None:
        self.INFO: Final = Info(
            slug=slug, name=Name(slug.title()), tagline=Name("dice"), accent=2, fewer_is_better=fewer,
            options=(TURNS_PER_DAY, RANKING, TOP, LENGTH, GOALS),
        )  # fmt: skip

    def replay(self, record: Record) -> Status:
        options, chance, moves = record.options, record.chance, record.moves
        score = dice = 0
        over = False
        for move in moves:
            if over or move not in MOVES:
                raise IllegalMove(f"{move!r} cannot be played here")
            if move == "die":
                value, chance = chance.below(6)
                score, dice = score + value + 1, dice + 1
            over = move != "die" or dice == options["length"]
            score += 100 * (move == "jackpot")
        return Status(over, (score,), (), self.free_turns(options, moves), chance.used, {"dice": dice})

    def prove(self, record: Record) -> tuple[Status, None]:
        return self.replay(record), None

    def look(self, record: Record) -> None:
        return None

    def account_of(self, record: Record, look: Any, score: float) -> None:
        return None

    def read(self, line: Mapping[str, Any], position: Any = None) -> Mapping[str, Any]:
        return line

    def wrong_choice(self, record: Record, most: int) -> tuple[int, str]:
        return 0, ""

    def free_turns(self, options: Options, moves: Sequence[str]) -> int:
        return int(bool(moves) and moves[-1] == "jackpot")

    def narrate(self, record: Record) -> tuple[str, ...]:
        return record.moves

    def tally(self, tally: Any, game: Mapping[str, Any]) -> Any:
        known = tally or {"sum": 0, "newest": []}
        return {"sum": known["sum"] + game["score"], "newest": [*known["newest"], game["caller"]][-4:]}

    def account(self, game: Mapping[str, Any]) -> None:
        return None

    def feat(self, game: Mapping[str, Any]) -> None:
        return None

    def badges(self, game: Mapping[str, Any]) -> tuple[str, ...]:
        return ()

    def marks(self, game: Mapping[str, Any]) -> Mapping[str, int]:
        return {} if "quit" in game["moves"][-1:] else {"all": game["score"]}

    def rename_caller(self, tally: Any, caller: str, to: str) -> Any:
        return {**tally, "newest": [swap_name(name, caller, to) for name in tally["newest"]]}
