"""The analysis of a game: what each move was worth, and what chance brought.

A move's worth is the expected final score after it.  A choice costs the best worth minus the worth of the
move made.  A draw's luck is the best worth after it minus the worth before it.  Par is the average score of
the best play before anything is drawn.  So score = par + luck - cost always holds: the sum telescopes.

An `Analysis` runs in a worker process.  It has no state, so its methods can be sent there.  They return no
sentences, because a worker doesn't know the caller's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, Final, NamedTuple

from door.games.game import QUIT, GameView, computer_level
from door.games.info import Options
from door.games.record import Record, positions
from door.ui.texts import Sentence, tr

ROUNDING: Final = 1e-9
"""Points; worths that differ by less are the same."""

SHOWN: Final = 0.005
"""Points; a smaller cost is shown as zero."""

AGAIN: Final = 3
"""The number of costly choices that are marked and can be retried."""


class Account(NamedTuple):
    """The parts of a score, in the game's points: score = par + luck - cost."""

    score: float
    par: float
    luck: float
    cost: float

    @property
    def rounded_parts(self) -> tuple[float, float, float]:
        """Par, luck and cost, rounded to hundredths so that they add up to the score."""
        par, cost = round(self.par, 2), round(self.cost, 2)
        return par, round(round(self.score, 2) - par + cost, 2), cost

    def text(self, counted: Sentence | None = None, par: str = "") -> str:
        """Return the sum: "104 = par 122.50 - luck 15.25 - choices 3.25"."""
        level, luck, cost = self.rounded_parts
        score = f"{round(self.score, 2):g}"
        return tr.play.luck_sum(
            score=counted(score=score) if counted else score, par=par or tr.play.luck_par(),
            level=f"{level:.2f}",
            sign="-" if luck < 0 else "+", luck=f"{abs(luck):.2f}", cost=f"{cost:.2f}",
        )  # fmt: skip

    def sentence(self, chance: str = "", unit: str = "") -> str:
        """Return the account as a sentence of at most 72 columns; `chance` is in the plural (the dice)."""
        _, luck, cost = self.rounded_parts
        chance, unit = chance or tr.play.chance_dice(), unit or tr.play.luck_unit_points()
        if not cost:
            lost_nothing = tr.play.luck_nothing_lost if luck < 0 else tr.play.luck_nothing_lost_plural
            return lost_nothing(chance=chance)
        brought = (tr.play.luck_cost_you if luck < 0 else tr.play.luck_brought_you)(luck=f"{abs(luck):.2f}")
        return tr.play.luck_choices_cost(cost=f"{cost:.2f}", unit=unit, chance=chance, brought=brought)


class Way(NamedTuple):
    """The moves that still led to the best score after `at` moves."""

    at: int
    moves: tuple[str, ...]


class Verdict(NamedTuple):
    """The coach's verdict on a game.

    - `line`: at most 78 columns.
    - `dear`: the choices to retry, the costliest first.
    - `account`: the account of the reader's score, if known.
    - `way`: a way to the best score.
    """

    line: str
    dear: tuple[CoachRow, ...] = ()
    account: Account | None = None
    way: Way | None = None


class Remark(NamedTuple):
    """A sentence on a move.  A replay can jump to `marked` ones."""

    words: str
    marked: bool = False


class Worth(NamedTuple):
    """A move and the expected final score after it."""

    move: str
    worth: float


class CoachRow(NamedTuple):
    """A choice that a person made after `at` moves, or a draw that left nothing to choose (`ways` is 0).

    `seen` is the result of `Coach.row_view`.  `ways` counts the moves to choose from.  `costs` has each of
    those moves with its cost, the best first, if somebody asked for them.
    """

    at: int
    seat: int
    seen: Any
    move: str = ""
    best: str = ""
    cost: float = 0.0
    luck: float = 0.0
    ways: int = 0
    costs: tuple[tuple[str, float], ...] = ()

    @property
    def is_choice(self) -> bool:
        """True if a move was chosen; giving up is not one of the moves."""
        return self.ways > 0 and self.move != QUIT


