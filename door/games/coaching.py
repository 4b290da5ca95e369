"""The coach: a game rates each move, and everything the coach shows follows from that.

A game subclasses `Coach` and writes `rank`.  The page, plain mode's sentences, the verdict, the remarks in a
replay, the retry of costly moves, the practice hint and the day's puzzle follow.  If the worths are `exact`,
so do par, luck and the account of the score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from door.games.analysis import SHOWN, Account, Analysis, Remark, Verdict, costliest
from door.games.analysis import CoachRow as CoachRow
from door.games.analysis import Worth as Worth
from door.games.game import QUIT, GameView, reader
from door.ui.texts import Sentence, tr
from door.ui.widgets import PAGE_COLS, PAGE_ROWS, Column, TextPage, heads, row_text, wrap
from door.ui.words import Lines, hundredths

_ROWS: Final = 12
"""Rows on a page."""


def cost_text(row: CoachRow, digits: int) -> str:
    """Return a row's cost as text: "1.25", "√ best" or "one way"; "" if there was no choice."""
    if row.ways < 2 and row.move != QUIT:
        return tr.coach.mark_one_way() if row.ways else ""
    return tr.coach.mark_best() if row.cost < SHOWN else f"{row.cost:.{digits}f}"


class Coach(Analysis):
    """A game's coach, which says what the analysis finds.

    - `chosen`: the column of the move.  The best move's column has the same width.
    - `digits`: decimals of a cost.
    - `unit`: the unit of a cost.
    """

    chosen: Column = Column(tr.door_heads.move, 7)
    digits: int = 2
    unit: Sentence = tr.play.luck_unit_points

    def columns(self, rows: Sequence[CoachRow]) -> tuple[Column, ...]:
        """Return the columns before the move."""
        return ()

    def cells(self, row: CoachRow) -> tuple[object, ...]:
        """Return the cells before the move."""
        return ()

    def where(self, row: CoachRow) -> str:
        """Describe where the move was made: "3 + 5 = 8"."""
        return tr.coach.move(number=row.at + 1) if row.move else tr.coach.end()

    def move_name(self, move: str) -> str:
        """Return a move as sentences name it."""
        return move

    def title(self, table: GameView) -> str:
        return tr.play.title_coach()

    def ending(self, row: CoachRow) -> Lines:
        """Describe how the game ended, from its last row."""
        return ()

    def hint_line(self, found: Any) -> str:
        """Return a hint as a sentence."""
        return tr.coach.hint(move=self.move_name(found)) if found else tr.coach.no_choice()

    def own(self, parts: Sequence[Any], table: GameView) -> tuple[CoachRow, ...]:
        """Return the reader's rows."""
        seat = max(reader(table), 0)
        return tuple(row for part in parts for row in part if row.seat == seat)

    def verdict(self, parts: Sequence[Any], table: GameView) -> Verdict:
        """Return the cost of the reader's choices, and the costliest of them."""
        rows = self.own(parts, table)
        if not self.has_luck:
            return Verdict(tr.coach.estimate(summary=self.summary(rows)), costliest(rows))
        if not rows:
            return Verdict("")
        made = self.account(rows, table.options, self.score(table))
        return Verdict(self.sums(rows, made)[0], costliest(rows), made)

    def sums(self, rows: Sequence[CoachRow], made: Account, plain: bool = False) -> Lines:
        """Return the rows' account in words and in figures."""
        return made.sentence(), made.text() + "." * plain

    def score(self, table: GameView) -> float:
        scores: Sequence[int] = self.status(table.position).scores
        return scores[max(reader(table), 0)]

    def summary(self, rows: Sequence[CoachRow]) -> str:
        """Return the number of best choices, and the cost of the others, as a sentence."""
        if not rows:
            return tr.coach.no_choice()
        best, cost = sum(row.cost < SHOWN for row in rows), sum(row.cost for row in rows)
        if best == len(rows):
            return tr.coach.summary_no_mistakes(best=best, all=len(rows))
        return tr.coach.summary_costs(best=best, all=len(rows), cost=tr.count.points(n=round(cost)))

    def pages(self, parts: Sequence[Any], table: GameView, plain: bool) -> tuple[TextPage, ...]:
        """Return the coach's pages: the account of the score, and one row for each choice."""
        rows = self.own(parts, table)
        head: Lines = (self.summary(rows),)
        if self.has_luck:
            head = self.sums(rows, self.account(rows, table.options, self.score(table)), plain)
        return self.table_pages(self.title(table), head, rows, costliest(rows), plain)

    def table_pages(
        self, title: str, head: Lines, rows: Sequence[CoachRow], dear: Sequence[CoachRow], plain: bool
    ) -> tuple[TextPage, ...]:
        """Return pages of rows below a head, the costliest choices numbered; in plain mode, sentences."""
        last = self.ending(rows[-1]) if rows else ()
        if plain:
            told = (self.row_line(row) for row in rows if self.has_luck or row.cost)
            return (TextPage(title, (*head, *told, *last)),)
        head = wrap("\n".join(head), PAGE_COLS)
        columns, marks = self._columns(rows), {one.at: f"◄{place}" for place, one in enumerate(dear, 1)}
        every = [row_text(columns, self._cells(row, marks)).rstrip() for row in rows]
        pages = []
        for at in range(0, len(every) or 1, _ROWS):
            lines = (heads(columns), *every[at : at + _ROWS])
            end = last if at + _ROWS >= len(every) else ()
            gap = ("",) * (PAGE_ROWS - len(head) - len(lines) - len(end) > len(end))
            pages.append(TextPage(title, (*head, *gap, *lines, *gap * len(end), *end)))
        return tuple(pages)

    def _columns(self, rows: Sequence[CoachRow]) -> tuple[Column, ...]:
        best = self.chosen._replace(title=tr.door_heads.best)
        luck = (Column(tr.door_heads.luck, 6, True),) * self.has_luck
        cost = Column(tr.door_heads.cost, 7, True)
        return (*self.columns(rows), self.chosen, best, cost, *luck, Column("", 2))

    def _cells(self, row: CoachRow, marks: Mapping[int, str]) -> tuple[object, ...]:
        move = tr.coach.gave_up() if row.move == QUIT else row.move or "-"
        luck = (f"{row.luck:+.{2 if abs(row.luck) < 100 else 0}f}",) * self.has_luck
        best = row.best if row.ways > 1 else ""
        return (*self.cells(row), move, best, cost_text(row, self.digits), *luck, marks.get(row.at, ""))

    def row_line(self, row: CoachRow) -> str:
        """Return a row as a sentence."""
        where = self.where(row)
        if self.has_luck:
            where = tr.coach.where_and_luck(where=where, luck=hundredths(row.luck, "+"))
        return self.rating(where, row) if row.is_choice else tr.coach.row(where=where)

    def rating(self, where: str, row: CoachRow) -> str:
        """Return a sentence that rates a choice."""
        move = self.move_name(row.move)
        if row.ways == 1:
            return tr.coach.only_way(where=where, move=move)
        if row.cost < SHOWN:
            return tr.coach.the_best(where=where, move=move)
        best, cost = self.move_name(row.best), f"{row.cost:.{self.digits}f}"
        return tr.coach.better(where=where, move=move, best=best, cost=cost, unit=self.unit())

    def remark(self, row: CoachRow) -> Remark:
        """Return a sentence on a choice, marked if it is notable even without a cost."""
        return Remark(self.rating((tr.coach.name if self.exact else tr.coach.name_of_estimates)(), row))

    def remarks(self, parts: Sequence[Any], tables: Sequence[GameView]) -> Mapping[int, Remark]:
        """Return a remark on each choice, by its move's number; each seat's costliest choices are marked.
        `tables` holds the table after each move.
        """
        rows = [row for part in parts for row in part if row.is_choice]
        seats = {row.seat for row in rows}
        dear = [one for seat in seats for one in costliest(row for row in rows if row.seat == seat)]
        found = {row.at + 1: (self.remark(row), row in dear) for row in rows}
        return {at: one._replace(marked=one.marked or is_dear) for at, (one, is_dear) in found.items()}
