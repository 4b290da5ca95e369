"""The coach: a game rates each move, and everything the coach shows follows from that.

A game subclasses `Coach` and writes `rank`.  The page, plain mode's sentences, the verdict, the remarks in a
replay, the retry of costly moves, the practice hint and the day's puzzle follow.  If the worths are `exact`,
so do par, luck and the account of the score.

A move's worth is the expected final score after it.  A choice costs the best worth minus the worth of the
move made.  A draw's luck is the best worth after it minus the worth before it.  Par is the average score of
the best play before anything is drawn.  So score = par + luck - cost always holds: the sum telescopes.

`look` and `judge` run in a worker process.  A coach has no state, so its methods can be sent there.  They
return no sentences, because a worker doesn't know the caller's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from door.games.game import QUIT, Table, computer_level, reader
from door.games.info import Options
from door.games.luck import SHOWN, Account, Dear, Remark, Review, Verdict, dearest, remarked
from door.term.canvas import Canvas
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import PAGE_ROWS, Column, Page, heads, row_text
from door.ui.words import Lines, hundredths

ROUNDING: Final = 1e-9
"""Points; worths that differ by less are the same."""

_ROWS: Final = 12
"""Rows on a page."""


class Worth(NamedTuple):
    """A move and the expected final score after it."""

    move: str
    worth: float


class Row(NamedTuple):
    """A choice that a person made after `at` moves, or a draw that left nothing to choose (`ways` is 0).

    `seen` is the result of `Coach.seen`.  `ways` counts the moves to choose from.
    """

    at: int
    seat: int
    seen: Any
    move: str = ""
    best: str = ""
    cost: float = 0.0
    luck: float = 0.0
    ways: int = 0

    @property
    def is_choice(self) -> bool:
        """True if a move was chosen; giving up is not one of the moves."""
        return self.ways > 0 and self.move != QUIT

    @property
    def dear(self) -> Dear:
        """The row as a choice that can be retried."""
        return Dear(self.at, self.move, self.best, self.cost)


class Coach:
    """A game's knowledge of good moves.  `rank` is the only method that a game must write.

    - `new`, `apply`, `status`: the game's rules, as static methods.
    - `exact`: the worths are exact and quick to compute, in a game of one seat.  Write `par`, too.
    - `has_luck`: `luck` can rate what chance brought a seat.
    - `chosen`: the column of the move.  The best move's column has the same width.
    - `digits`: decimals of a cost.
    - `clear`: by how many points a puzzle's best move must be ahead.  0 means no puzzles.
    - `ways`: how many moves a puzzle offers at least.
    - `chunk`: moves that `look` examines at a time.  0 examines the whole game at once.
    """

    new: Callable[..., Any]
    apply: Callable[[Any, str], Any]
    status: Callable[[Any], Any]
    exact: bool = False
    has_luck: bool = False
    chosen: Column = Column(tr.door_heads.move, 7)
    digits: int = 2
    clear: float = 0.0
    ways: int = 2
    chunk: int = 0

    # -- what a game writes ------------------------------------------------------------------

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

    def par(self, options: Options, rows: Sequence[Row]) -> float:
        """Return the average score of the best play."""
        raise NotImplementedError

    def final(self, position: Any) -> float:
        """Return the score of a finished game of one seat."""
        return float(self.status(position).scores[0])

    def seen(self, position: Any) -> Any:
        """Return the part of the position that a row needs."""
        return position

    def columns(self, rows: Sequence[Row]) -> tuple[Column, ...]:
        """Return the columns before the move."""
        return ()

    def cells(self, row: Row) -> tuple[object, ...]:
        """Return the cells before the move."""
        return ()

    def where(self, row: Row) -> str:
        """Describe where the move was made: "3 + 5 = 8"."""
        return tr.coach.move(number=row.at + 1) if row.move else tr.coach.end()

    def spoken(self, move: str) -> str:
        """Return a move as sentences name it."""
        return move

    def title(self, table: Table) -> str:
        """Return the page's title."""
        return tr.play.title_coach()

    def ending(self, row: Row) -> Lines:
        """Describe how the game ended, from its last row."""
        return ()

    def drawn(self, position: Any) -> bool:
        """True if a draw ended the game here, even a draw that changed nothing."""
        return False

    # -- looking back, in a worker -----------------------------------------------------------

    def steps(self, table: Table) -> int:
        """Return the number of parts in which a game is examined."""
        return max(1, -(-len(table.moves) // self.chunk)) if self.chunk else 1

    def look(self, review: Review, step: int) -> tuple[Any, ...]:
        """Return the rows of one part of a finished game."""
        first = self.chunk * step
        last = first + self.chunk if self.chunk else len(review.moves)
        position, found = self.new(*review[:3]), []
        for at, move in enumerate(review.moves[:last]):
            if at >= first and self.examines(move):
                seat = self.status(position).movers[0]
                if not any(map(computer_level, review.seats[seat : seat + 1])):
                    found.append((at, seat, position, move))
            position = self.apply(position, move)
        if self.exact and self.status(position).over:
            found.append((last, 0, position, ""))
        return tuple(self.follow(found, self.par(review.options, ()) if self.exact else None))

    def follow(self, made: Iterable[tuple[int, int, Any, str]], before: float | None) -> Iterator[Row]:
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
            if move or abs(luck) >= ROUNDING or self.drawn(position):
                yield Row(at, seat, self.seen(position), move, best, cost, luck, ways)
            before = None if before is None else worth

    def judge(self, position: Any, move: str) -> Dear:
        """Return the cost of a move, and the best move there.  Raises ValueError if nobody can choose it."""
        (row,) = self.follow([(0, 0, position, move)], None)
        return row.dear

    def sharp(self, position: Any) -> float:
        """Return how far the best move is ahead of the others, 0 if it makes no puzzle."""
        worths = sorted((worth for _, worth in self.rank(position)), reverse=True)
        gap = worths[0] - worths[1] if len(worths) >= self.ways else 0.0
        return gap if gap >= self.clear > 0 else 0.0

    def hint(self, position: Any, seat: int) -> Any:
        """Return the data for a hint in practice; by default the best move."""
        best = max(self.rank(position), key=lambda one: one.worth, default=Worth("", 0.0))
        return best.move

    def luck(self, review: Review, seat: int) -> float:
        """Return the points that chance brought a seat."""
        return float(sum(row.luck for row in self.look(review, 0) if row.seat == seat))

    def account_of(self, review: Review, score: float) -> Account:
        """Return the account of the caller's score in a finished game."""
        rows = tuple(row for row in self.look(review, 0) if row.seat == 0)
        return self.account(rows, review.options, score)

    # -- in words ----------------------------------------------------------------------------

    def hinted(self, found: Any) -> str:
        """Return a hint as a sentence."""
        return tr.coach.hint(move=self.spoken(found)) if found else tr.coach.no_choice()

    def own(self, parts: Sequence[Any], table: Table) -> tuple[Row, ...]:
        """Return the reader's rows."""
        seat = max(reader(table), 0)
        return tuple(row for part in parts for row in part if row.seat == seat)

    def account(self, rows: Sequence[Row], options: Options, score: float) -> Account:
        """Return the account of a score: par, luck and cost."""
        luck, cost = sum(row.luck for row in rows), sum(row.cost for row in rows)
        return Account(score, self.par(options, rows), luck, cost)

    def verdict(self, parts: Sequence[Any], table: Table) -> Verdict:
        """Return the cost of the reader's choices, and the costliest of them."""
        rows = self.own(parts, table)
        if self.exact and not rows:
            return Verdict("")
        if not self.exact:
            return Verdict(tr.coach.estimate(summary=self.summary(rows)), self.dearest(rows))
        made = self.account(rows, table.options, self.score(table))
        return Verdict(made.said(), self.dearest(rows), made)

    def score(self, table: Table) -> float:
        """Return the reader's score."""
        scores: Sequence[int] = self.status(table.position).scores
        return scores[max(reader(table), 0)]

    def dearest(self, rows: Iterable[Row]) -> tuple[Dear, ...]:
        """Return the costliest choices."""
        return dearest(row.dear for row in rows if row.is_choice)

    def summary(self, rows: Sequence[Row]) -> str:
        """Return the number of best choices, and the cost of the others, as a sentence."""
        if not rows:
            return tr.coach.no_choice()
        best, cost = sum(row.cost < SHOWN for row in rows), sum(row.cost for row in rows)
        if best == len(rows):
            return tr.coach.summary_no_mistakes(best=best, all=len(rows))
        return tr.coach.summary_costs(best=best, all=len(rows), cost=tr.count.points(n=round(cost)))

    def pages(self, parts: Sequence[Any], table: Table, plain: bool) -> tuple[Page, ...]:
        """Return the coach's pages: the account of the score, and one row for each choice."""
        rows = self.own(parts, table)
        head: Lines = (self.summary(rows),)
        if self.exact:
            head = self.sums(self.account(rows, table.options, self.score(table)), plain)
        return self.written(self.title(table), head, rows, self.dearest(rows), plain)

    def sums(self, made: Account, plain: bool) -> Lines:
        """Return an account in words and in figures."""
        return made.said(), made.text() + "." * plain

    def written(
        self, title: str, head: Lines, rows: Sequence[Row], dear: Sequence[Dear], plain: bool
    ) -> tuple[Page, ...]:
        """Return pages of rows below a head, the costliest choices numbered; in plain mode, sentences."""
        last = self.ending(rows[-1]) if rows else ()
        if plain:
            return (Page(title, (*head, *(self.said(row) for row in rows if self.exact or row.cost), *last)),)
        columns, marks = self._columns(rows), {one.at: f"◄{place}" for place, one in enumerate(dear, 1)}
        every = [row_text(columns, self._cells(row, marks)).rstrip() for row in rows]
        pages = []
        for at in range(0, len(every) or 1, _ROWS):
            lines = (heads(columns), *every[at : at + _ROWS])
            end = last if at + _ROWS >= len(every) else ()
            gap = ("",) * (PAGE_ROWS - len(head) - len(lines) - len(end) > len(end))
            pages.append(Page(title, (*head, *gap, *lines, *gap * len(end), *end)))
        return tuple(pages)

    def _columns(self, rows: Sequence[Row]) -> tuple[Column, ...]:
        best = self.chosen._replace(title=tr.door_heads.best)
        luck = (Column(tr.door_heads.luck, 6, True),) * self.exact
        cost = Column(tr.door_heads.cost, 7, True)
        return (*self.columns(rows), self.chosen, best, cost, *luck, Column("", 2))

    def _cells(self, row: Row, marks: Mapping[int, str]) -> tuple[object, ...]:
        move = tr.coach.gave_up() if row.move == QUIT else row.move or "-"
        luck = (f"{row.luck:+.{2 if abs(row.luck) < 100 else 0}f}",) * self.exact
        best = row.best if row.ways > 1 else ""
        return (*self.cells(row), move, best, self.cost_text(row), *luck, marks.get(row.at, ""))

    def cost_text(self, row: Row) -> str:
        """Return a row's cost as text: "1.25", "√ best" or "one way"; "" if there was no choice."""
        if row.ways < 2 and row.move != QUIT:
            return tr.coach.mark_one_way() if row.ways else ""
        return tr.coach.mark_best() if row.cost < SHOWN else f"{row.cost:.{self.digits}f}"

    def said(self, row: Row) -> str:
        """Return a row as a sentence."""
        where = self.where(row)
        if self.exact:
            where = tr.coach.where_and_luck(where=where, luck=hundredths(row.luck, "+"))
        return self.judged(where, row) if row.is_choice else tr.coach.row(where=where)

    def judged(self, where: str, row: Row) -> str:
        """Return a sentence that rates a choice."""
        move = self.spoken(row.move)
        if row.ways == 1:
            return tr.coach.only_way(where=where, move=move)
        if row.cost < SHOWN:
            return tr.coach.the_best(where=where, move=move)
        best, cost = self.spoken(row.best), f"{row.cost:.{self.digits}f}"
        return tr.coach.better(where=where, move=move, best=best, cost=cost)

    def remarks(self, parts: Sequence[Any], tables: Sequence[Table]) -> Mapping[int, Remark]:
        """Return a remark on each choice, by its move's number.  `tables` holds the table after each move."""
        name = (tr.coach.name if self.exact else tr.coach.name_of_estimates)()
        choices = (row for part in parts for row in part if row.is_choice)
        return remarked({row.dear: self.judged(name, row) for row in choices})

    def picture(self, parts: Sequence[Any], table: Table, page: int, view: View) -> Canvas | None:
        """Return a page that the game draws itself, except its keys; None if the page is text."""
        return None
