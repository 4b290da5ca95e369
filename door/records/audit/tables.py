"""The audit of tables: what was sealed before the first move, whose moves they were, and what they came to.

Law: as for the audit: strict about what docs/journal.md says, and no stricter.  Ratings stand in no line:
they follow from these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from door.games.chance import commitment, keyed
from door.games.game import Game, IllegalMove
from door.games.info import Options
from door.midend.api import Door
from door.midend.door import games_of
from door.midend.match.clocks import is_live, time_for, time_more
from door.midend.match.forming import CODE
from door.midend.match.play import placed
from door.midend.match.values import Hidden
from door.records.audit.games import GameCheck
from door.records.audit.proof import complete
from door.records.journal.grammar import COMPUTER, Wrong, seconds_between, short
from door.records.journal.lines import Fields
from door.records.ledger.ladder import ABORTED, seat_keys
from door.records.ledger.ledger import Ledger

SLACK_MS: Final = 60_000
"""Between the beginning of a match and its line, and between its end and the line of that."""

GIVEN_UP: Final = ("resigned", "time", "claimed")


class TableCheck:
    """`ledger` is the audit's own, folded up to the line before."""

    def __init__(self, doors: Mapping[str, Door], ledger: Ledger, games: GameCheck) -> None:
        self.ledger, self.games, self._games = ledger, games, games_of(doors)
        self._open: dict[str, Fields] = {}
        self.rules: Mapping[str, Callable[[Fields], None]] = {"table": self._table, "match": self._match}

    def _table(self, f: Fields) -> None:
        self.games.take_id(f["id"])
        self._open[f["id"]] = f
        options = complete(self.games.door(f["door"]), f["options"])
        game = self._game(f)
        count = len(f["seats"])
        people = [key for key in seat_keys(f["seats"]) if key]
        if len(set(people)) < len(people):
            raise Wrong("a player sits twice among the seats")
        if count < 2 or not people:
            raise Wrong("a table has two seats or more, and a caller in one of them")
        for level in (seat.removeprefix(COMPUTER) for seat in f["seats"] if seat.startswith(COMPUTER)):
            if level not in game.info.computers:
                raise Wrong(f"there is no computer level {short(level)}")
        if f["rated"] and len(people) < 2:
            raise Wrong("a rated table has two callers or more")
        for name in ("words", "seals"):
            if name in f and len(f[name]) != count:
                raise Wrong(f"{name} are not one a seat")
        if game.hides and not _is_race(f, game, options) and "seals" not in f:
            raise Wrong("no seals of the codes that are hidden")

    def _game(self, table: Fields) -> Game:
        game = self._games.get(table["door"])
        if game is None:
            raise Wrong(f"nobody plays at tables at the door {short(table['door'])}")
        return game

    def _match(self, f: Fields) -> None:
        table = self._open.pop(f["id"], None)
        if table is None:
            raise Wrong(f"the match {short(f['id'])} has no table before it, or is on the books already")
        known = self.ledger.ladder.open.get(f["id"])
        if known is None or not known.who(f["seats"]):
            raise Wrong("the seats are not those of its table")
        if commitment(bytes.fromhex(f["seed"])) != table["commit"].lower():
            raise Wrong("the seed is not the one its table committed to")
        self.games.games += 1
        game, options = self._game(table), complete(self.games.door(table["door"]), table["options"])
        try:
            self._prove(game, options, table, f)
        except IllegalMove as why:
            raise Wrong(f"a move is refused: {ascii(str(why)[:200])[1:-1]}") from None
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise Wrong(f"it cannot be replayed ({type(error).__name__})") from None

    def _prove(self, game: Game, options: Options, table: Fields, f: Fields) -> None:
        race, count = _is_race(table, game, options), len(f["seats"])
        if race != bool(f["moves"] and isinstance(f["moves"][0], list)):
            raise Wrong("moves are a list a seat at a race, and only there")
        sides = f["moves"] if race else [f["moves"]]
        times = f["times"] if race else [f["times"]]
        if [len(side) for side in sides] != [len(side) for side in times] or (race and len(sides) != count):
            raise Wrong("times are not one a move")
        if any(late < early or early < 0 for side in times for early, late in pairwise(side)):
            raise Wrong("times go back")
        chance = keyed(f["seed"], table.get("words", ()))
        moved: list[list[int]] = []
        positions = []
        for side, moves in enumerate(sides):
            seats = (f["seats"][side],) if race else tuple(f["seats"])
            position, whose = _played(game, game.new(options, seats, chance), moves)
            positions.append(position)
            moved.append([side] * len(moves) if race else whose)
        _check_codes(table, f, sides[0])
        self._check_end(game, table, f, positions, race)
        if f["end"] == "time":
            side = f["by"] if race else 0
            _check_time(table, f, list(zip(times[side], moved[side], strict=True)))

    def _check_end(self, game: Game, table: Fields, f: Fields, positions: Sequence[Any], race: bool) -> None:
        stands = [game.status(position) for position in positions]
        scores = [status.scores[0] for status in stands] if race else list(stands[0].scores)
        if f["scores"] != scores:
            raise Wrong("the scores are not what the replay gives")
        left, by = f.get("left", []), f.get("by")
        if f["end"] in GIVEN_UP:
            if type(by) is not int or not 0 <= by < len(scores):
                raise Wrong("by is no seat of its table")
            left = left if "left" in f else [by]
            if by not in left:
                raise Wrong("by has not left")
        over = all(status.over or (race and side in left) for side, status in enumerate(stands))
        if over != (f["end"] == "over") and not (race and f["end"] in GIVEN_UP):
            raise Wrong("the moves stop before the game's end" if not over else "the moves go on to the end")
        places = [0] * len(scores) if f["end"] == ABORTED else placed(scores, left, game.info.fewer_is_better)
        if f["places"] != list(places):
            raise Wrong("the places are not those of the scores and of who gave up")