class Analysis:
    """A game's knowledge of good moves.  `rank` is the only method that a game must write.

    - `new`, `apply`, `status`: the game's rules, as static methods.
    - `exact`: the worths are exact and quick to compute, in a game of one seat.  Write `par`, too.
    - `has_luck`: rows tell what chance brought; those of exact worths do.
    - `clear`: by how many points a puzzle's best move must be ahead.  0 means no puzzles.
    - `ways`: how many moves a puzzle offers at least.
    - `chunk`: moves that `look` examines at a time.  0 examines the whole game at once.
    - `computers`: `look` examines computers' moves, too.
    """

    new: Callable[..., Any]
    apply: Callable[[Any, str], Any]
    status: Callable[[Any], Any]
    exact: bool = False
    has_luck: bool = False
    clear: float = 0.0
    ways: int = 2
    chunk: int = 0
    computers: bool = False

    def __init_subclass__(cls) -> None:
        cls.has_luck |= cls.exact

    def rank(self, position: Any) -> Sequence[Worth]:
        """Return the worth of each move that a person may choose here, or nothing if nobody chooses."""
        raise NotImplementedError

    def examines(self, move: str) -> bool:
        """True if `look` examines moves of this kind."""
        return True

    def compare(self, position: Any, move: str) -> tuple[Sequence[Worth], int]:
        """Return at least the worths of this move and the best one, and the number of moves.  Override this
        if `rank` is slow.
        """
        ranked = self.rank(position)
        return ranked, len(ranked)

    def par(self, options: Options, rows: Sequence[CoachRow]) -> float:
        """Return the average score of the best play."""
        raise NotImplementedError

    def final(self, position: Any) -> float:
        """Return the score of a finished game of one seat."""
        return float(self.status(position).scores[0])

    def row_view(self, position: Any) -> Any:
        """Return the part of the position that a row needs."""
        return position

    def ended_by_draw(self, position: Any) -> bool:
        """True if a draw ended the game here, even a draw that changed nothing."""
        return False

    def steps(self, table: GameView) -> int:
        """Return the number of parts in which a game is examined."""
        return -(-sum(map(self.examines, table.moves)) // self.chunk) if self.chunk else 1

    def moves_to_examine(self, record: Record) -> Iterator[tuple[int, int, Any, str]]:
        """Yield the examined moves, each as (moves before it, seat, position, move)."""
        for at, (position, move) in enumerate(zip_longest(positions(self, record), record.moves)):
            if move is None:
                if self.exact and self.status(position).ended:
                    yield at, 0, position, ""
            elif self.examines(move):
                yield at, self.status(position).movers[0], position, move

    def look(self, record: Record, step: int) -> tuple[Any, ...]:
        """Return the rows of one part of a finished game."""
        first, seats = self.chunk * step, record.seats
        part = islice(self.moves_to_examine(record), first, first + self.chunk if self.chunk else None)
        found = (one for one in part if self.computers or not any(map(computer_level, seats[one[1] :][:1])))
        return tuple(self.follow(found, self.par(record.options, ()) if self.exact else None))

    def follow(self, made: Iterable[tuple[int, int, Any, str]], before: float | None) -> Iterator[CoachRow]:
        """Yield the rows of moves, each given as (moves before it, seat, position, move); the move is "" at
        the end.  `before` is the worth before the first draw, None if luck isn't counted.
        """
        for at, seat, position, move in made:
            ranked, ways = self.compare(position, move) if move else ((), 0)
            worth = dict(ranked).get(move)
            if before is not None and move in ("", QUIT):
                worth = self.final(self.apply(position, move) if move else position)
            if worth is None:
                continue
            best, most = max(ranked, key=lambda one: one.worth, default=Worth("", worth))
            luck, cost = 0.0 if before is None else most - before, most - worth
            if cost < ROUNDING:
                best, cost = move, 0.0
            if move or abs(luck) >= ROUNDING or self.ended_by_draw(position):
                yield CoachRow(at, seat, self.row_view(position), move, best, cost, luck, ways)
            before = None if before is None else worth

    def judge(self, position: Any, move: str) -> CoachRow:
        """Return the cost of a move, and the best move there.  Raises ValueError if nobody can choose it."""
        (row,) = self.follow([(0, 0, position, move)], None)
        return row

    def weigh(self, position: Any, move: str) -> CoachRow:
        """Judge a move, and say what each move would have cost, as far as `rank` knows."""
        made, worths = self.judge(position, move), dict(self.rank(position))
        worths |= dict(self.compare(position, move)[0])
        most = max(worths.values())
        costs = sorted(((one, most - worth) for one, worth in worths.items()), key=lambda one: one[1])
        return made._replace(costs=tuple(costs))

    def sharp(self, position: Any) -> float:
        """Return how far the best move is ahead of the others, 0 if it makes no puzzle."""
        worths = sorted((worth for _, worth in self.rank(position)), reverse=True)
        gap = worths[0] - worths[1] if len(worths) >= self.ways else 0.0
        return gap if gap >= self.clear > 0 else 0.0

    def hint(self, position: Any, seat: int) -> Any:
        """Return the data for a hint in practice; by default the best move."""
        return self.best(position)

    def best(self, position: Any) -> str:
        """Return the best move, "" if nobody chooses."""
        return max(self.rank(position), key=lambda one: one.worth, default=Worth("", 0.0)).move

    def play(self, position: Any, seat: int, level: str) -> str:
        """Return the next move of a demonstration."""
        return self.best(position)

    def luck(self, record: Record, seat: int) -> float:
        """Return the points that chance brought a seat."""
        return float(sum(row.luck for row in self.look(record, 0) if row.seat == seat))

    def account(self, rows: Sequence[CoachRow], options: Options, score: float) -> Account:
        """Return the account of a score: par, luck and cost."""
        luck, cost = sum(row.luck for row in rows), sum(row.cost for row in rows)
        return Account(score, self.par(options, rows), luck, cost)

    def account_of(self, record: Record, score: float) -> Account:
        """Return the account of the caller's score in a finished game."""
        rows = tuple(row for row in self.look(record, 0) if row.seat == 0)
        return self.account(rows, record.options, score)


def costliest(rows: Iterable[CoachRow]) -> tuple[CoachRow, ...]:
    """Return the `AGAIN` costliest choices; among equals, the earlier one."""
    found = (row for row in rows if row.is_choice and row.cost >= SHOWN)
    return tuple(sorted(found, key=lambda one: -one.cost)[:AGAIN])


def lucks(of: Callable[[Record, int], float], seats: Sequence[tuple[Record, int]]) -> tuple[float, ...]:
    """Return the luck of each of those seats."""
    return tuple(of(record, seat) for record, seat in seats)


def net(lucks: Sequence[float], me: int) -> float:
    """Return a player's luck minus the average luck of the others."""
    return lucks[me] - (sum(lucks) - lucks[me]) / (len(lucks) - 1)
