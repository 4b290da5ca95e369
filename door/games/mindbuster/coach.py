"""The computer's guesses, and the coach: bits, the possible codes at each row, and Einstein's guess there.

A code is worth as many bits as it takes to tell it from all others.  A guess promises an average number of
bits.  If its score gives more, the difference is luck.  If the best guess promised more, the difference is
the guess's cost.

Only the worker process loads the computer, and numpy with it.  Loading takes a tenth of a second, and memory
that the board would waste.  The computer gets the size, its own rows with their scores, and secret bytes for
random choices.  It never gets a code.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from door.games import api
from door.games.mindbuster import rules
from door.games.mindbuster.record import status
from door.games.mindbuster.rules import (
    CODE,
    GUESSES,
    LEVELS,
    MINE,
    SAMPLE,
    THEIRS,
    History,
    Marks,
    MindGame,
    mark,
    pegs_text,
    secret,
)
from door.games.mindbuster.words import left_side, marks_text, name, whose_code
from door.ui.texts import tr
from door.ui.widgets import PAGE_ROWS, Column, TextPage
from door.ui.words import Lines, sentences

our: Final = tr.mindbuster


def guess(game: MindGame, seat: int, level: str) -> str:
    from door.games.mindbuster import computer

    return computer.guess(*_known_to_guesser(game), level if level in LEVELS else "watson", secret(game))


def could_choose(game: MindGame, seat: int, level: str, move: str) -> bool:
    from door.games.mindbuster import computer

    return computer.might(*_known_to_guesser(game), level, secret(game), move)


def _known_to_guesser(game: MindGame) -> tuple[int, int, History]:
    """Return the size, and the rows of the side to guess: all that a guess may depend on."""
    return game.holes, game.colours, game.history(game.mover)


class Eye(NamedTuple):
    """The solver's view of a row: its number and score, how many codes were possible before it and after it,
    the bits that it promised, and Einstein's guess in its place.
    """

    number: int
    marks: Marks
    before: int
    after: int
    promised: float
    einstein: str = ""

    @property
    def bits_gained(self) -> float:
        return math.log2(self.before / self.after)

    @property
    def luck(self) -> float:
        return self.bits_gained - self.promised


class SolversEye(api.Coach):
    """The coach of codes."""

    new = staticmethod(rules.new_game)
    apply = staticmethod(rules.apply)
    status = staticmethod(status)
    has_luck = computers = True
    clear = 0.01  # `computer.sharpness` sets the real limit
    chunk = 1
    chosen = Column(tr.door_heads.guess, 5)
    unit = tr.play.unit_bits

    # -- in a worker ------------------------------------------------------------------------

    def rank(self, position: MindGame) -> Sequence[api.Worth]:
        """Return the best guess alone."""
        return self.compare(position, "")[0]

    def compare(self, position: MindGame, move: str) -> tuple[Sequence[api.Worth], int]:
        from door.games.mindbuster import computer

        if position.phase not in ("guess", "answer"):
            return (), 0
        known = _known_to_guesser(position)
        worths = [api.Worth(*computer.most_promised(*known))]
        if move:
            worths.append(api.Worth(move, computer.promised_bits(*known, move)))
        return worths, 2

    def examines(self, move: str) -> bool:
        return move != api.QUIT and not move.startswith(CODE)

    def look(self, record: api.Record, step: int) -> tuple[api.CoachRow, ...]:
        rows = []
        for row in super().look(record, step):
            eye = _eye(row.seen, row.move)._replace(einstein=guess(row.seen, row.seat, "einstein"))
            rows.append(row._replace(seen=eye, luck=eye.luck))
        return tuple(rows)

    def luck(self, record: api.Record, seat: int) -> float:
        return sum(
            _eye(position, move).luck for _, at, position, move in self.moves_to_examine(record) if at == seat
        )

    def sharp(self, position: MindGame) -> float:
        from door.games.mindbuster import computer

        return computer.sharpness(*_known_to_guesser(position)) if position.phase == "guess" else 0.0

    def play(self, position: MindGame, seat: int, level: str) -> str:
        return guess(position, seat, "watson")

    def hint(self, position: MindGame, seat: int) -> int:
        from door.games.mindbuster import computer

        return computer.possible(*_known_to_guesser(position))

    # -- in words ---------------------------------------------------------------------------

    def hint_line(self, found: int) -> str:
        return our.one_code_fits() if found == 1 else our.codes_fit(left=found)

    def par(self, options: api.Options, rows: Sequence[api.CoachRow]) -> float:
        """Return the bits that the best guesses promised."""
        return float(sum(row.seen.bits_gained - row.luck + row.cost for row in rows))

    def account(self, rows: Sequence[api.CoachRow], options: api.Options, score: float) -> api.Account:
        return super().account(rows, options, sum(row.seen.bits_gained for row in rows))

    def sums(self, rows: Sequence[api.CoachRow], made: api.Account, plain: bool = False) -> Lines:
        said = made.sentence(our.eye_chance(), self.unit())
        if rows[0].seen.before > SAMPLE:
            said = tr.coach.estimate(summary=said)
        return said, our.eye_explained()

    def pages(self, parts: Sequence[Any], table: api.GameView, plain: bool) -> tuple[TextPage, ...]:
        """Return a page for each side, with the account of the reader's guesses."""
        pages, own = list[TextPage](), left_side(table)
        for side, rows in _sides(parts, table):
            head: Lines = (f"{whose_code(table, side)}: {pegs_text(table.position.code(side))}",)
            dear = api.costliest(rows) if side == own else ()
            if len(rows) < len(table.position.rows(side)):
                head = (*head, our.eye_looking(row=len(rows) + 1))
            elif side == own:
                head = (*self.sums(rows, self.account(rows, {}, 0), plain), *head)
            pages += self.table_pages(_title(table, side), head, rows, dear, plain)
            if side == own and len(rows) == len(table.position.rows(side)):
                made, last = self.account(rows, {}, 0), pages.pop()
                figures = made.text(our.eye_score_bits, our.eye_best_guesses())
                more = (figures + ".",) if plain else ("", figures)
                room = plain or len(last.lines) + len(more) <= PAGE_ROWS
                pages.append(last._replace(lines=(*last.lines, *more)) if room else last)
        return tuple(pages)

    def columns(self, rows: Sequence[api.CoachRow]) -> tuple[Column, ...]:
        heads = tr.door_heads
        return (
            Column(heads.row, 3, True), Column(heads.score, 5), Column(heads.codes, 6, True),
            Column(heads.left, 6, True), Column(our.head_eye_einstein, 8),
        )  # fmt: skip

    def cells(self, row: api.CoachRow) -> tuple[object, ...]:
        eye = row.seen
        scored = our.short_score(black=eye.marks[0], white=eye.marks[1])
        return eye.number, scored, f"{eye.before:,}", f"{eye.after:,}", eye.einstein

    def move_name(self, move: str) -> str:
        return pegs_text(move)

    def where(self, row: api.CoachRow) -> str:
        eye = row.seen
        return our.eye_where(row=eye.number, marks=marks_text(eye.marks), possible=_possible(eye))

    def row_line(self, row: api.CoachRow) -> str:
        return sentences(super().row_line(row), our.plain_einstein(guess=pegs_text(row.seen.einstein)))

    def ending(self, row: api.CoachRow) -> Lines:
        return (our.eye_found_explained(),) if row.seen.number < GUESSES else ()

    def remark(self, row: api.CoachRow) -> api.Remark:
        """Return how many codes the guess left possible, marked if it left one."""
        eye = row.seen
        words = our.eye_remark(left=_possible(eye), best=pegs_text(eye.einstein))
        return api.Remark(words, eye.after == 1 < eye.before)


COACH: Final = SolversEye()


def _eye(game: MindGame, move: str) -> Eye:
    from door.games.mindbuster import computer

    holes, colours, history = _known_to_guesser(game)
    marks = mark(move, game.code(game.mover))
    before, after = (computer.possible(holes, colours, rows) for rows in (history, (*history, (move, marks))))
    return Eye(len(history) + 1, marks, before, after, computer.promised_bits(holes, colours, history, move))


def _sides(parts: Sequence[Any], table: api.GameView) -> tuple[tuple[int, tuple[api.CoachRow, ...]], ...]:
    found = tuple(row for part in parts for row in part)
    sides = [side for side in (MINE, THEIRS) if table.position.rows(side)]
    return tuple((side, tuple(row for row in found if row.seat == side)) for side in sides)


def _title(table: api.GameView, side: int) -> str:
    mine = side == api.reader(table)
    whose = our.eye_your_rows() if mine else our.eye_rows_of(name=name(table, side))
    return our.title_eye(whose=whose)


def _possible(eye: Eye) -> str:
    return our.eye_codes_possible(codes=tr.count.codes(n=eye.before), after=eye.after)