def _is_race(table: Fields, game: Game, options: Options) -> bool:
    """Whether everybody plays alone: so it says, or the game is not played otherwise."""
    return bool(table.get("race")) or game.info.versus is None


def _played(game: Game, position: Any, moves: Sequence[str]) -> tuple[Any, list[int]]:
    """The position after these moves, and the seat that made each."""
    whose = []
    for number, move in enumerate(moves, start=1):
        whose.append(game.whose(game.status(position).movers, move))
        try:
            position = game.apply(position, move)
        except IllegalMove as why:
            raise IllegalMove(f"move {number}: {why}") from None
    return position, whose


def _check_codes(table: Fields, f: Fields, moves: Sequence[str]) -> None:
    """The hidden codes are the sealed ones."""
    seals, salts = table.get("seals", []), f.get("salts", [])
    if len(salts) != len(seals):
        raise Wrong("salts are not one a seal")
    codes = [move.removeprefix(CODE) for move in moves[: len(seals)] if move.startswith(CODE)]
    if len(codes) != len(seals):
        raise Wrong("the hidden codes are not the first moves")
    for code, salt, seal in zip(codes, salts, seals, strict=True):
        if Hidden(code, salt).seal != seal.lower():
            raise Wrong("a hidden code is not the one that was sealed")


def _check_time(table: Fields, f: Fields, moves: Sequence[tuple[int, int]]) -> None:
    """The time of the seat `by` was over: `moves` are milliseconds and seats."""
    by, clock = f["by"], table["clock"]
    end = round(seconds_between(table["t"], f["t"]) * 1000) + SLACK_MS
    budget, since, ran = time_for(clock), 0, 0
    steps: list[tuple[int, int, str]] = sorted(
        [(ms, seat, "") for ms, seat in moves] + [(ms, -1, new) for ms, new in f.get("clocks", [])]
    )
    for ms, seat, new in (*steps, (end, -2, "")):
        ran += ms - since if clock else 0
        since = ms
        if seat == -1:
            if new and clock and new != clock:
                budget, ran = time_for(new), 0
            clock = new
        elif seat >= 0:
            if seat == by and is_live(clock):
                budget += time_more(clock) - ran
            ran = 0
    if ran < budget:
        raise Wrong("its time was not over")
